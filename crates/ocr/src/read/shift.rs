//! Finds the offset of the print from its grid, which varies smoothly along a row.

use super::light::Light;
use super::matching::{Rough, Templates, rough};
use super::strip::{Offset, PER_DOT, Strip};

/// A cell without a dot of more ink than this does not show its offset.
const MIN_DOT_INK: f32 = 0.33;
/// Whether a cell has enough ink to show its offset.
pub(super) fn is_inked(cell: &Rough) -> bool {
    cell.iter().any(|&ink| ink > MIN_DOT_INK)
}

/// The squared error of a dot in a correctly placed character, for weighting distances.
const VARIANCE: f32 = 0.06;
/// Maximum cost of a shift for a cell: beyond it the cell is a stain or not a character of the font.
const MAX_SHIFT_COST: f32 = 60.0;
/// The cost of a step of one sample between two cells.
const STEP_COST: f32 = 4.0;
/// The cost per cell of an offset of one sample.
const OFFSET_COST: f32 = 0.05;

/// Returns the offsets of a row's cells relative to its samples, at most `reach` samples.
pub(super) fn find(strip: &Strip, lights: &[Light], templates: &Templates, reach: usize) -> Vec<Offset> {
    let places = Places { reach };
    let costs: Vec<Option<Vec<f32>>> = (0..strip.columns)
        .map(|column| {
            let here = rough(&lights[column].ink(&strip.cell(column, [0, 0])));
            let mut class = 0;
            let cost = |place| {
                let patch = strip.cell(column, places.samples(place));
                // Neighbouring shifts mostly have the same nearest class.
                let best;
                (best, class) = templates.least(&rough(&lights[column].ink(&patch)), class);
                (best / (2.0 * VARIANCE)).min(MAX_SHIFT_COST)
            };
            is_inked(&here).then(|| (0..places.count()).map(cost).collect())
        })
        .collect();
    let path = places.path(&costs);
    let ends: Vec<[Peak; 2]> = (costs.iter().zip(&path))
        .map(|(costs, &place)| [0, 1].map(|axis| places.peak(costs.as_deref(), place, axis)))
        .collect();
    let [right, down] = [0, 1].map(|axis| smooth(ends.iter().map(|peaks| peaks[axis])));
    (right.into_iter().zip(down))
        .map(|(right, down)| [right, down].map(|samples| samples / PER_DOT as f32))
        .collect()
}

/// The trial shifts, in a square centred on zero.
#[derive(Clone, Copy)]
struct Places {
    reach: usize,
}

/// The best shift along an axis in samples, and its weight, which is the sharpness of the minimum.
#[derive(Clone, Copy)]
struct Peak {
    at: f32,
    weight: f32,
}

impl Places {
    fn side(self) -> usize {
        2 * self.reach + 1
    }

    fn count(self) -> usize {
        self.side() * self.side()
    }

    fn samples(self, place: usize) -> [isize; 2] {
        [place % self.side(), place / self.side()].map(|at| at as isize - self.reach as isize)
    }

    /// Returns the best path of shifts along the row.
    fn path(self, costs: &[Option<Vec<f32>>]) -> Vec<usize> {
        let far = |one: usize, other: usize| {
            let ([x, y], [u, v]) = (self.samples(one), self.samples(other));
            ((x - u).pow(2) + (y - v).pow(2)) as f32
        };
        let centre = self.count() / 2;
        let mut sums = vec![0.0_f32; self.count()];
        let mut ways: Vec<Vec<usize>> = Vec::with_capacity(costs.len());
        for costs in costs {
            let mut way = Vec::with_capacity(self.count());
            let mut next = Vec::with_capacity(self.count());
            for place in 0..self.count() {
                let from = |from: usize| sums[from] + STEP_COST * far(from, place);
                let best = (0..self.count()).min_by(|&one, &other| from(one).total_cmp(&from(other)));
                let best = best.unwrap_or(centre);
                let here = costs.as_ref().map_or(0.0, |costs| costs[place]);
                next.push(from(best) + here + OFFSET_COST * far(place, centre));
                way.push(best);
            }
            sums = next;
            ways.push(way);
        }
        let last = (0..self.count()).min_by(|&one, &other| sums[one].total_cmp(&sums[other]));
        let mut place = last.unwrap_or(centre);
        let mut path = Vec::with_capacity(ways.len());
        for way in ways.iter().rev() {
            path.push(place);
            place = way[place];
        }
        path.reverse();
        path
    }

    /// Returns the minimum of the parabola through the costs of a shift and its neighbours.
    fn peak(self, costs: Option<&[f32]>, place: usize, axis: usize) -> Peak {
        let here = self.samples(place)[axis];
        let step = if axis == 0 { 1 } else { self.side() };
        let none = Peak {
            at: here as f32,
            weight: 0.0,
        };
        let Some(costs) = costs else {
            return none;
        };
        if here.unsigned_abs() == self.reach {
            return Peak { weight: 1.0, ..none };
        }
        let [before, at, after] = [place - step, place, place + step].map(|place| costs[place]);
        let bend = before + after - 2.0 * at;
        if bend <= 0.0 {
            return none;
        }
        Peak {
            at: here as f32 + (0.5 * (before - after) / bend).clamp(-0.7, 0.7),
            weight: bend.min(MAX_SHIFT_COST),
        }
    }
}

/// Returns a smooth line through the peaks, which minimizes the squares of the residuals and of the steps.
fn smooth(peaks: impl Iterator<Item = Peak>) -> Vec<f32> {
    /// The weight of a step of one sample between two cells.
    const STEP_WEIGHT: f32 = 60.0;
    let peaks: Vec<Peak> = peaks.collect();
    // The system is tridiagonal; a small weight keeps it regular for a row without peaks.
    let (mut ratio, mut line) = (Vec::with_capacity(peaks.len()), Vec::with_capacity(peaks.len()));
    for (place, peak) in peaks.iter().enumerate() {
        let sides = f32::from(u8::from(place > 0)) + f32::from(u8::from(place + 1 < peaks.len()));
        let weight = peak.weight + 0.01;
        let (before_ratio, before_line) = place
            .checked_sub(1)
            .map_or((0.0, 0.0), |before| (ratio[before], line[before]));
        let divisor = weight + STEP_WEIGHT * sides - STEP_WEIGHT * before_ratio;
        ratio.push(STEP_WEIGHT / divisor);
        line.push((weight * peak.at + STEP_WEIGHT * before_line) / divisor);
    }
    for place in (0..peaks.len().saturating_sub(1)).rev() {
        line[place] += ratio[place] * line[place + 1];
    }
    line
}
