//! Files that the player writes: `NAME-what-1.png` and so on, none ever replaced.

use std::path::{Path, PathBuf};

/// Files of one kind at most.
const MOST: usize = 10_000;

/// Where files go and what they are called after.
pub struct Output {
    directory: PathBuf,
    name: String,
}

impl Output {
    /// Files called after `name` in a directory, which must be there.
    pub fn new(directory: &Path, name: &str) -> anyhow::Result<Output> {
        if !directory.is_dir() {
            anyhow::bail!("--out {}: no such directory", directory.display());
        }
        Ok(Output {
            directory: directory.to_owned(),
            name: name.to_owned(),
        })
    }

    /// What files are called after.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Writes a file under the first number that is free. Gives what to tell the user.
    pub fn write(&self, what: &str, extension: &str, bytes: &[u8]) -> String {
        let free = self.paths(what, extension).find(|path| !path.exists());
        match free {
            None => format!("{} is full", self.directory.display()),
            Some(path) => match girafa_files::write(&path, bytes) {
                Ok(()) => format!("{} written", path.display()),
                Err(error) => error.to_string(),
            },
        }
    }

    /// The file with the last number.
    pub fn last(&self, what: &str, extension: &str) -> Option<PathBuf> {
        self.paths(what, extension)
            .take_while(|path| path.exists())
            .last()
    }

    fn paths<'a>(&'a self, what: &'a str, extension: &'a str) -> impl Iterator<Item = PathBuf> + 'a {
        (1..MOST).map(move |number| {
            self.directory
                .join(format!("{}-{what}-{number}.{extension}", self.name))
        })
    }
}
