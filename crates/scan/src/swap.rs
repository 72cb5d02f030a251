//! Replaces characters of a row.

use std::ops::Range;

use girafa_basic::charset;
use girafa_basic::diagnostic::Diagnostics;
use girafa_basic::source::Cell;

use super::page::{self, COUNTED_SPACE, PageRow};

/// A replacement of characters of a row; `␣` is a significant space.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Swap {
    pub(super) row: usize,
    pub(super) cells: Range<usize>,
    pub(super) put: String,
}

impl Swap {
    pub(super) fn new(row: usize, cells: Range<usize>, put: impl Into<String>) -> Swap {
        let put = put.into();
        Swap { row, cells, put }
    }
}

/// Returns the range in the text of a row's cell, or of the row's end.
pub(super) fn character_at(row: &PageRow, at: usize) -> Range<usize> {
    row.cells
        .get(at)
        .map_or(row.span.end..row.span.end, |cell| cell.span.clone())
}

/// Applies swaps to rows; `first` is the index of the first row.
pub(super) fn swapped(rows: &[PageRow], first: usize, swaps: &[Swap]) -> Vec<PageRow> {
    let mut rows = rows.to_vec();
    let mut ordered: Vec<&Swap> = swaps.iter().collect();
    ordered.sort_by_key(|swap| std::cmp::Reverse((swap.row, swap.cells.start, swap.cells.end)));
    for swap in ordered {
        let row = &mut rows[swap.row - first];
        let cells = spliced(row, swap.cells.clone(), &swap.put);
        row.set_cells(cells);
    }
    rows
}

/// Replaces some of a row's cells; the new cells have the position of the old ones.
pub(super) fn spliced(row: &PageRow, range: Range<usize>, put: &str) -> Vec<Cell> {
    let range = range.start.min(row.cells.len())..range.end.min(row.cells.len());
    let here = character_at(row, range.start).start;
    let end = range
        .end
        .checked_sub(1)
        .filter(|_| !range.is_empty())
        .and_then(|end| row.cells.get(end))
        .map_or(here, |cell| cell.span.end);
    let mut put = page::cells(put, 0, &mut Diagnostics::default());
    put.iter_mut().for_each(|cell| cell.span = here..end);
    let mut cells = row.cells.clone();
    cells.splice(range, put);
    cells
}

/// Formats characters in the notation of corrections.
pub(super) fn notation(cells: &[Cell]) -> String {
    cells
        .iter()
        .map(|cell| match (cell.code, cell.escaped) {
            (b' ', true) => COUNTED_SPACE.to_string(),
            (b'\\', _) => "\\\\".to_string(),
            (code, _) => charset::to_char(code).map_or_else(|| format!("\\{{{code}}}"), String::from),
        })
        .collect()
}
