//! Test vectors from a `.jsonl.gz` file, one JSON value per line.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use flate2::read::GzDecoder;
use serde_json::Value;

/// Maximum number of failures to show.
const MAX_SHOWN_FAILURES: usize = 10;

/// The vectors of a file, in order. Panics if the file is missing or damaged.
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
        failures[..failures.len().min(MAX_SHOWN_FAILURES)].join("\n")
    );
}
