//! The layout of the print on the flat paper, in dots of the ZX Printer.

use girafa_ocr::{Font, RowGrid};

use crate::printed::{CELL, grids, ink};

/// Width of the margin beside the rows, as on ZX Printer paper.
pub const MARGIN: usize = 11;
/// Size of a magazine's dots.
const MAGAZINE_DOT: f32 = 0.6;
/// Margin around a magazine's columns, and the gutter between them.
const MAGAZINE_MARGIN: f32 = 24.0;
const GUTTER: f32 = 14.0;
/// Sizes of the dots of the header and the folio.
const HEADER_DOT: f32 = 1.5;
const FOLIO_DOT: f32 = 0.9;

/// The paper and the print on it.
pub struct Layout {
    pub width: f32,
    pub height: f32,
    pub blocks: Vec<Block>,
    /// The positions of the rows.
    pub grids: Vec<RowGrid>,
}

/// An area with dots of one size.
pub struct Block {
    pub left: f32,
    pub top: f32,
    /// Size of the dots.
    pub dot: f32,
    pub width: usize,
    pub height: usize,
    /// The printed dots, with a margin of one on each side.
    ink: Vec<bool>,
    /// Whether a dot or one of its neighbours is printed, with a margin of one on each side.
    near: Vec<bool>,
}

impl Layout {
    /// Lays out the rows in one column, or in two for a magazine.
    pub fn new(rows: &[Vec<char>], font: &Font, magazine: bool) -> Layout {
        let margin = MARGIN as f32;
        if !magazine {
            let (block, grids) = column(rows, font, [margin, margin], 1.0);
            return Layout {
                width: block.right() + margin,
                height: block.bottom() + margin,
                blocks: vec![block],
                grids,
            };
        }
        let header = Block::text("TECLADO E ECRA", font, [MAGAZINE_MARGIN, 16.0], HEADER_DOT);
        let top = header.bottom() + 12.0;
        let (first, second) = rows.split_at(rows.len().div_ceil(2));
        let (left, mut grids) = column(first, font, [MAGAZINE_MARGIN, top], MAGAZINE_DOT);
        let (right, others) = column(second, font, [left.right() + GUTTER, top], MAGAZINE_DOT);
        grids.extend(others);
        let under = left.bottom() + 12.0;
        let mut folio = Block::text("47", font, [0.0, under], FOLIO_DOT);
        folio.left = left.right() + GUTTER / 2.0 - folio.width as f32 * FOLIO_DOT / 2.0;
        Layout {
            width: 2.0 * left.right() + GUTTER,
            height: folio.bottom() + 12.0,
            blocks: vec![left, right, header, folio],
            grids,
        }
    }
}

/// A column of rows with their grids.
fn column(rows: &[Vec<char>], font: &Font, [left, top]: [f32; 2], dot: f32) -> (Block, Vec<RowGrid>) {
    let lines = ink(rows, font);
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let is_ink = |x: usize, y: usize| {
        let bits = lines[y].get(x / CELL).copied().unwrap_or(0);
        bits << (x % CELL) & 0x80 != 0
    };
    let block = Block::new([left, top], dot, [columns * CELL, lines.len()], is_ink);
    let place = |[x, y]: [usize; 2]| [left + x as f32 * dot, top + y as f32 * dot];
    (block, grids(rows.len(), columns, place))
}

impl Block {
    fn new(
        [left, top]: [f32; 2],
        dot: f32,
        [width, height]: [usize; 2],
        is_ink: impl Fn(usize, usize) -> bool,
    ) -> Block {
        let wide = width + 2;
        let mut ink = vec![false; wide * (height + 2)];
        let mut near = ink.clone();
        for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
            if is_ink(x, y) {
                ink[(y + 1) * wide + x + 1] = true;
                for below in 0..3 {
                    near[(y + below) * wide + x..][..3].fill(true);
                }
            }
        }
        Block {
            left,
            top,
            dot,
            width,
            height,
            ink,
            near,
        }
    }

    /// Proportional bold text, which has no rows of cells.
    fn text(text: &str, font: &Font, place: [f32; 2], dot: f32) -> Block {
        let mut lines = vec![0_u8; 0];
        for text in text.chars() {
            let glyph = font.glyphs.iter().find(|glyph| glyph.text == text).unwrap();
            let column = |x: usize| {
                let bit = |y: usize| u8::from(glyph.dots[y] << x & 0x80 != 0) << y;
                (0..CELL).map(bit).fold(0, |bits, bit| bits | bit)
            };
            let columns: Vec<u8> = (0..CELL).map(column).collect();
            let first = columns.iter().position(|&bits| bits != 0).unwrap_or(4);
            let last = columns.iter().rposition(|&bits| bits != 0).unwrap_or(5);
            lines.extend(&columns[first..=last]);
            lines.extend([0, 0]);
        }
        let is_ink = |x: usize, y: usize| {
            let before = x.checked_sub(1).map_or(0, |x| lines[x]);
            (lines[x] | before) >> y & 1 != 0
        };
        Block::new(place, dot, [lines.len(), CELL], is_ink)
    }

    fn right(&self) -> f32 {
        self.left + self.width as f32 * self.dot
    }

    fn bottom(&self) -> f32 {
        self.top + self.height as f32 * self.dot
    }

    /// Converts a position on the paper to dots of the block.
    pub fn dots(&self, [x, y]: [f32; 2]) -> [f32; 2] {
        [(x - self.left) / self.dot, (y - self.top) / self.dot]
    }

    fn place(&self, [x, y]: [i32; 2]) -> Option<usize> {
        let [x, y] = [x + 1, y + 1].map(|at| usize::try_from(at).ok());
        let (x, y) = (x?, y?);
        (x < self.width + 2 && y < self.height + 2).then(|| y * (self.width + 2) + x)
    }

    /// Whether a dot is printed.
    pub fn is_ink(&self, dot: [i32; 2]) -> bool {
        self.place(dot).is_some_and(|place| self.ink[place])
    }

    /// Whether a dot or one of the eight around it is printed.
    pub fn is_near(&self, dot: [i32; 2]) -> bool {
        self.place(dot).is_some_and(|place| self.near[place])
    }
}
