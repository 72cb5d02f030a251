//! `girafa untap`

use anyhow::bail;
use girafa_cli_support::{Exit, print};
use std::path::PathBuf;

use clap::Args;
use girafa_spectrum::snapshot::Format;

use girafa_loader::Target;

/// Print the first BASIC program of a tape as a listing
#[derive(Args)]
pub struct Untap {
    /// Tape image: .tap, .tzx or .pzx
    #[arg(value_name = "TAPE")]
    tape: PathBuf,
}

impl Untap {
    /// Prints the listing.
    pub fn execute(self) -> anyhow::Result<Exit> {
        let name = self.tape.display().to_string();
        let extension = self.tape.extension().unwrap_or_default().to_ascii_lowercase();
        let extension = extension.to_str().unwrap_or_default();
        let bytes = girafa_files::read(&self.tape)?;
        if Format::of_extension(extension).is_some() {
            bail!("{name}: a snapshot is not a tape: `girafa list` prints its program");
        }
        let tape = girafa_loader::tape_of(&self.tape, extension, &bytes)?;
        girafa_cli_support::eprint_notices("girafa", &girafa_loader::damaged(&self.tape, &tape));
        let program = Target::Tape(tape).program(&name)?;
        print(&girafa_basic::text::from_program(&program))?;
        Ok(Exit::Success)
    }
}
