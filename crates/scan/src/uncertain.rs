//! Uncertain characters of a text recognised in pictures: each may be one of several, with likelihoods. The
//! grammar and the rows' widths decide between similar likelihoods; the chosen character and its alternatives
//! are always reported.

use std::collections::HashMap;

use girafa_basic::diagnostic::Diagnostic;

use super::draft::Draft;
use super::finding::{DoubtCode, Finding};
use super::fixes::Fixes;
use super::page::PageRow;
use super::repair::{Change, MAX_REPAIRS, Repair, is_only};
use super::swap::{Swap, swapped};
use super::unit::{LineRows, Rank, line_of};
use crate::text::Text;

/// An uncertain character in the text of a scan.
#[derive(Clone, Debug, PartialEq)]
pub struct Uncertain {
    /// The line of the text, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
    /// The likelihood that the text is right, up to 1.
    pub likelihood: f32,
    /// The alternatives with their likelihoods, most likely first.
    pub others: Vec<(char, f32)>,
    /// Its picture and position there, for display.
    pub place: String,
}

/// Returns doubts about uncertain characters, each with its repairs: first those with which the line parses
/// and its rows are full, then by likelihood; the character in the text is one of them. A character inside a
/// correction is no longer uncertain.
pub(super) fn doubts(
    rows: &[PageRow],
    width: usize,
    text: &Text<'_>,
    fixes: &Fixes,
    all: &[Uncertain],
) -> Vec<(Finding, Vec<Repair>)> {
    if all.is_empty() {
        return Vec::new();
    }
    let mut draft = Draft::new(rows, width);
    let places = draft.places();
    let places = Places::new(rows, &places, text);
    all.iter()
        .filter_map(|uncertain| {
            let place = places.of(uncertain)?;
            let is_corrected = |(wrong, _): &(&str, &str)| {
                let start = place.line.find(wrong);
                start.is_some_and(|start| (start..start + wrong.len()).contains(&place.offset))
            };
            if fixes.changes(uncertain.line).iter().any(is_corrected) {
                return None;
            }
            let repairs = ranked(&mut draft, &place, uncertain)
                .into_iter()
                .take(MAX_REPAIRS)
                .zip(0..)
                .map(|(other, cost)| Repair {
                    changes: vec![place.change(uncertain.line, other)],
                    cost,
                });
            let repairs = repairs.collect();
            let start = text.start(uncertain.line) + place.offset;
            let span = start..start + place.read.len_utf8();
            let diagnostic =
                Diagnostic::warning(span, message(place.read, uncertain), uncertain.place.clone());
            Some((Finding::new(DoubtCode::UncertainCharacter, diagnostic), repairs))
        })
        .collect()
}

/// The lines of a scan.
struct Places<'a> {
    rows: HashMap<usize, (usize, &'a PageRow)>,
    lines: &'a [LineRows],
    text: &'a Text<'a>,
}

/// The position of an uncertain character.
struct Place<'a> {
    /// The line of the text, the character's offset in it, and the character.
    line: &'a str,
    offset: usize,
    read: char,
    /// Its row and cell, and the rows of its line, if it is in a line that can be tried.
    tried: Option<(&'a LineRows, usize, usize)>,
}

impl<'a> Places<'a> {
    fn new(rows: &'a [PageRow], lines: &'a [LineRows], text: &'a Text<'a>) -> Places<'a> {
        let rows = rows
            .iter()
            .enumerate()
            .map(|(index, row)| (row.line, (index, row)));
        Places {
            rows: rows.collect(),
            lines,
            text,
        }
    }

    /// Returns `None` if there is no such character.
    fn of(&self, uncertain: &Uncertain) -> Option<Place<'a>> {
        if !(1..=self.text.count()).contains(&uncertain.line) {
            return None;
        }
        let line = self.text.line(uncertain.line);
        let (offset, read) = line.char_indices().nth(uncertain.column.checked_sub(1)?)?;
        let tried = self.rows.get(&uncertain.line).and_then(|&(index, row)| {
            let start = self.text.start(uncertain.line) + offset;
            let cell = row.cells.iter().position(|cell| cell.span.start == start)?;
            Some((line_of(self.lines, index)?, index, cell))
        });
        Some(Place {
            line,
            offset,
            read,
            tried,
        })
    }
}

impl Place<'_> {
    /// Creates a change that replaces the character, with as much of the line around it as is needed to make
    /// it unique.
    fn change(&self, number: usize, other: char) -> Change {
        let end = self.offset + self.read.len_utf8();
        let starts = || self.line[..self.offset].char_indices().rev().map(|(at, _)| at);
        let ends = || {
            self.line[end..]
                .char_indices()
                .map(|(at, character)| end + at + character.len_utf8())
        };
        // First with the text after it, then also with the text before it.
        let pieces = [end].into_iter().chain(ends()).map(|end| (self.offset, end));
        let longer = starts().map(|start| (start, self.line.len()));
        let (start, last) = pieces
            .chain(longer)
            .find(|&(start, end)| is_only(self.line, &self.line[start..end]))
            .unwrap_or((0, self.line.len()));
        Change {
            line: number,
            wrong: self.line[start..last].to_owned(),
            right: [
                escaped(&self.line[start..self.offset]),
                notation(other),
                escaped(&self.line[end..last]),
            ]
            .concat(),
        }
    }
}

/// Returns the possible characters, sorted by the grade of the line with each; of equal grades, the character
/// in the text first.
fn ranked(draft: &mut Draft, place: &Place<'_>, uncertain: &Uncertain) -> Vec<char> {
    let others = uncertain.others.iter().map(|&(other, _)| other);
    let mut ranked: Vec<(Option<Rank>, char)> = [place.read]
        .into_iter()
        .chain(others)
        .map(|other| (None, other))
        .collect();
    if let Some((line, row, cell)) = place.tried {
        for (rank, other) in &mut ranked {
            if draft.budget.left(line) == 0 {
                break;
            }
            let unit = draft.unit(line);
            let swap = Swap::new(row, cell..cell + 1, notation(*other));
            let verdict = unit.verdict(&swapped(unit.rows, line.rows.start, &[swap]));
            draft.budget.spend(line, verdict.steps);
            *rank = Some(verdict.rank());
        }
    }
    // Those without a rank are last, sorted by likelihood.
    ranked.sort_by_key(|(rank, _)| (rank.is_none(), *rank));
    ranked.into_iter().map(|(_, other)| other).collect()
}

/// Formats a character in the notation of corrections; a recognised space is significant.
fn notation(character: char) -> String {
    match character {
        ' ' => super::page::COUNTED_SPACE.to_string(),
        '\\' => "\\\\".to_owned(),
        other => other.to_string(),
    }
}

/// Formats text of the scan in the notation of corrections.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\")
}

fn message(read: char, uncertain: &Uncertain) -> String {
    let percent = |likelihood: f32| (likelihood * 100.0).round().clamp(0.0, 99.0);
    let others: Vec<String> = uncertain
        .others
        .iter()
        .take(MAX_REPAIRS)
        .map(|&(other, likelihood)| format!("`{other}` ({} %)", percent(likelihood)))
        .collect();
    format!(
        "read as `{read}` ({} %), may be {}",
        percent(uncertain.likelihood),
        others.join(" or ")
    )
}
