//! A small language for the keys that a running program gets: INKEY$, PAUSE, machine code.
//!
//! ```text
//! h i ENTER 2s LEFT*3 y
//! ```
//!
//! Items are separated by spaces or newlines:
//!
//! | item | what happens |
//! | --- | --- |
//! | `h` `H` `?` | the key of this character is pressed, with the shift that it needs |
//! | `ENTER` `SPACE` `LEFT` ... | a key by its name ([`NAMES`]), in capitals or not |
//! | `q+o` `CAPS+z` | keys that go down together |
//! | `q:2s` | the key is held this long, instead of until the program has read it |
//! | `q@120f` `q+o@3s:6f` | the key goes down at this time in any case, for four frames or the given time |
//! | `LEFT*3` `q:5f*3` | pressed three times |
//! | `2s` `500ms` `1m` `25f` | a wait, in seconds, milliseconds, minutes or frames of 1/50 s |
//! | `"Ana"` `'Ana'` | a text, typed character by character |
//! | `[Fim do jogo]` | waits until this text is on the screen |
//! | `POLL` | waits until the program reads the keyboard |
//!
//! ```
//! use girafa_session::key_script::{Item, parse};
//! let items = parse("h 2s LEFT*3 [Fim]")?;
//! assert_eq!(items.len(), 6);
//! assert_eq!(items[1], Item::Wait(100));
//! assert_eq!(items[5], Item::Shown("Fim".into()));
//! # Ok::<(), girafa_session::key_script::KeyScriptError>(())
//! ```

use std::fmt;

use girafa_spectrum::Key;
use thiserror::Error;

use crate::key_rhythm::MIN_DOWN_FRAMES;
use crate::keys::{Chord, KeysError, MAX_CHORDS, type_char};

/// Named keys: the name, and the keys that go down together.
#[rustfmt::skip]
pub const NAMES: [(&str, &[Key]); 16] = [
    ("ENTER", &[Key::Enter]),
    ("SPACE", &[Key::Space]),
    ("CAPS", &[Key::CapsShift]),
    ("SYMBOL", &[Key::SymbolShift]),
    ("LEFT", &[Key::CapsShift, Key::N5]),
    ("DOWN", &[Key::CapsShift, Key::N6]),
    ("UP", &[Key::CapsShift, Key::N7]),
    ("RIGHT", &[Key::CapsShift, Key::N8]),
    ("EDIT", &[Key::CapsShift, Key::N1]),
    ("CAPSLOCK", &[Key::CapsShift, Key::N2]),
    ("TRUEVIDEO", &[Key::CapsShift, Key::N3]),
    ("INVVIDEO", &[Key::CapsShift, Key::N4]),
    ("GRAPHICS", &[Key::CapsShift, Key::N9]),
    ("DELETE", &[Key::CapsShift, Key::N0]),
    ("BREAK", &[Key::CapsShift, Key::Space]),
    ("EXTEND", &[Key::CapsShift, Key::SymbolShift]),
];

/// An item of a key script.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Item {
    /// Keys go down together, and up again.
    Press {
        /// The keys; at least one.
        keys: Vec<Key>,
        /// Frames that they are held; `None` holds them until the program has read them.
        hold: Option<u32>,
    },
    /// Keys go down before frame `at` of the run, counted from 0, and up after `frames` frames.
    PressAt {
        /// The keys; at least one.
        keys: Vec<Key>,
        /// The first frame in which they are down.
        at: u32,
        /// The frames in which they are down; at least one.
        frames: u32,
    },
    /// Waits for this number of frames.
    Wait(u32),
    /// Waits until the text is on the screen.
    Shown(String),
    /// Waits until the program reads the keyboard.
    Poll,
}

impl Item {
    fn of_chord(chord: Chord) -> Item {
        Item::Press {
            keys: chord.keys().collect(),
            hold: None,
        }
    }
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Item::Press { keys, hold } => {
                write!(f, "{}", name_of_chord(keys))?;
                hold.map_or(Ok(()), |frames| write!(f, ":{frames}f"))
            }
            Item::PressAt { keys, at, frames } => {
                write!(f, "{}@{at}f:{frames}f", name_of_chord(keys))
            }
            Item::Wait(frames) => write!(f, "{frames}f"),
            Item::Shown(text) => write!(f, "[{text}]"),
            Item::Poll => write!(f, "POLL"),
        }
    }
}

