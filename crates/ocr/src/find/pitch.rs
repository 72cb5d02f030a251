//! Determines the pitch of cells and rows from the spectrum of the ink.

use std::cell::OnceCell;

use super::fourier::Fourier;
use super::ink::Plane;
use super::profile::limited;
use super::{cell, drift};

/// Minimum and maximum width of cells, in pixels.
pub(super) const PITCHES: [f64; 2] = [8.5, 84.0];
/// Width in pixels of a band whose ink is summed across the axis.
const BAND: usize = 40;

/// Trial factors of the row pitch, as the paper feed may be wrong throughout.
const PITCH_FACTORS: [f64; 5] = [1.0, 0.96, 1.04, 0.92, 1.08];
/// Pitches with less fitness are compared with those of other printers.
const MIN_FITNESS: f64 = 0.35;
/// Minimum increase of the autocorrelation in that case, and the minimum at half the pitch, relative to that at the
/// pitch, if it is of two rows.
const MIN_CORRELATION_INCREASE_OF_OTHERS: f64 = 0.2;
const MIN_HALF_CORRELATION: f64 = 0.3;
/// Maximum decrease of the fitness in that case, and its minimum increase if the pitch is twice the known one.
const MAX_FITNESS_LOSS_OF_HALF: f64 = 0.2;
const MIN_FITNESS_GAIN_OF_DOUBLE: f64 = 0.25;
/// Minimum and maximum row pitch of other printers in widths of cells: 12 characters and 6 rows per inch are 2.
const RATIOS: [f64; 2] = [0.85, 2.5];
/// Number of rows over which such a pitch is measured, and of trials per pixel.
const PERIODS: usize = 6;
const TRIALS: i32 = 10;
/// Minimum increase of the autocorrelation for a row pitch that differs from the cell width, on pages with
/// few rows.
const MIN_CORRELATION_INCREASE: f64 = 0.1;
/// Minimum size of a transform, which determines the resolution of pitches.
const MIN_TRANSFORM_SIZE: usize = 4096;

/// A pitch in pixels, and the strength of its frequency relative to those around it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pitch {
    pub pixels: f64,
    pub strength: f64,
}

/// The power spectrum of the ink along an axis.
pub(super) struct Spectrum {
    power: Vec<f64>,
    /// The size of the transform; the wavelength at an index is `size / index`.
    size: f64,
    /// Maximum half width of a peak.
    reach: usize,
    /// The background around every eighth index, computed on first use.
    levels: Vec<OnceCell<f64>>,
}

/// Returns the spectrum along `axis` (0: horizontal) of the area from `from` to `to`, averaged over parts of
/// `coherent` pixels, as cells may be out of phase over longer distances.
pub(super) fn spectrum(
    plane: &Plane,
    axis: usize,
    [from, to]: [[usize; 2]; 2],
    coherent: usize,
) -> Option<Spectrum> {
    let length = to[axis].checked_sub(from[axis])?;
    let other = 1 - axis;
    let part = length.min(coherent.max(64));
    let size = (2 * part).next_power_of_two().max(MIN_TRANSFORM_SIZE);
    let fourier = Fourier::new(size);
    // Parts overlap by half and fade towards their ends, so that every position is well within some part.
    let count = (2 * length).div_ceil(part.max(1)).saturating_sub(1).max(1);
    let starts: Vec<usize> = (0..count)
        .map(|at| (length - part) * at / (count - 1).max(1))
        .collect();
    let fade: Vec<f64> = (0..part)
        .map(|at| match count {
            1 => 1.0,
            _ => (std::f64::consts::PI * (at as f64 + 0.5) / part as f64)
                .sin()
                .powi(2),
        })
        .collect();
    let mut power = vec![0.0_f64; size / 2];
    // A transform is complex: transform two parts at once and add their powers.
    let mut waves = vec![[0.0; 2]; size];
    let mut held = 0;
    let mut start = from[other];
    while start < to[other] {
        let end = (start + BAND).min(to[other]);
        let profile = profile(plane, axis, [from[axis], to[axis]], [start, end]);
        for &start in &starts {
            let ink = &profile[start..start + part];
            if ink.iter().all(|&ink| ink == 0) {
                continue;
            }
            let mean = ink.iter().map(|&ink| f64::from(ink)).sum::<f64>() / part as f64;
            for ((wave, &ink), fade) in waves.iter_mut().zip(ink).zip(&fade) {
                wave[held] = (f64::from(ink) - mean) / 255.0 * fade;
            }
            held += 1;
            if held == 2 {
                add_powers(&fourier, &mut waves, &mut power);
                held = 0;
            }
        }
        start = end;
    }
    if held > 0 {
        add_powers(&fourier, &mut waves, &mut power);
    }
    let reach = 4 * size / part;
    let levels = vec![OnceCell::new(); power.len().div_ceil(8)];
    Some(Spectrum {
        power,
        size: size as f64,
        reach,
        levels,
    })
}

