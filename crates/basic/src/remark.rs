//! Finds where a line's remark begins, incrementally while the line is read.

use crate::cell::Cell;
use crate::token;

/// The scan state of a line; each cell is scanned once.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Remark {
    /// Number of cells scanned.
    at: usize,
    in_string: bool,
    /// Whether there were only spaces and a line number since the last statement ended.
    is_at_start: bool,
    is_found: bool,
    /// Whether the note about accented letters has been reported.
    pub is_noted: bool,
}

impl Default for Remark {
    fn default() -> Remark {
        Remark {
            at: 0,
            in_string: false,
            is_at_start: true,
            is_found: false,
            is_noted: false,
        }
    }
}

impl Remark {
    /// Whether the text after these cells of the line is in a remark.
    pub fn contains(&mut self, cells: &[Cell]) -> bool {
        while self.at < cells.len() && !self.is_found {
            let code = cells[self.at].code;
            if self.in_string {
                self.in_string = code != b'"';
            } else if self.is_at_start && is_keyword(&cells[self.at..]) {
                self.is_found = true;
            } else {
                self.in_string = code == b'"';
                let is_before_statement = code == b' ' || code.is_ascii_digit();
                self.is_at_start = code == b':' || self.is_at_start && is_before_statement;
            }
            self.at += 1;
        }
        self.is_found
    }
}

/// Whether cells start with REM, in letters or as its code.
fn is_keyword(cells: &[Cell]) -> bool {
    let is_letter = |cell: &Cell| cell.code.is_ascii_alphabetic() && !cell.escaped;
    match cells {
        [first, ..] if first.code == token::REM => true,
        [r, e, m, rest @ ..] => {
            let word = [r, e, m].map(|cell| cell.code.to_ascii_uppercase());
            word == *b"REM" && !rest.first().is_some_and(is_letter)
        }
        _ => false,
    }
}
