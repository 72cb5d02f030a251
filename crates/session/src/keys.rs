//! The keys that type a character, and the raw key notation of conformance cases.

use girafa_spectrum::Key;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Keys that go down together: none (a pause), one, or a shift and another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "Keys", try_from = "Keys")]
pub struct Chord([Option<Key>; 2]);

/// The keys of a chord as they are stored.
#[derive(Serialize, Deserialize)]
struct Keys(#[serde(with = "numbers")] Vec<Key>);

impl From<Chord> for Keys {
    fn from(chord: Chord) -> Keys {
        Keys(chord.keys().collect())
    }
}

impl TryFrom<Keys> for Chord {
    type Error = &'static str;

    fn try_from(Keys(keys): Keys) -> Result<Chord, &'static str> {
        match keys.is_empty() {
            true => Ok(Chord::PAUSE),
            false => Chord::of(&keys).ok_or("more than two keys"),
        }
    }
}

/// Stores keys as their positions in [`Key::ALL`].
pub(crate) mod numbers {
    use girafa_spectrum::Key;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub fn serialize<S: Serializer>(keys: &[Key], serializer: S) -> Result<S::Ok, S::Error> {
        let numbers: Vec<u8> = keys.iter().map(|&key| key as u8).collect();
        numbers.serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Key>, D::Error> {
        let numbers = Vec::<usize>::deserialize(deserializer)?;
        let key = |number| Key::ALL.get(number).copied();
        let keys: Option<Vec<Key>> = numbers.into_iter().map(key).collect();
        keys.ok_or_else(|| D::Error::custom("there are only 40 keys"))
    }
}

impl Chord {
    /// No key.
    pub const PAUSE: Chord = Chord([None, None]);
    /// ENTER.
    pub const ENTER: Chord = Chord::key(Key::Enter);
    /// CAPS SHIFT and SYMBOL SHIFT: extended mode.
    pub const EXTENDED: Chord = Chord([Some(Key::CapsShift), Some(Key::SymbolShift)]);
    /// CAPS SHIFT and 5: the cursor moves left.
    pub const LEFT: Chord = Chord::caps(Key::N5);
    /// CAPS SHIFT and 8: the cursor moves right.
    pub const RIGHT: Chord = Chord::caps(Key::N8);
    /// CAPS SHIFT and 0.
    pub const DELETE: Chord = Chord::caps(Key::N0);

    /// `key` alone.
    pub const fn key(key: Key) -> Chord {
        Chord([None, Some(key)])
    }

    /// CAPS SHIFT and `key`.
    pub const fn caps(key: Key) -> Chord {
        Chord([Some(Key::CapsShift), Some(key)])
    }

    /// SYMBOL SHIFT and `key`.
    pub const fn symbol(key: Key) -> Chord {
        Chord([Some(Key::SymbolShift), Some(key)])
    }

    /// A chord of these keys; `None` for more than two, or none.
    pub fn of(keys: &[Key]) -> Option<Chord> {
        match *keys {
            [key] => Some(Chord::key(key)),
            [shift, key] => Some(Chord([Some(shift), Some(key)])),
            _ => None,
        }
    }

    /// The keys of the chord.
    pub fn keys(self) -> impl Iterator<Item = Key> {
        self.0.into_iter().flatten()
    }
}

/// Why a text cannot be typed.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum KeysError {
    /// No key types the character.
    #[error("the Spectrum's keyboard has no {0:?}")]
    NoKey(char),
    /// The keyword of a command, which only starts a statement.
    #[error("{0}: INPUT does not take the keyword of a command")]
    Command(String),
    /// Something in braces that is not a key.
    #[error("{{{0}}} is not a key: expected {{cs+x}}, {{ss+x}}, {{cs+ss}} or {{wait5}}")]
    Notation(String),
    /// More than [`MAX_CHORDS`] key presses, which would take hours to type.
    #[error("more than {MAX_CHORDS} key presses and pauses")]
    TooMany,
}

/// Maximum number of key presses and pauses of a text in raw notation.
pub const MAX_CHORDS: usize = 200_000;

/// The symbols that SYMBOL SHIFT gives in every mode, each with its key.
#[rustfmt::skip]
const SYMBOLS: &[(char, char)] = &[
    ('!', '1'), ('@', '2'), ('#', '3'), ('$', '4'), ('%', '5'), ('&', '6'), ('\'', '7'), ('(', '8'), (')', '9'),
    ('_', '0'), ('<', 'r'), ('>', 't'), (';', 'o'), ('"', 'p'), ('^', 'h'), ('↑', 'h'), ('-', 'j'), ('+', 'k'),
    ('=', 'l'), (':', 'z'), ('£', 'x'), ('?', 'c'), ('/', 'v'), ('*', 'b'), (',', 'n'), ('.', 'm'),
];

/// The symbols that SYMBOL SHIFT gives in extended mode.
#[rustfmt::skip]
const EXTENDED_SYMBOLS: &[(char, char)] = &[
    ('~', 'a'), ('|', 's'), ('\\', 'd'), ('{', 'f'), ('}', 'g'), ('[', 'y'), (']', 'u'), ('©', 'p'),
];

fn symbol_key(table: &[(char, char)], c: char) -> Option<Key> {
    table
        .iter()
        .find(|&&(symbol, _)| symbol == c)
        .and_then(|&(_, key)| Key::from_char(key))
}

/// The character that SYMBOL SHIFT gives with `key`, in every mode or in extended mode.
pub(crate) fn symbol_on(key: char, extended: bool) -> Option<char> {
    let table = if extended { EXTENDED_SYMBOLS } else { SYMBOLS };
    table
        .iter()
        .find(|&&(_, on)| on == key)
        .map(|&(symbol, _)| symbol)
}

