//! Parses the report on the screen.

use crate::StatementPlace;
use crate::text::readable;
use crate::waiting::report_text;

/// The codes of reports in order: 0 is OK, whose number minus one is 255.
const CODES: &[u8] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

// Numbers of reports, minus one, as in ERR NR and after RST 8.
pub const NEXT_WITHOUT_FOR: u8 = 0;
pub const VARIABLE_NOT_FOUND: u8 = 1;
pub const SUBSCRIPT_WRONG: u8 = 2;
pub const NUMBER_TOO_BIG: u8 = 5;
pub const RETURN_WITHOUT_GO_SUB: u8 = 6;
const STOP: u8 = 8;
pub const OUT_OF_RANGE: u8 = 10;
pub const NONSENSE: u8 = 11;
const BREAK: u8 = 12;
pub const OUT_OF_DATA: u8 = 13;
pub const FOR_WITHOUT_NEXT: u8 = 17;
const BREAK_INTO_PROGRAM: u8 = 20;
pub const FN_WITHOUT_DEF: u8 = 24;
pub const PARAMETER_ERROR: u8 = 25;
/// For a report without a code whose error was not captured.
const UNKNOWN: u8 = 254;
const OK: u8 = 255;

/// The report of an error.
pub struct Report {
    /// Its code, where the ROM shows one.
    pub code: Option<char>,
    /// Its number minus one.
    pub number: u8,
    /// Its text.
    pub message: String,
    /// The statement that stopped; line 0 is a direct command.
    pub place: StatementPlace,
}

impl Report {
    /// Parses a text as the report of an error; `None` for OK, STOP, BREAK and any other text. `seen` is the
    /// number, minus one, and the position of the last error: ROMs such as OpenSE BASIC show no code.
    pub fn of(text: &str, seen: Option<(u8, StatementPlace)>) -> Option<Report> {
        let message = report_text(text)?;
        let (head, place) = text.rsplit_once(", ")?;
        let (line, statement) = place.split_once(':')?;
        let place = StatementPlace {
            line: line.parse().ok()?,
            statement: statement.parse().ok()?,
        };
        let code = head.strip_suffix(message)?.trim().chars().next();
        let number = match (code, seen) {
            (Some(code), _) => number_of(code)?,
            (None, Some((number, there))) if there == place => number,
            (None, _) => UNKNOWN,
        };
        let is_no_error = matches!(number, OK | STOP | BREAK | BREAK_INTO_PROGRAM)
            || matches!(message, "OK" | "STOP statement");
        (!is_no_error).then(|| Report {
            code,
            number,
            message: readable(message).into_owned(),
            place,
        })
    }
}

/// The number, minus one, of a report code.
fn number_of(code: char) -> Option<u8> {
    let index = CODES.iter().position(|&other| char::from(other) == code)?;
    Some((index as u8).wrapping_sub(1))
}
