//! Determines which cells of a lattice have ink, and which of them belong to the listing.

use std::iter::once;
use std::ops::Range;

use super::cell::{self, Alignment};
use super::columns::{self, Row};
use super::ink::Inked;
use super::lattice::Lattice;
use super::profile::{PARTS, between, floor, limited, shift, softened};
use super::sheet::Sheet;
use super::strips::Seams;
use super::surface::meet;
use crate::RowGrid;

/// The share of ink from which a cell is not empty: a full stop has 4 dots of 64.
const MIN_CELL_INK: f64 = 0.03;
/// Minimum ink of the last cell of a row, relative to a typical cell.
const MIN_LAST_CELL_INK: f64 = 0.35;
/// Minimum likeness of a row's profile to the mean profile if the row is on the lattice.
const MIN_ROW_LIKENESS: f64 = 0.45;
/// Maximum shift of such a row across, in parts of a cell.
const MAX_SHIFT_ACROSS: usize = 3;
/// Maximum offset of such a row, in cells.
const MAX_OFFSET: f64 = 0.09;
/// Minimum number of cells with ink for measuring the offset of a column.
const MIN_COLUMN_CELLS: usize = 5;
/// Minimum likeness of the mean cell to that of a listing.
pub(super) const MIN_LIKENESS: f64 = 0.35;
/// The same for cells with clear gaps, whose blur is less than this: thin strokes are less like the mean cell.
const MIN_LIKENESS_OF_CLEAR: f64 = 0.25;
const MAX_CLEAR_BLUR: f64 = 0.4;
/// Maximum ink between cells, relative to the ink elsewhere.
const MAX_GAP_INK: f64 = 0.65;
/// Minimum number of cells with ink in a listing.
const MIN_CELLS: usize = 8;
/// Maximum number of consecutive empty rows in a listing.
const MAX_EMPTY_ROWS: usize = 3;

/// The rows of a block in one orientation.
pub(super) struct Layout {
    lattice: Lattice,
    height: f64,
    rows: Vec<Row>,
    first: i64,
    left: i64,
    columns: usize,
    /// The confidence that this is a listing in the right orientation.
    pub score: f64,
    /// The share of the mean cell that the mean cells of listings explain.
    pub likeness: f64,
    /// The ink between cells and between rows, relative to the ink elsewhere.
    gaps: [f64; 2],
    /// The number of cells with ink.
    pub cells: usize,
}

/// The ink profiles across and down a cell, for a column of the lattice.
type Column = [[f64; PARTS]; 2];

impl Layout {
    /// Returns the rows of a lattice upright or upside down (`turned`), if there are any.
    pub fn new(
        lattice: &Lattice,
        inked: &Inked,
        alignment: Alignment,
        turned: bool,
        columns: Option<usize>,
    ) -> Option<Layout> {
        let mut lattice = lattice.clone();
        for axis in 0..2 {
            let surface = lattice.surfaces[axis].clone();
            let surface = if turned { surface.taken_from(0.0) } else { surface };
            lattice.surfaces[axis] = surface.plus(-alignment.shift[axis]);
        }
        lattice.drifts = lattice.drifts.map(|drift| {
            let drift = if turned { drift.turned() } else { drift };
            drift.plus(-alignment.shift[1])
        });
        let mut counted = Counted::new(&lattice, inked, None);
        let limit = MIN_CELL_INK * lattice.pitches[0] * lattice.pitches[0] + 1.5 * empty(&counted.rows);
        if let Some(within) = counted.beside_dirt(limit) {
            counted = Counted::new(&lattice, inked, Some(within));
        }
        let Counted {
            rows,
            first: [edge, top],
            ..
        } = counted;
        let (first, last) = listing(&rows, limit)?;
        let rows: Vec<Row> = rows.into_iter().skip(first).take(last - first + 1).collect();
        // A speck must not count at the ends of rows, where full stops can be ignored.
        let inks: Vec<f64> = rows
            .iter()
            .flat_map(|row| row.inked(limit).map(|cell| row.ink[cell]))
            .collect();
        let limit = limit.max(MIN_LAST_CELL_INK * inks.iter().sum::<f64>() / inks.len().max(1) as f64);
        let (left, columns, numbered) = columns::found(&rows, limit, columns);
        let cells = rows.iter().map(|row| row.inked(limit).count()).sum();
        let gaps = [
            gap(rows.iter().map(|row| &row.profiles[0])),
            gap(rows.iter().map(|row| &row.profiles[1])),
        ];
        let score = raggedness(&rows, limit, left, columns) + 0.5 * numbered + 4.0 * alignment.likeness;
        Some(Layout {
            lattice,
            height: alignment.height,
            first: top + first as i64,
            left: edge + left,
            rows,
            columns,
            likeness: alignment.likeness,
            gaps,
            score,
            cells,
        })
    }

