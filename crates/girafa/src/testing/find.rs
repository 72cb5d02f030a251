//! Programs with session files beside them, in directories.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use girafa_console::usage;
use girafa_files::FileError;
use girafa_proof::compare::{Medium, Versions, Way};
use girafa_proof::script::{self, Script, SessionFile, Transcript};
use girafa_proof::suite::Program;
use girafa_subject::{Notice, Subject, SubjectError, book, editions, scripts};

/// Directories within directories that are looked into.
const DEEPEST: usize = 32;
/// Entries of directories that are looked at.
const MOST_ENTRIES: usize = 200_000;
/// A program beside its session file, the first of these that there is.
const PROGRAMS: [&str; 4] = ["bas", "tap", "tzx", "pzx"];
/// A directory of what is built.
const TARGET: &str = "target";

/// A program and its session file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The program's file without its extension: its name.
    pub name: String,
    /// Its listing or tape; none where there is none beside the sessions.
    pub program: Option<PathBuf>,
    /// Its sessions.
    pub sessions: PathBuf,
}

/// What there is to test.
#[derive(Debug, Default)]
pub struct Found {
    /// Session files, in the order of the paths and of the names in a directory.
    pub places: Vec<Place>,
    /// Listings without.
    pub without: Vec<PathBuf>,
    seen: BTreeSet<PathBuf>,
    entries: usize,
}

/// Looks for programs in `paths`: directories, programs, session files.
///
/// # Errors
/// There is no such path, it is another file, or there is too much in a directory.
pub fn find(paths: &[PathBuf]) -> anyhow::Result<Found> {
    let mut found = Found::default();
    for path in paths {
        let there = fs::metadata(path).map_err(|error| FileError::system(path, error))?;
        let extension = extension_of(path);
        if there.is_dir() {
            found.directory(path, 0)?;
        } else if extension == "toml" {
            found.sessions(path);
        } else if PROGRAMS.contains(&extension.as_str()) {
            found.program(path);
        } else {
            return Err(usage(format_args!(
                "{}: neither a directory nor a program (.bas, .tap, .tzx, .pzx) nor a session file (.toml)",
                path.display()
            )));
        }
    }
    Ok(found)
}

