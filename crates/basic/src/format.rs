//! Formats a listing: each line as LIST shows it; comments and empty rows stay in place.
//!
//! - A line is written as [`crate::text`] writes it: keywords in capitals with the spaces that LIST shows
//!   around them, `GOTO` as `GO TO`, escapes as the characters that they represent, no other spaces outside
//!   strings and remarks (all of them if the head comment has `spaces=kept`). Names, numbers and strings keep
//!   their case.
//! - A line starts in the first column, without leading zeros in its number, and is one row: rows joined by a
//!   backslash become one.
//! - In a listing with labels (`@loop:`) these stay in place; the rest of a label's row is written like any
//!   other line.
//! - A line with an accented letter, which only a remark can have, is unchanged.
//! - A line that would not tokenise to the same bytes, such as one of a tape that no editor makes, is
//!   unchanged.
//! - Other rows (comments, the head, empty ones) stay, without trailing spaces; empty rows at the end are
//!   removed, and the text ends with a newline.
//!
//! The program keeps the same bytes, and formatting a formatted listing changes nothing.
//!
//! ```
//! use girafa_basic::{edit, format};
//! let listing = "# olá  \n010 let a = 1 : goto10\n\n";
//! let edits = format::edits(listing).unwrap();
//! assert_eq!(edit::apply(listing, &edits), "# olá\n10 LET a=1: GO TO 10\n");
//! ```

use std::ops::Range;

use crate::charset;
use crate::diagnostic::Diagnostics;
use crate::edit::{self, Edit};
use crate::head::Head;
use crate::labels::Numbered;
use crate::program::{Line, Program};
use crate::source::{self, SourceLine};
use crate::text;
use crate::tokenise::{self, Options};

/// Returns the edits that format the text, sorted by position; each one changes something.
///
/// # Errors
/// The listing has errors, so that its meaning is not known.
pub fn edits(text: &str) -> Result<Vec<Edit>, Diagnostics> {
    let options = Options::default();
    let program = tokenise::program(text, &options)?.program;
    let head = Head::read(text, &mut Diagnostics::default());
    let lines = source::lines(text, true, &mut Diagnostics::default());
    let labels = Numbered::of(text, &lines);
    let shown = match &labels {
        Some(labels) => match tokenise::program(&labels.text, &options) {
            Ok(numbered) if labels.has_the_lines(&lines) => numbered.program,
            // A label where no number can be.
            _ => return Ok(Vec::new()),
        },
        None => program.clone(),
    };
    let row = |(index, (source, line)): (usize, (&SourceLine, &Line))| {
        let span = span(text, source);
        let written = &text[span.clone()];
        if written.chars().any(|c| charset::without_accent(c).is_some()) {
            // In a remark: the program has the letters without their accents, but the text keeps the accents.
            let replacement = written.to_owned();
            return Edit { span, replacement };
        }
        let row = text::readable(line, head.spaces);
        let row = row.trim_end_matches('\n');
        Edit {
            span,
            replacement: (labels.as_ref())
                .map_or_else(|| row.to_owned(), |labels| labels.with_labels(index, row)),
        }
    };
    let mut rows: Vec<Edit> = lines.iter().zip(&shown.lines).enumerate().map(row).collect();
    let gaps = gaps(text, &rows);
    // A line that does not tokenise to the same bytes keeps its text, which may change how names in other
    // lines are read: hence the loop.
    loop {
        let edits = merged(text, rows.iter().chain(&gaps));
        let edited = edit::apply(text, &edits);
        let back = tokenise::program(&edited, &options).map(|back| back.program);
        if back.as_ref() == Ok(&program) {
            return Ok(edits);
        }
        if !keep_as_written(text, &mut rows, &program, back.ok().as_ref()) {
            return Ok(Vec::new());
        }
    }
}

/// Restores the text of the lines that did not tokenise to the same bytes, or of all lines if each of them
/// did. Returns whether this changed anything.
fn keep_as_written(text: &str, rows: &mut [Edit], program: &Program, back: Option<&Program>) -> bool {
    let back = back.filter(|back| back.lines.len() == program.lines.len());
    let changes = |row: &Edit| text[row.span.clone()] != row.replacement;
    let is_other = |at: usize| back.is_none_or(|back| back.lines[at] != program.lines[at]);
    let some_other = (0..rows.len()).any(|at| is_other(at) && changes(&rows[at]));
    let mut changed = false;
    for (at, row) in rows.iter_mut().enumerate() {
        if changes(row) && (is_other(at) || !some_other) {
            row.replacement = text[row.span.clone()].to_owned();
            changed = true;
        }
    }
    changed
}

/// The range of a line in the text, with the spaces before its number.
fn span(text: &str, line: &SourceLine) -> Range<usize> {
    let before = text[..line.number_span.start].trim_end_matches([' ', '\t']);
    before.len()..line.end
}

/// Removals in the rows between the lines: trailing spaces, and empty rows at the end of the text.
fn gaps(text: &str, lines: &[Edit]) -> Vec<Edit> {
    let ends = lines.iter().map(|line| line.span.end);
    let starts = lines.iter().map(|line| line.span.start);
    let mut found = Vec::new();
    let content = text
        .trim_end()
        .len()
        .max(ends.clone().next_back().unwrap_or_default());
    for (from, to) in std::iter::once(0).chain(ends).zip(starts.chain([content])) {
        let mut at = from;
        for row in text[from..to.max(from)].split_inclusive('\n') {
            let kept = row
                .trim_end_matches(['\n', '\r'])
                .trim_end_matches([' ', '\t'])
                .len();
            let end = row.trim_end_matches(['\n', '\r']).len();
            found.push(Edit {
                span: at + kept..at + end,
                replacement: String::new(),
            });
            at += row.len();
        }
    }
    let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
    found.push(Edit {
        span: content..text.len(),
        replacement: newline.to_owned(),
    });
    found
}

/// The edits that change something, sorted by position.
fn merged<'a>(text: &str, edits: impl Iterator<Item = &'a Edit>) -> Vec<Edit> {
    let mut edits: Vec<Edit> = edits
        .filter(|edit| text[edit.span.clone()] != edit.replacement)
        .cloned()
        .collect();
    edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
    edits
}
