//! Where sessions come from: those that come with the command, or a directory's.

use std::ffi::OsStr;
use std::path::Path;

use girafa_proof::sessions::{self, Script, Sessions, SessionsError};

use crate::exit::Failure;
use crate::files;

// `EMBEDDED`: name and text of each file of tests/sessions.
include!(concat!(env!("OUT_DIR"), "/sessions.rs"));

/// All sessions, in the order of their files' names: of `directory`, else those that come with the command.
pub fn all(directory: Option<&Path>) -> Result<Vec<Sessions>, Failure> {
    let bad = |error: SessionsError| match error {
        SessionsError::Unreadable(path, error) => files::cannot(&path, &error),
        error => Failure::bad_file(error),
    };
    match directory {
        Some(directory) => sessions::read_directory(directory).map_err(bad),
        None => EMBEDDED
            .iter()
            .map(|(name, text)| sessions::parse(Path::new(name), text).map_err(bad))
            .collect(),
    }
}

/// The sessions of a program, an id or a file named after it; none if nobody has written any.
pub fn of(name: &OsStr, directory: Option<&Path>) -> Result<Vec<Script>, Failure> {
    let all = all(directory)?;
    let id = Path::new(name).file_stem().unwrap_or_default();
    Ok(all
        .into_iter()
        .find(|sessions| id == sessions.id.as_str())
        .map_or_else(Vec::new, |sessions| sessions.sessions))
}
