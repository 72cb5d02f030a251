//! What the page's own characters teach.

use super::look::{Class, Look};
use super::matching::Templates;
use super::strip::product;
use super::strip::{AREA, Patch};

/// What a look leaves of cells of known classes, with the paper and the contrast that fit best to all of
/// them.
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

/// Cells of each class, as they differ from its template.
pub(super) struct Lesson {
    sums: Vec<Patch>,
    counts: Vec<f32>,
}

/// As many cells as a class's plain template counts for.
const PRIOR: f32 = 4.0;
/// A single sample of a cell teaches no more than this, of full ink.
const MAX_LEARNT_INK: f32 = 0.6;
/// Two classes stay apart by at least this much of the square of what they are in the font.
const MIN_SEPARATION: f32 = 0.5;

impl Lesson {
    pub(super) fn new(classes: usize) -> Lesson {
        Lesson {
            sums: vec![[0.0; AREA]; classes],
            counts: vec![0.0; classes],
        }
    }

    /// A cell of a class: what all that was learnt before leaves of it.
    pub(super) fn see(&mut self, class: usize, left: &Patch, templates: &Templates) {
        let (middle, plain) = (&templates.learnt[class][0], templates.plain(class));
        for at in 0..AREA {
            // A cell's own fault is held small; the sum is from the plain template.
            self.sums[class][at] += left[at].clamp(-MAX_LEARNT_INK, MAX_LEARNT_INK) + middle[at] - plain[at];
        }
        self.counts[class] += 1.0;
    }

    /// How each class differs from its plain template. A space stays empty.
    pub(super) fn differences(&self, classes: &[Class], templates: &Templates) -> Vec<Patch> {
        let mut differences: Vec<Patch> = (self.sums.iter().zip(&self.counts).zip(classes))
            .map(|((sums, count), class)| match class.dots {
                [0, 0, 0, 0, 0, 0, 0, 0] => [0.0; AREA],
                _ => sums.map(|sum| sum / (count + PRIOR)),
            })
            .collect();
        // Classes that would come too near to each other go back half of the way, again and again.
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
