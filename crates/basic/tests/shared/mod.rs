//! Where the tests find the shared material that is not in the repository.

use std::path::{Path, PathBuf};

/// A file of the shared material, or `None` after saying that the test skips. With CI=true a missing file is a failure.
pub fn read(name: &str) -> Option<String> {
    let root = std::env::var_os("GIRAFA_SHARED")
        .map(PathBuf::from)
        .unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared"));
    found(
        &root.join(name),
        "set GIRAFA_SHARED to the directory that holds it",
    )
}

/// The book's text, which GIRAFA_BOOK names; by default the copy among the shared material.
#[allow(dead_code)]
pub fn book() -> Option<String> {
    match std::env::var_os("GIRAFA_BOOK") {
        Some(path) => found(Path::new(&path), "GIRAFA_BOOK names it"),
        None => read("seeds/000_4a16c8ea866a03d4.txt"),
    }
}

fn found(path: &Path, hint: &str) -> Option<String> {
    match std::fs::read_to_string(path) {
        Ok(text) => Some(text),
        Err(error) if std::env::var("CI").is_ok_and(|ci| ci == "true") => {
            panic!("{}: {error} ({hint})", path.display())
        }
        Err(error) => {
            eprintln!("skipped: {}: {error} ({hint})", path.display());
            None
        }
    }
}
