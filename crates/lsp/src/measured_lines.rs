//! Measurements of the lines of a document.

use girafa_basic::text as listing;
use girafa_basic::tokenise::{self, Options};

use crate::document::Document;
use crate::measured::Runs;
use crate::protocol::{self, InlayHint};

/// Returns the time of the line with this index in the last profile, in words.
pub fn time_of(document: &Document, line: usize) -> Option<String> {
    let number = document.index().lines[line].number;
    (document.measured).time_of(number, |text| is_same(document, line, text))
}

/// Returns the coverage of the line with this index.
pub fn runs_of(document: &Document, line: usize) -> Option<Runs<'_>> {
    let number = document.index().lines[line].number;
    (document.measured).runs_of(number, |text| is_same(document, line, text))
}

/// Returns inlay hints with the coverage of the lines in a range, at the ends of their rows.
pub fn hints(document: &Document, range: protocol::Range) -> Vec<InlayHint> {
    let (from, to) = (document.byte(range.start), document.byte(range.end));
    let lines = document.index().lines.iter().enumerate();
    let hint = |(line, indexed): (usize, &girafa_basic::index::IndexedLine)| {
        let start = indexed.number_span.start;
        if start < document.row_around(from).start || start > to {
            return None;
        }
        let runs = runs_of(document, line)?;
        Some(InlayHint {
            position: document.position(document.row_around(start).end),
            label: runs.to_string(),
            padding_left: true,
        })
    };
    lines.filter_map(hint).collect()
}

/// Whether a line is unchanged since the measurement.
fn is_same(document: &Document, line: usize, measured: &str) -> bool {
    let number = &document.index().lines[line].number_span;
    let row = document.row_around(number.start);
    let measured = letters(measured);
    if letters(&document.text[number.end.min(row.end)..row.end]) == measured {
        return true;
    }
    // Compare again with escapes replaced by their characters.
    let alone = tokenise::program(&document.text[row.clone()], &Options::default());
    alone.is_ok_and(|done| {
        let listed = listing::from_program(&done.program);
        let row = listed.lines().last().unwrap_or_default();
        letters(row.trim_start_matches(|c: char| c.is_ascii_digit())) == measured
    })
}

/// Removes the differences between spellings of a line: spaces, case, and the colons, which coverage omits.
fn letters(text: &str) -> String {
    let kept = text.chars().filter(|c| !c.is_whitespace() && *c != ':');
    kept.map(|c| c.to_ascii_uppercase()).collect()
}