/// The chords that type `c` in L mode, with CAPS LOCK off: letters, digits, space, every symbol of the
/// keyboard, newline for ENTER and backspace for DELETE.
pub fn type_char(c: char) -> Result<Vec<Chord>, KeysError> {
    if c == '\u{8}' {
        return Ok(vec![Chord::DELETE]);
    }
    if let Some(key) = Key::from_char(c) {
        return Ok(vec![if c.is_ascii_uppercase() {
            Chord::caps(key)
        } else {
            Chord::key(key)
        }]);
    }
    if let Some(key) = symbol_key(SYMBOLS, c) {
        return Ok(vec![Chord::symbol(key)]);
    }
    match symbol_key(EXTENDED_SYMBOLS, c) {
        Some(key) => Ok(vec![Chord::EXTENDED, Chord::symbol(key)]),
        None => Err(KeysError::NoKey(c)),
    }
}

/// The chords that type `text` in L mode (see [`type_char`]).
pub fn type_text(text: &str) -> Result<Vec<Chord>, KeysError> {
    let typed: Result<Vec<_>, _> = text.chars().map(type_char).collect();
    Ok(typed?.concat())
}

/// Parses the raw key notation: lower case is the key alone, upper case CAPS SHIFT and the letter,
/// punctuation SYMBOL SHIFT and its key, newline ENTER, `{cs+1}` `{ss+f}` `{cs+ss}` chords, `{wait5}` five
/// pauses.
///
/// # Errors
/// Something that is not a key, or more than [`MAX_CHORDS`] chords.
pub fn parse_raw(text: &str) -> Result<Vec<Chord>, KeysError> {
    let mut chords = Vec::new();
    let mut rest = text;
    // Found once, so that unclosed braces do not make parsing quadratic.
    let last_closing = text.rfind('}').unwrap_or(0);
    while let Some(c) = rest.chars().next() {
        let braced = rest
            .strip_prefix('{')
            .filter(|_| text.len() - rest.len() < last_closing)
            .and_then(|r| r.split_once('}'));
        if let Some((name, after)) = braced {
            chords.extend(parse_braced(name)?);
            rest = after;
        } else {
            chords.extend(type_char(c)?);
            rest = &rest[c.len_utf8()..];
        }
        if chords.len() > MAX_CHORDS {
            return Err(KeysError::TooMany);
        }
    }
    Ok(chords)
}

fn parse_braced(name: &str) -> Result<Vec<Chord>, KeysError> {
    let wrong = || KeysError::Notation(name.to_owned());
    if let Some(count) = name.strip_prefix("wait") {
        return Ok(vec![
            Chord::PAUSE;
            count.parse::<u16>().map_err(|_| wrong())?.into()
        ]);
    }
    let (shift, key) = name.split_once('+').ok_or_else(wrong)?;
    let shift = match shift {
        "cs" => Key::CapsShift,
        "ss" => Key::SymbolShift,
        _ => return Err(wrong()),
    };
    let mut characters = key.chars();
    let key = match (characters.next(), characters.as_str()) {
        (Some('s'), "s") => Key::SymbolShift,
        (Some(c), "") => Key::from_char(c).ok_or_else(wrong)?,
        _ => return Err(wrong()),
    };
    Ok(vec![Chord([Some(shift), Some(key)])])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_printable_character_has_chords() {
        for c in (' '..='~').chain(['£', '©']).filter(|&c| c != '`') {
            assert!(type_char(c).is_ok(), "{c:?}");
        }
        assert_eq!(type_char('`'), Err(KeysError::NoKey('`')));
        assert_eq!(type_char('ã'), Err(KeysError::NoKey('ã')));
    }

    #[test]
    fn characters_are_typed_with_their_shifts() {
        assert_eq!(
            type_text("aA\n").unwrap(),
            [Chord::key(Key::A), Chord::caps(Key::A), Chord::ENTER]
        );
        assert_eq!(
            type_text("\"\u{8}").unwrap(),
            [Chord::symbol(Key::P), Chord::DELETE]
        );
        assert_eq!(type_text("[").unwrap(), [Chord::EXTENDED, Chord::symbol(Key::Y)]);
    }

    #[test]
    fn raw_notation() {
        assert_eq!(
            parse_raw("p{cs+ss}{ss+f}{wait2}{cs+ }").unwrap(),
            [
                Chord::key(Key::P),
                Chord::EXTENDED,
                Chord::symbol(Key::F),
                Chord::PAUSE,
                Chord::PAUSE,
                Chord::caps(Key::Space)
            ]
        );
        assert_eq!(parse_raw("{x}"), Err(KeysError::Notation("x".into())));
        assert_eq!(parse_raw("{cs+abc}"), Err(KeysError::Notation("cs+abc".into())));
    }

    /// Ten bytes are 65535 pauses: a short text could need more memory than there is.
    #[test]
    fn typed_text_has_a_maximum_length() {
        let pauses = |times: usize| parse_raw(&"{wait50000}".repeat(times));
        assert_eq!(pauses(4).map(|chords| chords.len()), Ok(MAX_CHORDS));
        assert_eq!(pauses(5), Err(KeysError::TooMany));
        assert_eq!(pauses(100_000), Err(KeysError::TooMany));
    }

    #[test]
    fn braces_that_are_not_closed_are_typed_in_no_time() {
        let open = "{".repeat(MAX_CHORDS / 2);
        let typed = parse_raw(&format!("{{wait1}}{}", &open[1..])).unwrap();
        assert_eq!(typed.len(), MAX_CHORDS - 1);
    }
}
