//! Listings that were cut into strips and pasted up.

use girafa_ocr::read::Candidates;
use girafa_ocr::{Grey, page};

use crate::printed::{Printed, font, print, rows};

/// Pixels per dot, and the margin of a printed page in dots.
const DOT: usize = 3;
const MARGIN: usize = 16;

/// Cuts a page into strips of these numbers of rows, and pastes each as many dots lower than the previous one's
/// end, and to the right of the margin.
fn pasted(printed: &Printed, strips: &[(usize, [usize; 2])]) -> Grey {
    let (width, margin) = (printed.page.width(), MARGIN * DOT);
    let mut pixels = vec![255; margin * width];
    let mut top = margin;
    for &(rows, [down, aside]) in strips {
        let bottom = top + rows * 8 * DOT;
        pixels.resize(pixels.len() + down * DOT * width, 255);
        for line in printed.page.pixels()[top * width..bottom * width].chunks(width) {
            pixels.resize(pixels.len() + aside * DOT, 255);
            pixels.extend(&line[..width - aside * DOT]);
        }
        top = bottom;
    }
    pixels.resize(pixels.len() + margin * width, 255);
    Grey::new(width, pixels.len() / width, pixels).unwrap()
}

/// Reads the strips of a listing, and compares all its rows.
fn check(strips: &[(usize, [usize; 2])]) {
    let (expected, found, _) = read("nim", strips);
    assert_eq!(found, expected, "{strips:?}");
}

/// Returns the rows of a listing's strips, those that are read, and whether print is reported as unread.
fn read(id: &str, strips: &[(usize, [usize; 2])]) -> (Vec<String>, Vec<String>, bool) {
    let (_, text) = girafa_listings::EDITIONS
        .iter()
        .find(|(name, _)| *name == id)
        .unwrap();
    let count = strips.iter().map(|(rows, _)| rows).sum::<usize>();
    let printed = print(&rows(text, 32)[..count], &font(), DOT as f32, MARGIN);
    let read = page::read(&pasted(&printed, strips), None, &font()).unwrap();
    let text = |cells: String| cells.trim().to_owned();
    let expected: Vec<String> = printed
        .rows
        .iter()
        .map(|row| text(row.iter().collect()))
        .collect();
    let best = |cells: &Vec<Candidates>| {
        let glyphs = cells.iter().map(|cell| &read.font.glyphs[cell[0].glyph]);
        text(glyphs.map(|glyph| glyph.text).collect())
    };
    let found: Vec<String> = read
        .cells
        .iter()
        .map(best)
        .filter(|row| !row.is_empty())
        .collect();
    (expected, found, !read.unread.is_empty())
}

#[test]
fn strips_at_any_distance_are_read() {
    for down in [[3, 4, 5], [12, 21, 2], [60, 3, 140]] {
        let [first, second, third] = down.map(|down| [down, 0]);
        check(&[(5, [0, 0]), (6, first), (4, second), (5, third)]);
    }
}

#[test]
fn strips_that_are_aside_are_read() {
    for aside in [[1, 2, 3], [4, 0, 4], [0, 3, 1]] {
        let [first, second, third] = aside;
        check(&[(5, [0, 0]), (6, [4, first]), (4, [9, second]), (5, [13, third])]);
    }
}

#[test]
fn no_column_of_strips_half_a_cell_aside_is_lost_in_silence() {
    let mut complete = 0;
    for id in ["nim", "hanoi", "galo"] {
        for [first, second, third] in [[4, 0, 4], [0, 4, 0], [4, 4, 0], [4, 0, 0]] {
            let strips = [(5, [0, 0]), (6, [4, first]), (4, [9, second]), (5, [13, third])];
            let (expected, found, is_reported) = read(id, &strips);
            complete += usize::from(found == expected);
            assert!(found == expected || is_reported, "{id} {strips:?}");
        }
    }
    assert!(complete >= 11, "{complete} of 12 are read completely");
}
