//! Continues a snapshot that was stopped in the code of another ROM.
//!
//! Our ROM has other code at the addresses in PC and on the stack, but the same system variables, and the same
//! routines at the addresses that programs call. So the machine continues at the last place that they describe:
//! the current statement starts again, the editor waits for a line, or a routine that machine code called is
//! called again. If BASIC called the machine code, the statement after that call is next.

use std::fmt;

use girafa_basic::program::Program;
use girafa_inspect::other_rom::{foreign_place, foreign_return, rom_call};
use girafa_inspect::{StatementPlace, program, sysvars};
use girafa_spectrum::Spectrum;
use girafa_spectrum::ula::RAM;

/// The address that handles errors in the original ROM. It is on the stack while BASIC runs; ours pushes another.
const ERROR_RETURN: u16 = 0x1303;
/// The address to which the routine called by USR returns.
const USR_RETURN: u16 = 0x2D2B;
/// ROM entries: the main loop, which waits for a line; a plain return.
const MAIN_LOOP: u16 = 0x12A9;
const PLAIN_RETURN: u16 = 0x1B1E;
/// Bit of TV FLAG: the edit line must be redrawn.
const REDRAW: u8 = 8;
/// Value of NSPPC without a jump.
const NO_JUMP: u8 = 0xFF;
/// Maximum size of INPUT's part of the stack.
const MAX_INPUT_STACK: u16 = 64;
/// Maximum number of stack items of an interrupt: registers and return addresses.
const MAX_INTERRUPT_ITEMS: u16 = 12;

/// Routines that can be called again after a part of them has run: they take nothing from registers, or count
/// in them. Scan of the keyboard, its two parts; CLS, whole screen, scroll; key of channel K; wait for a key; PAUSE;
/// BREAK.
const REPEATABLE: [u16; 10] = [
    0x028E, 0x02BF, 0x0D6B, 0x0DAF, 0x0DFE, 0x10A8, 0x15D4, 0x15DE, 0x1F3D, 0x1F54,
];

/// How a machine continues.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Resumed {
    /// This statement starts again.
    Statement(StatementPlace),
    /// The editor waits for a line.
    Editor,
    /// Machine code runs. When it returns, the statement after this one is next.
    MachineCode(StatementPlace),
    /// Machine code runs, and calls the routine at this address again.
    Routine(u16),
}

impl fmt::Display for Resumed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Resumed::Statement(place) => write!(f, "statement {place}, which it was in, starts again"),
            Resumed::Editor => f.write_str("the editor waits for a new line"),
            Resumed::MachineCode(place) => {
                write!(
                    f,
                    "its machine code continues, and returns to the statement after {place}"
                )
            }
            Resumed::Routine(address) => {
                write!(
                    f,
                    "the ROM routine at {address:04X}, which it was in, is called again"
                )
            }
        }
    }
}

/// Makes a machine that was stopped in another ROM continue in ours, which it must have. `None`, and no change, if
/// it was not stopped in another ROM, or its memory does not describe such a place.
pub(crate) fn resume(machine: &mut Spectrum) -> Option<Resumed> {
    let is_in_rom = machine.cpu.pc < RAM;
    if foreign_return(machine).is_none() {
        foreign_place(machine)?;
        return call_again(machine).map(Resumed::Routine);
    }
    if !is_basic_intact(machine) {
        return None;
    }
    if let Some(item) = usr_return(machine) {
        let place = current_statement(machine)?;
        if is_in_rom {
            rom_call(machine).filter(|call| call.sp < item)?;
            call_again(machine)?;
        }
        return_to_next_statement(machine, item, place);
        return Some(Resumed::MachineCode(place));
    }
    if !is_in_rom {
        return None;
    }
    if let Some(item) = running_statement(machine) {
        let place = current_statement(machine)?;
        start(machine, item, sysvars::STATEMENT_DONE);
        jump(machine, place);
        return Some(Resumed::Statement(place));
    }
    if sysvars::in_input(machine) || !waits_for_key(machine) {
        return None;
    }
    let item = machine.peek16(sysvars::RAMTOP).wrapping_sub(3);
    start(machine, item, MAIN_LOOP);
    machine.poke(sysvars::NSPPC, NO_JUMP);
    machine.poke(sysvars::MODE, 0);
    // The cursor is shown at once.
    let tv_flag = machine.peek(sysvars::TV_FLAG);
    machine.poke(sysvars::TV_FLAG, tv_flag | REDRAW);
    Some(Resumed::Editor)
}

