//! Local spectra of the ink, in windows all over the page.

use super::fourier::Fourier;
use super::ink::{Ink, Plane};

/// Side of a window in pixels: seven to fifteen cells, at the scale of the page at which cells are nine to
/// eighteen pixels wide. A larger window would be too bent if the page is not flat.
pub(super) const SIDE: usize = 128;
/// Distance of windows in pixels.
const STEP: usize = SIDE / 2;
/// The highest frequency, in waves per window in each direction.
const MAX_FREQUENCY: isize = 20;
const FREQUENCIES: usize = 2 * MAX_FREQUENCY as usize + 1;
/// The lowest frequency of print, in waves per window: words and shadows have longer waves.
const MIN_WAVES: f64 = 4.5;
/// Maximum width of cells at a scale, in pixels; wider ones are found at the next scale.
const MAX_CELL_WIDTH: f64 = 18.0;
/// Minimum share of ink in a window.
const MIN_INK_SHARE: f64 = 0.01;
/// If the cells at the next scale are larger in area by this factor, those at the previous scale were parts
/// of cells: the waves of strokes are harmonics of the rows' waves.
const OVERTONE_AREA_RATIO: f64 = 2.3;
/// Maximum strength that a single wave counts for.
const MAX_STRENGTH: f32 = 40.0;

/// The strength of each wave of a window, relative to those of the same wavelength.
pub(super) struct Window {
    /// The centre on the page, in pixels of the ink.
    pub place: [f64; 2],
    strengths: Vec<f32>,
}

/// The windows of a page at one scale.
pub(super) struct Spectra {
    /// The number of windows in a row.
    pub width: usize,
    /// The windows row by row; `None` where there is no ink.
    pub windows: Vec<Option<Window>>,
    /// The size of a pixel of the windows, in pixels of the ink.
    scale: f64,
}

/// Maximum slope of a wave relative to its axis: a page may be skewed by 5 degrees, and a curled page is
/// locally steeper.
const MAX_SLOPE: f64 = 0.27;
/// Maximum slope of the mean of a page.
const MAX_SKEW: f64 = 0.125;

impl Window {
    /// Returns the strength of a wave, in waves per window.
    fn strength(&self, [x, y]: [isize; 2]) -> f32 {
        if x.abs() > MAX_FREQUENCY || y.abs() > MAX_FREQUENCY {
            return 0.0;
        }
        self.strengths[(y + MAX_FREQUENCY) as usize * FREQUENCIES + (x + MAX_FREQUENCY) as usize]
    }

    /// Returns the strongest wave within `reach` of `near`, both in waves per window, and its strength.
    fn strongest(&self, near: [f64; 2], reach: f64) -> ([f64; 2], f32) {
        let mut best = ([0, 0], 0.0);
        let range =
            |axis: usize| (near[axis] - reach).ceil() as isize..=(near[axis] + reach).floor() as isize;
        for y in range(1) {
            for x in range(0) {
                let far = (x as f64 - near[0]).hypot(y as f64 - near[1]);
                if far <= reach && self.strength([x, y]) > best.1 {
                    best = ([x, y], self.strength([x, y]));
                }
            }
        }
        // The centre of the peak, which the window function makes three waves wide.
        let (mut sum, mut at) = (0.0, [0.0; 2]);
        for y in best.0[1] - 1..=best.0[1] + 1 {
            for x in best.0[0] - 1..=best.0[0] + 1 {
                let strength = f64::from(self.strength([x, y]));
                sum += strength;
                at[0] += strength * x as f64;
                at[1] += strength * y as f64;
            }
        }
        if sum <= 0.0 {
            return (near, 0.0);
        }
        (at.map(|at| at / sum), best.1)
    }
}

