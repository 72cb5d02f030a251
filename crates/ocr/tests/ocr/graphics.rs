//! Special characters of listings: inverse characters, block graphics and user-defined graphics; and print
//! that only looks like blocks.

use girafa_ocr::{Font, Glyph, Grey, read};

use crate::printed::{CELL, Printed, font, print, rows};
use crate::worn::{Wear, wear};

const WEAR: Wear = Wear {
    blur: 1.0,
    noise: 0.08,
    gradient: 0.3,
    ..Wear::NONE
};

/// Start of the private-use characters that represent inverse characters in the rows to print.
const INVERSE_START: u32 = 0xE000;

fn inverse(text: char) -> char {
    char::from_u32(INVERSE_START + text as u32).unwrap()
}

/// The printer's font, with inverse characters, and user-defined graphics that look like the letters A to U.
fn printer() -> Font {
    let font = font();
    let plain = |text: char| {
        let glyph = font
            .glyphs
            .iter()
            .find(|glyph| glyph.text == text && !glyph.inverse);
        glyph.unwrap().dots
    };
    let glyph = |text, dots| Glyph {
        text,
        inverse: false,
        dots,
    };
    let mut glyphs = font.glyphs.clone();
    glyphs.extend(
        (' '..='~')
            .filter(|&text| !"^`".contains(text))
            .map(|text| glyph(inverse(text), plain(text).map(|row| !row))),
    );
    glyphs.extend(
        ('Ⓐ'..='Ⓤ')
            .zip('A'..='U')
            .map(|(text, letter)| glyph(text, plain(letter))),
    );
    Font { glyphs }
}

/// The reading of each cell of a page: the character, whether it is inverse, and its likelihood.
fn readings(printed: &Printed) -> Vec<Vec<(char, bool, f32)>> {
    let font = font();
    let best = |cell: &read::Candidates| {
        let Glyph { text, inverse, .. } = font.glyphs[cell[0].glyph];
        // Glyphs that look alike count as one reading.
        let alike = cell
            .iter()
            .filter(|other| font.glyphs[other.glyph].dots == font.glyphs[cell[0].glyph].dots);
        (
            text,
            inverse,
            alike.map(|candidate| candidate.log_likelihood.exp()).sum(),
        )
    };
    (read::read(&printed.page, &printed.grids, &font).iter())
        .map(|row| row.iter().map(best).collect())
        .collect()
}

/// The rows of the hanoi listing, with the first ones replaced by `over`.
fn page(over: &[Vec<char>]) -> Printed {
    let listing = girafa_listings::EDITIONS
        .iter()
        .find(|(id, _)| *id == "hanoi")
        .unwrap()
        .1;
    let mut rows = rows(listing, 32);
    rows.truncate(24);
    rows[4..4 + over.len()].clone_from_slice(over);
    let mut printed = print(&rows, &printer(), 3.0, 4);
    wear(&mut printed, 3.0, WEAR);
    printed
}

fn row(text: &str) -> Vec<char> {
    format!("{text:32}").chars().collect()
}

#[test]
fn inverse_characters_are_read_and_marked_as_inverse() {
    let words = "FIM DO JOGO 0123456789 ok? abc.:";
    let mut inverted = row(words);
    inverted[8..].iter_mut().for_each(|text| *text = inverse(*text));
    let all: Vec<char> = words.chars().map(inverse).collect();
    let printed = page(&[inverted, row("  70 PRINT \"\""), all]);
    for (at, from) in [(4, 8), (6, 0)] {
        for (column, &(text, is_inverse, likelihood)) in readings(&printed)[at].iter().enumerate() {
            let printed = words.chars().nth(column).unwrap();
            // An inverse space is a block.
            let expected = match (printed, column >= from) {
                (' ', true) => ('█', false),
                (printed, is_inverse) => (printed, is_inverse),
            };
            assert_eq!((text, is_inverse), expected, "row {at}, column {column}");
            assert!(
                likelihood > 0.99,
                "row {at}, column {column}: {text} {likelihood}"
            );
        }
    }
}

#[test]
fn block_graphics_are_read() {
    let blocks = "  80 PRINT \"▝▘▀▗▐▚▜▖▞▌▛▄▟▙█\"";
    let columns = "  90 LET a$=\"████████▌▐████▀▄█\"";
    let printed = page(&[row(blocks), row(columns), row(columns)]);
    for (at, cells) in readings(&printed).iter().enumerate() {
        for (&(text, _, likelihood), &expected) in cells.iter().zip(&printed.rows[at]) {
            assert_eq!(text, expected, "row {at}");
            assert!(likelihood > 0.99, "row {at}: {text} {likelihood}");
        }
    }
}

/// LLIST prints user-defined graphics as letters until a program defines its own.
#[test]
fn user_defined_graphics_are_read_as_letters() {
    let rows = rows("80 PRINT \"\\a\\b\\u\"\n", 32);
    assert_eq!(rows[0][12..15], ['Ⓐ', 'Ⓑ', 'Ⓤ']);
    let cells = &readings(&page(&rows))[4];
    let read: String = cells.iter().map(|&(text, ..)| text).collect();
    assert_eq!(read.trim_end(), "  80 PRINT \"ABU\"");
    assert!(cells.iter().all(|&(.., likelihood)| likelihood > 0.99));
}

/// Cells under an opaque blot cannot be read: they must be doubtful, although they look like blocks of ink.
#[test]
fn characters_under_a_blot_are_doubtful() {
    let mut printed = page(&[]);
    let Grid { width, cell, left } = Grid::of(&printed);
    // Its edge crosses cells.
    let middle = [left + 12.4 * cell, left + 11.7 * cell];
    let mut pixels = printed.page.pixels().to_vec();
    for (at, pixel) in pixels.iter_mut().enumerate() {
        let [x, y] = [at % width, at / width].map(|at| at as f32);
        if (x - middle[0]).hypot(y - middle[1]) < 3.1 * cell {
            *pixel = 12;
        }
    }
    printed.page = Grey::new(width, pixels.len() / width, pixels).unwrap();
    let mut hidden = 0;
    for (y, cells) in readings(&printed).iter().enumerate() {
        for (x, &(text, _, likelihood)) in cells.iter().enumerate() {
            let far = [x, y].map(|at| (at as f32 + 0.5) * cell + left);
            let is_hidden = (far[0] - middle[0]).hypot(far[1] - middle[1]) < 2.4 * cell;
            hidden += usize::from(is_hidden);
            let is_wrong = text != printed.rows[y][x];
            assert!(
                !is_hidden && !is_wrong || likelihood < 0.99,
                "{y},{x}: {text} {likelihood}"
            );
        }
    }
    assert!(hidden >= 12, "{hidden}");
}

/// The dimensions of a page made by [`page`], in pixels.
struct Grid {
    width: usize,
    cell: f32,
    /// Margin to the left of the first cell, and above it.
    left: f32,
}

impl Grid {
    fn of(printed: &Printed) -> Grid {
        Grid {
            width: printed.page.width(),
            cell: 3.0 * CELL as f32,
            left: printed.grids[0].top[0][0],
        }
    }
}
