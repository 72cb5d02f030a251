//! A book's text by its lines, and the hashes by which records know them.

use std::collections::{BTreeSet, HashMap};

/// A text whose lines can be asked for by number.
pub struct Text<'a> {
    text: &'a str,
    /// Where each line starts.
    starts: Vec<usize>,
}

impl<'a> Text<'a> {
    /// Finds the lines of a text, with either kind of line end.
    pub fn new(text: &'a str) -> Text<'a> {
        let mut starts = Vec::new();
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            starts.push(start);
            start += line.len();
        }
        Text { text, starts }
    }

    /// How many lines it has.
    pub fn count(&self) -> usize {
        self.starts.len()
    }

    /// The byte at which a line of the text starts, from 1.
    pub fn start(&self, number: usize) -> usize {
        self.starts[number - 1]
    }

    /// A line of the text, from 1.
    pub fn line(&self, number: usize) -> &'a str {
        let end = self.starts.get(number).copied().unwrap_or(self.text.len());
        self.text[self.start(number)..end].trim_end_matches(['\n', '\r'])
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

/// An anchor: the hash of so many lines.
pub(super) type Anchor = (usize, String);

/// The places of a text that some anchors lead to.
pub(super) struct Anchors(HashMap<Anchor, Vec<usize>>);

/// How many places with the same anchor are looked at.
const MOST_PLACES: usize = 16;

impl Anchors {
    /// Finds the places of these anchors, in one pass for each number of lines.
    pub(super) fn new(text: &Text<'_>, wanted: impl IntoIterator<Item = Anchor>) -> Anchors {
        let mut places: HashMap<Anchor, Vec<usize>> =
            wanted.into_iter().map(|anchor| (anchor, Vec::new())).collect();
        let counts: BTreeSet<usize> = places.keys().map(|(count, _)| *count).collect();
        for count in counts {
            for first in 1..(text.count() + 2).saturating_sub(count) {
                let known = places.get_mut(&(count, anchor_at(text, first, count)));
                if let Some(known) = known.filter(|known| known.len() < MOST_PLACES) {
                    known.push(first);
                }
            }
        }
        Anchors(places)
    }

    /// The lines of the text, from 1, that an anchor leads to.
    pub(super) fn places(&self, anchor: &Anchor) -> &[usize] {
        self.0.get(anchor).map_or(&[], Vec::as_slice)
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
