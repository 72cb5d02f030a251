//! Measurements of a listing from files next to `x.bas`: `x.profile.json` and `x.cover.json`, as printed by
//! `girafa profile x.bas --json` and `girafa cover x.bas --json`. Measurements of lines that have changed
//! since are ignored.

use std::collections::HashMap;
use std::fmt;
use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde::Deserialize;

use crate::protocol::Uri;

/// Maximum size of the files, in bytes.
const MAX_FILE_LENGTH: u64 = 16 << 20;

/// The measurements of a listing's lines, by line number.
#[derive(Default)]
pub struct Measured {
    profile: File<ProfileFile>,
    cover: File<CoverFile>,
    times: HashMap<u16, Time>,
    runs: HashMap<u16, Coverage>,
    /// T-states of all lines.
    total: u64,
}

/// The profile of a line.
#[derive(Default)]
struct Time {
    runs: u64,
    tstates: u64,
    text: String,
}

/// The coverage of a line.
#[derive(Default)]
struct Coverage {
    statements: usize,
    run: usize,
    /// The count of the statement that was run most often.
    runs: u64,
    text: String,
}

/// The coverage of a line; displayed in words.
pub struct Runs<'a>(&'a Coverage);

#[derive(Deserialize)]
struct ProfileFile {
    rows: Vec<ProfileRow>,
}

#[derive(Deserialize)]
struct ProfileRow {
    /// The line, or the line and the statement: `10:2`.
    place: String,
    runs: u64,
    tstates: u64,
    text: String,
}

#[derive(Deserialize)]
struct CoverFile {
    program: Vec<CoverRow>,
}

#[derive(Deserialize)]
struct CoverRow {
    line: u16,
    text: String,
    active: bool,
    runs: u64,
}

/// A file that is read again when it changes.
struct File<T> {
    path: Option<PathBuf>,
    /// The file's modification time and size when it was last read.
    seen: Option<(SystemTime, u64)>,
    value: Option<T>,
}

impl<T> Default for File<T> {
    fn default() -> File<T> {
        File {
            path: None,
            seen: None,
            value: None,
        }
    }
}

impl<T: for<'a> Deserialize<'a>> File<T> {
    fn at(path: Option<PathBuf>) -> File<T> {
        File {
            path,
            ..File::default()
        }
    }

    /// Reads the file if it has changed; returns whether it has.
    fn refresh(&mut self) -> bool {
        let there = self.path.as_deref().and_then(|path| fs::metadata(path).ok());
        let there = there.filter(|there| there.is_file() && there.len() <= MAX_FILE_LENGTH);
        let seen = there.and_then(|there| Some((there.modified().ok()?, there.len())));
        if seen == self.seen {
            return false;
        }
        self.seen = seen;
        // A missing or invalid file has no measurements.
        self.value = self.path.as_deref().filter(|_| seen.is_some()).and_then(read);
        true
    }
}

fn read<T: for<'a> Deserialize<'a>>(path: &Path) -> Option<T> {
    let mut bytes = Vec::new();
    let file = fs::File::open(path).ok()?;
    file.take(MAX_FILE_LENGTH).read_to_end(&mut bytes).ok()?;
    serde_json::from_slice(&bytes).ok()
}

impl Measured {
    /// Reads the files next to a listing.
    pub fn of(uri: &Uri) -> Measured {
        let path = path_of(uri);
        let sibling = |ending: &str| path.as_deref().map(|path| path.with_extension(ending));
        Measured {
            profile: File::at(sibling("profile.json")),
            cover: File::at(sibling("cover.json")),
            ..Measured::default()
        }
    }

    /// Reads the files that have changed.
    pub fn refresh(&mut self) {
        if self.profile.refresh() {
            self.times.clear();
            let rows = self.profile.value.iter().flat_map(|file| &file.rows);
            self.total = rows.clone().map(|row| row.tstates).fold(0, u64::saturating_add);
            for row in rows {
                let line = row.place.split(':').next().unwrap_or_default();
                let Ok(line) = line.parse() else { continue };
                let time = self.times.entry(line).or_default();
                time.tstates = time.tstates.saturating_add(row.tstates);
                time.runs = time.runs.max(row.runs);
                // The rows of statements are sorted by time, so their texts cannot be joined to the line.
                time.text = if row.place.contains(':') {
                    String::new()
                } else {
                    row.text.clone()
                };
            }
        }
        if self.cover.refresh() {
            self.runs.clear();
            for row in self.cover.value.iter().flat_map(|file| &file.program) {
                let coverage = self.runs.entry(row.line).or_default();
                coverage.text += &row.text;
                coverage.statements += usize::from(row.active);
                coverage.run += usize::from(row.active && row.runs > 0);
                coverage.runs = coverage.runs.max(row.runs);
            }
        }
    }

    /// Returns the time of the line with this number in the last profile, in words; `None` if the line has
    /// changed since. `is_same_text` compares the line with the measured text.
    pub fn time_of(&self, number: u16, is_same_text: impl Fn(&str) -> bool) -> Option<String> {
        let time = self.times.get(&number)?;
        if !time.text.is_empty() && !is_same_text(&time.text) {
            return None;
        }
        let percent = 100.0 * time.tstates as f64 / self.total.max(1) as f64;
        Some(format!(
            "line {number}: {} T-states ({percent:.1} %), run {} in the last profile",
            grouped(time.tstates),
            times(time.runs)
        ))
    }

    /// Returns the coverage of the line with this number; `None` if there is none, the line has changed
    /// since, or it has no active statements. `is_same_text` compares the line with the measured text.
    pub fn runs_of(&self, number: u16, is_same_text: impl Fn(&str) -> bool) -> Option<Runs<'_>> {
        let coverage = self.runs.get(&number)?;
        let is_known = coverage.statements > 0 && is_same_text(&coverage.text);
        is_known.then_some(Runs(coverage))
    }
}

impl fmt::Display for Runs<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Coverage {
            statements,
            run,
            runs,
            ..
        } = self.0;
        match (run, statements) {
            (0, _) => write!(f, "never run"),
            (run, statements) if run < statements => write!(f, "{run} of {statements} statements run"),
            _ => write!(f, "run {}", times(*runs)),
        }
    }
}

fn times(count: u64) -> String {
    if count == 1 {
        "once".to_owned()
    } else {
        format!("{} times", grouped(count))
    }
}

/// Formats a number with thousands separators.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let grouped = digits.as_bytes().rchunks(3).rev();
    let groups: Vec<&str> = grouped
        .filter_map(|group| std::str::from_utf8(group).ok())
        .collect();
    groups.join(",")
}

/// The path of a `file:` URI.
fn path_of(uri: &Uri) -> Option<PathBuf> {
    let path = uri.file_path()?;
    // On Windows the first slash is followed by a drive.
    let has_drive = path.as_bytes().get(2) == Some(&b':');
    Some(PathBuf::from(
        path.strip_prefix('/').filter(|_| has_drive).unwrap_or(&path),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_paths() {
        assert_eq!([grouped(7), grouped(1_234_567)], ["7", "1,234,567"]);
        assert_eq!([times(1), times(1_000)], ["once", "1,000 times"]);
        let path = |uri: &str| path_of(&Uri::new(uri.to_owned()).unwrap());
        assert_eq!(path("file:///tmp/a%20b.bas"), Some(PathBuf::from("/tmp/a b.bas")));
        assert_eq!(path("file:///c:/x.bas"), Some(PathBuf::from("c:/x.bas")));
        assert_eq!(path("untitled:x"), None);
    }
}
