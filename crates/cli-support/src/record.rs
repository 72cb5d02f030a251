//! `--record`: saves a run, played or scripted, as a session in the program's session file, or its input as a
//! `.rzx` file.

use std::path::{Path, PathBuf};

use girafa_loader::recording::{RecordError, Recorded, Recorder};
use girafa_session::hardware::Pace;
use girafa_session::history::History;
use girafa_session::recording::{input, keys};
use girafa_verify::recording;
use girafa_verify::script::Script;

use crate::{MachineOptions, eprint_line, usage};

/// Where a player saves what is played.
pub enum PlayedRecord {
    /// As a session of the program.
    Session(Record),
    /// As a `.rzx` file with the input of each frame.
    Input(PathBuf),
}

impl PlayedRecord {
    /// Saves to the file `path`, a `.rzx` file or the session file of `program`; otherwise as [`Record::new`].
    ///
    /// # Errors
    /// Those of [`Record::new`].
    pub fn new(
        command: &'static str,
        program: &Path,
        path: &Path,
        machine: &MachineOptions,
    ) -> anyhow::Result<PlayedRecord> {
        Ok(match is_rzx(path) {
            true => PlayedRecord::Input(path.to_owned()),
            false => PlayedRecord::Session(Record::new(command, program, path, machine)?),
        })
    }

    /// Saves the run in `history` up to its current moment.
    ///
    /// # Errors
    /// The run is not the result of its keys alone, or its beginning is forgotten; the file cannot be written.
    pub fn save(&self, history: &History) -> anyhow::Result<()> {
        let nothing =
            |path: &Path, error| anyhow::anyhow!("{}: nothing was recorded: {error}", path.display());
        match self {
            PlayedRecord::Session(record) => {
                let keys = keys(history).map_err(|error| nothing(record.recorder.path(), error))?;
                let script = recording::played("", keys, history.timeline().now());
                record.add(script).map(|_| ())
            }
            PlayedRecord::Input(path) => {
                let recording = input(history).map_err(|error| nothing(path, error))?;
                Ok(girafa_files::write(path, &recording.to_bytes())?)
            }
        }
    }
}

/// Whether `--record` writes a `.rzx` file.
pub fn is_rzx(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("rzx"))
}

/// The session file to extend, and the machine that runs the new session.
pub struct Record {
    command: &'static str,
    recorder: Recorder,
    machine: MachineOptions,
}

impl Record {
    /// Adds sessions of `program` to the file `sessions`. They run on this machine. Messages are prefixed with
    /// `command`.
    ///
    /// # Errors
    /// `sessions` is not the session file of `program`, or cannot be read.
    pub fn new(
        command: &'static str,
        program: &Path,
        sessions: &Path,
        machine: &MachineOptions,
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
            machine: machine.clone(),
        })
    }

    /// Adds a session with the inputs of `script`, and reports it.
    ///
    /// # Errors
    /// The session cannot be run; the file cannot be written.
    pub fn add(&self, script: Script) -> anyhow::Result<Recorded> {
        let boot = self.machine.load_rom()?.boot()?;
        let boot = boot.with_hardware(self.machine.hardware());
        // The default can change, and keys that were played with another pace come at other times.
        let script = Script {
            pace: (self.machine.pace != Pace::default()).then_some(self.machine.pace),
            ..script
        };
        let recorded = self.recorder.add(&boot, script)?;
        self.say(format_args!("session \"{}\" added", recorded.name));
        Ok(recorded)
    }

    /// Reports something about the session file on standard error.
    pub fn say(&self, what: impl std::fmt::Display) {
        let path = self.recorder.path().display();
        eprint_line(format_args!("{}: {path}: {what}", self.command));
    }
}
