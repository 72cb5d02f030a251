//! Uses repetitions on the page: where a character is hard to read, characters that often follow the previous
//! one are more likely.
//!
//! All expectations come from the page itself: the frequency of pairs of characters is counted according to
//! the appearance of the cells, and the expectation for a cell excludes the cell itself. A cell that is
//! printed clearly is not changed, as an expectation is never as strong as a clear appearance.

use super::look::Class;
use super::score::{self, Fit};

/// The weight of the prior frequencies of BASIC's characters, in cells.
const PRIOR_WEIGHT: f32 = 60.0;
/// The weight of a character's overall frequency among the characters that follow another, in cells.
const BACKOFF_WEIGHT: f32 = 20.0;
/// The weight of expectations relative to a cell's appearance: the appearance is more reliable than its
/// likelihood, which allows for all kinds of faults, and some texts occur only once on a page.
const WEIGHT: f32 = 0.6;
/// Number of times that the frequencies are counted: expectations improve the counts.
const ROUNDS: usize = 3;
/// A reading that is less likely than the best by more than this log ratio is not considered.
const MAX_LOG_RATIO: f32 = 14.0;

/// A candidate for a cell.
#[derive(Clone, Copy)]
struct Reading {
    class: usize,
    /// The likelihood of the cell's appearance.
    seen: f32,
    /// The probability of the reading.
    likely: f32,
}

/// Combines each cell's candidates with the expectations from its context. The cells are a single sequence in
/// the order of the rows, as listings continue from row to row.
pub(super) fn expect(fits: &mut [Vec<Vec<Fit>>], classes: &[Class]) {
    let mut cells: Vec<Vec<Reading>> = fits
        .iter()
        .flatten()
        .map(|fits| readings(fits, classes))
        .collect();
    for _ in 0..ROUNDS {
        let likely = Counts::of(&cells, classes).likely(&cells);
        for (cell, likely) in cells.iter_mut().zip(likely) {
            let readings = cell.iter_mut().zip(likely);
            readings.for_each(|(reading, likely)| reading.likely = likely);
        }
    }
    for (fits, cell) in fits.iter_mut().flatten().zip(&cells) {
        // The readings are the first of the fits.
        for (fit, reading) in fits.iter_mut().zip(cell) {
            fit.log_likelihood = reading.likely.max(f32::MIN_POSITIVE).ln();
        }
        fits.truncate(cell.len());
        score::sort(fits);
    }
}

/// Returns the candidates of a cell by its appearance; its fits are sorted, most likely first.
fn readings(fits: &[Fit], classes: &[Class]) -> Vec<Reading> {
    let best = fits.first().map_or(0.0, |best| best.log_likelihood);
    let mut cell: Vec<Reading> = (fits.iter())
        .take_while(|fit| best - fit.log_likelihood < MAX_LOG_RATIO)
        .map(|fit| Reading {
            class: fit.class,
            seen: (fit.log_likelihood - best - classes[fit.class].prior).exp(),
            likely: (fit.log_likelihood - best).exp(),
        })
        .collect();
    let all: f32 = cell.iter().map(|reading| reading.likely).sum();
    cell.iter_mut().for_each(|reading| reading.likely /= all);
    cell
}

/// The frequency of each class on the page, and of each pair of classes.
struct Counts {
    classes: usize,
    all: f32,
    one: Vec<f32>,
    /// Indexed by the previous class, then the class.
    two: Vec<f32>,
    /// The prior probability of each class.
    written: Vec<f32>,
}

impl Counts {
    fn of(cells: &[Vec<Reading>], classes: &[Class]) -> Counts {
        let all: f32 = classes.iter().map(|class| class.prior.exp()).sum();
        let mut counts = Counts {
            classes: classes.len(),
            all: cells.len() as f32,
            one: vec![0.0; classes.len()],
            two: vec![0.0; classes.len() * classes.len()],
            written: classes.iter().map(|class| class.prior.exp() / all).collect(),
        };
        for reading in cells.iter().flatten() {
            counts.one[reading.class] += reading.likely;
        }
        for cells in cells.windows(2) {
            for before in &cells[0] {
                for after in &cells[1] {
                    counts.two[before.class * classes.len() + after.class] += before.likely * after.likely;
                }
            }
        }
        counts
    }

    /// Returns the probability of a reading in any position, by all other cells.
    fn anywhere(&self, reading: Reading) -> f32 {
        let others = (self.one[reading.class] - reading.likely).max(0.0);
        (others + PRIOR_WEIGHT * self.written[reading.class]) / (self.all - 1.0 + PRIOR_WEIGHT)
    }

    /// Returns the weighted probability of a reading after that of the previous cell, by all other cells.
    fn after(&self, before: Reading, reading: Reading) -> f32 {
        let both = self.two[before.class * self.classes + reading.class] - before.likely * reading.likely;
        let others = (self.one[before.class] - before.likely).max(0.0);
        let expected = (both.max(0.0) + BACKOFF_WEIGHT * self.anywhere(reading)) / (others + BACKOFF_WEIGHT);
        expected.powf(WEIGHT)
    }