/// The name of keys that go down together: `LEFT`, `q+o`.
fn name_of_chord(keys: &[Key]) -> String {
    if let Some((name, _)) = NAMES.iter().find(|(_, named)| *named == keys) {
        return (*name).to_owned();
    }
    let names: Vec<String> = keys.iter().map(|key| name_of(*key)).collect();
    names.join("+")
}

/// The name, or the character, of a single key.
fn name_of(key: Key) -> String {
    let named = NAMES.iter().find(|(_, keys)| **keys == [key]);
    let character = || {
        ('0'..='9')
            .chain('a'..='z')
            .find(|&c| Key::from_char(c) == Some(key))
    };
    named.map_or_else(
        || character().map_or_else(String::new, String::from),
        |(name, _)| (*name).to_owned(),
    )
}

/// Why a key script is invalid.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum KeyScriptError {
    /// A word that is not an item.
    #[error(
        "{0:?} is not a key: expected a character, a name (ENTER, SPACE, LEFT, RIGHT, UP, DOWN, DELETE, BREAK, CAPS, SYMBOL, ...), \
         keys together as q+o, a wait as 2s, or a text in quotes"
    )]
    NoKey(String),
    /// A character that no key types.
    #[error(transparent)]
    Character(#[from] KeysError),
    /// A character that needs two key presses, held or in a chord.
    #[error("{0:?} needs two key presses: it cannot be held or combined with another key")]
    TwoChords(char),
    /// An invalid time, or one of more than an hour.
    #[error("{0:?} is not a time: expected 2s, 500ms, 1m or 25f (frames of 1/50 s), at most one hour")]
    Time(String),
    /// An invalid count.
    #[error("{0:?}: expected a count from 1 to 9999 after *")]
    Count(String),
    /// A quote or bracket that is not closed.
    #[error("{0} is not closed: {1}")]
    Open(char, String),
    /// More than [`MAX_CHORDS`] items.
    #[error("more than {MAX_CHORDS} key presses and waits")]
    TooMany,
}

/// Frames of an hour: the longest time.
pub(crate) const MAX_FRAMES: u64 = 50 * 3600;

/// Parses a key script.
///
/// # Errors
/// A word that is not an item; more than [`MAX_CHORDS`] items.
pub fn parse(text: &str) -> Result<Vec<Item>, KeyScriptError> {
    let mut items = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let opened = &rest[first.len_utf8()..];
        let closing = match first {
            '"' | '\'' => Some(first),
            '[' => Some(']'),
            _ => None,
        };
        let is_alone = opened.is_empty() || opened.starts_with(char::is_whitespace);
        if let Some(closing) = closing.filter(|_| !is_alone) {
            let (inside, after) = opened
                .split_once(closing)
                .ok_or_else(|| KeyScriptError::Open(first, shortened(rest)))?;
            if first == '[' {
                items.push(Item::Shown(inside.to_owned()));
            } else {
                for c in inside.chars() {
                    items.extend(type_char(c)?.into_iter().map(Item::of_chord));
                }
            }
            rest = after.trim_start();
        } else {
            let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
            word(&rest[..end], &mut items)?;
            rest = rest[end..].trim_start();
        }
        if items.len() > MAX_CHORDS {
            return Err(KeyScriptError::TooMany);
        }
    }
    Ok(items)
}

/// The beginning of a text, for a message.
fn shortened(text: &str) -> String {
    text.chars().take(20).collect()
}