impl Found {
    /// Whether there is nothing at all.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty() && self.without.is_empty()
    }

    fn directory(&mut self, directory: &Path, depth: usize) -> anyhow::Result<()> {
        let mut inner = Vec::new();
        let mut files = Vec::new();
        for entry in fs::read_dir(directory).map_err(|error| FileError::system(directory, error))? {
            let entry = entry.map_err(|error| FileError::system(directory, error))?;
            self.entries += 1;
            if self.entries > MOST_ENTRIES {
                return Err(usage(format_args!(
                    "{}: there are more than {MOST_ENTRIES} files: name a directory further down",
                    directory.display()
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
            // A link to a directory may lead back.
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => inner.extend((name != TARGET).then_some(path)),
                Ok(_) => files.push(path),
                Err(error) => return Err(FileError::system(&path, error).into()),
            }
        }
        files.sort();
        for path in &files {
            match extension_of(path).as_str() {
                "toml" if is_of_sessions(path) => self.sessions(path),
                "bas" if !is_of_sessions(&path.with_extension("toml")) => self.program(path),
                _ => {}
            }
        }
        inner.sort();
        for directory in inner.iter().filter(|_| depth < DEEPEST) {
            self.directory(directory, depth + 1)?;
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
            let name = sessions.with_extension("").display().to_string();
            self.places.push(Place {
                name,
                program,
                sessions,
            });
        }
    }

    /// Whether a file has not been met before; paths may overlap.
    fn is_new(&mut self, path: &Path) -> bool {
        let file = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        self.seen.insert(file)
    }
}

fn extension_of(path: &Path) -> String {
    let extension = path.extension().unwrap_or_default();
    extension.to_string_lossy().to_ascii_lowercase()
}

/// The program that a session file is for.
fn program_beside(sessions: &Path) -> Option<PathBuf> {
    let capitals = PROGRAMS.map(str::to_ascii_uppercase);
    let extensions = PROGRAMS.into_iter().chain(capitals.iter().map(String::as_str));
    let mut programs = extensions.map(|extension| sessions.with_extension(extension));
    programs.find(|program| program.is_file())
}

/// Whether a `.toml` file is there and meant to have sessions: what is beside a program is, unless it corrects a scan, and of
/// others what says so.
fn is_of_sessions(path: &Path) -> bool {
    if program_beside(path).is_some() {
        path.is_file() && !scripts::is_fixes_file(path)
    } else {
        scripts::is_session_file(path)
    }
}

/// The files that a program's sessions depend on.
pub fn files_of(place: &Place, program: Option<&Program>) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = place.files().map(Path::to_owned).collect();
    let Some(program) = program else { return files };
    let directory = &program.versions.directory;
    let mut add = |name: &Path| files.push(directory.join(name));
    for script in &program.scripts {
        let expected = &script.expected;
        [&script.tape, &expected.picture, &expected.hardcopy]
            .into_iter()
            .flatten()
            .for_each(|name| add(name));
        if let Some(Transcript::File(name)) = &expected.transcript {
            add(name);
        }
        let command = script.reference.as_ref().unwrap_or(&program.versions.command);
        // Words that are no files stay away for ever.
        command.iter().for_each(|word| add(Path::new(word)));
    }
    files.sort();
    files.dedup();
    files
}

impl Place {
    /// The session file, and the program where there is one.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        [Some(&self.sessions), self.program.as_ref()]
            .into_iter()
            .flatten()
            .map(PathBuf::as_path)
    }

    /// The program and its sessions, and what the user should know of them.
    ///
    /// # Errors
    /// There is no program; a file cannot be read, or is not of the form.
    pub fn read(&self) -> Result<(Program, Vec<Notice>), SubjectError> {
        let file = script::read(&self.sessions).map_err(scripts::error_of)?;
        let directory = self.sessions.parent().unwrap_or(Path::new("")).to_owned();
        let Some(path) = &self.program else {
            let versions = included(&file)?.ok_or_else(|| self.no_program())?;
            let versions = Versions {
                directory,
                ..versions
            };
            return Ok((Program::new(versions, file), Vec::new()));
        };
        let resolved = girafa_subject::resolve(path)?;
        let medium = match resolved.subject {
            Subject::Tape(tape) => Medium::Tape(tape),
            subject => Medium::Program(subject.program(&path.to_string_lossy())?),
        };
        let versions = Versions {
            id: self.name.clone(),
            machine: vec![(Way::Listing, medium)],
            directory,
            ..Versions::default()
        };
        Ok((Program::new(versions, file), resolved.notices))
    }

    fn no_program(&self) -> FileError {
        let wanted = self.sessions.with_extension("bas");
        let message = format!(
            "there is no program beside it ({} or .tap, .tzx, .pzx), and it has no id of an included one",
            wanted.file_name().unwrap_or_default().to_string_lossy()
        );
        FileError::system(&self.sessions, io::Error::other(message))
    }
}

/// The included program that a session file names.
fn included(file: &SessionFile) -> Result<Option<Versions>, SubjectError> {
    if !file.says_id {
        return Ok(None);
    }
    let (original, edition) = (book::original(&file.id)?, editions::edition(&file.id)?);
    let is_there = original.is_some() || edition.is_some();
    Ok(is_there.then(|| Versions::of_book(&file.id, original, edition)))
}

/// Whether a session is among those that are wanted.
pub fn is_wanted(program: &str, script: &Script, filter: Option<&str>) -> bool {
    filter.is_none_or(|filter| format!("{program}: {}", script.name).contains(filter))
}
