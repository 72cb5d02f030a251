//! Adds columns that were left out at the ends of rows: print above a listing may begin further to the left, so
//! that the rows were sought too far to the left or to the right.

use std::ops::Range;

use super::Area;
use super::edges::listings;
use crate::RowGrid;
use crate::grid::along;

/// Maximum number of columns to add on each side.
const MAX_ADDED: usize = 8;
/// Minimum number of rows with a character in the next column, and one in this many rows: there may be specks.
const MIN_ROWS: usize = 2;
const MAX_ROWS_PER_CHARACTER: usize = 16;
/// Minimum and maximum sides of the mark of a character, in cells.
const MARK_SIZES: [f32; 2] = [0.3, 1.2];
/// The position of a mark's middle in its cell, across and down: at its edge, it belongs to the cell next to it.
const MIDDLES: [Range<f32>; 2] = [0.2..0.8, 0.1..0.9];
/// A row has ended if this many cells before the next column are empty.
const END_CELLS: f32 = 4.0;

/// Adds columns to rows of which several have marks of characters there.
pub(super) fn widened(mut rows: Vec<RowGrid>, marks: &[Area]) -> Vec<RowGrid> {
    for listing in listings(&rows) {
        let rows = &mut rows[listing];
        for is_end in [true, false] {
            for _ in 0..MAX_ADDED {
                let count = rows
                    .iter()
                    .filter(|row| beside(row, is_end, marks).is_some())
                    .count();
                if count < MIN_ROWS.max(rows.len() / MAX_ROWS_PER_CHARACTER) {
                    break;
                }
                rows.iter_mut().for_each(|row| add_column(row, is_end));
            }
        }
    }
    rows
}

/// Returns the mark of a character in the cell after a row's end, or before its start; `None` if the
/// cell is empty, or the row has ended before.
pub(super) fn beside(row: &RowGrid, is_end: bool, marks: &[Area]) -> Option<Area> {
    if row.columns() == 0 {
        return None;
    }
    let mut wider = row.clone();
    add_column(&mut wider, is_end);
    let [width, height] = row.cell_size();
    let [corner, right, _, below] = wider.corners(if is_end { row.columns() } else { 0 });
    let reach = (END_CELLS + 1.0) * width.max(height);
    let is_near = |mark: &&Area| mark.grown([reach; 2]).has(corner);
    let is_character = |mark: &&Area| {
        let sides = [mark.width() / width, mark.height() / height];
        sides.iter().all(|&side| side <= MARK_SIZES[1]) && sides.iter().any(|&side| side >= MARK_SIZES[0])
    };
    let near = marks.iter().filter(is_near).filter(is_character);
    let in_row = near.filter_map(|mark| {
        let [across, down] = [right, below].map(|to| along(corner, to, mark.middle()));
        MIDDLES[1].contains(&down).then_some((across, *mark))
    });
    let in_row: Vec<(f32, Area)> = in_row.collect();
    let last_cells = if is_end {
        -END_CELLS..0.0
    } else {
        1.0..1.0 + END_CELLS
    };
    let goes_on = in_row.iter().any(|(across, _)| last_cells.contains(across));
    let next = in_row.iter().find(|(across, _)| MIDDLES[0].contains(across));
    next.filter(|_| goes_on).map(|&(_, mark)| mark)
}

/// Continues a row by one cell, at its end or before its start.
fn add_column(row: &mut RowGrid, is_end: bool) {
    for edge in [&mut row.top, &mut row.bottom] {
        let next = |last: [f32; 2], before: [f32; 2]| [0, 1].map(|axis| 2.0 * last[axis] - before[axis]);
        if is_end {
            edge.push(next(edge[edge.len() - 1], edge[edge.len() - 2]));
        } else {
            edge.insert(0, next(edge[0], edge[1]));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows of 10 cells with the marks of these characters, of which the first is `before` cells to the left.
    fn columns_of(texts: &[&str], before: usize) -> usize {
        let edge = |y: usize| (0..=10).map(|at| [10.0 * at as f32, y as f32]).collect();
        let row = |at: usize| RowGrid {
            top: edge(10 * at),
            bottom: edge(10 * at + 10),
        };
        let mark = |x: usize, y: usize| {
            let [left, top] = [10.0 * (x as f32 - before as f32) + 1.0, 10.0 * y as f32 + 1.0];
            let [right, bottom] = [left + 7.0, top + 7.0];
            Area {
                left,
                top,
                right,
                bottom,
            }
        };
        let marks = texts.iter().enumerate().flat_map(|(y, text)| {
            let is_ink = text.bytes().enumerate().filter(|(_, byte)| *byte != b' ');
            is_ink.map(move |(x, _)| mark(x, y))
        });
        let marks: Vec<Area> = marks.collect();
        widened((0..texts.len()).map(row).collect(), &marks)[0].columns()
    }

    #[test]
    fn columns_in_which_rows_go_on_are_added() {
        assert_eq!(columns_of(&["10 PRINT a"; 3], 0), 10);
        assert_eq!(columns_of(&["10 PRINT az"; 3], 0), 11);
        assert_eq!(columns_of(&["10 PRINT a$(1)", "20 PRINT b$(2)", "30"], 0), 14);
        assert_eq!(columns_of(&["1000 PRINT"; 3], 3), 13);
        // Not for a single row, nor after rows that have ended.
        assert_eq!(columns_of(&["10 PRINT az", "20 PRINT a", "30"], 0), 10);
        assert_eq!(columns_of(&["10 STOP   z"; 3], 0), 11);
        assert_eq!(columns_of(&["10 FN     z"; 3], 0), 10);
    }
}
