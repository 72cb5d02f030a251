//! Reads a machine's BASIC program from its memory.

use girafa_basic::program::Program;
use girafa_spectrum::Spectrum;

use crate::sysvars;

/// The lowest possible address of a program: after the system variables and at least one channel's data.
const MIN_PROGRAM_ADDRESS: u16 = 0x5CB6;

/// The program between PROG and VARS, without variables and autostart; `None` if these are not valid or the
/// contents do not begin with a line.
pub fn of_machine(machine: &Spectrum) -> Option<Program> {
    let [from, to] = [sysvars::PROG, sysvars::VARS].map(|pointer| machine.peek16(pointer));
    if from < MIN_PROGRAM_ADDRESS || to <= from {
        return None;
    }
    let bytes = &machine.memory()[usize::from(from)..usize::from(to)];
    let (lines, tail) = Program::lines_and_tail(bytes);
    (!lines.is_empty()).then(|| Program {
        lines,
        tail: tail.to_vec(),
        ..Program::default()
    })
}
