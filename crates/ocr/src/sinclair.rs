//! The machine's own font.

use girafa_basic::charset;

use crate::{Font, Glyph};

/// Dots of a glyph, each way.
const SIZE: usize = 8;

impl Font {
    /// The machine's font: the characters 20 to 7F by their bitmaps, 96 times 8 bytes as a ROM has them at
    /// the address that CHARS gives, the block graphics, and the inverse characters as a listing with INVERSE
    /// in its strings has them. User-defined graphics are listed as the letters A to U until a program draws
    /// its own: they are read as these.
    pub fn sinclair(bitmaps: &[u8; 96 * SIZE]) -> Font {
        let (bitmaps, _) = bitmaps.as_chunks::<SIZE>();
        let plain = (b' '..).zip(bitmaps.iter().copied());
        // Block 80 has no ink: it is a space.
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
            // An inverse space is a block, and read as one.
            if glyphs.iter().all(|glyph| glyph.dots != inverse.dots) {
                glyphs.push(inverse);
            }
        }
        Font { glyphs }
    }
}

/// The dots of a block graphic: its code's low bits are the quarters top right, top left, bottom right,
/// bottom left (manual, chapter 14).
fn block(code: u8) -> [u8; SIZE] {
    let half = |bits: u8| [0x00, 0x0F, 0xF0, 0xFF][usize::from(bits & 3)];
    let (upper, lower) = (half(code), half(code >> 2));
    [upper, upper, upper, upper, lower, lower, lower, lower]
}
