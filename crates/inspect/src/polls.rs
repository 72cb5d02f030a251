//! How a program looks at the keyboard, and whether it does nothing else.

use girafa_spectrum::{KeyReads, Spectrum};

use crate::StatementPlace;
use crate::still::lasting;
use crate::sysvars;

/// T-states that the machine is watched for: a second.
const WATCHED: u64 = 50 * 69_888;
/// Reads of the keys by the ROM in that time that are a program's question.
const SCANS: u32 = 3;
/// The half-rows with SPACE and CAPS SHIFT, which the ROM reads between statements to see whether BREAK is
/// down.
const BREAK_ROWS: u8 = 0x81;

/// How a program looks at the keyboard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PollSource {
    /// Machine code in RAM reads port FE, by the instruction at this address.
    Port(u16),
    /// The ROM is asked for the key that is down, as INKEY$ does, in this statement.
    Scan(StatementPlace),
}

/// Where in a frame a program has looked for keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct KeyboardReads {
    half_rows: u8,
    breaks: u8,
}

impl KeyboardReads {
    /// What `machine`, at the end of a frame in which `reads` were read, has looked at. What the ROM's
    /// interrupt routine reads is not counted, as the program did not ask for it.
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

    /// The half-rows of keys that were looked at, a bit for each.
    pub fn half_rows(self) -> u8 {
        self.half_rows
    }

    /// Those of them that may have been read by a program, or by the ROM for BREAK alone.
    pub fn breaks(self) -> u8 {
        self.breaks
    }
}

/// The half-rows of SPACE and CAPS SHIFT that machine code in RAM is going to read within a frame: a copy of
/// the machine is stepped to see it.
pub fn own_looks_for_break(machine: &Spectrum) -> u8 {
    let mut rows = 0;
    let mut looks = Reader::new(machine, WATCHED / 50);
    while let Some((pc, high)) = looks.next() {
        if pc >= RAM {
            rows |= !high & BREAK_ROWS;
        }
    }
    rows
}

/// First address of RAM.
const RAM: u16 = 0x4000;

/// Lets a copy of the machine run for a second and says how its program looks at the keyboard in the
/// meantime, if it does. Port FE is the tape's too: a loader of the program's own that listens for its tape
/// looks the same.
pub fn polls_keyboard(machine: &Spectrum) -> Option<PollSource> {
    let mut looks = Reader::new(machine, WATCHED);
    let mut scans = 0;
    while let Some((pc, high)) = looks.next() {
        if pc >= RAM {
            return Some(PollSource::Port(pc));
        }
        scans += u32::from(looks.is_asked(high));
        if scans == SCANS {
            return Some(PollSource::Scan(sysvars::place(&looks.machine)));
        }
    }
    None
}

/// What the machine is like whenever its program looks at the keyboard, if it is the same each time for a
/// second: a checksum of registers and RAM, without what the interrupt counts and leaves there, and without
/// what is no longer on the stack. Two of these, taken at different times, are equal where the program does
/// nothing but wait for a key.
pub fn stands_still(machine: &Spectrum) -> Option<u32> {
    let mut looks = Reader::new(machine, WATCHED);
    let (mut first, mut times) = (None, 0);
    while let Some((pc, high)) = looks.next() {
        if pc < RAM && !looks.is_asked(high) {
            continue;
        }
        // One instruction may read the half-rows in turn.
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
        if times == SCANS {
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

/// A copy of a machine that is stepped from one read of port FE to the next.
struct Reader {
    machine: Spectrum,
    end: u64,
}

impl Reader {
    /// For so many T-states.
    fn new(machine: &Spectrum, tstates: u64) -> Reader {
        let mut machine = machine.clone();
        machine.watch_beam(false);
        machine.collect_beeper(false);
        Reader {
            end: machine.tstates() + tstates,
            machine,
        }
    }

    /// The address of the next instruction that reads port FE, about to be executed, and the port's upper
    /// byte.
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

    /// Whether the ROM, which reads this half-row, has been asked for a key: where interrupts are off it is
    /// the interrupt's own scan; the outermost half-rows alone are a look for BREAK.
    fn is_asked(&self, high: u8) -> bool {
        self.machine.cpu.iff1 && !matches!(high, 0x7F | 0xFE)
    }
}

/// The half-rows that the instruction at `pc` reads, as the port's upper byte, if it reads an even port: IN
/// A,(n), or IN r,(C).
fn reads_port_fe(machine: &Spectrum, pc: u16) -> Option<u8> {
    let operand = machine.peek(pc.wrapping_add(1));
    let cpu = &machine.cpu;
    match machine.peek(pc) {
        0xDB if operand & 1 == 0 => Some(cpu.a),
        0xED if operand & 0xC7 == 0x40 && cpu.c & 1 == 0 => Some(cpu.b),
        _ => None,
    }
}
