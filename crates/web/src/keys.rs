//! The names of keys: those of browsers, and those of the Spectrum's keys and a joystick.

use girafa_frontend::keymap::{self, HostKey, Shifts};
use girafa_session::keys::Chord;
use girafa_spectrum::Key;

/// The chords that type the key with the browser's name `name`.
pub(crate) fn host_chords(name: &str, caps: bool, symbol: bool) -> Option<Vec<Chord>> {
    keymap::chords(HostKey::named(name)?, Shifts { caps, symbol }).ok()
}

/// The bits of a Kempston joystick for the name of a direction or its button; 0 for its interface.
pub(crate) fn joystick_bits(name: &str) -> Option<u8> {
    const NAMES: [&str; 5] = ["Right", "Left", "Down", "Up", "Fire"];
    let part = name.strip_prefix("Joystick")?;
    let bit = NAMES.iter().position(|name| *name == part).map(|bit| 1 << bit);
    bit.or_else(|| part.is_empty().then_some(0))
}

/// The key of the Spectrum with its letter or digit, or with the name `Enter`, `Space`, `Caps` or `Symbol`.
pub(crate) fn spectrum_key(name: &str) -> Option<Key> {
    match name {
        "Enter" => Some(Key::Enter),
        "Space" => Some(Key::Space),
        "Caps" => Some(Key::CapsShift),
        "Symbol" => Some(Key::SymbolShift),
        _ => {
            let mut characters = name.chars();
            let key = Key::from_char(characters.next()?)?;
            characters.next().is_none().then_some(key)
        }
    }
}
