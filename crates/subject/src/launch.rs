//! A subject in a machine, about to be started.

use std::path::PathBuf;

use girafa_session::boot::Boot;
use girafa_session::launch::{self, LaunchError, Launched, StartCommand};
use girafa_session::other_rom::foreign_address;
use girafa_session::text::Glyphs;

use crate::error::{Notice, SubjectError};
use crate::rom;
use crate::subject::Subject;

/// How a subject is brought into a machine.
#[derive(Debug, Clone, Default)]
pub struct Launch {
    /// The file of the ROM, where it is not the usual one (see [`rom::load`]).
    pub rom: Option<PathBuf>,
    /// The program is put in memory instead of loaded.
    pub poke: bool,
    /// The machine has no printer.
    pub no_printer: bool,
}

impl Launch {
    /// The machine with the subject called `name` loaded and RUN about to be typed, and its ROM's characters.
    pub fn run(&self, name: &str, subject: &Subject) -> Result<(Launched, Glyphs), SubjectError> {
        self.commanded(name, subject, StartCommand::Run)
    }

    /// As [`Self::run`] with another command about to be typed.
    pub fn commanded(
        &self,
        name: &str,
        subject: &Subject,
        command: StartCommand,
    ) -> Result<(Launched, Glyphs), SubjectError> {
        if let Subject::Snapshot(snapshot) = subject {
            let rom = rom::load(self.rom.as_deref())?;
            let mut machine = snapshot.load(name, rom.rom())?;
            machine.printer_mut().set_connected(!self.no_printer);
            // There is no tape: it is noticed where the program waits for one.
            machine.set_tape_starts_itself(true);
            return Ok((launch::snapshot(machine), Glyphs::of_rom(rom.rom())));
        }
        let boot = self.boot()?;
        if let Subject::Picture(picture) = subject {
            let machine = picture.shown(boot.ready);
            return Ok((launch::snapshot(machine), boot.glyphs));
        }
        let launched = self.load(name, &boot, subject, command)?;
        Ok((launched, boot.glyphs))
    }

    /// The machine with LOAD "" typed and a tape of the subject in the recorder, to be loaded by its pulses: it plays as soon
    /// as the ROM listens.
    pub fn real_tape(&self, name: &str, subject: &Subject) -> Result<(Launched, Glyphs), SubjectError> {
        let boot = self.boot()?;
        let mut machine = boot.loading().ok_or(SubjectError::NoLoader)?.clone();
        machine.insert_tape(subject.tape(name)?);
        machine.set_instant_tape(false);
        machine.set_tape_starts_itself(true);
        Ok((launch::snapshot(machine), boot.glyphs))
    }

    /// The machine with nothing loaded, waiting for keys, and its ROM's characters.
    pub fn bare(&self) -> Result<(Launched, Glyphs), SubjectError> {
        let boot = self.boot()?;
        let launched = launch::keys(&boot, "").map_err(|error| failed("the bare machine", error))?;
        Ok((launched, boot.glyphs))
    }

    /// A machine switched on.
    fn boot(&self) -> Result<Boot, SubjectError> {
        let boot = rom::load(self.rom.as_deref())?.boot()?;
        Ok(if self.no_printer {
            boot.without_printer()
        } else {
            boot
        })
    }

    fn load(
        &self,
        name: &str,
        boot: &Boot,
        subject: &Subject,
        command: StartCommand,
    ) -> Result<Launched, SubjectError> {
        let launched = match subject {
            Subject::Tape(tape) if !self.poke && command == StartCommand::Run => {
                launch::tape(boot, tape, command)
            }
            _ => {
                let mut program = subject.program(name)?;
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

/// The notice that the snapshot called `name` was made with another ROM than the one it is launched with, if its stack says so.
pub fn other_rom(name: &str, subject: &Subject, launched: &Launched) -> Vec<Notice> {
    let address = match subject {
        Subject::Snapshot(_) => foreign_address(&launched.machine),
        _ => None,
    };
    let notice = address.map(|address| Notice::OtherRom {
        name: name.to_owned(),
        address,
    });
    notice.into_iter().collect()
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