    /// Whether the rows consist of cells, and enough of them.
    fn is_listing(&self) -> bool {
        let min_likeness = if self.blur() < MAX_CLEAR_BLUR {
            MIN_LIKENESS_OF_CLEAR
        } else {
            MIN_LIKENESS
        };
        self.cells >= MIN_CELLS
            && self.likeness > min_likeness
            && self.gaps.iter().all(|&gap| gap < MAX_GAP_INK)
    }

    /// Returns the blur of the cells: the ink between cells and between rows, relative to the ink elsewhere.
    pub fn blur(&self) -> f64 {
        self.gaps.iter().sum()
    }

    /// Returns the first and last lines of the sheet with the rows.
    pub fn lines(&self) -> [f64; 2] {
        let middle = [0, 1].map(|axis| (self.lattice.from[axis] + self.lattice.to[axis]) as f64 / 2.0);
        let [across, down] = &self.lattice.surfaces;
        let mut lines = [f64::MAX, f64::MIN];
        for row in [self.first, self.first + self.rows.len() as i64] {
            let value = self.lattice.drifts[1].before(row as f64);
            let mut place = middle;
            for column in [0.5, 0.0, 1.0].map(|part| part * self.columns as f64) {
                place = meet([across, down], [self.left as f64 + column, value], place);
                lines = [lines[0].min(place[1]), lines[1].max(place[1])];
            }
        }
        lines
    }

    /// Returns the corners of the cells on the page, whose strips were moved together at `seams`.
    pub fn grids(&self, sheet: &Sheet, seams: &Seams) -> Vec<RowGrid> {
        let [across, down] = &self.lattice.surfaces;
        let drifts = drifts(&self.rows);
        let middle = [0, 1].map(|axis| (self.lattice.from[axis] + self.lattice.to[axis]) as f64 / 2.0);
        let mut start = middle;
        (0..self.rows.len())
            .map(|row| {
                let meet = |column: f64, add: f64, near: [f64; 2]| {
                    let value = (self.first + row as i64) as f64 + drifts[row] + add;
                    let value = self.lattice.drifts[1].before(value);
                    let aside = self.lattice.drifts[0].at(value);
                    meet([across, down], [self.left as f64 + column + aside, value], near)
                };
                // Starts from the middle of the row, where the lattice is most accurate.
                start = meet(self.columns as f64 / 2.0, self.height / 2.0, start);
                let offset = seams.offset(start[1]);
                let edge = |add: f64| -> Vec<[f32; 2]> {
                    let mut place = meet(self.columns as f64 / 2.0, add, start);
                    (0..=self.columns)
                        .map(|column| {
                            place = meet(column as f64, add, place);
                            sheet.on_page([0, 1].map(|axis| place[axis] + offset[axis]))
                        })
                        .collect()
                };
                RowGrid {
                    top: edge(0.0),
                    bottom: edge(self.height),
                }
            })
            .collect()
    }
}

/// The ink of a lattice by rows and by columns.
struct Counted {
    rows: Vec<Row>,
    columns: Vec<Column>,
    /// The numbers of the first column and the first row.
    first: [i64; 2],
}

