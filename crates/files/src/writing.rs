//! Writes files piece by piece but atomically.

use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::{FileError, check_place};

/// A file being written: it has a temporary name next to its final path, and is renamed when it is
/// complete. A symbolic link is kept, and its target is written. Devices and pipes, which cannot be
/// replaced by renaming, are written directly. If it is dropped before [`finish`](Writing::finish), nothing
/// remains.
#[derive(Debug)]
pub struct Writing {
    path: PathBuf,
    to: Destination,
}

#[derive(Debug)]
enum Destination {
    Device(File),
    File {
        temporary: NamedTempFile,
        place: PathBuf,
        permissions: Option<Permissions>,
    },
}

impl Writing {
    /// Starts writing the file `path`.
    ///
    /// # Errors
    /// The path is a directory, its parent does not exist, or a system error.
    pub fn new(path: &Path) -> Result<Writing, FileError> {
        check_place(path)?;
        let to = match fs::metadata(path) {
            Ok(there) if !there.is_file() => {
                OpenOptions::new().write(true).open(path).map(Destination::Device)
            }
            // WebAssembly systems have no permissions to keep, and no way to resolve a link.
            Ok(_) if cfg!(target_family = "wasm") => Destination::next_to(path.to_owned(), None),
            Ok(there) if there.permissions().readonly() => Err(io::ErrorKind::PermissionDenied.into()),
            Ok(there) => {
                fs::canonicalize(path).and_then(|file| Destination::next_to(file, Some(there.permissions())))
            }
            Err(_) => Destination::next_to(path.to_owned(), None),
        };
        Ok(Writing {
            path: path.to_owned(),
            to: to.map_err(|error| FileError::system(path, error))?,
        })
    }

    /// Moves the complete file to its final path.
    ///
    /// # Errors
    /// A system error; an existing file stays unchanged.
    pub fn finish(self) -> Result<(), FileError> {
        let finished = match self.to {
            Destination::Device(mut device) => device.flush(),
            Destination::File {
                temporary,
                place,
                permissions,
            } => replace(temporary, &place, permissions),
        };
        finished.map_err(|error| FileError::system(&self.path, error))
    }

    /// Moves the complete file to its final path, unless that exists; returns whether it did so.
    ///
    /// # Errors
    /// A system error.
    pub(crate) fn finish_new(self) -> Result<bool, FileError> {
        let Destination::File { temporary, place, .. } = self.to else {
            return Ok(false);
        };
        let system = |error| FileError::system(&self.path, error);
        temporary.as_file().sync_all().map_err(system)?;
        match temporary.persist_noclobber(place) {
            Ok(_) => Ok(true),
            Err(failed) if failed.error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
            Err(failed) => Err(system(failed.error)),
        }
    }

    fn file(&mut self) -> &mut File {
        match &mut self.to {
            Destination::Device(device) => device,
            Destination::File { temporary, .. } => temporary.as_file_mut(),
        }
    }
}

impl Destination {
    fn next_to(place: PathBuf, permissions: Option<Permissions>) -> io::Result<Destination> {
        let parent = place.parent().filter(|parent| !parent.as_os_str().is_empty());
        let temporary = temporary().tempfile_in(parent.unwrap_or(Path::new(".")))?;
        Ok(Destination::File {
            temporary,
            place,
            permissions,
        })
    }
}

impl Write for Writing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file().flush()
    }
}

impl Seek for Writing {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file().seek(to)
    }
}

/// Replaces `place` with a written file.
fn replace(temporary: NamedTempFile, place: &Path, permissions: Option<Permissions>) -> io::Result<()> {
    if let Some(permissions) = permissions {
        temporary.as_file().set_permissions(permissions)?;
    }
    temporary.as_file().sync_all()?;
    temporary.persist(place)?;
    Ok(())
}

/// Temporary files with the default permissions of the umask.
#[cfg(unix)]
fn temporary() -> tempfile::Builder<'static, 'static> {
    use std::os::unix::fs::PermissionsExt;
    let mut builder = tempfile::Builder::new();
    builder.prefix(".girafa-").suffix(".tmp");
    builder.permissions(Permissions::from_mode(0o666));
    builder
}

#[cfg(not(unix))]
fn temporary() -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".girafa-").suffix(".tmp");
    builder
}
