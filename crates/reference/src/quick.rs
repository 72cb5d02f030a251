//! Fast maps and sets for small trusted keys: the standard hasher, which resists attacks, takes most of a
//! search's time.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

/// A map for searches.
pub(crate) type QuickMap<K, V> = HashMap<K, V, BuildHasherDefault<QuickHasher>>;
/// A set for searches.
pub(crate) type QuickSet<K> = HashSet<K, BuildHasherDefault<QuickHasher>>;

/// Hashes by multiplication.
#[derive(Default)]
pub(crate) struct QuickHasher(u64);

impl Hasher for QuickHasher {
    fn write(&mut self, bytes: &[u8]) {
        for bytes in bytes.chunks(8) {
            let word = bytes.first_chunk().map_or_else(
                || bytes.iter().fold(0, |word, &byte| word << 8 | u64::from(byte)),
                |&eight| u64::from_le_bytes(eight),
            );
            self.write_u64(word);
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }

    fn finish(&self) -> u64 {
        // A map uses the lowest bits, which a multiplication mixes least.
        self.0 ^ self.0 >> 32
    }
}
