//! A session on the machine.

use std::path::Path;

use girafa_basic::diagnostic::Diagnostics;
use girafa_basic::program::Program;
use girafa_basic::tap;
use girafa_files::FileError;
use girafa_session::boot::Boot;
use girafa_session::cassette::Cassette;
use girafa_session::insight::cover::Cover;
use girafa_session::keys::KeysError;
use girafa_session::launch::{self, LaunchError, StartCommand};
use girafa_session::outcome::Outcome;
use girafa_session::session::Session;
use girafa_spectrum::Tape;
use girafa_spectrum::tape::TapError;
use thiserror::Error;

use crate::compare::{Seen, Way};
use crate::script::Script;

/// A program that runs on the machine.
#[derive(Debug, Clone)]
pub enum Medium {
    /// A listing's, which is loaded from a tape of its own and started by RUN.
    Program(Program),
    /// A tape, which stays in the recorder.
    Tape(Tape),
}

/// A session that cannot be run.
#[derive(Debug, Error)]
pub enum CompareError {
    /// The program does not load.
    #[error(transparent)]
    Launch(#[from] LaunchError),
    /// An answer cannot be typed.
    #[error(transparent)]
    Keys(#[from] KeysError),
    /// The session's lines do not parse.
    #[error("the session's lines: {0}")]
    Lines(#[from] Diagnostics),
    /// The session's tape cannot be read.
    #[error("tape: {0}")]
    Tape(#[from] FileError),
    /// The session's tape is none.
    #[error("tape {0}: {1}")]
    NoTape(String, TapError),
    /// The tape has no program that the session's lines could be put into, or that can be covered.
    #[error(transparent)]
    NoProgram(#[from] tap::FileError),
}

impl Medium {
    /// Its BASIC program; of a tape the first.
    ///
    /// # Errors
    /// The tape has none.
    pub fn program(&self) -> Result<Program, tap::FileError> {
        match self {
            Medium::Program(program) => Ok(program.clone()),
            Medium::Tape(tape) => tap::first_program(tape.blocks()),
        }
    }
}

impl Script {
    /// `program`, with the session's lines put into it, loaded from tape and about to be started by RUN, which clears the
    /// screen of what LOAD has printed. The answers are at hand.
    ///
    /// # Errors
    /// The lines do not parse, the program does not load, or an answer cannot be typed.
    pub fn session(&self, boot: &Boot, program: &Program) -> Result<Session, CompareError> {
        let program = self.changed(program)?;
        let launched = launch::program(boot, &program, StartCommand::Run)?;
        let session = Session::new(launched, boot.glyphs.clone()).answers(&self.answers)?;
        Ok(session.with_keys(self.keys.clone()))
    }

    /// The same with a listing or a tape of one's own, which may save and load: on and from the session's tape, a file in
    /// `directory`, that is not written.
    fn session_with_tapes(
        &self,
        boot: &Boot,
        medium: &Medium,
        directory: &Path,
    ) -> Result<Session, CompareError> {
        let session = match medium {
            Medium::Tape(tape) if self.lines.is_empty() => {
                let launched = launch::tape(boot, tape, StartCommand::Run)?;
                let session = Session::new(launched, boot.glyphs.clone()).answers(&self.answers)?;
                session.with_keys(self.keys.clone())
            }
            medium => {
                let mut session = self.session(boot, &medium.program()?)?;
                // It has nothing but the program, which nobody has recorded.
                session.machine_mut().eject_tape();
                session
            }
        };
        let cassette = match &self.tape {
            None => Cassette::default(),
            Some(name) => {
                let tape = girafa_files::read(&directory.join(name))?;
                Cassette::from_tap(&tape)
                    .map_err(|error| CompareError::NoTape(name.display().to_string(), error))?
            }
        };
        Ok(session.with_tapes(cassette).with_faults())
    }
}

/// A session that is over.
pub(super) struct Run {
    pub seen: Seen,
    pub outcome: Outcome,
    pub session: Session,
    /// What has run of the program, where that was asked for.
    pub cover: Option<Cover>,
}

impl Run {
    /// Runs a session of `medium`; its files are in `directory`.
    ///
    /// # Errors
    /// It cannot be run.
    pub fn new(
        boot: &Boot,
        way: Way,
        medium: &Medium,
        script: &Script,
        directory: &Path,
        covers: bool,
    ) -> Result<Run, CompareError> {
        let mut session = match medium {
            Medium::Program(program) if way != Way::Listing && script.tape.is_none() => {
                script.session(boot, program)?
            }
            medium => script.session_with_tapes(boot, medium, directory)?,
        };
        session = session.with_transcript();
        if script.expected.picture.is_some() {
            session = session.with_television();
        }
        let mut cover = None;
        let outcome = if covers {
            let program = medium.program()?;
            let mut listener = Cover::new(&program);
            if !script.lines.is_empty() {
                listener = listener.in_changed(&script.changed(&program)?);
            }
            session = session.with_statements();
            let outcome = session.run(script.frames(), &mut listener);
            cover = Some(listener);
            outcome
        } else {
            session.run(script.frames(), &mut ())
        };
        Ok(Run {
            seen: Seen::of_outcome(way, &outcome),
            outcome,
            session,
            cover,
        })
    }
}
