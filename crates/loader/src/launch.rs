//! Starts targets: loads the ROM, sets the program of a run request, and starts it.

use std::path::Path;

use girafa_inspect::other_rom::foreign_address;
use girafa_inspect::text::Glyphs;
use girafa_session::driver::Driver;
use girafa_session::emulator::Emulator;
use girafa_session::launch::LaunchError;
use girafa_session::request::{RunError, RunRequest, Source};
use girafa_spectrum::{Rom, Spectrum};

use crate::error::{LoadError, Notice};
use crate::rom::{self, Named};
use crate::target::{self, Target};

/// Starts a run of `target` on the ROM in the file `rom`, or the default ROM ([`rom::load`]).
///
/// # Errors
/// The ROM or the program cannot be read or started; error messages use `name`.
pub fn start(
    name: &str,
    target: &Target,
    rom: Option<&Path>,
    request: RunRequest,
) -> Result<Driver, LoadError> {
    with_rom(name, target, rom, request, |request, rom| {
        request.start(|| rom.switched_on())
    })
}

/// Like [`start`], but records the history of the run.
///
/// # Errors
/// Same as [`start`].
pub fn start_recorded(
    name: &str,
    target: &Target,
    rom: Option<&Path>,
    request: RunRequest,
) -> Result<Driver, LoadError> {
    with_rom(name, target, rom, request, |request, rom| {
        request.start_recorded(|| rom.switched_on())
    })
}

/// Returns an emulator for interactive use, ready to start.
///
/// # Errors
/// Same as [`start`].
pub fn emulator(
    name: &str,
    target: &Target,
    rom: Option<&Path>,
    request: RunRequest,
) -> Result<Emulator, LoadError> {
    with_rom(name, target, rom, request, |request, rom| {
        request.emulator(|| rom.switched_on())
    })
}

/// Returns a machine that has just been switched on.
///
/// # Errors
/// The ROM cannot be read or does not start.
pub fn bare(rom: Option<&Path>, request: &RunRequest) -> Result<Emulator, LoadError> {
    let rom = rom::load(rom)?;
    let started = request.emulator(|| rom.switched_on());
    started.map_err(|error| failed("the empty machine", &rom, error))
}

fn with_rom<T>(
    name: &str,
    target: &Target,
    rom: Option<&Path>,
    mut request: RunRequest,
    start: impl FnOnce(&RunRequest, &Named) -> Result<T, RunError>,
) -> Result<T, LoadError> {
    let rom = rom::load(rom)?;
    request.source = source(name, target, &rom)?;
    start(&request, &rom).map_err(|error| failed(name, &rom, error))
}

/// Converts the target called `name` for the driver.
fn source(name: &str, target: &Target, rom: &Named) -> Result<Source, LoadError> {
    let machine = |machine: Spectrum| {
        let glyphs = Glyphs::of_rom(rom.rom());
        Source::Machine(Box::new((machine, glyphs)))
    };
    Ok(match target {
        Target::Tape(tape) => Source::Tape(tape.clone()),
        Target::Program(program) => Source::Program(program.clone()),
        Target::Snapshot(snapshot) => machine(snapshot.resumed(name, rom.rom())?.0),
        Target::Recording(recording) => machine(target::started(name, recording, rom.rom())?),
        Target::Picture(picture) => machine(picture.shown(rom.boot()?.ready)),
    })
}

fn failed(name: &str, rom: &Named, error: RunError) -> LoadError {
    match error {
        RunError::Boot(error) => rom.failed(error),
        RunError::Launch(LaunchError::NoLoader) => LoadError::NoLoader,
        RunError::Launch(error) => LoadError::Launch {
            name: name.to_owned(),
            error,
        },
        error => LoadError::Run(error),
    }
}

/// Returns a notice if the snapshot or recording called `name`, loaded into `machine`, may not continue as it
/// was: its stack, or the recording itself, indicates another ROM than the one it runs with; or PC is lost.
pub fn notices(name: &str, target: &Target, machine: &Spectrum) -> Vec<Notice> {
    if let Target::Recording(recording) = target
        && let Some(rom) = machine.memory().first_chunk()
        && recording.names_other_rom(&Rom::from(rom))
    {
        let name = name.to_owned();
        return vec![Notice::RecordedRom { name }];
    }
    if let Target::Snapshot(snapshot) = target
        && let Some(sp) = snapshot.stack_in_rom(machine)
    {
        let name = name.to_owned();
        return vec![Notice::LostPc { name, sp }];
    }
    if let Target::Snapshot(snapshot) = target
        && let Some(rom) = machine.memory().first_chunk()
        && let Ok((_, Some(how))) = snapshot.resumed(name, &Rom::from(rom))
    {
        let name = name.to_owned();
        let how = how.to_string();
        return vec![Notice::Resumed { name, how }];
    }
    let address = match target {
        Target::Snapshot(_) | Target::Recording(_) => foreign_address(machine),
        _ => None,
    };
    let notice = address.map(|address| Notice::OtherRom {
        name: name.to_owned(),
        address,
    });
    notice.into_iter().collect()
}
