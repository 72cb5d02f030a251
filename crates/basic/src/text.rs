//! Converts a program's bytes to text that [`crate::tokenise`] converts back to the same bytes.
//!
//! The text is what LIST would show, with one row for each program line, and escapes for codes without a
//! character. A comment at the top has the data that a listing cannot express:
//!
//! ```text
//! # girafa: name="hanoi" autostart=10 spaces=kept
//! 10 REM ...
//! ```

use std::fmt::Write as _;

use crate::float5::Float5;
use crate::number::{self, NumberError};
use crate::program::{Line, Piece, Program, pieces};
use crate::source::Spaces;
use crate::token;
use crate::tokenise::{self, Options};
use crate::{charset, head};

/// Converts a program to text.
///
/// ```
/// use girafa_basic::{text, tokenise};
/// let program = tokenise::program("10 goto10", &tokenise::Options::default()).unwrap().program;
/// assert_eq!(text::from_program(&program), "10 GO TO 10\n");
/// ```
pub fn from_program(program: &Program) -> String {
    let spaces = if program.lines.iter().any(|line| has_typed_space(&line.body)) {
        Spaces::Kept
    } else {
        Spaces::Dropped
    };
    let mut lines: Vec<String> = program.lines.iter().map(|line| readable(line, spaces)).collect();
    // A line that does not tokenise to the same bytes (missing hidden bytes, lines that no editor would make)
    // is written with all codes escaped. That may change how names in other lines are read: hence the loop.
    // If the text is not stable after [`MAX_ROUND_TRIPS`], the whole program is written with escapes.
    let mut lenient = false;
    for _ in 0..MAX_ROUND_TRIPS {
        let text = head(program, spaces, lenient) + &lines.concat();
        let back = tokenise::program(&text, &Options::default());
        let back = match back {
            Ok(back) => back.program.lines,
            Err(_) if !lenient => {
                lenient = true;
                continue;
            }
            Err(_) => Vec::new(),
        };
        let same_length = back.len() == program.lines.len();
        let mut changed = false;
        for (index, line) in program.lines.iter().enumerate() {
            let coded = code_by_code(line);
            if (!same_length || back[index] != *line) && lines[index] != coded {
                lines[index] = coded;
                changed = true;
            }
        }
        if !changed {
            return text;
        }
        lenient = true;
    }
    head(program, spaces, true) + &program.lines.iter().map(code_by_code).collect::<String>()
}

/// Maximum number of round trips; listings written by people need two.
const MAX_ROUND_TRIPS: usize = 10;

/// Returns the head comment with the data that a listing cannot express, or an empty string.
fn head(program: &Program, spaces: Spaces, lenient: bool) -> String {
    let mut head = String::new();
    if !program.name.is_empty() {
        let name: String = program
            .name
            .iter()
            .map(|&code| {
                if code == b'"' {
                    "\\\"".to_string()
                } else {
                    quoted(code)
                }
            })
            .collect();
        let _ = write!(head, " name=\"{name}\"");
    }
    if let Some(line) = program.autostart {
        let _ = write!(head, " autostart={line}");
    }
    if spaces == Spaces::Kept {
        head += " spaces=kept";
    }
    if lenient {
        head += " lenient=yes";
    }
    for (name, bytes) in [("tail", &program.tail), ("variables", &program.variables)] {
        if !bytes.is_empty() {
            let _ = write!(head, " {name}=");
            bytes.iter().for_each(|byte| {
                let _ = write!(head, "{byte:02x}");
            });
        }
    }
    if head.is_empty() {
        head
    } else {
        format!("{}{head}\n", head::MARK)
    }
}

/// Whether there is a space outside strings and remarks.
fn has_typed_space(body: &[u8]) -> bool {
    let mut in_string = false;
    let mut codes = pieces(body).filter_map(|piece| match piece {
        Piece::Code(code) => Some(code),
        Piece::Number(_) => None,
    });
    codes.by_ref().take_while(|&code| code != token::REM).any(|code| {
        in_string ^= code == b'"';
        code == b' ' && !in_string
    })
}

/// A code in strings and remarks: keywords and control codes are escaped.
pub(crate) fn quoted(code: u8) -> String {
    match code {
        b'^' => "^".to_string(),
        b'\\' => "\\\\".to_string(),
        charset::UDGS..token::FIRST => format!("\\{}", char::from(code - charset::UDGS + b'a')),
        _ => charset::to_char(code).map_or_else(|| escaped(code), String::from),
    }
}

fn escaped(code: u8) -> String {
    format!("\\{{{code}}}")
}

fn all_escaped(codes: &[u8]) -> String {
    codes.iter().copied().map(escaped).collect()
}

/// Returns the line with every code of its body escaped.
fn code_by_code(line: &Line) -> String {
    format!("{} {}\n", line.number, all_escaped(&line.body))
}

