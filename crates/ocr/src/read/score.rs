//! Scores how well a cell matches a character.

use std::array;

use super::channel::Channel;
use super::matching::{SHIFTS, Templates, rough};
use super::strip::product;
use super::strip::{AREA, Patch, SIDE};

/// The residual after subtracting the page's characters.
#[derive(Clone, Copy, Debug)]
pub(super) struct Noise {
    /// The standard deviation of a sample, relative to full ink.
    pub(super) deviation: f32,
    /// The number of independent samples in a cell.
    pub(super) independent: f32,
    /// The standard deviations of a cell's own paper and contrast from those around it, relative to full ink.
    own_light: [f32; 2],
}

impl Noise {
    /// The noise before any measurement.
    pub(super) const DEFAULT: Noise = Noise {
        deviation: 0.15,
        independent: 40.0,
        own_light: CELL_LIGHT_DEVIATIONS,
    };

    /// Whether both result in similar likelihoods.
    pub(super) fn is_like(self, other: Noise) -> bool {
        let near = |one: f32, other: f32| (one / other - 1.0).abs() < 0.05;
        near(self.deviation, other.deviation) && near(self.independent, other.independent)
    }

    /// Returns the noise for a cell that matches nothing well.
    pub(super) fn stained(self) -> Noise {
        Noise {
            own_light: [0.3, 0.3],
            ..self
        }
    }
}

/// A class as a candidate for a cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fit {
    pub(super) class: usize,
    /// The index of the best of [`SHIFTS`].
    pub(super) shift: usize,
    /// The mean squared residual relative to the noise: about 1 for a match.
    pub(super) misfit: f32,
    pub(super) log_likelihood: f32,
}

/// A cell is empty if no dot has more ink than this, unless the noise is stronger.
const MAX_EMPTY_INK: f32 = 0.12;
/// Squared residuals are limited at about this multiple of the noise, as larger ones are specks and stains.
const RESIDUAL_CAP: f32 = 12.0;
/// Added to a cell's misfit, so that minor differences do not decide in very clean cells.
const BASE_MISFIT: f32 = 0.35;
/// The standard deviations of a cell's own paper and contrast, relative to full ink.
const CELL_LIGHT_DEVIATIONS: [f32; 2] = [0.07, 0.15];
/// Number of classes tried at all shifts for each cell.
const SHIFTED_CLASSES: usize = 4;
/// A class that is less likely than the best by more than this log ratio is not tried at other shifts.
const MAX_LOG_RATIO: f32 = 25.0;
/// The standard deviation of a cell's own position, in dots.
const CELL_POSITION_DEVIATION: f32 = 0.15;

/// Compares a cell with a template, with the cell's own paper and contrast fitted. Returns the mean capped
/// square, twice the mean cost by the channel, which is equal for plain noise, and the cost of the paper and
/// contrast.
fn misfit(cell: &Patch, template: &Patch, noise: Noise, channel: &Channel) -> (f32, f32, f32) {
    const LANES: usize = 8;
    const HALF: usize = LANES / 2;
    let precision = 1.0 / (noise.deviation * noise.deviation);
    // Half of the lanes at a time, so that the sums fit in registers.
    let halves = [0, HALF].map(|half| {
        let mut sums = [[0.0_f32; HALF]; 5];
        for (cell, template) in cell.chunks_exact(LANES).zip(template.chunks_exact(LANES)) {
            let ink: [f32; HALF] = array::from_fn(|lane| template[half + lane]);
            let left: [f32; HALF] = array::from_fn(|lane| cell[half + lane] - ink[lane]);
            let weight: [f32; HALF] =
                array::from_fn(|lane| 1.0 / (1.0 + left[lane] * left[lane] * precision / RESIDUAL_CAP));
            let weight: [f32; HALF] = array::from_fn(|lane| weight[lane] * weight[lane]);
            let weighted: [f32; HALF] = array::from_fn(|lane| weight[lane] * ink[lane]);
            let wrong: [f32; HALF] = array::from_fn(|lane| weight[lane] * left[lane]);
            sums[0] = array::from_fn(|lane| sums[0][lane] + weight[lane]);
            sums[1] = array::from_fn(|lane| sums[1][lane] + weighted[lane]);
            sums[2] = array::from_fn(|lane| sums[2][lane] + weighted[lane] * ink[lane]);
            sums[3] = array::from_fn(|lane| sums[3][lane] + wrong[lane]);
            sums[4] = array::from_fn(|lane| sums[4][lane] + wrong[lane] * ink[lane]);
        }
        sums
    });
    // The independent samples determine how light the cell is.
    let share = noise.independent / AREA as f32 * precision;
    let [n, t, tt, l, lt] = array::from_fn(|at| {
        let lanes = halves.iter().flat_map(|sums| sums[at]);
        lanes.sum::<f32>() * share
    });
    let prior = noise.own_light.map(|deviation| 1.0 / (deviation * deviation));
    let (a, b, c) = (n + prior[0], t, tt + prior[1]);
    let divisor = a * c - b * b;
    let (paper, contrast) = ((c * l - b * lt) / divisor, (a * lt - b * l) / divisor);
    let mut costs = [0.0_f32; LANES];
    let left: Patch = array::from_fn(|at| cell[at] - template[at] - paper - contrast * template[at]);
    for left in left.chunks_exact(LANES) {
        for (cost, left) in costs.iter_mut().zip(left) {
            let square = left * left * precision;
            *cost += square / (1.0 + square / RESIDUAL_CAP);
        }
    }
    let own = 0.5 * (paper * paper * prior[0] + contrast * contrast * prior[1]);
    (
        costs.iter().sum::<f32>() / AREA as f32,
        2.0 * channel.cost(template, &left),
        own,
    )
}

