//! Listings: checking, saving as tapes, and printing as LLIST does.

use std::path::Path;

use girafa_basic::diagnostic::{Diagnostic, Diagnostics};
use girafa_basic::index::{Index, Sort, Symbol, Use};
use girafa_basic::program::Program;
use girafa_basic::renumber::{self as numbers, Numbering};
use girafa_basic::tokenise::{self, Options};
use girafa_basic::{check as checks, llist as printed, meaning as meanings, source, tap, text, token};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::errors::{self, JsResult, error, json, target_error};
use crate::units::Units;

/// A finding whose positions are UTF-16 units of the text, as JavaScript counts them.
#[derive(Serialize)]
struct Finding<'a> {
    from: usize,
    to: usize,
    severity: &'static str,
    code: Option<&'static str>,
    message: &'a str,
    label: &'a str,
    help: Option<&'a str>,
    fixes: Vec<Fix<'a>>,
}

/// A fix: replacement text for a range.
#[derive(Serialize)]
struct Fix<'a> {
    title: &'a str,
    from: usize,
    to: usize,
    text: &'a str,
}

/// Checks a listing as `girafa check` does. Returns the findings as JSON.
#[wasm_bindgen]
pub fn check(listing: &str) -> String {
    json(&findings(listing, &checks::all(listing, false)))
}

fn findings<'a>(text: &str, found: &'a Diagnostics) -> Vec<Finding<'a>> {
    let units = Units::new(text);
    let finding = |finding: &'a Diagnostic| Finding {
        from: units.before(finding.span.start),
        to: units.before(finding.span.end),
        severity: finding.severity.name(),
        code: finding.code,
        message: &finding.message,
        label: &finding.label,
        help: finding.help.as_deref(),
        fixes: (finding.fixes.iter())
            .map(|fix| Fix {
                title: &fix.title,
                from: units.before(fix.span.start),
                to: units.before(fix.span.end),
                text: &fix.replacement,
            })
            .collect(),
    };
    found.iter().map(finding).collect()
}

fn program(name: &str, listing: &str) -> JsResult<Program> {
    let options = Options {
        name: name.to_owned(),
        ..Options::default()
    };
    let done = tokenise::program(listing, &options);
    Ok(done
        .map_err(|mistakes| error(errors::mistakes(name, listing, &mistakes)))?
        .program)
}

/// The listing as a tape, the same bytes as `girafa tap`: the program is called `name` and starts at its
/// first line.
///
/// # Errors
/// The listing has errors.
#[wasm_bindgen]
pub fn tape(name: &str, listing: &str) -> JsResult<Vec<u8>> {
    let mut program = program(name, listing)?;
    program.start_itself();
    tap::from_program(&program).map_err(error)
}

/// The listing as LLIST prints it in rows of `width` columns.
///
/// # Errors
/// The listing has errors.
#[wasm_bindgen]
pub fn llist(listing: &str, width: usize) -> JsResult<String> {
    let rows = printed::rows(&program("listing", listing)?, width.clamp(6, 1_000));
    Ok(rows.iter().map(|row| format!("{row}\n")).collect())
}

/// The program in a file of any format as a listing; `name` determines the format.
///
/// # Errors
/// The file is damaged, or contains no program.
#[wasm_bindgen]
pub fn listing_of(name: &str, bytes: Vec<u8>) -> JsResult<String> {
    if girafa_files::is_listing(Path::new(name)) {
        // Keep the text unchanged, with its remarks and errors.
        return girafa_files::text_of(Path::new(name), bytes).map_err(error);
    }
    let resolved = girafa_loader::of_bytes(Path::new(name), bytes).map_err(target_error)?;
    let program = resolved.target.program(name).map_err(target_error)?;
    Ok(text::from_program(&program))
}

/// The start of each line of a listing, as JSON: pairs of a line number and an offset in UTF-16 units.
#[wasm_bindgen]
pub fn lines(listing: &str) -> String {
    let units = Units::new(listing);
    let lines = source::lines(listing, true, &mut Diagnostics::default());
    let places: Vec<(u16, usize)> = lines
        .iter()
        .map(|line| (line.number, units.before(line.number_span.start)))
        .collect();
    json(&places)
}

/// The range of a statement of a listing, as JSON: two offsets in UTF-16 units; `null` if it is not there.
#[wasm_bindgen]
pub fn statement(listing: &str, line: u16, statement: u8) -> String {
    let index = Index::read(listing);
    let at = index.lines.iter().position(|found| found.number == line);
    let nth = usize::from(statement).checked_sub(1);
    let range = at.zip(nth).and_then(|(at, nth)| index.statements_of(at).nth(nth));
    let units = Units::new(listing);
    json(&range.map(|range| [units.before(range.start), units.before(range.end)]))
}

/// A renumbered listing.
#[derive(Serialize)]
struct Renumbered {
    listing: String,
    notes: Vec<Note>,
}

/// A note on something that the user must check.
#[derive(Serialize)]
struct Note {
    /// The new number of the line.
    line: Option<u16>,
    message: String,
}

/// Renumbers the lines from `first` by `step`, and every reference to them. Returns JSON: the new listing,
/// and notes on what the user must check.
///
/// # Errors
/// The listing has errors; the numbers exceed 9999.
#[wasm_bindgen]
pub fn renumber(listing: &str, first: u16, step: u16) -> JsResult<String> {
    renumbered(listing, first, step)
        .map(|renumbered| json(&renumbered))
        .map_err(error)
}

fn renumbered(listing: &str, first: u16, step: u16) -> Result<Renumbered, numbers::RenumberError> {
    let numbering = Numbering {
        first,
        step,
        ..Numbering::default()
    };
    let renumbered = numbers::text(listing, &numbering)?;
    let notes = renumbered.notes.iter().map(|note| Note {
        line: renumbered.line_of(note, listing),
        message: note.message.clone(),
    });
    Ok(Renumbered {
        notes: notes.collect(),
        listing: renumbered.apply(listing),
    })
}

/// The keywords as JSON, in the order of their tokens, without the spaces that listings put around them.
#[wasm_bindgen]
pub fn keywords() -> String {
    let words = (token::FIRST..=u8::MAX).filter_map(token::text);
    json(&words.map(str::trim).collect::<Vec<_>>())
}

/// A name in a listing.
#[derive(Serialize)]
struct Name<'a> {
    name: &'a str,
    is_function: bool,
    /// Number of occurrences.
    uses: usize,
}

/// The names in a listing as JSON: variables, arrays and functions, each as first written.
#[wasm_bindgen]
pub fn names(listing: &str) -> String {
    let index = Index::read(listing);
    let name = |(symbol, found): (&Symbol, &Use)| Name {
        name: &listing[found.span.clone()],
        is_function: symbol.sort == Sort::Function,
        uses: index.of(symbol).count(),
    };
    json(&index.names(None).into_iter().map(name).collect::<Vec<_>>())
}

/// The meaning of a keyword, in any spelling, as JSON: its name, syntax and description; `null` if it is not
/// a keyword.
#[wasm_bindgen]
pub fn meaning(keyword: &str) -> String {
    json(&meanings::of_keyword(keyword).map(|found| Meaning {
        keyword: found.keyword,
        syntax: found.syntax,
        text: found.text,
    }))
}

/// The meaning of a keyword.
#[derive(Serialize)]
struct Meaning {
    keyword: &'static str,
    syntax: &'static str,
    text: &'static str,
}

#[cfg(test)]
#[path = "listing_tests.rs"]
mod tests;
