//! The log likelihood of a page whose characters are known. After a change of some rows, only those are computed again,
//! and the rows after them until the states are the same as before.

use super::automaton::{Arc, Automaton};

/// Two states have the same probability if it differs by less than this.
const SAME: f32 = 1e-3;

pub(super) struct Known<'a> {
    listing: &'a Automaton,
    columns: usize,
    rows: Vec<Row>,
    /// The probability of each state in the next cell.
    next: Vec<f32>,
}

#[derive(Clone, Default)]
struct Row {
    /// The log likelihood of its characters, given the rows before it.
    evidence: f32,
    /// The likely states after it.
    states: Vec<Arc>,
}

/// The rows that a change makes different.
pub(super) struct Changed {
    rows: Vec<(usize, Row)>,
    /// How much larger the log likelihood of the page is.
    pub(super) gain: f32,
}

impl<'a> Known<'a> {
    /// `read` are the characters of all cells.
    pub(super) fn new(listing: &'a Automaton, read: &[usize], columns: usize) -> Known<'a> {
        let mut known = Known {
            listing,
            columns,
            rows: vec![Row::default(); read.len() / columns],
            next: vec![0.0; listing.states()],
        };
        let all = vec![true; known.rows.len()];
        let changed = known.changed(read, &all);
        known.accept(changed);
        known
    }

    /// Returns what is different if the characters of some rows are changed.
    pub(super) fn changed(&mut self, read: &[usize], is_changed: &[bool]) -> Changed {
        let mut changed = Changed {
            rows: Vec::new(),
            gain: 0.0,
        };
        let mut is_same_before = true;
        for (row, characters) in read.chunks(self.columns).enumerate() {
            if is_same_before && !is_changed[row] {
                continue;
            }
            let last = changed.rows.last().filter(|_| !is_same_before);
            let before = last.map(|(_, row)| row).or_else(|| self.rows[..row].last());
            let before = before.map(|row| &row.states[..]);
            let (evidence, states) = self.listing.follow(before, characters, &mut self.next);
            is_same_before = is_same(&states, &self.rows[row].states);
            changed.gain += evidence - self.rows[row].evidence;
            changed.rows.push((row, Row { evidence, states }));
        }
        changed
    }

    pub(super) fn accept(&mut self, changed: Changed) {
        for (row, different) in changed.rows {
            self.rows[row] = different;
        }
    }
}

fn is_same(one: &[Arc], other: &[Arc]) -> bool {
    let mut pairs = one.iter().zip(other);
    one.len() == other.len() && pairs.all(|(one, other)| one.0 == other.0 && (one.1 - other.1).abs() < SAME)
}

#[cfg(test)]
mod tests {
    use super::super::automaton::Probabilities;
    use super::super::{ALPHABET, LISTING};
    use super::*;

    const COLUMNS: usize = 32;

    fn read(rows: &[&str]) -> Vec<usize> {
        let rows = rows.iter().map(|row| format!("{row:COLUMNS$}"));
        rows.flat_map(String::into_bytes)
            .map(|character| usize::from(character - b' '))
            .collect()
    }

    /// Returns the log likelihood with all states.
    fn evidence(read: &[usize]) -> f32 {
        let seen: Vec<Probabilities> = (read.iter())
            .map(|&read| std::array::from_fn(|character| f32::from(u8::from(character == read))))
            .collect();
        assert_eq!(seen[0].len(), ALPHABET);
        LISTING.evidence(&seen, COLUMNS)
    }

    #[test]
    fn only_the_rows_that_a_change_affects_are_computed_again() {
        let mut rows = [
            "  10 FOR i=1 TO 10: PRINT x(i)",
            "  20 NEXT i: REM FIM, no more",
            "  30 PRINT \"STRING THAT GOES ON",
            "IN THE NEXT ROW\": GO TO 10",
            "  40 STOP",
            "  50 RETURN",
        ];
        let before = read(&rows);
        let mut known = Known::new(&LISTING, &before, COLUMNS);
        for (row, text) in [
            (1, "  20 NEXT 1: REM FIM, no more"),
            (2, "  30 PRINT 'STRING THAT GOES ON"),
        ] {
            rows[row] = text;
            let after = read(&rows);
            let is_changed: Vec<bool> = (0..rows.len()).map(|other| other == row).collect();
            let changed = known.changed(&after, &is_changed);
            let exact = evidence(&after) - evidence(&before);
            assert!((changed.gain - exact).abs() < 0.5, "{} {exact}", changed.gain);
            assert!(changed.rows.len() <= 3);
            // The next row of a string is another one.
            assert!(row == 1 || changed.rows.len() > 1);
            rows[row] = [
                "",
                "  20 NEXT i: REM FIM, no more",
                "  30 PRINT \"STRING THAT GOES ON",
            ][row];
        }
    }

    #[test]
    fn an_accepted_change_is_the_new_state() {
        let [one, other] =
            [["  10 STOP", "  20 LET a=1"], ["  10 STCP", "  20 LFT a=1"]].map(|rows| read(&rows));
        let mut known = Known::new(&LISTING, &one, COLUMNS);
        let there = known.changed(&other, &[true; 2]);
        let gain = there.gain;
        known.accept(there);
        let back = known.changed(&one, &[true; 2]).gain;
        assert!(gain < -5.0 && (gain + back).abs() < 0.01, "{gain} {back}");
    }
}