/// Adds the power spectra of two real waves, and clears the waves.
fn add_powers(fourier: &Fourier, waves: &mut [[f64; 2]], power: &mut [f64]) {
    fourier.transform(waves);
    let square = |[real, imaginary]: [f64; 2]| real * real + imaginary * imaginary;
    for (at, power) in power.iter_mut().enumerate() {
        // The cross terms of the two waves cancel out.
        *power += (square(waves[at]) + square(waves[(waves.len() - at) % waves.len()])) / 2.0;
    }
    waves.fill([0.0; 2]);
}

/// Returns the row pitch that fits the lines of a part of a sheet best: near the width of the cells, as dots
/// are about square, or near `known`.
pub(super) fn of_rows(plane: &Plane, [from, to]: [[usize; 2]; 2], across: f64, known: Option<f64>) -> f64 {
    let lines = profile(plane, 1, [from[1], to[1]], [from[0], to[0]]);
    let mut lines: Vec<f64> = lines.into_iter().map(f64::from).collect();
    limited(&mut lines);
    let inked = lines.iter().filter(|&&ink| ink > 0.0).count();
    if (inked as f64) < drift::MIN_ROWS as f64 * across {
        // Prefer the cell width if the known pitch is close to it: dots are about square.
        return known
            .filter(|&known| !is_near(known, across))
            .filter(|&known| repeats(&lines, known) > repeats(&lines, across) + MIN_CORRELATION_INCREASE)
            .unwrap_or(across);
    }
    let known = known.filter(|&known| !is_of_two_rows(&lines, known, across));
    let mut best = (f64::MIN, across);
    for pitch in known.into_iter().chain([across]) {
        for off in PITCH_FACTORS {
            let usual = cell::heights(across / pitch);
            let (fitness, mean) = drift::fitness(&lines, pitch * off, &usual);
            // Prefer the original pitch over one that is slightly better.
            let fitness = fitness - f64::ln(off).abs();
            if fitness > best.0 {
                best = (fitness, mean);
            }
        }
    }
    // Refine once more, as the first fit to wrong rows is blurred.
    let pitch = drift::fitness(&lines, best.1, &cell::heights(across / best.1)).1;
    let others = || of_other_cells(&lines, across, pitch);
    (best.0 < MIN_FITNESS).then(others).flatten().unwrap_or(pitch)
}

/// Returns the pitch with which the lines repeat best, if that is much better than with `known`: rows of other
/// printers, whose cells are higher than wide.
fn of_other_cells(lines: &[f64], across: f64, known: f64) -> Option<f64> {
    let fitness = |pitch: f64| drift::fitness(lines, pitch, &cell::heights(1.0)).0;
    let lines = evened(lines, across);
    let [least, most] = RATIOS.map(|ratio| (ratio * across) as usize);
    let near = |lag: f64| repetition(&lines, lag as usize).max(repetition(&lines, lag as usize + 1));
    let (lag, strength) = (least..=most)
        .map(|lag| (lag as f64, repetition(&lines, lag)))
        .max_by(|one, other| one.1.total_cmp(&other.1))?;
    if strength < near(known) + MIN_CORRELATION_INCREASE_OF_OTHERS {
        return None;
    }
    // Two rows repeat as well as one. Half a row does so only if it has lines as strong as its edges.
    let is_of_two = lag / 2.0 >= least as f64
        && near(lag / 2.0) > MIN_HALF_CORRELATION * strength
        && fitness(lag / 2.0) > fitness(lag) - MAX_FITNESS_LOSS_OF_HALF;
    if is_near(lag, 2.0 * known) && (is_of_two || fitness(lag) < fitness(known) + MIN_FITNESS_GAIN_OF_DOUBLE)
    {
        return None;
    }
    let lag = if is_of_two { lag / 2.0 } else { lag };
    let over_periods = |pitch: f64| -> f64 {
        (1..=PERIODS)
            .map(|period| repetition(&lines, (period as f64 * pitch).round() as usize))
            .sum()
    };
    (-TRIALS..=TRIALS)
        .map(|trial| lag + f64::from(trial) / f64::from(TRIALS))
        .map(|pitch| (pitch, over_periods(pitch)))
        .max_by(|one, other| one.1.total_cmp(&other.1))
        .map(|(pitch, _)| pitch)
}

