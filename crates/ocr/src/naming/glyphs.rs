//! Makes a font of named shapes.

use girafa_basic::charset;

use super::{Names, OTHER, Shape, index};
use crate::font::bits;
use crate::{Font, Glyph};

/// Minimum probability of a name that is not the likeliest.
const MIN_SHARE: f32 = 0.02;
/// The index of the full stop.
const FULL_STOP: usize = (b'.' - b' ') as usize;
/// Maximum number of names of a shape.
const MAX_NAMES: usize = 3;

/// Whether only one dot of a cell is ink, in its first or last line: a stroke of the row above or below ends there.
fn is_of_other_row(dots: [u8; 8]) -> bool {
    dots.iter().map(|line| line.count_ones()).sum::<u32>() == 1 && (dots[0] | dots[7]) != 0
}

/// Makes a font of the shapes of a page: the known font's space and graphics, and a glyph for each name of
/// each shape.
pub(crate) fn font(shapes: &[Shape], names: &[Names], known: &Font) -> Font {
    let is_kept = |glyph: &&Glyph| !glyph.has_ink() || index(glyph) == OTHER;
    let mut glyphs: Vec<Glyph> = known.glyphs.iter().filter(is_kept).cloned().collect();
    for (shape, names) in shapes.iter().zip(names) {
        let dots = bits(&shape.dots);
        if is_of_other_row(dots) && names.first().is_none_or(|(name, _)| *name != FULL_STOP) {
            continue;
        }
        let likely = names
            .iter()
            .enumerate()
            .take_while(|(at, (_, share))| *at == 0 || *share >= MIN_SHARE);
        for (_, &(character, _)) in likely
            .take(MAX_NAMES)
            .filter(|(_, (character, _))| *character != OTHER)
        {
            let text = u8::try_from(character)
                .ok()
                .and_then(|character| charset::to_char(b' ' + character));
            glyphs.extend(text.map(|text| Glyph {
                text,
                inverse: false,
                dots,
            }));
        }
    }
    Font { glyphs }
}
