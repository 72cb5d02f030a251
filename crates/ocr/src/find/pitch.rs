//! How far apart cells are, by the spectrum of the ink.

use super::fourier::Fourier;
use super::ink::Plane;

/// Cells are between these numbers of pixels wide.
pub(super) const PITCHES: [f64; 2] = [8.5, 84.0];
/// Pixels of a band whose ink is summed up across it.
const BAND: usize = 40;

/// A pitch in pixels, and how many times stronger its frequency is than those around it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pitch {
    pub pixels: f64,
    pub strength: f64,
}

/// The pitch along `axis` (0: across) of what is within `from` to `to`, if it is within `range`.
pub(super) fn pitch(
    plane: &Plane,
    axis: usize,
    [from, to]: [[usize; 2]; 2],
    range: [f64; 2],
) -> Option<Pitch> {
    let length = to[axis].checked_sub(from[axis])?;
    let other = 1 - axis;
    let size = (2 * length).next_power_of_two().max(4096);
    let fourier = Fourier::new(size);
    let mut power = vec![0.0_f64; size / 2];
    let mut start = from[other];
    while start < to[other] {
        let end = (start + BAND).min(to[other]);
        let mut profile = vec![0_u32; length];
        let (lines, places) = if axis == 0 {
            ([start, end], [from[0], to[0]])
        } else {
            ([from[1], to[1]], [start, end])
        };
        for y in lines[0]..lines[1] {
            let row = &plane.data[y * plane.width..][places[0]..places[1]];
            if axis == 0 {
                for (sum, &ink) in profile.iter_mut().zip(row) {
                    *sum += u32::from(ink);
                }
            } else {
                profile[y - from[1]] = row.iter().map(|&ink| u32::from(ink)).sum();
            }
        }
        if profile.iter().any(|&ink| ink > 0) {
            let mut wave: Vec<[f64; 2]> = profile.iter().map(|&ink| [f64::from(ink) / 255.0, 0.0]).collect();
            wave.resize(size, [0.0; 2]);
            fourier.transform(&mut wave);
            for (power, [real, imaginary]) in power.iter_mut().zip(wave) {
                *power += real * real + imaginary * imaginary;
            }
        }
        start = end;
    }
    strongest(&power, size as f64, range)
}

/// The pitch whose frequency and its multiples stand out most.
fn strongest(power: &[f64], size: f64, range: [f64; 2]) -> Option<Pitch> {
    // What stands out of the neighbourhood: words and rows of a page are loud at low frequencies.
    let around = |at: usize| {
        let reach = (at / 5).max(12);
        let mut near = power[at.saturating_sub(reach)..(at + reach).min(power.len())].to_vec();
        let middle = near.len() / 2;
        *near.select_nth_unstable_by(middle, f64::total_cmp).1
    };
    let level: Vec<f64> = (0..power.len()).step_by(8).map(around).collect();
    let background = |at: usize| level[at / 8].max(1e-9);
    let amplitude = |frequency: f64| {
        let (low, high) = (
            (frequency * 0.992 * size) as usize,
            (frequency * 1.008 * size).ceil() as usize,
        );
        (low..=high)
            .filter(|&at| at < power.len())
            .map(|at| (power[at] - background(at)).max(0.0).sqrt())
            .fold(0.0, f64::max)
    };
    let (mut best, mut score) = (None, 0.0);
    let mut pixels = range[0];
    while pixels < range[1] {
        let frequency = 1.0 / pixels;
        let here = amplitude(frequency) + 0.6 * amplitude(2.0 * frequency) + 0.3 * amplitude(3.0 * frequency);
        if here > score {
            score = here;
            best = Some(pixels);
        }
        pixels *= 1.003;
    }
    let pixels = best?;
    // The middle of the peak of the first frequency.
    let (low, high) = (
        (0.985 / pixels * size) as usize,
        ((1.015 / pixels * size).ceil() as usize).min(power.len() - 1),
    );
    let peak = (low..=high).max_by(|&one, &other| power[one].total_cmp(&power[other]))?;
    Some(Pitch {
        pixels: size / peak as f64,
        strength: power[peak] / background(peak),
    })
}
