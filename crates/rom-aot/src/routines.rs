//! The code that the build script generates from the ROM.
//!
//! Each function is a tree of instructions, starting at its head. Registers and clock are local variables
//! in it, so that the Rust compiler can optimize them: unused flags are not computed, times are added up,
//! and only the conditions of branches are unknown.

use girafa_z80::Cpu;

use crate::bus::{ENTRY_DEADLINE, RomBus};

pub(crate) type Routine = fn(&mut Cpu, &mut RomBus<'_>);

#[inline(always)]
fn step<const PREFIX: u16, const OPCODE: u8>(cpu: &mut Cpu, bus: &mut RomBus<'_>) {
    cpu.step_const::<PREFIX, OPCODE, _>(bus);
}

include!(concat!(env!("OUT_DIR"), "/routines.rs"));