impl Spectra {
    /// Returns the spectra at each scale until cells are small enough, each with its most common wave along
    /// each axis: first the scale at which these stand out most, then the others.
    pub fn of(ink: &Ink) -> Vec<(Spectra, [[f64; 2]; 2])> {
        let mut best: Option<(f32, Spectra, [[f64; 2]; 2])> = None;
        let mut others: Vec<(f32, Spectra, [[f64; 2]; 2])> = Vec::new();
        let mut smaller: Option<Plane> = None;
        let mut scale = 1.0;
        loop {
            let plane = smaller.as_ref().unwrap_or(&ink.plane);
            let spectra = Spectra::at(plane, scale);
            let mean = spectra.mean();
            let commonest = [0, 1].map(|axis| common(&mean, axis));
            // The significance compared with noise, whose waves have a mean strength of 1.
            let count = spectra.windows.iter().flatten().count() as f32;
            let score = (commonest[0].1 + commonest[1].1 - 2.0) * count.sqrt();
            let waves = commonest.map(|wave| wave.0);
            let is_better = |(other, level, shorter): &(f32, Spectra, [[f64; 2]; 2])| {
                let product = |waves: &[[f64; 2]; 2]| waves[0][0] * waves[1][1];
                let is_overtone = scale == 2.0 * level.scale
                    && (0..2).all(|axis| waves[axis][axis] < (MAX_FREQUENCY - 2) as f64)
                    && OVERTONE_AREA_RATIO * product(&waves) < 4.0 * product(shorter);
                score > if is_overtone { 0.5 * other } else { *other }
            };
            let level = (score, spectra, waves);
            others.extend(if best.as_ref().is_none_or(is_better) {
                best.replace(level)
            } else {
                Some(level)
            });
            if super::pitch::PITCHES[1] / scale <= MAX_CELL_WIDTH {
                break;
            }
            smaller = Some(halved(plane));
            scale *= 2.0;
        }
        others.sort_by(|one, other| other.0.total_cmp(&one.0));
        let levels = best.into_iter().chain(others);
        levels.map(|(_, spectra, waves)| (spectra, waves)).collect()
    }

    fn at(plane: &Plane, scale: f64) -> Spectra {
        let fourier = Fourier::new(SIDE);
        let [width, height] = [plane.width, plane.height].map(|size| size.div_ceil(STEP) + 1);
        let places: Vec<[usize; 2]> = (0..height)
            .flat_map(|y| (0..width).map(move |x| [x, y]))
            .collect();
        let mut windows: Vec<Option<Window>> = places.iter().map(|_| None).collect();
        let mut pair: Vec<(usize, Vec<f64>)> = Vec::new();
        for (at, &place) in places.iter().enumerate() {
            pair.extend(pixels(plane, place).map(|pixels| (at, pixels)));
            if pair.len() < 2 && at + 1 < places.len() {
                continue;
            }
            let [one, other] = [0, 1].map(|at| pair.get(at).map(|(_, pixels)| pixels.as_slice()));
            let Some(one) = one else { continue };
            let powers = powers(&fourier, one, other);
            for ((at, _), power) in pair.drain(..).zip(powers) {
                windows[at] = Some(Window {
                    place: places[at].map(|at| (at * STEP) as f64 * scale),
                    strengths: standing_out(&power),
                });
            }
        }
        Spectra {
            width,
            windows,
            scale,
        }
    }

    /// The mean of all windows, with a limit on very strong waves.
    fn mean(&self) -> Window {
        let mut sum = vec![0.0; FREQUENCIES * FREQUENCIES];
        let mut count = 0.0_f32;
        for window in self.windows.iter().flatten() {
            for (sum, strength) in sum.iter_mut().zip(&window.strengths) {
                *sum += strength.min(MAX_STRENGTH);
            }
            count += 1.0;
        }
        sum.iter_mut().for_each(|sum| *sum /= count.max(1.0));
        Window {
            place: [0.0; 2],
            strengths: sum,
        }
    }

    /// Returns the strongest wave of a window within a relative distance of another, both in waves per pixel
    /// of the ink, and its strength.
    pub fn strongest(&self, window: &Window, near: [f64; 2], share: f64) -> ([f64; 2], f32) {
        let waves = SIDE as f64 * self.scale;
        let near = near.map(|wave| wave * waves);
        let reach = (share * near[0].hypot(near[1])).max(1.5);
        let (wave, strength) = window.strongest(near, reach);
        (wave.map(|wave| wave / waves), strength)
    }

