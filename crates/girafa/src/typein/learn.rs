//! Writes the shapes on pages of another printer as a font, for the user to complete.

use std::path::PathBuf;

use girafa_ocr::font::{Glyph, unnamed};
use girafa_ocr::learn::{Cluster, Name};
use girafa_ocr::{Font, page};
use girafa_pages::ReadOptions;

use super::page::each_page;

/// Shapes of the same name with more different dots are two characters, or one of them is not that character.
const MAX_DIFFERENT_DOTS: u32 = 6;
/// A shape on the same page is only a fault in another one if it has fewer cells than one in this many.
const MIN_FAULTLESS: usize = 4;

/// The header of the font's text.
const HEAD: &str = "\
; The shapes that were found, the most frequent of each page first. Those of whose character the reading is sure have
; its name. Check them, and write what each of the others is instead of `unnamed`: `character A`, or `inverse A` where
; it is white on black. Shapes of a stain stay unnamed: they are left out.
; Then: girafa typein PAGE.png --font THIS_FILE

";

/// A named shape.
struct Known {
    glyph: Glyph,
    page: String,
    /// The number of its cells there.
    times: usize,
}

/// Returns the shapes of all pages as a font's text. The names from one page help to read the next ones.
///
/// # Errors
/// A file is not a supported picture, or a page has no print.
pub fn font(files: &[PathBuf], number: Option<usize>, how: &ReadOptions) -> anyhow::Result<String> {
    let space = Glyph {
        text: ' ',
        inverse: false,
        dots: [0; 8],
    };
    let mut text = HEAD.to_owned() + &glyph_text(space);
    // The glyph of the space.
    let mut count = 1;
    let mut known: Vec<Known> = Vec::new();
    each_page(files, number, |page| {
        let learnt = Font {
            glyphs: known.iter().map(|known| known.glyph.clone()).collect(),
        };
        let font = Font::joined([how.font.clone(), learnt]).unwrap_or_else(|| how.font.clone());
        for (cluster, name) in page::shapes(&page.grey, how.columns, &font)? {
            if count == Font::MAX_GLYPHS {
                break;
            }
            let found = Found {
                cluster: &cluster,
                name,
                page: &page.name,
            };
            if let Some(shown) = found.shown(&mut known) {
                count += 1;
                text += &shown;
            }
        }
        Ok(())
    })?;
    Ok(text)
}

/// A shape on a page.
struct Found<'a> {
    cluster: &'a Cluster,
    name: Option<Name>,
    page: &'a str,
}

impl Found<'_> {
    /// Returns its text with hints for naming it; `None` if a known shape is the same. Adds it to those if it is sure.
    fn shown(&self, known: &mut Vec<Known>) -> Option<String> {
        let dots = self.cluster.bits();
        let times = self.cluster.cells.len();
        let mut guess = String::new();
        let mut shape = unnamed(dots);
        if let Some(Name {
            text,
            inverse,
            is_sure,
        }) = self.name
        {
            let glyph = Glyph { text, inverse, dots };
            let same = known
                .iter()
                .find(|known| (known.glyph.text, known.glyph.inverse) == (text, inverse));
            match same {
                Some(same) if self.is_variant(same) => return None,
                None if is_sure => {
                    shape = glyph_text(glyph.clone());
                    let page = self.page.to_owned();
                    known.push(Known { glyph, page, times });
                }
                _ => guess = format!("; perhaps {text}"),
            }
        }
        let [row, column] = self.cluster.cells[0].map(|place| place + 1);
        Some(format!(
            "; {times} times, first in row {row}, column {column} of {}{guess}\n{shape}",
            self.page
        ))
    }

    /// Whether this is a fault in a known shape of the same name, or the same shape on another page.
    fn is_variant(&self, known: &Known) -> bool {
        let rows = self.cluster.bits().into_iter().zip(known.glyph.dots);
        let different = rows.map(|(one, other)| (one ^ other).count_ones()).sum::<u32>();
        let is_fault = self.page != known.page || self.cluster.cells.len() * MIN_FAULTLESS < known.times;
        different <= MAX_DIFFERENT_DOTS && is_fault
    }
}

fn glyph_text(glyph: Glyph) -> String {
    Font { glyphs: vec![glyph] }.to_text()
}
