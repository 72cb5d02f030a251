//! A model of how print changes ink and paper: the likelihood that a sample is darker or lighter than its
//! character by a certain amount.
//!
//! It is learnt from the page. Where ink fades, or a threshold cuts thin strokes, missing ink is weak
//! evidence against a character, and additional ink is strong evidence; where dirt and shadows have become
//! ink it is the other way round.

use std::array;

use super::strip::{AREA, Patch};

/// Number of steps of a template's ink, the first step's ink, and the size of a step.
const INK_LEVELS: usize = 12;
const MIN_INK: f32 = -0.1;
const INK_STEP: f32 = 0.11;
/// Number of steps of a sample's residual, of which the middle one is zero, and the size of a step.
const RESIDUAL_LEVELS: usize = 121;
const RESIDUAL_STEP: f32 = 0.025;
/// Number of bits for a residual in an index of the table.
const RESIDUAL_BITS: u32 = 7;
const TABLE: usize = 1 << (RESIDUAL_BITS + 4);
/// Smoothing over neighbouring steps: the standard deviations for ink and residual, in steps.
const SPREAD: [f32; 2] = [0.8, 1.2];
/// The weight of plain noise, in samples, at each step of the ink.
const PRIOR: f32 = 1000.0;
/// The share of samples that may have any value: specks, stains.
const OUTLIER_SHARE: f32 = 0.002;

/// The likelihood of each sample.
pub(super) struct Channel {
    /// By the template's ink and the residual: the negative log likelihood relative to the most likely of
    /// all.
    table: Box<[f32; TABLE]>,
}

impl Channel {
    /// Creates a channel with noise of this standard deviation, refined by cells whose characters are known:
    /// their templates and residuals.
    pub(super) fn new<'a>(deviation: f32, known: impl Iterator<Item = (&'a Patch, Patch)>) -> Channel {
        let mut seen = vec![[0.0_f32; RESIDUAL_LEVELS]; INK_LEVELS];
        for (template, left) in known {
            for (&ink, left) in template.iter().zip(left) {
                seen[ink_step(ink) as usize][left_step(left) as usize] += 1.0;
            }
        }
        for lefts in &mut seen {
            *lefts = array::from_fn(|at| total::<RESIDUAL_LEVELS>(near(at, SPREAD[1]), |other| lefts[other]));
        }
        let noise: [f32; RESIDUAL_LEVELS] = array::from_fn(|at| {
            let far = (at as f32 - (RESIDUAL_LEVELS / 2) as f32) * RESIDUAL_STEP / deviation;
            (-0.5 * far * far).exp()
        });
        let all: f32 = noise.iter().sum();
        let likely = |ink: usize| {
            let count = |at: usize| {
                PRIOR * noise[at] / all + total::<INK_LEVELS>(near(ink, SPREAD[0]), |other| seen[other][at])
            };
            let counts: [f32; RESIDUAL_LEVELS] = array::from_fn(count);
            let all: f32 = counts.iter().sum();
            counts.map(|count| (1.0 - OUTLIER_SHARE) * count / all + OUTLIER_SHARE / RESIDUAL_LEVELS as f32)
        };
        let mut costs: Vec<[f32; RESIDUAL_LEVELS]> = (0..INK_LEVELS).map(likely).collect();
        let most = costs.iter().flatten().copied().fold(0.0, f32::max);
        let values = costs.iter_mut().flatten();
        values.for_each(|value| *value = (most / *value).ln());
        let mut table = Box::new([0.0; TABLE]);
        for (line, costs) in table.chunks_exact_mut(1 << RESIDUAL_BITS).zip(&costs) {
            line[..RESIDUAL_LEVELS].copy_from_slice(costs);
        }
        Channel { table }
    }

    /// Returns the cost of a cell with this residual: the mean over its samples.
    pub(super) fn cost(&self, template: &Patch, left: &Patch) -> f32 {
        const LANES: usize = 8;
        let mut sums = [0.0_f32; LANES];
        for (template, left) in template.chunks_exact(LANES).zip(left.chunks_exact(LANES)) {
            let places: [u32; LANES] =
                array::from_fn(|lane| ink_step(template[lane]) << RESIDUAL_BITS | left_step(left[lane]));
            for (sum, place) in sums.iter_mut().zip(places) {
                *sum += self.table[place as usize % TABLE];
            }
        }
        sums.iter().sum::<f32>() / AREA as f32
    }
}

fn ink_step(ink: f32) -> u32 {
    step(ink - MIN_INK, INK_STEP, INK_LEVELS)
}

fn left_step(left: f32) -> u32 {
    step(
        left + RESIDUAL_STEP * (RESIDUAL_LEVELS / 2) as f32,
        RESIDUAL_STEP,
        RESIDUAL_LEVELS,
    )
}

/// Returns the nearest of `count` steps.
fn step(value: f32, by: f32, count: usize) -> u32 {
    // From 2^23 on an f32 has no fraction: adding it rounds, and the low bits are the whole number.
    const ROUNDING_OFFSET: f32 = (1 << 23) as f32;
    let value = (value / by + 0.5).max(0.0).min((count - 1) as f32);
    let near = value + ROUNDING_OFFSET;
    near.to_bits() - ROUNDING_OFFSET.to_bits() - u32::from(near - ROUNDING_OFFSET > value)
}

/// Returns the weight of other steps in the smoothing of a step.
fn near(one: usize, deviation: f32) -> impl Fn(usize) -> f32 {
    move |other| (-0.5 * (other.abs_diff(one) as f32 / deviation).powi(2)).exp()
}

/// Returns a weighted sum over the steps.
fn total<const STEPS: usize>(counts: impl Fn(usize) -> f32, of: impl Fn(usize) -> f32) -> f32 {
    (0..STEPS).map(|step| counts(step) * of(step)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A cell with ink on the left and paper on the right.
    fn half() -> Patch {
        array::from_fn(|at| f32::from(u8::from(at % 16 < 8)))
    }

    #[test]
    fn common_losses_cost_less_than_unseen_additions() {
        let template = half();
        // A tenth of the ink's samples is missing; the paper is clean.
        let lost = |at: usize| template[at] == 1.0 && at.is_multiple_of(10);
        let left: Patch = array::from_fn(|at| if lost(at) { -0.9 } else { 0.0 });
        let channel = Channel::new(0.1, (0..100).map(|_| (&template, left)));
        let cost = |at: usize, by: f32| {
            let mut left = [0.0; AREA];
            left[at] = by;
            channel.cost(&template, &left)
        };
        let nothing = channel.cost(&template, &[0.0; AREA]);
        let (missing, added) = (cost(3, -0.9) - nothing, cost(12, 0.9) - nothing);
        assert!(missing > 0.0 && added > 2.0 * missing, "{missing} and {added}");
    }

    #[test]
    fn without_samples_ink_and_paper_have_equal_costs() {
        let channel = Channel::new(0.15, std::iter::empty());
        let cost = |by: f32| channel.cost(&half(), &[by; AREA]);
        assert!(cost(0.0) < 1e-3);
        for (by, other) in [(0.1, -0.1), (0.3, -0.3), (9.0, -9.0)] {
            assert!((cost(by) - cost(other)).abs() < 1e-3);
        }
        // It grows with the square, up to the limit for arbitrary values.
        assert!((cost(0.3) - 2.0).abs() < 0.2 && cost(9.0) < 9.0, "{}", cost(0.3));
    }
}
