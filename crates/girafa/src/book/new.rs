//! `girafa book new`

use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::Args;
use girafa_console::{Exit, print};
use girafa_restore::book::new::{self, places};
use girafa_restore::fit::UNBROKEN;

use super::counted;
use crate::typein::Columns;

/// Find the listings in any text, and write a catalogue and empty restoration records
///
/// A listing is three rows or more that begin with rising line numbers and keywords, as far as the scan lets them be read.
/// The records have none of the text but headings: they are to be completed by hand.
#[derive(Args)]
pub struct New {
    /// Text of the book, in UTF-8
    #[arg(value_name = "TEXT")]
    text: PathBuf,
    /// Directory to make, for the records [default: TEXT-records, in the current directory]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Columns of the listings (6 to 1000), `auto` to detect them for each, or `none` if each row is a whole line
    #[arg(long, value_name = "N", default_value = "auto")]
    width: Columns,
}

impl New {
    /// Finds the listings and writes the records.
    pub fn execute(self) -> anyhow::Result<Exit> {
        let text = girafa_subject::book::read_text(&self.text)?;
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
                "{}: there are files in it, and nothing is written over them: name another directory with --out DIR",
                directory.display()
            );
        }
        let made =
            new::records(&text, &stem, self.width.0).with_context(|| girafa_files::shown(&self.text))?;
        girafa_files::make_directory(&directory)?;
        // The catalogue comes last: without it the directory is none of records.
        for (name, toml) in made.files.iter().rev() {
            girafa_files::write(&directory.join(format!("{name}.toml")), toml.as_bytes())?;
        }
        for (id, listing) in &made.listings {
            let (first, last) = listing.numbers;
            let width = match listing.width {
                UNBROKEN.. => "whole lines".to_owned(),
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
            counted(made.listings.len(), "record"),
            directory.display()
        ))?;
        Ok(Exit::Well)
    }
}
