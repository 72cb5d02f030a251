//! What a printer and a scanner do to dots besides spreading their ink: corners that vanish, gaps that fill,
//! dots of uneven size.
//!
//! It is learnt over all characters, so that those which are rare on the page gain by it too.

use super::strip::{AREA, PER_DOT, Patch, SIDE};

/// Which of the dots around one are ink.
const PATTERNS: usize = 512;
/// Samples of a dot.
const PHASES: usize = PER_DOT * PER_DOT;
/// The dots around one, and always 1.
const FEATURES: usize = 10;
/// As many cells as say nothing of a pattern, or of a place in the cell.
const PRIOR: [f32; 2] = [8.0, 12.0];
/// A single sample teaches no more than this, of full ink.
const MAX_LEARNT_INK: f32 = 0.7;

/// A cell whose dots are known.
pub(super) struct ReadCell {
    pub(super) dots: [u8; 8],
    /// What the look leaves of it.
    pub(super) left: Patch,
    /// As how many cells it counts: less than 1 where there are many of its character, which all have the
    /// same faults.
    pub(super) weight: f32,
}

/// What is added to the ink of a dot's samples.
pub(super) struct PrinterModel {
    /// By the dots around it, wherever it is.
    patterns: Vec<[f32; PHASES]>,
    /// For each dot around it, by the sample's place in the cell.
    places: Vec<[f32; FEATURES]>,
}

/// The dots around each dot of a cell, from the upper left to the lower right; next to the cell there is
/// paper.
fn patterns(dots: &[u8; 8]) -> [usize; 64] {
    let is_ink = |x: usize, y: usize| x < 8 && y < 8 && dots[y] << x & 0x80 != 0;
    std::array::from_fn(|dot| {
        let (x, y) = (dot % 8, dot / 8);
        (0..9).fold(0, |bits, place| {
            let [x, y] = [(x, place % 3), (y, place / 3)].map(|(at, by)| (at + by).wrapping_sub(1));
            bits << 1 | usize::from(is_ink(x, y))
        })
    })
}

fn features(pattern: usize) -> [f32; FEATURES] {
    std::array::from_fn(|bit| {
        if bit == 9 {
            1.0
        } else {
            (pattern >> bit & 1) as f32
        }
    })
}

/// The dot of a sample, and which of its samples it is.
fn place(sample: usize) -> (usize, usize) {
    let (x, y) = (sample % SIDE, sample / SIDE);
    (y / PER_DOT * 8 + x / PER_DOT, y % PER_DOT * PER_DOT + x % PER_DOT)
}

impl PrinterModel {
    /// What cells teach.
    pub(super) fn learn(cells: &[ReadCell]) -> PrinterModel {
        let mut sums = vec![[0.0_f32; PHASES]; PATTERNS];
        let mut counts = vec![0.0_f32; PATTERNS];
        for ReadCell { dots, left, weight } in cells {
            let patterns = patterns(dots);
            patterns.iter().for_each(|&pattern| counts[pattern] += weight);
            for (sample, left) in left.iter().enumerate() {
                let (dot, phase) = place(sample);
                sums[patterns[dot]][phase] += weight * left.clamp(-MAX_LEARNT_INK, MAX_LEARNT_INK);
            }
        }
        for (sums, count) in sums.iter_mut().zip(&counts) {
            sums.iter_mut().for_each(|sum| *sum /= count + PRIOR[0]);
        }
        let mut habit = PrinterModel {
            patterns: sums,
            places: vec![[0.0; FEATURES]; AREA],
        };
        habit.learn_places(cells);
        habit
    }

    /// By least squares, drawn to nothing.
    fn learn_places(&mut self, cells: &[ReadCell]) {
        let mut squares = vec![[[0.0_f32; FEATURES]; FEATURES]; 64];
        let mut lines = vec![[0.0_f32; FEATURES]; AREA];
        for ReadCell { dots, left, weight } in cells {
            let patterns = patterns(dots);
            let features = patterns.map(features);
            for (square, features) in squares.iter_mut().zip(&features) {
                for (line, one) in square.iter_mut().zip(features).filter(|(_, one)| **one != 0.0) {
                    line.iter_mut()
                        .zip(features)
                        .for_each(|(sum, other)| *sum += weight * one * other);
                }
            }
            for (sample, line) in lines.iter_mut().enumerate() {
                let (dot, phase) = place(sample);
                let left = weight
                    * (left[sample] - self.patterns[patterns[dot]][phase])
                        .clamp(-MAX_LEARNT_INK, MAX_LEARNT_INK);
                line.iter_mut()
                    .zip(features[dot])
                    .for_each(|(sum, feature)| *sum += left * feature);
            }
        }
        for square in &mut squares {
            (0..FEATURES).for_each(|at| square[at][at] += PRIOR[1]);
        }
        for (sample, line) in lines.into_iter().enumerate() {
            self.places[sample] = solved(squares[place(sample).0], line);
        }
    }

    /// What is added to a character's samples.
    pub(super) fn of(&self, dots: &[u8; 8]) -> Patch {
        let patterns = patterns(dots);
        std::array::from_fn(|sample| {
            let (dot, phase) = place(sample);
            let around = features(patterns[dot]);
            let places: f32 = around
                .iter()
                .zip(self.places[sample])
                .map(|(one, other)| one * other)
                .sum();
            self.patterns[patterns[dot]][phase] + places
        })
    }
}

/// The solution of a system of equations whose matrix is positive definite.
fn solved(mut matrix: [[f32; FEATURES]; FEATURES], mut line: [f32; FEATURES]) -> [f32; FEATURES] {
    for step in 0..FEATURES {
        let pivot = matrix[step];
        for below in step + 1..FEATURES {
            let factor = matrix[below][step] / pivot[step];
            for at in step..FEATURES {
                matrix[below][at] -= factor * pivot[at];
            }
            line[below] -= factor * line[step];
        }
    }
    for step in (0..FEATURES).rev() {
        let known: f32 = (step + 1..FEATURES).map(|at| matrix[step][at] * line[at]).sum();
        line[step] = (line[step] - known) / matrix[step][step];
    }
    line
}
