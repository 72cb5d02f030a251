//! Test vectors: a JSON value a line, in a `.jsonl.gz`.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use flate2::read::GzDecoder;
use serde_json::Value;

/// Failures that are shown.
const SHOWN: usize = 10;

/// The vectors of a file, in its order. Panics where it is missing or damaged.
pub fn read(path: &Path) -> impl Iterator<Item = Value> {
    let file = File::open(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    BufReader::new(GzDecoder::new(file))
        .lines()
        .map(|line| serde_json::from_str(&line.unwrap()).unwrap())
}

/// Panics with the first of the `failures`, if there are any, of `total` vectors.
pub fn assert_passed(failures: &[String], total: usize) {
    assert!(
        failures.is_empty(),
        "{} of {total} vectors failed; the first:\n{}",
        failures.len(),
        failures[..failures.len().min(SHOWN)].join("\n")
    );
}
