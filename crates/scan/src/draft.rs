//! The most likely reading of a scan, built step by step: each step changes rows, but only if the lines that
//! they belong to do not get worse.

use std::collections::BTreeMap;
use std::ops::Range;

use girafa_basic::grammar::Names;

use super::budget::Budget;
use super::page::PageRow;
use super::reader;
use super::swap::{Swap, character_at, swapped};
use super::unit::{self, Grade, LineRows, RankChange, Unit, place_of};

/// The current reading of a scan.
pub(super) struct Draft {
    /// The current rows, one for each scanned row.
    pub(super) rows: Vec<PageRow>,
    pub(super) names: Names,
    pub(super) width: usize,
    /// Reasons for changes that the grammar does not show.
    pub(super) notes: Vec<Note>,
    /// The remaining work budget.
    pub(super) budget: Budget,
}

/// A reason to doubt a position in a row.
#[derive(Clone, Debug)]
pub(super) struct Note {
    pub(super) row: usize,
    pub(super) span: Range<usize>,
    pub(super) message: String,
}

impl Draft {
    pub(super) fn new(scanned: &[PageRow], width: usize) -> Draft {
        Draft {
            rows: scanned.to_vec(),
            names: reader::names(scanned, width),
            width,
            notes: Vec::new(),
            budget: Budget::new(scanned.len()),
        }
    }

    /// Returns the lines of the current rows, except those that are too long to be lines.
    pub(super) fn places(&self) -> Vec<LineRows> {
        let short = |place: &LineRows| {
            characters_of(&self.rows[place.rows.clone()]) <= MAX_CHARACTERS && place.rows.len() <= MAX_ROWS
        };
        self.all_places().into_iter().filter(short).collect()
    }

    /// Returns all lines of the current rows.
    pub(super) fn all_places(&self) -> Vec<LineRows> {
        let units = unit::units(&self.rows, &self.names, self.width);
        let place = |(start, unit): &(usize, Unit<'_>)| LineRows {
            rows: *start..start + unit.rows.len(),
            after: unit.after,
            limit: unit.limit,
        };
        units.iter().map(place).collect()
    }

    /// Updates the names that the program assigns to from the current rows.
    pub(super) fn learn_names(&mut self) {
        self.names = reader::names(&self.rows, self.width);
    }

    pub(super) fn unit(&self, place: &LineRows) -> Unit<'_> {
        Unit {
            rows: &self.rows[place.rows.clone()],
            after: place.after,
            limit: place.limit,
            names: &self.names,
            width: self.width,
        }
    }

    /// Grades the rows of a line.
    pub(super) fn verdict(&self, place: &LineRows) -> Grade {
        let unit = self.unit(place);
        unit.verdict(unit.rows)
    }

    /// Applies the best alternative if the line that it changes does not get worse, and adds a note. Returns
    /// which one. Rows of swaps are counted from the draft's first. An alternative that is not inside one of
    /// the places is not tried.
    pub(super) fn make(
        &mut self,
        places: &[LineRows],
        alternatives: &[Vec<Swap>],
        message: &str,
    ) -> Option<usize> {
        let mut grades: BTreeMap<usize, Grade> = BTreeMap::new();
        let mut best: Option<(RankChange, &LineRows, Vec<PageRow>, usize)> = None;
        for (index, swaps) in alternatives.iter().enumerate() {
            let Some(place) = place_of(places, swaps) else {
                continue;
            };
            if self.budget.left(place) == 0 {
                continue;
            }
            let unit = self.unit(place);
            let mut steps = 0;
            let before = grades.entry(place.rows.start).or_insert_with(|| {
                let grade = unit.verdict(unit.rows);
                steps += grade.steps;
                grade
            });
            let rows = swapped(unit.rows, place.rows.start, swaps);
            let grade = unit.verdict(&rows);
            steps += grade.steps;
            let change = grade.change_from(before);
            self.budget.spend(place, steps);
            if change <= RankChange::default() && best.as_ref().is_none_or(|(known, ..)| change < *known) {
                best = Some((change, place, rows, index));
            }
        }
        let (_, place, rows, taken) = best?;
        let (row, at) = alternatives[taken]
            .iter()
            .map(|swap| (swap.row, swap.cells.start))
            .min()
            .unwrap_or_default();
        let span = character_at(&self.rows[row], at);
        self.rows.splice(place.rows.clone(), rows);
        self.note(row, span, message);
        Some(taken)
    }

    pub(super) fn note(&mut self, row: usize, span: Range<usize>, message: &str) {
        let message = message.to_string();
        self.notes.push(Note { row, span, message });
    }
}

/// Number of characters in rows.
pub(super) fn characters_of(rows: &[PageRow]) -> usize {
    rows.iter().map(|row| row.cells.len()).sum()
}

/// Maximum number of rows of a line.
const MAX_ROWS: usize = 24;
/// Maximum number of characters of a line; repairs of more text would take too long.
pub(super) const MAX_CHARACTERS: usize = 2_000;
