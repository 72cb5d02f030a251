//! Makes a font of named shapes.

use girafa_basic::charset;

use super::{Names, OTHER, Shape, index};
use crate::font::bits;
use crate::read::distance;
use crate::{Font, Glyph};

/// A shape with fewer cells is only a character if it is not a fault in another.
const MIN_CELLS: usize = 3;
/// A rare shape is a fault in a common one up to this multiple of the distance of cells with the same shape.
const MAX_FAULT_DISTANCE: f32 = 1.5;
/// Minimum probability of a name that is not the likeliest.
const MIN_SHARE: f32 = 0.02;
/// Maximum number of names of a shape.
const MAX_NAMES: usize = 3;

/// Makes a font of the shapes of a page: the known font's space and graphics, and a glyph for each name of
/// each shape.
pub(crate) fn font(shapes: &[Shape], near: f32, names: &[Names], known: &Font) -> Font {
    let is_kept = |glyph: &&Glyph| !glyph.has_ink() || index(glyph) == OTHER;
    let mut glyphs: Vec<Glyph> = known.glyphs.iter().filter(is_kept).cloned().collect();
    for (shape, names) in shapes.iter().zip(names) {
        let is_fault = shape.cells.len() < MIN_CELLS
            && shapes.iter().any(|other| {
                other.cells.len() >= MIN_CELLS
                    && distance(&shape.dots, &other.dots) < MAX_FAULT_DISTANCE * near
            });
        if is_fault {
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
                dots: bits(&shape.dots),
            }));
        }
    }
    Font { glyphs }
}
