//! A machine's BASIC program, read from its memory.

use girafa_basic::program::Program;
use girafa_spectrum::Spectrum;

use crate::sysvars;

/// The first address of RAM where a program can stand: after the system variables and at least one channel's data.
const FIRST: u16 = 0x5CB6;

/// The program between PROG and VARS, without variables and autostart; `None` if none is there, or what is there is none.
pub fn of_machine(machine: &Spectrum) -> Option<Program> {
    let [from, to] = [sysvars::PROG, sysvars::VARS].map(|pointer| machine.peek16(pointer));
    if from < FIRST || to <= from {
        return None;
    }
    let bytes = &machine.memory()[usize::from(from)..usize::from(to)];
    let lines = Program::lines_from_bytes(bytes).ok()?;
    Some(Program {
        lines,
        ..Program::default()
    })
}
