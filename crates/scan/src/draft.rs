//! The likeliest reading of a scan, put together step by step: each step changes rows, and only where the
//! lines that they belong to come out no worse than before.

use std::collections::BTreeMap;
use std::ops::Range;

use girafa_basic::grammar::Names;

use super::budget::Budget;
use super::page::PageRow;
use super::reader;
use super::swap::{Swap, character_at, swapped};
use super::unit::{self, Grade, LineRows, RankChange, Unit, place_of};

/// What the rows of a scan are taken for.
pub(super) struct Draft {
    /// The rows as they are read so far, one for each scanned row.
    pub(super) rows: Vec<PageRow>,
    pub(super) names: Names,
    pub(super) width: usize,
    /// Why rows were changed, where the grammar does not show it.
    pub(super) notes: Vec<Note>,
    /// How much may still be tried.
    pub(super) budget: Budget,
}

/// A reason to doubt a place of a row.
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

    /// The lines as the rows are read now, but for those that are too long to be lines.
    pub(super) fn places(&self) -> Vec<LineRows> {
        let short = |place: &LineRows| {
            characters_of(&self.rows[place.rows.clone()]) <= MAX_CHARACTERS && place.rows.len() <= MAX_ROWS
        };
        self.all_places().into_iter().filter(short).collect()
    }

    /// The lines as the rows are read now, however long.
    pub(super) fn all_places(&self) -> Vec<LineRows> {
        let units = unit::units(&self.rows, &self.names, self.width);
        let place = |(start, unit): &(usize, Unit<'_>)| LineRows {
            rows: *start..start + unit.rows.len(),
            after: unit.after,
            limit: unit.limit,
        };
        units.iter().map(place).collect()
    }

    /// The names that are set, as the rows are read now.
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

    /// How good the rows of a place are.
    pub(super) fn verdict(&self, place: &LineRows) -> Grade {
        let unit = self.unit(place);
        unit.verdict(unit.rows)
    }

    /// Makes the best of some alternatives if the line that it changes is then no worse than before, and notes
    /// why; which one it is. Rows of swaps are counted from the draft's first. An alternative that does not
    /// lie in one of the places is not tried.
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

/// How many characters rows have.
pub(super) fn characters_of(rows: &[PageRow]) -> usize {
    rows.iter().map(|row| row.cells.len()).sum()
}

/// Nor is a line with more rows than this.
const MAX_ROWS: usize = 24;
/// Text with more characters than this is not a line, and what is tried would take too long.
pub(super) const MAX_CHARACTERS: usize = 2_000;
