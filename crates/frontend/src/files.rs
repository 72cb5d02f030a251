//! The files that a player writes, such as `NAME-screen-1.png`; existing files are never replaced.

use std::path::{Path, PathBuf};

use thiserror::Error;

/// Maximum number of files of one kind.
const MAX_FILES: u32 = 10_000;

/// The functions of the front end that read and write files. Their errors are messages that name the file.
#[derive(Debug, Clone, Copy)]
pub struct Disk {
    /// Returns all bytes of a file.
    pub read: fn(&Path) -> Result<Vec<u8>, String>,
    /// Writes a file, completely or not at all.
    pub write: fn(&Path, &[u8]) -> Result<(), String>,
    /// Writes a file completely or not at all, unless it exists; returns whether it was written.
    pub write_new: fn(&Path, &[u8]) -> Result<bool, String>,
}

/// The directory does not exist.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}: no such directory", .0.display())]
pub struct NoDirectory(pub PathBuf);

/// The directory and the name prefix of a player's files.
#[derive(Debug, Clone)]
pub struct Files {
    disk: Disk,
    directory: PathBuf,
    name: String,
}

/// The prefix of file names: the stem of `target`, which is a path or an id; `48K` for the empty machine.
pub fn name_of(target: Option<&str>) -> &str {
    target.map_or("48K", |target| {
        let stem = Path::new(target).file_stem();
        stem.and_then(|stem| stem.to_str()).unwrap_or(target)
    })
}

impl Files {
    /// Files in `directory` with the prefix `name`.
    ///
    /// # Errors
    /// The directory does not exist.
    pub fn new(directory: &Path, name: &str, disk: Disk) -> Result<Files, NoDirectory> {
        if !directory.is_dir() {
            return Err(NoDirectory(directory.to_owned()));
        }
        Ok(Files {
            disk,
            directory: directory.to_owned(),
            name: name.to_owned(),
        })
    }

    /// The prefix of the file names.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Writes a file with the first free number. Returns a message for the user.
    pub fn write_new(&self, what: &str, extension: &str, bytes: &[u8]) -> String {
        // Another process may take a number between the check and the write.
        for path in self.paths(what, extension).filter(|path| !path.exists()) {
            match (self.disk.write_new)(&path, bytes) {
                Ok(true) => return format!("{} written", path.display()),
                Ok(false) => {}
                Err(message) => return message,
            }
        }
        self.full()
    }

    /// The path with the first free number, if there is one.
    pub fn free(&self, what: &str, extension: &str) -> Option<PathBuf> {
        self.paths(what, extension).find(|path| !path.exists())
    }

    /// The existing file with the highest number.
    pub fn last(&self, what: &str, extension: &str) -> Option<PathBuf> {
        self.paths(what, extension)
            .take_while(|path| path.exists())
            .last()
    }

    /// Returns all bytes of a file; the error is a message that names the file.
    pub(crate) fn read(&self, path: &Path) -> Result<Vec<u8>, String> {
        (self.disk.read)(path)
    }

    /// Writes a file, replacing an existing one; the error is a message that names the file.
    pub(crate) fn write(&self, path: &Path, bytes: &[u8]) -> Result<(), String> {
        (self.disk.write)(path, bytes)
    }

    /// The message if all numbers are taken.
    pub(crate) fn full(&self) -> String {
        format!("{} has too many such files", self.directory.display())
    }

    fn paths<'a>(&'a self, what: &'a str, extension: &'a str) -> impl Iterator<Item = PathBuf> + 'a {
        (1..MAX_FILES).map(move |number| {
            let name = format!("{}-{what}-{number}.{extension}", self.name);
            // Omit `./` in paths that the user reads.
            if self.directory == Path::new(".") {
                return PathBuf::from(name);
            }
            self.directory.join(name)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    const DISK: Disk = Disk {
        read: |path| std::fs::read(path).map_err(|error| error.to_string()),
        write: |path, bytes| std::fs::write(path, bytes).map_err(|error| error.to_string()),
        write_new: |path, bytes| match std::fs::File::create_new(path) {
            Ok(mut file) => Ok(file.write_all(bytes).is_ok()),
            Err(_) => Ok(false),
        },
    };

    /// A file that another player writes in the meantime is kept, and the next number is used.
    #[test]
    fn two_players_in_one_directory() {
        let directory = tempfile::tempdir().unwrap();
        let late = Disk {
            write_new: |path, bytes| {
                if path.to_string_lossy().ends_with("state-1.szx") {
                    std::fs::write(path, "the other's").unwrap();
                }
                (DISK.write_new)(path, bytes)
            },
            ..DISK
        };
        let files = Files::new(directory.path(), "nim", late).unwrap();
        let message = files.write_new("state", "szx", b"mine");
        assert!(message.ends_with("nim-state-2.szx written"), "{message}");
        let read = |name: &str| std::fs::read(directory.path().join(name)).unwrap();
        assert_eq!(read("nim-state-1.szx"), b"the other's");
        assert_eq!(read("nim-state-2.szx"), b"mine");
    }

    #[test]
    fn numbers_go_on_and_nothing_is_replaced() {
        let directory = tempfile::tempdir().unwrap();
        let files = Files::new(directory.path(), name_of(Some("a/nim.bas")), DISK).unwrap();
        assert_eq!(files.last("state", "szx"), None);
        for number in 1..=3 {
            let path = directory.path().join(format!("nim-state-{number}.szx"));
            let message = files.write_new("state", "szx", &[number]);
            assert_eq!(message, format!("{} written", path.display()));
            assert_eq!(files.last("state", "szx"), Some(path.clone()));
            assert_eq!(files.read(&path), Ok(vec![number]));
        }
        assert_eq!(name_of(None), "48K");
    }

    #[test]
    fn there_must_be_a_directory() {
        let message = Files::new(Path::new("nowhere"), "x", DISK)
            .unwrap_err()
            .to_string();
        assert_eq!(message, "nowhere: no such directory");
    }
}
