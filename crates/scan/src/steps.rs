//! Repair steps beyond the edits of a single row: keywords, strings, names and words of the listing, and
//! characters at the breaks between rows.

use girafa_basic::source::Cell;

use super::characters::{self, Character, Part, Words};
use super::keywords;
use super::page::PageRow;
use super::swap::{Swap, notation};

/// Maximum number of cells before a parse error that are searched for its cause.
pub(super) const REACH: usize = 14;

/// A repair step: changes that undo a possible scan error.
pub(super) struct Step {
    pub(super) swaps: Vec<Swap>,
    pub(super) cost: u32,
}

/// Turns words near a cell into keywords that they resemble; words may span two rows.
pub(super) fn near_keywords(rows: &[PageRow], row: usize, cell: usize) -> Vec<Step> {
    let first = row.saturating_sub(1);
    let end = (row + 2).min(rows.len());
    let characters: Vec<Character> = characters::of(&rows[first..end], first);
    let text: Vec<char> = characters
        .iter()
        .map(|character| char::from(character.code))
        .collect();
    let here = characters
        .iter()
        .position(|character| (character.row, character.at) >= (row, cell))
        .unwrap_or(text.len());
    let mut steps = Vec::new();
    for start in here.saturating_sub(REACH)..(here + 3).min(text.len()) {
        let inside = start > 0 && text[start - 1].is_ascii_alphabetic();
        if inside || !text[start].is_ascii_alphanumeric() {
            continue;
        }
        let ahead = &text[start..(start + KEYWORD_CHARACTERS).min(text.len())];
        for nearly in keywords::nearly(ahead) {
            let from = start + nearly.at;
            let swaps = match characters.get(from) {
                // Only if it is all in one row.
                Some(first)
                    if characters[from..from + nearly.length]
                        .iter()
                        .all(|other| other.row == first.row) =>
                {
                    // A letter lost at a break belongs to the row above.
                    let end = from.checked_sub(1).map(|last| &characters[last]);
                    match end.filter(|end| nearly.length == 0 && end.row != first.row) {
                        Some(end) => Swap::new(end.row, end.at + 1..end.at + 1, nearly.put),
                        None => Swap::new(first.row, first.at..first.at + nearly.length, nearly.put),
                    }
                }
                Some(_) => continue,
                None => {
                    let Some(end) = characters.last() else { continue };
                    Swap::new(end.row, end.at + 1..end.at + 1, nearly.put)
                }
            };
            steps.push(Step {
                swaps: vec![swaps],
                cost: nearly.cost,
            });
        }
    }
    steps
}

/// Closes the string around a cell: its closing quote may be lost, doubled, or read as an apostrophe.
pub(super) fn quotes(rows: &[PageRow], row: usize, cell: usize) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut push = |swap: Swap, cost: u32| {
        let swaps = vec![swap];
        steps.push(Step { swaps, cost });
    };
    let last = rows.len() - 1;
    for (index, content) in rows.iter().enumerate().skip(row).take(MAX_STRING_ROWS) {
        let code = |at: usize| content.cells.get(at).map_or(0, |cell| cell.code);
        let first = if index == row { cell + 1 } else { 0 };
        for at in first..content.cells.len() {
            match (code(at), code(at + 1)) {
                (b'\'', next) => {
                    let ends = matches!(next, 0 | b':' | b';' | b',' | b')' | b'\'');
                    push(Swap::new(index, at..at + 1, "\""), if ends { 2 } else { 4 });
                }
                (b'"', b'"') => push(Swap::new(index, at..at + 1, ""), 2),
                (b':' | b';' | b',', _) => push(Swap::new(index, at..at, "\""), 4),
                _ => {}
            }
        }
        if index == last {
            let end = content.cells.len();
            push(Swap::new(index, end..end, "\""), 2);
        }
    }
    steps
}

/// Maximum number of rows of a string.
const MAX_STRING_ROWS: usize = 4;

/// Inserts names of the listing at a cell and next to it, the most frequent first.
pub(super) fn lost_names(row: &PageRow, index: usize, cell: usize, words: &Words) -> Vec<Step> {
    let code = |at: usize| row.cells.get(at).map_or(0, |cell| cell.code);
    let mut steps = Vec::new();
    for at in cell.saturating_sub(1)..=(cell + 1).min(row.cells.len()) {
        let before = at.checked_sub(1).map_or(b' ', code);
        if before.is_ascii_alphanumeric() || code(at).is_ascii_alphanumeric() {
            continue;
        }
        let string = code(at) == b'$';
        let mut names: Vec<(usize, &str)> = words
            .iter()
            .filter(|(word, _)| word.ends_with('$') == string)
            .map(|(word, &count)| (count, word.trim_end_matches('$')))
            .filter(|(_, name)| name.len() == 1)
            .collect();
        names.sort_by_key(|&(count, name)| (std::cmp::Reverse(count), name));
        for (order, (_, name)) in names.into_iter().take(MAX_NAMES).enumerate() {
            let swaps = vec![Swap::new(index, at..at, name)];
            let cost = 3 + order as u32 / 3;
            steps.push(Step { swaps, cost });
        }
    }
    steps
}

