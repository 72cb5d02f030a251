//! Learns the appearance of the page's own characters.

use super::look::{Class, Look};
use super::matching::Templates;
use super::strip::product;
use super::strip::{AREA, Patch};

/// Returns the residual of cells of known classes for a look, with the paper and the contrast that fit all of
/// them best.
pub(super) fn unexplained(classes: &[Class], cells: &[(usize, Patch)], look: Look) -> f32 {
    let mut used: Vec<usize> = cells.iter().map(|(class, _)| *class).collect();
    used.sort_unstable();
    used.dedup();
    let dots: Vec<[u8; 8]> = used.iter().map(|&class| classes[class].dots).collect();
    let prints = look.print(&dots, [0.0, 0.0]);
    let ones = [1.0; AREA];
    let [mut n, mut t, mut tt, mut v, mut vv, mut vt] = [0.0_f32; 6];
    for (class, cell) in cells {
        let print = &prints[used.partition_point(|used| used < class)];
        n += AREA as f32;
        t += product(print, &ones);
        tt += product(print, print);
        v += product(cell, &ones);
        vv += product(cell, cell);
        vt += product(cell, print);
    }
    let (spread, together) = (tt - t * t / n, vt - v * t / n);
    vv - v * v / n - together * together / spread.max(f32::MIN_POSITIVE)
}

/// The sums of the differences between cells and the templates of their classes.
pub(super) struct Lesson {
    sums: Vec<Patch>,
    counts: Vec<f32>,
}

/// The weight of a class's plain template, in cells.
const PRIOR: f32 = 4.0;
/// Maximum difference learnt from a single sample, relative to full ink.
const MAX_LEARNT_INK: f32 = 0.6;
/// Minimum squared distance of two classes, relative to their distance in the font.
const MIN_SEPARATION: f32 = 0.5;

impl Lesson {
    pub(super) fn new(classes: usize) -> Lesson {
        Lesson {
            sums: vec![[0.0; AREA]; classes],
            counts: vec![0.0; classes],
        }
    }

    /// Adds a cell of a class, given its residual with the current templates.
    pub(super) fn see(&mut self, class: usize, left: &Patch, templates: &Templates) {
        let (middle, plain) = (&templates.learnt[class][0], templates.plain(class));
        for at in 0..AREA {
            // Limits faults of single cells; the sum is relative to the plain template.
            self.sums[class][at] += left[at].clamp(-MAX_LEARNT_INK, MAX_LEARNT_INK) + middle[at] - plain[at];
        }
        self.counts[class] += 1.0;
    }

    /// Returns the difference of each class from its plain template. A space stays empty.
    pub(super) fn differences(&self, classes: &[Class], templates: &Templates) -> Vec<Patch> {
        let mut differences: Vec<Patch> = (self.sums.iter().zip(&self.counts).zip(classes))
            .map(|((sums, count), class)| match class.dots {
                [0, 0, 0, 0, 0, 0, 0, 0] => [0.0; AREA],
                _ => sums.map(|sum| sum / (count + PRIOR)),
            })
            .collect();
        // If classes become too similar, their differences are halved, repeatedly.
        for _ in 0..4 {
            let mut is_near = vec![false; classes.len()];
            for one in 0..classes.len() {
                for other in 0..one {
                    let apart = |with: f32| -> f32 {
                        let (a, b) = (templates.plain(one), templates.plain(other));
                        (0..AREA)
                            .map(|at| {
                                let far =
                                    a[at] - b[at] + with * (differences[one][at] - differences[other][at]);
                                far * far
                            })
                            .sum()
                    };
                    let has_learnt = self.counts[one] + self.counts[other] > 0.0;
                    if has_learnt && apart(1.0) < MIN_SEPARATION * apart(0.0) {
                        is_near[one] = true;
                        is_near[other] = true;
                    }
                }
            }
            for (difference, _) in differences.iter_mut().zip(&is_near).filter(|(_, near)| **near) {
                difference.iter_mut().for_each(|value| *value *= 0.5);
            }
        }
        differences
    }
}
