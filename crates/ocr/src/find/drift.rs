//! The drift of rows: paper feed is uneven, and the errors of a printer's wheels repeat more often than a
//! smooth surface can follow.

use super::profile::{PARTS, shift, softened, spill};

/// Maximum error of the paper feed from one row to the next, in parts of a row: an eighth of a row.
const MAX_FEED_ERROR: usize = 4;
/// Maximum drift, in parts of a row.
const MAX_DRIFT: usize = 2 * PARTS;
/// Minimum number of rows for measuring a drift.
pub(super) const MIN_ROWS: usize = 9;
/// A drift is ignored if its mean (RMS) is below this, in rows or cells, and its maximum is below
/// `MIN_PEAK_DRIFT`.
const MIN_MEAN_DRIFT: f64 = 0.06;
/// The same for the maximum.
const MIN_PEAK_DRIFT: f64 = 0.14;

/// How much lower, or farther to the right, rows are than the lattice predicts, as a function of the row. In
/// units of rows, or cells.
#[derive(Clone, Debug, Default)]
pub(super) struct Drift {
    /// The position of the first value.
    start: f64,
    /// The values at intervals of one row.
    values: Vec<f64>,
}

impl Drift {
    /// Whether a drift was measured.
    pub fn is_known(&self) -> bool {
        !self.values.is_empty()
    }

    /// Returns the value at a position.
    pub fn at(&self, place: f64) -> f64 {
        let Some(last) = self.values.len().checked_sub(1) else {
            return 0.0;
        };
        let at = (place - self.start).clamp(0.0, last as f64);
        let low = (at as usize).min(last.saturating_sub(1));
        let high = (low + 1).min(last);
        self.values[low] + (self.values[high] - self.values[low]) * (at - low as f64)
    }

    /// Returns the positions and values at intervals of one row.
    pub fn values(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        (0..self.values.len()).map(|at| (self.start + at as f64, self.values[at]))
    }

    /// Subtracts a function of the position.
    pub fn less(mut self, function: impl Fn(f64) -> f64) -> Drift {
        let places = (0..self.values.len()).map(|at| self.start + at as f64);
        for (place, value) in places.zip(&mut self.values) {
            *value -= function(place);
        }
        self
    }

    /// Returns the mean increase per row.
    pub fn slope(&self) -> f64 {
        match &self.values[..] {
            [first, .., last] => (last - first) / (self.values.len() - 1) as f64,
            _ => 0.0,
        }
    }

    /// Returns the lattice position of what is found at `place`; the inverse of the drift.
    pub fn before(&self, place: f64) -> f64 {
        let mut before = place;
        for _ in 0..12 {
            before = place + self.at(before);
        }
        before
    }

    /// Returns the drift for the lattice turned upside down.
    pub fn turned(mut self) -> Drift {
        self.start = -(self.start + self.values.len().saturating_sub(1) as f64);
        self.values.reverse();
        self.values.iter_mut().for_each(|value| *value = -*value);
        self
    }

    /// Returns the drift for the lattice shifted by a value.
    pub fn plus(mut self, value: f64) -> Drift {
        self.start += value;
        self
    }