/// Whether BASIC's areas of memory are in order.
fn is_basic_intact(machine: &Spectrum) -> bool {
    use sysvars::{E_LINE, PROG, STKBOT, STKEND, VARS, WORKSP};
    let areas = [PROG, VARS, E_LINE, WORKSP, STKBOT, STKEND].map(|pointer| machine.peek16(pointer));
    areas[0] >= sysvars::SYSTEM_VARIABLES_END
        && areas.is_sorted()
        && areas[5] < machine.cpu.sp
        && machine.peek16(sysvars::ERR_SP) < machine.peek16(sysvars::RAMTOP)
}

/// The current statement, if its line exists.
fn current_statement(machine: &Spectrum) -> Option<StatementPlace> {
    let place = sysvars::place(machine);
    let is_in = |program: Program| program.lines.iter().any(|line| line.number == place.line);
    let exists = place.line == sysvars::DIRECT_LINE || program::of_machine(machine).is_some_and(is_in);
    exists.then_some(place)
}

/// The stack item with the error return address, if a statement runs: in INPUT, ERR SP is another item.
fn running_statement(machine: &Spectrum) -> Option<u16> {
    let item = machine.peek16(sysvars::ERR_SP);
    let reach = if sysvars::in_input(machine) {
        MAX_INPUT_STACK
    } else {
        0
    };
    let mut items = (item..=item.saturating_add(reach)).step_by(2);
    items.find(|&item| machine.peek16(item) == ERROR_RETURN)
}

/// Whether the ROM waits for a key, or was interrupted while it did.
fn waits_for_key(machine: &Spectrum) -> bool {
    let items = (0..MAX_INTERRUPT_ITEMS).map(|index| machine.cpu.sp.wrapping_add(2 * index));
    sysvars::waits_for_key(machine) || items.map(|item| machine.peek16(item)).any(sysvars::is_key_wait)
}

/// The stack item to which machine code called by USR returns.
fn usr_return(machine: &Spectrum) -> Option<u16> {
    let end = machine.peek16(sysvars::ERR_SP);
    let mut items = (machine.cpu.sp..end).step_by(2);
    let item = items.find(|&item| machine.peek16(item) == USR_RETURN)?;
    let others = (end - item) / 2 - 1;
    (others > 0 && (end - item).is_multiple_of(2)).then_some(item)
}

/// Makes what BASIC called return to the statement after `place`: the items between `item` and the error return
/// address are addresses in the other ROM.
fn return_to_next_statement(machine: &mut Spectrum, item: u16, place: StatementPlace) {
    let last = machine.peek16(sysvars::ERR_SP).wrapping_sub(2);
    for between in (item + 2..last).step_by(2) {
        machine.poke16(between, PLAIN_RETURN);
    }
    machine.poke16(last, sysvars::STATEMENT_DONE);
    let statement = place.statement.saturating_add(1);
    jump(machine, StatementPlace { statement, ..place });
}

/// Lets machine code call the ROM routine in which it was stopped again; returns its address.
fn call_again(machine: &mut Spectrum) -> Option<u16> {
    let call = rom_call(machine).filter(|call| REPEATABLE.contains(&call.entry))?;
    machine.cpu.halted = false;
    machine.cpu.pc = call.entry;
    machine.cpu.sp = call.sp;
    Some(call.entry)
}