impl Counted {
    /// Counts the ink of all rows, in all columns or in a range.
    fn new(lattice: &Lattice, inked: &Inked, within: Option<Range<i64>>) -> Counted {
        let mut low = [i64::MAX; 2];
        let mut high = [i64::MIN; 2];
        lattice.each(inked, |_, _, values| {
            for axis in 0..2 {
                let value = floor(values[axis]);
                low[axis] = low[axis].min(value);
                high[axis] = high[axis].max(value);
            }
        });
        if low[0] > high[0] || high[0] - low[0] > 2000 || high[1] - low[1] > 5000 {
            return Counted {
                rows: Vec::new(),
                columns: Vec::new(),
                first: [0; 2],
            };
        }
        let [width, height] = [0, 1].map(|axis| (high[axis] - low[axis] + 1) as usize);
        let profiles = || [[0.0; PARTS]; 2];
        let mut rows: Vec<Row> = (0..height)
            .map(|_| Row {
                ink: vec![0.0; width],
                profiles: profiles(),
            })
            .collect();
        let mut columns: Vec<Column> = vec![profiles(); width];
        lattice.each(inked, |_, ink, values| {
            let cell = values.map(floor);
            if within.as_ref().is_some_and(|within| !within.contains(&cell[0])) {
                return;
            }
            let [column, row] = [0, 1].map(|axis| (cell[axis] - low[axis]) as usize);
            for (axis, value) in values.into_iter().enumerate() {
                for (part, ink) in between(value, ink) {
                    rows[row].profiles[axis][part] += ink;
                    columns[column][axis][part] += ink;
                }
            }
            let inside =
                (values.iter().zip(cell)).all(|(value, cell)| (0.06..0.94).contains(&(value - cell as f64)));
            if inside {
                rows[row].ink[column] += ink;
            }
        });
        let profiles = rows.iter_mut().map(|row| &mut row.profiles).chain(&mut columns);
        for profiles in profiles {
            for (axis, profile) in profiles.iter_mut().enumerate() {
                *profile = softened(profile, lattice.pixel(axis));
            }
        }
        Counted {
            rows,
            columns,
            first: low,
        }
    }

    /// Returns the columns without what is next to the print but not on the lattice, such as edges of the
    /// paper, shadows and dirt; `None` if nothing has to be removed.
    fn beside_dirt(&self, limit: f64) -> Option<Range<i64>> {
        let counts: Vec<usize> = (0..self.columns.len())
            .map(|column| self.rows.iter().filter(|row| row.ink[column] > limit).count())
            .collect();
        let all = [0, 1].map(|axis| total(self.columns.iter().map(|column| &column[axis])));
        let is_on_lattice = |column: &Column| {
            (0..2).all(|axis| {
                shift(&column[axis], &all[axis], PARTS / 4)
                    .is_some_and(|(shift, alike)| alike > MIN_ROW_LIKENESS && shift.abs() < MAX_OFFSET)
            })
        };
        // The offset of a column with few characters is not reliable.
        let is_print: Vec<bool> = (self.columns.iter().zip(&counts))
            .map(|(column, &count)| count > 0 && (count < MIN_COLUMN_CELLS || is_on_lattice(column)))
            .collect();
        // The range with the most print; a stain may hide a few of its columns.
        let mut parts: Vec<(usize, usize, usize)> = Vec::new();
        for column in (0..is_print.len()).filter(|&column| is_print[column]) {
            match parts.last_mut() {
                Some((_, last, cells)) if column - *last <= MAX_EMPTY_ROWS => {
                    *last = column;
                    *cells += counts[column];
                }
                _ => parts.push((column, column, counts[column])),
            }
        }
        let (first, last, _) = *parts.iter().max_by_key(|part| part.2)?;
        let outside = counts[..first].iter().chain(&counts[last + 1..]).sum::<usize>();
        (outside > 0).then(|| self.first[0] + first as i64..self.first[0] + last as i64 + 1)
    }
}

/// Returns the sum of profiles.
fn total<'a>(profiles: impl Iterator<Item = &'a [f64; PARTS]>) -> [f64; PARTS] {
    let mut all = [0.0; PARTS];
    for profile in profiles {
        all.iter_mut().zip(profile).for_each(|(all, ink)| *all += ink);
    }
    all
}

/// Returns the ink of empty cells, which is noise: at least a fifth of the cells are empty.
fn empty(rows: &[Row]) -> f64 {
    let mut cells: Vec<f64> = rows.iter().flat_map(|row| row.ink.iter().copied()).collect();
    if cells.is_empty() {
        return 0.0;
    }
    let fifth = cells.len() / 5;
    *cells.select_nth_unstable_by(fifth, f64::total_cmp).1
}

