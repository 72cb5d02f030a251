//! Fonts for the text around the picture: the ROM's, and small capitals for the help.

use std::sync::OnceLock;

use girafa_basic::charset;
use girafa_spectrum::Rom;

/// Eight rows of eight pixels, the leftmost in bit 7.
pub fn large(c: char) -> [u8; 8] {
    static ROM: OnceLock<Rom> = OnceLock::new();
    let rom = ROM.get_or_init(girafa_rom::girafa48).bytes();
    match charset::from_char(c) {
        Some(code @ 32..=127) => {
            let start = 0x3D00 + usize::from(code - 32) * 8;
            std::array::from_fn(|row| rom[start + row])
        }
        Some(code @ charset::BLOCKS..charset::UDGS) => {
            let half = |bits: u8| [0, 0x0F, 0xF0, 0xFF][usize::from(bits & 3)];
            std::array::from_fn(|row| half(if row < 4 { code } else { code >> 2 }))
        }
        // A placeholder for user-defined graphics and characters that are not in Unicode.
        _ => [0, 0x7E, 0x42, 0x42, 0x42, 0x42, 0x7E, 0],
    }
}

/// Five rows of three pixels, the leftmost in bit 2; letters are capitals.
pub fn small(c: char) -> [u8; 5] {
    let glyph = match c.to_ascii_uppercase() {
        '↑' => 0o27222,
        '|' => 0o22222,
        '{' => 0o32623,
        '}' => 0o62326,
        '~' => 0o03600,
        '£' => 0o32627,
        '©' => 0o75457,
        c @ ' '..='_' => SMALL_FONT[c as usize - ' ' as usize],
        _ => return small('?'),
    };
    std::array::from_fn(|row| (glyph >> (12 - 3 * row) & 7) as u8)
}

/// Characters 32 to 95, an octal digit per row.
#[rustfmt::skip]
const SMALL_FONT: [u16; 64] = [
    0o00000, 0o22202, 0o55000, 0o57575, 0o36736, 0o51245, 0o25253, 0o22000, // space ! " # $ % & '
    0o12221, 0o42224, 0o05250, 0o02720, 0o00024, 0o00700, 0o00002, 0o11244, // ( ) * + , - . /
    0o75557, 0o26227, 0o71747, 0o71717, 0o55711, 0o74717, 0o74757, 0o71122, // 0 to 7
    0o75757, 0o75717, 0o02020, 0o02024, 0o12421, 0o07070, 0o42124, 0o61202, // 8 9 : ; < = > ?
    0o25743, 0o25755, 0o65656, 0o34443, 0o65556, 0o74647, 0o74644, 0o34553, // @ A to G
    0o55755, 0o72227, 0o11152, 0o55655, 0o44447, 0o57755, 0o65555, 0o25552, // H to O
    0o65644, 0o25563, 0o65655, 0o34216, 0o72222, 0o55557, 0o55552, 0o55775, // P to W
    0o55255, 0o55222, 0o71247, 0o64446, 0o44211, 0o62226, 0o25000, 0o00007, // X Y Z [ \ ] ^ _
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_letters_differ() {
        let codes = (33u8..=95).filter(|code| !code.is_ascii_lowercase());
        let mut glyphs: Vec<[u8; 5]> = codes.map(|code| small(char::from(code))).collect();
        let count = glyphs.len();
        glyphs.sort_unstable();
        glyphs.dedup();
        assert_eq!(glyphs.len(), count);
        assert_eq!(small('q'), small('Q'));
        assert_eq!(small('L'), [4, 4, 4, 4, 7]);
    }

    #[test]
    fn large_letters_are_the_roms() {
        assert_eq!(large(' '), [0; 8]);
        assert_ne!(large('a'), large('A'));
        assert_eq!(large('▝'), [0x0F, 0x0F, 0x0F, 0x0F, 0, 0, 0, 0]);
    }
}
