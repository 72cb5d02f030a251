//! Finds programs with session files in directories.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use girafa_cli_support::usage;
use girafa_files::FileError;
use girafa_loader::place::{PROGRAMS, Place, program_beside};
use girafa_loader::scripts;
use girafa_verify::script::Script;

use crate::directories::files_of;

/// The tests that were found.
#[derive(Debug, Default)]
pub struct Found {
    /// Session files, in the order of the paths given, sorted by name within a directory.
    pub places: Vec<Place>,
    /// Listings without a session file.
    pub without: Vec<PathBuf>,
    seen: BTreeSet<PathBuf>,
}

/// Finds programs in `paths`: directories, programs, session files.
///
/// # Errors
/// A path does not exist or is a file of another kind, or a directory has too many entries.
pub fn find(paths: &[PathBuf]) -> anyhow::Result<Found> {
    let mut found = Found::default();
    for path in paths {
        let there = fs::metadata(path).map_err(|error| FileError::system(path, error))?;
        let extension = extension_of(path);
        if there.is_dir() {
            found.directory(path)?;
        } else if extension == "toml" {
            found.sessions(path);
        } else if PROGRAMS.contains(&extension.as_str()) {
            found.program(path);
        } else {
            return Err(usage(format_args!(
                "{}: expected a directory, a program (.bas, .tap, .tzx, .pzx, .txt) or a session file (.toml)",
                path.display()
            )));
        }
    }
    Ok(found)
}

impl Found {
    /// Whether there are neither session files nor listings.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty() && self.without.is_empty()
    }

    fn directory(&mut self, directory: &Path) -> anyhow::Result<()> {
        for path in &files_of(directory)? {
            match extension_of(path).as_str() {
                "toml" if is_of_sessions(path) => self.sessions(path),
                "bas" if !is_of_sessions(&path.with_extension("toml")) => self.program(path),
                _ => {}
            }
        }
        Ok(())
    }

    fn sessions(&mut self, sessions: &Path) {
        self.add(program_beside(sessions), sessions.to_owned());
    }

    fn program(&mut self, program: &Path) {
        let sessions = program.with_extension("toml");
        if is_of_sessions(&sessions) {
            self.add(Some(program.to_owned()), sessions);
        } else if self.is_new(program) {
            self.without.push(program.to_owned());
        }
    }

    fn add(&mut self, program: Option<PathBuf>, sessions: PathBuf) {
        if self.is_new(&sessions) {
            self.places.push(Place::new(program, sessions));
        }
    }

    /// Whether a file is seen for the first time: the paths may overlap.
    fn is_new(&mut self, path: &Path) -> bool {
        let file = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        self.seen.insert(file)
    }
}

fn extension_of(path: &Path) -> String {
    let extension = path.extension().unwrap_or_default();
    extension.to_string_lossy().to_ascii_lowercase()
}

/// Whether a `.toml` file exists and is a session file. Next to a program, it is one unless it is a fixes
/// file; otherwise, or next to a `.txt` file, its content decides.
fn is_of_sessions(path: &Path) -> bool {
    match program_beside(path) {
        // Any kind of text may be next to a .toml file.
        Some(program) if extension_of(&program) != "txt" => path.is_file() && !scripts::is_fixes_file(path),
        _ => scripts::is_session_file(path),
    }
}

/// Whether a session matches the filter.
pub fn is_wanted(program: &str, script: &Script, filter: Option<&str>) -> bool {
    filter.is_none_or(|filter| format!("{program}: {}", script.name).contains(filter))
}