/// Starts BASIC at an entry of the ROM, with the error return address in a stack item.
fn start(machine: &mut Spectrum, item: u16, entry: u16) {
    const RUNS: u8 = 0x80;
    const HAS_KEY: u8 = 0x20;
    machine.poke16(item, ERROR_RETURN);
    machine.poke16(sysvars::ERR_SP, item);
    machine.poke16(sysvars::MEM, sysvars::MEMBOT);
    machine.poke16(sysvars::DEFADD, 0);
    machine.poke(sysvars::ERR_NR, 0xFF);
    machine.poke(sysvars::FLAGX, 0);
    let flags = machine.peek(sysvars::FLAGS);
    machine.poke(sysvars::FLAGS, flags & !HAS_KEY | RUNS);
    let cpu = &mut machine.cpu;
    (cpu.sp, cpu.pc, cpu.iy, cpu.im) = (item, entry, sysvars::IY, 1);
    (cpu.halted, cpu.iff1, cpu.iff2) = (false, true, true);
}

/// Sets the statement to which the ROM jumps at the end of the current one.
fn jump(machine: &mut Spectrum, to: StatementPlace) {
    machine.poke16(sysvars::NEWPPC, to.line);
    machine.poke(sysvars::NSPPC, to.statement);
}

#[cfg(test)]
mod tests {
    use girafa_session::Boot;

    use super::*;

    /// The next pseudo-random number (xorshift).
    fn next(state: &mut u64) -> u64 {
        *state ^= *state << 13;
        *state ^= *state >> 7;
        *state ^= *state << 17;
        *state
    }

    /// Why: snapshots are files of others. Every kind must also occur, or nothing is tested.
    #[test]
    fn any_state_is_continued_or_stays_unchanged() {
        let ready = Boot::new(&girafa_rom::girafa48()).unwrap().ready.clone();
        let item = ready.peek16(sysvars::ERR_SP);
        let mut random = 0x2545_F491_4F6C_DD1D;
        let mut seen = [0; 5];
        for _ in 0..10_000 {
            let mut machine = ready.clone();
            let mut pick = |words: &[u16]| words[next(&mut random) as usize % words.len()];
            let item = item - pick(&[0, 0, 0, 2, 5, 8, 40]);
            machine.cpu.sp = item.wrapping_sub(pick(&[0, 2, 4, 6, 7, 12, 24, 600]));
            machine.cpu.pc = pick(&[0x0000, 0x0290, 0x15DF, 0x1F40, 0x3FFF, 0x4000, 0x8000, 0xFFFF]);
            for between in (machine.cpu.sp..item).step_by(2) {
                let word = pick(&[0, 1, 0x0123, USR_RETURN, ERROR_RETURN, 0x3FFF, 0x8003, 0xFFFF]);
                machine.poke16(between, word);
            }
            // A call at 8000.
            machine.poke(0x8000, 0xCD);
            machine.poke16(0x8001, pick(&[0x028E, 0x03B5, 0x1F3D]));
            machine.poke16(item, pick(&[ERROR_RETURN, ERROR_RETURN, 0x1310, 0, 0x8000]));
            machine.poke16(sysvars::ERR_SP, item);
            machine.poke16(
                sysvars::PPC,
                pick(&[10, sysvars::DIRECT_LINE, sysvars::DIRECT_LINE]),
            );
            machine.poke(sysvars::FLAGX, pick(&[0, 0x20]) as u8);
            machine.poke(sysvars::SUBPPC, pick(&[0, 1, 127, 255]) as u8);
            if pick(&[0, 0, 0, 1]) == 1 {
                machine.poke16(
                    pick(&[sysvars::VARS, sysvars::STKEND, sysvars::RAMTOP]),
                    pick(&[0, 0xFFFF]),
                );
            }
            let mut resumed = machine.clone();
            let kind = match resume(&mut resumed) {
                Some(Resumed::Statement(_)) => 0,
                Some(Resumed::Editor) => 1,
                Some(Resumed::MachineCode(_)) => 2,
                Some(Resumed::Routine(_)) => 3,
                None => {
                    assert!(resumed.cpu == machine.cpu && resumed.memory() == machine.memory());
                    4
                }
            };
            seen[kind] += 1;
            resumed.run_frame();
        }
        assert!(seen.iter().all(|&count| count > 10), "{seen:?}");
    }
}
