//! `girafa tap`

use std::path::PathBuf;

use crate::exit::{Exit, Failure};
use crate::files;
use crate::listing::tokenised;
use clap::Args;

/// Convert a listing to a tape image; it starts at its first line when loaded
#[derive(Args)]
pub struct Tap {
    /// Listing to convert, as text
    #[arg(value_name = "IN.bas")]
    listing: PathBuf,
    /// Tape image to write
    #[arg(short, value_name = "OUT.tap")]
    out: PathBuf,
}

impl Tap {
    /// Writes the tape.
    pub fn execute(self) -> Result<Exit, Failure> {
        files::check_places(&[&self.listing], [("-o", Some(&*self.out))])?;
        let program = tokenised(&self.listing)?;
        files::write(&self.out, &girafa_basic::tap::from_program(&program))?;
        Ok(Exit::Well)
    }
}
