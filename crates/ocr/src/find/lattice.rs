//! The lattice of cells on a sheet: smooth surfaces that grow by 1 per cell and per row.

use std::array;
use std::f64::consts::TAU;

use super::cell::{self, Image};
use super::drift::Drift;
use super::ink::Inked;
use super::profile::{PARTS, between, limited, shift, softened, spill};
use super::surface::{Measure, Surface};

/// Side of a tile in cells; neighbouring tiles overlap by half.
const TILE: usize = 4;
/// Number of windows of four tiles that share a tile.
const OVERLAP: f64 = 4.0;
/// Minimum and maximum number of rounds of fitting to the cell profiles: errors of one round blur the mean
/// profile of the next.
const MIN_ROUNDS: usize = 2;
const MAX_ROUNDS: usize = 8;
/// Fitting stops when a round changes the surfaces by less than this, in cells.
const MIN_CHANGE: f64 = 0.02;
/// The positions of cells (`surfaces[0]`) and rows (`surfaces[1]`): they begin at whole numbers once the
/// lattice is aligned.
#[derive(Clone, Debug)]
pub(super) struct Lattice {
    pub surfaces: [Surface; 2],
    /// The corners of the part of the sheet that it covers.
    pub from: [usize; 2],
    pub to: [usize; 2],
    pub pitches: [f64; 2],
    /// How far rows are to the right of the surfaces' positions, and how much lower.
    pub drifts: [Drift; 2],
}

/// Returns the signed difference from the nearest whole number.
pub(super) fn wrapped(value: f64) -> f64 {
    value - value.round()
}

impl Lattice {
    /// Fits a lattice with these pitches to the ink, up to a constant offset.
    pub fn fitted(inked: &Inked, [from, to]: [[usize; 2]; 2], pitches: [f64; 2]) -> Lattice {
        let [low, high] = [from, to].map(|place| place.map(|at| at as f64));
        let mut lattice = Lattice {
            surfaces: [0, 1].map(|axis| Surface::level(axis, pitches[axis], low, high)),
            from,
            to,
            pitches,
            drifts: Default::default(),
        };
        // The paper feed is not smooth enough for the surfaces, but the sheet is flat enough to measure it.
        lattice.follow_drift(inked, true);
        lattice.smooth_drift();
        lattice.follow_phases(inked);
        for round in 1..=MAX_ROUNDS {
            lattice.follow_drift(inked, false);
            let before = lattice.surfaces.clone();
            lattice.follow_profiles(inked);
            let moved = [0, 1].map(|axis| lattice.bent(axis, &before[axis]));
            if round >= MIN_ROUNDS && moved.iter().all(|&moved| moved < MIN_CHANGE) {
                break;
            }
        }
        lattice.measure();
        lattice
    }

    /// The maximum change of a surface in cells.
    fn bent(&self, axis: usize, before: &Surface) -> f64 {
        let parts = [0.0, 0.25, 0.5, 0.75, 1.0];
        let place = |[across, down]: [f64; 2]| {
            [(0, across), (1, down)]
                .map(|(axis, part)| self.from[axis] as f64 + part * (self.to[axis] - self.from[axis]) as f64)
        };
        let places = parts
            .iter()
            .flat_map(|&down| parts.map(|across| place([across, down])));
        let moved: Vec<f64> = places
            .map(|place| self.surfaces[axis].at(place) - before.at(place))
            .collect();
        let mean = moved.iter().sum::<f64>() / moved.len() as f64;
        moved.iter().map(|moved| (moved - mean).abs()).fold(0.0, f64::max)
    }

