//! Makes untrusted text safe for a terminal: characters that would have another effect than being displayed
//! are replaced by visible ones.

use std::borrow::Cow;
use std::fmt::Write;

/// Whether a terminal only displays `c`: it is not a control, bidirectional-control, invisible or private-use
/// character.
pub fn is_plain(c: char) -> bool {
    !c.is_control()
        && !matches!(
            u32::from(c),
            0xAD | 0x600..=0x605 | 0x61C | 0x6DD | 0x70F | 0x890..=0x891 | 0x8E2 | 0x180E | 0x200B..=0x200F
                | 0x2028..=0x202E | 0x2060..=0x206F | 0xE000..=0xF8FF | 0xFEFF | 0xFFF0..=0xFFFB | 0x1_10BD | 0x1_10CD
                | 0x1_3430..=0x1_343F | 0x1_BCA0..=0x1_BCA3 | 0x1_D173..=0x1_D17A | 0xE_0000..=0xE_0FFF
                | 0xF_0000..=0x10_FFFF
        )
}

/// Returns `text` with its newlines and tabs unchanged, and everything else that is not [plain](is_plain)
/// made visible: control characters below a space as their pictures (U+2400 and up), DEL as U+2421, others by
/// their number.
///
/// ```
/// use girafa_basic::shown::shown;
/// assert_eq!(shown("caf\u{e9}\u{1b}[2J\u{9b}\n"), "caf\u{e9}\u{241b}[2J\\u{9b}\n");
/// ```
pub fn shown(text: &str) -> Cow<'_, str> {
    let stays = |c: char| is_plain(c) || matches!(c, '\n' | '\t');
    let Some(first) = text.find(|c| !stays(c)) else {
        return Cow::Borrowed(text);
    };
    let mut out = text[..first].to_owned();
    for c in text[first..].chars() {
        match pictured(c) {
            _ if stays(c) => out.push(c),
            Some(picture) => out.push(picture),
            None => {
                let _ = write!(out, "\\u{{{:x}}}", u32::from(c));
            }
        }
    }
    Cow::Owned(out)
}

/// Like [`shown`], but each character is replaced by one character, so that markers in the row below stay
/// aligned: a character without a picture becomes U+FFFD.
pub fn shown_in_place(text: &str) -> Cow<'_, str> {
    let stays = |c: char| is_plain(c) || matches!(c, '\n' | '\t');
    if text.chars().all(stays) {
        return Cow::Borrowed(text);
    }
    let one = |c: char| match pictured(c) {
        _ if stays(c) => c,
        Some(picture) => picture,
        None => char::REPLACEMENT_CHARACTER,
    };
    Cow::Owned(text.chars().map(one).collect())
}

/// Like [`shown`], for our own text with ANSI colours: keeps `ESC [ numbers m`, but no other sequence.
pub fn shown_with_colours(text: &str) -> Cow<'_, str> {
    if !text.contains('\x1b') {
        return shown(text);
    }
    let mut parts = text.split('\x1b');
    let mut out = shown(parts.next().unwrap_or_default()).into_owned();
    for part in parts {
        let length = colour(part);
        if length == 0 {
            out.push('\u{241b}');
        } else {
            out.push('\x1b');
            out.push_str(&part[..length]);
        }
        out.push_str(&shown(&part[length..]));
    }
    Cow::Owned(out)
}

/// The length in bytes of the colour sequence at the start of `text`, without its ESC; 0 if there is none.
fn colour(text: &str) -> usize {
    let Some(numbers) = text.strip_prefix('[') else {
        return 0;
    };
    let end = numbers
        .find(|c: char| !c.is_ascii_digit() && c != ';')
        .unwrap_or(numbers.len());
    if numbers[end..].starts_with('m') {
        end + 2
    } else {
        0
    }
}

/// The Unicode picture of a control character.
fn pictured(c: char) -> Option<char> {
    match u32::from(c) {
        code @ 0..=0x1F => char::from_u32(0x2400 + code),
        0x7F => Some('\u{2421}'),
        _ => None,
    }
}

/// Escapes the characters of a JSON text that a terminal could interpret: control and format characters,
/// private use.
///
/// ```
/// assert_eq!(girafa_basic::shown::json("\"ção\u{9b}\""), "\"ção\\u009b\"");
/// ```
pub fn json(json: &str) -> String {
    let mut text = String::with_capacity(json.len());
    for c in json.chars() {
        if is_plain(c) {
            text.push(c);
        } else {
            for unit in c.encode_utf16(&mut [0; 2]) {
                text.push_str(&format!("\\u{unit:04x}"));
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_control_characters_are_escaped() {
        for c in (0..=0x10_FFFF).filter_map(char::from_u32) {
            let text = format!("a{c}b");
            let escaped = shown(&text);
            assert!(escaped.chars().all(|c| is_plain(c) || c == '\n' || c == '\t'));
            assert_eq!(escaped == text, is_plain(c) || c == '\n' || c == '\t', "{c:?}");
            assert_eq!(shown_in_place(&text).chars().count(), 3);
            assert!(
                shown_in_place(&text)
                    .chars()
                    .all(|c| is_plain(c) || c == '\n' || c == '\t')
            );
        }
    }

    #[test]
    fn colours_are_all_that_an_escape_may_begin() {
        let own = "\x1b[1;31mDIFFERS\x1b[0m and \x1b[m\n";
        assert_eq!(shown_with_colours(own), own);
        for (text, expected) in [
            ("\x1b[2J", "\u{241b}[2J"),
            ("\x1b", "\u{241b}"),
            ("\x1b[31", "\u{241b}[31"),
            ("\x1b\x1b[31m", "\u{241b}\x1b[31m"),
            ("\x1b[31\x1b[0m", "\u{241b}[31\x1b[0m"),
            ("\x1b]0;x\x07", "\u{241b}]0;x\u{2407}"),
            ("\x1b[0m\u{9b}2J\r", "\x1b[0m\\u{9b}2J\u{240d}"),
            ("\x1b[?25m", "\u{241b}[?25m"),
        ] {
            assert_eq!(shown_with_colours(text), expected);
        }
    }
}