/// Parses one word: a wait, or keys with their time and count.
fn word(word: &str, items: &mut Vec<Item>) -> Result<(), KeyScriptError> {
    if word.eq_ignore_ascii_case("POLL") {
        items.push(Item::Poll);
        return Ok(());
    }
    let number = word.trim_end_matches(is_unit);
    if number.len() < word.len()
        && number.starts_with(|c: char| c.is_ascii_digit())
        && number.chars().all(|c| c.is_ascii_digit() || c == '.')
    {
        items.push(Item::Wait(time(word)?));
        return Ok(());
    }
    let wrong = || KeyScriptError::NoKey(shortened(word));
    let (mut presses, mut rest) = pressed(word)?;
    while let Some(more) = rest.strip_prefix('+') {
        let (next, after) = pressed(more)?;
        let [Item::Press { keys, .. }] = &mut presses[..] else {
            return Err(two_chords(word));
        };
        let [Item::Press { keys: added, .. }] = &next[..] else {
            return Err(two_chords(more));
        };
        for key in added {
            if !keys.contains(key) {
                keys.push(*key);
            }
        }
        rest = after;
    }
    if let Some(when) = rest.strip_prefix('@') {
        let [Item::Press { keys, .. }] = &presses[..] else {
            return Err(two_chords(word));
        };
        items.push(press_at(keys, when)?);
        return Ok(());
    }
    if let Some(held) = rest.strip_prefix(':') {
        let (length, after) = held.split_at(held.find('*').unwrap_or(held.len()));
        let [Item::Press { hold, .. }] = &mut presses[..] else {
            return Err(two_chords(word));
        };
        *hold = Some(time(length)?.max(1));
        rest = after;
    }
    let mut count = 1;
    if let Some(times) = rest.strip_prefix('*') {
        let repetitions = times.parse().ok().filter(|times| (1..=9999).contains(times));
        count = repetitions.ok_or_else(|| KeyScriptError::Count(shortened(word)))?;
        rest = "";
    }
    if !rest.is_empty() {
        return Err(wrong());
    }
    if items.len() + count * presses.len() > MAX_CHORDS {
        return Err(KeyScriptError::TooMany);
    }
    (0..count).for_each(|_| items.extend_from_slice(&presses));
    Ok(())
}

/// The press of `keys` at the time `when`, as `120f` or `120f:6f`.
fn press_at(keys: &[Key], when: &str) -> Result<Item, KeyScriptError> {
    let keys = keys.to_vec();
    let (at, frames) = match when.split_once(':') {
        Some((at, length)) => (at, time(length)?.max(1)),
        None => (when, MIN_DOWN_FRAMES),
    };
    let at = time(at)?;
    Ok(Item::PressAt { keys, at, frames })
}

fn two_chords(word: &str) -> KeyScriptError {
    KeyScriptError::TwoChords(word.chars().next().unwrap_or(' '))
}

/// The presses of the key that `text` begins with, and the rest of `text`.
fn pressed(text: &str) -> Result<(Vec<Item>, &str), KeyScriptError> {
    let name = text
        .find(|c: char| !c.is_ascii_alphabetic())
        .unwrap_or(text.len());
    if name > 1 {
        let (name, rest) = text.split_at(name);
        let keys = NAMES
            .iter()
            .find(|(known, _)| known.eq_ignore_ascii_case(name))
            .ok_or_else(|| KeyScriptError::NoKey(shortened(name)))?
            .1
            .to_vec();
        return Ok((vec![Item::Press { keys, hold: None }], rest));
    }
    let c = text
        .chars()
        .next()
        .ok_or_else(|| KeyScriptError::NoKey(String::new()))?;
    let presses = type_char(c)?.into_iter().map(Item::of_chord).collect();
    Ok((presses, &text[c.len_utf8()..]))
}

fn is_unit(c: char) -> bool {
    matches!(c, 's' | 'm' | 'f')
}

