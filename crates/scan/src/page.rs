//! Rows of a printed listing, as scanned.

use std::ops::Range;
use std::sync::Arc;

use girafa_basic::charset;
use girafa_basic::diagnostic::{Diagnostic, Diagnostics};
use girafa_basic::source::Cell;

/// The character that stands for a space that counts, where a plain space may be the scan's.
pub const COUNTED_SPACE: char = '␣';

/// What some programs put at the start of a text.
pub(super) const BYTE_ORDER_MARK: char = '\u{feff}';

/// One row of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageRow {
    /// The line of the text that it is in, from 1.
    pub line: usize,
    /// Its place in the text.
    pub span: Range<usize>,
    /// The row as scanned, without the spaces at its ends.
    pub scanned: Arc<str>,
    /// How many spaces the scan has before it.
    pub indent: usize,
    /// Its characters, corrections applied, without the spaces at the ends. Spaces that count are marked as
    /// escaped.
    pub cells: Vec<Cell>,
}

impl PageRow {
    /// A row as scanned: `text` is in line `line` of the text, at byte `start`. Characters that the machine
    /// does not have are added to `diagnostics` and left out.
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

    /// Takes other characters for the row, without the plain spaces at their ends.
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

    /// How many digits it begins with.
    pub(crate) fn digits(&self) -> usize {
        let digits = self.cells.iter().take_while(|cell| cell.code.is_ascii_digit());
        digits.count()
    }

    /// Its characters in the machine's codes.
    pub(crate) fn text(&self) -> String {
        self.cells.iter().map(|cell| char::from(cell.code)).collect()
    }

    /// Is there nothing in it?
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }
}

/// Takes from the rows of one block what all of them that go on with a line are indented by: some scans hang
/// them.
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

/// The characters of a piece of text at byte `start`.
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
            // What it most likely is takes its place, so that widths and the rest can be looked at.
            cells.extend(charset::without_accent(character).map(|code| Cell {
                code,
                escaped: false,
                span,
            }));
        }
    }
    cells
}
