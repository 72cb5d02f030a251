//! The names of the variables that a program is saved with.
//!
//! Source: the manual's chapter 24: the three highest bits of a variable's first byte are its type, the
//! others its letter.

/// A variable's name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Name {
    /// The name in upper case; a string's ends in `$`.
    pub name: String,
    /// Whether it is a numeric array.
    pub array: bool,
}

/// Returns the names in a variable area, as far as it can be read.
pub(super) fn names(mut area: &[u8]) -> Vec<Name> {
    let mut found = Vec::new();
    while let Some((name, rest)) = next(area) {
        found.push(name);
        area = rest;
    }
    found
}

fn next(area: &[u8]) -> Option<(Name, &[u8])> {
    let (&first, rest) = area.split_first()?;
    let letter = first & 0x1F | 0x40;
    if !letter.is_ascii_uppercase() {
        return None;
    }
    let mut name = String::from(char::from(letter));
    let sized = || Some(2 + usize::from(u16::from_le_bytes([*rest.first()?, *rest.get(1)?])));
    let size = match first >> 5 {
        0b011 => 5,
        0b111 => 18,
        0b101 => {
            let last = rest.iter().position(|&code| code & 0x80 != 0)?;
            name.extend(
                rest[..=last]
                    .iter()
                    .map(|&code| char::from(code & 0x7F).to_ascii_uppercase()),
            );
            last + 1 + 5
        }
        0b010 | 0b110 => {
            name.push('$');
            sized()?
        }
        0b100 => sized()?,
        _ => return None,
    };
    let array = first >> 5 == 0b100;
    Some((Name { name, array }, rest.get(size..)?))
}
