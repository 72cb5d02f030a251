//! Variables, as rows and as they are in memory.

use crate::number;
use crate::source;

/// The high bits of a variable's first byte (Manual, chapter 24).
pub(super) const STRING: u8 = 0x40;
pub(super) const NUMBER: u8 = 0x60;
pub(super) const LONG_NUMBER: u8 = 0xA0;
/// The low bits, which count letters from 1.
pub(super) const LETTER: u8 = 0x1F;

/// Returns the bytes of a variable in memory, for an entry with the type `Num` or `Str`; `None` for others, such
/// as arrays, and for values that are not valid.
pub(crate) fn variable(name: &str, value: &str) -> Option<Vec<u8>> {
    let (kind, value) = value.split_once('=')?;
    match kind.trim().to_ascii_lowercase().as_str() {
        "num" => number(name, value.trim()),
        "str" => string(name, value.trim()),
        _ => None,
    }
}

fn number(name: &str, value: &str) -> Option<Vec<u8>> {
    let magnitude = value.strip_prefix('-');
    let number = number::decimal(magnitude.unwrap_or(value)).ok()?;
    let number = magnitude.map_or(number, |_| number.negate());
    let mut bytes = number_name(name)?;
    bytes.extend(number.0);
    Some(bytes)
}

fn string(name: &str, value: &str) -> Option<Vec<u8>> {
    let &[letter @ (b'a'..=b'z' | b'A'..=b'Z'), b'$'] = name.as_bytes() else {
        return None;
    };
    let cells = source::cells(value.strip_prefix('"')?.strip_suffix('"')?)?;
    let length = u16::try_from(cells.len()).ok()?;
    let mut bytes = vec![STRING | letter & LETTER];
    bytes.extend(length.to_le_bytes());
    bytes.extend(cells.into_iter().map(|cell| cell.code));
    Some(bytes)
}

/// Returns the name of a numeric variable as it is in memory.
fn number_name(name: &str) -> Option<Vec<u8>> {
    let mut bytes = name.to_ascii_lowercase().into_bytes();
    if !bytes.iter().all(u8::is_ascii_alphanumeric) || !bytes.first()?.is_ascii_alphabetic() {
        return None;
    }
    let is_long = bytes.len() > 1;
    bytes[0] = bytes[0] & LETTER | if is_long { LONG_NUMBER } else { NUMBER };
    if is_long {
        *bytes.last_mut()? |= 0x80;
    }
    Some(bytes)
}
