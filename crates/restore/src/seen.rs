//! What a reader of pictures is not certain of: cells that may say one character or another, each with its likelihood. The
//! grammar and the rows' widths decide between near ones; what was taken, and what else it may be, is reported in any case.

use super::draft::Draft;
use super::page::PageRow;
use super::repair::{self, MOST_REPAIRS, Repair};
use super::scan::line_of;
use super::swap::{Swap, swapped};
use super::unit::Rank;
use crate::book::record::Text;
use girafa_basic::diagnostic::Diagnostic;

/// A character of a scan's text that a picture left uncertain.
#[derive(Clone, Debug, PartialEq)]
pub struct Uncertain {
    /// The line of the text, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
    /// How likely it is what the text has, up to 1.
    pub likelihood: f32,
    /// What else it may be, the likeliest first, with the likelihoods.
    pub others: Vec<(char, f32)>,
    /// Where in which picture it is, to be shown.
    pub place: String,
}

/// Doubts about uncertain characters, each with its repairs: those with which the line parses and its rows come out full before
/// others, then the likeliest. A character that a correction has changed is no longer uncertain.
pub(super) fn doubts(
    rows: &[PageRow],
    width: usize,
    text: &Text<'_>,
    seen: &[Uncertain],
) -> Vec<(Diagnostic, Vec<Repair>)> {
    let mut draft = Draft::new(rows, width);
    let places = draft.places();
    seen.iter()
        .filter_map(|uncertain| {
            let (row, at) = cell(rows, text, uncertain)?;
            let ranked = ranked(&mut draft, &places, row, at, uncertain);
            let span = rows[row].cells[at].span.clone();
            let repairs = ranked.into_iter().take(MOST_REPAIRS).enumerate();
            let repairs = repairs.filter_map(|(cost, other)| {
                let swap = Swap::new(row, at..at + 1, notation(other));
                let changed = swapped(&rows[row..=row], row, &[swap]);
                let changes = repair::changes(&rows[row..=row], &changed, text)?;
                let cost = u32::try_from(cost).unwrap_or(u32::MAX);
                (!changes.is_empty()).then_some(Repair { changes, cost })
            });
            let repairs = repairs.collect();
            let diagnostic = Diagnostic::warning(span, message(text, uncertain), uncertain.place.clone());
            Some((diagnostic, repairs))
        })
        .collect()
}

/// The others, those first with which the line is better.
fn ranked(
    draft: &mut Draft,
    places: &[super::unit::LineRows],
    row: usize,
    at: usize,
    uncertain: &Uncertain,
) -> Vec<char> {
    let others = || uncertain.others.iter().map(|&(other, _)| other);
    let Some(place) = line_of(places, row) else {
        return others().collect();
    };
    let mut ranked: Vec<(Option<Rank>, char)> = others()
        .map(|other| {
            if draft.budget.left(place) == 0 {
                return (None, other);
            }
            let unit = draft.unit(place);
            let swap = Swap::new(row, at..at + 1, notation(other));
            let verdict = unit.verdict(&swapped(unit.rows, place.rows.start, &[swap]));
            draft.budget.spend(place, verdict.steps);
            (Some(verdict.rank()), other)
        })
        .collect();
    // Without a rank they stay behind, as likely as they are.
    ranked.sort_by_key(|(rank, _)| (rank.is_none(), *rank));
    ranked.into_iter().map(|(_, other)| other).collect()
}

/// The row and the cell of an uncertain character, where it still stands as it was read.
fn cell(rows: &[PageRow], text: &Text<'_>, uncertain: &Uncertain) -> Option<(usize, usize)> {
    let row = rows.iter().position(|row| row.line == uncertain.line)?;
    let line = text.line(uncertain.line);
    let (offset, character) = line.char_indices().nth(uncertain.column.checked_sub(1)?)?;
    let start = text.start(uncertain.line) + offset;
    let is_it = |cell: &girafa_basic::source::Cell| cell.span == (start..start + character.len_utf8());
    Some((row, rows[row].cells.iter().position(is_it)?))
}

/// A character in the notation of corrections; a space that was seen counts.
fn notation(character: char) -> String {
    match character {
        ' ' => super::page::COUNTED_SPACE.to_string(),
        '\\' => "\\\\".to_owned(),
        other => other.to_string(),
    }
}

fn message(text: &Text<'_>, uncertain: &Uncertain) -> String {
    let read = text.line(uncertain.line).chars().nth(uncertain.column - 1);
    let percent = |likelihood: f32| (likelihood * 100.0).round().clamp(0.0, 99.0);
    let others: Vec<String> = uncertain
        .others
        .iter()
        .take(MOST_REPAIRS)
        .map(|&(other, likelihood)| format!("`{other}` ({} %)", percent(likelihood)))
        .collect();
    let read = read.unwrap_or(' ');
    format!(
        "read as `{read}` ({} %), may be {}",
        percent(uncertain.likelihood),
        others.join(" or ")
    )
}
