//! Pages printed by a perfect printer, with the positions of their rows.

use girafa_basic::program::Program;
use girafa_basic::{llist, tokenise};
use girafa_ocr::{Font, Grey, RowGrid};

/// Dots per cell in each direction.
pub const CELL: usize = 8;

/// A page, and the truth about it.
pub struct Printed {
    pub page: Grey,
    /// The characters of each row, in all its cells.
    pub rows: Vec<Vec<char>>,
    /// The position of each row.
    pub grids: Vec<RowGrid>,
}

/// The font of Girafa's ROM, whose CHARS is 3C00.
pub fn font() -> Font {
    Font::sinclair(girafa_rom::GIRAFA48[0x3D00..].try_into().unwrap())
}

/// A listing's program.
pub fn program(listing: &str) -> Program {
    let read = tokenise::program(listing, &tokenise::Options::default());
    read.unwrap().program
}

/// The rows that LLIST prints for a listing, padded with spaces.
pub fn rows(listing: &str, width: usize) -> Vec<Vec<char>> {
    let rows = llist::rows(&program(listing), width);
    rows.iter()
        .map(|row| {
            let mut cells: Vec<char> = row.chars().collect();
            cells.resize(width, ' ');
            cells
        })
        .collect()
}

/// Prints rows black on white, `dot` pixels a dot, with a margin of `margin` dots around them. Characters
/// that the font lacks are spaces.
pub fn print(rows: &[Vec<char>], font: &Font, dot: f32, margin: usize) -> Printed {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let place = |dots: usize| (margin + dots) as f32 * dot;
    let [width, height] =
        [columns, rows.len()].map(|cells| ((2 * margin + CELL * cells) as f32 * dot).ceil() as usize);
    let ink = ink(rows, font);
    let is_ink = |x: usize, y: usize| {
        let at = |pixel: usize| ((pixel as f32 + 0.5) / dot - margin as f32).floor();
        let (across, down) = (at(x), at(y));
        across >= 0.0
            && down >= 0.0
            && ink
                .get(down as usize)
                .and_then(|line| line.get(across as usize / CELL))
                .is_some_and(|bits| bits << (across as usize % CELL) & 0x80 != 0)
    };
    let pixels = (0..height)
        .flat_map(|y| (0..width).map(move |x| (x, y)))
        .map(|(x, y)| if is_ink(x, y) { 0 } else { 255 })
        .collect();
    Printed {
        page: Grey::new(width, height, pixels).unwrap(),
        rows: rows.to_vec(),
        grids: grids(rows.len(), columns, |dots| dots.map(place)),
    }
}

/// The lines of dots of rows, eight per row: one byte for each cell. Characters that the font lacks are
/// spaces.
pub fn ink(rows: &[Vec<char>], font: &Font) -> Vec<Vec<u8>> {
    let dots = |row: &[char], line: usize| -> Vec<u8> {
        let glyph = |text: &char| {
            font.glyphs
                .iter()
                .find(|glyph| glyph.text == *text && !glyph.inverse)
        };
        row.iter()
            .map(|text| glyph(text).map_or(0, |glyph| glyph.dots[line]))
            .collect()
    };
    rows.iter()
        .flat_map(|row| (0..CELL).map(|line| dots(row, line)))
        .collect()
}

/// The grids of adjacent rows; `place` maps a corner, in dots from the left and from the top, to the picture.
pub fn grids(rows: usize, columns: usize, place: impl Fn([usize; 2]) -> [f32; 2]) -> Vec<RowGrid> {
    let edge = |row: usize| {
        (0..=columns)
            .map(|column| place([CELL * column, CELL * row]))
            .collect()
    };
    (0..rows)
        .map(|row| RowGrid {
            top: edge(row),
            bottom: edge(row + 1),
        })
        .collect()
}

#[test]
fn a_printed_page_consists_of_the_fonts_dots() {
    let font = font();
    let printed = print(&rows("10 PRINT \"GIRAFA\"\n", 32), &font, 3.0, 4);
    assert_eq!((printed.page.width(), printed.page.height()), (3 * 264, 3 * 16));
    let first_row: String = printed.rows[0].iter().collect();
    assert_eq!(first_row.trim_end(), "  10 PRINT \"GIRAFA\"");
    // Check each dot of each cell at its position in the grid.
    for (cell, text) in printed.rows[0].iter().enumerate() {
        let glyph = font.glyphs.iter().find(|glyph| glyph.text == *text).unwrap();
        for (line, bits) in glyph.dots.iter().enumerate() {
            for dot in 0..CELL {
                let across = cell as f32 + (dot as f32 + 0.5) / CELL as f32;
                let grey = printed
                    .page
                    .sample(printed.grids[0].at(across, (line as f32 + 0.5) / CELL as f32));
                assert_eq!(grey < 128.0, bits << dot & 0x80 != 0);
            }
        }
    }
}
