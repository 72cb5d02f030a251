//! The help over the picture: the Spectrum's keyboard with its keywords, and the player's keys.

use girafa_frontend::commands::{self, Front};
use girafa_frontend::face::{KEYBOARD, face};
use girafa_frontend::keymap::NAMED_KEYS;

use crate::canvas::{Canvas, Colour};

/// The functions of CAPS SHIFT with the digits, from 1 on.
const CAPS_DIGITS: [&str; 10] = [
    "EDIT", "CAPS LCK", "TRUE VID", "INV VID", "LEFT", "DOWN", "UP", "RIGHT", "GRAPHICS", "DELETE",
];

const BACKGROUND: Colour = 0x11_1317;
const KEY: Colour = 0x3A_3D44;
const WHITE: Colour = 0xFF_FFFF;
const GREEN: Colour = 0x5B_E07A;
const RED: Colour = 0xFF_8A80;
const GREY: Colour = 0xB4_B9C2;

/// Pixels from one key to the next, and from one row of keys to the next.
const KEY_WIDTH: usize = 35;
const ROW_HEIGHT: usize = 31;
/// Pixels from one line of small letters to the next.
const LINE_HEIGHT: usize = 7;

/// Covers `width` pixels of the canvas.
pub fn draw(canvas: &mut Canvas, width: usize) {
    canvas.fill(0, 0, width, canvas.size().1, BACKGROUND);
    for (row, keys) in KEYBOARD.into_iter().enumerate() {
        for (column, c) in keys.chars().enumerate() {
            key(canvas, 2 + column * KEY_WIDTH, 4 + row * ROW_HEIGHT, c);
        }
    }
    let mut y = 4 + KEYBOARD.len() * ROW_HEIGHT + 3;
    let mut x = 4;
    for (text, colour) in [
        ("keyword: cursor K", WHITE),
        ("Alt+key: SYMBOL SHIFT", RED),
        ("Tab, key", GREEN),
        ("Tab, Alt+key: line below", RED),
    ] {
        canvas.small(x, y, text, colour);
        x += (text.len() + 2) * 4;
    }
    y += LINE_HEIGHT + 4;
    let named = NAMED_KEYS.iter().map(|(host, does)| format!("{host:9} {does}"));
    let own = commands::entries(Front::Window).map(|entry| {
        let letter = entry
            .letter
            .map(|letter| format!("^{}", letter.to_ascii_uppercase()));
        let letter = letter.unwrap_or_default();
        let function = entry.function.map(|_| entry.name()).unwrap_or_default();
        match entry.shift {
            true => format!("{function:6} {}", entry.does),
            false => format!("{function:3} {letter} {}", entry.does),
        }
    });
    let entries: Vec<String> = own.chain(named).collect();
    let lines = entries.len().div_ceil(3);
    for (column, entries) in entries.chunks(lines).enumerate() {
        for (line, entry) in entries.iter().enumerate() {
            canvas.small(4 + column * width / 3, y + line * LINE_HEIGHT, entry, GREY);
        }
    }
    y += lines * LINE_HEIGHT + 4;
    for text in [
        "^ is Ctrl, S- Shift. Click on a line of the listing to set a breakpoint.",
        "Characters type themselves. ^C is BREAK too, right Ctrl is SYMBOL SHIFT.",
        "--keys position: each key is the Spectrum's key in that position;",
        "left Shift is CAPS SHIFT, right Shift, left Alt and right Ctrl are SYMBOL SHIFT.",
    ] {
        canvas.small(4, y, text, GREY);
        y += LINE_HEIGHT;
    }
}

/// Draws a key with its legends above, on and below it.
fn key(canvas: &mut Canvas, x: usize, y: usize, c: char) {
    let (name, legend) = face(c, &CAPS_DIGITS);
    let is_digit = c.is_ascii_digit();
    canvas.small(
        x + 1,
        y,
        short(&legend.extended),
        if is_digit { WHITE } else { GREEN },
    );
    canvas.fill(x, y + 6, KEY_WIDTH - 2, 15, KEY);
    canvas.small(x + 2, y + 8, &name, WHITE);
    let symbol = short(&legend.symbol);
    let right = x + KEY_WIDTH - 3 - symbol.chars().count() * 4;
    canvas.small(right, y + 8, symbol, RED);
    canvas.small(x + 2, y + 15, short(&legend.command), WHITE);
    canvas.small(x + 1, y + 22, short(&legend.extended_symbol), RED);
}

/// A keyword in at most eight letters.
fn short(keyword: &str) -> &str {
    match keyword {
        "RANDOMIZE" => "RANDOM",
        keyword => keyword,
    }
}

#[cfg(test)]
mod tests {
    use girafa_session::keystrokes::Legend;

    use super::*;

    #[test]
    fn every_keyword_is_on_a_key_and_fits() {
        let legends: Vec<Legend> = KEYBOARD
            .concat()
            .chars()
            .map(|c| face(c, &CAPS_DIGITS).1)
            .collect();
        for code in girafa_basic::token::FIRST..=0xFF {
            let keyword = girafa_basic::token::text(code).unwrap();
            let is_there = |legend: &Legend| {
                [
                    &legend.command,
                    &legend.symbol,
                    &legend.extended,
                    &legend.extended_symbol,
                ]
                .contains(&&keyword.to_owned())
            };
            assert!(legends.iter().any(is_there), "{keyword}");
            assert!(short(keyword).len() <= 8, "{keyword}");
        }
    }
}
