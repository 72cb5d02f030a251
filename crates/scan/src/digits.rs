//! The digits of numbers, and how they are misread.

use super::edits;
use super::page::PageRow;

/// How many characters a line number has.
pub(super) const MAX_DIGITS: usize = 4;

/// The number that a row begins with.
pub(super) fn number_of(row: &PageRow) -> Option<u16> {
    row.text()[..row.digits()].parse().ok()
}

/// A number with one digit changed, put in or left out, and how unlikely each is.
pub(super) fn readings(number: &str) -> Vec<(u32, String)> {
    let mut readings: Vec<(u32, String)> = Vec::new();
    let digits: Vec<char> = number.chars().collect();
    if digits.len() > MAX_NUMBER_DIGITS {
        return readings;
    }
    for (at, &here) in digits.iter().enumerate() {
        let known = edits::confused(here);
        for digit in '0'..='9' {
            let mut reading = digits.clone();
            reading[at] = digit;
            let cost = known
                .iter()
                .find(|(character, _)| *character == digit)
                .map(|(_, cost)| *cost);
            readings.push((cost.unwrap_or(UNUSUAL), reading.into_iter().collect()));
        }
        let mut reading = digits.clone();
        reading.remove(at);
        let doubled = at > 0 && digits[at - 1] == here;
        readings.push((
            if doubled { DOUBLED } else { UNUSUAL },
            reading.into_iter().collect(),
        ));
    }
    for at in 0..=digits.len() {
        for digit in '0'..='9' {
            let mut reading = digits.clone();
            reading.insert(at, digit);
            readings.push((LOST, reading.into_iter().collect()));
        }
    }
    readings.retain(|(_, reading)| reading != number && !reading.starts_with('0'));
    readings.sort();
    readings
}

/// A listing has no numbers with more digits.
const MAX_NUMBER_DIGITS: usize = 12;
/// What a digit costs that is there twice for once, and one that is lost.
const DOUBLED: u32 = 1;
const LOST: u32 = 5;

/// What a number costs that does not go by tens where those around do.
pub(super) fn odd(number: &str, tens: bool) -> u32 {
    if tens && !number.ends_with('0') {
        UNUSUAL
    } else {
        0
    }
}

/// What a digit costs that is not usually read for the other.
pub(super) const UNUSUAL: u32 = 9;
