//! The questions of these listings, which are asked again after an invalid answer.

use std::ops::RangeInclusive;

use crate::console::Console;
use crate::ended::Ended;

/// Asks for an integer of one to three digits in this range.
pub fn number(console: &mut Console, range: RangeInclusive<usize>) -> Result<usize, Ended> {
    loop {
        let answer = console.text()?;
        if let Some(n) = digits(answer, 3)
            && range.contains(&n)
        {
            return Ok(n);
        }
    }
}

/// The value of one to `most` decimal digits; `None` for anything else.
pub fn digits(text: &str, most: usize) -> Option<usize> {
    let fits = (1..=most).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
    fits.then(|| text.parse().ok())?
}

/// Asks for a text and converts it to capitals.
pub fn capitals(console: &mut Console) -> Result<String, Ended> {
    Ok(console.text()?.to_ascii_uppercase())
}

/// Asks for S (yes) or N (no).
pub fn yes(console: &mut Console) -> Result<bool, Ended> {
    loop {
        match capitals(console)?.as_str() {
            "S" => return Ok(true),
            "N" => return Ok(false),
            _ => {}
        }
    }
}

/// Parses a list of nodes, a capital letter each; `None` for any other character.
pub fn nodes(text: &str) -> Option<Vec<char>> {
    text.chars()
        .map(|c| c.is_ascii_uppercase().then_some(c))
        .collect()
}

/// Asks for a node.
pub fn node(console: &mut Console) -> Result<char, Ended> {
    loop {
        if let Some([node]) = nodes(&capitals(console)?).as_deref() {
            return Ok(*node);
        }
    }
}
