//! The book: its listings restored from its text, and its programs on the machine beside their native
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

/// A listing, or why there is none.
#[derive(Serialize)]
struct Listing {
    id: String,
    title: String,
    listing: Option<String>,
    error: Option<String>,
    /// The listing without the mistakes of the book, where it has some that are known.
    corrected: Option<String>,
    /// Rows of the page, and how many of them were corrected.
    rows: usize,
    rows_corrected: usize,
}

/// A session of a program, run in all ways.
#[derive(Serialize)]
struct Compared {
    session: String,
    /// `agrees`, `differs`, or `alone` where there is nothing to compare with.
    standing: &'static str,
    ways: Vec<Ran>,
    /// Rows that were compared.
    rows: usize,
    failure: Option<String>,
    /// The answer that the reference does not model, for which it is left out.
    not_modelled: Option<String>,
    /// What was printed in two ways, and all else that differs.
    sides: Vec<Sides>,
}

/// A way in which a session was run.
#[derive(Serialize)]
struct Ran {
    #[serde(rename = "way")]
    backend: &'static str,
    /// Of the machine: T-states.
    tstates: Option<u64>,
}

/// Two ways side by side.
#[derive(Serialize)]
struct Sides {
    /// What is compared: `transcript`, `paper`, `end`, ...
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

/// Restores the listings of the book from its text, as JSON.
///
/// # Errors
/// It is not the text of the book, or was changed.
#[wasm_bindgen]
pub fn restore_book(text: &str) -> JsResult<String> {
    restored(text).map(|book| json(&book)).map_err(error)
}

/// Runs sessions of the program `id`, the one named or all of them, on the machine and natively, as JSON: of
/// the book's listing too, where there is the book's text.
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

fn said(failed: LoadError) -> String {
    of_target(&failed)
}

fn compared_with(id: &str, book: Option<&str>, session: Option<&str>) -> Result<Vec<Compared>, String> {
    let files = scripts::all(None).map_err(said)?;
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
    let versions = Versions::of_book(id, original, editions::edition(id).map_err(said)?);
    let boot = rom::load(None).and_then(|rom| rom.boot()).map_err(said)?;
    let each = scripts.iter().map(|script| {
        let (verdict, seen) = compared(&boot, &versions, script);
        one(script.name.clone(), verdict, &seen)
    });
    Ok(each.collect())
}

/// The book's listing of this id; `None` where the book has none.
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

/// What the first machine printed next to the reference, or next to the other machine, whether it differs or
/// not; then what differs besides.
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
            sides.push(beside(part, (left.backend, a), (right.backend, b)));
        }
    }
    for difference in &verdict.differences {
        let (left, right) = (&difference.left, &difference.right);
        if !shown.contains(&(difference.part, left.0, right.0)) {
            sides.push(beside(difference.part, (left.0, &left.1), (right.0, &right.1)));
        }
    }
    sides
}

fn beside(part: Aspect, left: (Backend, &[String]), right: (Backend, &[String])) -> Sides {
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
