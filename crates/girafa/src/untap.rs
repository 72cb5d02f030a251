//! `girafa untap`

use std::path::PathBuf;

use clap::Args;

use crate::exit::{Exit, Failure};
use crate::files;

/// Print the listing of a tape's first BASIC program.
#[derive(Args)]
pub struct Untap {
    /// The tape image
    tape: PathBuf,
}

impl Untap {
    /// Prints the listing.
    pub fn execute(self) -> Result<Exit, Failure> {
        let bytes = files::read(&self.tape)?;
        let program = girafa_basic::tap::first_program(&bytes)
            .map_err(|error| Failure::bad_file(format_args!("{}: {error}", self.tape.display())))?;
        files::print(&girafa_basic::text::from_program(&program))?;
        Ok(Exit::Well)
    }
}
