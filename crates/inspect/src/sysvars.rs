//! The system variables that sessions and players look at (Manual, chapter 25), and the two places where a
//! 48K ROM waits.

use girafa_basic::program::LAST_LINE;
use girafa_spectrum::Spectrum;

use crate::StatementPlace;

/// Two keys of four bytes each, the first of which is FF where no key is held.
pub const KSTATE: u16 = 0x5C00;
/// The last key that was pressed.
pub const LAST_K: u16 = 0x5C08;
/// Where the system variables end, and what follows them in RAM begins.
pub const SYSTEM_VARIABLES_END: u16 = 0x5CB6;
/// Address of the font, less 256: character 32 stands 256 bytes further on.
pub const CHARS: u16 = 0x5C36;
/// Address of the item on the stack that an error returns to.
pub const ERR_SP: u16 = 0x5C3D;
/// Bit 7: statements are run, not checked. Bit 5: a new key is in LAST K. Bit 0: the next token prints
/// without its leading space.
pub const FLAGS: u16 = 0x5C3B;
/// Bit 3: the line being typed is to be shown again, with its cursor.
pub const TV_FLAG: u16 = 0x5C3C;
/// The number of the line that runs; 65534 for a typed one.
pub const PPC: u16 = 0x5C45;
/// The number of the statement that runs in its line.
pub const SUBPPC: u16 = 0x5C47;
/// Address of the channel that printing goes to now; its fifth byte is its letter.
pub const CURCHL: u16 = 0x5C51;
/// The BASIC program.
pub const PROG: u16 = 0x5C53;
/// The variables.
pub const VARS: u16 = 0x5C4B;
/// The line being typed.
pub const E_LINE: u16 = 0x5C59;
/// The end of the calculator's stack, where free memory begins.
pub const STKEND: u16 = 0x5C65;
/// The next character of the program to be looked at.
pub const CH_ADD: u16 = 0x5C5D;
/// How many rows the lower screen has.
pub const DF_SZ: u16 = 0x5C6B;
/// Bit 5: the ROM is in INPUT, not in its editor.
pub const FLAGX: u16 = 0x5C71;
/// The user-defined graphics.
pub const UDG: u16 = 0x5C7B;
/// 33 less the column of the upper screen's print position; the byte above it is 24 less the row.
pub const S_POSN: u16 = 0x5C88;

pub use girafa_spectrum::ula::{ERROR_ENTRY, LOAD_BYTES, PRINT_ENTRY, RESET_ENTRY};

/// Whether the program counter is where a ROM waits for a key: 15D4-15F1 (wait for a key) or 10A8-1104 (key
/// input of channel K).
pub fn waits_for_key(machine: &Spectrum) -> bool {
    is_key_wait(machine.cpu.pc)
}

fn is_key_wait(address: u16) -> bool {
    matches!(address, 0x15D4..=0x15F1 | 0x10A8..=0x1104)
}

/// Whether it is a program's machine code that has the ROM wait for a key, not the ROM's editor or INPUT: it
/// has come there by a CALL in RAM.
pub fn waits_for_machine_code(machine: &Spectrum) -> bool {
    is_called_from_ram(machine, is_key_wait)
}

/// Whether a return address near the top of the stack is after a CALL, in RAM, of such an address.
fn is_called_from_ram(machine: &Spectrum, is_wanted: impl Fn(u16) -> bool) -> bool {
    const CALL: u8 = 0xCD;
    /// What a ROM may have on the stack while it waits, at most.
    const STACK_BYTES: u16 = 16;
    (0..STACK_BYTES)
        .map(|place| machine.peek16(machine.cpu.sp.wrapping_add(2 * place)))
        .filter(|&to| to >= 0x4003)
        .any(|to| machine.peek(to - 3) == CALL && is_wanted(machine.peek16(to - 2)))
}

/// Whether the ROM waits for a key in the statement PAUSE 0, or because machine code calls its routine for
/// that: the CPU halts; and what has been read of the program last is that statement, whose end comes next,
/// or 1F3D is called from RAM and BC, its count of frames, is 0. Where the ROM waits for a key it is in its
/// editor: a PAUSE 0 that the program ended with is over.
pub fn waits_in_pause(machine: &Spectrum) -> bool {
    machine.cpu.halted && !waits_for_key(machine) && (is_at_pause_0(machine) || is_in_called_pause(machine))
}

/// The ROM's routine for PAUSE, a published entry; it halts in its first bytes.
const PAUSE: u16 = 0x1F3D;

/// Whether the ROM waits in PAUSE, however long.
pub fn is_in_pause(machine: &Spectrum) -> bool {
    machine.cpu.halted && machine.cpu.iff1 && (PAUSE..PAUSE + 0x17).contains(&machine.cpu.pc)
}

fn is_in_called_pause(machine: &Spectrum) -> bool {
    let is_there = (PAUSE..PAUSE + 0x17).contains(&machine.cpu.pc);
    is_there && machine.cpu.bc() == 0 && is_called_from_ram(machine, |address| address == PAUSE)
}

fn is_at_pause_0(machine: &Spectrum) -> bool {
    const PAUSE_0: [u8; 8] = [0xF2, b'0', 0x0E, 0, 0, 0, 0, 0];
    let end = machine.peek16(CH_ADD);
    let read = || {
        (1..=8)
            .rev()
            .zip(PAUSE_0)
            .all(|(back, byte)| machine.peek(end.wrapping_sub(back)) == byte)
    };
    matches!(machine.peek(end), b':' | 0x0D) && read()
}

/// Whether a loader listens to a tape that has nothing left: the ROM's, which runs with interrupts off, at
/// once; a program's own, which may only have a look at what comes, when it has done so for five seconds. It
/// may call the ROM's waits for an edge.
pub fn waits_for_tape(machine: &Spectrum) -> bool {
    const MIN_POLLING_TSTATES: u64 = 5 * 50 * 69_888;
    let Some(listened) = machine.deck().listened_in_vain(machine.tstates()) else {
        return false;
    };
    let is_in_rom = machine.cpu.pc < 0x4000 && !machine.cpu.iff1;
    let is_part = |address| (LOAD_BYTES + 1..0x0605).contains(&address);
    listened >= MIN_POLLING_TSTATES || is_in_rom && !is_called_from_ram(machine, is_part)
}

/// Whether the ROM has yet to take a key that was pressed.
pub fn key_pending(machine: &Spectrum) -> bool {
    machine.peek(FLAGS) & 0x20 != 0
}

/// Whether the ROM waits for a key, has taken the last one and shows the line with the cursor that is due.
pub fn is_ready_for_key(machine: &Spectrum) -> bool {
    waits_for_key(machine) && !key_pending(machine) && machine.peek(TV_FLAG) & 8 == 0
}

/// How many keys the ROM takes to be held down: 0 to 2.
pub fn keys_held(machine: &Spectrum) -> usize {
    let is_held = |&key: &u16| machine.peek(key) != 0xFF;
    [KSTATE, KSTATE + 4].iter().filter(|key| is_held(key)).count()
}

/// Whether the ROM is in INPUT.
pub fn in_input(machine: &Spectrum) -> bool {
    machine.peek(FLAGX) & 0x20 != 0
}

/// Whether a program's line runs: not a typed one, and not one that is being checked.
pub fn runs_program(machine: &Spectrum) -> bool {
    machine.peek(FLAGS) & 0x80 != 0 && machine.peek16(PPC) <= LAST_LINE
}

/// The line and statement that run.
pub fn place(machine: &Spectrum) -> StatementPlace {
    StatementPlace {
        line: machine.peek16(PPC),
        statement: machine.peek(SUBPPC),
    }
}
