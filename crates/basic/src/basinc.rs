//! The notation of BASinC: its rows that are not program lines, and its escapes.
//!
//! ```text
//! Auto 30
//!
//! # Run-time Variables
//!
//! Var g: Num = 7
//! Var n$: Str = "seven"
//!
//! # End Run-time Variables
//!
//!   30 PRINT "\{i2p6}red on yellow";g
//! ```

use std::fmt::Write as _;

use crate::float5::Float5;
use crate::head;
use crate::number;
use crate::program::{LAST_LINE, Program};
use crate::source;
use crate::text;
use crate::token;

/// The `Auto` value of a program without autostart: two spaces.
pub(crate) const NO_AUTOSTART: u16 = 0x2020;

/// The letters of the colour controls 16 to 21 in an escape.
const COLOURS: &[u8] = b"ipfbvo";
/// The control INVERSE, whose values are written as letters: `vn` and `vi`.
const INVERSE: u8 = 20;

/// The high bits of a variable's first byte (Manual, chapter 24).
const STRING: u8 = 0x40;
const NUMBER: u8 = 0x60;
const LONG_NUMBER: u8 = 0xA0;
/// The low bits, which count letters from 1.
const LETTER: u8 = 0x1F;

/// A row with which BASinC describes a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Entry<'a> {
    /// `Check 1A2B3C4D`: a checksum of the file.
    Check,
    /// `Auto 10` or `Auto @loop`: the line to start at; 8224 for a program without autostart.
    Autostart(&'a str),
    /// `Var a: Num = 5`: the name and the rest of the row.
    Variable(&'a str, &'a str),
}

/// Parses `row` as an entry, in any case.
pub(crate) fn entry(row: &str) -> Option<Entry<'_>> {
    let (word, rest) = row.trim().split_once(' ')?;
    let rest = rest.trim_start();
    match word.to_ascii_lowercase().as_str() {
        "auto" => {
            let is_line = rest.parse::<u16>().is_ok();
            let is_label = rest.len() > 1 && rest.starts_with('@') && !rest.contains([' ', ':']);
            (is_line || is_label).then_some(Entry::Autostart(rest))
        }
        "check" => {
            let is_sum = rest.len() == 8 && rest.bytes().all(|digit| digit.is_ascii_hexdigit());
            is_sum.then_some(Entry::Check)
        }
        "var" => {
            let (name, value) = rest.split_once(": ")?;
            let is_name = name.starts_with(|first: char| first.is_ascii_alphabetic());
            is_name.then_some(Entry::Variable(name, value))
        }
        _ => None,
    }
}

/// Returns the bytes of a variable in memory, for an entry with the type `Num` or `Str`; `None` for others, such
/// as arrays, and for values that are not valid.
pub(crate) fn variable(name: &str, value: &str) -> Option<Vec<u8>> {
    let (kind, value) = value.split_once('=')?;
    let value = value.trim();
    if kind.trim().eq_ignore_ascii_case("num") {
        let digits = value.trim_start_matches('-');
        let number = number::decimal(digits).ok()?;
        let negative = value.len() - digits.len();
        let number = match negative {
            0 => number,
            1 => number.negate(),
            _ => return None,
        };
        let mut bytes = number_name(name)?;
        bytes.extend(number.0);
        return Some(bytes);
    }
    let &[letter, b'$'] = name.as_bytes() else {
        return None;
    };
    let quoted = value.strip_prefix('"')?.strip_suffix('"')?;
    let cells = kind
        .trim()
        .eq_ignore_ascii_case("str")
        .then(|| source::cells(quoted))??;
    let length = u16::try_from(cells.len()).ok()?;
    let mut bytes = vec![letter.is_ascii_alphabetic().then_some(STRING | letter & LETTER)?];
    bytes.extend(length.to_le_bytes());
    bytes.extend(cells.into_iter().map(|cell| cell.code));
    Some(bytes)
}

/// Returns the name of a numeric variable as it is in memory.
fn number_name(name: &str) -> Option<Vec<u8>> {
    let mut bytes = name.to_ascii_lowercase().into_bytes();
    if !bytes.iter().all(u8::is_ascii_alphanumeric) || !bytes.first()?.is_ascii_alphabetic() {
        return None;
    }
    let is_long = bytes.len() > 1;
    bytes[0] = bytes[0] & LETTER | if is_long { LONG_NUMBER } else { NUMBER };
    if is_long {
        *bytes.last_mut()? |= 0x80;
    }
    Some(bytes)
}

