//! Writes the shapes on pages of another printer as a font for the user to name.

use std::path::PathBuf;

use girafa_ocr::font::{Glyph, unnamed};
use girafa_ocr::learn::Cluster;
use girafa_ocr::{Font, page};
use girafa_pages::ReadOptions;

use super::page::each_page;

/// Maximum number of different dots between a shape and a character suggested for it.
const MAX_DIFFERENT_DOTS: u32 = 14;

/// The header of the font's text.
const HEAD: &str = "\
; The shapes that were found, the commonest of each page first. Write what each is instead of `unnamed`:
; `character A`, or `inverse A` where it is white on black. Shapes of a stain stay unnamed: they are left out.
; Then: girafa typein PAGE.png --font THIS_FILE

";

/// Returns the shapes of all pages as a font's text.
///
/// # Errors
/// A file is not a supported picture, or a page has no print.
pub fn font(files: &[PathBuf], number: Option<usize>, how: &ReadOptions) -> anyhow::Result<String> {
    let space = Glyph {
        text: ' ',
        inverse: false,
        dots: [0; 8],
    };
    let mut text = HEAD.to_owned() + &Font { glyphs: vec![space] }.to_text();
    // The glyph of the space.
    let mut count = 1;
    each_page(files, number, |page| {
        let shapes = page::shapes(&page.grey, how.columns, &how.font)?;
        for cluster in shapes.iter().take(Font::MAX_GLYPHS - count) {
            count += 1;
            text += &shown(cluster, &page.name, &how.font);
        }
        Ok(())
    })?;
    Ok(text)
}

/// Formats a shape with hints for naming it.
fn shown(cluster: &Cluster, page: &str, font: &Font) -> String {
    let dots = cluster.bits();
    let [row, column] = cluster.cells[0].map(|place| place + 1);
    let times = cluster.cells.len();
    let difference = |glyph: &Glyph| -> u32 {
        let rows = glyph.dots.iter().zip(dots);
        rows.map(|(one, other)| (one ^ other).count_ones()).sum()
    };
    let like = font.glyphs.iter().filter(|glyph| glyph.text != ' ');
    let like = like.min_by_key(|glyph| difference(glyph));
    let like = like.filter(|glyph| difference(glyph) <= MAX_DIFFERENT_DOTS);
    let like = like.map_or(String::new(), |glyph| format!("; perhaps {}", glyph.text));
    format!(
        "; {times} times, first in row {row}, column {column} of {page}{like}\n{}",
        unnamed(dots)
    )
}
