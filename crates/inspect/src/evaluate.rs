//! The value of an expression, found out by the ROM itself on a copy of the machine.
//!
//! ```
//! use girafa_inspect::evaluate::{Expression, Evaluated};
//! let mut machine = girafa_spectrum::Spectrum::new(&girafa_rom::girafa48());
//! for _ in 0..200 { machine.run_frame(); }
//! let worth = Expression::parse("\"a\"+STR$ (2*3)")?.evaluate(&machine)?;
//! assert_eq!(worth, Evaluated::String(b"a6".to_vec()));
//! assert_eq!(Expression::parse("1/0")?.evaluate(&machine)?.to_string(), "6 Number too big");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt;

use girafa_basic::float5::Float5;
use girafa_basic::{charset, tokenise};
use girafa_spectrum::{Spectrum, Stop};
use thiserror::Error;

use crate::statements;
use crate::sysvars;

/// Evaluate the expression at CH ADD: an entry that machine code uses in any 48K ROM.
const EVALUATE: u16 = 0x24FB;
/// The printer's buffer, which holds the expression during that time: 256 bytes that no expression needs.
const BUFFER: u16 = 0x5B00;
/// The longest expression that is tried, in bytes.
pub const MAX_EXPRESSION: usize = 200;
/// Where the evaluation returns to: nothing is executed there.
const RETURN: u16 = BUFFER + 0xFE;
/// What the ROM's index register holds.
const IY: u16 = 0x5C3A;
/// Frames that an expression may take: four seconds of the machine's time.
const FRAMES: u32 = 200;

/// The value of an expression.
#[derive(Debug, Clone, PartialEq)]
pub enum Evaluated {
    /// A number.
    Number(Float5),
    /// A string: its characters.
    String(Vec<u8>),
    /// An error with this number, less one.
    Error(u8),
}

impl fmt::Display for Evaluated {
    /// A number as PRINT shows it, a string in quotes, an error as its report without a place.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Evaluated::Number(number) => number.fmt(f),
            Evaluated::String(codes) => write!(f, "\"{}\"", text(codes).replace('"', "\"\"")),
            Evaluated::Error(code) => f.write_str(&report(*code)),
        }
    }
}

impl Evaluated {
    /// Whether IF takes it to be true.
    pub fn is_true(&self) -> bool {
        matches!(self, Evaluated::Number(number) if number.to_f64() != 0.0)
    }
}

/// Characters as text; what has none in Unicode as its code in braces, as in a listing.
pub fn text(codes: &[u8]) -> String {
    let shown = |&code: &u8| charset::to_char(code).map_or_else(|| format!("\\{{{code}}}"), String::from);
    codes.iter().map(shown).collect()
}

/// The reports' words in the order of their codes, `0` to `9` and `A` to `R` (Manual, appendix B).
const REPORTS: [&str; 28] = [
    "OK",
    "NEXT without FOR",
    "Variable not found",
    "Subscript wrong",
    "Out of memory",
    "Out of screen",
    "Number too big",
    "RETURN without GO SUB",
    "End of file",
    "STOP statement",
    "Invalid argument",
    "Integer out of range",
    "Nonsense in BASIC",
    "BREAK - CONT repeats",
    "Out of DATA",
    "Invalid file name",
    "No room for line",
    "STOP in INPUT",
    "FOR without NEXT",
    "Invalid I/O device",
    "Invalid colour",
    "BREAK into program",
    "RAMTOP no good",
    "Statement lost",
    "Invalid stream",
    "FN without DEF",
    "Parameter error",
    "Tape loading error",
];

/// The report with the number `code`, less one, as after RST 8: `2 Variable not found`.
pub fn report(code: u8) -> String {
    let number = usize::from(code.wrapping_add(1));
    match (REPORTS.get(number), char::from_digit(number as u32, 36)) {
        (Some(words), Some(digit)) => format!("{} {words}", digit.to_ascii_uppercase()),
        _ => format!("error {number}"),
    }
}

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum EvaluateError {
    /// It is not an expression: why.
    #[error("not a BASIC expression: {0}")]
    Malformed(String),
    /// It has more bytes than are tried.
    #[error("the expression is longer than {MAX_EXPRESSION} bytes")]
    TooLong,
    /// It is not over within four seconds of the machine's time.
    #[error("the ROM did not evaluate the expression within {} s of emulated time", FRAMES / 50)]
    TooSlow,
    /// The ROM stopped before its end.
    #[error("the ROM did not evaluate the whole expression")]
    NotRead,
}