    /// Returns the windows next to one, including diagonally.
    pub fn around(&self, at: usize) -> impl Iterator<Item = usize> + use<> {
        let (width, height) = (self.width, self.windows.len() / self.width);
        let (x, y) = (at % width, at / width);
        let near = |at: usize, size: usize| at.saturating_sub(1)..(at + 2).min(size);
        near(y, height)
            .flat_map(move |y| near(x, width).map(move |x| y * width + x))
            .filter(move |&other| other != at)
    }

    /// Converts waves per window to waves per pixel of the ink.
    pub fn in_pixels(&self, wave: [f64; 2]) -> [f64; 2] {
        wave.map(|wave| wave / (SIDE as f64 * self.scale))
    }
}

/// Returns the strongest wave near an axis in the mean, in waves per window. Its neighbours count too, as
/// bending spreads a wave.
fn common(mean: &Window, axis: usize) -> ([f64; 2], f32) {
    let mut best = ([0.0; 2], 0.0);
    for along in MIN_WAVES.ceil() as isize..=MAX_FREQUENCY - 2 {
        let side = (along as f64 * MAX_SKEW).ceil() as isize;
        for aside in -side..=side {
            let at = if axis == 0 { [along, aside] } else { [aside, along] };
            let reach = 1 + along / 12;
            let (mut sum, mut count) = (0.0, 0.0);
            for y in at[1] - reach..=at[1] + reach {
                for x in at[0] - reach..=at[0] + reach {
                    sum += mean.strength([x, y]);
                    count += 1.0;
                }
            }
            let strength = sum / count;
            if strength > best.1 {
                best = (at.map(|at| at as f64), strength);
            }
        }
    }
    best
}

/// Whether the wave vector is close enough to an axis.
pub(super) fn runs_along(axis: usize, wave: [f64; 2]) -> bool {
    wave[axis] > 0.0 && wave[1 - axis].abs() <= MAX_SLOPE * wave[axis]
}

/// Returns the pixels of a window less their mean, fading towards its edge; `None` where there is no ink.
fn pixels(plane: &Plane, [x, y]: [usize; 2]) -> Option<Vec<f64>> {
    let from = [x, y].map(|at| (at * STEP) as isize - STEP as isize);
    let range = |axis: usize, size: usize| {
        let end = (from[axis] + SIDE as isize).clamp(0, size as isize);
        from[axis].clamp(0, size as isize) as usize..end as usize
    };
    let (across, down) = (range(0, plane.width), range(1, plane.height));
    let mut sum = 0_u64;
    for y in down.clone() {
        let row = &plane.data[y * plane.width..][across.clone()];
        sum += row.iter().map(|&ink| u64::from(ink)).sum::<u64>();
    }
    let mean = sum as f64 / 255.0 / (SIDE * SIDE) as f64;
    if mean < MIN_INK_SHARE {
        return None;
    }
    let fade: [f64; SIDE] = std::array::from_fn(|at| {
        (std::f64::consts::PI * (at as f64 + 0.5) / SIDE as f64)
            .sin()
            .powi(2)
    });
    let mut values: Vec<f64> = fade
        .iter()
        .flat_map(|down| fade.map(|across| -mean * across * down))
        .collect();
    for y in down {
        let row = &plane.data[y * plane.width..][across.clone()];
        let line = (y as isize - from[1]) as usize;
        let start = (across.start as isize - from[0]) as usize;
        let values = &mut values[line * SIDE + start..];
        for ((value, &ink), across) in values.iter_mut().zip(row).zip(&fade[start..]) {
            *value += f64::from(ink) / 255.0 * across * fade[line];
        }
    }
    Some(values)
}

