//! Maps the host's keys to the Spectrum's, by meaning.

use girafa_session::keys::{Chord, KeysError, type_char};
use girafa_spectrum::Key;

/// A key of the host's keyboard, by meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HostKey {
    /// A character, typed with any host shift that it needs.
    Char(char),
    /// Enter.
    Enter,
    /// Backspace or Delete.
    Backspace,
    /// Tab.
    Tab,
    /// Escape.
    Escape,
    /// The left arrow.
    Left,
    /// The down arrow.
    Down,
    /// The up arrow.
    Up,
    /// The right arrow.
    Right,
    /// Home.
    Home,
    /// End.
    End,
    /// Page up.
    PageUp,
    /// Page down.
    PageDown,
    /// Insert.
    Insert,
}

impl HostKey {
    /// The key with the name that browsers give it: a character, or `Enter`, `ArrowLeft` and the like.
    pub fn named(name: &str) -> Option<HostKey> {
        let mut characters = name.chars();
        if let (Some(character), None) = (characters.next(), characters.next()) {
            return Some(HostKey::Char(character));
        }
        Some(match name {
            "Enter" => HostKey::Enter,
            "Backspace" | "Delete" => HostKey::Backspace,
            "Tab" => HostKey::Tab,
            "Escape" => HostKey::Escape,
            "ArrowLeft" => HostKey::Left,
            "ArrowDown" => HostKey::Down,
            "ArrowUp" => HostKey::Up,
            "ArrowRight" => HostKey::Right,
            "Home" => HostKey::Home,
            "End" => HostKey::End,
            "PageUp" => HostKey::PageUp,
            "PageDown" => HostKey::PageDown,
            "Insert" => HostKey::Insert,
            _ => return None,
        })
    }
}

/// Spectrum shifts to press together with a key.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Shifts {
    /// CAPS SHIFT.
    pub caps: bool,
    /// SYMBOL SHIFT.
    pub symbol: bool,
}

/// Help text for the keys that are not characters: the host's key, and what it presses.
pub const NAMED_KEYS: [(&str, &str); 11] = [
    ("Esc", "BREAK"),
    ("Tab", "EXTEND"),
    ("Backspace", "DELETE"),
    ("arrows", "CAPS 5-8"),
    ("Shift+key", "CAPS SHIFT"),
    ("Home", "EDIT"),
    ("End", "CAPS LOCK"),
    ("Insert", "GRAPHICS"),
    ("PgUp", "TRUE VIDEO"),
    ("PgDn", "INV VIDEO"),
    ("Alt+key", "SYMBOL SHIFT"),
];

/// The chords that `key` presses, in order.
///
/// A character presses the keys that type it in L mode: CAPS SHIFT for a capital, SYMBOL SHIFT for
/// punctuation, and extended mode first for `[`. With one of `shifts`, the key of a letter or digit is
/// pressed with that shift; punctuation with SYMBOL SHIFT is its usual chord. Both shifts press only extended
/// mode.
///
/// # Errors
/// The Spectrum's keyboard does not have the character.
pub fn chords(key: HostKey, shifts: Shifts) -> Result<Vec<Chord>, KeysError> {
    let plain = match key {
        HostKey::Char(c) => return character(c, shifts),
        HostKey::Enter => Key::Enter,
        HostKey::Escape => return Ok(vec![Chord::caps(Key::Space)]),
        HostKey::Backspace => return Ok(vec![Chord::DELETE]),
        HostKey::Tab => return Ok(vec![Chord::EXTENDED]),
        HostKey::Left => return Ok(vec![Chord::caps(Key::N5)]),
        HostKey::Down => return Ok(vec![Chord::caps(Key::N6)]),
        HostKey::Up => return Ok(vec![Chord::caps(Key::N7)]),
        HostKey::Right => return Ok(vec![Chord::caps(Key::N8)]),
        HostKey::Home => return Ok(vec![Chord::caps(Key::N1)]),
        HostKey::End => return Ok(vec![Chord::caps(Key::N2)]),
        HostKey::PageUp => return Ok(vec![Chord::caps(Key::N3)]),
        HostKey::PageDown => return Ok(vec![Chord::caps(Key::N4)]),
        HostKey::Insert => return Ok(vec![Chord::caps(Key::N9)]),
    };
    Ok(shifted(plain, shifts))
}

