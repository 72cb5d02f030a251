//! Whether outputs can be written, before time is spent on what is to be written there.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::{FileError, Reason};

/// Why outputs cannot be written where they should.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PlaceError {
    /// One of them cannot be written.
    #[error(transparent)]
    File(#[from] FileError),
    /// One would replace what is read.
    #[error("{option} {}: this file is the input: name another one", path.display())]
    IsRead {
        /// The option that names the output.
        option: String,
        /// The output.
        path: PathBuf,
    },
    /// Two are one file.
    #[error("{option} {}: {other} writes this file too: name another one", path.display())]
    IsWritten {
        /// The option that names the output.
        option: String,
        /// The output.
        path: PathBuf,
        /// The option that names it too.
        other: String,
    },
}

/// Refuses a place where no file can be written: a directory, or in a directory that does not exist.
///
/// # Errors
/// It is such a place.
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

/// Refuses places of which one cannot be written to, or of which two are one file, so that one output would
/// be lost, or what was read. Each is an option, with its file.
///
/// # Errors
/// There is such a place.
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

/// Whether two paths lead to the same file, be it there or not. Devices and pipes take what several write.
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