/// Converts a program to text in BASinC's notation, which [`crate::tokenise`] converts back to the same bytes.
/// What the notation cannot express is in a head comment, as in [`text::from_program`].
pub fn from_program(program: &Program) -> String {
    let rows = variable_rows(&program.variables);
    let mut lines = program.clone();
    let mut out = String::new();
    let auto = program.autostart.unwrap_or(NO_AUTOSTART);
    if program
        .autostart
        .is_none_or(|line| line <= LAST_LINE && line != NO_AUTOSTART)
    {
        lines.autostart = None;
        let _ = writeln!(out, "Auto {auto}\n");
    }
    if rows.is_some() {
        lines.variables.clear();
    }
    let text = text::from_program(&lines);
    let mut listed = text.as_str();
    if text.starts_with(head::MARK) {
        let (comment, rest) = text.split_at(text.find('\n').map_or(text.len(), |end| end + 1));
        listed = rest;
        out += comment;
        out.push('\n');
    }
    out += "# Run-time Variables\n\n";
    for row in rows.iter().flatten() {
        let _ = writeln!(out, "Var {row}");
    }
    if rows.is_some_and(|rows| !rows.is_empty()) {
        out.push('\n');
    }
    out += "# End Run-time Variables\n\n";
    for row in listed.lines() {
        let digits = row.find(' ').unwrap_or(row.len());
        let _ = writeln!(out, "{:>4}{}", &row[..digits], escapes(&row[digits..]));
    }
    out
}

/// Returns a row for each variable; `None` if one of them cannot be written.
fn variable_rows(mut variables: &[u8]) -> Option<Vec<String>> {
    let mut rows = Vec::new();
    while let Some((&first, rest)) = variables.split_first() {
        let letter = char::from(b'a' - 1 + (first & LETTER));
        let (row, rest) = match first & !LETTER {
            STRING => {
                let (length, rest) = rest.split_first_chunk()?;
                let (codes, rest) = rest.split_at_checked(usize::from(u16::from_le_bytes(*length)))?;
                let value = escapes(&codes.iter().map(|&code| text::quoted(code)).collect::<String>());
                (format!("{letter}$: Str = \"{value}\""), rest)
            }
            kind @ (NUMBER | LONG_NUMBER) => {
                let end = match kind {
                    NUMBER => 0,
                    _ => rest.iter().position(|code| code & 0x80 != 0)? + 1,
                };
                let (name, rest) = rest.split_at(end);
                let name: String = name.iter().map(|code| char::from(code & 0x7F)).collect();
                let (number, rest) = rest.split_first_chunk()?;
                (format!("{letter}{name}: Num = {}", Float5(*number)), rest)
            }
            _ => return None,
        };
        let (name, value) = row.split_once(": ")?;
        let length = variables.len() - rest.len();
        if variable(name, value)? != variables[..length] {
            return None;
        }
        rows.push(row);
        variables = rest;
    }
    Some(rows)
}

/// Rewrites the escapes `\{16}` and `\{PRINT}` of a text.
fn escapes(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        out += &rest[..at];
        rest = &rest[at..];
        let mut codes = Vec::new();
        while let Some((name, after)) = rest.strip_prefix("\\{").and_then(|named| named.split_once('}')) {
            codes.extend(name.parse().ok().or_else(|| keyword(name)));
            rest = after;
        }
        out += &escaped(&codes);
        if codes.is_empty() {
            // The escape of one character: a backslash may be the second, but no later one.
            let end = rest.char_indices().nth(2).map_or(rest.len(), |(end, _)| end);
            out += &rest[..end];
            rest = &rest[end..];
        }
    }
    out + rest
}

fn keyword(name: &str) -> Option<u8> {
    token::longest_at(name.as_bytes()).map(|(code, _)| code)
}

/// Escapes codes: colours with their values together, others one by one.
fn escaped(mut codes: &[u8]) -> String {
    let mut out = String::new();
    let mut in_braces = false;
    while let Some((&code, rest)) = codes.split_first() {
        let colour = code.checked_sub(16).and_then(|at| COLOURS.get(usize::from(at)));
        let value = rest.first().filter(|&&value| value <= 9);
        let (Some(&letter), Some(&value)) = (colour, value) else {
            out += if in_braces { "}" } else { "" };
            in_braces = false;
            let _ = write!(out, "\\#{code:03}");
            codes = rest;
            continue;
        };
        out += if in_braces { "" } else { "\\{" };
        in_braces = true;
        out.push(char::from(letter));
        out.push(match (code, value) {
            (INVERSE, 0) => 'n',
            (INVERSE, 1) => 'i',
            _ => char::from(b'0' + value),
        });
        codes = &rest[1..];
    }
    out + if in_braces { "}" } else { "" }
}

/// Returns the codes of an escape in braces that consists of colours and their values.
pub(crate) fn colours(name: &str) -> Option<Vec<u8>> {
    let (pairs, rest) = name.as_bytes().as_chunks();
    let mut codes = Vec::new();
    for pair in pairs {
        codes.extend(match pair {
            b"vn" => [INVERSE, 0],
            b"vi" => [INVERSE, 1],
            &[letter, value @ b'0'..=b'9'] => {
                let control = 16 + COLOURS.iter().position(|&known| known == letter)? as u8;
                [control, value - b'0']
            }
            _ => return None,
        });
    }
    (rest.is_empty() && !codes.is_empty()).then_some(codes)
}
