//! Detects whether a machine does nothing until a key is pressed.
//!
//! The program counter alone is not enough: PRINT passes through the ROM's wait for a key, and a program may
//! be found there at the ends of several frames in a row. So a copy of the machine runs on without a key.

use std::iter;
use std::ops::Range;

use girafa_spectrum::ula::RAM;
use girafa_spectrum::{Spectrum, Stop};

use crate::sysvars::{self, PRINT_ENTRY};

/// Number of frames that the copy runs.
const FRAMES: usize = 3;
/// Number of bytes below the stack pointer that calls and interrupts may change.
const BELOW_STACK: u16 = 128;
/// Memory that the interrupt routine changes: KSTATE and LAST K; FRAMES.
const INTERRUPT_MEMORY: [Range<usize>; 2] = [0x5C00..0x5C09, 0x5C78..0x5C7B];

/// Whether the machine, at the end of a frame, does nothing in the next frames if no key is pressed: it
/// prints no character, begins no statement, changes no memory, and is in the ROM with interrupts enabled.
/// PAUSE with a count of frames does not qualify, as it ends automatically. A program's own interrupt routine
/// may change memory.
pub fn does_nothing(machine: &Spectrum) -> bool {
    if !is_at_rest(machine) {
        return false;
    }
    let mut copy = machine.clone();
    copy.keyboard_mut().release_all();
    copy.watch_beam(false);
    copy.watch_screen(false);
    copy.collect_beeper(false);
    copy.breakpoints_mut().clear();
    copy.breakpoints_mut().insert(PRINT_ENTRY);
    // A running program begins a statement or changes memory within one frame, so the slow watch is needed
    // only for the first.
    let has_own_interrupts = machine.cpu.im == 2;
    copy.watch_writes(Some(sysvars::SUBPPC..=sysvars::SUBPPC));
    for _ in 0..FRAMES {
        if copy.run_frame() != Stop::Frame || !is_at_rest(&copy) {
            return false;
        }
        if !has_own_interrupts {
            if !is_same(machine, &copy) {
                return false;
            }
            copy.watch_writes(None);
        }
    }
    true
}

fn is_at_rest(machine: &Spectrum) -> bool {
    machine.cpu.iff1 && machine.cpu.pc < RAM && !sysvars::is_in_pause(machine)
}

/// Whether memory is the same, except what the interrupt routine changes and what is near the stack pointers.
/// If both are halted, the registers must match too, as one may count frames.
fn is_same(before: &Spectrum, now: &Spectrum) -> bool {
    let registers = |machine: &Spectrum| {
        let cpu = &machine.cpu;
        [cpu.bc(), cpu.de(), cpu.hl(), cpu.ix, cpu.sp, cpu.pc]
    };
    if before.cpu.halted && now.cpu.halted && registers(before) != registers(now) {
        return false;
    }
    let stack = before.cpu.sp.min(now.cpu.sp)..before.cpu.sp.max(now.cpu.sp);
    lasting(before, stack.clone()).eq(lasting(now, stack))
}

/// The RAM without what the interrupt routine changes, what is between the stack pointers, and what calls and
/// interrupts leave below the lower one.
pub(crate) fn lasting(machine: &Spectrum, stack: Range<u16>) -> impl Iterator<Item = &[u8]> {
    let below = stack.start.saturating_sub(BELOW_STACK).into()..stack.end.into();
    let mut left_out = [INTERRUPT_MEMORY[0].clone(), INTERRUPT_MEMORY[1].clone(), below];
    left_out.sort_by_key(|range| range.start);
    let mut at = usize::from(RAM);
    let parts = left_out.map(|range| {
        let part = at..range.start.max(at);
        at = range.end.max(at);
        part
    });
    let memory = machine.memory();
    parts
        .into_iter()
        .chain(iter::once(at..memory.len()))
        .map(|part| &memory[part])
}
