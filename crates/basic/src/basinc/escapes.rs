//! Escapes of colours and other codes.

use std::fmt::Write as _;

use crate::token;

/// The letters of the colour controls 16 to 21 in an escape.
const COLOURS: &[u8] = b"ipfbvo";
/// The control INVERSE, whose values are written as letters: `vn` and `vi`.
const INVERSE: u8 = 20;

/// Rewrites the escapes `\{16}` and `\{PRINT}` of a text.
pub(super) fn rewritten(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        out += &rest[..at];
        rest = &rest[at..];
        let mut codes = Vec::new();
        while let Some((name, after)) = rest.strip_prefix("\\{").and_then(|named| named.split_once('}')) {
            codes.extend(name.parse().ok().or_else(|| keyword(name)));
            rest = after;
        }
        out += &escaped(&codes);
        if codes.is_empty() {
            // The escape of one character: a backslash may be the second, but no later one.
            let end = rest.char_indices().nth(2).map_or(rest.len(), |(end, _)| end);
            out += &rest[..end];
            rest = &rest[end..];
        }
    }
    out + rest
}

fn keyword(name: &str) -> Option<u8> {
    token::longest_at(name.as_bytes()).map(|(code, _)| code)
}

/// Escapes codes: colours with their values together, others one by one.
fn escaped(mut codes: &[u8]) -> String {
    let mut out = String::new();
    let mut in_braces = false;
    while let Some((&code, rest)) = codes.split_first() {
        let colour = code.checked_sub(16).and_then(|at| COLOURS.get(usize::from(at)));
        let value = rest.first().filter(|&&value| value <= 9);
        let (Some(&letter), Some(&value)) = (colour, value) else {
            out += if in_braces { "}" } else { "" };
            in_braces = false;
            let _ = write!(out, "\\#{code:03}");
            codes = rest;
            continue;
        };
        out += if in_braces { "" } else { "\\{" };
        in_braces = true;
        out.push(char::from(letter));
        out.push(match (code, value) {
            (INVERSE, 0) => 'n',
            (INVERSE, 1) => 'i',
            _ => char::from(b'0' + value),
        });
        codes = &rest[1..];
    }
    out + if in_braces { "}" } else { "" }
}

/// Returns the codes of an escape in braces that consists of colours and their values.
pub(crate) fn colours(name: &str) -> Option<Vec<u8>> {
    let (pairs, rest) = name.as_bytes().as_chunks();
    let mut codes = Vec::new();
    for pair in pairs {
        codes.extend(match pair {
            b"vn" => [INVERSE, 0],
            b"vi" => [INVERSE, 1],
            &[letter, value @ b'0'..=b'9'] => {
                let control = 16 + COLOURS.iter().position(|&known| known == letter)? as u8;
                [control, value - b'0']
            }
            _ => return None,
        });
    }
    (rest.is_empty() && !codes.is_empty()).then_some(codes)
}
