//! What the build script makes of the ROM.
//!
//! Each function is a tree of instructions from its head on. Registers and clock are local variables in the
//! meantime, which the Rust compiler sees through: flags that nobody reads are not computed, times are added
//! up, and where a branch goes is known but for its condition.

use girafa_z80::Cpu;

use crate::bus::{LATE, RomBus};

pub(crate) type Routine = fn(&mut Cpu, &mut RomBus<'_>);

#[inline(always)]
fn step<const PREFIX: u16, const OPCODE: u8>(cpu: &mut Cpu, bus: &mut RomBus<'_>) {
    cpu.step_const::<PREFIX, OPCODE, _>(bus);
}

include!(concat!(env!("OUT_DIR"), "/routines.rs"));