    /// Returns the drift of rows from number `first`, given the ink profile of each: the one that makes the
    /// rows most alike while changing most evenly. The search starts from `before`, or, if `usual` is given,
    /// from the best match with that profile.
    pub fn of(profiles: &[[f64; PARTS]], first: f64, before: &Drift, usual: Option<&[f64; PARTS]>) -> Drift {
        // Add the neighbours: an empty row has no information, and one in lower case little.
        let near = |row: usize| {
            let mut near = profiles[row];
            for other in [row.checked_sub(1), Some(row + 1)].into_iter().flatten() {
                let Some(profile) = profiles.get(other) else {
                    continue;
                };
                near.iter_mut()
                    .zip(profile)
                    .for_each(|(near, ink)| *near += 0.5 * ink);
            }
            near
        };
        let profiles: Vec<[f64; PARTS]> = (0..profiles.len()).map(near).collect();
        let start = first + 0.5;
        let mut values: Vec<f64> = match usual {
            Some(usual) => wander(&profiles, usual).0,
            None => (0..profiles.len())
                .map(|row| before.at(start + row as f64))
                .collect(),
        };
        for _ in 0..2 {
            let mut all = [0.0; PARTS];
            for (profile, value) in profiles.iter().zip(&values) {
                let by = value * PARTS as f64;
                let (whole, part) = (by.floor(), by - by.floor());
                let low = (whole as isize).rem_euclid(PARTS as isize) as usize;
                for (at, all) in all.iter_mut().enumerate() {
                    *all +=
                        profile[(at + low) % PARTS] * (1.0 - part) + profile[(at + low + 1) % PARTS] * part;
                }
            }
            values = wander(&profiles, &all).0;
        }
        let usual = profiles.iter().flatten().sum::<f64>() / profiles.len().max(1) as f64;
        let inked = profiles
            .iter()
            .filter(|profile| profile.iter().sum::<f64>() > usual / 4.0);
        if inked.count() < MIN_ROWS {
            return Drift::default();
        }
        let values = smoothed(&values);
        // Smaller drifts may be caused by the text of the rows.
        let inks: Vec<f64> = profiles.iter().map(|profile| profile.iter().sum()).collect();
        let mean = |figure: &dyn Fn(f64) -> f64| {
            let sum: f64 = inks
                .iter()
                .zip(&values)
                .map(|(ink, &value)| ink * figure(value))
                .sum();
            sum / inks.iter().sum::<f64>().max(1e-9)
        };
        // The offset of the rows in the lattice is determined later.
        let middle = mean(&|value| value);
        let most = inks
            .iter()
            .zip(&values)
            .filter(|(ink, _)| **ink > usual / 4.0)
            .fold(0.0_f64, |most, (_, value)| most.max((value - middle).abs()));
        if mean(&|value| (value - middle).powi(2)) < MIN_MEAN_DRIFT * MIN_MEAN_DRIFT && most < MIN_PEAK_DRIFT
        {
            return Drift::default();
        }
        Drift {
            start,
            values: values.iter().map(|value| value - middle).collect(),
        }
    }
}

/// Returns how well the ink of a sheet's lines matches `usual` rows at a pitch, up to 1, and the resulting
/// mean pitch.
pub(super) fn fitness(lines: &[f64], pitch: f64, usual: &[f64; PARTS]) -> (f64, f64) {
    let rows = (lines.len() as f64 / pitch) as usize + 1;
    let mut profiles = vec![[0.0; PARTS]; rows];
    for (line, ink) in lines.iter().enumerate() {
        let value = (line as f64 + 0.5) / pitch;
        spill(&mut profiles[value as usize], value, *ink);
    }
    for profile in &mut profiles {
        *profile = softened(profile, PARTS as f64 / pitch);
    }
    let (values, score) = wander(&profiles, usual);
    let inks = profiles.iter().map(|profile| profile.iter().sum::<f64>());
    let mean = |figures: &mut dyn Iterator<Item = (f64, f64)>| {
        let (sum, all) = figures.fold((0.0, 0.0), |(sum, all), (ink, value)| {
            (sum + ink * value, all + ink)
        });
        sum / all.max(1e-9)
    };
    let rows = (0..values.len()).map(|row| row as f64);
    let [row, value] = [
        mean(&mut inks.clone().zip(rows.clone())),
        mean(&mut inks.clone().zip(values.iter().copied())),
    ];
    let spread = mean(&mut inks.clone().zip(rows.clone().map(|at| (at - row).powi(2))));
    let both = rows.zip(&values).map(|(at, own)| (at - row) * (own - value));
    let slope = mean(&mut inks.zip(both)) / spread.max(1e-9);
    (score, pitch / (1.0 - slope.clamp(-0.2, 0.2)))
}

/// Smooths the values with their neighbours.
fn smoothed(values: &[f64]) -> Vec<f64> {
    const WEIGHTS: [f64; 5] = [1.0, 3.0, 4.0, 3.0, 1.0];
    (0..values.len() as isize)
        .map(|at| {
            let near = (-2..=2).filter_map(|by: isize| {
                let value = values.get(usize::try_from(at + by).ok()?)?;
                Some((WEIGHTS[(by + 2) as usize], value))
            });
            let (sum, weight) = near.fold((0.0, 0.0), |(sum, all), (weight, value)| {
                (sum + weight * value, all + weight)
            });
            sum / weight
        })
        .collect()
}

