//! The screen's 32 x 24 cells: contents and colours.

use girafa_basic::charset;
use girafa_inspect::sysvars;
use girafa_inspect::text::{Glyphs, UNKNOWN_CHARACTER, ascii_char, attributes, udgs, upright};
use girafa_spectrum::{DotRow, Spectrum};

/// Columns of cells.
pub const COLUMNS: usize = 32;
/// Rows of cells.
pub const ROWS: usize = 24;

/// Eight pixel rows, the leftmost pixel in bit 7.
pub type Pixels = [u8; 8];

/// The contents of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// A character of the ROM's font or of the font at CHARS.
    Text {
        /// The character, which may be a space.
        character: char,
        /// Whether it is in inverse video.
        inverse: bool,
    },
    /// A Unicode block graphic. The empty and the full block are not included: they are a space, normal or
    /// inverse.
    Block(char),
    /// A user-defined graphic that does not look like any of these.
    Udg {
        /// 0 to 20 for A to U.
        index: u8,
        /// Its pixels.
        pixels: Pixels,
    },
    /// Anything else.
    Pixels(Pixels),
}

/// A cell of the screen. Colours are 0 to 7, or 8 to 15 if bright; FLASH is applied as currently shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cell {
    /// Colour of the set pixels.
    pub ink: u8,
    /// Colour of the other pixels.
    pub paper: u8,
    /// Contents of the cell.
    pub shape: Shape,
}

/// The cells of a machine's screen, row by row.
pub fn of(machine: &Spectrum, glyphs: &Glyphs) -> Vec<Cell> {
    let pixels = upright(machine);
    let classifier = Classifier {
        glyphs,
        udgs: udgs(machine),
        font: font(machine),
    };
    let swapped = machine.screen().flash_swapped();
    let cell = |(index, &attribute): (usize, &u8)| {
        let start = index / COLUMNS * 8 * COLUMNS + index % COLUMNS;
        let (ink, paper) = colours(attribute, swapped);
        Cell {
            ink,
            paper,
            shape: classifier.shape(std::array::from_fn(|y| pixels[start + y * COLUMNS])),
        }
    };
    attributes(machine).iter().enumerate().map(cell).collect()
}

/// The printer's paper as lines of 32 black-on-white cells. A line has eight rows of dots; the last line may
/// be incomplete.
pub fn of_paper(rows: &[DotRow], glyphs: &Glyphs) -> Vec<Vec<Cell>> {
    let classifier = Classifier {
        glyphs,
        udgs: Vec::new(),
        font: None,
    };
    let cell = |rows: &[DotRow], column: usize| Cell {
        ink: 0,
        paper: 7,
        shape: classifier.shape(std::array::from_fn(|y| rows.get(y).map_or(0, |row| row[column]))),
    };
    let line = |rows: &[DotRow]| (0..COLUMNS).map(|column| cell(rows, column)).collect();
    rows.chunks(8).map(line).collect()
}

/// Ink and paper of an attribute byte: FLASH 128, BRIGHT 64, PAPER 8 to 56, INK 0 to 7.
fn colours(attribute: u8, swapped: bool) -> (u8, u8) {
    let bright = attribute >> 3 & 8;
    let (ink, paper) = (bright | attribute & 7, bright | attribute >> 3 & 7);
    if swapped && attribute & 0x80 != 0 {
        (paper, ink)
    } else {
        (ink, paper)
    }
}

/// The 96 characters of the program's own font at CHARS, or `None` for the ROM's font.
fn font(machine: &Spectrum) -> Option<Vec<Pixels>> {
    let chars = machine.peek16(sysvars::CHARS);
    let own = chars != 0x3C00;
    let byte = |n: u16| machine.peek(chars.wrapping_add(256).wrapping_add(n));
    let glyph = |n: u16| std::array::from_fn(|y| byte(n * 8 + y as u16));
    own.then(|| (0..96).map(glyph).collect())
}

/// Recognises characters and graphics in cells.
struct Classifier<'a> {
    glyphs: &'a Glyphs,
    udgs: Vec<Pixels>,
    font: Option<Vec<Pixels>>,
}

