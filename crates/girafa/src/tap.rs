//! `girafa tap`

use girafa_console::Exit;
use girafa_console::eprint_notices;
use std::path::PathBuf;

use clap::Args;
use girafa_subject::listing::tokenised;

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
    pub fn execute(self) -> anyhow::Result<Exit> {
        girafa_files::check_places(&[&self.listing], [("-o", Some(&*self.out))])?;
        let (program, notices) = tokenised(&self.listing)?;
        eprint_notices("girafa", &notices);
        let image = girafa_basic::tap::from_program(&program)?;
        girafa_files::write(&self.out, &image)?;
        Ok(Exit::Well)
    }
}
