//! Starts targets on a ROM: sets the program of a run request, and starts it.
//!
//! What is started comes with the notices about a snapshot or recording that may not continue as it was: it was stopped
//! in another ROM, or PC is lost.

use girafa_inspect::other_rom::foreign_address;
use girafa_inspect::text::Glyphs;
use girafa_session::driver::Driver;
use girafa_session::emulator::Emulator;
use girafa_session::launch::LaunchError;
use girafa_session::request::{RunError, RunRequest, Source};
use girafa_spectrum::rzx::Recording;
use girafa_spectrum::{Rom, Spectrum};

use crate::error::{LoadError, Notice};
use crate::resume::resume;
use crate::rom::Named;
use crate::target::{self, Snapshot, Target};

/// Starts a run of `target` on a ROM. Returns notices for the user with it.
///
/// # Errors
/// The program cannot be started; error messages use `name`.
pub fn start(
    name: &str,
    target: &Target,
    rom: &Named,
    request: RunRequest,
) -> Result<(Driver, Vec<Notice>), LoadError> {
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
    rom: &Named,
    request: RunRequest,
) -> Result<(Driver, Vec<Notice>), LoadError> {
    with_rom(name, target, rom, request, |request, rom| {
        request.start_recorded(|| rom.switched_on())
    })
}

/// Returns an emulator for interactive use, ready to start, with notices for the user.
///
/// # Errors
/// Same as [`start`].
pub fn emulator(
    name: &str,
    target: &Target,
    rom: &Named,
    request: RunRequest,
) -> Result<(Emulator, Vec<Notice>), LoadError> {
    with_rom(name, target, rom, request, |request, rom| {
        request.emulator(|| rom.switched_on())
    })
}

/// Returns a machine that has just been switched on.
///
/// # Errors
/// The ROM does not start.
pub fn bare(rom: &Named, request: &RunRequest) -> Result<Emulator, LoadError> {
    let started = request.emulator(|| rom.switched_on());
    started.map_err(|error| failed("the empty machine", rom, error))
}

fn with_rom<T>(
    name: &str,
    target: &Target,
    rom: &Named,
    mut request: RunRequest,
    start: impl FnOnce(&RunRequest, &Named) -> Result<T, RunError>,
) -> Result<(T, Vec<Notice>), LoadError> {
    let (source, notice) = source(name, target, rom)?;
    request.source = source;
    let started = start(&request, rom).map_err(|error| failed(name, rom, error))?;
    Ok((started, notice.into_iter().collect()))
}

/// Converts the target called `name` for the driver, with a notice if it may not continue as it was.
fn source(name: &str, target: &Target, rom: &Named) -> Result<(Source, Option<Notice>), LoadError> {
    let machine = |machine: Spectrum| {
        let glyphs = Glyphs::of_rom(rom.rom());
        Source::Machine(Box::new((machine, glyphs)))
    };
    Ok(match target {
        Target::Tape(tape) => (Source::Tape(tape.clone()), None),
        Target::Program(program) => (Source::Program(program.clone()), None),
        Target::Snapshot(snapshot) => {
            let (loaded, notice) = of_snapshot(name, snapshot, rom.rom())?;
            (machine(loaded), notice)
        }
        Target::Recording(recording) => {
            let loaded = target::started(name, recording, rom.rom())?;
            let notice = of_recording(name, recording, &loaded);
            (machine(loaded), notice)
        }
        Target::Picture(picture) => (machine(picture.shown(rom.boot()?.ready)), None),
    })
}

/// Returns the machine in the snapshot called `name`, with `rom` unless the snapshot includes a ROM, and a notice if it
/// may not continue as it was. If it was stopped in another ROM and has ours, it continues in ours, if possible.
///
/// # Errors
/// The snapshot is damaged.
pub fn of_snapshot(
    name: &str,
    snapshot: &Snapshot,
    rom: &Rom,
) -> Result<(Spectrum, Option<Notice>), LoadError> {
    let mut machine = snapshot.load(name, rom)?;
    let is_ours = machine.memory().starts_with(girafa_rom::GIRAFA48);
    let resumed = if is_ours { resume(&mut machine) } else { None };
    let notice = if let Some(sp) = snapshot.stack_in_rom(&machine) {
        let name = name.to_owned();
        Some(Notice::LostPc { name, sp })
    } else if let Some(how) = resumed {
        let how = how.to_string();
        let name = name.to_owned();
        Some(Notice::Resumed { name, how })
    } else {
        other_rom(name, &machine)
    };
    Ok((machine, notice))
}

/// Returns a notice about the recording called `name`, which starts in `machine`.
fn of_recording(name: &str, recording: &Recording, machine: &Spectrum) -> Option<Notice> {
    if recording.names_other_rom(&machine.rom()) {
        let name = name.to_owned();
        return Some(Notice::RecordedRom { name });
    }
    other_rom(name, machine)
}

/// Returns a notice if the stack of `machine` indicates another ROM than the one it has.
fn other_rom(name: &str, machine: &Spectrum) -> Option<Notice> {
    let address = foreign_address(machine)?;
    Some(Notice::OtherRom {
        name: name.to_owned(),
        address,
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
