//! The programs' puzzles, problem files and answers, and what their listings have in common.

mod any_text;
mod bimaru;
mod shared_search;

use std::fs;
use std::path::Path;

/// The listing of a program: our own edition, from the repository.
fn listing(id: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../basic-listings/{id}.bas"));
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
