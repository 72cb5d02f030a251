//! A program and its session file beside it.

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

/// A program beside its session file, the first of these that there is.
pub const PROGRAMS: [&str; 5] = ["bas", "tap", "tzx", "pzx", "txt"];
/// A program and its session file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The program's file without its extension: its name.
    pub name: String,
    /// Its listing or tape; none where there is none next to the sessions.
    pub program: Option<PathBuf>,
    /// Its sessions.
    pub sessions: PathBuf,
}

/// Why what was seen cannot be written into a session file.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PlaceBlessError {
    /// A file cannot be read or written.
    #[error("{0}")]
    File(#[from] FileError),
    /// A file that the session file names is one that is read.
    #[error("{0}")]
    Place(#[from] PlaceError),
    /// The session file is malformed, or was changed in the meantime.
    #[error("{path}: {error}")]
    Sessions {
        /// The session file.
        path: String,
        /// What is wrong with it.
        error: BlessError,
    },
}

/// The program that a session file is for.
pub fn program_beside(sessions: &Path) -> Option<PathBuf> {
    let capitals = PROGRAMS.map(str::to_ascii_uppercase);
    let extensions = PROGRAMS.into_iter().chain(capitals.iter().map(String::as_str));
    let mut programs = extensions.map(|extension| sessions.with_extension(extension));
    programs.find(|program| program.is_file())
}

/// The program in a file, as sessions run it, and what the user should know of it.
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
    /// The sessions in a file, with the program beside it where there is one.
    pub fn new(program: Option<PathBuf>, sessions: PathBuf) -> Place {
        Place {
            name: sessions.with_extension("").display().to_string(),
            program,
            sessions,
        }
    }

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

    /// Writes into the session file, and the files that it names, what its sessions have shown, for it to be
    /// expected from now on. Gives what was written: `nim.toml: Vitória (transcript)`.
    ///
    /// # Errors
    /// A file cannot be written, or was changed in the meantime.
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
        let wanted = self.sessions.with_extension("bas");
        let message = format!(
            "expected a program next to it ({} or .tap, .tzx, .pzx), or the id of an included program",
            wanted.file_name().unwrap_or_default().to_string_lossy()
        );
        FileError::system(&self.sessions, io::Error::other(message))
    }
}

/// The included program that a session file names.
fn included(file: &SessionFile) -> Result<Option<Versions>, LoadError> {
    if !file.says_id {
        return Ok(None);
    }
    let (original, edition) = (book::original(&file.id)?, editions::edition(&file.id)?);
    let is_there = original.is_some() || edition.is_some();
    Ok(is_there.then(|| Versions::of_book(&file.id, original, edition)))
}
