//! Records the inputs of a run as a session in the program's session file.

use std::fs;
use std::path::{Path, PathBuf};

use girafa_files::{FileError, is_same_file};
use girafa_session::boot::Boot;
use girafa_session::{Outcome, RunError};
use girafa_verify::compare::CompareError;
use girafa_verify::recording;
use girafa_verify::script::{self, Script, SessionFile};
use thiserror::Error;

use crate::LoadError;
use crate::place::{medium, program_beside};
use crate::scripts::error_of;

/// Why a session cannot be recorded.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RecordError {
    /// The session file belongs to another program, or to none.
    #[error(
        "{}: a session file is next to its program and has its name: {}", sessions.display(), wanted.display()
    )]
    NotBeside {
        /// The session file.
        sessions: PathBuf,
        /// The expected session file.
        wanted: PathBuf,
    },
    /// The target cannot have a session file.
    #[error("{}: only a listing or a tape in a file of its own can have a session file", .0.display())]
    NoProgram(PathBuf),
    /// The program or its session file cannot be used.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The session's inputs are invalid.
    #[error(transparent)]
    Inputs(#[from] CompareError),
    /// The session cannot be run.
    #[error(transparent)]
    Run(#[from] RunError),
}

/// Adds sessions to a session file.
#[derive(Debug)]
pub struct Recorder {
    program: PathBuf,
    sessions: PathBuf,
}

/// A session that was added.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recorded {
    /// Its name.
    pub name: String,
    /// The rows of its transcript, which it now expects.
    pub transcript: Vec<String>,
}

impl Recorder {
    /// Creates a recorder for sessions of the program in the file `program`. It creates the file `sessions`
    /// if necessary.
    ///
    /// # Errors
    /// `sessions` is not the session file of `program`, cannot be read, or is malformed.
    pub fn new(program: &Path, sessions: &Path) -> Result<Recorder, RecordError> {
        let expected = program.with_extension("toml");
        let is_beside =
            |sessions: &Path| program_beside(sessions).is_some_and(|beside| is_same_file(&beside, program));
        if !is_beside(&expected) {
            return Err(RecordError::NoProgram(program.to_owned()));
        }
        let sessions = sessions.to_owned();
        if !is_beside(&sessions) || sessions.extension() != Some("toml".as_ref()) {
            return Err(RecordError::NotBeside {
                sessions,
                wanted: expected,
            });
        }
        let recorder = Recorder {
            program: program.to_owned(),
            sessions,
        };
        recorder.sessions()?;
        Ok(recorder)
    }

    /// The session file.
    pub fn path(&self) -> &Path {
        &self.sessions
    }

    /// Runs a session with the inputs of `script` and adds it with its observations. Its name is the first of
    /// `recorded 1`, `recorded 2`... that is not in use.
    ///
    /// # Errors
    /// The session cannot be run, or the file cannot be written.
    pub fn add(&self, boot: &Boot, script: Script) -> Result<Recorded, RecordError> {
        let path = self.path();
        let (text, file) = self.sessions()?;
        let is_taken = |name: &String| file.sessions.iter().any(|script| script.name == *name);
        let name = (1..)
            .map(|number| format!("recorded {number}"))
            .find(|name| !is_taken(name));
        let name = name.unwrap_or_default();
        let script = Script {
            name: name.clone(),
            tape: self.tape(script.tape),
            ..script
        };
        let outcome = self.run(boot, &script)?;
        let gap = if text.is_empty() || text.ends_with("\n\n") {
            ""
        } else if text.ends_with('\n') {
            "\n"
        } else {
            "\n\n"
        };
        let text = format!("{text}{gap}{}", recording::session(&script, &outcome));
        // Do not write a file that cannot be parsed again.
        script::parse(path, &text).map_err(error_of)?;
        girafa_files::write(path, text.as_bytes())?;
        let transcript = recording::transcript(&outcome);
        Ok(Recorded { name, transcript })
    }

    fn run(&self, boot: &Boot, script: &Script) -> Result<Outcome, RecordError> {
        let (medium, _) = medium(&self.program)?;
        let directory = self.path().parent().unwrap_or(Path::new(""));
        let request = script.request(&medium, directory, boot.hardware())?;
        let mut driver = request.start(|| Ok(boot.clone()))?.with_transcript();
        Ok(driver.run(request.limit.frames(), &mut ()))
    }

    /// The text and sessions of the session file; empty if the file does not exist yet.
    fn sessions(&self) -> Result<(String, SessionFile), RecordError> {
        let path = self.path();
        if !path.exists() {
            return Ok((String::new(), SessionFile::default()));
        }
        let text = girafa_files::read_text(path)?;
        let file = script::parse(path, &text).map_err(error_of)?;
        Ok((text, file))
    }

    /// The path of the tape for the session file: relative if the tape is in the same directory or below.
    fn tape(&self, tape: Option<PathBuf>) -> Option<PathBuf> {
        let tape = tape?;
        let directory = self.path().parent().unwrap_or(Path::new(""));
        let directory = if directory.as_os_str().is_empty() {
            Path::new(".")
        } else {
            directory
        };
        let (Ok(whole), Ok(directory)) = (fs::canonicalize(&tape), fs::canonicalize(directory)) else {
            return Some(tape);
        };
        Some(
            whole
                .strip_prefix(directory)
                .map_or(whole.clone(), Path::to_owned),
        )
    }
}
