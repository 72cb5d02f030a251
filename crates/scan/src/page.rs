//! Scanned rows of a printed listing.

use std::ops::Range;
use std::sync::Arc;

use girafa_basic::charset;
use girafa_basic::diagnostic::{Diagnostic, Diagnostics};
use girafa_basic::source::Cell;

/// Represents a significant space, where a plain space may come from the scan.
pub const COUNTED_SPACE: char = '␣';

/// The mark that some programs write at the start of a text.
pub(super) const BYTE_ORDER_MARK: char = '\u{feff}';

/// A row of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageRow {
    /// Its line in the text, from 1.
    pub line: usize,
    /// Its byte range in the text.
    pub span: Range<usize>,
    /// The row as scanned, without leading and trailing spaces.
    pub scanned: Arc<str>,
    /// Number of spaces before it in the scan.
    pub indent: usize,
    /// Its characters with corrections, without leading and trailing spaces. Significant spaces are marked as
    /// escaped.
    pub cells: Vec<Cell>,
}

impl PageRow {
    /// Creates a row as scanned: `text` is in line `line` of the text, at byte `start`. Characters that the
    /// machine does not have are added to `diagnostics` and omitted.
    pub fn new(line: usize, start: usize, text: &str, diagnostics: &mut Diagnostics) -> PageRow {
        let scanned = text.trim().into();
        let indent = text.chars().take_while(|c| c.is_whitespace()).count();
        let mut row = PageRow {
            line,
            span: start..start + text.trim_end().len(),
            scanned,
            indent,
            cells: Vec::new(),
        };
        row.set_cells(cells(text, start, diagnostics));
        row
    }

    /// Replaces the row's characters, without leading and trailing plain spaces.
    pub fn set_cells(&mut self, mut cells: Vec<Cell>) {
        let plain_space = |cell: &Cell| cell.code == b' ' && !cell.escaped;
        let first = cells
            .iter()
            .position(|cell| !plain_space(cell))
            .unwrap_or(cells.len());
        let last = cells
            .iter()
            .rposition(|cell| !plain_space(cell))
            .map_or(first, |last| last + 1);
        cells.truncate(last);
        cells.drain(..first);
        self.cells = cells;
    }

    /// Number of digits at its start.
    pub(crate) fn digits(&self) -> usize {
        let digits = self.cells.iter().take_while(|cell| cell.code.is_ascii_digit());
        digits.count()
    }

    /// Its characters as machine codes.
    pub(crate) fn text(&self) -> String {
        self.cells.iter().map(|cell| char::from(cell.code)).collect()
    }

    /// Whether the row is empty.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }
}

/// Removes the common indentation of the continuation rows of a block: some scans have a hanging indent.
pub fn level_indents(rows: &mut [PageRow]) {
    let goes_on = |row: &&mut PageRow| {
        let first = row.cells.first();
        let asterisks = row.cells.iter().all(|cell| cell.code == b'*');
        !row.span.is_empty() && !asterisks && first.is_some_and(|cell| !cell.code.is_ascii_digit())
    };
    let hanging = rows
        .iter_mut()
        .filter(goes_on)
        .map(|row| row.indent)
        .min()
        .unwrap_or(0);
    for row in rows.iter_mut().filter(goes_on) {
        row.indent -= hanging;
    }
}

/// Returns the characters of a piece of text at byte `start`.
pub fn cells(text: &str, start: usize, diagnostics: &mut Diagnostics) -> Vec<Cell> {
    let mut cells = Vec::new();
    for (at, character) in text.char_indices() {
        let span = start + at..start + at + character.len_utf8();
        if character == COUNTED_SPACE {
            cells.push(Cell {
                code: b' ',
                escaped: true,
                span,
            });
        } else if let Some(code) = charset::from_char(character) {
            cells.push(Cell {
                code,
                escaped: false,
                span,
            });
        } else if !character.is_control() && character != BYTE_ORDER_MARK {
            let message = format!("the Spectrum has no character `{}`", character.escape_debug());
            diagnostics.push(Diagnostic::error(span.clone(), message, ""));
            // The most likely character is used instead, so that widths and the rest can be checked.
            cells.extend(charset::without_accent(character).map(|code| Cell {
                code,
                escaped: false,
                span,
            }));
        }
    }
    cells
}
