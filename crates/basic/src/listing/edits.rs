//! What a scan does to a row, undone in all likely ways: signs taken for others, lost, or put in.

use std::ops::Range;

use crate::source::Cell;
use crate::token;

use super::page::COUNTED_BLANK;

/// A change of a row's signs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Edit {
    /// The cells that go.
    pub(super) cells: Range<usize>,
    /// The signs that come; `␣` is a blank that counts.
    pub(super) put: String,
    /// How unlikely it is.
    pub(super) cost: u32,
}

/// Signs that scans of this paper take for each other, the likeliest groups first.
const CONFUSED: [(&str, u32); 16] = [
    ("O0", 1),
    ("o0", 1),
    ("1lI", 1),
    ("S$5", 1),
    ("s$5", 2),
    ("#$", 1),
    ("DO0Q", 2),
    ("UV", 2),
    ("IJ", 3),
    ("EF", 3),
    (",;", 2),
    (";:", 2),
    (",.:", 3),
    ("35689", 3),
    ("/'", 2),
    ("B8", 3),
];

/// Pieces that scans make of others.
const PIECES: [(&str, &str, u32); 15] = [
    ("((\">\"S)", "<>\"S\"", 0),
    ("((\">\"", "<>\"", 0),
    ("((\">", "<>", 0),
    ("(\">\"", "<>\"", 1),
    ("(\">", "<>", 1),
    ("()", "<>", 2),
    ("< >", "<>", 0),
    ("< =", "<=", 0),
    ("> =", ">=", 0),
    ("\"\"", "\",\"", 1),
    ("\"////\"", "\"''\"", 1),
    ("\"/\"", "\"'\"", 1),
    ("/\"", "\"'", 2),
    ("--", "->", 3),
    ("\":\"", "\" :\"", 3),
];

/// Signs that get lost, and how unlikely each is.
const LOST: [(char, u32); 16] = [
    ('"', 3),
    (')', 3),
    (';', 3),
    (COUNTED_BLANK, 3),
    ('(', 4),
    (',', 4),
    (':', 4),
    ('$', 4),
    ('\'', 5),
    ('=', 5),
    ('<', 5),
    ('>', 5),
    ('-', 5),
    ('+', 5),
    ('*', 6),
    ('.', 6),
];

/// Keywords that get lost at a statement's head.
const HEADS: [(&str, u32); 3] = [("FOR ", 1), ("LET ", 2), ("PRINT ", 4)];

/// What a sign may have been read for, the likeliest first, and how unlikely it is.
pub(super) fn confused(sign: char) -> Vec<(char, u32)> {
    let mut others: Vec<(char, u32)> = Vec::new();
    for (group, cost) in CONFUSED.iter().filter(|(group, _)| group.contains(sign)) {
        for other in group.chars().filter(|&other| other != sign) {
            if others.iter().all(|&(known, _)| known != other) {
                others.push((other, *cost));
            }
        }
    }
    others.sort_by_key(|&(_, cost)| cost);
    others
}

/// All edits of a row within a window of its cells; `missing` columns lack (or are too many, if negative), 0 if the row's
/// width is right or not known.
pub(super) fn edits(cells: &[Cell], window: Range<usize>, missing: isize) -> Vec<Edit> {
    let mut edits = Edits {
        cells,
        missing,
        list: Vec::new(),
    };
    let window = window.start..window.end.min(cells.len());
    for at in window.clone() {
        edits.replacements(at);
        edits.removals(at);
    }
    for at in window.start..=window.end {
        edits.insertions(at);
    }
    edits.blank_runs();
    edits.list.sort_by_key(|edit| edit.cost);
    edits.list
}

struct Edits<'a> {
    cells: &'a [Cell],
    missing: isize,
    list: Vec<Edit>,
}

impl Edits<'_> {
    fn push(&mut self, cells: Range<usize>, put: impl Into<String>, cost: u32) {
        self.list.push(Edit {
            cells,
            put: put.into(),
            cost,
        });
    }

    fn sign(&self, at: usize) -> Option<char> {
        self.cells
            .get(at)
            .filter(|cell| !cell.escaped && cell.code < 0x80)
            .map(|cell| char::from(cell.code))
    }

    /// Pieces for pieces, signs for signs.
    fn replacements(&mut self, at: usize) {
        for (wrong, right, cost) in PIECES {
            let here = wrong
                .chars()
                .enumerate()
                .all(|(offset, sign)| self.sign(at + offset) == Some(sign));
            if here {
                self.push(at..at + wrong.len(), right, cost);
            }
        }
        let Some(sign) = self.sign(at) else { return };
        for (other, cost) in confused(sign) {
            self.push(at..at + 1, other, cost);
        }
    }

    fn removals(&mut self, at: usize) {
        let Some(sign) = self.sign(at) else { return };
        let doubled = at > 0 && self.sign(at - 1) == Some(sign);
        if doubled && sign != ' ' {
            return self.push(at..at + 1, "", 3);
        }
        let cost = match sign {
            ' ' if self.missing < 0 => 2,
            ' ' => return,
            '.' | '\'' | ',' | ';' | ':' | '"' => 5,
            _ => 7,
        };
        self.push(at..at + 1, "", cost);
    }

    fn insertions(&mut self, at: usize) {
        let (before, behind) = (
            at.checked_sub(1).and_then(|before| self.sign(before)),
            self.sign(at),
        );
        for (sign, cost) in LOST {
            if behind == Some(sign) {
                // The same comes out if it stands behind.
                continue;
            }
            let doubled = before == Some(sign) && matches!(sign, '-' | ')' | '=' | '.');
            let beside_blank = sign == COUNTED_BLANK && (before == Some(' ') || behind == Some(' '));
            let cost = if doubled || beside_blank { 2 } else { cost };
            self.push(at..at, sign, cost);
        }
        let letters: Vec<u8> = self.cells[at..]
            .iter()
            .map(|cell| cell.code)
            .take_while(u8::is_ascii_alphabetic)
            .collect();
        let starts = !letters.is_empty() && token::longest_at(&letters).is_none();
        let head = starts && matches!(before, None | Some(':' | ' ' | '>'));
        if head {
            for (keyword, cost) in HEADS {
                self.push(at..at, keyword, cost);
            }
        }
        // Several blanks at once, where the row lacks them.
        if let Some(count) = usize::try_from(self.missing).ok().filter(|&count| count > 1) {
            let blanks: String = std::iter::repeat_n(COUNTED_BLANK, count).collect();
            let edge = at == 0 || at == self.cells.len();
            self.push(at..at, blanks, if edge { 4 } else { 5 });
        }
    }

    /// Blanks of the scan made to count, with as many more or less as the row lacks.
    fn blank_runs(&mut self) {
        let mut at = 0;
        while at < self.cells.len() {
            let length = (at..self.cells.len())
                .take_while(|&at| self.sign(at) == Some(' '))
                .count();
            if length > 0 {
                for count in [0, self.missing, 1, 2] {
                    let wanted = length as isize + count;
                    if wanted > 0 {
                        let blanks: String = std::iter::repeat_n(COUNTED_BLANK, wanted as usize).collect();
                        self.push(at..at + length, blanks, 1 + u32::from(count != 0));
                    }
                }
            }
            at += length.max(1);
        }
    }
}
