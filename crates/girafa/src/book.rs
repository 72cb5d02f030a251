//! `girafa book`

use std::path::{Path, PathBuf};

use clap::Subcommand;

use crate::exit::{Exit, Failure};
use crate::files;

/// Listings of a book whose text you own.
#[derive(Subcommand)]
pub enum Book {
    /// Take the listings out of a book's text: a .bas and a .tap for each
    Import {
        /// The book's text
        text: PathBuf,
        /// The directory to write to
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
    },
}

impl Book {
    /// Imports.
    pub fn execute(self) -> Result<Exit, Failure> {
        let Book::Import { text, .. } = self;
        let _ = files::read_text(&text)?;
        todo!()
    }
}

/// The tape of an imported listing.
pub fn listing(id: &str) -> Result<Vec<u8>, Failure> {
    files::read(&Path::new(".").join(format!("{id}.tap")))
}
