//! Converts listings with labels to numbered listings, for code that expects numbers, and back.

use std::collections::HashSet;
use std::ops::Range;

use crate::diagnostic::Diagnostics;
use crate::edit::{self, Edit};
use crate::source::{self, SourceLine};

/// A listing whose labels have been replaced by numbers.
pub(crate) struct Numbered {
    /// The listing. A number that replaces a label is a digit string that occurs nowhere in the listing,
    /// followed by a count, so that it is unchanged wherever numbers are.
    pub text: String,
    mark: String,
    /// The label at the start of each line, its colon included, or empty.
    definitions: Vec<String>,
    /// The labels used in place of line numbers, in order.
    references: Vec<String>,
}

impl Numbered {
    /// Converts a listing whose lines are `lines`; `None` for a listing with numbers.
    pub fn of(text: &str, lines: &[SourceLine]) -> Option<Numbered> {
        if !lines.iter().any(|line| line.number_span.is_empty()) {
            return None;
        }
        let mut numbered = Numbered {
            text: String::new(),
            mark: mark(text),
            definitions: Vec::new(),
            references: Vec::new(),
        };
        let mut edits = Vec::new();
        for line in lines {
            let start = line.number_span.start;
            let body = line.cells.first().map_or(line.end, |cell| cell.span.start);
            let definition = text[start..body].split_once(':');
            let definition = definition.map_or_else(String::new, |(name, _)| format!("{name}:"));
            numbered.definitions.push(definition);
            edits.push(Edit {
                span: start..body,
                replacement: format!("{} ", line.number),
            });
            for span in references(text, line) {
                let label = text[span.clone()].to_owned();
                edits.push(Edit {
                    span,
                    replacement: format!("{}{}", numbered.mark, numbered.references.len()),
                });
                numbered.references.push(label);
            }
        }
        // A label in a row of its own names the next line.
        let starts: HashSet<usize> = edits.iter().map(|edit| edit.span.start).collect();
        let mut at = 0;
        for row in text.split_inclusive('\n') {
            let start = at + (row.len() - row.trim_start_matches([' ', '\t']).len());
            at += row.len();
            if row.trim_start_matches([' ', '\t']).starts_with('@') && !starts.contains(&start) {
                edits.push(Edit {
                    span: start..start + row.trim().len(),
                    replacement: String::new(),
                });
            }
        }
        edits.sort_by_key(|edit| edit.span.start);
        numbered.text = edit::apply(text, &edits);
        Some(numbered)
    }

    /// Whether the numbers are parsed as the labels were.
    pub fn has_the_lines(&self, lines: &[SourceLine]) -> bool {
        let found = source::lines(&self.text, true, &mut Diagnostics::default());
        let numbers = |lines: &[SourceLine]| lines.iter().map(|line| line.number).collect::<Vec<_>>();
        numbers(&found) == numbers(lines)
    }

    /// Returns line `index` with its labels; `row` is the line with numbers.
    pub fn with_labels(&self, index: usize, row: &str) -> String {
        let body = row.trim_start().trim_start_matches(|c: char| c.is_ascii_digit());
        let mut labelled = self.definitions[index].clone();
        if !labelled.is_empty() {
            labelled.push(' ');
        }
        let mut rest = body.strip_prefix(' ').unwrap_or(body);
        while let Some(at) = rest.find(&self.mark) {
            labelled += &plain(&rest[..at]);
            let count = rest[at + self.mark.len()..].trim_start_matches(|c: char| c.is_ascii_digit());
            let digits = &rest[at + self.mark.len()..rest.len() - count.len()];
            let label = digits.parse().ok().and_then(|at: usize| self.references.get(at));
            labelled += label.map_or("", String::as_str);
            rest = count;
            // A label ends at the next space or colon.
            if rest.starts_with(|c: char| c.is_ascii_graphic() && c != ':') {
                labelled.push(' ');
            }
        }
        labelled + &plain(rest)
    }
}

/// Digits after the 0 of a mark. There are more such marks than positions in a listing, which is at most 1
/// MiB.
const MARK_DIGITS: u32 = 7;

/// Returns a 0 and digits from 1 to 9 that occur nowhere in `text`. The length is fixed, because the mark is
/// written once for each reference.
fn mark(text: &str) -> String {
    let taken: HashSet<&[u8]> = text
        .as_bytes()
        .windows(1 + MARK_DIGITS as usize)
        .filter(|window| window[0] == b'0')
        .collect();
    let digits = |number: u32| {
        let digit = |place| char::from(b'1' + (number / 9u32.pow(place) % 9) as u8);
        (0..MARK_DIGITS)
            .map(digit)
            .fold("0".to_owned(), |mark, digit| mark + &digit.to_string())
    };
    let mut marks = (0..9u32.pow(MARK_DIGITS)).map(digits);
    marks
        .find(|mark| !taken.contains(mark.as_bytes()))
        .unwrap_or_default()
}

/// The places of the labels used in place of line numbers in a line.
fn references(text: &str, line: &SourceLine) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    for cell in &line.cells {
        let is_label = !cell.escaped && text[cell.span.clone()].starts_with('@');
        if is_label && found.last() != Some(&cell.span) {
            found.push(cell.span.clone());
        }
    }
    found
}

/// Converts text without labels to the notation of a listing with labels.
fn plain(text: &str) -> String {
    text.replace('@', "\\@")
}
