//! What runs have measured of a document's lines.

use girafa_basic::text as listing;
use girafa_basic::tokenise::{self, Options};

use crate::document::Document;
use crate::measured::Runs;
use crate::protocol::{self, InlayHint};

/// What the line with this index took in the last profile, in words.
pub fn time_of(document: &Document, line: usize) -> Option<String> {
    let number = document.index().lines[line].number;
    (document.measured).time_of(number, |text| is_same(document, line, text))
}

/// How often the line with this index was run, by the last coverage.
pub fn runs_of(document: &Document, line: usize) -> Option<Runs<'_>> {
    let number = document.index().lines[line].number;
    (document.measured).runs_of(number, |text| is_same(document, line, text))
}

/// How often the lines in a range of the text were run, at their ends.
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

/// Whether a line still says what was measured.
fn is_same(document: &Document, line: usize, measured: &str) -> bool {
    let number = &document.index().lines[line].number_span;
    let row = document.row_around(number.start);
    let measured = letters(measured);
    if letters(&document.text[number.end.min(row.end)..row.end]) == measured {
        return true;
    }
    // Escapes are shown as their characters.
    let alone = tokenise::program(&document.text[row.clone()], &Options::default());
    alone.is_ok_and(|done| {
        let listed = listing::from_program(&done.program);
        let row = listed.lines().last().unwrap_or_default();
        letters(row.trim_start_matches(|c: char| c.is_ascii_digit())) == measured
    })
}

/// A line without what may be written in several ways: spaces, the case of letters, and the colons, which
/// coverage leaves out.
fn letters(text: &str) -> String {
    let kept = text.chars().filter(|c| !c.is_whitespace() && *c != ':');
    kept.map(|c| c.to_ascii_uppercase()).collect()
}
