//! Screen cells as Unicode characters for a text terminal: one character a cell, or two for the correct
//! aspect ratio.

use crate::cells::{Cell, Pixels, Shape};

/// A character and its colours, 0 to 15.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Character {
    /// The character.
    pub character: char,
    /// Its colour.
    pub ink: u8,
    /// Its background colour.
    pub paper: u8,
}

/// The cell as one character. Text is text, and block graphics are blocks. Other pixels become the block
/// element with exactly their shape (halves, quarters, eighths), or else eight braille dots.
pub fn narrow(cell: &Cell) -> Character {
    match cell.shape {
        Shape::Text { character, inverse } => text(cell, character, inverse),
        Shape::Block(character) => plain(cell, character),
        Shape::Udg { pixels, .. } | Shape::Pixels(pixels) => match exact(pixels) {
            Some((character, inverse)) => text(cell, character, inverse),
            None => plain(cell, braille(pixels, 0, 8)),
        },
    }
}

/// The cell as two characters side by side: text and a space, or twice as many dots.
pub fn wide(cell: &Cell) -> [Character; 2] {
    match cell.shape {
        Shape::Text { character, inverse } => [text(cell, character, inverse), text(cell, ' ', inverse)],
        // Each half shows two quarters of the block graphic.
        Shape::Block(character) => match character {
            '▌' | '▐' | '▀' | '▄' | '▘' | '▝' | '▖' | '▗' | '▚' | '▞' | '▛' | '▜' | '▙' | '▟' =>
            {
                let quarters = girafa_basic::charset::from_char(character).unwrap_or(0) & 15;
                [quarters >> 1, quarters].map(|side| half(cell, side & 1 != 0, side & 4 != 0))
            }
            _ => [plain(cell, character); 2],
        },
        Shape::Udg { pixels, .. } | Shape::Pixels(pixels) => {
            [0, 4].map(|left| plain(cell, braille(pixels, left, 4)))
        }
    }
}

fn plain(cell: &Cell, character: char) -> Character {
    Character {
        character,
        ink: cell.ink,
        paper: cell.paper,
    }
}

fn text(cell: &Cell, character: char, inverse: bool) -> Character {
    let (ink, paper) = if inverse {
        (cell.paper, cell.ink)
    } else {
        (cell.ink, cell.paper)
    };
    Character {
        character,
        ink,
        paper,
    }
}

fn half(cell: &Cell, top: bool, bottom: bool) -> Character {
    let character = match (top, bottom) {
        (false, false) => ' ',
        (true, false) => '▀',
        (false, true) => '▄',
        (true, true) => '█',
    };
    plain(cell, character)
}

/// The block element with exactly these pixels, and whether it is inverse: a bar of one to seven eighths from
/// the bottom or from the left.
fn exact(pixels: Pixels) -> Option<(char, bool)> {
    const LOWER_BLOCKS: [char; 7] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇'];
    const LEFT_BLOCKS: [char; 7] = ['▏', '▎', '▍', '▌', '▋', '▊', '▉'];
    let bar = |pixels: Pixels| {
        (1..8).find_map(|n: usize| {
            let below = std::array::from_fn(|y| if y >= 8 - n { 0xFF } else { 0 });
            let left = [!(0xFF_u8 >> n); 8];
            match pixels {
                _ if pixels == below => Some(LOWER_BLOCKS[n - 1]),
                _ if pixels == left => Some(LEFT_BLOCKS[n - 1]),
                _ => None,
            }
        })
    };
    bar(pixels)
        .map(|character| (character, false))
        .or_else(|| bar(pixels.map(|row| !row)).map(|character| (character, true)))
}

/// Braille for the `columns` pixel columns starting at `left`, two dots wide and four high. To keep thin
/// lines visible, a dot gets the cell's rarer colour if any of its pixels has it.
fn braille(pixels: Pixels, left: u32, columns: u32) -> char {
    /// The bits of the dots in the code points from U+2800, row by row.
    const DOTS: [[u32; 2]; 4] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]];
    let set: u32 = pixels.iter().map(|row| row.count_ones()).sum();
    let ink_is_rare = set <= 32;
    let width = columns / 2;
    let mut dots = 0;
    for (y, row) in DOTS.iter().enumerate() {
        for (x, dot) in (0..).zip(row) {
            let mask = (0xFF_u8 << (8 - width)) >> (left + x * width);
            let [above, below] = [pixels[2 * y] & mask, pixels[2 * y + 1] & mask];
            let on = if ink_is_rare {
                above | below != 0
            } else {
                above & below == mask
            };
            dots |= if on { *dot } else { 0 };
        }
    }
    char::from_u32(0x2800 + dots).unwrap_or(' ')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(shape: Shape) -> Cell {
        Cell {
            ink: 1,
            paper: 6,
            shape,
        }
    }

    #[test]
    fn text_and_inverse() {
        let inverse = cell(Shape::Text {
            character: 'x',
            inverse: true,
        });
        let character = Character {
            character: 'x',
            ink: 6,
            paper: 1,
        };
        assert_eq!(narrow(&inverse), character);
        assert_eq!(
            wide(&inverse),
            [
                character,
                Character {
                    character: ' ',
                    ..character
                }
            ]
        );
    }

    #[test]
    fn bars_are_exact() {
        assert_eq!(exact([0, 0, 0, 0, 0, 255, 255, 255]), Some(('▃', false)));
        assert_eq!(exact([255, 255, 0, 0, 0, 0, 0, 0]), Some(('▆', true)));
        assert_eq!(exact([0xE0; 8]), Some(('▍', false)));
        assert_eq!(exact([0x07; 8]), Some(('▋', true)));
        assert_eq!(exact([1, 2, 3, 4, 5, 6, 7, 8]), None);
    }

    #[test]
    fn dots_keep_thin_lines_of_either_colour() {
        let slope = [0x80, 0x40, 0x20, 0x10, 8, 4, 2, 1];
        assert_eq!(braille(slope, 0, 8), '⢣');
        assert_eq!(braille(slope.map(|row| !row), 0, 8), '⡜');
        assert_eq!(braille([0, 0, 0, 0, 0, 0, 0, 1], 0, 8), '⢀');
        assert_eq!([0, 4].map(|left| braille(slope, left, 4)), ['⠑', '⢄']);
    }

    #[test]
    fn wide_blocks_are_halves() {
        let characters = |block| wide(&cell(Shape::Block(block))).map(|character| character.character);
        assert_eq!(characters('▞'), ['▄', '▀']);
        assert_eq!(characters('▌'), ['█', ' ']);
        assert_eq!(characters('▀'), ['▀', '▀']);
    }
}