/// Returns the lines, a little blurred, relative to the strongest near them: short rows repeat as well as long ones.
fn evened(lines: &[f64], across: f64) -> Vec<f64> {
    let blurred: Vec<f64> = (0..lines.len())
        .map(|at| {
            let near = &lines[at.saturating_sub(1)..(at + 2).min(lines.len())];
            near.iter().sum::<f64>() / near.len() as f64
        })
        .collect();
    let reach = across as usize;
    (0..blurred.len())
        .map(|at| {
            let near = &blurred[at.saturating_sub(reach)..(at + reach + 1).min(blurred.len())];
            blurred[at] / near.iter().copied().fold(f64::MIN_POSITIVE, f64::max)
        })
        .collect()
}

/// Whether two pitches are about the same.
fn is_near(one: f64, other: f64) -> bool {
    (one / other).ln().abs() <= 0.1
}

/// Returns the maximum autocorrelation of the lines near a pitch, up to 1.
fn repeats(lines: &[f64], pitch: f64) -> f64 {
    let near = (0.95 * pitch) as usize..=(1.05 * pitch).ceil() as usize;
    near.map(|lag| repetition(lines, lag)).fold(-1.0, f64::max)
}

/// Returns the autocorrelation of the lines at a distance, up to 1.
fn repetition(lines: &[f64], by: usize) -> f64 {
    let mean = lines.iter().sum::<f64>() / lines.len().max(1) as f64;
    let (start, end) = (
        &lines[..lines.len().saturating_sub(by)],
        lines.get(by..).unwrap_or(&[]),
    );
    let product = |one: &[f64], other: &[f64]| -> f64 {
        one.iter()
            .zip(other)
            .map(|(one, other)| (one - mean) * (other - mean))
            .sum()
    };
    product(start, end) / product(start, start).max(product(end, end)).max(1e-9)
}

/// Whether a pitch of twice the cell width covers two rows, of which the second has less ink but is not
/// empty: a listing with lines that are slightly longer than a row.
fn is_of_two_rows(lines: &[f64], pitch: f64, across: f64) -> bool {
    /// Number of rows of that pitch examined together, and of trial phases.
    const CHUNK_ROWS: f64 = 6.0;
    const PHASES: usize = 16;
    /// Maximum ink that specks and noise leave between rows, relative to the rows.
    const MAX_GAP_INK: f64 = 0.04;
    if !is_near(pitch, 2.0 * across) {
        return false;
    }
    // For some rows: the ink in the weaker and in the stronger half of the pitch.
    let halves = |lines: &[f64]| {
        let all: f64 = lines.iter().sum();
        let weak = (0..PHASES).map(|phase| {
            let aside = phase as f64 / PHASES as f64;
            let places = lines.iter().enumerate();
            places
                .filter(|(line, _)| ((*line as f64 + 0.5) / pitch + aside).fract() < 0.5)
                .map(|(_, ink)| ink)
                .sum::<f64>()
        });
        let weak = weak.fold(f64::MAX, f64::min);
        (weak, all - weak)
    };
    let chunk = (CHUNK_ROWS * pitch) as usize;
    let mut shares: Vec<f64> = lines
        .chunks_exact(chunk.max(1))
        .map(halves)
        .filter(|(_, strong)| *strong > 0.0)
        .map(|(weak, strong)| weak / strong)
        .collect();
    if shares.is_empty() {
        return false;
    }
    let middle = shares.len() / 2;
    *shares.select_nth_unstable_by(middle, f64::total_cmp).1 > MAX_GAP_INK
}

/// Returns the ink of each line across an axis, within `along`, summed over `across`.
pub(super) fn profile(plane: &Plane, axis: usize, along: [usize; 2], across: [usize; 2]) -> Vec<u32> {
    let mut profile = vec![0_u32; along[1] - along[0]];
    let (lines, places) = if axis == 0 {
        (across, along)
    } else {
        (along, across)
    };
    for y in lines[0]..lines[1] {
        let row = &plane.data[y * plane.width..][places[0]..places[1]];
        if axis == 0 {
            for (sum, &ink) in profile.iter_mut().zip(row) {
                *sum += u32::from(ink);
            }
        } else {
            profile[y - along[0]] = row.iter().map(|&ink| u32::from(ink)).sum();
        }
    }
    profile
}

