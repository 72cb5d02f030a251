//! The brightness of paper and ink around each cell.

use super::strip::{AREA, Patch, Strip};

/// The darkness of the paper, and the additional darkness of full ink.
#[derive(Clone, Copy, Debug)]
pub(super) struct Light {
    pub(super) paper: f32,
    pub(super) contrast: f32,
}

impl Light {
    /// Converts a cell's samples to fractions of full ink.
    pub(super) fn ink(self, patch: &Patch) -> Patch {
        patch.map(|value| ((value - self.paper) / self.contrast).clamp(-0.7, 1.7))
    }
}

/// Minimum contrast in grey levels; a page with less is empty.
const MIN_CONTRAST: f32 = 6.0;
/// Number of cells to each side, and of rows above and below, that are used for a cell's light.
const REACH: [usize; 2] = [5, 2];

/// Returns a quantile of the values; `None` if there are none.
pub(super) fn quantile(values: &mut [f32], part: f32) -> Option<f32> {
    let place = ((values.len().checked_sub(1)?) as f32 * part) as usize;
    Some(*values.select_nth_unstable_by(place, f32::total_cmp).1)
}

/// Whether the print is light on dark, given that most of a listing is paper.
pub(super) fn is_light_on_dark(strips: &[Strip]) -> bool {
    let mut values: Vec<f32> = (strips.iter())
        .flat_map(|strip| {
            (0..strip.columns).flat_map(|column| strip.cell(column, [0, 0]).into_iter().step_by(7))
        })
        .collect();
    let mut at = |part: f32| quantile(&mut values, part).unwrap_or(0.0);
    let (low, middle, high) = (at(0.01), at(0.5), at(0.99));
    high - middle < middle - low
}

/// Returns a first estimate from the darkest and lightest samples of each cell.
pub(super) fn guess(strips: &[Strip], near: &[Vec<usize>]) -> Vec<Vec<Light>> {
    let ends: Vec<Vec<[f32; 2]>> = strips
        .iter()
        .map(|strip| {
            let ends = |column| {
                let mut patch = strip.cell(column, [0, 0]);
                [0.2, 0.96].map(|part| quantile(&mut patch, part).unwrap_or(0.0))
            };
            (0..strip.columns).map(ends).collect()
        })
        .collect();
    let papers: Vec<Vec<f32>> = around(&ends, near, |cells| {
        quantile(&mut cells.iter().map(|ends| ends[0]).collect::<Vec<f32>>(), 0.5).unwrap_or(0.0)
    });
    let depths: Vec<Vec<f32>> = (ends.iter().zip(&papers))
        .map(|(ends, papers)| {
            ends.iter()
                .zip(papers)
                .map(|(ends, paper)| ends[1] - paper)
                .collect()
        })
        .collect();
    let mut all: Vec<f32> = depths.iter().flatten().copied().collect();
    let page = quantile(&mut all, 0.97).unwrap_or(0.0).max(MIN_CONTRAST);
    let contrasts = around(&depths, near, |depths| {
        let here = quantile(&mut depths.to_vec(), 0.9).unwrap_or(page);
        here.clamp(0.4 * page, 1.5 * page).max(MIN_CONTRAST)
    });
    (papers.iter().zip(&contrasts))
        .map(|(papers, contrasts)| {
            let light = |(&paper, &contrast): (&f32, &f32)| Light { paper, contrast };
            papers.iter().zip(contrasts).map(light).collect()
        })
        .collect()
}

/// Applies a function to the neighbourhood of each cell.
fn around<T: Copy>(cells: &[Vec<T>], near: &[Vec<usize>], of: impl Fn(&[T]) -> f32) -> Vec<Vec<f32>> {
    (cells.iter().enumerate())
        .map(|(row, line)| {
            let window = |column: usize| {
                let mut values = Vec::new();
                for &row in &near[row] {
                    let end = cells[row].len().min(column + REACH[0] + 1);
                    values.extend_from_slice(&cells[row][column.saturating_sub(REACH[0]).min(end)..end]);
                }
                of(&values)
            };
            (0..line.len()).map(window).collect()
        })
        .collect()
}

/// Returns for each row the rows used for its light: itself, and its neighbours in the list that are also its
/// neighbours on the page.
pub(super) fn neighbours(rows: &[crate::RowGrid]) -> Vec<Vec<usize>> {
    let is_near = |one: usize, other: usize| {
        let (Some([x, y]), Some([u, v])) = (rows[one].top.first(), rows[other].top.first()) else {
            return false;
        };
        let Some([left, bottom]) = rows[one].bottom.first() else {
            return false;
        };
        let height = (x - left).hypot(y - bottom);
        (x - u).hypot(y - v) < height * (REACH[1] as f32 + 0.7)
    };
    let beside = |row: usize| row.saturating_sub(REACH[1])..(row + REACH[1] + 1).min(rows.len());
    (0..rows.len())
        .map(|row| {
            beside(row)
                .filter(|&other| other == row || is_near(row, other))
                .collect()
        })
        .collect()
}

/// Sums over a cell with a known character: 1, ink, ink squared, grey, grey times ink.
#[derive(Clone, Copy, Default)]
pub(super) struct Sums([f32; 5]);

impl Sums {
    pub(super) fn of(patch: &Patch, template: &Patch) -> Sums {
        let mut sums = [AREA as f32, 0.0, 0.0, 0.0, 0.0];
        for (value, ink) in patch.iter().zip(template) {
            sums[1] += ink;
            sums[2] += ink * ink;
            sums[3] += value;
            sums[4] += value * ink;
        }
        Sums(sums)
    }
}

/// Refines the light with the cells that are known; the previous light acts as a prior.
pub(super) fn refine(lights: &mut [Vec<Light>], known: &[Vec<Option<Sums>>], near: &[Vec<usize>]) {
    let before: Vec<Vec<Light>> = lights.to_vec();
    for (row, line) in lights.iter_mut().enumerate() {
        for (column, light) in line.iter_mut().enumerate() {
            // The prior has the weight of this many samples of paper, and of ink.
            let (few, old) = (AREA as f32 / 8.0, before[row][column]);
            let mut sums = [2.0 * few, few, few, 0.0, 0.0];
            sums[3] = few * (2.0 * old.paper + old.contrast);
            sums[4] = few * (old.paper + old.contrast);
            for &other in &near[row] {
                let end = known[other].len().min(column + REACH[0] + 1);
                let start = column.saturating_sub(REACH[0]).min(end);
                for (place, cell) in known[other][start..end].iter().enumerate() {
                    let far =
                        (start + place).abs_diff(column) as f32 / 3.0 + other.abs_diff(row) as f32 / 2.0;
                    let weight = 1.0 / (1.0 + far * far);
                    if let Some(Sums(cell)) = cell {
                        sums.iter_mut()
                            .zip(cell)
                            .for_each(|(sum, part)| *sum += weight * part);
                    }
                }
            }
            let [n, t, tt, v, vt] = sums;
            let contrast = (n * vt - t * v) / (n * tt - t * t).max(f32::MIN_POSITIVE);
            light.contrast = contrast
                .clamp(0.5 * old.contrast, 2.0 * old.contrast)
                .max(MIN_CONTRAST);
            light.paper = (v - light.contrast * t) / n;
        }
    }
}
