//! `girafa test --watch`: runs changed programs again.
//!
//! Polls the files' modification times a few times per second, which works on any system and any file system.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, SystemTime};

use girafa_cli_support::{print, print_coloured};
use girafa_session::boot::Boot;

use super::Test;
use super::find::find;
use girafa_loader::place::{Place, files_of};

/// Polling interval.
const INTERVAL: Duration = Duration::from_millis(300);

/// Modification time and size of each file; `None` if it does not exist.
type Stamps = BTreeMap<PathBuf, Option<(SystemTime, u64)>>;

/// Runs all programs, then those that change, until the process is ended.
///
/// # Errors
/// A path is not valid at the start, or a file cannot be written.
pub fn run(test: &Test, boot: &Boot) -> anyhow::Result<()> {
    let mut known: BTreeMap<Place, Stamps> = BTreeMap::new();
    let mut found = find(&test.paths)?;
    let mut is_first = true;
    loop {
        known.retain(|place, _| found.places.contains(place));
        let is_changed = |place: &&Place| {
            let stamps = known.get(place);
            stamps.is_none_or(|stamps| *stamps != stamped(stamps.keys().cloned().collect()))
        };
        let changed: Vec<Place> = found.places.iter().filter(is_changed).cloned().collect();
        if is_first || !changed.is_empty() {
            if !is_first {
                let names: Vec<&str> = changed.iter().map(|place| place.name.as_str()).collect();
                print(&format!("--- {}\n", names.join(", ")))?;
            }
            // Take the stamps first, so that changes during reading or running are detected afterwards.
            let mut stamps: Vec<Stamps> = changed
                .iter()
                .map(|place| stamped(files_of(place, None)))
                .collect();
            let read = test.read_all(&changed);
            for (stamps, (place, read)) in stamps.iter_mut().zip(&read) {
                let mut all = stamped(files_of(place, read.as_ref().ok()));
                all.append(stamps);
                known.insert(place.clone(), all);
            }
            let read = test.filtered(read);
            let tested = test.run(boot, &read)?;
            print_coloured(&test.text(&tested))?;
            print("--- waiting for changes (Ctrl+C ends)\n")?;
            is_first = false;
        }
        thread::sleep(INTERVAL);
        // A file may be missing while it is being replaced; keep the previous list until the next check.
        found = find(&test.paths).unwrap_or(found);
    }
}

fn stamped(files: Vec<PathBuf>) -> Stamps {
    let stamp = |file: &PathBuf| {
        let there = fs::metadata(file).ok()?;
        Some((there.modified().ok()?, there.len()))
    };
    files
        .into_iter()
        .map(|file| (file.clone(), stamp(&file)))
        .collect()
}
