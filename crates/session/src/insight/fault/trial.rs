//! What an expression of the program is worth, found out by the ROM itself on a copy of the machine.

use std::cell::Cell;

use girafa_basic::float5::Float5;
use girafa_basic::token;
use girafa_spectrum::{Spectrum, Stop};

use super::words::{Kind, Word};
use crate::sysvars;

/// Evaluate the expression at CH ADD: an entry that machine code uses in any 48K ROM.
const EVALUATE: u16 = 0x24FB;
const ERROR: u16 = 0x0008;
/// The printer's buffer, where the expression stands meanwhile: 256 bytes that no expression needs.
const BUFFER: u16 = 0x5B00;
/// The longest expression that is tried, in bytes.
const LONGEST: usize = 200;
/// Where the evaluation returns to: nothing is executed there.
const RETURN: u16 = BUFFER + 0xFE;
const STKEND: u16 = 0x5C65;
/// What the ROM's index register holds.
const IY: u16 = 0x5C3A;

/// Frames that an expression may take, and all of them together.
const FRAMES: u32 = 10;
const ALL_FRAMES: u32 = 100;
/// How many expressions are tried.
const TRIALS: u32 = 400;

/// Functions that do something else each time, or do more than to give a value.
const FICKLE: [u8; 4] = [token::RND, token::INKEY_S, token::USR, token::IN];

/// What an expression is worth.
#[derive(Debug, Clone, PartialEq)]
pub enum Worth {
    /// A number.
    Number(Float5),
    /// A string: its characters.
    String(Vec<u8>),
    /// An error with this number, less one.
    Error(u8),
}

/// A machine on whose copies expressions are evaluated.
pub struct Trial<'a> {
    machine: &'a Spectrum,
    frames: Cell<u32>,
    trials: Cell<u32>,
    works: bool,
}

impl<'a> Trial<'a> {
    /// Trials on copies of `machine`, as it was at the error. Where its ROM does not find out what 1 is worth, there are none.
    pub fn new(machine: &'a Spectrum) -> Trial<'a> {
        let mut trial = Trial {
            machine,
            frames: Cell::new(ALL_FRAMES),
            trials: Cell::new(TRIALS),
            works: true,
        };
        let one = Float5::from(1);
        let mut literal = vec![b'1', token::NUMBER];
        literal.extend(one.0);
        trial.works = trial.evaluate(&literal) == Some(Worth::Number(one));
        trial
    }

    /// What these words of a line's body are worth. `None` where that cannot be known: it is too long, is no expression of
    /// its own, or has RND or the like in it.
    pub fn words(&self, body: &[u8], words: &[Word]) -> Option<Worth> {
        let (first, last) = (words.first()?, words.last()?);
        if words.iter().any(is_fickle) {
            return None;
        }
        self.evaluate(&body[first.span.start..last.span.end])
    }

    /// The same of words that are a number.
    pub fn number(&self, body: &[u8], words: &[Word]) -> Option<Float5> {
        match self.words(body, words)? {
            Worth::Number(number) => Some(number),
            Worth::String(_) | Worth::Error(_) => None,
        }
    }

    fn evaluate(&self, expression: &[u8]) -> Option<Worth> {
        let is_over = self.frames.get() == 0 || self.trials.get() == 0;
        if !self.works || expression.is_empty() || expression.len() > LONGEST || is_over {
            return None;
        }
        self.trials.set(self.trials.get() - 1);
        let mut machine = self.machine.clone();
        machine.watch_writes(None);
        machine.watch_beam(false);
        machine.collect_beeper(false);
        for (address, &byte) in (BUFFER..).zip(expression.iter().chain(b"\r")) {
            machine.poke(address, byte);
        }
        poke16(&mut machine, sysvars::CH_ADD, BUFFER);
        let flags = machine.peek(sysvars::FLAGS);
        machine.poke(sysvars::FLAGS, flags | 0x80);
        let cpu = &mut machine.cpu;
        cpu.sp = cpu.sp.wrapping_sub(2);
        (cpu.pc, cpu.iy) = (EVALUATE, IY);
        (cpu.iff1, cpu.iff2, cpu.halted) = (false, false, false);
        let sp = cpu.sp;
        poke16(&mut machine, sp, RETURN);
        let breakpoints = machine.breakpoints_mut();
        breakpoints.clear();
        breakpoints.insert(ERROR);
        breakpoints.insert(RETURN);
        for _ in 0..FRAMES.min(self.frames.get()) {
            match machine.run_frame() {
                Stop::Breakpoint(ERROR) => {
                    let code = machine.peek(machine.peek16(machine.cpu.sp));
                    return Some(Worth::Error(code));
                }
                Stop::Breakpoint(_) => return worth(&machine, expression.len()),
                Stop::Frame | Stop::Written(_) => self.frames.set(self.frames.get().saturating_sub(1)),
            }
        }
        None
    }
}

/// The value on the calculator's stack, where all of the expression's `length` bytes have been read.
fn worth(machine: &Spectrum, length: usize) -> Option<Worth> {
    let is_read = usize::from(machine.peek16(sysvars::CH_ADD).wrapping_sub(BUFFER)) == length;
    let last = machine.peek16(STKEND).wrapping_sub(5);
    let bytes: [u8; 5] = std::array::from_fn(|at| machine.peek(last.wrapping_add(at as u16)));
    if !is_read {
        None
    } else if machine.peek(sysvars::FLAGS) & 0x40 != 0 {
        Some(Worth::Number(Float5(bytes)))
    } else {
        let [_, start_low, start_high, low, high] = bytes;
        let start = usize::from(u16::from_le_bytes([start_low, start_high]));
        let length = usize::from(u16::from_le_bytes([low, high]));
        let characters = machine.memory().get(start..start + length)?;
        Some(Worth::String(characters.to_vec()))
    }
}

/// Whether a word gives another value each time.
pub fn is_fickle(word: &Word) -> bool {
    matches!(word.kind, Kind::Code(code) if FICKLE.contains(&code))
}

fn poke16(machine: &mut Spectrum, address: u16, value: u16) {
    let [low, high] = value.to_le_bytes();
    machine.poke(address, low);
    machine.poke(address.wrapping_add(1), high);
}
