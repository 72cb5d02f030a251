//! Finds sessions: the included ones, or those in a directory.

use std::ffi::OsStr;
use std::path::Path;

use girafa_files::FileError;
use girafa_verify::script::{self, Script, SessionFile, SessionFileError};

use crate::book;
use crate::error::LoadError;

/// Returns all sessions, sorted by file name: from `directory`, otherwise the included ones.
///
/// # Errors
/// A file cannot be read or is malformed.
pub fn all(directory: Option<&Path>) -> Result<Vec<SessionFile>, LoadError> {
    match directory {
        Some(directory) => script::read_directory(directory).map_err(error_of),
        None => girafa_sessions::SESSIONS
            .iter()
            .map(|(id, text)| script::parse(&Path::new(id).with_extension("toml"), text).map_err(error_of))
            .collect(),
    }
}

/// Converts a session file error to the error of any other file.
pub fn error_of(error: SessionFileError) -> LoadError {
    match error {
        SessionFileError::Unreadable(path, error) => FileError::system(&path, error).into(),
        error => LoadError::SessionFile(error),
    }
}

/// Whether a `.toml` file is a session file: other tools have such files too.
pub fn is_session_file(path: &Path) -> bool {
    has_table(path, &["[[session]]"])
}

/// Whether a `.toml` file contains corrections of a scan (`girafa_scan::fixes`), and so has no sessions.
pub fn is_fixes_file(path: &Path) -> bool {
    has_table(path, &["[[correction]]", "[[doubt]]"]) && !is_session_file(path)
}

/// Whether a file contains the header of one of the tables.
fn has_table(path: &Path, tables: &[&str]) -> bool {
    let text = girafa_files::read_text(path).unwrap_or_default();
    text.lines().any(|row| {
        let row = row.replace(' ', "");
        tables.iter().any(|table| row.starts_with(table))
    })
}

/// Returns the sessions of a program, given as an id or a file, with their tapes as paths: from the
/// directory, otherwise from the session file next to the program, otherwise the included ones; empty if
/// there are none. A corrected listing has the sessions of its id.
///
/// # Errors
/// Same as [`all`].
pub fn of(name: &OsStr, directory: Option<&Path>) -> Result<Vec<Script>, LoadError> {
    let path = Path::new(name);
    let beside = path.with_extension("toml");
    let has_own = directory.is_none() && path.extension().is_some() && is_session_file(&beside);
    let (files, directory) = if has_own {
        let file = script::read(&beside).map_err(error_of)?;
        (vec![file], beside.parent())
    } else {
        (all(directory)?, directory)
    };
    let id = path.file_stem().unwrap_or_default().to_string_lossy();
    let id = book::without_corrected(&id).unwrap_or(&id);
    let of_program = files.into_iter().find(|sessions| id == sessions.id);
    let mut scripts = of_program.map_or_else(Vec::new, |sessions| sessions.sessions);
    for tape in scripts.iter_mut().filter_map(|script| script.tape.as_mut()) {
        *tape = directory.unwrap_or(Path::new("")).join(&*tape);
    }
    Ok(scripts)
}
