//! A listing with a picture, whose halftone screen is more prominent and finer than the cells.

use girafa_ocr::{Grey, page};

use crate::printed::{self, Printed};

/// Pixels per dot of the listing.
const DOT: f32 = 5.0;

/// A page with a halftone picture below its rows, as in newspapers: round dots `pitch` pixels apart, `height`
/// pixels in total.
fn with_picture(printed: &Printed, pitch: usize, height: usize) -> Grey {
    let page = &printed.page;
    let (width, from) = (page.width(), page.height());
    let mut pixels = page.pixels().to_vec();
    pixels.extend((0..width * height).map(|at| {
        let (x, y) = (at % width, at / width);
        let beside = x < 2 * pitch || x + 2 * pitch > width || y + 2 * pitch > height;
        // Vary the shade.
        let shade = 0.3 + 0.15 * (x as f32 / 70.0).sin() * (y as f32 / 50.0).cos();
        let far = |at: usize| (at % pitch) as f32 + 0.5 - pitch as f32 / 2.0;
        let is_ink = far(x).hypot(far(y)) < shade * pitch as f32;
        if is_ink && !beside { 0 } else { 255 }
    }));
    Grey::new(width, from + height, pixels).unwrap()
}

#[test]
fn rows_are_found_beside_a_screened_picture() {
    let font = printed::font();
    let (_, listing) = girafa_listings::EDITIONS
        .iter()
        .find(|(id, _)| *id == "hanoi")
        .unwrap();
    let mut rows = printed::rows(listing, 32);
    rows.truncate(14);
    let printed = printed::print(&rows, &font, DOT, 8);
    // The screen is the most prominent pattern, but no rows are found at its size; at another size there are
    // cells.
    let read = page::read(&with_picture(&printed, 6, 1_500), None, &font).unwrap();
    let texts: Vec<String> = (read.cells.iter())
        .map(|row| row.iter().map(|cell| font.glyphs[cell[0].glyph].text).collect())
        .collect();
    let rows: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
    assert_eq!(texts, rows);
}