    /// Returns the probability of each reading of each cell, given all others (the forward-backward
    /// algorithm).
    fn likely(&self, cells: &[Vec<Reading>]) -> Vec<Vec<f32>> {
        let mut to: Vec<Vec<f32>> = Vec::with_capacity(cells.len());
        for (at, cell) in cells.iter().enumerate() {
            let before = at.checked_sub(1).map(|before| (&cells[before], &to[before]));
            let sum = |&reading: &Reading| match before {
                None => self.anywhere(reading) * reading.seen,
                Some((cell, to)) => {
                    let ways = cell.iter().zip(to);
                    let sum: f32 = ways.map(|(&before, way)| way * self.after(before, reading)).sum();
                    sum * reading.seen
                }
            };
            let sums = cell.iter().map(sum).collect();
            to.push(shares(sums));
        }
        let mut from: Vec<f32> = vec![1.0; cells.last().map_or(0, Vec::len)];
        for at in (0..cells.len()).rev() {
            if let Some(after) = cells.get(at + 1) {
                let sum = |&reading: &Reading| -> f32 {
                    let ways = after.iter().zip(&from);
                    ways.map(|(&after, way)| way * self.after(reading, after) * after.seen)
                        .sum()
                };
                from = shares(cells[at].iter().map(sum).collect());
            }
            to[at] = shares(to[at].iter().zip(&from).map(|(to, from)| to * from).collect());
        }
        to
    }
}

/// Normalizes the values to a sum of 1.
fn shares(mut values: Vec<f32>) -> Vec<f32> {
    let all: f32 = values.iter().sum::<f32>().max(f32::MIN_POSITIVE);
    values.iter_mut().for_each(|value| *value /= all);
    values
}

#[cfg(test)]
mod tests {
    use super::super::look;
    use super::*;
    use crate::{Font, Glyph};

    /// The likelihoods of a cell's readings.
    type Cell = Vec<(char, f32)>;

    /// Each character of ASCII, with different dots.
    fn font() -> Font {
        let glyph = |text: u8| Glyph {
            text: char::from(text),
            inverse: false,
            dots: [text - b' '; 8],
        };
        Font {
            glyphs: (b' '..0x7F).map(glyph).collect(),
        }
    }

    /// Returns the readings of one row, most likely first.
    fn expected(row: &[Cell]) -> Vec<Cell> {
        let font = font();
        let classes = look::classes(&font);
        let class = |text: char| {
            let is_text = |class: &Class| class.glyphs.iter().any(|&glyph| font.glyphs[glyph].text == text);
            classes.iter().position(is_text).unwrap()
        };
        let fit = |&(text, likely): &(char, f32)| Fit {
            class: class(text),
            shift: 0,
            misfit: 1.0,
            log_likelihood: likely.ln(),
        };
        let mut fits = vec![
            row.iter()
                .map(|cell| cell.iter().map(fit).collect())
                .collect::<Vec<_>>(),
        ];
        expect(&mut fits, &classes);
        let text = |fit: &Fit| font.glyphs[classes[fit.class].glyphs[0]].text;
        let cell = |fits: &Vec<Fit>| {
            fits.iter()
                .map(|fit| (text(fit), fit.log_likelihood.exp()))
                .collect()
        };
        fits[0].iter().map(cell).collect()
    }

    fn sure(text: &str) -> Vec<Cell> {
        text.chars().map(|text| vec![(text, 1.0)]).collect()
    }

    /// Words followed by a cell whose reading is in doubt, for example between `E` and `F`.
    fn with_doubt(words: &str, doubt: Cell) -> Cell {
        let row = [sure(words), sure("L"), vec![doubt], sure("T")].concat();
        expected(&row)[words.len() + 1].clone()
    }

    #[test]
    fn frequent_sequences_are_expected() {
        let words = "LET A=1: LET B=2: LET C=3: IF A=B THEN LET D=A: ";
        let read = with_doubt(words, vec![('F', 0.6), ('E', 0.4)]);
        assert_eq!(read[0].0, 'E');
        assert!(read[0].1 > 0.8, "{read:?}");
    }

    #[test]
    fn clear_readings_are_kept() {
        let words = "LET A=1: ".repeat(50);
        let read = with_doubt(&words, vec![('F', 1.0), ('E', 1e-6)]);
        assert_eq!(read[0].0, 'F');
        assert!(read[0].1 > 0.95, "{read:?}");
    }

    #[test]
    fn a_cell_does_not_support_itself() {
        // None of these occurs elsewhere, so only the cell's appearance counts.
        let read = with_doubt("10 PRINT 77: ", vec![('F', 0.5), ('G', 0.3), ('H', 0.2)]);
        let likely: Vec<f32> = read.iter().map(|reading| reading.1).collect();
        for (likely, seen) in likely.iter().zip([0.5, 0.3, 0.2]) {
            assert!((likely - seen).abs() < 0.06, "{read:?}");
        }
    }

    #[test]
    fn likelihoods_sum_up_to_one() {
        let row = [sure("AB"), vec![vec![('C', 0.7), ('G', 0.3)]; 30], sure(" ")].concat();
        for cell in expected(&row) {
            let sum: f32 = cell.iter().map(|reading| reading.1).sum();
            assert!((sum - 1.0).abs() < 1e-4, "{cell:?}");
        }
        assert!(expected(&[]).is_empty());
    }
}
