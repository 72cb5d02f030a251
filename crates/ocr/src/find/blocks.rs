//! The parts of a sheet that stand side by side.

use super::ink::Plane;

/// Cells that a gap between columns of text is wide at least: a space between words in all rows is narrower.
const GAP: f64 = 1.6;
/// Parts of a cell in which gaps are looked for.
const FINE: f64 = 4.0;
/// The share of ink from which a box isn't empty.
const INKED: f64 = 0.04;

/// From where to where, across, columns of text reach whose cells are `pitch` pixels wide, as many as `columns` at most where
/// there are gaps.
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
    let few = 1.max(bands / 25);
    let is_empty: Vec<bool> = (0..width)
        .map(|x| (0..height).filter(|&y| inked(x, y)).count() <= few)
        .collect();
    // What lies between wide gaps.
    let gap = (GAP * FINE).ceil() as usize;
    let mut found: Vec<[usize; 2]> = Vec::new();
    for x in (0..width).filter(|&x| !is_empty[x]) {
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
    // Each reaches half way to the next one, so that none of its rows is cut.
    let count = joined.len();
    (0..count)
        .map(|at| {
            let [start, end] = joined[at];
            let left = if at == 0 {
                0
            } else {
                (joined[at - 1][1] + start) / 2
            };
            let right = if at + 1 == count {
                width
            } else {
                (end + joined[at + 1][0]).div_ceil(2)
            };
            [left, right].map(|at| ((at as f64 * pitch / FINE) as usize).min(plane.width))
        })
        .filter(|[left, right]| (right - left) as f64 > 4.0 * pitch)
        .collect()
}
