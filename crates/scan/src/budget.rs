//! Limits the work for the repairs of a scan. It is counted in steps (one is about the parsing of one row)
//! instead of time, so that the same scan always gives the same result.

use std::collections::BTreeMap;

use super::unit::LineRows;

/// Steps for a whole scan: `SCAN_STEPS`, and `STEPS_PER_ROW` for each row. The book's listings take up to 700
/// per row.
const SCAN_STEPS: usize = 100_000;
const STEPS_PER_ROW: usize = 2_500;
/// Maximum number of steps for one line, so that an expensive line leaves some for the others. The book's
/// lines take up to 60,000.
const MAX_LINE_STEPS: usize = 150_000;

/// The remaining steps.
pub(super) struct Budget {
    left: usize,
    /// The steps used by each line, by its first row.
    used: BTreeMap<usize, usize>,
}

impl Budget {
    /// Creates the budget for a scan with this number of rows.
    pub(super) fn new(rows: usize) -> Budget {
        Budget {
            left: SCAN_STEPS + STEPS_PER_ROW * rows,
            used: BTreeMap::new(),
        }
    }

    /// Returns the steps that a line may still use.
    pub(super) fn left(&self, place: &LineRows) -> usize {
        let used = self.used.get(&place.rows.start).copied().unwrap_or(0);
        MAX_LINE_STEPS.saturating_sub(used).min(self.left)
    }

    /// Subtracts the steps that a line has used.
    pub(super) fn spend(&mut self, place: &LineRows, steps: usize) {
        self.left = self.left.saturating_sub(steps);
        *self.used.entry(place.rows.start).or_default() += steps;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_steps_of_a_line_and_a_scan_are_limited() {
        let place = |start: usize| LineRows {
            rows: start..start + 1,
            after: 0,
            limit: 1,
        };
        let mut budget = Budget::new(100);
        assert_eq!(budget.left(&place(0)), MAX_LINE_STEPS);
        budget.spend(&place(0), MAX_LINE_STEPS + 1);
        assert_eq!(budget.left(&place(0)), 0);
        assert_eq!(budget.left(&place(1)), MAX_LINE_STEPS);
        budget.spend(&place(1), SCAN_STEPS + 100 * STEPS_PER_ROW);
        assert_eq!(budget.left(&place(2)), 0);
    }
}
