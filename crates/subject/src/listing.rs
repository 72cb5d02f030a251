//! A listing in a text file, tokenised.

use std::io::IsTerminal;
use std::path::Path;

use girafa_basic::program::Program;
use girafa_basic::tokenise::{self, Options};

use crate::exit::{Failure, tell};
use crate::files;

/// The program of a listing, named after the file and starting at its first line. What is doubtful in the listing is
/// shown on standard error; what is wrong makes the failure's message, all of it.
pub fn tokenised(path: &Path) -> Result<Program, Failure> {
    let text = files::read_text(path)?;
    let place = path.display().to_string();
    let colour = std::io::stderr().is_terminal();
    let name = path
        .file_stem()
        .and_then(|stem| stem.to_str())
        .unwrap_or_default()
        .to_owned();
    let options = Options {
        name,
        ..Options::default()
    };
    match tokenise::program(&text, &options) {
        Ok(done) => {
            if !done.warnings.is_empty() {
                tell(done.warnings.render(&place, &text, colour));
            }
            let mut program = done.program;
            program.autostart = program.lines.first().map(|line| line.number);
            Ok(program)
        }
        Err(errors) => Err(Failure::bad_file(format_args!(
            "{place} has mistakes:\n{}",
            errors.render(&place, &text, colour)
        ))),
    }
}
