//! A program put into memory as LOAD would leave it.

use girafa_basic::program::Program;
use girafa_spectrum::Spectrum;

use crate::launch::LaunchError;
use crate::sysvars;

/// System variables that point into the memory above the program, and move with it (Manual, chapter 25): VARS, DEST,
/// E LINE, K CUR, CH ADD, X PTR, WORKSP, STKBOT, STKEND.
const POINTERS: [u16; 9] = [
    0x5C4B, 0x5C4D, 0x5C59, 0x5C5B, 0x5C5D, 0x5C5F, 0x5C61, 0x5C63, 0x5C65,
];

/// Bytes left between the calculator's stack and the machine's.
const MARGIN: usize = 256;

/// Replaces the program and variables of a machine that waits in its editor.
pub fn place(machine: &mut Spectrum, program: &Program) -> Result<(), LaunchError> {
    let mut bytes = program.to_bytes();
    bytes.extend(&program.variables);
    let [from, e_line, end] =
        [sysvars::PROG, sysvars::E_LINE, sysvars::STKEND].map(|pointer| machine.peek16(pointer));
    // VARS is closed by a byte 80, which stays.
    let old_end = e_line.saturating_sub(1).max(from);
    let moved: Vec<u8> = (old_end..end).map(|address| machine.peek(address)).collect();

    let room = usize::from(machine.cpu.sp.saturating_sub(from)).saturating_sub(moved.len() + MARGIN);
    if bytes.len() > room {
        return Err(LaunchError::NoRoom {
            size: bytes.len(),
            room,
        });
    }
    for (address, &byte) in (from..).zip(bytes.iter().chain(&moved)) {
        machine.poke(address, byte);
    }
    let shift = (from + bytes.len() as u16).wrapping_sub(old_end);
    for pointer in POINTERS {
        let old = machine.peek16(pointer);
        if (old_end..=end).contains(&old) {
            poke16(machine, pointer, old.wrapping_add(shift));
        }
    }
    poke16(machine, sysvars::VARS, from + program.to_bytes().len() as u16);
    Ok(())
}

fn poke16(machine: &mut Spectrum, address: u16, value: u16) {
    let [low, high] = value.to_le_bytes();
    machine.poke(address, low);
    machine.poke(address + 1, high);
}
