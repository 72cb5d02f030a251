//! Creation of a player's emulator.

use girafa_loader::launch::{bare, emulator};
use girafa_loader::rom;
use girafa_session::emulator::Emulator;
use girafa_session::request::RunRequest;

use crate::{MachineOptions, eprint_notices, resolve};

/// An emulator for the player `command`, ready to start the requested target `name`; without a name, the
/// empty machine.
///
/// # Errors
/// Errors of the target, of the ROM, and of loading.
pub fn begin(
    command: &str,
    name: Option<&str>,
    machine: &MachineOptions,
    mut request: RunRequest,
) -> anyhow::Result<Emulator> {
    request.hardware = machine.hardware();
    let rom = || rom::load(machine.rom.as_deref());
    let Some(name) = name else {
        return Ok(bare(&rom()?, &request)?);
    };
    let target = resolve(command, name)?;
    let (emulator, notices) = emulator(name, &target, &rom()?, request)?;
    eprint_notices(command, &notices);
    Ok(emulator)
}