/// The key that a terminal sends for Ctrl with a letter: Ctrl+C is BREAK, Ctrl+H Backspace, Ctrl+I Tab,
/// Ctrl+J and Ctrl+M Enter.
pub fn control(letter: char) -> Option<HostKey> {
    Some(match letter.to_ascii_lowercase() {
        'c' => HostKey::Escape,
        'h' => HostKey::Backspace,
        'i' => HostKey::Tab,
        'j' | 'm' => HostKey::Enter,
        _ => return None,
    })
}

fn character(c: char, shifts: Shifts) -> Result<Vec<Chord>, KeysError> {
    match Key::from_char(c) {
        Some(key) if shifts != Shifts::default() => Ok(shifted(key, shifts)),
        _ => type_char(c),
    }
}

fn shifted(key: Key, shifts: Shifts) -> Vec<Chord> {
    match (shifts.caps, shifts.symbol) {
        (false, false) => vec![Chord::key(key)],
        (true, false) => vec![Chord::caps(key)],
        (false, true) => vec![Chord::symbol(key)],
        (true, true) => vec![Chord::EXTENDED, Chord::symbol(key)],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NO_SHIFTS: Shifts = Shifts {
        caps: false,
        symbol: false,
    };
    const CAPS: Shifts = Shifts {
        caps: true,
        symbol: false,
    };
    const SYMBOL: Shifts = Shifts {
        caps: false,
        symbol: true,
    };

    #[test]
    fn characters_are_their_chords() {
        for (c, chords_of_c) in [
            ('a', vec![Chord::key(Key::A)]),
            ('A', vec![Chord::caps(Key::A)]),
            ('7', vec![Chord::key(Key::N7)]),
            (' ', vec![Chord::key(Key::Space)]),
            ('"', vec![Chord::symbol(Key::P)]),
            ('?', vec![Chord::symbol(Key::C)]),
            ('£', vec![Chord::symbol(Key::X)]),
            ('[', vec![Chord::EXTENDED, Chord::symbol(Key::Y)]),
        ] {
            assert_eq!(chords(HostKey::Char(c), NO_SHIFTS), Ok(chords_of_c), "{c}");
        }
        assert_eq!(chords(HostKey::Char('ã'), NO_SHIFTS), Err(KeysError::NoKey('ã')));
    }

    #[test]
    fn shifts_go_with_the_key_of_that_name() {
        assert_eq!(
            chords(HostKey::Char('g'), SYMBOL),
            Ok(vec![Chord::symbol(Key::G)])
        );
        assert_eq!(chords(HostKey::Char('1'), CAPS), Ok(vec![Chord::caps(Key::N1)]));
        assert_eq!(chords(HostKey::Enter, CAPS), Ok(vec![Chord::caps(Key::Enter)]));
        assert_eq!(
            chords(HostKey::Char('"'), SYMBOL),
            Ok(vec![Chord::symbol(Key::P)])
        );
        let both = Shifts {
            caps: true,
            symbol: true,
        };
        assert_eq!(
            chords(HostKey::Char('b'), both),
            Ok(vec![Chord::EXTENDED, Chord::symbol(Key::B)])
        );
    }

    #[test]
    fn editing_keys() {
        for (key, chord) in [
            (HostKey::Escape, Chord::caps(Key::Space)),
            (HostKey::Backspace, Chord::caps(Key::N0)),
            (HostKey::Left, Chord::caps(Key::N5)),
            (HostKey::Down, Chord::caps(Key::N6)),
            (HostKey::Up, Chord::caps(Key::N7)),
            (HostKey::Right, Chord::caps(Key::N8)),
            (HostKey::Home, Chord::caps(Key::N1)),
            (HostKey::Insert, Chord::caps(Key::N9)),
            (HostKey::Tab, Chord::EXTENDED),
            (HostKey::Enter, Chord::ENTER),
        ] {
            assert_eq!(chords(key, NO_SHIFTS), Ok(vec![chord]), "{key:?}");
        }
    }
}
