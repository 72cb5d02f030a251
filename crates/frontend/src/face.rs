//! The legends of the Spectrum's keys, for help screens.

use girafa_session::keystrokes::{Legend, legend};

/// The keys, row by row: digits and letters; ENTER, CAPS SHIFT, SYMBOL SHIFT and SPACE are a newline, `^`,
/// `$` and a space.
pub const KEYBOARD: [&str; 4] = ["1234567890", "QWERTYUIOP", "ASDFGHJKL\n", "^ZXCVBNM$ "];

/// The name and the legend of a key of [`KEYBOARD`]. `caps_digits` are the functions of CAPS SHIFT with the
/// digits from 1 on, worded to fit the screen. They are shown where letters have their extended-mode keyword.
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