    /// Moves the smooth part of the drift into the surface of the rows, which is still level.
    fn smooth_drift(&mut self) {
        let level = self.surfaces[1].clone();
        let middle = [0, 1].map(|axis| (self.from[axis] + self.to[axis]) as f64 / 2.0);
        let place = |row: f64| middle[1] + (row - level.at(middle)) * self.pitches[1];
        let across = [self.from[0] as f64, middle[0], self.to[0] as f64];
        let measures: Vec<Measure> = self.drifts[1]
            .values()
            .filter(|(row, _)| (self.from[1] as f64..self.to[1] as f64).contains(&place(*row)))
            .flat_map(|(row, drift)| {
                across.map(|x| Measure {
                    place: [x, place(row)],
                    value: -drift,
                    weight: 1.0,
                })
            })
            .collect();
        if measures.is_empty() {
            return;
        }
        let rows = measures.len() as f64 / across.len() as f64;
        self.surfaces[1].fit(&measures, 0.5, rows);
        let smooth = &self.surfaces[1];
        let drift = std::mem::take(&mut self.drifts[1]);
        self.drifts[1] =
            drift.less(|row| level.at([middle[0], place(row)]) - smooth.at([middle[0], place(row)]));
    }

    /// Updates the pitches to those in the middle.
    fn measure(&mut self) {
        let middle = [0, 1].map(|axis| (self.from[axis] + self.to[axis]) as f64 / 2.0);
        let [across, down] = [0, 1].map(|axis| self.surfaces[axis].slope(middle)[axis]);
        let even = 1.0 - self.drifts[1].slope();
        let pitches = [1.0 / across, 1.0 / (down * even)];
        for (pitch, measured) in self.pitches.iter_mut().zip(pitches) {
            if (measured / *pitch).ln().abs() < 0.2 {
                *pitch = measured;
            }
        }
    }

    /// Returns the size of a pixel in parts of a cell.
    pub fn pixel(&self, axis: usize) -> f64 {
        PARTS as f64 / self.pitches[axis]
    }

    /// Calls `visit` for each pixel with ink, with its column and row, its ink from 0 to 1, and the values of
    /// the surfaces.
    pub fn each(&self, inked: &Inked, mut visit: impl FnMut([usize; 2], f64, [f64; 2])) {
        let places = self.surfaces.each_ref().map(|surface| {
            let places = (self.from[0]..self.to[0]).map(|x| surface.across(x as f64 + 0.5));
            places.collect::<Vec<f64>>()
        });
        let is_drifting = self.drifts.each_ref().map(Drift::is_known);
        let mut values = [Vec::new(), Vec::new()];
        for (y, columns, inks) in inked.lines() {
            for axis in 0..2 {
                let line = self.surfaces[axis].along(y as f64 + 0.5);
                let places = columns.iter().map(|&x| places[axis][x as usize - self.from[0]]);
                values[axis].clear();
                values[axis].extend(places);
                values[axis].iter_mut().for_each(|value| *value = line(*value));
            }
            for (((&x, &ink), &across), &down) in columns.iter().zip(inks).zip(&values[0]).zip(&values[1]) {
                let mut values = [across, down];
                for axis in 0..2 {
                    if is_drifting[axis] {
                        values[axis] -= self.drifts[axis].at(down);
                    }
                }
                visit([x as usize, y], inked.share(ink), values);
            }
        }
    }

    /// Returns the number of tiles in each direction, and a function from a pixel to the index of its tile.
    fn tiles(&self) -> ([usize; 2], impl Fn([usize; 2]) -> usize + use<>) {
        let size = self.pitches.map(|pitch| TILE as f64 * pitch);
        let from = self.from;
        let tile = |axis: usize, at: f64| ((at - from[axis] as f64) / size[axis]) as usize;
        let count = [0, 1].map(|axis| tile(axis, self.to[axis] as f64) + 1);
        let [columns, rows] = [0, 1].map(|axis| {
            let pixels = from[axis]..self.to[axis];
            pixels.map(|at| tile(axis, at as f64 + 0.5)).collect::<Vec<_>>()
        });
        let index = move |[x, y]: [usize; 2]| rows[y - from[1]] * count[0] + columns[x - from[0]];
        (count, index)
    }