impl Spectrum {
    /// Returns the background around an index: words and rows of a page are strong at low frequencies.
    fn background(&self, at: usize) -> f64 {
        let level = self.levels[at / 8].get_or_init(|| {
            let at = at / 8 * 8;
            let reach = (at / 5).max(12).max(self.reach);
            let mut near = self.power[at.saturating_sub(reach)..(at + reach).min(self.power.len())].to_vec();
            let middle = near.len() / 2;
            *near.select_nth_unstable_by(middle, f64::total_cmp).1
        });
        level.max(1e-9)
    }

    /// Returns the pitch within `range` whose frequency and harmonics stand out most from the background.
    pub fn strongest(&self, range: [f64; 2]) -> Option<Pitch> {
        let Spectrum { power, size, .. } = self;
        let amplitude = |frequency: f64| {
            let (low, high) = (
                (frequency * 0.992 * size) as usize,
                (frequency * 1.008 * size).ceil() as usize,
            );
            (low..=high)
                .filter(|&at| at < power.len())
                .map(|at| (power[at] - self.background(at)).max(0.0).sqrt())
                .fold(0.0, f64::max)
        };
        let (mut best, mut score) = (None, 0.0);
        let mut pixels = range[0];
        while pixels < range[1] {
            let frequency = 1.0 / pixels;
            let here =
                amplitude(frequency) + 0.6 * amplitude(2.0 * frequency) + 0.3 * amplitude(3.0 * frequency);
            if here > score {
                score = here;
                best = Some(pixels);
            }
            pixels *= 1.003;
        }
        let pixels = best?;
        // The centre of the fundamental frequency's peak.
        let (low, high) = (
            (0.985 / pixels * size) as usize,
            ((1.015 / pixels * size).ceil() as usize).min(power.len() - 1),
        );
        let peak = (low..=high).max_by(|&one, &other| power[one].total_cmp(&power[other]))?;
        Some(Pitch {
            pixels: size / peak as f64,
            strength: power[peak] / self.background(peak),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows of ten lines of ink each, `pitch` lines apart.
    fn rows(pitch: usize) -> Plane {
        let (width, height) = (400, 5 * pitch);
        let is_ink = |x: usize, y: usize| y % pitch < 10 && (x / 3 + y / pitch * 7) % 4 > 1;
        let places = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        let data = places.map(|(x, y)| 255 * u8::from(is_ink(x, y))).collect();
        Plane { width, height, data }
    }

    #[test]
    fn rows_farther_apart_than_cells_are_wide_are_found() {
        // Rows of capitals whose lines have much ink at their edges; every third row is short.
        let lines = |pitch: usize, height: usize, rows: usize| -> Vec<f64> {
            let ink = |line: usize| match line % pitch {
                at if at >= height => 0.0,
                at if at < 3 || at + 3 >= height => 100.0,
                _ => 40.0,
            };
            (0..rows * pitch)
                .map(|line| {
                    ink(line)
                        * if (line / pitch).is_multiple_of(3) {
                            0.2
                        } else {
                            1.0
                        }
                })
                .collect()
        };
        for (pitch, height) in [(40, 24), (48, 30)] {
            let found = of_other_cells(&lines(pitch, height, 20), 24.0, 24.0).unwrap();
            assert!((found - pitch as f64).abs() < 0.3, "{found}");
        }
        assert_eq!(of_other_cells(&lines(24, 20, 20), 24.0, 24.0), None);
    }

    #[test]
    fn few_rows_have_the_pitch_of_cells_unless_another_pitch_repeats() {
        let whole = |plane: &Plane| [[0, 0], [plane.width, plane.height]];
        let (square, led) = (rows(14), rows(20));
        // The spectrum of few rows may be wrong.
        assert_eq!(of_rows(&square, whole(&square), 14.0, Some(17.0)), 14.0);
        assert_eq!(of_rows(&led, whole(&led), 14.0, Some(20.0)), 20.0);
        assert_eq!(of_rows(&led, whole(&led), 14.0, None), 14.0);
    }
}