/// Returns the first and last row of the listing: rows with much ink on the lattice, and the rows near them.
fn listing(rows: &[Row], limit: f64) -> Option<(usize, usize)> {
    let heights = heights(rows);
    let all = [
        total(rows.iter().map(|row| &row.profiles[0])),
        total(heights.iter()),
    ];
    let counts: Vec<usize> = rows.iter().map(|row| row.inked(limit).count()).collect();
    // Noise next to a listing has less ink per cell.
    let strength = |row: &Row| {
        let ink: f64 = row.inked(limit).map(|cell| row.ink[cell]).sum();
        ink / row.inked(limit).count().max(1) as f64
    };
    let mut strengths: Vec<f64> = rows.iter().map(strength).filter(|&ink| ink > 0.0).collect();
    strengths.sort_unstable_by(f64::total_cmp);
    let usual = strengths.get(strengths.len() / 2).copied().unwrap_or(0.0);
    let usual_gaps = [0, 1].map(|axis| {
        let mut gaps: Vec<f64> = (rows.iter().zip(&counts))
            .filter(|(_, count)| **count >= 2)
            .map(|(row, _)| gap(once(&row.profiles[axis])))
            .collect();
        gaps.sort_unstable_by(f64::total_cmp);
        gaps.get(gaps.len() / 2).copied().unwrap_or(0.0)
    });
    let fits: Vec<bool> = (rows.iter().zip(&counts).zip(&heights))
        .map(|((row, &count), height)| {
            let shifts = [
                shift(&row.profiles[0], &all[0], MAX_SHIFT_ACROSS),
                shift(height, &all[1], PARTS / 4),
            ];
            let is_on_lattice = shifts
                .iter()
                .all(|shift| shift.is_some_and(|(_, alike)| alike > MIN_ROW_LIKENESS));
            // The characters of a header cross the edges of cells. A row may be a little higher or lower.
            let has_gaps = || {
                let down = shifts[1].map_or(0.0, |(shift, _)| shift.clamp(-MAX_OFFSET, MAX_OFFSET));
                let ink = [
                    gap(once(&row.profiles[0])),
                    gap_at((down * PARTS as f64).round() as isize, &row.profiles[1]),
                ];
                (0..2).all(|axis| ink[axis] < MAX_GAP_INK + usual_gaps[axis])
            };
            count >= 2 && strength(row) > usual / 2.0 && is_on_lattice && has_gaps()
        })
        .collect();
    // Runs of rows with few empty rows between them; the one with the most ink is the listing.
    let mut runs: Vec<(usize, usize, usize)> = Vec::new();
    for row in (0..rows.len()).filter(|&row| fits[row]) {
        match runs.last_mut() {
            Some((_, last, cells)) if row - *last <= MAX_EMPTY_ROWS + 1 => {
                *last = row;
                *cells += counts[row];
            }
            _ => runs.push((row, row, counts[row])),
        }
    }
    let most = runs.iter().map(|&(_, _, cells)| cells).max()?;
    // A listing may have a wide gap for a picture or a fold: long runs are joined to it.
    let long: Vec<_> = runs
        .iter()
        .filter(|(first, last, cells)| *cells == most || (last - first >= 3 && *cells * 8 > most))
        .collect();
    Some((long.first()?.0, long.last()?.1))
}

/// Returns the ink between cells, relative to the mean.
fn gap<'a>(profiles: impl Iterator<Item = &'a [f64; PARTS]>) -> f64 {
    gap_at(0, &total(profiles))
}

/// The same, that many parts of a cell lower or to the right.
fn gap_at(shift: isize, profile: &[f64; PARTS]) -> f64 {
    let mean = profile.iter().sum::<f64>() / PARTS as f64;
    let at = |part: isize| profile[(part + shift).rem_euclid(PARTS as isize) as usize];
    (at(0) + at(-1)) / (2.0 * mean).max(1e-9)
}

/// Returns the profiles of rows down their cells, without the weight of rows of asterisks.
fn heights(rows: &[Row]) -> Vec<[f64; PARTS]> {
    let mut heights: Vec<[f64; PARTS]> = rows.iter().map(|row| row.profiles[1]).collect();
    limited(heights.as_flattened_mut());
    heights
}