/// An expression in the bytes of a program's line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expression(Vec<u8>);

impl Expression {
    /// Reads an expression as it is written in a listing.
    ///
    /// # Errors
    /// It is not valid, or too long.
    pub fn parse(source: &str) -> Result<Expression, EvaluateError> {
        if source.len() > 8 * MAX_EXPRESSION {
            return Err(EvaluateError::TooLong);
        }
        let source = source.trim();
        let malformed = |why: &str| EvaluateError::Malformed(why.to_owned());
        if source.is_empty() {
            return Err(malformed("it is empty"));
        }
        if source.contains(['\n', '\r']) {
            return Err(malformed("it has more than one row"));
        }
        let options = tokenise::Options::default();
        let mut failure = None;
        for variable in ["a", "a$"] {
            let head = format!("1 LET {variable}=");
            match tokenise::program(&format!("{head}{source}"), &options) {
                Err(found) => {
                    let first = found.iter().next();
                    failure.get_or_insert_with(|| {
                        first.map_or_else(String::new, |diagnostic| diagnostic.message.clone())
                    });
                }
                Ok(tokenised) => {
                    let body = &tokenised.program.lines[0].body;
                    if statements::ranges(body).len() > 1 {
                        return Err(malformed("a colon begins another statement"));
                    }
                    let start = body.iter().position(|&code| code == b'=').map_or(0, |at| at + 1);
                    let codes = body[start..].to_vec();
                    return match codes.len() {
                        0..=MAX_EXPRESSION => Ok(Expression(codes)),
                        _ => Err(EvaluateError::TooLong),
                    };
                }
            }
        }
        Err(EvaluateError::Malformed(failure.unwrap_or_default()))
    }

    /// Its value, on a copy of `machine`.
    ///
    /// # Errors
    /// The ROM does not come to an end, or to another one.
    pub fn evaluate(&self, machine: &Spectrum) -> Result<Evaluated, EvaluateError> {
        evaluate(machine, &self.0, FRAMES, &mut 0)
    }
}

/// The value of the bytes of an expression, on a copy of `machine` that runs for `frames` frames at most;
/// adds those that it took to `taken`.
pub(crate) fn evaluate(
    machine: &Spectrum,
    expression: &[u8],
    frames: u32,
    taken: &mut u32,
) -> Result<Evaluated, EvaluateError> {
    let mut machine = machine.clone();
    machine.watch_writes(None);
    machine.watch_beam(false);
    machine.watch_screen(false);
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
    breakpoints.insert(sysvars::ERROR_ENTRY);
    breakpoints.insert(RETURN);
    for _ in 0..frames {
        match machine.run_frame() {
            Stop::Breakpoint(sysvars::ERROR_ENTRY) => {
                let code = machine.peek(machine.peek16(machine.cpu.sp));
                return Ok(Evaluated::Error(code));
            }
            Stop::Breakpoint(_) => return value(&machine, expression.len()).ok_or(EvaluateError::NotRead),
            Stop::Frame | Stop::Written(_) => *taken += 1,
        }
    }
    Err(EvaluateError::TooSlow)
}

/// The value on the calculator's stack, where all of the expression's `length` bytes have been read.
fn value(machine: &Spectrum, length: usize) -> Option<Evaluated> {
    let is_read = usize::from(machine.peek16(sysvars::CH_ADD).wrapping_sub(BUFFER)) == length;
    let last = machine.peek16(sysvars::STKEND).wrapping_sub(5);
    let bytes: [u8; 5] = std::array::from_fn(|at| machine.peek(last.wrapping_add(at as u16)));
    if !is_read {
        None
    } else if machine.peek(sysvars::FLAGS) & 0x40 != 0 {
        Some(Evaluated::Number(Float5(bytes)))
    } else {
        let [_, start_low, start_high, low, high] = bytes;
        let start = usize::from(u16::from_le_bytes([start_low, start_high]));
        let length = usize::from(u16::from_le_bytes([low, high]));
        let characters = machine.memory().get(start..start + length)?;
        Some(Evaluated::String(characters.to_vec()))
    }
}

fn poke16(machine: &mut Spectrum, address: u16, value: u16) {
    let [low, high] = value.to_le_bytes();
    machine.poke(address, low);
    machine.poke(address.wrapping_add(1), high);
}
