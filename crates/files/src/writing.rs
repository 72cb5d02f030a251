//! Files that are written piece by piece, and are there whole or not at all.

use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::{FileError, check_place};

/// A file on its way: it is written under a temporary name beside its place and renamed when it is complete.
/// A link stays one: what it leads to is written. A device or a pipe, which cannot be renamed to, is written
/// to directly. Nothing is left of one that is dropped before [`finish`](Writing::finish).
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
    /// Begins the file `path`.
    ///
    /// # Errors
    /// The place is a directory or in none, or the system refuses.
    pub fn new(path: &Path) -> Result<Writing, FileError> {
        check_place(path)?;
        let to = match fs::metadata(path) {
            Ok(there) if !there.is_file() => {
                OpenOptions::new().write(true).open(path).map(Destination::Device)
            }
            // WebAssembly's systems have no permissions to keep, and no way to ask where a link leads.
            Ok(_) if cfg!(target_family = "wasm") => Destination::beside(path.to_owned(), None),
            Ok(there) if there.permissions().readonly() => Err(io::ErrorKind::PermissionDenied.into()),
            Ok(there) => {
                fs::canonicalize(path).and_then(|file| Destination::beside(file, Some(there.permissions())))
            }
            Err(_) => Destination::beside(path.to_owned(), None),
        };
        Ok(Writing {
            path: path.to_owned(),
            to: to.map_err(|error| FileError::system(path, error))?,
        })
    }

    /// Puts the complete file in its place.
    ///
    /// # Errors
    /// The system refuses; what stood there before is there still.
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

    /// Puts the complete file in its place, unless there is something. Gives whether there was nothing.
    ///
    /// # Errors
    /// The system refuses.
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
    fn beside(place: PathBuf, permissions: Option<Permissions>) -> io::Result<Destination> {
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

/// Puts a written file in its place.
fn replace(temporary: NamedTempFile, place: &Path, permissions: Option<Permissions>) -> io::Result<()> {
    if let Some(permissions) = permissions {
        temporary.as_file().set_permissions(permissions)?;
    }
    temporary.as_file().sync_all()?;
    temporary.persist(place)?;
    Ok(())
}

/// A file that anybody may read whom the system's mask lets.
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