    /// Returns the sums of each two by two adjacent tiles with `N` values each, and the centre.
    fn windows<const N: usize>(&self, tiles: &[[f64; N]]) -> Vec<([usize; 2], [f64; N])> {
        let ([width, height], _) = self.tiles();
        let rows = 0..height.max(2) - 1;
        rows.flat_map(|y| (0..width.max(2) - 1).map(move |x| [x, y]))
            .map(|[x, y]| {
                let mut sum = [0.0; N];
                for (dx, dy) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
                    if x + dx < width && y + dy < height {
                        for (sum, value) in sum.iter_mut().zip(&tiles[(y + dy) * width + x + dx]) {
                            *sum += value;
                        }
                    }
                }
                ([x, y], sum)
            })
            .collect()
    }

    /// Bends the surfaces to the phase of the ink in each tile.
    fn follow_phases(&mut self, inked: &Inked) {
        let ([width, height], index) = self.tiles();
        // For each tile: its ink, its centre, and its waves in both directions.
        let mut tiles = vec![[0.0; 7]; width * height];
        self.each(inked, |place, ink, values| {
            let tile = &mut tiles[index(place)];
            tile[0] += ink;
            for axis in 0..2 {
                tile[1 + axis] += ink * (place[axis] as f64 + 0.5);
                let (sine, cosine) = (TAU * values[axis]).sin_cos();
                tile[3 + 2 * axis] += ink * cosine;
                tile[4 + 2 * axis] += ink * sine;
            }
        });
        let windows = self.windows(&tiles);
        let columns = width.max(2) - 1;
        let own = windows.iter().filter(|(_, sum)| sum[0] > 0.0).count() as f64 / OVERLAP;
        for axis in 0..2 {
            let measures: Vec<Measure> = windows
                .iter()
                .map(|(_, sum)| {
                    let [cosine, sine] = [sum[3 + 2 * axis], sum[4 + 2 * axis]];
                    let ink = sum[0].max(1e-9);
                    Measure {
                        place: [sum[1] / ink, sum[2] / ink],
                        value: -sine.atan2(cosine) / TAU,
                        weight: cosine.hypot(sine) * cosine.hypot(sine) / ink,
                    }
                })
                .collect();
            let mut pairs = Vec::new();
            for (at, ([x, y], _)) in windows.iter().enumerate() {
                let right = (x + 1 < columns).then_some(at + 1);
                let below = (y + 2 < height).then_some(at + columns);
                for other in [right, below].into_iter().flatten() {
                    let [one, other] = [&measures[at], &measures[other]];
                    let weight = one.weight.min(other.weight);
                    if weight > 0.0 {
                        pairs.push(([one.place, other.place], wrapped(other.value - one.value), weight));
                    }
                }
            }
            let before = self.surfaces[axis].clone();
            self.surfaces[axis].bend(&pairs, own);
            // The surface is known up to a constant: use the phase of most of the ink.
            for _ in 0..3 {
                let surface = &self.surfaces[axis];
                let left = |measure: &Measure| {
                    measure.value - (surface.at(measure.place) - before.at(measure.place))
                };
                let [cosine, sine] = measures.iter().fold([0.0; 2], |[cosine, sine], measure| {
                    let (s, c) = (TAU * left(measure)).sin_cos();
                    [cosine + measure.weight * c, sine + measure.weight * s]
                });
                let constant = sine.atan2(cosine) / TAU;
                let residuals: Vec<Measure> = measures
                    .iter()
                    .filter(|measure| measure.weight > 0.0)
                    .map(|measure| Measure {
                        value: wrapped(left(measure) - constant),
                        ..*measure
                    })
                    .collect();
                let mut next = surface.clone().plus(constant);
                next.adjust(&residuals, 0.08, own);
                self.surfaces[axis] = next;
            }
        }
    }

    /// Measures the drift of rows relative to the surfaces; in the first round (`first`) only the vertical
    /// one.
    fn follow_drift(&mut self, inked: &Inked, first: bool) {
        let before = std::mem::take(&mut self.drifts);
        let [low, high] = self.extremes(inked, 1);
        if low > high || high - low > 5000.0 {
            return;
        }
        let rows = (high - low) as usize + 1;
        let mut profiles = [0, 1].map(|_| vec![[0.0; PARTS]; rows]);
        self.each(inked, |_, ink, values| {
            for (profiles, value) in profiles.iter_mut().zip(values) {
                spill(&mut profiles[(values[1] - low) as usize], value, ink);
            }
        });
        for (axis, profiles) in profiles.iter_mut().enumerate() {
            for profile in profiles.iter_mut() {
                *profile = softened(profile, self.pixel(axis));
            }
        }
        limited(profiles[1].as_flattened_mut());
        if first {
            let usual = cell::heights(self.pitches[0] / self.pitches[1]);
            self.drifts[1] = Drift::of(&profiles[1], low, &before[1], Some(&usual));
        } else {
            self.drifts = [0, 1].map(|axis| Drift::of(&profiles[axis], low, &before[axis], None));
        }
    }

    /// Returns the least and greatest whole value of a surface where there is ink.
    fn extremes(&self, inked: &Inked, axis: usize) -> [f64; 2] {
        let mut ends = [f64::MAX, f64::MIN];
        self.each(inked, |_, _, values| {
            let value = values[axis];
            ends = [
                if value < ends[0] { value } else { ends[0] },
                if value > ends[1] { value } else { ends[1] },
            ];
        });
        if ends[0] > ends[1] {
            return ends;
        }
        ends.map(f64::floor)
    }

    /// Bends the surfaces so that the profile of each tile matches the mean profile.
    fn follow_profiles(&mut self, inked: &Inked) {
        let ([width, height], index) = self.tiles();
        let mut tiles = vec![[[0.0; 3 + PARTS]; 2]; width * height];
        self.each(inked, |place, ink, values| {
            let tile = &mut tiles[index(place)];
            for axis in 0..2 {
                let profile = &mut tile[axis];
                profile[0] += ink;
                profile[1] += ink * (place[0] as f64 + 0.5);
                profile[2] += ink * (place[1] as f64 + 0.5);
                spill(&mut profile[3..], values[axis], ink);
            }
        });
        for axis in 0..2 {
            let mut own: Vec<[f64; 3 + PARTS]> = tiles.iter().map(|tile| tile[axis]).collect();
            for tile in &mut own {
                let soft = softened(&tile[3..], self.pixel(axis));
                tile[3..].copy_from_slice(&soft);
            }
            let mut all = [0.0; PARTS];
            for tile in &own {
                all.iter_mut().zip(&tile[3..]).for_each(|(all, ink)| *all += ink);
            }
            let measures: Vec<Measure> = self
                .windows(&own)
                .into_iter()
                .filter(|(_, sum)| sum[0] > 0.0)
                .filter_map(|(_, sum)| {
                    let (shift, likeness) = shift(&sum[3..], &all, PARTS / 4)?;
                    Some(Measure {
                        place: [sum[1] / sum[0], sum[2] / sum[0]],
                        value: -shift,
                        weight: sum[0] * likeness.max(0.0).powi(2),
                    })
                })
                .collect();
            let own = measures.len() as f64 / OVERLAP;
            self.surfaces[axis] = self.surfaces[axis].simplest(&measures, 0.06, own);
        }
    }

    /// Returns the mean of all cells.
    pub fn mean_cell(&self, inked: &Inked) -> Image {
        let mut image = vec![[0.0; PARTS]; PARTS];
        self.each(inked, |_, ink, [across, down]| {
            for (line, ink) in between(down, ink) {
                spill(&mut image[line], across, ink);
            }
        });
        for line in &mut image {
            *line = softened(line, self.pixel(0));
        }
        let columns: Vec<_> = (0..PARTS)
            .map(|part| {
                softened(
                    &image.iter().map(|line| line[part]).collect::<Vec<_>>(),
                    self.pixel(1),
                )
            })
            .collect();
        (0..PARTS)
            .map(|line| array::from_fn(|part| columns[part][line]))
            .collect()
    }
}
