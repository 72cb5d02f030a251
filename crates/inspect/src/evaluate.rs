//! Evaluates an expression by running the ROM on a copy of the machine.
//!
//! ```
//! use girafa_inspect::evaluate::{Expression, Evaluated};
//! let mut machine = girafa_spectrum::Spectrum::new(&girafa_rom::girafa48());
//! for _ in 0..200 { machine.run_frame(); }
//! let value = Expression::parse("\"a\"+STR$ (2*3)")?.evaluate(&machine)?;
//! assert_eq!(value, Evaluated::String(b"a6".to_vec()));
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

/// The ROM's entry that evaluates the expression at CH ADD. Machine code uses it in any 48K ROM.
const EVALUATE_ENTRY: u16 = 0x24FB;
/// The printer buffer, used to store the expression: 256 bytes that no expression needs.
const BUFFER: u16 = 0x5B00;
/// Maximum length of an expression, in bytes.
pub const MAX_EXPRESSION: usize = 200;
/// The return address of the evaluation: nothing is executed there.
const RETURN: u16 = BUFFER + 0xFE;
/// Maximum number of frames for an expression: four seconds of emulated time.
const FRAMES: u32 = 200;

/// The value of an expression.
#[derive(Debug, Clone, PartialEq)]
pub enum Evaluated {
    /// A number.
    Number(Float5),
    /// A string: its characters.
    String(Vec<u8>),
    /// An error with this number minus one.
    Error(u8),
}

impl fmt::Display for Evaluated {
    /// Formats a number as PRINT does, a string in quotes, and an error as its report without a position.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Evaluated::Number(number) => number.fmt(f),
            Evaluated::String(codes) => write!(f, "\"{}\"", text(codes).replace('"', "\"\"")),
            Evaluated::Error(code) => f.write_str(&report(*code)),
        }
    }
}

impl Evaluated {
    /// Whether IF considers it true.
    pub fn is_true(&self) -> bool {
        matches!(self, Evaluated::Number(number) if number.to_f64() != 0.0)
    }
}

/// Converts characters to text; those not in Unicode become their code in braces, as in a listing.
pub fn text(codes: &[u8]) -> String {
    let shown = |&code: &u8| charset::to_char(code).map_or_else(|| format!("\\{{{code}}}"), String::from);
    codes.iter().map(shown).collect()
}

/// The texts of the reports in the order of their codes, `0` to `9` and `A` to `R` (Manual, appendix B).
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

/// The report with number `code` + 1, where `code` is the byte after RST 8: `2 Variable not found`.
pub fn report(code: u8) -> String {
    let number = usize::from(code.wrapping_add(1));
    match (REPORTS.get(number), char::from_digit(number as u32, 36)) {
        (Some(words), Some(digit)) => format!("{} {words}", digit.to_ascii_uppercase()),
        _ => format!("error {number}"),
    }
}

/// Whether `text` is a report without its place, such as `0 OK`.
pub fn is_report(text: &str) -> bool {
    (0..REPORTS.len() as u8).any(|number| report(number.wrapping_sub(1)) == text)
}

/// Errors while evaluating an expression.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum EvaluateError {
    /// The text is not an expression, for this reason.
    #[error("not a BASIC expression: {0}")]
    Malformed(String),
    /// The expression is longer than [`MAX_EXPRESSION`].
    #[error("the expression is longer than {MAX_EXPRESSION} bytes")]
    TooLong,
    /// The ROM did not finish within four seconds of emulated time.
    #[error("the ROM did not evaluate the expression within {} s of emulated time", FRAMES / 50)]
    TooSlow,
    /// The ROM stopped before the end of the expression.
    #[error("the ROM did not evaluate the whole expression")]
    NotRead,
}

/// An expression, tokenised as in a program line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expression(Vec<u8>);

impl Expression {
    /// Parses an expression as written in a listing.
    ///
    /// # Errors
    /// The expression is not valid, or too long.
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

    /// Evaluates the expression on a copy of `machine`.
    ///
    /// # Errors
    /// The ROM did not finish, or did not read the whole expression.
    pub fn evaluate(&self, machine: &Spectrum) -> Result<Evaluated, EvaluateError> {
        evaluate(machine, &self.0, FRAMES, &mut 0)
    }
}

/// Evaluates a tokenised expression on a copy of `machine`, in at most `frames` frames, and adds the number
/// of frames used to `taken`.
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
    machine.poke16(sysvars::CH_ADD, BUFFER);
    let flags = machine.peek(sysvars::FLAGS);
    machine.poke(sysvars::FLAGS, flags | 0x80);
    let cpu = &mut machine.cpu;
    cpu.sp = cpu.sp.wrapping_sub(2);
    (cpu.pc, cpu.iy) = (EVALUATE_ENTRY, sysvars::IY);
    (cpu.iff1, cpu.iff2, cpu.halted) = (false, false, false);
    let sp = cpu.sp;
    machine.poke16(sp, RETURN);
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

/// The value on the calculator stack, if all `length` bytes of the expression have been read.
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
