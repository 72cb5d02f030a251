//! Finds the doubtful places of a book's listing and suggests corrections in the form of its record.

use girafa_basic::diagnostic::{Diagnostics, Severity};
use girafa_scan::{
    AcceptedRow, Correction, Fixes, Kind, PageRow, Text, WHOLE_LINE_WIDTH, Width, fixes, page, scan,
};

use crate::record::Record;

/// A doubtful place of a listing.
#[derive(Clone, Debug)]
pub struct Suggestion {
    /// The line of the text, from 1.
    pub line: usize,
    /// The column there, from 1, in characters.
    pub column: usize,
    /// [`Severity::Error`] if the listing does not parse there; otherwise the place only looks wrong.
    pub severity: Severity,
    /// The problem.
    pub message: String,
    /// The corrections of the most likely repair; empty if none is known.
    pub corrections: Vec<Correction>,
    /// Whether they replace corrections of the same row in the record.
    pub replaces: bool,
}

/// Maximum number of suggestions for one listing.
pub const MAX_SUGGESTIONS: usize = 200;

/// The doubtful places of a listing that is not built from others. `record` must be placed in the text.
/// Rows named by its doubts are accepted as they are, as far as they parse.
pub fn suggestions(text: &Text<'_>, record: &Record) -> Vec<Suggestion> {
    let entries = record.rows.iter().map(|entry| (entry, record.width));
    let entries = entries.chain(record.lines.iter().map(|entry| (entry, WHOLE_LINE_WIDTH)));
    let found = entries.flat_map(|(entry, width)| {
        let numbers = record.line_numbers(entry, text.count()).unwrap_or_default();
        of_part(text, record, &numbers, width)
    });
    found.take(MAX_SUGGESTIONS).collect()
}

/// The doubtful places of the part of a listing in these lines of the text.
fn of_part(text: &Text<'_>, record: &Record, numbers: &[usize], width: usize) -> Vec<Suggestion> {
    let (Some(&first), Some(&last)) = (numbers.first(), numbers.last()) else {
        return Vec::new();
    };
    // The scan has only the part's lines, without their common indent; other lines stay empty to keep
    // positions.
    let hanging = hanging(text, numbers);
    let mut scan = String::new();
    for number in first..=last {
        if let Ok(at) = numbers.binary_search(&number)
            && !is_fence(text.line(number))
        {
            scan += &text.line(number)[hanging[at]..];
        }
        scan.push('\n');
    }
    let before = first - 1;
    let here = |line: usize| (first..=last).contains(&line);
    let fixes = Fixes {
        corrections: record
            .corrections
            .iter()
            .filter(|correction| here(correction.line))
            .map(|correction| Correction {
                line: correction.line - before,
                ..correction.clone()
            })
            .collect(),
        doubts: record
            .doubts
            .iter()
            .filter(|doubt| here(doubt.line))
            .map(|doubt| AcceptedRow {
                line: doubt.line - before,
                ..doubt.clone()
            })
            .collect(),
    };
    let Ok(read) = scan::read(&scan, &fixes, Width::Columns(width)) else {
        return Vec::new();
    };
    let suggestion = |doubt: scan::Doubt| {
        let line = doubt.line + before;
        let likeliest = doubt.repairs.first();
        let reason = doubt.diagnostic.message.clone();
        let corrections: Vec<Correction> = likeliest
            .iter()
            .flat_map(|repair| &repair.changes)
            .map(|change| Correction {
                line: change.line + before,
                wrong: change.wrong.clone(),
                right: change.right.clone(),
                kind: Kind::Scan,
                reason: format!("suggested: {reason}"),
            })
            .collect();
        Suggestion {
            line,
            column: doubt.column + numbers.binary_search(&line).map_or(0, |at| hanging[at]),
            severity: doubt.diagnostic.severity,
            message: doubt.diagnostic.message,
            replaces: corrections.iter().any(|correction| {
                let mut known = record.corrections.iter();
                known.any(|known| known.line == correction.line && !known.wrong.is_empty())
            }),
            corrections,
        }
    };
    read.doubts.into_iter().map(suggestion).collect()
}

fn is_fence(line: &str) -> bool {
    line.starts_with("```")
}

/// For each of the lines, the bytes of indentation that [`page::level_indents`] removes.
fn hanging(text: &Text<'_>, numbers: &[usize]) -> Vec<usize> {
    let mut unknown = Diagnostics::default();
    let mut hanging = vec![0; numbers.len()];
    let mut block: Vec<(usize, PageRow)> = Vec::new();
    let mut level = |block: &mut Vec<(usize, PageRow)>| {
        let (places, mut rows): (Vec<usize>, Vec<PageRow>) = block.drain(..).unzip();
        let before: Vec<usize> = rows.iter().map(|row| row.indent).collect();
        page::level_indents(&mut rows);
        for ((at, row), before) in places.into_iter().zip(&rows).zip(before) {
            let taken = text.line(numbers[at]).char_indices().nth(before - row.indent);
            hanging[at] = taken.map_or(0, |(byte, _)| byte);
        }
    };
    for (at, &number) in numbers.iter().enumerate() {
        let line = text.line(number);
        if is_fence(line) {
            level(&mut block);
        } else {
            block.push((at, PageRow::new(number, text.start(number), line, &mut unknown)));
        }
    }
    level(&mut block);
    hanging
}

impl Suggestion {
    /// The text to write into the record: the most likely repair, or a template for a correction.
    pub fn toml(&self) -> String {
        if self.corrections.is_empty() {
            return format!(
                "[[correction]]\nline = {}\nwrong = \"...\"\nright = \"...\"\nkind = \"scan\"\nreason = \"...\"\n",
                self.line
            );
        }
        let corrections = self.corrections.iter().map(fixes::correction_toml);
        corrections.collect::<String>().trim_end().to_owned() + "\n"
    }

    /// Whether its corrections are the same as those of `other`.
    pub fn mends_as(&self, other: &Suggestion) -> bool {
        let changes = |suggestion: &Suggestion| {
            let corrections = suggestion.corrections.iter();
            let changes = corrections.map(|correction| {
                (
                    correction.line,
                    correction.wrong.clone(),
                    correction.right.clone(),
                )
            });
            changes.collect::<Vec<_>>()
        };
        !self.corrections.is_empty() && changes(self) == changes(other)
    }
}
