//! How much work may go into the repairs of a scan: counted in steps, about the reading of one row each, so
//! that the same scan always gets the same answer.

use std::collections::BTreeMap;

use super::unit::LineRows;

/// The steps of a whole scan are so many, and so many more for each of its rows. The book's listings take up
/// to 700 a row.
const SCAN: usize = 100_000;
const ROW: usize = 2_500;
/// The steps of one line, so that a line which takes too many leaves some for the others. The book's take up
/// to 60,000.
const LINE: usize = 150_000;

/// What is left of the steps.
pub(super) struct Budget {
    left: usize,
    /// What lines have used, by their first row.
    used: BTreeMap<usize, usize>,
}

impl Budget {
    /// What a scan of so many rows gets.
    pub(super) fn new(rows: usize) -> Budget {
        Budget {
            left: SCAN + ROW * rows,
            used: BTreeMap::new(),
        }
    }

    /// The steps that a line may still use.
    pub(super) fn left(&self, place: &LineRows) -> usize {
        let used = self.used.get(&place.rows.start).copied().unwrap_or(0);
        LINE.saturating_sub(used).min(self.left)
    }

    /// Takes steps that a line used.
    pub(super) fn spend(&mut self, place: &LineRows, steps: usize) {
        self.left = self.left.saturating_sub(steps);
        *self.used.entry(place.rows.start).or_default() += steps;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_and_a_scan_come_to_an_end() {
        let place = |start: usize| LineRows {
            rows: start..start + 1,
            after: 0,
            limit: 1,
        };
        let mut budget = Budget::new(100);
        assert_eq!(budget.left(&place(0)), LINE);
        budget.spend(&place(0), LINE + 1);
        assert_eq!(budget.left(&place(0)), 0);
        assert_eq!(budget.left(&place(1)), LINE);
        budget.spend(&place(1), SCAN + 100 * ROW);
        assert_eq!(budget.left(&place(2)), 0);
    }
}
