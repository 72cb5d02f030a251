//! The routines of Girafa's ROM, compiled from their Z80 code.
//!
//! A BASIC program spends nearly all of its time in a ROM that does not change. The build script follows the ROM's code from where
//! it is entered, as often as `profile.txt` says, through jumps, calls and returns, and writes a Rust function for each such piece: a
//! row of [`Cpu::step_known`], the interpreter's own instructions, with the opcodes as constants. The Rust compiler then keeps the
//! registers in those of the host, leaves out the flags that nobody reads, adds up the times of fetches, and asks for contention
//! only where an address is not known to be outside the ULA's memory.
//!
//! The interpreter stays the truth: [`run`] does what it does, to the T-state, and only where nothing can happen meanwhile. Its code
//! does not read or write ports, and is not entered where the frame is nearly over.
//!
//! ```text
//!   girafa48.rom ─┐
//!                 ├─► build/main.rs ─► routines.rs: one function a tree of instructions, and a table of their heads
//!   profile.txt ──┘
//! ```
//!
//! Correctness does not depend on the profile: what is not in it, or is no more, is interpreted. `cargo run --release -p girafa-proof
//! --example rom_profile` makes it anew after the ROM has changed.
#![no_std]
#![forbid(unsafe_code)]

mod bus;
pub mod decode;
mod routines;

use girafa_facts::is_contended;
use girafa_z80::Cpu;

use bus::RomBus;
use routines::{HEADS, LATE, ROUTINES, Routine};

/// The ROM that is compiled.
pub static ROM: &[u8; 16_384] = include_bytes!("../girafa48.rom");

/// Whether `pc` is never passed by in compiled code: where a host may want to stop in the ROM.
pub const fn is_stop(pc: u16) -> bool {
    let mut at = 0;
    while at < routines::STOPS.len() {
        if routines::STOPS[at] == pc {
            return true;
        }
        at += 1;
    }
    false
}

/// Whether [`run`] has something to do: the ROM has compiled code at PC, which takes no more time than is left of the frame, and
/// nothing is as it does not expect it.
#[inline(always)]
pub fn goes(cpu: &Cpu, tstate: u32) -> bool {
    HEADS.get(usize::from(cpu.pc)).is_some_and(|&head| head != 0)
        && tstate < LATE
        && !cpu.has_left()
        && !is_contended(cpu.ir())
}

/// Runs compiled code until there is none at PC, or the frame is nearly over. `memory` has [`ROM`] in its first 16 KiB; `tstate` counts
/// from the frame's start, and is past the time in which /INT is low.
///
/// What the interpreter would have done is done: memory, registers and clock are the same.
#[inline(never)]
pub fn run(cpu: &mut Cpu, memory: &mut [u8; 0x1_0000], tstate: &mut u32) {
    let mut bus = RomBus {
        memory,
        tstate: *tstate,
    };
    while bus.tstate < LATE
        && let Some(routine) = routine(cpu.pc)
    {
        routine(cpu, &mut bus);
    }
    *tstate = bus.tstate;
}

/// The addresses at which compiled code begins.
pub fn heads() -> impl Iterator<Item = u16> {
    (0..)
        .zip(&HEADS)
        .filter(|(_, head)| **head != 0)
        .map(|(pc, _)| pc)
}

/// Executes one piece of compiled code: as [`run`], but for one turn. Nothing where there is none at PC.
pub fn turn(cpu: &mut Cpu, memory: &mut [u8; 0x1_0000], tstate: &mut u32) {
    let mut bus = RomBus {
        memory,
        tstate: *tstate,
    };
    if let Some(routine) = routine(cpu.pc) {
        routine(cpu, &mut bus);
    }
    *tstate = bus.tstate;
}

#[inline(always)]
fn routine(pc: u16) -> Option<Routine> {
    let head = HEADS.get(usize::from(pc))?;
    ROUTINES.get(usize::from(*head).checked_sub(1)?).copied()
}
