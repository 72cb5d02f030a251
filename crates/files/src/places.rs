//! Checks that outputs can be written, before time is spent on producing them.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::{FileError, Reason};

/// Why outputs cannot be written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PlaceError {
    /// A file cannot be written.
    #[error(transparent)]
    File(#[from] FileError),
    /// An output would replace an input.
    #[error("{option} {}: this file is the input: name another one", path.display())]
    IsRead {
        /// The option that names the output.
        option: String,
        /// The output.
        path: PathBuf,
    },
    /// Two outputs are the same file.
    #[error("{option} {}: {other} writes this file too: name another one", path.display())]
    IsWritten {
        /// The option that names the output.
        option: String,
        /// The output.
        path: PathBuf,
        /// The other option that names it.
        other: String,
    },
}

/// Checks that a file can be written at `path`.
///
/// # Errors
/// The path is a directory, or its parent directory does not exist.
pub fn check_place(path: &Path) -> Result<(), FileError> {
    if path.is_dir() || path.file_name().is_none() {
        return Err(FileError::system(path, io::ErrorKind::IsADirectory.into()));
    }
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() && !parent.is_dir() => {
            Err(Reason::NoDirectory(parent.to_owned()).of(path))
        }
        _ => Ok(()),
    }
}

/// Checks that all outputs can be written and that no output replaces another one or an input. Each output
/// is given with its option.
///
/// # Errors
/// An output cannot be written, or replaces another file.
pub fn check_places<'a>(
    read: &[&Path],
    written: impl IntoIterator<Item = (&'a str, Option<&'a Path>)>,
) -> Result<(), PlaceError> {
    let mut seen: Vec<(&str, &Path)> = Vec::new();
    for (option, path) in written {
        let Some(path) = path else { continue };
        check_place(path)?;
        let (option_name, output) = (option.to_owned(), path.to_owned());
        if read.iter().any(|input| is_same_file(input, path)) {
            return Err(PlaceError::IsRead {
                option: option_name,
                path: output,
            });
        }
        if let Some((other, _)) = seen.iter().find(|(_, other)| is_same_file(other, path)) {
            return Err(PlaceError::IsWritten {
                option: option_name,
                path: output,
                other: (*other).to_owned(),
            });
        }
        seen.push((option, path));
    }
    Ok(())
}

/// Whether two paths lead to the same file, which need not exist. Devices and pipes are never the same, as
/// they accept several outputs.
pub fn is_same_file(one: &Path, other: &Path) -> bool {
    let place = |path: &Path| {
        fs::canonicalize(path).ok().or_else(|| {
            let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
            let directory = fs::canonicalize(parent.unwrap_or(Path::new("."))).ok()?;
            Some(directory.join(path.file_name()?))
        })
    };
    let is_device = fs::metadata(one).is_ok_and(|there| !there.is_file());
    !is_device && place(one).is_some_and(|one| place(other) == Some(one))
}
