//! Words in strings and remarks that resemble others of the same listing, which is used as the dictionary.

use std::collections::BTreeMap;

use super::characters::{self, Character, Part};
use super::draft::Draft;
use super::edits;
use super::suspect::Suspect;
use super::swap::Swap;

/// A word and its characters.
struct Word {
    text: String,
    characters: Vec<Character>,
}

/// The number of occurrences of words and of letter pairs in the strings and remarks of a listing.
struct Dictionary {
    words: BTreeMap<String, usize>,
    pairs: BTreeMap<(char, char), usize>,
}

/// Returns the suspicious words, sorted by descending position.
pub(super) fn find(draft: &Draft) -> Vec<Suspect> {
    let mut words = Vec::new();
    for place in draft.places() {
        let characters = characters::of(&draft.rows[place.rows.clone()], place.rows.start);
        words.extend(of(&characters));
    }
    let dictionary = Dictionary::of(&words);
    let mut found = Vec::new();
    for word in words.iter().rev() {
        let readings = dictionary.readings(word);
        if let Some((_, text)) = readings.first() {
            found.push(Suspect {
                place: (word.characters[0].row, word.characters[0].at),
                message: format!("`{}` is used here, `{text}` elsewhere", word.text),
                alternatives: readings.iter().take(2).map(|(swaps, _)| swaps.clone()).collect(),
            });
        }
    }
    found
}

/// Returns the words in capitals; a word continues in the next row if no space is visible.
fn of(characters: &[Character]) -> Vec<Word> {
    let mut words = Vec::new();
    let mut word: Vec<Character> = Vec::new();
    for character in characters {
        if character.part != Part::Code && character.code.is_ascii_uppercase() {
            word.push(*character);
        } else if !word.is_empty() {
            words.push(std::mem::take(&mut word));
        }
    }
    words.push(word);
    let text = |characters: &Vec<Character>| {
        characters
            .iter()
            .map(|character| char::from(character.code))
            .collect()
    };
    words
        .into_iter()
        .map(|characters| Word {
            text: text(&characters),
            characters,
        })
        .collect()
}

impl Dictionary {
    fn of(words: &[Word]) -> Dictionary {
        let mut dictionary = Dictionary {
            words: BTreeMap::new(),
            pairs: BTreeMap::new(),
        };
        for word in words {
            *dictionary.words.entry(word.text.clone()).or_default() += 1;
            for pair in pairs(&word.text) {
                *dictionary.pairs.entry(pair).or_default() += 1;
            }
        }
        dictionary
    }

    fn count(&self, word: &str) -> usize {
        self.words.get(word).copied().unwrap_or(0)
    }

    /// Frequency of the letter pairs of a word that another word does not have, not counting the word itself:
    /// the minimum over these pairs.
    fn ease(&self, word: &str, other: &str) -> usize {
        let own = self.count(word);
        let others: Vec<(char, char)> = pairs(other).collect();
        let count = |pair: (char, char)| self.pairs.get(&pair).copied().unwrap_or(0).saturating_sub(own);
        pairs(word)
            .filter(|pair| !others.contains(pair))
            .map(count)
            .min()
            .unwrap_or(0)
    }

    /// Returns the words of the listing that differ by one character: confused, added, or lost.
    fn readings(&self, word: &Word) -> Vec<(Vec<Swap>, String)> {
        let length = word.characters.len();
        let mut readings = Vec::new();
        if length < MIN_LETTERS || self.count(&word.text) > MAX_RARE_OCCURRENCES {
            return readings;
        }
        let likelier = |other: &str| {
            let (mine, others) = (self.count(&word.text), self.count(other));
            others > mine
                || others == mine && others > 0 && self.ease(other, &word.text) > self.ease(&word.text, other)
        };
        let spot = |at: usize| (word.characters[at].row, word.characters[at].at);
        let letters: Vec<char> = word.text.chars().collect();
        let mut push = |swap: Swap, text: String| {
            if likelier(&text) {
                readings.push((vec![swap], text));
            }
        };
        for at in 0..length {
            let (row, cell) = spot(at);
            for &(other, _) in edits::confused(letters[at]) {
                let text: String = letters
                    .iter()
                    .enumerate()
                    .map(|(index, &letter)| if index == at { other } else { letter })
                    .collect();
                push(Swap::new(row, cell..cell + 1, other.to_string()), text);
            }
            // The last letters of words often differ without an error.
            if length >= MIN_LETTERS_FOR_EXTRA && at > 0 && at + 1 < length {
                let text: String = letters
                    .iter()
                    .enumerate()
                    .filter(|(index, _)| *index != at)
                    .map(|(_, letter)| letter)
                    .collect();
                push(Swap::new(row, cell..cell + 1, ""), text);
            }
        }
        readings
    }
}

/// Returns the pairs of a word's letters, its start and end included.
fn pairs(word: &str) -> impl Iterator<Item = (char, char)> {
    let before = std::iter::once(' ').chain(word.chars());
    before.zip(word.chars().chain([' ']))
}

/// Shorter words differ too little from others.
const MIN_LETTERS: usize = 4;
/// Longer words may have a superfluous letter.
const MIN_LETTERS_FOR_EXTRA: usize = 6;
/// A more frequent word is not an error.
const MAX_RARE_OCCURRENCES: usize = 2;
