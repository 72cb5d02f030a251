//! The book: restores its listings from its text, and compares programs on the machine with their native
//! references.

use girafa_basic::program::Program;
use girafa_basic::shown::shown;
use girafa_books::{ImportError, Records, import};
use girafa_loader::{LoadError, editions, rom, scripts};
use girafa_verify::compare::diff::{legible, pairs};
use girafa_verify::compare::{Aspect, Backend, Observation, Standing, Verdict, Versions, compared};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::errors::{JsResult, error, json, mistakes, of_target};

/// The listings of a book.
#[derive(Serialize)]
struct Book {
    title: String,
    author: String,
    listings: Vec<Listing>,
}

/// A listing, or the error that prevented its restoration.
#[derive(Serialize)]
struct Listing {
    id: String,
    title: String,
    listing: Option<String>,
    error: Option<String>,
    /// The listing with the book's errata applied, if there are any.
    corrected: Option<String>,
    /// Number of rows on the page, followed by the number of corrected rows.
    rows: usize,
    rows_corrected: usize,
}

/// A session of a program, run with all backends.
#[derive(Serialize)]
struct Compared {
    session: String,
    /// `agrees`, `differs`, or `alone` if there is nothing to compare with.
    standing: &'static str,
    ways: Vec<Ran>,
    /// Number of compared rows.
    rows: usize,
    failure: Option<String>,
    /// The answer that the reference does not model; the reference is left out because of it.
    not_modelled: Option<String>,
    /// The output of two backends, and all other differences.
    sides: Vec<Sides>,
}

/// A backend that ran a session.
#[derive(Serialize)]
struct Ran {
    #[serde(rename = "way")]
    backend: &'static str,
    /// T-states, if the backend is the machine.
    tstates: Option<u64>,
}

/// The observations of two backends, side by side.
#[derive(Serialize)]
struct Sides {
    /// The compared aspect: `transcript`, `paper`, `end`, ...
    part: &'static str,
    left: &'static str,
    right: &'static str,
    agrees: bool,
    rows: Vec<Beside>,
}

/// Two rows side by side.
#[derive(Serialize)]
struct Beside {
    left: Option<Numbered>,
    right: Option<Numbered>,
}

/// A row and its number, from 1.
#[derive(Serialize)]
struct Numbered {
    number: usize,
    text: String,
}

/// Restores the listings of the book from its text. Returns JSON.
///
/// # Errors
/// The text is not that of the book, or was modified.
#[wasm_bindgen]
pub fn restore_book(text: &str) -> JsResult<String> {
    restored(text).map(|book| json(&book)).map_err(error)
}

/// Runs `session` of the program `id`, by default all sessions, on the machine and natively. Returns JSON.
/// With the book's text, runs the book's listing too.
///
/// # Errors
/// There is no such program or session; the text is not that of the book.
#[wasm_bindgen]
pub fn compare(id: &str, book: Option<String>, session: Option<String>) -> JsResult<String> {
    compared_with(id, book.as_deref(), session.as_deref())
        .map(|compared| json(&compared))
        .map_err(error)
}

fn restored(text: &str) -> Result<Book, String> {
    if text.len() as u64 > girafa_files::MAX_FILE_BYTES {
        return Err(format!(
            "a text of {} bytes exceeds the limit of {}",
            text.len(),
            girafa_files::MAX_FILE_BYTES
        ));
    }
    let records = Records::built_in().map_err(|error| error.to_string())?;
    let each = records.each(text, &[]).map_err(|error| why_not(text, &error))?;
    let listings = each.into_iter().map(|(record, restored)| {
        let (listing, error) = match restored {
            Ok(listing) => (Some(listing), None),
            Err(error) => (None, Some(why_not(text, &error))),
        };
        Listing {
            id: record.id,
            title: record.title,
            rows: listing.as_ref().map_or(0, |listing| listing.reading.rows.len()),
            rows_corrected: listing.as_ref().map_or(0, |listing| listing.rows_corrected()),
            corrected: (listing.as_ref()).and_then(|listing| Some(listing.corrected.as_ref()?.1.clone())),
            listing: listing.map(|listing| listing.source),
            error,
        }
    });
    Ok(Book {
        listings: listings.collect(),
        title: records.catalogue.title,
        author: records.catalogue.author,
    })
}

