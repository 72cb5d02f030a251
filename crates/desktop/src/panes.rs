//! The panes next to the picture: the listing, the variables, the printer's paper and the status.

use std::ops::Range;

use girafa_frontend::{Console, variables};
use girafa_spectrum::{DotRow, Spectrum};

use crate::canvas::{Canvas, Colour};

/// Width of a pane in pixels: 32 characters or 256 dots, and a margin of eight on each side.
pub const PANE: usize = 272;
/// Height of the status below the picture in pixels: two lines.
pub const STATUS: usize = 20;

/// Pixels above the first row and below the last row of a pane, and height of a row.
const VERTICAL_MARGIN: usize = 4;
const ROW: usize = 8;

pub const BACKGROUND: Colour = 0x1B_1D22;
pub const TEXT: Colour = 0xD8_DADF;
const DIM_TEXT: Colour = 0x8A_8F98;
const RUNNING_ROW: Colour = 0x2C_6E49;
const RUNNING_STATEMENT: Colour = 0x1F_8A50;
const FAILED_ROW: Colour = 0x8C_2F39;
const FAILED_STATEMENT: Colour = 0xB8_3B47;
const BREAKPOINT: Colour = 0xC0_3A2B;
const PAPER: Colour = 0xCB_CCCF;
const PRINTED_DOT: Colour = 0x2E_2D34;

/// Draws the program as LLIST prints it in a pane at `left`, with the running line and its statement marked,
/// and breakpoints. Returns the line of each row.
pub fn listing(canvas: &mut Canvas, left: usize, console: &mut Console) -> Vec<u16> {
    let height = canvas.size().1;
    canvas.fill(left, 0, PANE, height, BACKGROUND);
    let rows = console.listing_rows(32, (height - 2 * VERTICAL_MARGIN) / ROW);
    for (y, row) in (VERTICAL_MARGIN..).step_by(ROW).zip(&rows) {
        if let Some(marked) = row.marked {
            let (line, statement) = if marked.is_error {
                (FAILED_ROW, FAILED_STATEMENT)
            } else {
                (RUNNING_ROW, RUNNING_STATEMENT)
            };
            canvas.fill(left, y, PANE, ROW, line);
            let Range { start, end } = row.statement;
            canvas.fill(left + 8 + start * 8, y, (end - start) * 8, ROW, statement);
        }
        if row.is_chosen {
            canvas.fill(left + 8, y + ROW - 1, PANE - 16, 1, TEXT);
        }
        if row.is_first && row.has_breakpoint {
            canvas.fill(left, y, 8, ROW, BREAKPOINT);
        }
        canvas.text(left + 8, y, &row.text, TEXT);
        // The mark is for users who cannot distinguish the colours.
        if let Some(marked) = row.marked.filter(|_| row.is_first) {
            canvas.text(left, y, &marked.character().to_string(), TEXT);
        } else if row.is_first && row.has_breakpoint {
            canvas.text(left, y, "*", TEXT);
        }
    }
    rows.iter().map(|row| row.line).collect()
}

/// The row of the listing at `y`.
pub fn listing_row(y: usize) -> Option<usize> {
    Some(y.checked_sub(VERTICAL_MARGIN)? / ROW)
}

/// Draws the program's variables in a pane at `left`.
pub fn variables(canvas: &mut Canvas, left: usize, machine: &Spectrum) {
    let height = canvas.size().1;
    canvas.fill(left, 0, PANE, height, BACKGROUND);
    canvas.text(left + 8, VERTICAL_MARGIN, "Variables", DIM_TEXT);
    let rows = variables::rows(machine, 32, (height - 2 * VERTICAL_MARGIN) / ROW - 2);
    for (y, row) in (VERTICAL_MARGIN + 2 * ROW..).step_by(ROW).zip(&rows) {
        canvas.text(left + 8, y, row, TEXT);
    }
}

/// Draws the end of the paper in a pane at `left`, with the newest row at the bottom.
pub fn paper(canvas: &mut Canvas, left: usize, rows: &[DotRow]) {
    let height = canvas.size().1;
    let slot = height - 12;
    canvas.fill(left, 0, PANE, height, BACKGROUND);
    canvas.fill(left + 4, slot, PANE - 8, 8, 0x3A_3D44);
    canvas.small(
        left + 10,
        slot + 2,
        &format!("ZX Printer  {} rows", rows.len()),
        DIM_TEXT,
    );
    let shown = rows.len().min(slot - 4);
    let top = slot - shown;
    if shown > 0 {
        canvas.fill(left + 4, top - 4, PANE - 8, shown + 4, PAPER);
    }
    for (y, row) in (top..).zip(&rows[rows.len() - shown..]) {
        for dot in (0..256).filter(|dot| row[dot / 8] << (dot % 8) & 0x80 != 0) {
            canvas.set(left + 8 + dot, y, PRINTED_DOT);
        }
    }
}

/// Draws the two lines of the status, `width` pixels wide, at `top`. The second is in small capitals if it
/// does not fit otherwise, for example an error with its place and its GO SUB.
pub fn status(canvas: &mut Canvas, top: usize, width: usize, [first, second]: [&str; 2]) {
    canvas.fill(0, top, width, STATUS, BACKGROUND);
    let room = width / 8 - 1;
    let cut = |text: &str| text.chars().take(room).collect::<String>();
    canvas.text(4, top + 1, &cut(first), DIM_TEXT);
    if second.chars().count() <= room {
        canvas.text(4, top + 11, second, TEXT);
    } else {
        let small: String = second.chars().take(2 * room).collect();
        canvas.small(4, top + 12, &small, TEXT);
    }
}
