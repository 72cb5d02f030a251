//! The routines of Girafa's ROM, compiled from their Z80 code.
//!
//! A BASIC program spends nearly all of its time in a ROM that does not change. The build script follows the
//! ROM's code from its frequent entry points (`profile.txt`), through jumps, calls and returns, and writes a
//! Rust function for each such piece: a sequence of [`Cpu::step_const`], the interpreter's own instructions,
//! with the opcodes as constants. The Rust compiler then keeps the registers in those of the host, removes
//! flags that are not read, adds up the times of fetches, and checks contention only where an address may be
//! in the ULA's memory.
//!
//! The interpreter is the reference: [`run`] gives the same state at the same T-state, and only runs where no
//! event can happen in the meantime. The compiled code does not read or write ports, and does not run near
//! the end of a frame.
//!
//! ```text
//!   girafa48.rom ─┐
//!   delays.rs    ─┤
//!                 ├─► build/main.rs ─► routines.rs: one function a tree of instructions, and a table of their heads
//!   profile.txt ──┘
//! ```
//!
//! Correctness does not depend on the profile: code that is not in it is interpreted. After a change of the
//! ROM, `cargo run --release -p girafa-verify --example rom_profile` makes a new profile.
#![no_std]
#![forbid(unsafe_code)]

mod bus;
pub mod decode;
mod delays;
mod routines;

use girafa_ula::is_contended;
use girafa_z80::Cpu;

use bus::{ENTRY_DEADLINE, RomBus};
pub use delays::DELAYS;
use routines::{HEADS, ROUTINES, Routine};

/// The ROM that is compiled.
pub static ROM: &[u8; 16_384] = include_bytes!("../girafa48.rom");

/// Whether compiled code never runs past `pc` without returning: a host can stop there in the ROM.
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

/// Whether [`run`] can run: the ROM has compiled code at PC that ends before the end of the frame, and the
/// CPU has no pending state and no contended refresh address.
#[inline(always)]
pub fn goes(cpu: &Cpu, tstate: u32) -> bool {
    HEADS.get(usize::from(cpu.pc)).is_some_and(|&head| head != 0)
        && tstate < ENTRY_DEADLINE
        && !cpu.has_pending_state()
        && !is_contended(cpu.ir())
}

/// Runs compiled code until there is none at PC, or the frame is nearly over. `memory` must have [`ROM`] in
/// its first 16 KiB; `tstate` counts from the frame's start, and must be past the time in which /INT is
/// low. `is_paced` says whether the ROM's [`DELAYS`] pass.
///
/// The resulting memory, registers and clock are those of the interpreter.
#[inline(never)]
pub fn run(cpu: &mut Cpu, memory: &mut [u8; 0x1_0000], tstate: &mut u32, is_paced: bool) {
    let mut bus = RomBus::new(memory, *tstate, is_paced);
    while bus.tstate < ENTRY_DEADLINE
        && let Some(routine) = routine(cpu.pc)
    {
        routine(cpu, &mut bus);
    }
    *tstate = bus.tstate;
}

/// The addresses at which compiled code starts.
pub fn heads() -> impl Iterator<Item = u16> {
    (0..)
        .zip(&HEADS)
        .filter(|(_, head)| **head != 0)
        .map(|(pc, _)| pc)
}

/// Executes one piece of compiled code, where [`run`] executes all. Does nothing if there is none at PC.
pub fn turn(cpu: &mut Cpu, memory: &mut [u8; 0x1_0000], tstate: &mut u32, is_paced: bool) {
    let mut bus = RomBus::new(memory, *tstate, is_paced);
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
