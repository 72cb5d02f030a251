//! A target in a machine, about to be started.

use std::path::PathBuf;

use girafa_session::boot::Boot;
use girafa_session::launch::{self, LaunchError, Launched, StartCommand};
use girafa_session::text::Glyphs;

use crate::error::SubjectError;
use crate::rom;
use crate::target::Target;

/// How a target is brought into a machine.
#[derive(Debug, Clone, Default)]
pub struct Launch {
    /// The file of the ROM, where it is not the usual one (see [`rom::load`]).
    pub rom: Option<PathBuf>,
    /// The program is put in memory instead of loaded.
    pub poke: bool,
}

impl Launch {
    /// The machine with the target called `name` loaded and RUN about to be typed, and its ROM's characters.
    pub fn run(&self, name: &str, target: &Target) -> Result<(Launched, Glyphs), SubjectError> {
        self.commanded(name, target, StartCommand::Run)
    }

    /// As [`Self::run`] with another command about to be typed.
    pub fn commanded(
        &self,
        name: &str,
        target: &Target,
        command: StartCommand,
    ) -> Result<(Launched, Glyphs), SubjectError> {
        let rom = rom::load(self.rom.as_deref())?;
        if let Target::Snapshot(snapshot) = target {
            let machine = snapshot.load(name, rom.rom())?;
            return Ok((launch::snapshot(machine), Glyphs::of_rom(rom.rom())));
        }
        let boot = rom.boot()?;
        let launched = self.load(name, &boot, target, command)?;
        Ok((launched, boot.glyphs))
    }

    /// The machine with LOAD "" typed and a tape of the target in the recorder, to be loaded by its pulses: it plays as soon
    /// as the ROM listens.
    pub fn real_tape(&self, name: &str, target: &Target) -> Result<(Launched, Glyphs), SubjectError> {
        let boot = rom::load(self.rom.as_deref())?.boot()?;
        let mut machine = boot.loading().ok_or(SubjectError::NoLoader)?.clone();
        machine.insert_tape(target.tape(name)?);
        machine.set_instant_tape(false);
        machine.set_tape_starts_itself(true);
        Ok((launch::snapshot(machine), boot.glyphs))
    }

    /// The machine with nothing loaded, waiting for keys, and its ROM's characters.
    pub fn bare(&self) -> Result<(Launched, Glyphs), SubjectError> {
        let boot = rom::load(self.rom.as_deref())?.boot()?;
        let launched = launch::keys(&boot, "").map_err(|error| failed("the bare machine", error))?;
        Ok((launched, boot.glyphs))
    }

    fn load(
        &self,
        name: &str,
        boot: &Boot,
        target: &Target,
        command: StartCommand,
    ) -> Result<Launched, SubjectError> {
        let launched = match target {
            Target::Tape(tape) if !self.poke && command == StartCommand::Run => {
                launch::tape(boot, tape, command)
            }
            _ => {
                let mut program = target.program(name)?;
                if command == StartCommand::List {
                    program.autostart = None;
                }
                if self.poke {
                    launch::placed(boot, &program, command)
                } else {
                    launch::program(boot, &program, command)
                }
            }
        };
        launched.map_err(|error| failed(name, error))
    }
}

fn failed(name: &str, error: LaunchError) -> SubjectError {
    match error {
        LaunchError::NoLoader => SubjectError::NoLoader,
        error => SubjectError::Launch {
            name: name.to_owned(),
            error,
        },
    }
}
