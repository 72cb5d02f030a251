//! Repairs of a listing for another dialect of BASIC.

use girafa_basic::token;

use crate::repair::{Change, Repair};
use crate::text::Text;

/// Words of the ZX81 that are not keywords of the Spectrum.
const WORDS_OF_ZX81: [&str; 5] = ["FAST", "SLOW", "SCROLL", "UNPLOT", "RAND"];

/// Whether a repair leaves all keywords of its rows as they are: in a listing for another dialect, a keyword of
/// that dialect is not a misread one of the Spectrum.
pub(crate) fn keeps_keywords(repair: &Repair, text: &Text<'_>) -> bool {
    repair.changes.iter().all(|change| {
        let Change { line, wrong, right } = change;
        let row = text.line(*line);
        let Some(at) = row.find(wrong.as_str()) else {
            return false;
        };
        let repaired = format!("{}{right}{}", &row[..at], &row[at + wrong.len()..]);
        keywords(row) == keywords(&repaired)
    })
}

/// The keywords in a row, in order, and the powers as the ZX81 writes them.
fn keywords(row: &str) -> Vec<String> {
    let row = row.to_ascii_uppercase().replace("**", " POWER ");
    let words = row.split(|character: char| !character.is_ascii_alphabetic() && character != '$');
    let is_keyword = |word: &&str| {
        *word == "POWER"
            || WORDS_OF_ZX81.contains(word)
            || token::longest_at(word.as_bytes()).is_some_and(|(_, length)| length == word.len())
    };
    words.filter(is_keyword).map(str::to_owned).collect()
}