/// Maximum number of names tried at a position.
const MAX_NAMES: usize = 9;

/// Replaces words of a row by words of the listing that have one more character.
pub(super) fn shorter_words(rows: &[PageRow], row: usize, words: &Words) -> Vec<Step> {
    let cells = &rows[row].cells;
    let parts = Parts::of(rows);
    let mut steps = Vec::new();
    let mut at = 0;
    while at < cells.len() {
        let length = cells[at..]
            .iter()
            .take_while(|cell| cell.code.is_ascii_alphanumeric())
            .count();
        let word: String = cells[at..at + length]
            .iter()
            .map(|cell| char::from(cell.code))
            .collect();
        let here = words.get(&word).copied().unwrap_or(0);
        for (known, &count) in words
            .iter()
            .filter(|(known, _)| known.len() == length + 1 && length > 0)
        {
            let Some(first) = lost_in(&word, known) else {
                continue;
            };
            if count > here.max(1) || known.len() > 2 && here < 2 {
                let jump = number_of_jump(cells, at) && known.bytes().all(|code| code.is_ascii_digit());
                let number = known.bytes().all(|code| code.is_ascii_digit());
                let known: String = known.chars().skip(first).take(1).collect();
                let part = parts.row(row).get(at) == Some(&Part::Code);
                let cost = match (jump, number) {
                    (true, _) => 1,
                    (_, true) => 6,
                    _ if here < 2 && part => 2,
                    _ => 5,
                };
                let swaps = vec![Swap::new(row, at + first..at + first, known)];
                steps.push(Step { swaps, cost });
            }
        }
        at += length.max(1);
    }
    steps.sort_by_key(|step| (step.cost, step.swaps[0].cells.start, step.swaps[0].put.clone()));
    steps.truncate(MAX_WORDS);
    steps
}

/// Maximum number of words tried for a row.
const MAX_WORDS: usize = 24;

/// Whether a GO TO or GO SUB is before a cell.
fn number_of_jump(cells: &[Cell], at: usize) -> bool {
    let before: Vec<u8> = cells[..at]
        .iter()
        .rev()
        .map(|cell| cell.code)
        .filter(|&code| code != b' ')
        .take(5)
        .collect();
    before.starts_with(b"OTOG") || before.starts_with(b"BUSOG")
}

/// Returns the index of the character that `word` lacks compared with `other`.
fn lost_in(word: &str, other: &str) -> Option<usize> {
    let first = word
        .bytes()
        .zip(other.bytes())
        .take_while(|(one, other)| one == other)
        .count();
    (word.as_bytes().get(first..) == other.as_bytes().get(first + 1..)).then_some(first)
}

/// Number of characters from the start of a word that are searched for a keyword.
const KEYWORD_CHARACTERS: usize = 16;

/// Undoes scan errors at the end of row `above`: a character read in both rows, or in the wrong one.
pub(super) fn shifts(rows: &[PageRow], above: usize) -> Vec<Step> {
    let (Some(row), Some(next)) = (rows.get(above), rows.get(above + 1)) else {
        return Vec::new();
    };
    let (Some(last), Some(first)) = (row.cells.last(), next.cells.first()) else {
        return Vec::new();
    };
    let below = above + 1;
    let length = row.cells.len();
    let mut steps = Vec::new();
    if last.code == first.code {
        steps.push((vec![Swap::new(above, length - 1..length, "")], 1));
        steps.push((vec![Swap::new(below, 0..1, "")], 2));
    }
    for count in 1..=2.min(length) {
        let moved = notation(&row.cells[length - count..]);
        let swaps = vec![
            Swap::new(above, length - count..length, ""),
            Swap::new(below, 0..0, moved),
        ];
        steps.push((swaps, 1 + count as u32));
    }
    for count in 1..=2.min(next.cells.len()) {
        let moved = notation(&next.cells[..count]);
        // A keyword's space is not visible at the end of a row.
        let apart = last.code.is_ascii_alphabetic() && first.code.is_ascii_digit();
        let moved = if apart { format!(" {moved}") } else { moved };
        let swaps = vec![
            Swap::new(above, length..length, moved),
            Swap::new(below, 0..count, ""),
        ];
        steps.push((swaps, 1 + count as u32));
    }
    steps
        .into_iter()
        .map(|(swaps, cost)| Step { swaps, cost })
        .collect()
}

/// The context of each row's characters.
pub(super) struct Parts(Vec<Vec<Part>>);

impl Parts {
    pub(super) fn of(rows: &[PageRow]) -> Parts {
        let mut parts = vec![Vec::new(); rows.len()];
        for character in characters::of(rows, 0) {
            parts[character.row].push(character.part);
        }
        Parts(parts)
    }

    pub(super) fn row(&self, row: usize) -> &[Part] {
        &self.0[row]
    }
}
