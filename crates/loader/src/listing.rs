//! A listing in a text file, tokenised.

use std::path::Path;

use girafa_basic::diagnostic::Diagnostics;
use girafa_basic::program::Program;
use girafa_basic::source;
use girafa_basic::tokenise::{self, Options};

use crate::error::{LoadError, Notice};

/// The program of a listing, named after the file and starting at its first line, and what is doubtful in the
/// listing.
///
/// # Errors
/// The file cannot be read; the listing has mistakes: all of them.
pub fn tokenised(path: &Path) -> Result<(Program, Vec<Notice>), LoadError> {
    read(path, girafa_files::read_text(path)?)
}

/// As [`tokenised`], from the text of the file.
///
/// # Errors
/// The listing has mistakes: all of them.
pub fn read(path: &Path, text: String) -> Result<(Program, Vec<Notice>), LoadError> {
    let name = girafa_files::shown(path);
    let stem = path.file_stem().and_then(|stem| stem.to_str());
    let options = Options {
        name: stem.unwrap_or_default().to_owned(),
        ..Options::default()
    };
    let done = match tokenise::program(&text, &options) {
        Ok(done) => done,
        Err(errors) => {
            return Err(LoadError::Listing {
                said: format!("{name} has mistakes"),
                name,
                text,
                errors,
            });
        }
    };
    let mut program = done.program;
    program.autostart = program.lines.first().map(|line| line.number);
    let warnings = done.warnings;
    let notices = if warnings.is_empty() {
        Vec::new()
    } else {
        vec![Notice::Warnings { name, text, warnings }]
    };
    Ok((program, notices))
}

/// The row of a listing's file, from 1, in which the program's line `line` begins. `None` where the file is
/// not a listing, can no longer be read, or has no such line.
pub fn row_of(path: &Path, line: u16) -> Option<usize> {
    let is_listing = path
        .extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("bas"));
    let text = is_listing.then(|| girafa_files::read_text(path).ok()).flatten()?;
    let lines = source::lines(&text, true, &mut Diagnostics::default());
    let found = lines.into_iter().find(|found| found.number == line)?;
    Some(text[..found.number_span.start].matches('\n').count() + 1)
}
