//! Where sessions come from: those that come with the command, or a directory's.

use std::ffi::OsStr;
use std::path::Path;

use girafa_files::FileError;
use girafa_proof::script::{self, Script, SessionFile, SessionFileError};

use crate::book;
use crate::error::SubjectError;

/// All sessions, in the order of their files' names: of `directory`, else those that come with the command.
///
/// # Errors
/// A file cannot be read, or is not of the form.
pub fn all(directory: Option<&Path>) -> Result<Vec<SessionFile>, SubjectError> {
    let bad = |error: SessionFileError| match error {
        SessionFileError::Unreadable(path, error) => FileError::system(&path, error).into(),
        error => SubjectError::SessionFile(error),
    };
    match directory {
        Some(directory) => script::read_directory(directory).map_err(bad),
        None => girafa_sessions::SESSIONS
            .iter()
            .map(|(id, text)| script::parse(&Path::new(id).with_extension("toml"), text).map_err(bad))
            .collect(),
    }
}

/// The sessions of a program, an id (the corrected listing has those of its id) or a file named after it; none if nobody has written any.
///
/// # Errors
/// Those of [`all`].
pub fn of(name: &OsStr, directory: Option<&Path>) -> Result<Vec<Script>, SubjectError> {
    let all = all(directory)?;
    let id = Path::new(name).file_stem().unwrap_or_default().to_string_lossy();
    let id = book::without_corrected(&id).unwrap_or(&id);
    Ok(all
        .into_iter()
        .find(|sessions| id == sessions.id)
        .map_or_else(Vec::new, |sessions| sessions.sessions))
}
