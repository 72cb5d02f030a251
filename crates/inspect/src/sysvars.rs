//! The system variables used by sessions and interactive front ends (Manual, chapter 25), and the two places
//! where a 48K ROM waits.

use girafa_basic::program::LAST_LINE;
use girafa_spectrum::Spectrum;

use crate::StatementPlace;

/// The value that the ROM expects in IY.
pub const IY: u16 = 0x5C3A;
/// State of two keys, four bytes each; the first byte is FF if no key is held.
pub const KSTATE: u16 = 0x5C00;
/// The last key pressed.
pub const LAST_K: u16 = 0x5C08;
/// The address after the system variables.
pub const SYSTEM_VARIABLES_END: u16 = 0x5CB6;
/// Address of the font minus 256: character 32 is 256 bytes above it.
pub const CHARS: u16 = 0x5C36;
/// Address of the stack item with the error return address.
pub const ERR_SP: u16 = 0x5C3D;
/// Bit 7: statements are run, not only checked. Bit 5: LAST K contains a new key. Bit 0: the next token is
/// printed without its leading space.
pub const FLAGS: u16 = 0x5C3B;
/// Bit 3: the edit line must be redrawn with its cursor.
pub const TV_FLAG: u16 = 0x5C3C;
/// One less than the number of the report; 255 for none.
pub const ERR_NR: u16 = 0x5C3A;
/// The mode of the cursor: 0 for K, L and C.
pub const MODE: u16 = 0x5C41;
/// The ROM's entry at the end of a statement, which jumps to the statement in NEWPPC and NSPPC.
pub const STATEMENT_DONE: u16 = 0x1B76;
/// The number of the line to jump to.
pub const NEWPPC: u16 = 0x5C42;
/// The number of the statement to jump to; 255 for no jump.
pub const NSPPC: u16 = 0x5C44;
/// The line number of a direct command.
pub const DIRECT_LINE: u16 = 65534;
/// The number of the current line; [`DIRECT_LINE`] for a direct command.
pub const PPC: u16 = 0x5C45;
/// The number of the current statement in its line.
pub const SUBPPC: u16 = 0x5C47;
/// Address of the current output channel; its fifth byte is its letter.
pub const CURCHL: u16 = 0x5C51;
/// Start of the BASIC program.
pub const PROG: u16 = 0x5C53;
/// Start of the variables.
pub const VARS: u16 = 0x5C4B;
/// Address of the arguments of the function that is being evaluated; the upper byte is 0 outside functions.
pub const DEFADD: u16 = 0x5C0B;
/// Start of the edit line.
pub const E_LINE: u16 = 0x5C59;
/// Start of the work space, with INPUT's line.
pub const WORKSP: u16 = 0x5C61;
/// Start of the calculator stack.
pub const STKBOT: u16 = 0x5C63;
/// Address of the calculator's memories.
pub const MEM: u16 = 0x5C68;
/// The calculator's memories.
pub const MEMBOT: u16 = 0x5C92;
/// The last address of BASIC.
pub const RAMTOP: u16 = 0x5CB2;
/// End of the calculator stack, where free memory begins.
pub const STKEND: u16 = 0x5C65;
/// Address of the next character that the interpreter reads.
pub const CH_ADD: u16 = 0x5C5D;
/// Number of rows of the lower screen.
pub const DF_SZ: u16 = 0x5C6B;
/// Bit 5: the ROM is in INPUT, not in the editor.
pub const FLAGX: u16 = 0x5C71;
/// Address of the user-defined graphics.
pub const UDG: u16 = 0x5C7B;
/// 33 minus the column of the upper screen's print position; the next byte is 24 minus the row.
pub const S_POSN: u16 = 0x5C88;

pub use girafa_spectrum::ula::{ERROR_ENTRY, LOAD_BYTES, PRINT_ENTRY, RESET_ENTRY};

/// Whether the program counter is where a ROM waits for a key.
pub fn waits_for_key(machine: &Spectrum) -> bool {
    is_key_wait(machine.cpu.pc)
}

