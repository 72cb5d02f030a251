//! A program and the session file next to it.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use girafa_files::{FileError, PlaceError};
use girafa_verify::bless::{self, BlessError, Blessing, New};
use girafa_verify::compare::{Backend, Judged, Medium, Versions};
use girafa_verify::script::{self, SessionFile, Transcript};
use girafa_verify::suite::Program;
use thiserror::Error;

use crate::{LoadError, Notice, Target, book, editions, resolve, scripts};

/// Extensions of the program next to a session file, in order of preference.
pub const PROGRAMS: [&str; 5] = ["bas", "tap", "tzx", "pzx", "txt"];
/// A program and its session file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The name: the path of the program's file without its extension.
    pub name: String,
    /// The listing or tape, if there is one next to the session file.
    pub program: Option<PathBuf>,
    /// The session file.
    pub sessions: PathBuf,
}

/// Errors while writing observations into a session file.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PlaceBlessError {
    /// A file cannot be read or written.
    #[error("{0}")]
    File(#[from] FileError),
    /// A file that the session file would write is also one of its inputs.
    #[error("{0}")]
    Place(#[from] PlaceError),
    /// The session file is malformed, or has changed since it was read.
    #[error("{path}: {error}")]
    Sessions {
        /// The session file.
        path: String,
        /// The error.
        error: BlessError,
    },
}

/// Returns the program next to a session file.
pub fn program_beside(sessions: &Path) -> Option<PathBuf> {
    let capitals = PROGRAMS.map(str::to_ascii_uppercase);
    let extensions = PROGRAMS.into_iter().chain(capitals.iter().map(String::as_str));
    let mut programs = extensions.map(|extension| sessions.with_extension(extension));
    programs.find(|program| program.is_file())
}

/// Reads the program in a file as sessions run it, with notices for the user.
///
/// # Errors
/// The file cannot be read, or is not a listing or a tape.
pub(crate) fn medium(program: &Path) -> Result<(Medium, Vec<Notice>), LoadError> {
    let resolved = resolve(program)?;
    let medium = match resolved.target {
        Target::Tape(tape) => Medium::Tape(tape),
        target => Medium::Program(target.program(&program.to_string_lossy())?),
    };
    Ok((medium, resolved.notices))
}

/// Returns the files that a program's sessions depend on.
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
        // Words of the command that are not files never exist, so they never change.
        command.iter().for_each(|word| add(Path::new(word)));
    }
    files.sort();
    files.dedup();
    files
}

impl Place {
    /// Creates a place from a session file and the program next to it, if there is one.
    pub fn new(program: Option<PathBuf>, sessions: PathBuf) -> Place {
        Place {
            name: sessions.with_extension("").display().to_string(),
            program,
            sessions,
        }
    }

    /// Returns the session file and the program, if there is one.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        [Some(&self.sessions), self.program.as_ref()]
            .into_iter()
            .flatten()
            .map(PathBuf::as_path)
    }

    /// Reads the program and its sessions, with notices for the user.
    ///
    /// # Errors
    /// There is no program; a file cannot be read or is malformed.
    pub fn read(&self) -> Result<(Program, Vec<Notice>), LoadError> {
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
        let (medium, notices) = medium(path)?;
        let versions = Versions {
            id: self.name.clone(),
            machine: vec![(Backend::Listing, medium)],
            program: Some(path.clone()),
            directory,
            ..Versions::default()
        };
        Ok((Program::new(versions, file), notices))
    }

    /// Writes the observations of the sessions as new expectations into the session file and the files that
    /// it names. Returns what was written: `nim.toml: Vitória (transcript)`.
    ///
    /// # Errors
    /// A file cannot be written, or has changed since it was read.
    pub fn bless(&self, sessions: &[Judged]) -> Result<Vec<String>, PlaceBlessError> {
        let changed = sessions.iter().filter(|judged| !judged.changes.is_empty());
        let blessings: Vec<Blessing> = changed
            .map(|judged| Blessing {
                session: judged.verdict.session.clone(),
                changes: judged.changes.clone(),
            })
            .collect();
        let mut written = Vec::new();
        if blessings.is_empty() {
            return Ok(written);
        }
        let text = girafa_files::read_text(&self.sessions)?;
        let blessed = bless::changed(&text, &blessings).map_err(|error| PlaceBlessError::Sessions {
            path: self.sessions.display().to_string(),
            error,
        })?;
        let mut others: BTreeMap<&Path, &[u8]> = BTreeMap::new();
        let mut names = Vec::new();
        for blessing in &blessings {
            let members: Vec<&str> = blessing.changes.iter().map(|change| change.member).collect();
            names.push(format!("{} ({})", blessing.session, members.join(", ")));
            others.extend(blessing.changes.iter().filter_map(|change| match &change.new {
                New::File(path, bytes) => Some((path.as_path(), bytes.as_slice())),
                _ => None,
            }));
        }
        let read: Vec<&Path> = self.files().collect();
        for path in others.keys() {
            girafa_files::check_places(&read, [("an expected file", Some(*path))])?;
        }
        for (path, bytes) in others {
            girafa_files::write(path, bytes)?;
            written.push(path.display().to_string());
        }
        if blessed != text {
            girafa_files::write(&self.sessions, blessed.as_bytes())?;
            written.push(format!("{}: {}", self.sessions.display(), names.join("; ")));
        }
        Ok(written)
    }

    fn no_program(&self) -> FileError {
        let program = self.sessions.with_extension("bas");
        let message = format!(
            "expected a program next to it ({} or .tap, .tzx, .pzx), or the id of an included program",
            program.file_name().unwrap_or_default().to_string_lossy()
        );
        FileError::system(&self.sessions, io::Error::other(message))
    }
}

/// Returns the included program that a session file names.
fn included(file: &SessionFile) -> Result<Option<Versions>, LoadError> {
    if !file.says_id {
        return Ok(None);
    }
    let (original, edition) = (book::original(&file.id)?, editions::edition(&file.id)?);
    let is_there = original.is_some() || edition.is_some();
    Ok(is_there.then(|| Versions::of_book(&file.id, original, edition)))
}
