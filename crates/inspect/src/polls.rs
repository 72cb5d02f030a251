//! Detects how a program polls the keyboard, and whether it does nothing else.

use girafa_spectrum::ula::RAM;
use girafa_spectrum::{KeyReads, Spectrum};

use crate::StatementPlace;
use crate::still::lasting;
use crate::sysvars;

/// Observation time in T-states: one second.
const OBSERVATION_TSTATES: u64 = 50 * 69_888;
/// Minimum number of keyboard scans by the ROM in that time to count as polling.
const MIN_SCANS: u32 = 3;
/// The half-rows with SPACE and CAPS SHIFT, which the ROM reads between statements to check for BREAK.
const BREAK_ROWS: u8 = 0x81;

/// The way in which a program polls the keyboard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PollSource {
    /// Machine code in RAM reads port FE, with the instruction at this address.
    Port(u16),
    /// The ROM scans for a pressed key, as for INKEY$, in this statement.
    Scan(StatementPlace),
}

/// The half-rows of keys that a program has read in a frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct KeyboardReads {
    half_rows: u8,
    breaks: u8,
}

impl KeyboardReads {
    /// The reads of `machine`'s program in the frame that has just ended, in which `reads` were made. Reads
    /// by the ROM's interrupt routine do not count, as the program did not request them.
    pub fn of(machine: &Spectrum, reads: KeyReads) -> KeyboardReads {
        if sysvars::waits_for_key(machine) || sysvars::is_in_pause(machine) {
            return KeyboardReads {
                half_rows: 0xFF,
                breaks: 0,
            };
        }
        let own_interrupts = machine.cpu.im == 2;
        let rows = reads.late | if own_interrupts { reads.early } else { 0 };
        if rows & !BREAK_ROWS != 0 {
            KeyboardReads {
                half_rows: rows,
                breaks: 0,
            }
        } else {
            KeyboardReads {
                half_rows: 0,
                breaks: rows,
            }
        }
    }

    /// The half-rows that were read, a bit for each.
    pub fn half_rows(self) -> u8 {
        self.half_rows
    }

    /// Half-rows that were read either by the program or by the ROM's check for BREAK.
    pub fn breaks(self) -> u8 {
        self.breaks
    }
}

/// The half-rows of SPACE and CAPS SHIFT that machine code in RAM will read within a frame, determined on a
/// copy of the machine.
pub fn own_looks_for_break(machine: &Spectrum) -> u8 {
    let mut rows = 0;
    let mut looks = Reader::new(machine, OBSERVATION_TSTATES / 50);
    while let Some((pc, high)) = looks.next() {
        if pc >= RAM {
            rows |= !high & BREAK_ROWS;
        }
    }
    rows
}

/// Runs a copy of the machine for a second and returns how its program polls the keyboard, if it does. The
/// tape uses port FE too: a custom loader that listens for its tape looks the same.
pub fn polls_keyboard(machine: &Spectrum) -> Option<PollSource> {
    let mut looks = Reader::new(machine, OBSERVATION_TSTATES);
    let mut scans = 0;
    while let Some((pc, high)) = looks.next() {
        if pc >= RAM {
            return Some(PollSource::Port(pc));
        }
        scans += u32::from(looks.is_asked(high));
        if scans == MIN_SCANS {
            return Some(PollSource::Scan(sysvars::place(&looks.machine)));
        }
    }
    None
}

/// Whether the program [polls the keyboard](polls_keyboard) itself, as games do, instead of waiting for an answer
/// or a key.
pub fn reads_keys_itself(machine: &Spectrum) -> bool {
    if sysvars::waits_for_key(machine) {
        return false;
    }
    match polls_keyboard(machine) {
        // The system variables of machine code may be something else.
        Some(PollSource::Port(_)) => true,
        Some(PollSource::Scan(_)) => sysvars::runs_program(machine) && !sysvars::in_input(machine),
        None => false,
    }
}

/// A checksum of registers and RAM at each keyboard poll, if it stays the same for a second. It leaves out
/// what the interrupt routine changes and what is below the stack pointer. Two equal checksums, taken at
/// different times, mean that the program does nothing but wait for a key.
pub fn stands_still(machine: &Spectrum) -> Option<u32> {
    let mut looks = Reader::new(machine, OBSERVATION_TSTATES);
    let (mut first, mut times) = (None, 0);
    while let Some((pc, high)) = looks.next() {
        if pc < RAM && !looks.is_asked(high) {
            continue;
        }
        // One instruction may read several half-rows in turn.
        let look = (pc, high);
        match first {
            None => first = Some((look, digest(&looks.machine))),
            Some((same, still)) if same == look => {
                if digest(&looks.machine) != still {
                    return None;
                }
                times += 1;
            }
            Some(_) => {}
        }
        if times == MIN_SCANS {
            return first.map(|(_, digest)| digest);
        }
    }
    None
}

fn digest(machine: &Spectrum) -> u32 {
    let cpu = &machine.cpu;
    let mut sum = crc32fast::Hasher::new();
    for word in [cpu.bc(), cpu.de(), cpu.hl(), cpu.ix, cpu.iy, cpu.sp, cpu.pc] {
        sum.update(&word.to_le_bytes());
    }
    lasting(machine, cpu.sp..cpu.sp).for_each(|part| sum.update(part));
    sum.finalize()
}

/// A copy of a machine that steps from one read of port FE to the next.
struct Reader {
    machine: Spectrum,
    end: u64,
}

impl Reader {
    /// Creates a copy that runs for `tstates` T-states.
    fn new(machine: &Spectrum, tstates: u64) -> Reader {
        let mut machine = machine.clone();
        machine.watch_beam(false);
        machine.collect_beeper(false);
        Reader {
            end: machine.tstates() + tstates,
            machine,
        }
    }

    /// Runs to the next instruction that reads port FE. Returns its address, before it is executed, and the
    /// port's upper byte.
    fn next(&mut self) -> Option<(u16, u8)> {
        while self.machine.tstates() < self.end {
            self.machine.step();
            let pc = self.machine.cpu.pc;
            if let Some(high) = reads_port_fe(&self.machine, pc) {
                return Some((pc, high));
            }
        }
        None
    }

    /// Whether a read of this half-row by the ROM is a scan for the program. With interrupts off it is the
    /// interrupt routine's own scan; the outermost half-rows alone are a check for BREAK.
    fn is_asked(&self, high: u8) -> bool {
        self.machine.cpu.iff1 && !matches!(high, 0x7F | 0xFE)
    }
}

/// The upper byte of the port, which selects half-rows, if the instruction at `pc` reads an even port: IN
/// A,(n) or IN r,(C).
fn reads_port_fe(machine: &Spectrum, pc: u16) -> Option<u8> {
    let operand = machine.peek(pc.wrapping_add(1));
    let cpu = &machine.cpu;
    match machine.peek(pc) {
        0xDB if operand & 1 == 0 => Some(cpu.a),
        0xED if operand & 0xC7 == 0x40 && cpu.c & 1 == 0 => Some(cpu.b),
        _ => None,
    }
}
