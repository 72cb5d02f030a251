//! What a page says again and again: a character that often stands after the one before it is expected where
//! it is hard to see.
//!
//! All that is expected comes from the page itself: what its cells say by their looks counts how often each
//! character follows each other, and what is expected of a cell leaves out what the cell itself says. A cell
//! that is printed clearly stays what it is, as no expectation comes near to what its look says.

use super::look::Class;
use super::score::{self, Fit};

/// As many cells as what BASIC is written with counts for, before the page is read.
const WRITTEN: f32 = 60.0;
/// As many cells as how often a character is on the page counts for, after each other one.
const FOLLOWING: f32 = 20.0;
/// How much what is expected counts, of what a cell's look says: the looks are surer than their likelihoods,
/// which allow for all that may be wrong with a print, and what a page says only once is there too.
const WEIGHT: f32 = 0.6;
/// How often the counts are taken: what is expected makes them better.
const TIMES: usize = 3;
/// A reading that is less likely than the best by this factor's logarithm is left as it is.
const MAX_LOG_RATIO: f32 = 14.0;

/// What a cell may be.
#[derive(Clone, Copy)]
struct Reading {
    class: usize,
    /// How well the class's look fits.
    seen: f32,
    /// How likely it is.
    likely: f32,
}

/// Brings in what the page has around each cell. Cells follow each other in the order of the rows, as
/// listings go on from row to row.
pub(super) fn expect(fits: &mut [Vec<Vec<Fit>>], classes: &[Class]) {
    let mut cells: Vec<Vec<Reading>> = fits
        .iter()
        .flatten()
        .map(|fits| readings(fits, classes))
        .collect();
    for _ in 0..TIMES {
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

/// What a cell may be on its own: its fits have the likeliest first.
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

/// How often the page has each class, and each after each other one.
struct Counts {
    classes: usize,
    all: f32,
    one: Vec<f32>,
    /// By the class before, then the class.
    two: Vec<f32>,
    /// How likely each class is on a page that nobody has seen.
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

    /// How likely a reading is wherever it stands, by all other cells.
    fn anywhere(&self, reading: Reading) -> f32 {
        let others = (self.one[reading.class] - reading.likely).max(0.0);
        (others + WRITTEN * self.written[reading.class]) / (self.all - 1.0 + WRITTEN)
    }

    /// How much a reading is expected after that of the cell before, by all other cells.
    fn after(&self, before: Reading, reading: Reading) -> f32 {
        let both = self.two[before.class * self.classes + reading.class] - before.likely * reading.likely;
        let others = (self.one[before.class] - before.likely).max(0.0);
        let expected = (both.max(0.0) + FOLLOWING * self.anywhere(reading)) / (others + FOLLOWING);
        expected.powf(WEIGHT)
    }

    /// How likely each reading of each cell is with those of all others: the sums over all ways through the
    /// cells up to it, times those over all ways on from it.
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

/// The values as parts of their sum.
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

    /// Likelihoods of the readings of a cell.
    type Cell = Vec<(char, f32)>;

    /// Each character of ASCII, with dots of its own.
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

    /// What is read of one row, the likeliest first.
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

    /// Words, and a cell in the midst of a last one that is as likely an `E` as an `F`, or nearly so.
    fn with_doubt(words: &str, doubt: Cell) -> Cell {
        let row = [sure(words), sure("L"), vec![doubt], sure("T")].concat();
        expected(&row)[words.len() + 1].clone()
    }

    #[test]
    fn what_the_page_says_often_is_expected() {
        let words = "LET A=1: LET B=2: LET C=3: IF A=B THEN LET D=A: ";
        let read = with_doubt(words, vec![('F', 0.6), ('E', 0.4)]);
        assert_eq!(read[0].0, 'E');
        assert!(read[0].1 > 0.8, "{read:?}");
    }

    #[test]
    fn what_is_clear_stays() {
        let words = "LET A=1: ".repeat(50);
        let read = with_doubt(&words, vec![('F', 1.0), ('E', 1e-6)]);
        assert_eq!(read[0].0, 'F');
        assert!(read[0].1 > 0.95, "{read:?}");
    }

    #[test]
    fn a_cell_is_no_reason_for_itself() {
        // Nowhere else is there any of these: what is left is what the cell's look says.
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
