//! Recognises text on the screen and the paper by the ROM's font.

use std::borrow::Cow;
use std::collections::HashMap;

use girafa_basic::charset;
use girafa_spectrum::{Rom, Spectrum};

use crate::sysvars;

/// Address of the font in a 48K ROM: characters 32 to 127, eight bytes each.
const FONT: usize = 0x3D00;

/// The placeholder for pixels that match no character.
pub const UNKNOWN_CHARACTER: char = '\u{FFFD}';

/// The Unicode character of Spectrum code `code`, 32 to 127: ASCII except for the pound sign and the
/// copyright sign.
pub fn ascii_char(code: u8) -> char {
    match code {
        0x60 => '£',
        0x7F => '©',
        _ => char::from(code),
    }
}

/// Block graphic `n` (its code minus 128: bit 0 top right, 1 top left, 2 bottom right, 3 bottom left): space,
/// U+E181 to U+E18E, full block.
pub fn block_char(n: u8) -> char {
    match n & 15 {
        0 => ' ',
        15 => '█',
        n => private(0x180 + u32::from(n)),
    }
}

/// User-defined graphic `n`, 0 to 20: U+E190 and up.
pub fn udg_char(n: u8) -> char {
    private(0x190 + u32::from(n))
}

/// Converts text from the screen, the paper or a transcript to characters that every terminal can show:
/// inverse characters as normal ones, block graphics as Unicode block elements, user-defined graphics as
/// circled letters, the arrow as in a listing.
pub fn readable(text: &str) -> Cow<'_, str> {
    let is_own = |c: char| matches!(c, '\u{E000}'..='\u{F8FF}' | '^');
    if !text.contains(is_own) {
        return Cow::Borrowed(text);
    }
    let shown = |c: char| match u32::from(c) {
        code @ 0xE180..=0xE1A4 => charset::to_char((code - 0xE100) as u8).unwrap_or(' '),
        0xE020..=0xE07F => readable_character(upright_character(c)),
        0xE000..=0xF8FF => UNKNOWN_CHARACTER,
        _ => readable_character(c),
    };
    Cow::Owned(text.chars().map(shown).collect())
}

fn readable_character(c: char) -> char {
    if c == '^' { '↑' } else { c }
}

/// The normal character of an inverse one; any other character is returned unchanged. A full block becomes a
/// space.
pub fn upright_character(c: char) -> char {
    match u32::from(c) {
        0x2588 => ' ',
        code @ 0xE020..=0xE07F => ascii_char((code - 0xE000) as u8),
        _ => c,
    }
}

fn private(offset: u32) -> char {
    char::from_u32(0xE000 + offset).unwrap_or(UNKNOWN_CHARACTER)
}

/// Recognises characters by their eight pixel rows.
#[derive(Debug, Clone)]
pub struct Glyphs {
    fixed: HashMap<[u8; 8], char>,
}

impl Glyphs {
    /// Creates the glyphs of a ROM: its font, the inverse font (U+E000 plus the code), the block graphics.
    pub fn of_rom(rom: &Rom) -> Self {
        Glyphs::of_font(&rom.bytes()[FONT..FONT + 96 * 8])
    }

    /// Creates the glyphs of the font that the program currently uses; `None` if it is the ROM's.
    pub fn of_program(machine: &Spectrum) -> Option<Self> {
        let first = machine.peek16(sysvars::CHARS).wrapping_add(256);
        if usize::from(first) == FONT {
            return None;
        }
        let font: Vec<u8> = (0..96 * 8)
            .map(|offset| machine.peek(first.wrapping_add(offset)))
            .collect();
        Some(Glyphs::of_font(&font))
    }

    /// Creates the glyphs of a font with eight bytes for each of the characters 32 to 127.
    fn of_font(font: &[u8]) -> Self {
        let mut fixed = HashMap::new();
        fixed.insert([0; 8], ' ');
        fixed.insert([0xFF; 8], '█');
        let glyphs = || (32..=127u8).zip(font.as_chunks::<8>().0);
        for (code, &glyph) in glyphs() {
            fixed.entry(glyph).or_insert(ascii_char(code));
        }
        for (code, &glyph) in glyphs() {
            fixed.entry(glyph.map(|row| !row)).or_insert(private(code.into()));
        }
        for n in 1..15 {
            fixed.entry(block_glyph(n)).or_insert(block_char(n));
        }
        Glyphs { fixed }
    }

    /// The character with these pixel rows, otherwise the user-defined graphic of `udgs` with them, otherwise
    /// U+FFFD.
    pub fn read(&self, glyph: &[u8; 8], udgs: &[[u8; 8]]) -> char {
        let udg = || {
            udgs.iter()
                .zip(0..)
                .find(|&(udg, _)| udg == glyph)
                .map(|(_, n)| udg_char(n))
        };
        self.fixed
            .get(glyph)
            .copied()
            .or_else(udg)
            .unwrap_or(UNKNOWN_CHARACTER)
    }

    /// The 24 rows of the screen, right-trimmed.
    pub fn screen(&self, machine: &Spectrum) -> Vec<String> {
        self.screen_rows(machine, 0)
    }

