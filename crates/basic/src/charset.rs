//! Conversion between the Spectrum's character set and Unicode.
//!
//! Codes 20 to 7E are ASCII except 5E (an up-arrow) and 60 (the pound sign); 7F is the copyright sign; 80 to
//! 8F are block graphics, whose low four bits are the quarters: 1 top right, 2 top left, 4 bottom right, 8
//! bottom left; 90 to A4 are the user-defined graphics A to U.
//!
//! Source: appendix A of the 48K's BASIC manual.

/// The pound sign's code.
pub const POUND: u8 = 0x60;
/// The copyright sign's code.
pub const COPYRIGHT: u8 = 0x7f;
/// The code of the first block graphic, the empty one.
pub const BLOCKS: u8 = 0x80;
/// The code of the first user-defined graphic, A.
pub const UDGS: u8 = 0x90;
/// Number of user-defined graphics: A to U.
pub const UDG_COUNT: u8 = 21;

/// The block graphics 81 to 8F. 80, the empty one, has no character of its own in Unicode.
const BLOCK_GRAPHICS: [char; 15] = [
    '▝', '▘', '▀', '▗', '▐', '▚', '▜', '▖', '▞', '▌', '▛', '▄', '▟', '▙', '█',
];

/// The first of the circled letters that represent the user-defined graphics, whose shapes depend on the
/// program.
const FIRST_UDG_LETTER: char = 'Ⓐ';

/// Returns the Unicode character for a code, or `None` for control codes, 80 and keywords. User-defined
/// graphics are shown as circled letters.
pub fn to_char(code: u8) -> Option<char> {
    match code {
        0x5e => Some('↑'),
        POUND => Some('£'),
        COPYRIGHT => Some('©'),
        0x20..=0x7e => Some(char::from(code)),
        0x81..=0x8f => Some(BLOCK_GRAPHICS[usize::from(code - 0x81)]),
        UDGS..=0xa4 => char::from_u32(FIRST_UDG_LETTER as u32 + u32::from(code - UDGS)),
        _ => None,
    }
}

/// Returns the code of a typed character: ASCII, both spellings of the arrow (`^`, `↑`) and of the pound sign
/// (`£`, the backquote), curly quotes, dashes and hard spaces as their plain forms, block graphics. `None`
/// for other characters.
pub fn from_char(character: char) -> Option<u8> {
    match character {
        ' '..='~' => Some(character as u8),
        '↑' | '⇑' => Some(0x5e),
        '£' => Some(POUND),
        '©' => Some(COPYRIGHT),
        '\t' | '\u{a0}' | '\u{2002}'..='\u{200a}' | '\u{202f}' => Some(b' '),
        '“' | '”' | '„' | '‟' | '″' => Some(b'"'),
        '‘' | '’' | '‚' | '‛' | '′' => Some(b'\''),
        '‐'..='―' | '−' => Some(b'-'),
        FIRST_UDG_LETTER..='Ⓤ' => Some(UDGS + (character as u32 - FIRST_UDG_LETTER as u32) as u8),
        _ => BLOCK_GRAPHICS
            .iter()
            .position(|&graphic| graphic == character)
            .map(|index| BLOCKS + 1 + index as u8),
    }
}

/// Returns the plain letter for an accented letter of a Western European language.
pub fn without_accent(character: char) -> Option<u8> {
    const UNACCENTED_LETTERS: [(&str, u8); 8] = [
        ("ÁÀÂÃÄÅ", b'A'),
        ("Ç", b'C'),
        ("ÉÈÊË", b'E'),
        ("ÍÌÎÏ", b'I'),
        ("Ñ", b'N'),
        ("ÓÒÔÕÖØº", b'O'),
        ("ÚÙÛÜ", b'U'),
        ("Ý", b'Y'),
    ];
    let capital = character.to_uppercase().next()?;
    let (_, code) = UNACCENTED_LETTERS
        .iter()
        .find(|(letters, _)| letters.contains(capital))?;
    Some(if character.is_lowercase() {
        code.to_ascii_lowercase()
    } else {
        *code
    })
}

/// Returns the block graphic for a zmakebas escape, a two-character drawing of spaces, dots, apostrophes and
/// colons: `':` is 87.
pub fn block_from_drawing(left: char, right: char) -> Option<u8> {
    let column = |drawn| match drawn {
        ' ' => Some(0),
        '\'' => Some(1),
        '.' => Some(4),
        ':' => Some(5),
        _ => None,
    };
    Some(BLOCKS + column(left)? * 2 + column(right)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_there_and_back() {
        for code in 0..=255 {
            if let Some(character) = to_char(code) {
                assert_eq!(from_char(character), Some(code), "{character}");
            }
        }
        assert_eq!(from_char('^'), Some(0x5e));
        assert_eq!(from_char('`'), Some(POUND));
        assert_eq!(from_char('ç'), None);
    }

    #[test]
    fn drawings() {
        assert_eq!(block_from_drawing('\'', ':'), Some(135));
        assert_eq!(block_from_drawing(':', '.'), Some(142));
        assert_eq!(block_from_drawing(' ', ' '), Some(128));
        assert_eq!(block_from_drawing('a', ' '), None);
        for (graphic, code) in [
            ('▝', 0x81),
            ('▘', 0x82),
            ('▗', 0x84),
            ('▖', 0x88),
            ('▌', 0x8a),
            ('▐', 0x85),
            ('▙', 0x8e),
        ] {
            assert_eq!(from_char(graphic), Some(code));
        }
    }
}
