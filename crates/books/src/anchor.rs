//! Hashes with which records identify the lines of a book's text.

use std::collections::{BTreeSet, HashMap};

use girafa_scan::Text;

/// Maximum number of lines that an anchor covers.
pub(crate) const MAX_ANCHOR_LINES: usize = 4;

/// Hash of the `count` lines from `first`, in hexadecimal.
pub(crate) fn anchor_at(text: &Text<'_>, first: usize, count: usize) -> String {
    let mut hash = Hash::default();
    (first..first + count).for_each(|number| hash.add_line(text.line(number)));
    hash.shown()
}

/// An anchor: the number of lines and their hash.
pub(crate) type Anchor = (usize, String);

/// The places of a text for each of some anchors.
pub(crate) struct Anchors(HashMap<Anchor, Vec<usize>>);

/// Maximum number of places with the same anchor that are tried.
const MAX_PLACES: usize = 16;

impl Anchors {
    /// Finds the places of the anchors, in one pass over the text for each number of lines.
    pub(crate) fn new(text: &Text<'_>, anchors: impl IntoIterator<Item = Anchor>) -> Anchors {
        let mut places: HashMap<Anchor, Vec<usize>> =
            anchors.into_iter().map(|anchor| (anchor, Vec::new())).collect();
        let counts: BTreeSet<usize> = places.keys().map(|(count, _)| *count).collect();
        for count in counts {
            for first in 1..(text.count() + 2).saturating_sub(count) {
                let known = places.get_mut(&(count, anchor_at(text, first, count)));
                if let Some(known) = known.filter(|known| known.len() < MAX_PLACES) {
                    known.push(first);
                }
            }
        }
        Anchors(places)
    }

    /// The lines of the text, from 1, at which an anchor's lines begin.
    pub(crate) fn places(&self, anchor: &Anchor) -> &[usize] {
        self.0.get(anchor).map_or(&[], Vec::as_slice)
    }
}

/// FNV-1a, 64 bits.
pub(crate) struct Hash(u64);

impl Default for Hash {
    fn default() -> Hash {
        Hash(0xcbf2_9ce4_8422_2325)
    }
}

impl Hash {
    /// Adds a line without its trailing spaces.
    pub(crate) fn add_line(&mut self, line: &str) {
        for byte in line.trim_end().bytes().chain([b'\n']) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    /// The hash in hexadecimal.
    pub(crate) fn shown(&self) -> String {
        format!("{:016x}", self.0)
    }
}
