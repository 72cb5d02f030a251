//! Splits a sheet into blocks that are side by side.

use super::ink::Plane;

/// Minimum width in cells of a gap between columns of text; a space that occurs in all rows is narrower.
const MIN_GAP_CELLS: f64 = 1.6;
/// Number of parts per cell in the search for gaps.
const PARTS_PER_CELL: f64 = 4.0;
/// A column with ink in at most one in this many rows is part of a gap, and so is one with at most
/// `FOLIO_ROWS` rows.
const FEW_ROWS_SHARE: usize = 8;
/// The height of a folio or a header in rows; reduced if the sheet has few rows.
const FOLIO_ROWS: usize = 3;
/// A gap is part of a column if more than this share of the rows after it have ink in it.
const MIN_CROSSING_SHARE: f64 = 0.5;
/// The share of ink from which a box is not empty: more than a speck in a picture with few pixels, less than
/// a stroke.
const MIN_BOX_INK: f64 = 0.1;

/// Returns the left and right edges of the text columns, for cells that are `pitch` pixels wide. A block with
/// gaps has at most `columns` cells.
pub(super) fn blocks(plane: &Plane, pitch: f64, columns: usize) -> Vec<[usize; 2]> {
    let (width, height) = (
        (plane.width as f64 / pitch * PARTS_PER_CELL) as usize + 1,
        (plane.height as f64 / pitch) as usize + 1,
    );
    let mut boxes = vec![0_u32; width * height];
    for (y, row) in plane.data.chunks_exact(plane.width).enumerate() {
        let boxes = &mut boxes[(y as f64 / pitch) as usize * width..][..width];
        for (x, &ink) in row.iter().enumerate() {
            boxes[(x as f64 / pitch * PARTS_PER_CELL) as usize] += u32::from(ink);
        }
    }
    let limit = MIN_BOX_INK * 255.0 * pitch * pitch / PARTS_PER_CELL;
    let inked = |x: usize, y: usize| f64::from(boxes[y * width + x]) > limit;
    let bands = (0..height).filter(|&y| (0..width).any(|x| inked(x, y))).count();
    // Headers and folios extend across gaps, and few rows of a column are long.
    let few = (bands / FEW_ROWS_SHARE).max(FOLIO_ROWS.min(bands / 4)).max(1);
    let counts: Vec<usize> = (0..width)
        .map(|x| (0..height).filter(|&y| inked(x, y)).count())
        .collect();
    let is_empty = |x: usize| counts[x] <= few;
    let gap = (MIN_GAP_CELLS * PARTS_PER_CELL).ceil() as usize;
    let mut found: Vec<[usize; 2]> = Vec::new();
    for x in (0..width).filter(|&x| !is_empty(x)) {
        match found.last_mut() {
            Some([_, end]) if x - *end < gap => *end = x + 1,
            _ => found.push([x, x + 1]),
        }
    }
    // Line numbers are separate from the statements, and a column with few long rows has gaps. So does a wide listing
    // at the ends of its long rows.
    let most = (columns as f64 + 0.6) * PARTS_PER_CELL;
    let is_inked = |y: usize, [start, end]: [usize; 2]| (start..end).any(|x| inked(x, y));
    let is_crossed = |gap: [usize; 2], after: [usize; 2]| {
        let rows = || (0..height).filter(|&y| is_inked(y, after));
        rows().filter(|&y| is_inked(y, gap)).count() as f64 > MIN_CROSSING_SHARE * rows().count() as f64
    };
    let mut joined: Vec<[usize; 2]> = Vec::new();
    for [start, end] in found {
        match joined.last_mut() {
            Some([first, last])
                if (end - *first) as f64 <= most || is_crossed([*last, start], [start, end]) =>
            {
                *last = end;
            }
            _ => joined.push([start, end]),
        }
    }
    // Split between two blocks where there is the least ink, so that no row is cut.
    let mut edges = vec![0];
    edges.extend(
        joined
            .windows(2)
            .map(|pair| emptiest(&counts, pair[0][1], pair[1][0])),
    );
    edges.push(width);
    edges
        .windows(2)
        .map(|pair| {
            [pair[0], pair[1]].map(|at| ((at as f64 * pitch / PARTS_PER_CELL) as usize).min(plane.width))
        })
        .filter(|[left, right]| (right - left) as f64 > 4.0 * pitch)
        .collect()
}

/// Returns the middle of the widest range with the least ink from `start` to `end`.
fn emptiest(counts: &[usize], start: usize, end: usize) -> usize {
    let least = counts[start..end].iter().min().copied().unwrap_or(0);
    let (mut best, mut from) = (start..start, start);
    // The next text column ends the last range.
    for (x, count) in (start..).zip(counts[start..end].iter().chain([&usize::MAX])) {
        if *count > least {
            if x - from > best.len() {
                best = from..x;
            }
            from = x + 1;
        }
    }
    best.start.midpoint(best.end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ends_of_long_rows_are_not_a_column() {
        // Rows of ten cells of ten pixels, of which every fourth has twenty, with a gap of two cells in half of these.
        let (width, height) = (200, 320);
        let is_ink = |x: usize, y: usize| {
            let (cell, row) = (x / 10, y / 10);
            let is_text = cell < 10 || (row % 4 == 0 && (!(10..12).contains(&cell) || row % 3 > 0));
            is_text && x % 10 < 6 && y % 10 < 7
        };
        let places = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        let data = places.map(|(x, y)| 255 * u8::from(is_ink(x, y))).collect();
        let plane = Plane { width, height, data };
        assert_eq!(blocks(&plane, 10.0, 10).len(), 1);
    }

    #[test]
    fn specks_between_columns_do_not_join_them() {
        // Two columns of ten cells of ten pixels, with a gap of three cells in which each row has a speck of
        // two pixels.
        let (width, height) = (230, 300);
        let is_ink = |x: usize, y: usize| {
            let is_text = !(100..130).contains(&x) && x % 10 < 5 && y % 10 < 7;
            is_text || (x % 10 == 5 && y % 10 < 2)
        };
        let places = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        let data = places.map(|(x, y)| 255 * u8::from(is_ink(x, y))).collect();
        let plane = Plane { width, height, data };
        let found = blocks(&plane, 10.0, 10);
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(
            (100..=130).contains(&found[0][1]) && found[0][1] == found[1][0],
            "{found:?}"
        );
    }
}
