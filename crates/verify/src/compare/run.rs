//! Runs a session on the machine.

use std::path::Path;

use girafa_basic::diagnostic::Diagnostics;
use girafa_basic::program::Program;
use girafa_basic::tap;
use girafa_files::FileError;
use girafa_inspect::cover::Cover;
use girafa_session::boot::Boot;
use girafa_session::cassette::Cassette;
use girafa_session::driver::Driver;
use girafa_session::hardware::Hardware;
use girafa_session::outcome::Outcome;
use girafa_session::request::{Limit, RunError, RunRequest, Source};
use girafa_spectrum::Tape;
use girafa_spectrum::tape::TapError;
use thiserror::Error;

use crate::compare::{Backend, Observation};
use crate::script::Script;

/// A program that runs on the machine.
#[derive(Debug, Clone)]
pub enum Medium {
    /// A program, which is loaded from its own tape and started by RUN.
    Program(Program),
    /// A tape, which stays in the recorder.
    Tape(Tape),
}

/// Why a session cannot be run.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CompareError {
    /// The program does not load, or an answer cannot be typed.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The session's lines do not parse.
    #[error("the session's lines: {0}")]
    Lines(#[from] Diagnostics),
    /// The session's tape cannot be read.
    #[error("tape: {0}")]
    Tape(#[from] FileError),
    /// The session's tape is not a valid `.tap` file.
    #[error("tape {0}: {1}")]
    NoTape(String, TapError),
    /// The tape has no program in which to put the session's lines, or of which to measure the coverage.
    #[error(transparent)]
    NoProgram(#[from] tap::FileError),
}

impl Medium {
    /// Its BASIC program; the first one of a tape.
    ///
    /// # Errors
    /// The tape has no program.
    pub fn program(&self) -> Result<Program, tap::FileError> {
        match self {
            Medium::Program(program) => Ok(program.clone()),
            Medium::Tape(tape) => tap::first_program(tape.blocks()),
        }
    }
}

impl Script {
    /// The request that runs `medium` with the session's lines, answers, keys, tape and pace. The tape is a file
    /// in `directory` and is not written. `hardware` is that of the machine; its pace is for sessions without one.
    ///
    /// # Errors
    /// The lines do not parse; the tape cannot be read.
    pub fn request(
        &self,
        medium: &Medium,
        directory: &Path,
        hardware: Hardware,
    ) -> Result<RunRequest, CompareError> {
        let source = match medium {
            Medium::Tape(tape) if self.lines.is_empty() => Source::Tape(tape.clone()),
            medium => Source::Program(self.changed(&medium.program()?)?),
        };
        Ok(RunRequest {
            answers: self.answers.clone(),
            keys: self.keys.clone(),
            tape: Some(self.cassette(directory)?),
            hardware: Hardware {
                pace: self.pace.unwrap_or(hardware.pace),
                ..hardware
            },
            limit: Limit::AtMost(self.frames()),
            ..RunRequest::of(source)
        })
    }

    fn cassette(&self, directory: &Path) -> Result<Cassette, CompareError> {
        let Some(name) = &self.tape else {
            return Ok(Cassette::default());
        };
        let tape = girafa_files::read(&directory.join(name))?;
        Cassette::from_tap(&tape).map_err(|error| CompareError::NoTape(name.display().to_string(), error))
    }
}

/// A completed run of a session.
pub(super) struct Run {
    pub seen: Observation,
    pub outcome: Outcome,
    pub session: Driver,
    /// The coverage of the program, if requested.
    pub cover: Option<Cover>,
}

impl Run {
    /// Runs a session of `medium`; its files are in `directory`.
    ///
    /// # Errors
    /// The session cannot be run.
    pub fn new(
        boot: &Boot,
        backend: Backend,
        medium: &Medium,
        script: &Script,
        directory: &Path,
        covers: bool,
    ) -> Result<Run, CompareError> {
        let request = script.request(medium, directory, boot.hardware())?;
        let mut session = request.start(|| Ok(boot.clone()))?.with_transcript();
        if script.expected.picture.is_some() {
            session = session.with_beam_replay();
        }
        let mut cover = None;
        let outcome = if covers {
            let program = medium.program()?;
            let mut listener = Cover::new(&program);
            if !script.lines.is_empty() {
                listener = listener.in_changed(&script.changed(&program)?);
            }
            session = session.with_statements();
            let outcome = session.run(request.limit.frames(), &mut listener);
            cover = Some(listener);
            outcome
        } else {
            session.run(request.limit.frames(), &mut ())
        };
        Ok(Run {
            seen: Observation::of_outcome(backend, &outcome),
            outcome,
            session,
            cover,
        })
    }
}