/// Returns the power spectra of two windows up to the highest frequency, with one complex transform.
fn powers(fourier: &Fourier, one: &[f64], other: Option<&[f64]>) -> [Vec<f32>; 2] {
    let mut lines: Vec<[f64; 2]> = match other {
        Some(other) => one.iter().zip(other).map(|(&one, &other)| [one, other]).collect(),
        None => one.iter().map(|&one| [one, 0.0]).collect(),
    };
    for line in lines.chunks_exact_mut(SIDE) {
        fourier.transform(line);
    }
    let index = |wave: isize| wave.rem_euclid(SIDE as isize) as usize;
    let mut columns = vec![[0.0; 2]; FREQUENCIES * SIDE];
    for (x, column) in (-MAX_FREQUENCY..=MAX_FREQUENCY).zip(columns.chunks_exact_mut(SIDE)) {
        for (y, value) in column.iter_mut().enumerate() {
            *value = lines[y * SIDE + index(x)];
        }
        fourier.transform(column);
    }
    let at = |x: isize, y: isize| columns[(x + MAX_FREQUENCY) as usize * SIDE + index(y)];
    let mut powers = [
        vec![0.0; FREQUENCIES * FREQUENCIES],
        vec![0.0; FREQUENCIES * FREQUENCIES],
    ];
    let waves =
        (-MAX_FREQUENCY..=MAX_FREQUENCY).flat_map(|y| (-MAX_FREQUENCY..=MAX_FREQUENCY).map(move |x| (x, y)));
    for (place, (x, y)) in waves.enumerate() {
        // The even part of one, and the odd part of the other.
        let ([a, b], [c, d]) = (at(x, y), at(-x, -y));
        powers[0][place] = ((a + c).powi(2) + (b - d).powi(2)) as f32;
        powers[1][place] = ((a - c).powi(2) + (b + d).powi(2)) as f32;
    }
    powers
}

/// Divides powers by the usual power at the same wavelength.
fn standing_out(power: &[f32]) -> Vec<f32> {
    let ring = |place: usize| {
        let [x, y] = [place % FREQUENCIES, place / FREQUENCIES].map(|at| at as f64 - MAX_FREQUENCY as f64);
        (x.hypot(y).round() as usize).min(MAX_FREQUENCY as usize)
    };
    let mut rings = vec![Vec::new(); MAX_FREQUENCY as usize + 1];
    for (place, &power) in power.iter().enumerate() {
        rings[ring(place)].push(power);
    }
    let mut usual: Vec<f32> = rings
        .into_iter()
        .map(|mut ring| {
            let middle = ring.len() / 2;
            *ring.select_nth_unstable_by(middle, f32::total_cmp).1
        })
        .collect();
    // There are few waves of the lowest frequencies, so average them with their neighbours.
    usual = (0..usual.len())
        .map(|at| {
            let near = &usual[at.saturating_sub(1)..(at + 2).min(usual.len())];
            near.iter().sum::<f32>() / near.len() as f32
        })
        .collect();
    // An edge is strong at all waves along one line, print at only one of them.
    let along = |place: usize| {
        let near = |share: f64| {
            let at = |at: usize| ((at as f64 - MAX_FREQUENCY as f64) * share).round() as isize;
            let [x, y] = [at(place % FREQUENCIES), at(place / FREQUENCIES)];
            let is_known = x.abs() <= MAX_FREQUENCY && y.abs() <= MAX_FREQUENCY;
            is_known.then(|| power[(y + MAX_FREQUENCY) as usize * FREQUENCIES + (x + MAX_FREQUENCY) as usize])
        };
        let (less, more) = (near(0.7).unwrap_or(0.0), near(1.4).unwrap_or(0.0));
        0.5 * less.min(more)
    };
    let loudest = usual.iter().copied().fold(0.0, f32::max);
    (0..power.len())
        .map(|place| {
            power[place] / (usual[ring(place)].max(along(place)) + 1e-4 * loudest + f32::MIN_POSITIVE)
        })
        .collect()
}

/// Returns a plane of half the width and height.
fn halved(plane: &Plane) -> Plane {
    let (width, height) = ((plane.width / 2).max(1), (plane.height / 2).max(1));
    let at = |x: usize, y: usize| {
        let row = |y: usize| &plane.data[y.min(plane.height - 1) * plane.width..][..plane.width];
        let two = |row: &[u8]| u16::from(row[2 * x]) + u16::from(row[(2 * x + 1).min(plane.width - 1)]);
        ((two(row(2 * y)) + two(row(2 * y + 1)) + 2) / 4) as u8
    };
    Plane {
        width,
        height,
        data: (0..height)
            .flat_map(|y| (0..width).map(move |x| at(x, y)))
            .collect(),
    }
}
