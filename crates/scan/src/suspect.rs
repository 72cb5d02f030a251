//! A probable scan error, and other readings of the place.

use super::edits;
use super::facts::Spot;
use super::swap::Swap;

/// A probable scan error with candidate corrections, most likely first.
pub(super) struct Suspect {
    pub(super) message: String,
    /// The row and the index of its first character.
    pub(super) place: (usize, usize),
    pub(super) alternatives: Vec<Vec<Swap>>,
}

/// Sorts by descending position, so that applying a change does not shift the remaining ones.
pub(super) fn ordered(mut found: Vec<Suspect>) -> Vec<Suspect> {
    found.sort_by_key(|suspect| std::cmp::Reverse(suspect.place));
    found
}

/// Maximum number of alternatives per suspect.
const MAX_READINGS: usize = 3;

/// Returns the words that differ from `word` in one character that scans confuse, with their costs. Names are
/// in capitals here; `small` is whether they are in lower case on the page.
pub(super) fn readings(word: &str, small: bool) -> Vec<(String, u32)> {
    let characters: Vec<char> = word.chars().collect();
    let mut readings = Vec::new();
    for (at, &character) in characters.iter().enumerate() {
        let printed = if small {
            character.to_ascii_lowercase()
        } else {
            character
        };
        for &(other, cost) in edits::confused(printed) {
            let mut reading = characters.clone();
            reading[at] = other.to_ascii_uppercase();
            if reading != characters {
                readings.push((reading.into_iter().collect(), cost));
            }
        }
    }
    readings.sort_by_key(|(_, cost)| *cost);
    readings
}

/// Creates a suspect: the spot may be one of `words`, most likely first.
pub(super) fn suspect(spot: &Spot, text: &str, words: &[String], message: String) -> Suspect {
    let alternatives = words
        .iter()
        .filter_map(|word| spot.swaps(word, text))
        .take(MAX_READINGS)
        .collect();
    Suspect {
        message,
        place: spot.first().unwrap_or_default(),
        alternatives,
    }
}

pub(super) fn is_number(text: &str) -> bool {
    text.bytes().all(|code| code.is_ascii_digit())
}

/// Returns the readings of a number that satisfy a condition.
pub(super) fn near_number(number: &str, small: bool, fits: impl Fn(&str) -> bool) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for (reading, _) in readings(number, small) {
        if is_number(&reading) && !words.contains(&reading) && fits(&reading) {
            words.push(reading);
        }
    }
    words
}
