//! `--record`: saves a run, played or scripted, as a session in the program's session file.

use std::path::{Path, PathBuf};

use girafa_loader::recording::{RecordError, Recorded, Recorder};
use girafa_loader::rom;
use girafa_session::key_script::Item;
use girafa_session::recording::RecordingError;
use girafa_verify::recording;
use girafa_verify::script::Script;

use crate::{eprint_line, usage};

/// The session file to extend, and the machine that runs the new session.
pub struct Record {
    command: &'static str,
    recorder: Recorder,
    rom: Option<PathBuf>,
    printer: bool,
}

impl Record {
    /// Adds sessions of `program` to the file `sessions`. They run with this ROM, with or without the
    /// printer. Messages are prefixed with `command`.
    ///
    /// # Errors
    /// `sessions` is not the session file of `program`, or cannot be read.
    pub fn new(
        command: &'static str,
        program: &Path,
        sessions: &Path,
        rom: Option<&Path>,
        printer: bool,
    ) -> anyhow::Result<Record> {
        let recorder = Recorder::new(program, sessions).map_err(|error| match error {
            RecordError::NotBeside { .. } | RecordError::NoProgram(_) => {
                usage(format_args!("--record {error}"))
            }
            error => error.into(),
        })?;
        Ok(Record {
            command,
            recorder,
            rom: rom.map(Path::to_owned),
            printer,
        })
    }

    /// Adds a session with the inputs of `script`, and reports it.
    ///
    /// # Errors
    /// The session cannot be run; the file cannot be written.
    pub fn add(&self, script: Script) -> anyhow::Result<Recorded> {
        let boot = rom::load(self.rom.as_deref())?.boot_with_printer(self.printer)?;
        let recorded = self.recorder.add(&boot, script)?;
        self.say(format_args!("session \"{}\" added", recorded.name));
        Ok(recorded)
    }

    /// Adds a session for keys that were played in this number of frames, unless `played` is an error.
    ///
    /// # Errors
    /// The error in `played`; errors of [`add`](Self::add).
    pub fn add_played(&self, played: Result<(Vec<Item>, u64), RecordingError>) -> anyhow::Result<()> {
        let path = self.recorder.path().display();
        let (keys, frames) =
            played.map_err(|error| anyhow::anyhow!("{path}: nothing was recorded: {error}"))?;
        self.add(recording::played("", keys, frames)).map(|_| ())
    }

    /// Reports something about the session file on standard error.
    pub fn say(&self, what: impl std::fmt::Display) {
        let path = self.recorder.path().display();
        eprint_line(format_args!("{}: {path}: {what}", self.command));
    }
}