/// Returns the shift of each profile relative to `all`, in rows, by the most likely path from row to row, and
/// how well they match, up to 1.
fn wander(profiles: &[[f64; PARTS]], all: &[f64; PARTS]) -> (Vec<f64>, f64) {
    /// The costs of a change of the step by one part and of a step of one part, relative to the likeness of a
    /// typical row.
    const STEP_CHANGE_COST: f64 = 0.06;
    const STEP_COST: f64 = 0.003;
    const PLACES: usize = 2 * MAX_DRIFT + 1;
    const STEPS: usize = 2 * MAX_FEED_ERROR + 1;
    let level = |profile: &[f64; PARTS]| {
        let mean = profile.iter().sum::<f64>() / PARTS as f64;
        profile.map(|ink| ink - mean)
    };
    let norm = |profile: &[f64; PARTS]| profile.iter().map(|ink| ink * ink).sum::<f64>().sqrt();
    let all = level(all);
    let norms: Vec<f64> = profiles.iter().map(|profile| norm(&level(profile))).collect();
    let usual = norms.iter().sum::<f64>() / norms.len().max(1) as f64;
    // The best score for each last step and position.
    let mut best = [[0.0; PLACES]; STEPS];
    let mut from: Vec<[[u8; PLACES]; STEPS]> = Vec::with_capacity(profiles.len());
    for (profile, own) in profiles.iter().zip(&norms) {
        // A row that is far stronger than the others is a bar: limit its weight.
        let profile = level(profile);
        let scale = 1.0 / (norm(&all) * own.max(usual)).max(1e-9);
        let twice: [f64; 2 * PARTS] = std::array::from_fn(|at| profile[at % PARTS]);
        let mut likeness = [0.0; PARTS];
        for (at, all) in all.iter().enumerate() {
            for (sum, ink) in likeness.iter_mut().zip(&twice[at..]) {
                *sum += ink * all;
            }
        }
        let scaled = likeness.map(|likeness| likeness * scale);
        let likeness: [f64; PLACES] =
            std::array::from_fn(|place| scaled[(place + PARTS * 8 - MAX_DRIFT) % PARTS]);
        let mut next = [[f64::MIN; PLACES]; STEPS];
        let mut chosen = [[0_u8; PLACES]; STEPS];
        for step in 0..STEPS {
            let long = step.abs_diff(MAX_FEED_ERROR) as f64;
            // The positions, and the previous positions from which this step leads to them.
            let to = step.saturating_sub(MAX_FEED_ERROR)..PLACES.min(PLACES + step - MAX_FEED_ERROR);
            let before = to.start + MAX_FEED_ERROR - step..to.end + MAX_FEED_ERROR - step;
            let mut values = [f64::MIN; PLACES];
            let mut steps = [step as f64; PLACES];
            for (last, best) in best
                .iter()
                .enumerate()
                .take(step + 2)
                .skip(step.saturating_sub(1))
            {
                let turn = if last == step { 0.0 } else { STEP_CHANGE_COST };
                for ((value, chosen), best) in values.iter_mut().zip(&mut steps).zip(&best[before.clone()]) {
                    let tried = best - turn;
                    *chosen = if tried > *value { last as f64 } else { *chosen };
                    *value = if tried > *value { tried } else { *value };
                }
            }
            let own = next[step][to.clone()]
                .iter_mut()
                .zip(&mut chosen[step][to.clone()]);
            for (((next, chosen), (value, step)), likeness) in
                own.zip(values.iter().zip(steps)).zip(&likeness[to])
            {
                *next = value - STEP_COST * long * long + likeness;
                *chosen = step as u8;
            }
        }
        best = next;
        from.push(chosen);
    }
    // If several are equal, the one nearest to the middle.
    let far = |[place, _]: [usize; 2]| std::cmp::Reverse(place.abs_diff(MAX_DRIFT));
    let ends = (0..PLACES).flat_map(|place| (0..STEPS).map(move |step| [place, step]));
    let value = |[place, step]: [usize; 2]| best[step][place];
    let end = ends.max_by(|&one, &other| {
        value(one)
            .total_cmp(&value(other))
            .then(far(one).cmp(&far(other)))
    });
    let score = end.map_or(0.0, value);
    let possible: f64 = norms.iter().map(|own| own / own.max(usual).max(1e-9)).sum();
    let [mut place, mut step] = end.unwrap_or([MAX_DRIFT, MAX_FEED_ERROR]);
    let mut places: Vec<usize> = Vec::with_capacity(profiles.len());
    for chosen in from.iter().rev() {
        places.push(place);
        let last = usize::from(chosen[step][place]);
        place = (place + MAX_FEED_ERROR).saturating_sub(step);
        step = last;
    }
    places.reverse();
    let mean = places.iter().sum::<usize>() as f64 / places.len().max(1) as f64;
    let whole = ((mean - MAX_DRIFT as f64) / PARTS as f64).round();
    let values = (places.iter().zip(profiles))
        .map(|(&place, profile)| {
            let mut turned = *profile;
            turned.rotate_left((place + PARTS * 8 - MAX_DRIFT) % PARTS);
            let fine = shift(&turned, &all, 2).map_or(0.0, |(shift, _)| shift);
            (place as f64 - MAX_DRIFT as f64) / PARTS as f64 + fine - whole
        })
        .collect();
    (values, score / possible.max(1e-9))
}
