//! Pictures of pages. The first byte selects a file, the greys of a picture (its width, then the pixels), or
//! the text of a font.

use std::sync::OnceLock;

use girafa_ocr::page::PageRead;
use girafa_ocr::{Font, Grey, learn, page};
use girafa_pages::{Page, PageError, PageText, ReadOptions, pictures, sinclair};
use girafa_scan::fixes::Fixes;
use girafa_scan::scan::{self, Width};

use super::{check_message, text_of};

/// Maximum number of pixels of a picture; larger ones are slow.
const MAX_PIXELS: usize = 1 << 16;
/// Maximum length of a text that is read as a program; longer ones are slow with instrumentation.
const MAX_TEXT_LENGTH: usize = 300;

/// Runs the target on these bytes.
pub fn try_out(input: &[u8]) {
    let Some((&kind, bytes)) = input.split_first() else {
        return;
    };
    match kind {
        b'p' => file(bytes),
        b'g' => greys(bytes),
        b'f' => font(text_of(bytes)),
        _ => {}
    }
}

fn file(bytes: &[u8]) {
    let mut count = 0;
    let done = pictures::each_page_of("page", bytes, None, |is_last, page| -> Result<(), PageError> {
        count += 1;
        let single = count == 1 && is_last;
        let name = if single {
            "page".to_owned()
        } else {
            format!("page, page {count}")
        };
        assert_eq!(page.name, name);
        if page.grey.pixels().len() <= MAX_PIXELS {
            read(&page.grey);
        }
        Ok(())
    });
    if let Err(error) = done {
        check_message(&error);
    }
}

fn greys(bytes: &[u8]) {
    let Some((&width, pixels)) = bytes.split_first() else {
        return;
    };
    let width = usize::from(width).max(1);
    let pixels = &pixels[..pixels.len().min(MAX_PIXELS) / width * width];
    read(&Grey::new(width, pixels.len() / width, pixels.to_vec()).expect("whole rows"));
}

/// Positions and likelihoods are finite, and each cell is read as a character of the font.
fn read(grey: &Grey) {
    static SINCLAIR: OnceLock<Font> = OnceLock::new();
    let font = SINCLAIR.get_or_init(sinclair);
    match page::read(grey, None, font) {
        Ok(PageRead {
            rows,
            cells,
            font,
            unread,
        }) => {
            assert_eq!(rows.len(), cells.len());
            for (row, cells) in rows.iter().zip(&cells) {
                assert_eq!(row.columns(), cells.len());
                let places = row.top.iter().chain(&row.bottom).flatten();
                assert!(places.copied().all(f32::is_finite));
                let candidates = cells
                    .iter()
                    .map(|cell| cell.first().expect("one is the likeliest"));
                candidates
                    .for_each(|best| assert!(best.glyph < font.glyphs.len() && best.log_likelihood <= 1e-3));
            }
            let places = unread
                .iter()
                .flat_map(|area| [area.left, area.top, area.right, area.bottom]);
            assert!(places.into_iter().all(f32::is_finite));
            let shapes = learn::learn(grey, &rows);
            assert!(shapes.iter().all(|shape| !shape.cells.is_empty()));
            text(grey);
        }
        Err(error) => check_message(&error),
    }
}

/// The text of a page: each doubtful character is in the text and on the page, and reading the text as a scan
/// reports doubts.
fn text(grey: &Grey) {
    let mut pages = PageText::default();
    let page = Page {
        name: "page".to_owned(),
        grey: grey.clone(),
    };
    let cells = match pages.add(&page, &ReadOptions::default()) {
        Ok(seen) => seen.cells,
        Err(error) => return check_message(&error),
    };
    let rows: Vec<Vec<char>> = pages.text.lines().map(|row| row.chars().collect()).collect();
    for cell in &cells {
        assert_eq!(rows[cell.line - 1][cell.column - 1], cell.character);
        let place = pages.place(cell.line, cell.column).expect("it was seen there");
        assert!(
            place
                .at
                .into_iter()
                .chain(place.corners.into_iter().flatten())
                .all(f32::is_finite)
        );
    }
    let doubts = cells.iter().filter(|cell| cell.doubtful).count();
    assert_eq!(pages.uncertain.len(), doubts);
    if pages.text.len() <= MAX_TEXT_LENGTH {
        match scan::read_source(pages.source(), &Fixes::default(), Width::Auto) {
            Ok(scan) => assert!(scan.doubts.len() >= (doubts + pages.unread.len()).min(1)),
            Err(error) => check_message(&error),
        }
    }
}

/// A font's text round-trips.
fn font(text: &str) {
    match Font::parse(text) {
        Ok(font) => assert_eq!(Font::parse(&font.to_text()), Ok(font)),
        Err(error) => check_message(&error),
    }
}