/// Returns how much emptier rows are at their right end than at their left end, as a share of the width.
fn raggedness(rows: &[Row], limit: f64, left: i64, columns: usize) -> f64 {
    let mut sum = 0.0;
    let mut count = 0.0;
    for row in rows {
        let mut inked = row.inked(limit);
        let Some(first) = inked.next() else { continue };
        let last = inked.next_back().unwrap_or(first);
        let (before, after) = (first as i64 - left, left + columns as i64 - 1 - last as i64);
        sum += after.clamp(0, columns as i64) as f64 - before.clamp(0, columns as i64) as f64;
        count += 1.0;
    }
    if count > 0.0 {
        sum / count / columns as f64
    } else {
        0.0
    }
}

/// Returns how much lower each row is than the lattice predicts, in rows: paper feed is uneven.
fn drifts(rows: &[Row]) -> Vec<f64> {
    let heights = heights(rows);
    let all = total(heights.iter());
    let measured: Vec<(f64, f64)> = heights
        .iter()
        .map(|height| match shift(height, &all, PARTS / 6) {
            Some((shift, alike)) => (shift, height.iter().sum::<f64>() * alike.max(0.0).powi(2)),
            None => (0.0, 0.0),
        })
        .collect();
    let mean = measured.iter().map(|measure| measure.1).sum::<f64>() / rows.len().max(1) as f64;
    smoothed(&measured, mean)
}

/// Smooths measured values by their weights, keeping them near zero and near their neighbours.
fn smoothed(measured: &[(f64, f64)], mean: f64) -> Vec<f64> {
    let (own, neighbour) = (0.1 * mean + 1e-9, 3.0 * mean);
    let count = measured.len();
    let mut diagonal = vec![0.0; count];
    let mut right = vec![0.0; count];
    for (at, &(value, weight)) in measured.iter().enumerate() {
        let neighbours = usize::from(at > 0) + usize::from(at + 1 < count);
        diagonal[at] = weight + own + neighbour * neighbours as f64;
        right[at] = weight * value;
    }
    // Gaussian elimination in a tridiagonal matrix.
    for at in 1..count {
        let factor = neighbour / diagonal[at - 1];
        diagonal[at] -= factor * neighbour;
        right[at] += factor * right[at - 1];
    }
    for at in (0..count).rev() {
        let next = right.get(at + 1).copied().unwrap_or(0.0);
        let next = if at + 1 < count { neighbour * next } else { 0.0 };
        right[at] = (right[at] + next) / diagonal[at];
    }
    right
}

/// Returns the layouts of a lattice, upright and upside down.
pub(super) fn layouts(lattice: &Lattice, inked: &Inked, columns: Option<usize>) -> [Option<Layout>; 2] {
    let image = lattice.mean_cell(inked);
    let height = lattice.pitches[0] / lattice.pitches[1];
    let of_height = |height: f64| {
        let [upright, turned] = cell::alignments(&image, height);
        [(upright, false), (turned, true)]
            .map(|(alignment, turned)| Layout::new(lattice, inked, alignment, turned, columns))
            .map(|layout| layout.filter(Layout::is_listing))
    };
    let found = of_height(height);
    // Cells of other printers are as high as rows, but parts of them may be more like cells that are lower.
    if found.iter().all(Option::is_none) && height < cell::MIN_WHOLE_HEIGHT {
        return of_height(1.0);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_letters_belong_to_a_listing_with_rows_of_asterisks() {
        // Letters have most ink at their upper and lower edges, asterisks between them.
        let height = |parts: &[(Range<usize>, f64)]| {
            let ink = |part: usize| {
                parts
                    .iter()
                    .find(|(range, _)| range.contains(&part))
                    .map_or(0.0, |part| part.1)
            };
            std::array::from_fn(ink)
        };
        let row = |cells: usize, [across, down]: [[f64; PARTS]; 2]| Row {
            ink: (0..32)
                .map(|cell| if cell < cells { 20.0 } else { 0.0 })
                .collect(),
            profiles: [across, down].map(|profile| profile.map(|ink| ink * cells as f64)),
        };
        let across = height(&[(4..28, 1.0)]);
        let letters = |cells: usize| {
            row(
                cells,
                [across, height(&[(2..6, 1.0), (6..24, 0.4), (24..28, 1.0)])],
            )
        };
        let asterisks = || row(32, [across, height(&[(10..18, 5.0)])]);
        let mut rows: Vec<Row> = (0..12).map(|_| letters(12)).collect();
        for row in [1, 3, 8] {
            rows[row] = asterisks();
        }
        assert_eq!(listing(&rows, 3.0), Some((0, 11)));
    }
}