    /// The screen's rows from `first` to 23, right-trimmed.
    pub fn screen_rows(&self, machine: &Spectrum, first: usize) -> Vec<String> {
        let udgs = udgs(machine);
        let pixels = upright(machine);
        (first..24)
            .map(|row| self.row(&pixels[row * 256..(row + 1) * 256], &udgs))
            .collect()
    }

    /// The text on the ZX Printer's paper: a row for every eight pixel rows, right-trimmed.
    pub fn paper(&self, machine: &Spectrum, rows: &[[u8; 32]]) -> Vec<String> {
        let udgs = udgs(machine);
        rows.chunks(8)
            .map(|rows| {
                let mut cells = [0; 256];
                for (cells, row) in cells.chunks_mut(32).zip(rows) {
                    cells.copy_from_slice(row);
                }
                self.row(&cells, &udgs)
            })
            .collect()
    }

    /// Eight pixel rows of 32 bytes as text.
    fn row(&self, pixels: &[u8], udgs: &[[u8; 8]]) -> String {
        let cell = |column: usize| std::array::from_fn(|y| pixels[y * 32 + column]);
        let text: String = (0..32).map(|column| self.read(&cell(column), udgs)).collect();
        text.trim_end_matches(' ').to_owned()
    }
}

fn block_glyph(n: u8) -> [u8; 8] {
    let half = |bits: u8| if bits & 1 != 0 { 0x0F } else { 0 } | if bits & 2 != 0 { 0xF0 } else { 0 };
    std::array::from_fn(|y| half(if y < 4 { n } else { n >> 2 }))
}

/// The 21 current user-defined graphics, eight pixel rows each.
pub fn udgs(machine: &Spectrum) -> Vec<[u8; 8]> {
    let first = machine.peek16(sysvars::UDG);
    let byte = |n: u16, y: u16| machine.peek(first.wrapping_add(n * 8 + y));
    (0..21)
        .map(|n| std::array::from_fn(|y| byte(n, y as u16)))
        .collect()
}

/// The bitmap's 192 pixel rows of 32 bytes, top to bottom.
pub fn upright(machine: &Spectrum) -> Vec<u8> {
    let memory = machine.memory();
    let mut upright = Vec::with_capacity(192 * 32);
    for y in 0..192usize {
        let start = 0x4000 | (y & 0xC0) << 5 | (y & 7) << 8 | (y & 0x38) << 2;
        upright.extend_from_slice(&memory[start..start + 32]);
    }
    upright
}

/// The attribute bytes.
pub fn attributes(machine: &Spectrum) -> &[u8] {
    &machine.memory()[0x5800..0x5B00]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A machine whose ROM font has every character's own code as its eight rows, except for the space.
    fn machine() -> (Spectrum, Glyphs) {
        let mut bytes = vec![0; girafa_spectrum::ROM_SIZE];
        for code in 33..128 {
            bytes[FONT + (code - 32) * 8..][..8].fill(code as u8);
        }
        let rom = Rom::from_bytes(&bytes).unwrap();
        (Spectrum::new(&rom), Glyphs::of_rom(&rom))
    }

    fn draw(machine: &mut Spectrum, column: u16, glyph: [u8; 8]) {
        for (y, byte) in (0..).zip(glyph) {
            machine.poke(0x4000 + column + y * 256, byte);
        }
    }

    #[test]
    fn characters_inverse_blocks_udgs_and_other_pixels() {
        let (mut machine, glyphs) = machine();
        machine.poke(sysvars::UDG, 0x00);
        machine.poke(sysvars::UDG + 1, 0xF0);
        for y in 0..8 {
            machine.poke(0xF008 + y, 0x11 + y as u8);
        }
        let udg_b = std::array::from_fn(|y| 0x11 + y as u8);
        let cells = [
            [b'A'; 8],
            [!b'A'; 8],
            block_glyph(1),
            block_glyph(6),
            [0xFF; 8],
            udg_b,
            [1; 8],
            [0x60; 8],
        ];
        for (column, glyph) in (1..).zip(cells) {
            draw(&mut machine, column, glyph);
        }
        let screen = glyphs.screen(&machine);
        assert_eq!(screen[0], " A\u{E041}\u{E181}\u{E186}█\u{E191}\u{FFFD}£");
        assert_eq!((screen.len(), screen[1].as_str()), (24, ""));
    }

    #[test]
    fn rows_stand_in_thirds() {
        let (mut machine, glyphs) = machine();
        for y in 0..8 {
            machine.poke(0x5000 + y * 256 + 7 * 32 + 31, b'z');
        }
        assert_eq!(glyphs.screen_rows(&machine, 23), [format!("{}z", " ".repeat(31))]);
    }

    #[test]
    fn paper_is_read_in_rows_of_eight_dots() {
        let (machine, glyphs) = machine();
        let mut paper = vec![[0; 32]; 8];
        paper.extend([[b'x'; 32]; 8]);
        paper.extend([[b'x'; 32]; 3]);
        assert_eq!(
            glyphs.paper(&machine, &paper),
            [
                "".to_owned(),
                "x".repeat(32),
                UNKNOWN_CHARACTER.to_string().repeat(32)
            ]
        );
    }
}
