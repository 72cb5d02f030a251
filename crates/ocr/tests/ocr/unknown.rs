//! Pages in fonts that the reader does not know.

use girafa_ocr::page::{self, PageRead};
use girafa_ocr::{Font, Glyph, Grey};

use crate::printed::{Printed, font, print, rows};

/// The rows of a listing's edition.
fn listing(id: &str, columns: usize) -> Vec<Vec<char>> {
    let (_, text) = girafa_listings::EDITIONS
        .iter()
        .find(|(name, _)| *name == id)
        .unwrap();
    rows(text, columns)
}

/// Returns the font with other dots.
fn designed(design: impl Fn([u8; 8]) -> [u8; 8]) -> Font {
    let glyphs = font().glyphs.into_iter().map(|glyph| {
        let is_graphic = ('\u{2580}'..='\u{259F}').contains(&glyph.text);
        let dots = if is_graphic {
            glyph.dots
        } else {
            design(glyph.dots)
        };
        Glyph { dots, ..glyph }
    });
    Font {
        glyphs: glyphs.collect(),
    }
}

/// Letters of five by six dots at the left of their cells.
fn small(dots: [u8; 8]) -> [u8; 8] {
    let ink = dots.iter().fold(0, |all, row| all | row);
    if ink == 0 {
        return dots;
    }
    let left = ink.leading_zeros();
    let width = 8 - left - ink.trailing_zeros();
    let scaled = |row: u8| {
        (0..5).fold(0_u8, |bits, x| {
            let from = left + (x * width + width / 2) / 5;
            bits | (row << from & 0x80) >> x
        })
    };
    let narrow = if width > 5 {
        dots.map(scaled)
    } else {
        dots.map(|row| row << left)
    };
    std::array::from_fn(|row| if row == 7 { 0 } else { narrow[(row * 8 + 4) / 7] }).map(|row| row >> 1)
}

/// Upper halves of letters are a dot to the right.
fn slanted(dots: [u8; 8]) -> [u8; 8] {
    std::array::from_fn(|row| if row < 4 { dots[row] >> 1 } else { dots[row] })
}

/// The characters of a page, those that are right, those that are wrong without a doubt, and the doubted ones.
#[derive(Debug, Default)]
struct Figures {
    all: usize,
    right: usize,
    wrong: usize,
    doubted: usize,
}

/// Compares a page with the truth. The text of doubted cells with several similar glyphs may be certain.
fn figures(printed: &Printed, read: &PageRead) -> Figures {
    assert_eq!(read.rows.len(), printed.rows.len());
    let mut figures = Figures::default();
    let text = |glyph: usize| read.font.glyphs[glyph].text;
    for (cells, row) in read.cells.iter().zip(&printed.rows) {
        // Columns without ink may be missing at the edges.
        let places = row.iter().position(|&text| text != ' ').unwrap();
        let found = cells.iter().position(|cell| text(cell[0].glyph) != ' ').unwrap();
        for (cell, &truth) in cells[found..].iter().zip(&row[places..]) {
            let likeliest = text(cell[0].glyph);
            let same = cell.iter().filter(|candidate| text(candidate.glyph) == likeliest);
            let is_certain = same.map(|candidate| candidate.log_likelihood.exp()).sum::<f32>() > 0.99;
            let is_ink = truth != ' ';
            figures.all += usize::from(is_ink);
            figures.right += usize::from(is_ink && likeliest == truth);
            figures.wrong += usize::from(likeliest != truth && is_certain);
            figures.doubted += usize::from(!is_certain);
        }
    }
    figures
}

/// Prints 24 rows of a listing in a font of this design, and reads them in Girafa's font.
fn read(id: &str, design: fn([u8; 8]) -> [u8; 8]) -> (PageRead, Figures) {
    let printed = print(&listing(id, 32)[..24], &designed(design), 3.0, 4);
    let read = page::read(&printed.page, None, &font()).unwrap();
    let figures = figures(&printed, &read);
    println!("{id}: {figures:?}");
    (read, figures)
}

#[test]
fn a_page_in_an_unknown_font_is_read() {
    for id in ["nim", "hanoi"] {
        let (read, figures) = read(id, small);
        assert!(read.quality().is_listing, "{id}");
        assert!(figures.right * 100 >= figures.all * 90, "{id}: {figures:?}");
        assert!(figures.wrong * 50 <= figures.all, "{id}: {figures:?}");
    }
}

/// The given font is used if it is clear enough, also for a listing with long remarks.
#[test]
fn a_page_in_a_similar_font_is_read_in_the_given_one() {
    for id in ["nim", "girafa"] {
        let (read, figures) = read(id, slanted);
        assert_eq!(read.font, font());
        assert!(figures.right * 100 >= figures.all * 99, "{id}: {figures:?}");
        assert!(figures.doubted * 50 <= figures.all, "{id}: {figures:?}");
    }
}

/// The characters are found in cells that are higher than they are.
#[test]
fn leading_does_not_matter_in_an_unknown_font() {
    const DOT: usize = 3;
    let close = print(&listing("nim", 32)[..24], &designed(small), DOT as f32, 4);
    let [width, height] = [close.page.width(), close.page.height()];
    let lines = |from: usize, to: usize| &close.page.pixels()[from * DOT * width..to * DOT * width];
    let with_leading = |leading: usize| {
        let mut pixels = lines(0, 4).to_vec();
        for row in 0..24 {
            pixels.extend(lines(4 + 8 * row, 4 + 8 * (row + 1)));
            pixels.resize(pixels.len() + leading * DOT * width, 255);
        }
        pixels.extend(lines(height / DOT - 4, height / DOT));
        let page = Grey::new(width, pixels.len() / width, pixels).unwrap();
        let figures = figures(&close, &page::read(&page, None, &font()).unwrap());
        println!("{leading}: {figures:?}");
        figures
    };
    let none = with_leading(0);
    for leading in [2, 4] {
        let figures = with_leading(leading);
        assert!(figures.right * 50 >= none.right * 49, "{leading}: {figures:?}");
        assert!(figures.wrong <= none.wrong + 2, "{leading}: {figures:?}");
    }
}

/// Other printers have up to 80 characters in a row, and rows that are farther apart than characters are wide.
#[test]
fn wide_rows_of_high_characters_are_read() {
    const DOT: usize = 3;
    for (id, height) in [("nim", 5), ("cnp", 6)] {
        let square = print(&listing(id, 80)[..24], &designed(small), DOT as f32, 4);
        let width = square.page.width();
        let dots = square.page.pixels().chunks_exact(DOT * width);
        let pixels: Vec<u8> = dots.flat_map(|dot| dot[..width].repeat(height)).collect();
        let page = Grey::new(width, pixels.len() / width, pixels).unwrap();
        let figures = figures(&square, &page::read(&page, None, &font()).unwrap());
        println!("{id}: {figures:?}");
        assert!(figures.right * 100 >= figures.all * 90, "{id}: {figures:?}");
        assert!(figures.wrong * 100 <= 3 * figures.all, "{id}: {figures:?}");
    }
}
