//! A book's text by its lines, and the hashes by which records know them.

use std::collections::HashMap;
use std::ops::Range;

/// A text whose lines can be asked for by number.
pub struct Text<'a> {
    text: &'a str,
    lines: Vec<Range<usize>>,
}

impl<'a> Text<'a> {
    /// Finds the lines of a text, with either kind of line end.
    pub fn new(text: &'a str) -> Text<'a> {
        let mut lines = Vec::new();
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            let content = line.trim_end_matches(['\n', '\r']).len();
            lines.push(start..start + content);
            start += line.len();
        }
        Text { text, lines }
    }

    /// How many lines it has.
    pub fn count(&self) -> usize {
        self.lines.len()
    }

    /// The byte at which a line of the text starts, from 1.
    pub fn start(&self, number: usize) -> usize {
        self.lines[number - 1].start
    }

    /// A line of the text, from 1.
    pub fn line(&self, number: usize) -> &'a str {
        &self.text[self.lines[number - 1].clone()]
    }
}

/// How many lines an anchor is made of, where the listing has as many.
pub(super) const ANCHORED: usize = 4;

/// Hash of the `count` lines from `first`, in hexadecimal.
pub(super) fn anchor_at(text: &Text<'_>, first: usize, count: usize) -> String {
    let mut hash = Hash::default();
    (first..first + count).for_each(|number| hash.add_line(text.line(number)));
    hash.shown()
}

/// The places of a text by the anchors that they would have.
#[derive(Default)]
pub struct Anchors(HashMap<usize, HashMap<String, Vec<usize>>>);

/// How many places with the same anchor are looked at.
const MOST_PLACES: usize = 16;

impl Anchors {
    /// The places, as lines of the text from 1, by their anchors of `count` lines.
    pub(super) fn of(&mut self, text: &Text<'_>, count: usize) -> &HashMap<String, Vec<usize>> {
        self.0.entry(count).or_insert_with(|| {
            let mut places: HashMap<String, Vec<usize>> = HashMap::new();
            for first in 1..(text.count() + 2).saturating_sub(count) {
                let known = places.entry(anchor_at(text, first, count)).or_default();
                if known.len() < MOST_PLACES {
                    known.push(first);
                }
            }
            places
        })
    }
}

/// FNV-1a, 64 bits.
pub(super) struct Hash(u64);

impl Default for Hash {
    fn default() -> Hash {
        Hash(0xcbf2_9ce4_8422_2325)
    }
}

impl Hash {
    /// Adds a line without the spaces at its end.
    pub(super) fn add_line(&mut self, line: &str) {
        for byte in line.trim_end().bytes().chain([b'\n']) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    /// The hash in hexadecimal.
    pub(super) fn shown(&self) -> String {
        format!("{:016x}", self.0)
    }
}