impl Classifier<'_> {
    fn shape(&self, pixels: Pixels) -> Shape {
        let text = |character, inverse| Shape::Text { character, inverse };
        let read = self.glyphs.read(&pixels, &self.udgs);
        // `Glyphs` uses private-use characters for shapes that Unicode does not have.
        match (read, read as u32) {
            ('█', _) => text(' ', true),
            (_, code @ 0xE020..=0xE07F) => text(ascii_char((code - 0xE000) as u8), true),
            (_, code @ 0xE181..=0xE18E) => charset::to_char(charset::BLOCKS + (code - 0xE180) as u8)
                .map_or(Shape::Pixels(pixels), Shape::Block),
            (_, code @ 0xE190..=0xE1A4) => self.in_font(pixels).unwrap_or(Shape::Udg {
                index: (code - 0xE190) as u8,
                pixels,
            }),
            (UNKNOWN_CHARACTER, _) => self.in_font(pixels).unwrap_or(Shape::Pixels(pixels)),
            _ => text(read, false),
        }
    }

    /// The character of the program's own font with these pixels, normal or inverse.
    fn in_font(&self, pixels: Pixels) -> Option<Shape> {
        let font = self.font.as_ref()?;
        let find = |pixels: Pixels| font.iter().position(|&glyph| glyph == pixels);
        let text = |index, inverse| Shape::Text {
            character: ascii_char(32 + index as u8),
            inverse,
        };
        let plain = find(pixels).map(|index| text(index, false));
        plain.or_else(|| find(pixels.map(|row| !row)).map(|index| text(index, true)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use girafa_spectrum::Rom;

    fn draw(machine: &mut Spectrum, column: u16, pixels: Pixels) {
        for (y, byte) in (0..).zip(pixels) {
            machine.poke(0x4000 + column + y * 256, byte);
        }
    }

    fn rom_glyph(rom: &Rom, code: u8) -> Pixels {
        let start = 0x3D00 + usize::from(code - 32) * 8;
        std::array::from_fn(|y| rom.bytes()[start + y])
    }

    #[test]
    fn shapes() {
        let rom = girafa_rom::girafa48();
        let mut machine = Spectrum::new(&rom);
        // CHARS 40000: the program's own B; UDG 50000: its C.
        for (address, byte) in [
            (sysvars::CHARS, 0x40),
            (sysvars::CHARS + 1, 0x9C),
            (sysvars::UDG, 0x50),
            (sysvars::UDG + 1, 0xC3),
        ] {
            machine.poke(address, byte);
        }
        let own_b = [1, 2, 4, 8, 16, 32, 64, 129];
        let udg_c = [255, 129, 129, 165, 129, 165, 153, 255];
        for y in 0..8u16 {
            machine.poke(40_000 + 256 + 34 * 8 + y, own_b[usize::from(y)]);
            machine.poke(50_000 + 2 * 8 + y, udg_c[usize::from(y)]);
        }
        let other = [1, 1, 1, 1, 1, 1, 1, 0x81];
        let drawn = [
            [0; 8],
            [255; 8],
            rom_glyph(&rom, b'A'),
            rom_glyph(&rom, b'A').map(|row| !row),
            rom_glyph(&rom, 0x60),
            [0x0F, 0x0F, 0x0F, 0x0F, 0, 0, 0, 0],
            own_b,
            own_b.map(|row| !row),
            udg_c,
            other,
        ];
        for (column, pixels) in (0..).zip(drawn) {
            draw(&mut machine, column, pixels);
        }
        let text = |character, inverse| Shape::Text { character, inverse };
        let shapes: Vec<Shape> = of(&machine, &Glyphs::of_rom(&rom))[..10]
            .iter()
            .map(|cell| cell.shape)
            .collect();
        assert_eq!(
            shapes,
            [
                text(' ', false),
                text(' ', true),
                text('A', false),
                text('A', true),
                text('£', false),
                Shape::Block('▝'),
                text('B', false),
                text('B', true),
                Shape::Udg {
                    index: 2,
                    pixels: udg_c
                },
                Shape::Pixels(other),
            ]
        );
    }

    #[test]
    fn colours_bright_and_flash() {
        assert_eq!(colours(0x38, false), (0, 7));
        assert_eq!(colours(0x38, true), (0, 7));
        assert_eq!(colours(0x40 | 2 << 3 | 6, false), (14, 10));
        assert_eq!(colours(0x80 | 1 << 3 | 4, false), (4, 1));
        assert_eq!(colours(0x80 | 1 << 3 | 4, true), (1, 4));
    }

    #[test]
    fn every_cell_is_at_its_position() {
        let rom = girafa_rom::girafa48();
        let mut machine = Spectrum::new(&rom);
        for y in 0..8 {
            machine.poke(
                0x5000 + y * 256 + 7 * 32 + 31,
                rom_glyph(&rom, b'z')[usize::from(y)],
            );
        }
        machine.poke(0x5AFF, 5);
        let cells = of(&machine, &Glyphs::of_rom(&rom));
        assert_eq!(cells.len(), COLUMNS * ROWS);
        let last = Cell {
            ink: 5,
            paper: 0,
            shape: Shape::Text {
                character: 'z',
                inverse: false,
            },
        };
        assert_eq!(cells[767], last);
    }
}
