//! Run requests: what to run and how, shared by all front ends.

use std::borrow::Cow;

use girafa_basic::diagnostic::Diagnostics;
use girafa_basic::program::Program;
use girafa_basic::{tap, tokenise};
use girafa_spectrum::{Spectrum, Tape};
use thiserror::Error;

use crate::boot::StartCommand;
use crate::boot::{Boot, BootError};
use crate::cassette::Cassette;
use crate::driver::Driver;
use crate::emulator::{Emulator, TypeError};
use crate::hardware::Hardware;
use crate::history::Keeping;
use crate::key_script::Item;
use crate::launch::{self, LaunchError, Launched};
use crate::limits;
use girafa_inspect::text::Glyphs;

/// What to run.
#[derive(Debug, Clone, Default)]
pub enum Source {
    /// Nothing: the machine has just been switched on.
    #[default]
    Nothing,
    /// A program, on a tape of its own.
    Program(Program),
    /// A tape, which stays in the recorder.
    Tape(Tape),
    /// A machine in the middle of a run, such as from a snapshot, with its ROM's characters.
    Machine(Box<(Spectrum, Glyphs)>),
}

/// How to load a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Loading {
    /// The ROM's LOAD gets each block instantly.
    #[default]
    Instant,
    /// Its lines are written to memory, for a ROM without a working LOAD.
    Poke,
    /// LOAD "" is typed, and the tape plays at its real speed.
    RealTime,
}

/// Why a request cannot be run.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RunError {
    /// The ROM does not start.
    #[error(transparent)]
    Boot(#[from] BootError),
    /// The program does not load.
    #[error(transparent)]
    Launch(#[from] LaunchError),
    /// An answer cannot be typed.
    #[error("answer {number}: {error}")]
    Answer {
        /// The number of the answer, counted from 1.
        number: usize,
        /// Why it cannot be typed.
        error: TypeError,
    },
}

/// A program with everything that is given for its run.
#[derive(Debug, Clone)]
pub struct RunRequest {
    /// What to run.
    pub source: Source,
    /// How to load it.
    pub loading: Loading,
    /// The command typed after loading.
    pub command: StartCommand,
    /// Answers to INPUT, in order.
    pub answers: Vec<String>,
    /// Keys, in order.
    pub keys: Vec<Item>,
    /// The tape to which SAVE appends; `None` if the front end has a recorder of its own.
    pub tape: Option<Cassette>,
    /// The machine's hardware.
    pub hardware: Hardware,
    /// The frame limit of the run.
    pub limit: Limit,
}

/// The frame limit of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    /// At most this number of frames; the run also ends with the program.
    AtMost(u64),
    /// This number of frames; a run from a snapshot runs all of them, whatever its program does.
    Frames(u64),
}

impl Default for Limit {
    fn default() -> Limit {
        Limit::AtMost(limits::FRAMES)
    }
}

impl Limit {
    /// The number of frames.
    pub fn frames(self) -> u64 {
        let (Limit::AtMost(frames) | Limit::Frames(frames)) = self;
        frames
    }
}

impl Default for RunRequest {
    fn default() -> RunRequest {
        RunRequest::of(Source::default())
    }
}

impl RunRequest {
    /// Runs `source` by RUN, with defaults for everything else.
    pub fn of(source: Source) -> RunRequest {
        RunRequest {
            source,
            loading: Loading::default(),
            command: StartCommand::Run,
            answers: Vec::new(),
            keys: Vec::new(),
            tape: Some(Cassette::default()),
            hardware: Hardware::default(),
            limit: Limit::default(),
        }
    }

    /// Runs a listing by RUN, with defaults for everything else.
    ///
    /// # Errors
    /// The listing does not parse.
    pub fn of_listing(listing: &str) -> Result<RunRequest, Diagnostics> {
        let tokenised = tokenise::program(listing, &tokenise::Options::default())?;
        Ok(RunRequest::of(Source::Program(tokenised.program)))
    }

    /// Starts a run to its end ([`Driver::run`]). `boot` is called unless the source is a machine.
    ///
    /// # Errors
    /// Those of `boot`; the program does not load; an answer cannot be typed.
    pub fn start(&self, boot: impl FnOnce() -> Result<Boot, BootError>) -> Result<Driver, RunError> {
        self.drive(self.emulator(boot)?, Keeping::Output)
    }

    /// Starts a run whose past is recorded.
    ///
    /// # Errors
    /// Those of [`start`](Self::start).
    pub fn start_recorded(&self, boot: impl FnOnce() -> Result<Boot, BootError>) -> Result<Driver, RunError> {
        let emulator = self.emulator(boot)?.with_transcript().with_marks();
        self.drive(emulator, Keeping::Past)
    }

    fn drive(&self, emulator: Emulator, keeping: Keeping) -> Result<Driver, RunError> {
        let mut driver = Driver::of(emulator, keeping).with_keys(self.keys.clone());
        for (answer, number) in self.answers.iter().zip(1..) {
            let added = driver.add_answer(answer);
            added.map_err(|error| RunError::Answer { number, error })?;
        }
        Ok(match (&self.source, self.limit) {
            (Source::Machine(_), Limit::Frames(_)) => driver.to_the_limit(),
            _ => driver,
        })
    }

    /// Returns the emulator at the start of the run, for interactive front ends.
    ///
    /// # Errors
    /// Those of `boot`, and of loading.
    pub fn emulator(&self, boot: impl FnOnce() -> Result<Boot, BootError>) -> Result<Emulator, RunError> {
        let (launched, glyphs) = match &self.source {
            Source::Machine(source) => {
                let (mut machine, glyphs) = (**source).clone();
                self.hardware.set_up(&mut machine);
                // There is no tape: this detects that the program waits for one.
                machine.set_tape_starts_itself(true);
                (launch::snapshot(machine), glyphs)
            }
            _ => {
                let boot = boot()?.with_hardware(self.hardware);
                (self.launch(&boot)?, boot.glyphs)
            }
        };
        let emulator = Emulator::new(launched, glyphs);
        Ok(match &self.tape {
            Some(tape) => emulator.with_tapes(tape.clone()),
            None => emulator,
        })
    }

    fn launch(&self, boot: &Boot) -> Result<Launched, LaunchError> {
        let program = match (&self.source, self.loading, self.command) {
            (Source::Nothing | Source::Machine(_), ..) => return launch::keys(boot, ""),
            (Source::Tape(tape), Loading::RealTime, _) => return launch::real_tape(boot, tape.clone()),
            (Source::Tape(tape), Loading::Instant, StartCommand::Run) => {
                return launch::tape_within(boot, tape, self.command, self.limit.frames());
            }
            (Source::Tape(tape), ..) => &tap::first_program(tape.blocks())?,
            (Source::Program(program), ..) => program,
        };
        let mut program = Cow::Borrowed(program);
        if self.command == StartCommand::List {
            program.to_mut().autostart = None;
        }
        let mut launched = match self.loading {
            Loading::Instant => launch::program(boot, &program, self.command)?,
            Loading::Poke => launch::placed(boot, &program, self.command)?,
            Loading::RealTime => {
                let program = program.to_mut();
                program.start_itself();
                let tape = Tape::new(tap::program_blocks(program)?.into());
                return launch::real_tape(boot, tape);
            }
        };
        // The tape was only made to load the program.
        launched.machine.eject_tape();
        Ok(launched)
    }
}
