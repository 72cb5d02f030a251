//! `girafa book`

use girafa_console::{Exit, eprint_coloured_line, eprint_line, has_error_terminal, print, usage};
use std::path::{Path, PathBuf};

use clap::Subcommand;
use girafa_basic::tap;
use girafa_restore::book::{self, Imported};
use girafa_subject::book::explain;
use girafa_subject::book::{data_directory, remember};

/// Import the book's listings from a text that you own
#[derive(Subcommand)]
pub enum Book {
    /// Extract the listings from the book's text, as a .bas and a .tap each
    ///
    /// The directory is remembered: afterwards `girafa run ID` finds the listings there.
    Import {
        /// Text of the book, in UTF-8
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// Directory to write to [default: girafa/book in your data directory]
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
    },
}

impl Book {
    /// Imports, and reports what was done.
    pub fn execute(self) -> anyhow::Result<Exit> {
        let Book::Import { file, out } = self;
        let text = girafa_files::read_text(&file)?;
        let imported = book::import(&text, &[]).map_err(|error| explain(&file, &text, error))?;
        let directory = match &out {
            Some(directory) => directory.clone(),
            None => data_directory()
                .map(|data| data.join("book"))
                .ok_or_else(|| usage("this system has no data directory for you: name one with --out DIR"))?,
        };
        let listings = imported.iter().flat_map(|listing| {
            ["bas", "tap"].map(|extension| directory.join(format!("{}.{extension}", listing.id)))
        });
        for place in listings.filter(|place| place.exists()) {
            girafa_files::check_places(&[&file], [("--out", Some(&*place))])?;
        }
        write(&directory, &imported)?;
        for listing in &imported {
            print(&format!("{}\n", summary(listing)))?;
            let colour = has_error_terminal();
            let diagnostics = &listing.reading.diagnostics;
            if !diagnostics.is_empty() {
                eprint_coloured_line(
                    diagnostics
                        .render(&file.display().to_string(), &text, colour)
                        .trim_end(),
                );
            }
        }
        print(&format!("written to {}\n", directory.display()))?;
        if let Err(failure) = remember(&directory) {
            eprint_line(format_args!(
                "girafa: `girafa run ID` will not find the listings by itself: {}",
                failure.message(false)
            ));
        }
        Ok(Exit::Well)
    }
}

fn write(directory: &Path, imported: &[Imported]) -> anyhow::Result<()> {
    girafa_files::make_directory(directory)?;
    for listing in imported {
        girafa_files::write(
            &directory.join(format!("{}.bas", listing.id)),
            listing.source.as_bytes(),
        )?;
        girafa_files::write(
            &directory.join(format!("{}.tap", listing.id)),
            &tap::from_program(&listing.program)?,
        )?;
    }
    Ok(())
}

fn summary(listing: &Imported) -> String {
    format!(
        "{}: {}, {} rows of which {} are as scanned, {} corrected, {} doubtful",
        listing.id,
        listing.title,
        listing.reading.rows.len(),
        listing.rows_as_scanned(),
        listing.corrections.len(),
        listing.doubts.len()
    )
}
