//! Rows with leading: their cells are as high as the distance of rows, though the characters are lower.

use crate::grid::distance;
use crate::{Grey, RowGrid};

/// Number of lines of a row that are examined, and of points in a cell.
const LINES: usize = 64;
const POINTS_PER_CELL: usize = 8;
/// A line is empty if its ink is less than the least by at most this share of the usual ink.
const MAX_EMPTY_INK: f32 = 0.04;
/// The leading has no more ink than the emptiest lines and this share of all ink.
const MAX_LEADING_INK: f32 = 0.01;
/// Minimum and maximum height of cells, in widths.
const HEIGHTS: [f32; 2] = [0.6, 1.7];
/// Heights that differ by less than this share are the same.
const MIN_DIFFERENCE: f32 = 0.06;

/// Rows that are farther apart are not next to each other, in heights of cells.
const MAX_PITCH: f32 = 1.8;

/// Rows with other cells.
pub(super) struct Variant {
    pub(super) rows: Vec<RowGrid>,
    /// Whether the cells are as high as wide.
    pub(super) is_square: bool,
}

/// Returns rows with lower cells, unless rows are as far apart as cells are wide: as high as wide, and as high as
/// characters with ink on all of their eight dots, or on seven. `some` are rows from which this is measured.
pub(super) fn variants(page: &Grey, rows: &[RowGrid], some: &[RowGrid]) -> Vec<Variant> {
    let Some(pitch) = pitch(rows) else {
        return Vec::new();
    };
    let whole =
        |rows: &[RowGrid]| -> Vec<RowGrid> { rows.iter().map(|row| row.between(0.0, pitch)).collect() };
    let (rows, some) = (whole(rows), whole(some));
    let aspect = aspect(&rows[rows.len() / 2]);
    if (aspect - 1.0).abs() < MIN_DIFFERENCE {
        return Vec::new();
    }
    let mut ink = [0.0; LINES];
    for (line, ink) in ink.iter_mut().enumerate() {
        *ink = some.iter().map(|row| changes(page, row, middle(line))).sum();
    }
    let inked = inked_share(&ink);
    let square = 1.0 / aspect;
    // Rows without leading are known.
    let mut heights = if pitch > 1.0 { Vec::new() } else { vec![1.0] };
    let known = heights.len();
    for height in [square, inked, inked * 8.0 / 7.0] {
        let is_other = |other: &f32| (height - other).abs() > MIN_DIFFERENCE * other;
        let is_possible = height <= 1.0 && (HEIGHTS[0]..=HEIGHTS[1]).contains(&(height * aspect));
        if is_possible && heights.iter().all(is_other) {
            heights.push(height);
        }
    }
    let variants = heights[known..].iter().map(|&height| {
        let top = top(&ink, height);
        Variant {
            rows: rows.iter().map(|row| row.between(top, top + height)).collect(),
            is_square: height == square,
        }
    });
    variants.collect()
}

/// Returns the share of the lines outside the longest run of empty ones; it may wrap around.
fn inked_share(ink: &[f32; LINES]) -> f32 {
    let mut sorted = *ink;
    sorted.sort_unstable_by(f32::total_cmp);
    let [least, usual] = [sorted[0], sorted[LINES / 2]];
    if usual <= least {
        return 1.0;
    }
    let limit = least + MAX_EMPTY_INK * (usual - least);
    let (_, empty) = longest(|line| ink[line] <= limit);
    (LINES - empty) as f32 / LINES as f32
}

/// Returns the top of cells of a height: the leading is where there is the least ink.
fn top(ink: &[f32; LINES], height: f32) -> f32 {
    let leading = ((1.0 - height) * LINES as f32).round() as usize;
    let within = |start: usize| {
        (start..start + leading)
            .map(|line| ink[line % LINES])
            .sum::<f32>()
    };
    let least = (0..LINES).map(within).fold(f32::MAX, f32::min) + MAX_LEADING_INK * ink.iter().sum::<f32>();
    let (start, length) = longest(|start| within(start) <= least);
    let top = ((start + length / 2 + leading) % LINES) as f32 / LINES as f32;
    if top > 0.5 { top - 1.0 } else { top }
}

/// Returns the start and the length of the longest run of lines; it may wrap around.
fn longest(has: impl Fn(usize) -> bool) -> (usize, usize) {
    let run = |start: usize| {
        (start..start + LINES)
            .take_while(|line| has(line % LINES))
            .count()
    };
    let runs = (0..LINES).map(|start| (start, run(start)));
    runs.fold((0, 0), |best, one| if one.1 > best.1 { one } else { best })
}

/// The height of a line, as a share of the row.
fn middle(line: usize) -> f32 {
    (line as f32 + 0.5) / LINES as f32
}

/// Returns how much the grey changes along a row at a height.
fn changes(page: &Grey, row: &RowGrid, down: f32) -> f32 {
    let points = 0..=row.columns() * POINTS_PER_CELL;
    let greys: Vec<f32> = points
        .map(|point| page.sample(row.at(point as f32 / POINTS_PER_CELL as f32, down)))
        .collect();
    greys.windows(2).map(|pair| (pair[1] - pair[0]).abs()).sum()
}

/// Returns the usual distance of rows, in heights of cells: 1 if there is no leading between cells.
fn pitch(rows: &[RowGrid]) -> Option<f32> {
    let middle = |row: &RowGrid, down: f32| row.at(row.columns() as f32 / 2.0, down);
    let distances = rows.windows(2).map(|pair| {
        let top = middle(&pair[0], 0.0);
        distance(top, middle(&pair[1], 0.0)) / distance(top, middle(&pair[0], 1.0)).max(f32::MIN_POSITIVE)
    });
    let mut distances: Vec<f32> = distances.collect();
    distances.sort_unstable_by(f32::total_cmp);
    let usual = *distances.get(distances.len() / 2)?;
    Some(if (1.0 + MIN_DIFFERENCE..MAX_PITCH).contains(&usual) {
        usual
    } else {
        1.0
    })
}

/// Returns the height of the cells of a row, relative to their width.
fn aspect(row: &RowGrid) -> f32 {
    let [width, height] = row.cell_size();
    height / width.max(f32::MIN_POSITIVE)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines of a row with ink from one line to another, which may be in the next row.
    fn inked(from: usize, to: usize) -> [f32; LINES] {
        let mut ink = [0.0; LINES];
        (from..to).for_each(|line| ink[line % LINES] = 100.0);
        ink
    }

    #[test]
    fn the_leading_is_where_there_is_no_ink() {
        // Cells of 48 lines with ink in all of them, or in 40 of them; the rows begin anywhere in the cells.
        for from in [0, 7, 40, 63] {
            let top_of = |ink: [f32; LINES]| (top(&ink, 0.75) * LINES as f32).rem_euclid(LINES as f32);
            let full = inked(from, from + 48);
            assert_eq!((inked_share(&full), top_of(full)), (0.75, from as f32));
            let part = inked(from, from + 40);
            assert_eq!(inked_share(&part), 0.625);
            // The ink is in the middle of the cell.
            assert_eq!(top_of(part), ((from + LINES - 4) % LINES) as f32);
        }
    }

    #[test]
    fn rows_without_an_empty_line_have_no_leading() {
        assert_eq!(inked_share(&[100.0; LINES]), 1.0);
        let mut ink = inked(0, LINES);
        ink[20] = 0.0;
        assert_eq!(inked_share(&ink), (LINES - 1) as f32 / LINES as f32);
    }
}
