//! `girafa book new`

use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::Args;
use girafa_books::new::{self, places};
use girafa_cli_support::{Exit, print};
use girafa_scan::{WHOLE_LINE_WIDTH, Width};

use super::counted;

/// Find the listings in a text and write a catalogue and empty restoration records
///
/// A listing is at least three rows that begin with increasing line numbers and keywords. The records contain
/// only headings of the text: complete them by hand.
#[derive(Args)]
pub struct New {
    /// Text of the book, in UTF-8
    #[arg(value_name = "TEXT")]
    text: PathBuf,
    /// Directory to create for the records [default: TEXT-records, in the current directory]
    #[arg(short, long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Columns of the listings (6 to 1000), `auto` to detect them for each, or `none` if each row is a whole
    /// line
    #[arg(long, value_name = "N", default_value = "auto")]
    width: Width,
}

impl New {
    /// Finds the listings and writes the records.
    pub fn execute(self) -> anyhow::Result<Exit> {
        let text = girafa_loader::book::read_text(&self.text)?;
        let stem = match self.text.file_stem() {
            Some(stem) if !girafa_files::is_standard_input(&self.text) => stem.to_string_lossy(),
            _ => "book".into(),
        };
        let directory = match &self.out {
            Some(directory) => directory.clone(),
            None => PathBuf::from(format!("{stem}-records")),
        };
        if directory.read_dir().is_ok_and(|mut files| files.next().is_some()) {
            bail!(
                "{}: the directory is not empty, and its files are never overwritten: name another directory with --out DIR",
                directory.display()
            );
        }
        let new_records =
            new::records(&text, &stem, self.width).with_context(|| girafa_files::shown(&self.text))?;
        girafa_files::make_directory(&directory)?;
        // Write the catalogue last: without it, the directory does not count as a directory of records.
        for (name, toml) in new_records.files.iter().rev() {
            girafa_files::write(&directory.join(format!("{name}.toml")), toml.as_bytes())?;
        }
        for (id, listing) in &new_records.listings {
            let (first, last) = listing.numbers;
            let width = match listing.width {
                WHOLE_LINE_WIDTH.. => "whole lines".to_owned(),
                width => format!("{width} columns"),
            };
            let title = listing.heading.as_deref().unwrap_or("no heading");
            print(&format!(
                "{id}: {}, {}, {first} to {last}, {width} ({title})\n",
                places(listing),
                counted(listing.lines, "line number")
            ))?;
        }
        print(&format!(
            "{} written to {}\n",
            counted(new_records.listings.len(), "record"),
            directory.display()
        ))?;
        Ok(Exit::Success)
    }
}
