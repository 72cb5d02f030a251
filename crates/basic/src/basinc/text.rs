//! Programs as text.

use std::fmt::Write as _;

use crate::float5::Float5;
use crate::head;
use crate::program::{LAST_LINE, Program};
use crate::text;

use super::escapes;
use super::rows::NO_AUTOSTART;
use super::variables::{LETTER, LONG_NUMBER, NUMBER, STRING, variable};

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
        let _ = writeln!(out, "{:>4}{}", &row[..digits], escapes::rewritten(&row[digits..]));
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
                let value =
                    escapes::rewritten(&codes.iter().map(|&code| text::quoted(code)).collect::<String>());
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
