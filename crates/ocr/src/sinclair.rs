//! The font of the ZX Spectrum.

use girafa_basic::charset;

use crate::{Font, Glyph};

/// Dots of a glyph in each direction.
const SIZE: usize = 8;

impl Font {
    /// Creates the Spectrum's font: the characters 20 to 7F from their bitmaps, 96 times 8 bytes as in the
    /// ROM after the address in CHARS, the block graphics, and the inverse characters, which a listing with
    /// INVERSE in its strings contains. User-defined graphics are listed as the letters A to U until a
    /// program defines them, and are read as these.
    pub fn sinclair(bitmaps: &[u8; 96 * SIZE]) -> Font {
        let (bitmaps, _) = bitmaps.as_chunks::<SIZE>();
        let plain = (b' '..).zip(bitmaps.iter().copied());
        // Block 80 has no ink: it is read as a space.
        let blocks = (charset::BLOCKS + 1..charset::UDGS).map(|code| (code, block(code)));
        let mut glyphs: Vec<Glyph> = plain
            .chain(blocks)
            .filter_map(|(code, dots)| {
                let text = charset::to_char(code)?;
                Some(Glyph {
                    text,
                    inverse: false,
                    dots,
                })
            })
            .collect();
        for at in 0..bitmaps.len() {
            let inverse = Glyph {
                inverse: true,
                dots: glyphs[at].dots.map(|row| !row),
                ..glyphs[at]
            };
            // An inverse space is read as a block.
            if glyphs.iter().all(|glyph| glyph.dots != inverse.dots) {
                glyphs.push(inverse);
            }
        }
        Font { glyphs }
    }
}

/// Returns the dots of a block graphic: the low bits of its code are the quarters top right, top left, bottom
/// right, bottom left (manual, chapter 14).
fn block(code: u8) -> [u8; SIZE] {
    let half = |bits: u8| [0x00, 0x0F, 0xF0, 0xFF][usize::from(bits & 3)];
    let (upper, lower) = (half(code), half(code >> 2));
    [upper, upper, upper, upper, lower, lower, lower, lower]
}