/// Converts a time to frames.
fn time(text: &str) -> Result<u32, KeyScriptError> {
    let wrong = || KeyScriptError::Time(shortened(text));
    let digits = text
        .find(|c: char| !c.is_ascii_digit() && c != '.')
        .ok_or_else(wrong)?;
    let number: f64 = text[..digits].parse().map_err(|_| wrong())?;
    let frames = match &text[digits..] {
        "f" => number,
        "ms" => number / 20.0,
        "s" => number * 50.0,
        "m" => number * 3000.0,
        _ => return Err(wrong()),
    };
    let frames = frames.ceil();
    if (0.0..=MAX_FRAMES as f64).contains(&frames) {
        Ok(frames as u32)
    } else {
        Err(wrong())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn press(keys: &[Key]) -> Item {
        Item::Press {
            keys: keys.to_vec(),
            hold: None,
        }
    }

    #[test]
    fn keys_waits_and_texts() {
        let left = press(&[Key::CapsShift, Key::N5]);
        assert_eq!(
            parse("h I enter 2s LEFT*2\n\"a?\" [Fim do jogo] poll 500ms 3f").unwrap(),
            [
                press(&[Key::H]),
                press(&[Key::CapsShift, Key::I]),
                press(&[Key::Enter]),
                Item::Wait(100),
                left.clone(),
                left,
                press(&[Key::A]),
                press(&[Key::SymbolShift, Key::C]),
                Item::Shown("Fim do jogo".into()),
                Item::Poll,
                Item::Wait(25),
                Item::Wait(3),
            ]
        );
    }

    #[test]
    fn keys_that_are_notation_elsewhere_are_keys_alone() {
        let symbols = parse("+ * : \" ' [ 2 s").unwrap();
        // [ needs extended mode first.
        assert_eq!(symbols.len(), 9);
        assert_eq!(parse("+*2").unwrap(), parse("+ +").unwrap());
        assert_eq!(
            parse("++a").unwrap(),
            [press(&[Key::SymbolShift, Key::K, Key::A])]
        );
    }

    #[test]
    fn chords_and_holds() {
        let held = |keys: &[Key], frames| Item::Press {
            keys: keys.to_vec(),
            hold: Some(frames),
        };
        assert_eq!(parse("q+o:1s").unwrap(), [held(&[Key::Q, Key::O], 50)]);
        assert_eq!(
            parse("1:1s 2+3:5f").unwrap(),
            [held(&[Key::N1], 50), held(&[Key::N2, Key::N3], 5)]
        );
        assert_eq!(
            parse("CAPS+z:2f*2").unwrap(),
            [
                held(&[Key::CapsShift, Key::Z], 2),
                held(&[Key::CapsShift, Key::Z], 2)
            ]
        );
    }

    #[test]
    fn times_of_the_run() {
        let at = |keys: &[Key], at, frames| Item::PressAt {
            keys: keys.to_vec(),
            at,
            frames,
        };
        assert_eq!(
            parse("q@120f q+o@3s:1f LEFT@0f:2s @@1s").unwrap(),
            [
                at(&[Key::Q], 120, 4),
                at(&[Key::Q, Key::O], 150, 1),
                at(&[Key::CapsShift, Key::N5], 0, 100),
                at(&[Key::SymbolShift, Key::N2], 50, 4),
            ]
        );
        for (text, error) in [
            ("q@", KeyScriptError::Time(String::new())),
            ("q@soon", KeyScriptError::Time("soon".into())),
            ("q@5f*3", KeyScriptError::Time("5f*3".into())),
            ("~@1s", KeyScriptError::TwoChords('~')),
        ] {
            assert_eq!(parse(text).unwrap_err(), error);
        }
    }

    #[test]
    fn invalid_notation_is_reported() {
        let wrong = |text: &str| parse(text).unwrap_err();
        assert_eq!(wrong("FIRE"), KeyScriptError::NoKey("FIRE".into()));
        assert_eq!(wrong("ab"), KeyScriptError::NoKey("ab".into()));
        assert_eq!(wrong("a*0"), KeyScriptError::Count("a*0".into()));
        assert_eq!(wrong("a*x"), KeyScriptError::Count("a*x".into()));
        assert_eq!(wrong("a:soon"), KeyScriptError::Time("soon".into()));
        assert_eq!(wrong("9999h"), KeyScriptError::NoKey("9999h".into()));
        assert_eq!(wrong("61m"), KeyScriptError::Time("61m".into()));
        assert_eq!(wrong("\"abc"), KeyScriptError::Open('"', "\"abc".into()));
        assert_eq!(wrong("[abc"), KeyScriptError::Open('[', "[abc".into()));
        assert_eq!(wrong("~:1s"), KeyScriptError::TwoChords('~'));
        assert_eq!(wrong("é"), KeyScriptError::Character(KeysError::NoKey('é')));
        assert_eq!(wrong(&"a*9999 ".repeat(21)), KeyScriptError::TooMany);
    }

    proptest! {
        /// No text makes the parser panic, and a formatted item parses to the same item.
        #[test]
        fn items_are_shown_as_they_are_written(text in "[a-zA-Z0-9 @+*:\"'\\[\\]smf.]{0,40}") {
            if let Ok(items) = parse(&text) {
                for item in items {
                    if !matches!(&item, Item::Shown(text) if text.is_empty() || text.starts_with(char::is_whitespace)) {
                        prop_assert_eq!(parse(&item.to_string()).unwrap(), std::slice::from_ref(&item));
                    }
                }
            }
        }
    }
}
