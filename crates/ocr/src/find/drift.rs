//! How rows wander: paper is not fed evenly, and what a printer's wheels do comes again more often than a smooth surface bends.

use super::lattice::{PARTS, shift};

/// By how many parts of a row the paper may be fed wrongly from one row to the next: 9 %.
const CHANGE: usize = 3;
/// How many parts of a row the rows may wander from where they should be.
const FARTHEST: usize = PARTS;

/// By how much rows stand lower, or farther to the right, than a lattice says, as a function of the row. Rows count as one, and so
/// do cells.
#[derive(Clone, Debug, Default)]
pub(super) struct Drift {
    /// The place of the first of the values.
    start: f64,
    /// The values at places a row apart.
    values: Vec<f64>,
}

impl Drift {
    /// The value at a place.
    pub fn at(&self, place: f64) -> f64 {
        let Some(last) = self.values.len().checked_sub(1) else {
            return 0.0;
        };
        let at = (place - self.start).clamp(0.0, last as f64);
        let low = (at as usize).min(last.saturating_sub(1));
        let high = (low + 1).min(last);
        self.values[low] + (self.values[high] - self.values[low]) * (at - low as f64)
    }

    /// Where the lattice says that is which stands at a place.
    pub fn before(&self, place: f64) -> f64 {
        let mut before = place;
        for _ in 0..12 {
            before = place + self.at(before);
        }
        before
    }

    /// That of the lattice upside down.
    pub fn turned(mut self) -> Drift {
        self.start = -(self.start + self.values.len().saturating_sub(1) as f64);
        self.values.reverse();
        self.values.iter_mut().for_each(|value| *value = -*value);
        self
    }

    /// That of the lattice moved by a value.
    pub fn plus(mut self, value: f64) -> Drift {
        self.start += value;
        self
    }

    /// The drift of rows from number `first` on, by the profile of the ink of each: that with which all are most alike, and which
    /// changes least from one to the next.
    pub fn of(profiles: &[[f64; PARTS]], first: f64) -> Drift {
        // Each with its neighbours: an empty row says nothing, and one of lower case little.
        let near = |row: usize| {
            let mut near = profiles[row];
            for other in [row.checked_sub(1), Some(row + 1)].into_iter().flatten() {
                let Some(profile) = profiles.get(other) else {
                    continue;
                };
                near.iter_mut().zip(profile).for_each(|(near, ink)| *near += 0.5 * ink);
            }
            near
        };
        let profiles: Vec<[f64; PARTS]> = (0..profiles.len()).map(near).collect();
        let mut values = vec![0.0; profiles.len()];
        for _ in 0..3 {
            let mut all = [0.0; PARTS];
            for (profile, value) in profiles.iter().zip(&values) {
                let by = value * PARTS as f64;
                let (whole, part) = (by.floor(), by - by.floor());
                let low = (whole as isize).rem_euclid(PARTS as isize) as usize;
                for (at, all) in all.iter_mut().enumerate() {
                    *all += profile[(at + low) % PARTS] * (1.0 - part) + profile[(at + low + 1) % PARTS] * part;
                }
            }
            values = wander(&profiles, &all);
        }
        let smooth = |at: usize| {
            let (before, after) = (at.saturating_sub(1), (at + 1).min(values.len() - 1));
            0.25 * values[before] + 0.5 * values[at] + 0.25 * values[after]
        };
        Drift {
            start: first + 0.5,
            values: (0..values.len()).map(smooth).collect(),
        }
    }
}

/// By how much each profile is shifted against the mean of all, in rows: the likeliest way from row to row.
fn wander(profiles: &[[f64; PARTS]], all: &[f64; PARTS]) -> Vec<f64> {
    /// What a step of a part costs, of the likeness of a usual row.
    const STEP: f64 = 0.02;
    let level = |profile: &[f64; PARTS]| {
        let mean = profile.iter().sum::<f64>() / PARTS as f64;
        profile.map(|ink| ink - mean)
    };
    let norm = |profile: &[f64; PARTS]| profile.iter().map(|ink| ink * ink).sum::<f64>().sqrt();
    let all = level(all);
    let usual = profiles.iter().map(|profile| norm(&level(profile))).sum::<f64>() / profiles.len().max(1) as f64;
    let scale = 1.0 / (norm(&all) * usual).max(1e-9);
    let states = 2 * FARTHEST + 1;
    let mut best: Vec<f64> = vec![0.0; states];
    let mut from: Vec<Vec<usize>> = Vec::new();
    for profile in profiles {
        let profile = level(profile);
        let likeness: Vec<f64> = (0..PARTS)
            .map(|by| (0..PARTS).map(|at| profile[(at + by) % PARTS] * all[at]).sum::<f64>() * scale)
            .collect();
        let mut next = vec![f64::MIN; states];
        let mut steps = vec![0; states];
        for state in 0..states {
            for before in state.saturating_sub(CHANGE)..=(state + CHANGE).min(states - 1) {
                let step = state.abs_diff(before) as f64;
                let value = best[before] - STEP * step * step;
                if value > next[state] {
                    (next[state], steps[state]) = (value, before);
                }
            }
            next[state] += likeness[(state + PARTS * 2 - FARTHEST) % PARTS];
        }
        best = next;
        from.push(steps);
    }
    let end = (0..states).max_by(|&one, &other| {
        let near = |state: usize| std::cmp::Reverse(state.abs_diff(FARTHEST));
        best[one].total_cmp(&best[other]).then(near(one).cmp(&near(other)))
    });
    let mut state = end.unwrap_or(FARTHEST);
    let mut states: Vec<usize> = from
        .iter()
        .rev()
        .map(|steps| {
            let before = steps[state];
            std::mem::replace(&mut state, before)
        })
        .collect();
    states.reverse();
    let mean = states.iter().sum::<usize>() as f64 / states.len().max(1) as f64;
    let whole = ((mean - FARTHEST as f64) / PARTS as f64).round();
    states
        .iter()
        .zip(profiles)
        .map(|(&state, profile)| {
            let rough = state as f64 - FARTHEST as f64;
            let by = (state + PARTS * 2 - FARTHEST) % PARTS;
            let mut turned = *profile;
            turned.rotate_left(by);
            let fine = shift(&turned, &all, 2).map_or(0.0, |(shift, _)| shift);
            rough / PARTS as f64 + fine - whole
        })
        .collect()
}
