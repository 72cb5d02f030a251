//! What a scan does to a row, undone in all likely ways: signs taken for others, lost, or put in.

use std::ops::Range;

use girafa_basic::source::Cell;
use girafa_basic::token;

use super::page::COUNTED_BLANK;
use super::signs::Part;

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
const CONFUSED: [(&str, u32); 28] = [
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
    ("38", 2),
    ("56", 2),
    ("89", 2),
    ("35689", 3),
    ("/'", 2),
    ("B8", 3),
    ("-=", 3),
    ("CO0", 4),
    ("GB6", 4),
    ("MHN", 4),
    ("UW", 4),
    ("VUY", 4),
    (".:", 2),
    ("289", 4),
    ("FP", 4),
];

/// Pieces that scans make of others.
const PIECES: [(&str, &str, u32); 30] = [
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
    ("\"//\";\"", "''\"", 0),
    ("\"//\"", "''\"", 1),
    ("\"//", "''\"", 1),
    ("\"/ \"", "''\"", 1),
    ("\"/\"", "\"''", 2),
    ("\"/\"/\"", "\"'''\"", 1),
    ("\"/\"", "\"'''\"", 3),
    ("\"/?\"", "\"''\"", 1),
    ("\"/?\"", "\"'\"", 2),
    ("\"/;", "'';", 1),
    ("\"\":", "\",\";", 1),
    ("\"\",", "\",\";", 1),
    ("/\"", "'\"", 2),
    (":", ";\"", 3),
    (" ", "(", 3),
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
pub(super) fn edits(cells: &[Cell], parts: &[Part], window: Range<usize>, missing: isize) -> Vec<Edit> {
    let mut edits = Edits {
        cells,
        parts,
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
    edits.blanks_behind_commas();
    edits.statements_again();
    edits.a_blank_each();
    edits.list.sort_by_key(|edit| edit.cost);
    edits.list
}

struct Edits<'a> {
    cells: &'a [Cell],
    parts: &'a [Part],
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
            return self.push(at..at + 1, "", 2);
        }
        let only = at > 0 && self.sign(at - 1) == Some('"') && self.sign(at + 1) == Some('"');
        let cost = match sign {
            ' ' if only => 6,
            ' ' if self.missing < 0 && !self.is_typed(at) => 3,
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
            let doubled = before == Some(sign) && matches!(sign, '-' | ')' | '.');
            let blank = sign == COUNTED_BLANK;
            let beside_blank = blank && (before == Some(' ') || behind == Some(' '));
            let cost = if doubled || beside_blank { 2 } else { cost };
            // At the ends of rows signs get lost.
            let cost = cost - u32::from(at == self.cells.len() && !blank);
            let typed = if blank && self.is_typed(at) {
                TYPED_BLANK
            } else {
                0
            };
            self.push(at..at, sign, cost + typed);
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
        let typed = self.is_typed(at);
        let few = |count: &usize| *count > 1 && (!typed || *count < MOST_TYPED);
        if let Some(count) = usize::try_from(self.missing).ok().filter(few) {
            let blanks: String = std::iter::repeat_n(COUNTED_BLANK, count).collect();
            let edge = at == 0 || at == self.cells.len();
            let typed = if self.is_typed(at) { TYPED_BLANK } else { 0 };
            self.push(at..at, blanks, if edge { 4 } else { 5 } + typed);
        }
    }

    /// Blanks of the scan made to count, with as many more or less as the row lacks.
    fn blank_runs(&mut self) {
        // Columns are lined up by the blanks before the last word.
        let last = (0..self.cells.len()).rposition(|at| self.sign(at) == Some(' '));
        let mut at = 0;
        while at < self.cells.len() {
            let length = (at..self.cells.len())
                .take_while(|&at| self.sign(at) == Some(' '))
                .count();
            if length > 0 {
                for count in [0, self.missing, 1, 2] {
                    let wanted = length as isize + count;
                    if wanted > 0 && (wanted < MOST_TYPED as isize || !self.is_typed(at)) {
                        let blanks: String = std::iter::repeat_n(COUNTED_BLANK, wanted as usize).collect();
                        let typed = if self.is_typed(at) { TYPED_BLANK } else { 0 };
                        let early = u32::from(last != Some(at + length - 1));
                        self.push(at..at + length, blanks, 1 + u32::from(count != 0) + typed + early);
                    }
                }
            }
            at += length.max(1);
        }
    }

    /// Would a blank here be one that someone typed between words of a statement?
    fn is_typed(&self, at: usize) -> bool {
        let part = |at: usize| self.parts.get(at).copied();
        let inside = |part: Option<Part>| part.is_some_and(|part| part != Part::Code);
        // Between two quotes is inside too.
        let quote = |at: Option<usize>| at.and_then(|at| self.sign(at)) == Some('"');
        let beside = part(at).is_some() && inside(at.checked_sub(1).and_then(part)) && quote(Some(at));
        let opened = quote(at.checked_sub(1)) && inside(part(at));
        let empty = quote(at.checked_sub(1)) && quote(Some(at));
        let end = at >= self.cells.len() && inside(at.checked_sub(1).and_then(part));
        !(inside(part(at)) || beside || opened || empty || end)
    }

    /// Blanks that someone put behind commas and the like, all or one, where the row is too wide.
    fn blanks_behind_commas(&mut self) {
        let behind: Vec<usize> = (1..self.cells.len())
            .filter(|&at| {
                self.sign(at) == Some(' ') && matches!(self.sign(at - 1), Some(',' | ';' | '.' | ':'))
            })
            .filter(|&at| self.parts.get(at) == Some(&Part::Quoted))
            .collect();
        let (Some(&first), Some(&last)) = (behind.first(), behind.last()) else {
            return;
        };
        if self.missing == -(behind.len() as isize) && behind.len() > 1 {
            let kept = (first..=last).filter(|at| !behind.contains(at));
            let put: String = kept.filter_map(|at| self.sign(at)).collect();
            self.push(first..last + 1, put, 1);
        }
        if self.missing == -1 {
            for at in behind {
                self.push(at..at + 1, "", 1);
            }
        }
    }

    /// A blank more in each string that starts with one, where the row lacks just as many.
    fn a_blank_each(&mut self) {
        let starts: Vec<usize> = (1..self.cells.len())
            .filter(|&at| self.sign(at - 1) == Some('"') && self.sign(at) == Some(' '))
            .filter(|&at| self.parts.get(at) == Some(&Part::Quoted))
            .collect();
        if starts.len() > 1 && self.missing == starts.len() as isize {
            let (first, last) = (starts[0], starts[starts.len() - 1]);
            let put = (first..=last).filter_map(|at| {
                let sign = self.sign(at)?;
                Some(if starts.contains(&at) {
                    "␣␣".to_string()
                } else {
                    sign.to_string()
                })
            });
            let put: String = put.collect();
            self.push(first..last + 1, put, 1);
        }
    }

    /// A statement that stood twice and was read once, where the row lacks just as much.
    fn statements_again(&mut self) {
        if self.missing < LEAST_STATEMENT {
            return;
        }
        let colons: Vec<usize> = (0..self.cells.len())
            .filter(|&at| self.sign(at) == Some(':') && self.parts.get(at) == Some(&Part::Code))
            .collect();
        for pair in colons.windows(2) {
            let text: String = (pair[0] + 1..=pair[1]).filter_map(|at| self.sign(at)).collect();
            if text.chars().count() as isize == self.missing + 1
                || text.chars().count() as isize == self.missing
            {
                self.push(pair[1] + 1..pair[1] + 1, text, 1);
            }
        }
    }
}

/// What a blank costs more that someone must have typed between words.
const TYPED_BLANK: u32 = 6;
/// So many blanks nobody types between words.
const MOST_TYPED: usize = 3;
/// How many columns a row must lack for a whole statement to be lost.
const LEAST_STATEMENT: isize = 4;
