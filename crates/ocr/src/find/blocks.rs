//! The parts of a sheet that stand side by side.

use super::ink::Plane;

/// Cells that a gap between columns of text is wide at least: a space between words in all rows is narrower.
const GAP: f64 = 1.6;
/// Parts of a cell in which gaps are looked for.
const FINE: f64 = 4.0;
/// One row in so many is few.
const FEW_ROWS_SHARE: usize = 8;
/// And so many are, unless there are few at all: as high as a folio or a header is.
const FOLIO: usize = 3;
/// The share of ink from which a box isn't empty: more than a speck of a page of few pixels, less than a
/// stroke.
const INKED: f64 = 0.1;

/// From where to where, across, columns of text reach whose cells are `pitch` pixels wide, as many as
/// `columns` at most where there are gaps.
pub(super) fn blocks(plane: &Plane, pitch: f64, columns: usize) -> Vec<[usize; 2]> {
    let (width, height) = (
        (plane.width as f64 / pitch * FINE) as usize + 1,
        (plane.height as f64 / pitch) as usize + 1,
    );
    let mut boxes = vec![0_u32; width * height];
    for (y, row) in plane.data.chunks_exact(plane.width).enumerate() {
        let boxes = &mut boxes[(y as f64 / pitch) as usize * width..][..width];
        for (x, &ink) in row.iter().enumerate() {
            boxes[(x as f64 / pitch * FINE) as usize] += u32::from(ink);
        }
    }
    let limit = INKED * 255.0 * pitch * pitch / FINE;
    let inked = |x: usize, y: usize| f64::from(boxes[y * width + x]) > limit;
    let bands = (0..height).filter(|&y| (0..width).any(|x| inked(x, y))).count();
    // A header and a folio stand across gaps, and few rows of a column are long.
    let few = (bands / FEW_ROWS_SHARE).max(FOLIO.min(bands / 4)).max(1);
    let counts: Vec<usize> = (0..width)
        .map(|x| (0..height).filter(|&y| inked(x, y)).count())
        .collect();
    let is_empty = |x: usize| counts[x] <= few;
    // What lies between wide gaps.
    let gap = (GAP * FINE).ceil() as usize;
    let mut found: Vec<[usize; 2]> = Vec::new();
    for x in (0..width).filter(|&x| !is_empty(x)) {
        match found.last_mut() {
            Some([_, end]) if x - *end < gap => *end = x + 1,
            _ => found.push([x, x + 1]),
        }
    }
    // Line numbers stand apart from what they number, and a column of few long rows has gaps.
    let most = (columns as f64 + 0.6) * FINE;
    let mut joined: Vec<[usize; 2]> = Vec::new();
    for [start, end] in found {
        match joined.last_mut() {
            Some([first, last]) if (end - *first) as f64 <= most => *last = end,
            _ => joined.push([start, end]),
        }
    }
    // Between two the page is parted where it is emptiest, so that no row is cut.
    let mut edges = vec![0];
    edges.extend(
        joined
            .windows(2)
            .map(|pair| emptiest(&counts, pair[0][1], pair[1][0])),
    );
    edges.push(width);
    edges
        .windows(2)
        .map(|pair| [pair[0], pair[1]].map(|at| ((at as f64 * pitch / FINE) as usize).min(plane.width)))
        .filter(|[left, right]| (right - left) as f64 > 4.0 * pitch)
        .collect()
}

/// The middle of the widest part with the least ink from `start` to `end`.
fn emptiest(counts: &[usize], start: usize, end: usize) -> usize {
    let least = counts[start..end].iter().min().copied().unwrap_or(0);
    let (mut best, mut from) = (start..start, start);
    // Another column of text follows the last one.
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
    fn specks_between_columns_do_not_join_them() {
        // Two columns of ten cells of ten pixels, with three cells between them in which each row has a speck
        // of two pixels.
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
