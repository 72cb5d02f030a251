//! Words of strings and remarks that are read nearly as others of the same listing: a dictionary made of the
//! listing itself.

use std::collections::BTreeMap;

use super::characters::{self, Character, Part};
use super::draft::Draft;
use super::edits;
use super::suspects::Suspect;
use super::swap::Swap;

/// A word and its characters.
struct Word {
    text: String,
    characters: Vec<Character>,
}

/// How often words and pairs of letters stand in the strings and remarks of a listing.
struct Dictionary {
    words: BTreeMap<String, usize>,
    pairs: BTreeMap<(char, char), usize>,
}

/// The words that are suspicious, the last first.
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

/// Words in capitals, over the ends of rows where no space shows.
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

    /// How usual those pairs of a word's letters are here that another word has not, not counting the word
    /// itself: the least frequent one decides.
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

    /// What a word may have been: a word of the listing, with one character read for another, one too many,
    /// or one lost.
    fn readings(&self, word: &Word) -> Vec<(Vec<Swap>, String)> {
        let length = word.characters.len();
        let mut readings = Vec::new();
        if length < MIN_LETTERS || self.count(&word.text) > RARE {
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
            // Words differ in their last letters without being misread.
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

/// The pairs of a word's letters, its start and end included.
fn pairs(word: &str) -> impl Iterator<Item = (char, char)> {
    let before = std::iter::once(' ').chain(word.chars());
    before.zip(word.chars().chain([' ']))
}

/// Words with fewer letters differ too little from others.
const MIN_LETTERS: usize = 4;
/// Words with more letters than this may have one too many.
const MIN_LETTERS_FOR_EXTRA: usize = 6;
/// A word that stands more often than this is not a mistake.
const RARE: usize = 2;
