//! The characters of a line across its rows; distinguishes strings and remarks from code.

use std::collections::HashMap;

use super::page::PageRow;
use girafa_basic::token;

/// The context of a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// In a statement.
    Code,
    /// In a string, without its quotes.
    Quoted,
    /// In a remark.
    Remark,
}

/// A character with its position and context.
#[derive(Clone, Copy, Debug)]
pub(super) struct Character {
    /// Its row.
    pub(super) row: usize,
    /// Its index among the row's cells.
    pub(super) at: usize,
    pub(super) code: u8,
    pub(super) part: Part,
}

/// Returns the characters of rows; `first` is the index of the first row. Quotes are taken as scanned.
pub(super) fn of(rows: &[PageRow], first: usize) -> Vec<Character> {
    let mut characters: Vec<Character> = Vec::new();
    let (mut in_string, mut in_remark) = (false, false);
    for (row, content) in rows.iter().enumerate() {
        for (at, cell) in content.cells.iter().enumerate() {
            let quote = cell.code == b'"' && !in_remark;
            in_string ^= quote;
            let part = match (in_remark, in_string) {
                (true, _) => Part::Remark,
                (_, true) if !quote => Part::Quoted,
                _ => Part::Code,
            };
            characters.push(Character {
                row: first + row,
                at,
                code: cell.code,
                part,
            });
            let spelled: Vec<u8> = characters[characters.len().saturating_sub(4)..]
                .iter()
                .map(|character| character.code)
                .collect();
            let word = !in_string
                && matches!(&spelled[..], [before, b'R', b'E', b'M'] if !before.is_ascii_alphabetic());
            in_remark |= word;
        }
    }
    characters
}

/// Returns the keyword that starts at a character, in capitals and without other letters after it; it may
/// continue in the next row.
pub(super) fn keyword(characters: &[Character]) -> Option<u8> {
    let text: Vec<u8> = characters
        .iter()
        .map(|character| character.code)
        .take(MAX_KEYWORD)
        .collect();
    let (code, length) = token::longest_at(&text)?;
    let ends = text.get(length).is_none_or(|code| !code.is_ascii_alphanumeric());
    (ends && text[0].is_ascii_uppercase()).then_some(code)
}

/// Length of RANDOMIZE and one more character.
const MAX_KEYWORD: usize = 11;

/// Returns the words of rows: letters and digits, with the `$` of a name. A word at the end of a row
/// continues in the next, except for digits after letters: they are a line number or the operand of a
/// keyword.
pub(super) fn words(rows: &[PageRow]) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    for row in rows {
        let digit = row.cells.first().is_some_and(|cell| cell.code.is_ascii_digit());
        if digit && word.ends_with(|character: char| character.is_ascii_alphabetic()) {
            words.push(std::mem::take(&mut word));
        }
        for cell in &row.cells {
            match cell.code {
                code if code.is_ascii_alphanumeric() => word.push(char::from(code)),
                b'$' if !word.is_empty() => {
                    word.push('$');
                    words.push(std::mem::take(&mut word));
                }
                _ if !word.is_empty() => words.push(std::mem::take(&mut word)),
                _ => {}
            }
        }
    }
    words.extend((!word.is_empty()).then_some(word));
    words
}

/// The number of occurrences of each word in a listing.
pub(super) type Words = HashMap<String, usize>;

/// Counts the words of a listing. If a word may continue in the next row, its two parts are counted too.
pub(super) fn vocabulary(rows: &[PageRow]) -> Words {
    let mut counts = HashMap::new();
    let mut count = |word: String| *counts.entry(word).or_default() += 1;
    words(rows).into_iter().for_each(&mut count);
    for pair in rows.windows(2) {
        let (above, below) = (words(&pair[..1]), words(&pair[1..]));
        let joined = words(pair);
        // There are fewer words if one continues in the next row.
        if joined.len() < above.len() + below.len() {
            above.into_iter().next_back().into_iter().for_each(&mut count);
            below.into_iter().next().into_iter().for_each(&mut count);
        }
    }
    counts
}
