//! What a sitting keeps in files: pictures, states of the machine, and the tape that SAVE records on.

use std::path::{Path, PathBuf};

use girafa_play::Player;
use girafa_play::cassette::{Cassette, Recorded};
use girafa_spectrum::snapshot::Format;
use girafa_spectrum::{Rom, Spectrum, Tape};

/// The directory for files, and the tapes.
pub struct Store {
    directory: PathBuf,
    /// The program's name, which the files' names begin with.
    name: String,
    rom: Rom,
    /// The tape that the program came from, or that was given.
    program_tape: Option<Tape>,
    cassette: Cassette,
    /// The file of the cassette, if it has one already.
    cassette_file: Option<PathBuf>,
    cassette_is_in: bool,
}

impl Store {
    /// Files go to `directory` under names that begin with `name`; snapshots that need a ROM get `rom`.
    pub fn new(directory: &Path, name: &str, rom: Rom) -> Store {
        Store {
            directory: directory.to_owned(),
            name: name.to_owned(),
            rom,
            program_tape: None,
            cassette: Cassette::default(),
            cassette_file: None,
            cassette_is_in: false,
        }
    }

    /// The program's own tape.
    pub fn with_program_tape(mut self, tape: Tape) -> Store {
        self.cassette_is_in = false;
        self.program_tape = Some(tape);
        self
    }

    /// Whether the program has a tape of its own.
    pub fn has_program_tape(&self) -> bool {
        self.program_tape.is_some()
    }

    /// SAVE records on `path`, behind what is there; a file that is not there yet is written by the first SAVE. Errors: it
    /// cannot be read, or is no whole `.tap`.
    pub fn with_cassette(mut self, path: &Path) -> anyhow::Result<Store> {
        let bad = |error: &dyn std::fmt::Display| anyhow::anyhow!("{}: {error}", path.display());
        if path.try_exists().map_err(|error| bad(&error))? {
            let file = girafa_files::read(path)?;
            self.cassette = Cassette::from_tap(&file).map_err(|error| {
                bad(&format_args!(
                    "{error}; --tape takes a .tap file, or one that is not there yet"
                ))
            })?;
        }
        self.cassette_file = Some(path.to_owned());
        self.cassette_is_in = self.cassette().is_some();
        Ok(self)
    }

    /// The cassette, where it has something to be loaded.
    pub fn cassette(&self) -> Option<Tape> {
        (!self.cassette.blocks().is_empty()).then(|| self.cassette.tape())
    }

    /// Writes a file under the first number that is free. Gives what the user should know.
    pub fn keep(&self, what: &str, extension: &str, bytes: &[u8]) -> String {
        let Some(path) = self.free(what, extension) else {
            return format!("{} is full of such files", self.directory.display());
        };
        match girafa_files::write(&path, bytes) {
            Ok(()) => format!("{} written", path.display()),
            Err(error) => error.to_string(),
        }
    }

    fn numbered(&self, what: &str, number: u32, extension: &str) -> PathBuf {
        let name = format!("{}-{what}-{number}.{extension}", self.name);
        // Without `./` in what the user reads.
        if self.directory == Path::new(".") {
            return PathBuf::from(name);
        }
        self.directory.join(name)
    }

    fn free(&self, what: &str, extension: &str) -> Option<PathBuf> {
        (1..10_000)
            .map(|number| self.numbered(what, number, extension))
            .find(|path| !path.exists())
    }

    /// Keeps the machine's state.
    pub fn keep_state(&self, machine: &Spectrum) -> String {
        match Format::Szx.save(machine) {
            Ok(snapshot) => self.keep("state", "szx", &snapshot),
            Err(error) => format!("the state cannot be kept: {error}"),
        }
    }

    /// Takes the state back that was kept last, today or another day.
    pub fn take_state(&self, player: &mut Player) -> String {
        let all = (1..10_000).map(|number| self.numbered("state", number, "szx"));
        let Some(path) = all.take_while(|path| path.exists()).last() else {
            return format!("no state of {} is kept yet: Ctrl+D keeps one", self.name);
        };
        let state = match girafa_files::read(&path) {
            Ok(state) => state,
            Err(error) => return error.to_string(),
        };
        match Format::Szx.load(&state, &self.rom) {
            Err(error) => format!("{}: {error}", path.display()),
            Ok(mut machine) => {
                // A snapshot has no tape recorder.
                machine.set_instant_tape(player.machine().deck().is_instant());
                if let Some(tape) = player.machine_mut().eject_tape() {
                    machine.insert_tape(tape);
                }
                player.set_machine(machine);
                format!("back at {}", path.display())
            }
        }
    }

    /// Puts the other tape into the recorder, or the only one again, wound to its start.
    pub fn other_tape(&mut self, machine: &mut Spectrum) -> String {
        let (cassette, program) = (self.cassette(), self.program_tape.clone());
        let (tape, is_cassette) = match (cassette, program) {
            (Some(tape), program) if !self.cassette_is_in || program.is_none() => (tape, true),
            (_, Some(tape)) => (tape, false),
            _ => return "there is no tape: SAVE something, or begin with --tape FILE".to_owned(),
        };
        machine.insert_tape(tape);
        self.cassette_is_in = is_cassette;
        let which = if is_cassette {
            "the tape that SAVE records on"
        } else {
            "the program's tape"
        };
        format!("{which} is in, at its start")
    }

    /// Takes what SAVE has recorded, to be called after each frame. Gives what the user should know.
    pub fn after_frame(&mut self, machine: &mut Spectrum) -> Option<String> {
        match self.cassette.after_frame(machine)? {
            Recorded::Full => Some("the tape is full: nothing more is saved".to_owned()),
            Recorded::Saved => {
                self.cassette_is_in = true;
                Some(self.write_cassette())
            }
        }
    }

    /// Writes what is not in the file yet.
    pub fn end(&mut self) -> Option<String> {
        self.cassette.has_news().then(|| self.write_cassette())
    }

    fn write_cassette(&mut self) -> String {
        if self.cassette_file.is_none() {
            self.cassette_file = self.free("tape", "tap");
        }
        let Some(path) = &self.cassette_file else {
            return format!("{} is full of such files", self.directory.display());
        };
        match girafa_files::write(path, &self.cassette.tape().to_tap()) {
            Ok(()) => format!("saved in {}", path.display()),
            Err(error) => format!("not saved: {error}"),
        }
    }
}
