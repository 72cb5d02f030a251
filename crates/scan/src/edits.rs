//! Generates likely edits that undo the errors of a scan in a row: characters confused, lost, or added.

use std::ops::Range;
use std::sync::LazyLock;

use girafa_basic::source::Cell;
use girafa_basic::token;

use super::characters::Part;
use super::page::COUNTED_SPACE;

/// A change of a row's characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Edit {
    /// The cells to remove.
    pub(super) cells: Range<usize>,
    /// The characters to insert; `␣` is a significant space.
    pub(super) put: String,
    /// Its cost: higher is less likely.
    pub(super) cost: u32,
}

/// Groups of characters that scans of this paper confuse, most likely first.
const CONFUSION_GROUPS: [(&str, u32); 49] = [
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
    ("'\"", 3),
    (")>", 3),
    ("(<", 3),
    ("2Zz", 3),
    ("4A", 5),
    ("17", 4),
    ("T7", 3),
    ("C(", 5),
    ("t+", 5),
    ("*x", 5),
    ("RKX", 4),
    ("g9q", 3),
    ("b6h", 4),
    ("coea", 4),
    ("uvn", 4),
    ("nrmh", 4),
    ("ij1l", 4),
    ("vyu", 4),
    ("tf", 4),
    ("ITJ", 4),
    ("s5", 2),
];

