//! Shows the exact pixels of the picture on terminals that support images.
//!
//! The picture is cut into strips, one for each row of the terminal. Only strips that have changed are sent,
//! each as an image of its own, with the kitty graphics protocol or as sixels.
//!
//! ```text
//!   352 x 288 colours ──Place: scale, crop──► strips of W x (a cell's height) ──► kitty (PNG in base64) or sixel
//! ```

pub mod detect;
mod kitty;
mod sixel;

use std::io::{self, Write};
use std::ops::Range;

use clap::ValueEnum;
use girafa_spectrum::Screen;
use ratatui::layout::Rect;

/// The protocol for images.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Protocol {
    /// The kitty graphics protocol: <https://sw.kovidgoyal.net/kitty/graphics-protocol/>.
    Kitty,
    /// Sixels, as on the VT340.
    Sixel,
}

impl Protocol {
    /// Maximum width of an image in pixels: by default, xterm shows no sixels wider than 1000.
    fn widest(self) -> u32 {
        match self {
            Protocol::Kitty => u32::MAX,
            Protocol::Sixel => 1000,
        }
    }
}

/// What the user chose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Wish {
    /// Pixels if the terminal reports support for them; never inside tmux or screen
    Auto,
    /// Characters only
    Off,
    /// The kitty graphics protocol, without querying the terminal
    Kitty,
    /// Sixels, without querying the terminal
    Sixel,
}

/// Size of the picture with its whole border.
const FULL_SIZE: (u32, u32) = (352, 288);
/// Size of the screen without the border.
const INNER_SIZE: (u32, u32) = (256, 192);
/// Maximum scale: pixels per pixel of the machine.
const MAX_SCALE: u32 = 4;

/// The position and size of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// Cells of the terminal.
    pub cells: Rect,
    /// Size of a cell in pixels.
    cell: (u32, u32),
    /// Size of the machine's 256 x 192 screen in pixels of the image.
    inner: (u32, u32),
}

impl Place {
    /// The largest place in `area`, centred, with cells of `cell` pixels. The scale is an integer if it is 2
    /// or more, and any value between 1 and 2. The border fills the remaining space. `None` if the screen
    /// does not fit.
    pub fn new(area: Rect, cell: (u16, u16), protocol: Protocol) -> Option<Place> {
        let cell = (u32::from(cell.0), u32::from(cell.1));
        let room = (
            (u32::from(area.width) * cell.0).min(protocol.widest()),
            u32::from(area.height) * cell.1,
        );
        let times = (room.0 / INNER_SIZE.0).min(room.1 / INNER_SIZE.1);
        let inner = match times {
            0 => return None,
            1 => {
                let width = room.0.min(room.1 * INNER_SIZE.0 / INNER_SIZE.1);
                (width, width * INNER_SIZE.1 / INNER_SIZE.0)
            }
            times => (
                INNER_SIZE.0 * times.min(MAX_SCALE),
                INNER_SIZE.1 * times.min(MAX_SCALE),
            ),
        };
        let columns = (inner.0 * FULL_SIZE.0 / INNER_SIZE.0).min(room.0) / cell.0;
        let rows = (inner.1 * FULL_SIZE.1 / INNER_SIZE.1).min(room.1) / cell.1;
        let cells = Rect::new(
            area.x + (area.width - columns as u16) / 2,
            area.y + (area.height - rows as u16) / 2,
            columns as u16,
            rows as u16,
        );
        Some(Place { cells, cell, inner })
    }

    /// Width of the image in pixels.
    fn width(&self) -> u32 {
        u32::from(self.cells.width) * self.cell.0
    }

    /// Height of the image in pixels.
    fn height(&self) -> u32 {
        u32::from(self.cells.height) * self.cell.1
    }

    /// The picture's column that each column of the image shows.
    fn columns(&self) -> Vec<usize> {
        sources(self.width(), self.inner.0, FULL_SIZE.0, INNER_SIZE.0)
    }

    /// The picture's row that each row of the image shows.
    fn rows(&self) -> Vec<usize> {
        sources(self.height(), self.inner.1, FULL_SIZE.1, INNER_SIZE.1)
    }
}

/// Maps each of `length` image pixels to a pixel of the picture. The middle `inner` image pixels show the
/// middle `screen` of the picture's `full` pixels.
fn sources(length: u32, inner: u32, full: u32, screen: u32) -> Vec<usize> {
    let [length, inner, full, screen] = [length, inner, full, screen].map(i64::from);
    let (start, border) = ((length - inner) / 2, (full - screen) / 2);
    (0..length)
        .map(|at| border + ((at - start) * screen).div_euclid(inner))
        .map(|source| source.clamp(0, full - 1) as usize)
        .collect()
}

/// An image of one strip: colours 0 to 15, row by row.
pub struct Strip<'a> {
    width: usize,
    colours: &'a [u8],
}

/// Sends pictures and keeps track of what the terminal shows.
pub struct Painter {
    protocol: Protocol,
    /// The last picture that was sent, with its place.
    shown: Option<(Place, Vec<u8>)>,
}

impl Painter {
    /// Creates a painter for a terminal that shows no picture yet.
    pub fn new(protocol: Protocol) -> Painter {
        Painter {
            protocol,
            shown: None,
        }
    }

    /// Sends the changes since the last picture. `picture` is from [`Screen::colours`], with the border.
    pub fn paint(&mut self, picture: Vec<u8>, place: Place, out: &mut impl Write) -> io::Result<()> {
        debug_assert_eq!((FULL_SIZE, picture.len()), (Screen::size(true), 352 * 288));
        let before = match &self.shown {
            Some((shown, before)) if *shown == place => Some(before.as_slice()),
            _ => None,
        };
        if before == Some(&picture) {
            return Ok(());
        }
        let (columns, rows) = (place.columns(), place.rows());
        for (index, rows) in (0..).zip(rows.chunks(place.cell.1 as usize)) {
            if before.is_some_and(|before| before[lines(rows)] == picture[lines(rows)]) {
                continue;
            }
            let line = |&row: &usize| {
                let line = &picture[row * FULL_SIZE.0 as usize..];
                columns.iter().map(|&column| line[column])
            };
            let strip = Strip {
                width: columns.len(),
                colours: &rows.iter().flat_map(line).collect::<Vec<u8>>(),
            };
            // Rows and columns of the terminal are numbered from 1.
            write!(out, "\x1b[{};{}H", place.cells.y + index + 1, place.cells.x + 1)?;
            match self.protocol {
                Protocol::Kitty => kitty::send(&strip, index, out)?,
                Protocol::Sixel => sixel::send(&strip, out)?,
            }
        }
        self.shown = Some((place, picture));
        Ok(())
    }

    /// Deletes the images if clearing the screen does not. The next picture is sent completely.
    pub fn forget(&mut self, out: &mut impl Write) -> io::Result<()> {
        match (self.shown.take(), self.protocol) {
            (Some(_), Protocol::Kitty) => out.write_all(kitty::DELETE_ALL),
            _ => Ok(()),
        }
    }
}

/// The byte range of the picture's rows from the first to the last of `rows`.
fn lines(rows: &[usize]) -> Range<usize> {
    let width = FULL_SIZE.0 as usize;
    let [first, last] = [rows.first(), rows.last()].map(|row| row.copied().unwrap_or_default());
    first * width..(last + 1) * width
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
