//! The files that this process has read: no output takes the place of one.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// By their paths without links: a file that is replaced is another one to the system, and the same to the user.
static INPUTS: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Notes that a file is read.
pub(crate) fn note(path: &Path) {
    if let Some(path) = place(path) {
        INPUTS.lock().unwrap_or_else(PoisonError::into_inner).insert(path);
    }
}

/// Whether a file was read.
pub(crate) fn has(path: &Path) -> bool {
    place(path).is_some_and(|path| {
        INPUTS
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .contains(&path)
    })
}

/// Where a file is, if there is one; a pipe or a device is none.
fn place(path: &Path) -> Option<PathBuf> {
    let place = fs::canonicalize(path).ok()?;
    place.is_file().then_some(place)
}