/// Character sequences that scans confuse: what was read, and what was printed.
const CONFUSED_SEQUENCES: [(&str, &str, u32); 30] = [
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

/// Characters that scans lose, with costs.
const LOST_CHARACTERS: [(char, u32); 16] = [
    ('"', 3),
    (')', 3),
    (';', 3),
    (COUNTED_SPACE, 3),
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

/// Keywords that scans lose at the start of a statement.
const LOST_KEYWORDS: [(&str, u32); 3] = [("FOR ", 1), ("LET ", 2), ("PRINT ", 4)];

/// Characters with costs.
type Others = Vec<(char, u32)>;

/// Returns the characters that a character may have been, most likely first, with costs.
pub(super) fn confused(character: char) -> &'static [(char, u32)] {
    static CONFUSIONS: LazyLock<Vec<(char, Others)>> = LazyLock::new(|| {
        let mut all: Vec<char> = CONFUSION_GROUPS
            .iter()
            .flat_map(|(group, _)| group.chars())
            .collect();
        all.sort_unstable();
        all.dedup();
        all.into_iter()
            .map(|character| (character, others(character)))
            .collect()
    });
    let known = CONFUSIONS.binary_search_by_key(&character, |&(known, _)| known);
    known.map_or(&[], |at| &CONFUSIONS[at].1)
}

fn others(character: char) -> Others {
    let mut others = Others::new();
    for (group, cost) in CONFUSION_GROUPS
        .iter()
        .filter(|(group, _)| group.contains(character))
    {
        for other in group.chars().filter(|&other| other != character) {
            if others.iter().all(|&(known, _)| known != other) {
                others.push((other, *cost));
            }
        }
    }
    others.sort_by_key(|&(_, cost)| cost);
    others
}

/// Returns all edits of a row within a range of its cells. `missing` is the number of missing columns
/// (negative: too many; 0: the width is right or unknown).
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
    edits.space_runs();
    edits.spaces_after_commas();
    edits.statements_again();
    edits.a_space_each();
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

    fn character(&self, at: usize) -> Option<char> {
        self.cells
            .get(at)
            .filter(|cell| !cell.escaped && cell.code < 0x80)
            .map(|cell| char::from(cell.code))
    }

    /// Replaces sequences and single characters.
    fn replacements(&mut self, at: usize) {
        for (wrong, right, cost) in CONFUSED_SEQUENCES {
            let here = wrong
                .chars()
                .enumerate()
                .all(|(offset, character)| self.character(at + offset) == Some(character));
            if here {
                self.push(at..at + wrong.len(), right, cost);
            }
        }
        let Some(character) = self.character(at) else {
            return;
        };
        let (letters, digits) = self.around(at);
        for &(other, cost) in confused(character) {
            let cost = match (character.is_ascii_digit(), other.is_ascii_digit()) {
                // A letter among digits is probably a digit; a digit among digits is rarely a letter.
                (false, true) if letters == 0 && digits > 0 => 1,
                (true, false) if letters == 0 && digits > 0 && other.is_ascii_alphabetic() => cost + 2,
                _ => cost,
            };
            self.push(at..at + 1, other, cost);
        }
    }

    /// Number of letters and digits in the word around a character, without that character.
    fn around(&self, at: usize) -> (usize, usize) {
        let word = |character: &char| character.is_ascii_alphanumeric();
        let before = (0..at).rev().map_while(|at| self.character(at).filter(word));
        let after = (at + 1..self.cells.len()).map_while(|at| self.character(at).filter(word));
        let all: Vec<char> = before.chain(after).collect();
        let digits = all.iter().filter(|character| character.is_ascii_digit()).count();
        (all.len() - digits, digits)
    }

    fn count(&self, character: char) -> usize {
        self.cells
            .iter()
            .filter(|cell| char::from(cell.code) == character)
            .count()
    }

    fn removals(&mut self, at: usize) {
        let Some(character) = self.character(at) else {
            return;
        };
        let doubled = at > 0 && self.character(at - 1) == Some(character);
        if doubled && character != ' ' {
            return self.push(at..at + 1, "", 2);
        }
        let only = at > 0 && self.character(at - 1) == Some('"') && self.character(at + 1) == Some('"');
        let cost = match character {
            ' ' if only => 6,
            ' ' if self.missing < 0 && !self.is_typed(at) => 3,
            ' ' => return,
            '.' | '\'' | ',' | ';' | ':' | '"' => 5,
            _ => 7,
        };
        self.push(at..at + 1, "", cost);
    }

    fn insertions(&mut self, at: usize) {
        let (before, after) = (
            at.checked_sub(1).and_then(|before| self.character(before)),
            self.character(at),
        );
        for (character, cost) in LOST_CHARACTERS {
            if after == Some(character) {
                // Inserting it after the next character gives the same text.
                continue;
            }
            let doubled = before == Some(character) && matches!(character, '-' | ')' | '.');
            let space = character == COUNTED_SPACE;
            let beside_space = space && (before == Some(' ') || after == Some(' '));
            let cost = if doubled || beside_space { 2 } else { cost };
            let cost = match character {
                // The usual separator of the row is more likely.
                ',' if self.count(',') > self.count(';') => cost - 1,
                ';' if self.count(',') > self.count(';') => cost + 1,
                // A string starts after an operator or separator, and ends before one.
                '"' if before == Some('"') || after == Some('"') => cost + 2,
                '"' if matches!(before, Some(',' | ';' | '=' | '(' | '>' | '\'' | '+')) => cost - 1,
                '"' if matches!(after, Some(',' | ';' | ')' | ':')) => cost - 1,
                _ => cost,
            };
            // Characters are often lost at the end of a row.
            let cost = cost - u32::from(at == self.cells.len() && !space);
            let typed = if space && self.is_typed(at) {
                TYPED_SPACE_COST
            } else {
                0
            };
            self.push(at..at, character, cost + typed);
        }
        let letters: Vec<u8> = self.cells[at..]
            .iter()
            .map(|cell| cell.code)
            .take_while(u8::is_ascii_alphabetic)
            .collect();
        let starts = !letters.is_empty() && token::longest_at(&letters).is_none();
        let head = starts && matches!(before, None | Some(':' | ' ' | '>'));
        if head {
            for (keyword, cost) in LOST_KEYWORDS {
                self.push(at..at, keyword, cost);
            }
        }
        // Several spaces at once, if the row lacks them.
        let typed = self.is_typed(at);
        let few = |count: &usize| *count > 1 && (!typed || *count < MAX_TYPED_SPACES);
        if let Some(count) = usize::try_from(self.missing).ok().filter(few) {
            let spaces: String = std::iter::repeat_n(COUNTED_SPACE, count).collect();
            let edge = at == 0 || at == self.cells.len();
            let typed = if self.is_typed(at) { TYPED_SPACE_COST } else { 0 };
            self.push(at..at, spaces, if edge { 4 } else { 5 } + typed);
        }
    }

    /// Makes scanned spaces significant, with as many more or fewer as the row needs.
    fn space_runs(&mut self) {
        // Columns are aligned by the spaces before the last word.
        let last = (0..self.cells.len()).rposition(|at| self.character(at) == Some(' '));
        let mut at = 0;
        while at < self.cells.len() {
            let length = (at..self.cells.len())
                .take_while(|&at| self.character(at) == Some(' '))
                .count();
            if length > 0 {
                for count in [0, self.missing, 1, 2] {
                    let new_length = length as isize + count;
                    if new_length > 0 && (new_length < MAX_TYPED_SPACES as isize || !self.is_typed(at)) {
                        let spaces: String =
                            std::iter::repeat_n(COUNTED_SPACE, new_length as usize).collect();
                        let typed = if self.is_typed(at) { TYPED_SPACE_COST } else { 0 };
                        let early = u32::from(last != Some(at + length - 1));
                        self.push(at..at + length, spaces, 1 + u32::from(count != 0) + typed + early);
                    }
                }
            }
            at += length.max(1);
        }
    }

    /// Whether a space here would be between the words of a statement, and so must have been typed.
    fn is_typed(&self, at: usize) -> bool {
        let part = |at: usize| self.parts.get(at).copied();
        let inside = |part: Option<Part>| part.is_some_and(|part| part != Part::Code);
        // A position between two quotes is inside a string too.
        let quote = |at: Option<usize>| at.and_then(|at| self.character(at)) == Some('"');
        let beside = part(at).is_some() && inside(at.checked_sub(1).and_then(part)) && quote(Some(at));
        let opened = quote(at.checked_sub(1)) && inside(part(at));
        let empty = quote(at.checked_sub(1)) && quote(Some(at));
        let end = at >= self.cells.len() && inside(at.checked_sub(1).and_then(part));
        !(inside(part(at)) || beside || opened || empty || end)
    }

    /// Removes spaces after commas and similar characters, all or one, if the row is too wide.
    fn spaces_after_commas(&mut self) {
        let after: Vec<usize> = (1..self.cells.len())
            .filter(|&at| {
                self.character(at) == Some(' ')
                    && matches!(self.character(at - 1), Some(',' | ';' | '.' | ':'))
            })
            .filter(|&at| self.parts.get(at) == Some(&Part::Quoted))
            .collect();
        let (Some(&first), Some(&last)) = (after.first(), after.last()) else {
            return;
        };
        if self.missing == -(after.len() as isize) && after.len() > 1 {
            let kept = (first..=last).filter(|at| !after.contains(at));
            let put: String = kept.filter_map(|at| self.character(at)).collect();
            self.push(first..last + 1, put, 1);
        }
        if self.missing == -1 {
            for at in after {
                self.push(at..at + 1, "", 1);
            }
        }
    }

    /// Adds a space to each string that starts with one, if the row lacks exactly that number.
    fn a_space_each(&mut self) {
        let starts: Vec<usize> = (1..self.cells.len())
            .filter(|&at| self.character(at - 1) == Some('"') && self.character(at) == Some(' '))
            .filter(|&at| self.parts.get(at) == Some(&Part::Quoted))
            .collect();
        if starts.len() > 1 && self.missing == starts.len() as isize {
            let (first, last) = (starts[0], starts[starts.len() - 1]);
            let put = (first..=last).filter_map(|at| {
                let character = self.character(at)?;
                Some(if starts.contains(&at) {
                    "␣␣".to_string()
                } else {
                    character.to_string()
                })
            });
            let put: String = put.collect();
            self.push(first..last + 1, put, 1);
        }
    }

    /// Repeats a statement that was printed twice and read once, if the row lacks exactly its length.
    fn statements_again(&mut self) {
        if self.missing < MIN_STATEMENT_COLUMNS {
            return;
        }
        let colons: Vec<usize> = (0..self.cells.len())
            .filter(|&at| self.character(at) == Some(':') && self.parts.get(at) == Some(&Part::Code))
            .collect();
        for pair in colons.windows(2) {
            let text: String = (pair[0] + 1..=pair[1])
                .filter_map(|at| self.character(at))
                .collect();
            if text.chars().count() as isize == self.missing + 1
                || text.chars().count() as isize == self.missing
            {
                self.push(pair[1] + 1..pair[1] + 1, text, 1);
            }
        }
    }
}

/// Additional cost of a space that must have been typed between words.
const TYPED_SPACE_COST: u32 = 6;
/// Maximum number of spaces typed between words.
const MAX_TYPED_SPACES: usize = 3;
/// Minimum number of missing columns for a lost statement.
const MIN_STATEMENT_COLUMNS: isize = 4;