/// Returns the candidate classes of a cell, at most `count`, most likely first.
pub(super) fn fits(
    cell: &Patch,
    templates: &Templates,
    noise: Noise,
    channel: &Channel,
    count: usize,
) -> Vec<Fit> {
    // The shift of an empty cell does not matter.
    let empty = MAX_EMPTY_INK.max(noise.deviation);
    let rough = rough(cell);
    let is_empty = rough.iter().all(|dot| dot.abs() < empty);
    let count = if is_empty { count.min(4) } else { count };
    // Classes that are much farther than the nearest are not compared in full: they would be less likely by
    // far more than a factor of a million.
    let most = |least: f32| 2.0 * least + 3.0 + 128.0 * noise.deviation * noise.deviation;
    let mut nearest = templates.near(&rough, most);
    nearest.truncate(count);
    let fit = |class: usize, shift: usize| {
        fit(
            cell,
            &templates.learnt[class][shift],
            noise,
            channel,
            class,
            shift,
        )
    };
    let better = |one: Fit, other: Fit| {
        if other.log_likelihood > one.log_likelihood {
            other
        } else {
            one
        }
    };
    let shifted = |best: Fit| {
        (1..SHIFTS.len())
            .map(|shift| fit(best.class, shift))
            .fold(best, better)
    };
    let mut fits: Vec<Fit> = nearest.into_iter().map(|class| fit(class, 0)).collect();
    // The best classes without a shift determine the cell's shift; the others are tried at that shift too.
    let shifts = if is_empty { 0 } else { SHIFTED_CLASSES };
    for tried in 0..fits.len().min(shifts) {
        let likelier =
            |&one: &usize, &other: &usize| fits[one].log_likelihood.total_cmp(&fits[other].log_likelihood);
        let next = (tried..fits.len()).max_by(likelier).unwrap_or(tried);
        fits.swap(tried, next);
        if fits[0].log_likelihood - fits[tried].log_likelihood > MAX_LOG_RATIO {
            break;
        }
        fits[tried] = shifted(fits[tried]);
        let shift = fits[tried].shift;
        if tried == 0 && shift != 0 {
            for other in &mut fits[1..] {
                *other = better(*other, fit(other.class, shift));
            }
        }
    }
    sort(&mut fits);
    // A cell that matches nothing well has a fault, and the samples of a fault are correlated, so they have
    // less weight.
    let fewer = fits.first().map_or(1.0, |best| 1.0 / best.misfit.max(1.0));
    fits.iter_mut().for_each(|fit| fit.log_likelihood *= fewer);
    fits
}

fn fit(cell: &Patch, template: &Patch, noise: Noise, channel: &Channel, class: usize, shift: usize) -> Fit {
    let (misfit, cost, own) = misfit(cell, template, noise, channel);
    let [right, down] = SHIFTS[shift];
    let place = 0.5 * (right * right + down * down) / (CELL_POSITION_DEVIATION * CELL_POSITION_DEVIATION);
    Fit {
        class,
        shift,
        misfit,
        // A cell that matches nothing well is noisier than the page, so differences have less weight.
        log_likelihood: -0.5 * noise.independent * (cost + BASE_MISFIT).ln() - own - place,
    }
}

/// Sorts by likelihood, most likely first.
pub(super) fn sort(fits: &mut [Fit]) {
    fits.sort_by(|one, other| other.log_likelihood.total_cmp(&one.log_likelihood));
}

/// Measures the noise in the residuals of cells with known characters.
pub(super) fn noise(left: &[Patch]) -> Option<Noise> {
    /// Maximum distance in samples for the autocorrelation.
    const LAGS: usize = 3;
    if left.is_empty() {
        return None;
    }
    // The median of the cells' variances, as some cells have stains.
    let mut variances: Vec<f32> = left
        .iter()
        .map(|left| product(left, left) / AREA as f32)
        .collect();
    let middle = variances.len() / 2;
    let variance = *variances.select_nth_unstable_by(middle, f32::total_cmp).1;
    let mut together = 0.0;
    let zero: f32 = left.iter().map(|left| product(left, left)).sum::<f32>() / AREA as f32;
    for down in 0..=LAGS {
        for right in 0..=LAGS {
            let mut sum = 0.0;
            for left in left {
                for y in 0..SIDE - down {
                    let one = &left[y * SIDE..][..SIDE - right];
                    let other = &left[(y + down) * SIDE + right..][..SIDE - right];
                    sum += one.iter().zip(other).map(|(one, other)| one * other).sum::<f32>();
                }
            }
            let mean = sum / ((SIDE - down) * (SIDE - right)) as f32;
            let near = |lag: usize| 1.0 - lag as f32 / (LAGS + 1) as f32;
            // There are four such directions, or two along the axes.
            let times = [1.0, 2.0][usize::from(down > 0)] * [1.0, 2.0][usize::from(right > 0)];
            together += times * near(down) * near(right) * (mean / zero.max(1e-9)).clamp(0.0, 1.0);
        }
    }
    Some(Noise {
        deviation: variance.sqrt().clamp(0.06, 0.5),
        own_light: CELL_LIGHT_DEVIATIONS,
        independent: (AREA as f32 / together.max(1.0)).clamp(12.0, 64.0),
    })
}
