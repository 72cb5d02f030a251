//! Creation of a player's emulator.

use std::path::Path;

use girafa_loader::launch::{bare, emulator, other_rom};
use girafa_session::emulator::Emulator;
use girafa_session::request::RunRequest;

use crate::{eprint_notices, resolve};

/// An emulator for the player `command`, ready to start the requested target `name`; without a name, the
/// empty machine.
///
/// # Errors
/// Errors of the target, of the ROM, and of loading.
pub fn begin(
    command: &str,
    name: Option<&str>,
    rom: Option<&Path>,
    request: RunRequest,
) -> anyhow::Result<Emulator> {
    let Some(name) = name else {
        return Ok(bare(rom, &request)?);
    };
    let target = resolve(command, name)?;
    let emulator = emulator(name, &target, rom, request)?;
    eprint_notices(command, &other_rom(name, &target, emulator.machine()));
    Ok(emulator)
}
