//! The printer model: what a printer and a scanner do to dots besides blurring their ink, such as lost
//! corners, filled gaps and dots of uneven size.
//!
//! It is learnt over all characters, so that characters that are rare on the page benefit too.

use super::strip::{AREA, PER_DOT, Patch, SIDE};

/// Number of patterns of ink in a dot and its neighbours.
const PATTERNS: usize = 512;
/// Number of samples of a dot.
const PHASES: usize = PER_DOT * PER_DOT;
/// A dot and its neighbours, and a constant 1.
const FEATURES: usize = 10;
/// Regularization of patterns and of places, in cells without an effect.
const PRIOR: [f32; 2] = [8.0, 12.0];
/// Maximum difference learnt from a single sample, relative to full ink.
const MAX_LEARNT_INK: f32 = 0.7;

/// A cell whose dots are known.
pub(super) struct ReadCell {
    pub(super) dots: [u8; 8],
    /// The residual after subtracting the look.
    pub(super) left: Patch,
    /// The weight: less than 1 for characters with many cells, which all have the same faults.
    pub(super) weight: f32,
}

/// Corrections to the ink of a dot's samples.
pub(super) struct PrinterModel {
    /// By the pattern of a dot and its neighbours, anywhere in the cell.
    patterns: Vec<[f32; PHASES]>,
    /// For each of these dots, by the sample's position in the cell.
    places: Vec<[f32; FEATURES]>,
}

/// Returns the pattern around each dot of a cell, in rows from the upper left; outside the cell there is
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

/// Returns the dot that contains a sample, and the sample's index in it.
fn place(sample: usize) -> (usize, usize) {
    let (x, y) = (sample % SIDE, sample / SIDE);
    (y / PER_DOT * 8 + x / PER_DOT, y % PER_DOT * PER_DOT + x % PER_DOT)
}

impl PrinterModel {
    /// Learns the corrections from cells.
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

    /// Fits the corrections by position with regularized least squares.
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

    /// Returns the corrections for a character's samples.
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

/// Solves a system of equations with a positive definite matrix.
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
