//! The faces of the Spectrum's keys, for help screens.

use girafa_session::keystrokes::{Legend, legend};

/// The keys, row by row: digits, then letters with the keys that have names (ENTER, CAPS SHIFT, SYMBOL SHIFT,
/// SPACE) as a newline, `^`, `$` and a space.
pub const KEYBOARD: [&str; 4] = ["1234567890", "QWERTYUIOP", "ASDFGHJKL\n", "^ZXCVBNM$ "];

/// The name of a key of [`KEYBOARD`], and what is written on it. `caps_digits`, in the words that the screen
/// has room for, is what CAPS SHIFT does with the digits, from 1 on: it stands where letters have their
/// keyword of extended mode.
pub fn face(key: char, caps_digits: &[&str; 10]) -> (String, Legend) {
    let named = |name: &str, does: &str| {
        let legend = Legend {
            command: does.to_owned(),
            ..Legend::default()
        };
        (name.to_owned(), legend)
    };
    match key {
        '\n' => named("ENTER", ""),
        '^' => named("CAPS", "SHIFT"),
        '$' => named("SYMBOL", "SHIFT"),
        ' ' => named("SPACE", "BREAK"),
        '0'..='9' => {
            let digit = key as usize - '0' as usize;
            let mut legend = legend(key).unwrap_or_default();
            legend.extended = caps_digits[(digit + 9) % 10].to_owned();
            (key.to_string(), legend)
        }
        _ => (key.to_string(), legend(key).unwrap_or_default()),
    }
}
