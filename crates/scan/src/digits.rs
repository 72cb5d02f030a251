//! Misread digits in numbers.

use super::edits;
use super::page::PageRow;

/// Maximum length of a line number.
pub(super) const MAX_DIGITS: usize = 4;

/// Returns the number at the start of a row.
pub(super) fn number_of(row: &PageRow) -> Option<u16> {
    row.text()[..row.digits()].parse().ok()
}

/// Returns a number with one digit replaced, inserted or removed, each with its cost.
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
            readings.push((cost.unwrap_or(UNUSUAL_DIGIT_COST), reading.into_iter().collect()));
        }
        let mut reading = digits.clone();
        reading.remove(at);
        let doubled = at > 0 && digits[at - 1] == here;
        readings.push((
            if doubled {
                DOUBLED_DIGIT_COST
            } else {
                UNUSUAL_DIGIT_COST
            },
            reading.into_iter().collect(),
        ));
    }
    for at in 0..=digits.len() {
        for digit in '0'..='9' {
            let mut reading = digits.clone();
            reading.insert(at, digit);
            readings.push((LOST_DIGIT_COST, reading.into_iter().collect()));
        }
    }
    readings.retain(|(_, reading)| reading != number && !reading.starts_with('0'));
    readings.sort();
    readings
}

/// Maximum number of digits of a number in a listing.
const MAX_NUMBER_DIGITS: usize = 12;
/// Cost of a doubled digit, and of a lost one.
const DOUBLED_DIGIT_COST: u32 = 1;
const LOST_DIGIT_COST: u32 = 5;

/// Cost of a line number that is not a multiple of ten while its neighbours are.
pub(super) fn odd(number: &str, tens: bool) -> u32 {
    if tens && !number.ends_with('0') {
        UNUSUAL_DIGIT_COST
    } else {
        0
    }
}

/// Cost of a digit that is not usually confused with the other.
pub(super) const UNUSUAL_DIGIT_COST: u32 = 9;