fn why_not(text: &str, error: &ImportError) -> String {
    match error {
        ImportError::Listing { id, diagnostics } => {
            format!(
                "the listing {id} does not parse:\n{}",
                mistakes("the text", text, diagnostics)
            )
        }
        error => shown(&error.to_string()).into_owned(),
    }
}

fn load_error_message(failed: LoadError) -> String {
    of_target(&failed)
}

fn compared_with(id: &str, book: Option<&str>, session: Option<&str>) -> Result<Vec<Compared>, String> {
    let files = scripts::all(None).map_err(load_error_message)?;
    let file = files.into_iter().find(|file| file.id == id);
    let mut scripts = file
        .ok_or_else(|| format!("{} has no sessions", shown(id)))?
        .sessions;
    if let Some(name) = session {
        scripts.retain(|script| script.name == name);
        if scripts.is_empty() {
            return Err(format!("{id} has no session `{}`", shown(name)));
        }
    }
    let original = book.map(|text| original(text, id)).transpose()?.flatten();
    let versions = Versions::of_book(id, original, editions::edition(id).map_err(load_error_message)?);
    let boot = rom::load(None)
        .and_then(|rom| rom.boot())
        .map_err(load_error_message)?;
    let each = scripts.iter().map(|script| {
        let (verdict, seen) = compared(&boot, &versions, script);
        one(script.name.clone(), verdict, &seen)
    });
    Ok(each.collect())
}

/// The book's listing with this id, or `None` if there is none.
fn original(text: &str, id: &str) -> Result<Option<Program>, String> {
    let records = Records::built_in().map_err(|error| error.to_string())?;
    if !records.programs().any(|record| record.id == id) {
        return Ok(None);
    }
    let imported = import(text, &[id]).map_err(|error| why_not(text, &error))?;
    Ok(imported.into_iter().next().map(|listing| listing.program))
}

fn one(session: String, verdict: Verdict, seen: &[Observation]) -> Compared {
    let ways = verdict.ways.iter();
    Compared {
        session,
        standing: match verdict.standing() {
            Standing::Agrees => "agrees",
            Standing::Differs => "differs",
            Standing::Alone => "alone",
        },
        ways: ways
            .map(|&(backend, tstates)| Ran {
                backend: backend.name(),
                tstates,
            })
            .collect(),
        rows: verdict.rows,
        sides: sides(&verdict, seen),
        failure: verdict.failure,
        not_modelled: verdict.not_modelled,
    }
}

/// The output of the first and the last backend, even if it is equal, followed by all other differences.
fn sides(verdict: &Verdict, seen: &[Observation]) -> Vec<Sides> {
    let mut sides = Vec::new();
    let mut shown: Vec<(Aspect, Backend, Backend)> = Vec::new();
    if let [left, .., right] = seen {
        for (part, a, b) in [
            (Aspect::Transcript, &left.transcript, &right.transcript),
            (Aspect::Paper, &left.paper, &right.paper),
        ] {
            if a.is_empty() && b.is_empty() {
                continue;
            }
            shown.push((part, left.backend, right.backend));
            sides.push(side_by_side(part, (left.backend, a), (right.backend, b)));
        }
    }
    for difference in &verdict.differences {
        let (left, right) = (&difference.left, &difference.right);
        if !shown.contains(&(difference.part, left.0, right.0)) {
            sides.push(side_by_side(
                difference.part,
                (left.0, &left.1),
                (right.0, &right.1),
            ));
        }
    }
    sides
}

fn side_by_side(part: Aspect, left: (Backend, &[String]), right: (Backend, &[String])) -> Sides {
    let numbered = |row: Option<(usize, &str)>| {
        row.map(|(number, text)| Numbered {
            number,
            text: legible(text).into_owned(),
        })
    };
    let rows = pairs(left.1, right.1).into_iter().map(|(left, right)| Beside {
        left: numbered(left),
        right: numbered(right),
    });
    Sides {
        part: part.name(),
        left: left.0.name(),
        right: right.0.name(),
        agrees: left.1 == right.1,
        rows: rows.collect(),
    }
}

#[cfg(test)]
#[path = "book_tests.rs"]
mod tests;
