//! Whether a program that goes on and on waits for keys in a loop of its own.

use girafa_spectrum::Spectrum;

use crate::insight::StatementPlace;
use crate::sysvars;

/// T-states that the machine is watched for: a second.
const WATCHED: u64 = 50 * 69_888;
/// Reads of the keys by the ROM in that time that are a program's question.
const SCANS: u32 = 3;

/// How a program looks at the keyboard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Polls {
    /// Machine code in RAM reads port FE, by the instruction at this address.
    Port(u16),
    /// The ROM is asked for the key that is down, as INKEY$ does, in this statement.
    Scan(StatementPlace),
}

/// Lets a copy of the machine run for a second and says how its program looks at the keyboard meanwhile, if it does. Port FE
/// is the tape's too: a loader of the program's own that listens for its tape looks the same.
pub fn polls_keyboard(machine: &Spectrum) -> Option<Polls> {
    let mut machine = machine.clone();
    let end = machine.tstates() + WATCHED;
    let mut scans = 0;
    while machine.tstates() < end {
        let pc = machine.cpu.pc;
        if let Some(rows) = reads_port_fe(&machine, pc) {
            if pc >= 0x4000 {
                return Some(Polls::Port(pc));
            }
            // Where interrupts are off it is the interrupt's own scan; the outermost rows alone are a look for BREAK.
            scans += u32::from(machine.cpu.iff1 && !matches!(rows, 0x7F | 0xFE));
            if scans == SCANS {
                return Some(Polls::Scan(sysvars::place(&machine)));
            }
        }
        machine.step();
    }
    None
}

/// The half-rows that the instruction at `pc` reads, as the port's upper byte, if it reads an even port: IN A,(n), or
/// IN r,(C).
fn reads_port_fe(machine: &Spectrum, pc: u16) -> Option<u8> {
    let operand = machine.peek(pc.wrapping_add(1));
    let cpu = &machine.cpu;
    match machine.peek(pc) {
        0xDB if operand & 1 == 0 => Some(cpu.a),
        0xED if operand & 0xC7 == 0x40 && cpu.c & 1 == 0 => Some(cpu.b),
        _ => None,
    }
}