/// Whether a ROM waits for a key at an address: 15D4-15F1 (wait for a key) or 10A8-1104 (key input of channel K).
pub fn is_key_wait(address: u16) -> bool {
    matches!(address, 0x15D4..=0x15F1 | 0x10A8..=0x1104)
}

/// Whether a program's machine code waits for a key through the ROM, rather than the ROM's editor or INPUT:
/// the wait was reached by a CALL in RAM.
pub fn waits_for_machine_code(machine: &Spectrum) -> bool {
    is_called_from_ram(machine, is_key_wait)
}

/// Whether a return address near the top of the stack follows a CALL, in RAM, to a matching address.
fn is_called_from_ram(machine: &Spectrum, is_wanted: impl Fn(u16) -> bool) -> bool {
    const CALL: u8 = 0xCD;
    /// Maximum size of the ROM's stack while it waits.
    const STACK_BYTES: u16 = 16;
    (0..STACK_BYTES)
        .map(|place| machine.peek16(machine.cpu.sp.wrapping_add(2 * place)))
        .filter(|&to| to >= 0x4003)
        .any(|to| machine.peek(to - 3) == CALL && is_wanted(machine.peek16(to - 2)))
}

/// Whether the ROM waits for a key in the statement PAUSE 0, or because machine code calls its PAUSE routine.
/// In both cases the CPU is halted. Either PAUSE 0 was read last, with the end of the statement next, or 1F3D
/// was called from RAM and BC, its frame count, is 0. In the ROM's key wait the editor is active: a PAUSE 0
/// that ended the program is over.
pub fn waits_in_pause(machine: &Spectrum) -> bool {
    machine.cpu.halted && !waits_for_key(machine) && (is_at_pause_0(machine) || is_in_called_pause(machine))
}

/// The ROM's PAUSE routine, a published entry; it halts in its first bytes.
const PAUSE: u16 = 0x1F3D;

/// Whether the ROM is in PAUSE, of any length.
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

/// Whether a loader waits for a tape with nothing left to play. For the ROM's loader, which runs with
/// interrupts off, this is true at once. A custom loader, which may call the ROM's edge routines, may only
/// check briefly for a signal, so it must have listened for five seconds.
pub fn waits_for_tape(machine: &Spectrum) -> bool {
    const MIN_POLLING_TSTATES: u64 = 5 * 50 * 69_888;
    let Some(listened) = machine.deck().listened_in_vain(machine.tstates()) else {
        return false;
    };
    let is_in_rom = machine.cpu.pc < 0x4000 && !machine.cpu.iff1;
    let is_part = |address| (LOAD_BYTES + 1..0x0605).contains(&address);
    listened >= MIN_POLLING_TSTATES || is_in_rom && !is_called_from_ram(machine, is_part)
}

/// Whether the ROM has not yet processed a key that was pressed.
pub fn key_pending(machine: &Spectrum) -> bool {
    machine.peek(FLAGS) & 0x20 != 0
}

/// Whether the ROM waits for a key, has processed the last one, and has redrawn the edit line with its
/// cursor.
pub fn is_ready_for_key(machine: &Spectrum) -> bool {
    waits_for_key(machine) && !key_pending(machine) && machine.peek(TV_FLAG) & 8 == 0
}

/// Number of keys that the ROM considers held down: 0 to 2.
pub fn keys_held(machine: &Spectrum) -> usize {
    let is_held = |&key: &u16| machine.peek(key) != 0xFF;
    [KSTATE, KSTATE + 4].iter().filter(|key| is_held(key)).count()
}

/// Whether the ROM is in INPUT.
pub fn in_input(machine: &Spectrum) -> bool {
    machine.peek(FLAGX) & 0x20 != 0
}

/// Whether a line of the program runs: not a direct command, and not a syntax check.
pub fn runs_program(machine: &Spectrum) -> bool {
    machine.peek(FLAGS) & 0x80 != 0 && machine.peek16(PPC) <= LAST_LINE
}

/// The position of the current statement.
pub fn place(machine: &Spectrum) -> StatementPlace {
    StatementPlace {
        line: machine.peek16(PPC),
        statement: machine.peek(SUBPPC),
    }
}