/// Returns the line as LIST shows it, with a newline.
pub(crate) fn readable(line: &Line, spaces: Spaces) -> String {
    let mut writer = Writer {
        rest: &line.body,
        out: format!("{} ", line.number),
        spaces,
        spaced: true,
        quoting: Quoting::None,
        in_word: false,
        in_parameters: false,
        starts_statement: true,
    };
    while !writer.rest.is_empty() {
        writer.step();
    }
    // The space that a keyword shows at the end of a line is implied; a typed one is escaped.
    writer.out.trim_end_matches(' ').to_string() + "\n"
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Quoting {
    None,
    String,
    Remark,
}

struct Writer<'a> {
    rest: &'a [u8],
    out: String,
    spaces: Spaces,
    /// Whether the last character is a space after a keyword or after the line number.
    spaced: bool,
    quoting: Quoting,
    /// Whether the last code is a letter or digit of a name.
    in_word: bool,
    /// Whether this is the head of a DEF FN, up to the closing bracket.
    in_parameters: bool,
    /// Whether the next code starts a statement.
    starts_statement: bool,
}

impl Writer<'_> {
    fn step(&mut self) {
        if let [token::NUMBER, _, _, _, _, _, ..] = self.rest {
            return self.hidden_number();
        }
        let code = self.rest[0];
        if self.quoting != Quoting::None {
            self.rest = &self.rest[1..];
            let last = self.rest.is_empty() && code == b' ';
            self.out += &match token::text(code).filter(|_| self.quoting == Quoting::String) {
                Some(keyword) => format!("\\{{{keyword}}}"),
                None if last => escaped(code),
                None => quoted(code),
            };
            if self.quoting == Quoting::String && code == b'"' {
                self.quoting = Quoting::None;
            }
            return;
        }
        let literal = if self.in_word {
            0
        } else {
            number::literal_length(self.rest)
        };
        if literal > 0 {
            return self.literal(literal, number::decimal);
        }
        self.rest = &self.rest[1..];
        let of_128 = || token::text_of_128(code).filter(|_| self.starts_statement);
        match token::text(code).or_else(of_128) {
            Some(text) => self.keyword(code, text),
            None => self.character(code),
        }
    }

    /// Writes a hidden number that is not after a number: escaped, unless it is the slot of a DEF FN's parameter
    /// or the number of a drive.
    fn hidden_number(&mut self) {
        let (number, rest) = self.rest.split_at(6);
        self.rest = rest;
        let slot = self.in_parameters && self.in_word && number[1..] == [0; 5];
        if !slot && !self.is_drive_number(&number[1..]) {
            self.out += &all_escaped(number);
        }
    }

    /// Whether the output ends with a drive such as `d1`, the syntax of a DISCiPLE or +D, whose hidden number is
    /// `value`.
    fn is_drive_number(&self, value: &[u8]) -> bool {
        let letters = self
            .out
            .trim_end_matches(|character: char| character.is_ascii_digit());
        let digits = &self.out[letters.len()..];
        let is_drive = [" d", " D", " p", " P", ";d", ";D"]
            .iter()
            .any(|drive| letters.ends_with(drive));
        is_drive && number::decimal(digits).is_ok_and(|number| number.0 == value)
    }

    /// Writes a number's `length` digits; if its hidden bytes are not the expected ones, they are escaped.
    fn literal(&mut self, length: usize, value: impl Fn(&str) -> Result<Float5, NumberError>) {
        let (digits, rest) = self.rest.split_at(length);
        let digits = String::from_utf8_lossy(digits);
        self.out += &digits;
        self.rest = rest;
        self.spaced = false;
        self.starts_statement = false;
        if let ([token::NUMBER, hidden @ ..], Ok(value)) = (rest, value(&digits))
            && hidden.starts_with(&value.0)
        {
            self.rest = &rest[6..];
        }
    }

    fn keyword(&mut self, code: u8, text: &str) {
        if token::leading_space(code) && !self.spaced {
            self.out.push(' ');
        }
        self.out += text;
        self.spaced = token::trailing_space(code);
        if self.spaced {
            self.out.push(' ');
        }
        self.in_word = false;
        self.in_parameters = code == token::DEF_FN;
        self.starts_statement = code == token::THEN;
        match code {
            token::REM => self.quoting = Quoting::Remark,
            token::BIN => {
                let digits = self.rest.iter().take_while(|c| matches!(c, b'0' | b'1')).count();
                self.literal(digits, number::binary);
            }
            _ => {}
        }
    }

    fn character(&mut self, code: u8) {
        if code == b' ' {
            let says_nothing = self.spaces == Spaces::Dropped || self.rest.is_empty();
            self.out += &if says_nothing { escaped(code) } else { quoted(code) };
            return;
        }
        self.out += &quoted(code);
        self.spaced = false;
        self.starts_statement = code == b':';
        self.in_word = code.is_ascii_alphanumeric() || code == b'$' && self.in_parameters;
        self.in_parameters &= code != b')';
        if code == b'"' {
            self.quoting = Quoting::String;
        }
    }
}
