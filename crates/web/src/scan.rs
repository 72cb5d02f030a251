//! The reader of scans: a scanned text, its doubts, and the user's corrections.

use girafa_basic::diagnostic::MAX_SHOWN;
use girafa_scan::{
    Change, Doubt, Fixes, FixesError, NoListing, Note, Options, ReadRow, Repair, Source, Width, review,
    transcribe,
};
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::*;

use crate::errors::{JsResult, error, json};
use crate::pages::Seen;
use crate::units::Units;

/// Options for reading a scan.
#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct ScanOptions {
    /// Columns of the paper; 0 if each row is a whole line. Detected by default.
    width: Option<usize>,
    /// The text of a fixes file.
    fixes: String,
    /// What was seen in the pictures of the text.
    seen: Seen,
}

/// The result of reading a scan.
#[derive(Serialize)]
struct Read {
    /// Columns of the paper; `None` if each row is a whole line.
    width: Option<usize>,
    /// The listing, if there are no doubts left.
    listing: Option<String>,
    /// The reason why there is no listing although there are no doubts.
    failure: Option<String>,
    /// The rows of the scan with their listed form.
    rows: Vec<Row>,
    doubts: Vec<Doubtful>,
    /// Notes about the listing, such as statements that need an Interface 1.
    notes: Vec<Noted>,
    /// The fixes file as it would be saved.
    fixes: String,
    /// The fixes file with the most likely repair of each doubt; the alternatives are comments.
    suggested: String,
}

/// A row of the scan.
#[derive(Serialize)]
struct Row {
    /// The row of the text, counted from 1.
    row: usize,
    /// The number of the program line.
    number: u16,
    scanned: String,
    listed: String,
    /// Width of the listed row in columns.
    columns: usize,
}

impl From<ReadRow> for Row {
    fn from(row: ReadRow) -> Row {
        Row {
            row: row.page_line,
            number: row.number,
            columns: row.listed.chars().count(),
            scanned: row.scanned,
            listed: row.listed,
        }
    }
}

/// A doubt.
#[derive(Serialize)]
struct Doubtful {
    from: usize,
    to: usize,
    /// The row and the column, counted from 1; columns count characters.
    row: usize,
    column: usize,
    severity: &'static str,
    message: String,
    label: String,
    help: Option<String>,
    repairs: Vec<Repaired>,
}

/// A note about a row, counted from 1.
#[derive(Serialize)]
struct Noted {
    row: usize,
    message: String,
}

/// A repair of a doubt.
#[derive(Serialize)]
struct Repaired {
    title: String,
    changes: Vec<Changed>,
    /// The rows of the line with this repair; empty except for the first doubts.
    rows: Vec<Row>,
}

/// A change in a row.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Changed {
    row: usize,
    wrong: String,
    right: String,
}

/// Reads a scan as `girafa typein` does. `options` is JSON: `{"width": 32, "fixes": "...", "seen":
/// ...}`; `seen` is that of [`read_pages`](crate::pages::read_pages). Returns JSON.
///
/// # Errors
/// The scan is too long, or a correction does not fit.
#[wasm_bindgen]
pub fn typein(text: &str, options: &str) -> JsResult<String> {
    read(text, options).map(|read| json(&read)).map_err(error)
}

/// Accepts a repair. Returns the text of the fixes file with it. `message` is that of the doubt; `changes` is
/// JSON with the changes of the repair or with the user's own. Without changes, the row is accepted as it is.
///
/// # Errors
/// The fixes file is malformed; there is no such row.
#[wasm_bindgen]
pub fn accept(text: &str, fixes: &str, row: usize, message: &str, changes: &str) -> JsResult<String> {
    accepted(text, fixes, row, message, changes).map_err(error)
}

fn read(text: &str, options: &str) -> Result<Read, String> {
    let options: ScanOptions =
        serde_json::from_str(options).map_err(|failed| format!("options: {failed}"))?;
    let width = options.width.map_or(Some(Width::Auto), Width::new);
    let columns = options.width.unwrap_or_default();
    let (uncertain, unread) = options.seen.into_parts();
    let source = Source {
        text,
        uncertain: &uncertain,
        unread: &unread,
    };
    let options = Options {
        width: width.ok_or_else(|| format!("width {columns}: expected 6 to 1000, or 0"))?,
        fixes: fixes_of(&options.fixes)?,
    };
    let read = transcribe(source, options).map_err(|error| error.to_string())?;
    let units = Units::new(text);
    let doubt = |(at, doubt): (usize, &Doubt)| {
        let found = &doubt.diagnostic;
        let repaired = |repair: &Repair| Repaired {
            title: review::described(repair),
            changes: repair.changes.iter().map(Changed::from).collect(),
            rows: match at {
                ..MAX_SHOWN => read.rows_with(doubt, repair).into_iter().map(Row::from).collect(),
                _ => Vec::new(),
            },
        };
        Doubtful {
            from: units.before(found.span.start),
            to: units.before(found.span.end),
            row: doubt.line,
            column: doubt.column,
            severity: found.severity.name(),
            message: found.message.clone(),
            label: found.label.clone(),
            help: found.help.clone(),
            repairs: doubt.repairs.iter().map(repaired).collect(),
        }
    };
    let doubts = read.doubts.iter().enumerate().map(doubt).collect();
    let note = |note: &Note| Noted {
        row: note.line,
        message: note.diagnostic.message.clone(),
    };
    let notes = read.notes.iter().map(note).collect();
    let suggested = read.suggestions();
    let (listing, failure) = match read.listing {
        Ok(listing) => (Some(listing), None),
        Err(NoListing::Doubtful) => (None, None),
        Err(failure) => (None, Some(failure.to_string())),
    };
    Ok(Read {
        width: read.width,
        listing,
        failure,
        rows: read.rows.into_iter().map(Row::from).collect(),
        doubts,
        notes,
        fixes: read.fixes.to_toml(),
        suggested,
    })
}

impl From<&Change> for Changed {
    fn from(change: &Change) -> Changed {
        Changed {
            row: change.line,
            wrong: change.wrong.clone(),
            right: change.right.clone(),
        }
    }
}

fn fixes_of(text: &str) -> Result<Fixes, String> {
    Fixes::parse(text).map_err(|error| match error {
        FixesError::TooLong(_) => error.to_string(),
        error => format!("fixes: {error}"),
    })
}

fn accepted(text: &str, fixes: &str, row: usize, message: &str, changes: &str) -> Result<String, String> {
    let changes: Vec<Changed> =
        serde_json::from_str(changes).map_err(|failed| format!("changes: {failed}"))?;
    let fixes = fixes_of(fixes)?;
    let count = text.lines().count();
    let named = changes.iter().map(|change| change.row).chain([row]);
    if let Some(row) = named.into_iter().find(|row| !(1..=count).contains(row)) {
        return Err(format!("row {row} is not in the scan, which has {count} rows"));
    }
    if changes.is_empty() {
        return Ok(review::taken(&fixes, row, message).to_toml());
    }
    let changes = changes.into_iter().map(|changed| Change {
        line: changed.row,
        wrong: changed.wrong,
        right: changed.right,
    });
    let repair = Repair {
        changes: changes.collect(),
        cost: 0,
    };
    Ok(review::accepted(&fixes, &repair, message, text).to_toml())
}

#[cfg(test)]
#[path = "scan_tests.rs"]
mod tests;
