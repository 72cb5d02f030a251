//! Tokenises listings in text files.

use std::path::Path;

use girafa_basic::program::Program;
use girafa_basic::tokenise::{self, Options};

use crate::error::{LoadError, Notice};

/// Returns the program of a listing, named after the file unless the listing has a name, and the listing's
/// warnings.
///
/// # Errors
/// The file cannot be read, or the listing has errors, all of which are reported.
pub fn tokenised(path: &Path) -> Result<(Program, Vec<Notice>), LoadError> {
    read(path, girafa_files::read_text(path)?)
}

/// Like [`tokenised`], from the text of the file.
///
/// # Errors
/// The listing has errors, all of which are reported.
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
                message: format!("{name} has mistakes"),
                name,
                text,
                errors,
            });
        }
    };
    let warnings = done.warnings;
    let notices = if warnings.is_empty() {
        Vec::new()
    } else {
        vec![Notice::Warnings { name, text, warnings }]
    };
    Ok((done.program, notices))
}
