//! Finds files in directories.

use std::fs;
use std::path::{Path, PathBuf};

use girafa_cli_support::usage;
use girafa_files::FileError;

/// Maximum depth of subdirectories.
const MAX_DEPTH: usize = 32;
/// Maximum number of entries in a directory and its subdirectories.
const MAX_ENTRIES: usize = 200_000;
/// Name of a directory with build output.
const TARGET: &str = "target";

/// All files in `directory`, sorted by name, then those of its subdirectories, which are sorted too. Skips
/// hidden entries and directories named `target`, and does not follow links to directories.
///
/// # Errors
/// A directory cannot be read, or has too many entries or levels.
pub fn files_of(directory: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut walk = Walk {
        start: directory,
        files: Vec::new(),
        entries: 0,
    };
    walk.directory(directory, 0)?;
    Ok(walk.files)
}

struct Walk<'a> {
    start: &'a Path,
    files: Vec<PathBuf>,
    entries: usize,
}

impl Walk<'_> {
    fn directory(&mut self, directory: &Path, depth: usize) -> anyhow::Result<()> {
        let mut inner = Vec::new();
        let mut files = Vec::new();
        for entry in fs::read_dir(directory).map_err(|error| FileError::system(directory, error))? {
            let entry = entry.map_err(|error| FileError::system(directory, error))?;
            self.entries += 1;
            if self.entries > MAX_ENTRIES {
                return Err(usage(format_args!(
                    "{}: more than {MAX_ENTRIES} files: name a directory further down",
                    self.start.display()
                )));
            }
            let name = entry.file_name();
            if name.as_encoded_bytes().starts_with(b".") {
                continue;
            }
            let path = match directory == Path::new(".") {
                true => PathBuf::from(&name),
                false => entry.path(),
            };
            // Do not follow links to directories: they may form cycles.
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => inner.extend((name != TARGET).then_some(path)),
                Ok(_) => files.push(path),
                Err(error) => return Err(FileError::system(&path, error).into()),
            }
        }
        files.sort();
        self.files.append(&mut files);
        inner.sort();
        for directory in inner.iter().filter(|_| depth < MAX_DEPTH) {
            self.directory(directory, depth + 1)?;
        }
        Ok(())
    }
}
