//! The summary of a segment of a run whose states are not kept: enough to decide whether to replay it.

use crate::timeline::Summary;
use girafa_inspect::StatementPlace;
use girafa_spectrum::ScreenCells;

/// 64-bit words for the statements: more bits than most programs have statements, so that few share one.
const WORDS: usize = 64;

/// Which statements have run and which cells of the screen were written to. Statements may share a bit: a
/// statement whose bit is clear has not run; one whose bit is set may have run.
#[derive(Debug, Clone)]
pub struct SegmentSummary {
    statements: [u64; WORDS],
    /// The cells of the screen that were written to.
    pub cells: ScreenCells,
}

impl Default for SegmentSummary {
    fn default() -> SegmentSummary {
        SegmentSummary {
            statements: [0; WORDS],
            cells: ScreenCells::default(),
        }
    }
}

impl SegmentSummary {
    /// Records that a statement has begun.
    pub fn note(&mut self, place: StatementPlace) {
        let (word, bit) = position(place);
        self.statements[word] |= bit;
    }

    /// Whether the statement may have begun.
    pub fn may_have_run(&self, place: StatementPlace) -> bool {
        let (word, bit) = position(place);
        self.statements[word] & bit != 0
    }

    /// Whether any statement has begun.
    pub fn has_statements(&self) -> bool {
        self.statements.iter().any(|&word| word != 0)
    }
}

impl Summary for SegmentSummary {
    fn merge(&mut self, later: &SegmentSummary) {
        for (mine, theirs) in self.statements.iter_mut().zip(later.statements) {
            *mine |= theirs;
        }
        self.cells.merge(&later.cells);
    }
}

/// Lines are mostly ten apart, so a large odd factor spreads their numbers.
fn position(place: StatementPlace) -> (usize, u64) {
    let spread = (u32::from(place.line) << 8 | u32::from(place.statement)).wrapping_mul(0x9E37_79B1);
    let index = (spread >> 20) as usize;
    (index / 64 % WORDS, 1 << (index % 64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn executed_statements_are_found_with_few_false_positives() {
        let place = |line, statement| StatementPlace { line, statement };
        let mut early = SegmentSummary::default();
        let mut late = SegmentSummary::default();
        assert!(!early.has_statements());
        (1..=50).for_each(|line| early.note(place(10 * line, 1)));
        late.note(place(9999, 127));
        early.merge(&late);
        assert!(early.has_statements() && early.may_have_run(place(9999, 127)));
        assert!((1..=50).all(|line| early.may_have_run(place(10 * line, 1))));
        let mistaken = (1..=50).filter(|line| early.may_have_run(place(10 * line, 2)));
        assert!(mistaken.count() <= 5);
    }
}
