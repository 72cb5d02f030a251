//! Numbers as PRINT and STR$ show them: `Display` for [`Float5`].
//!
//! PRINT shows up to eight digits. A number of 2^27 or more, or less than 1/2, is first scaled into that
//! range by one multiplication or division by a power of ten, and that power is itself rounded: so the last
//! digit shown can differ from the correctly rounded one. The reverse, from a typed number to its bytes, is
//! [`crate::number::decimal`].

use std::fmt;

use crate::float5::{Float5, SHORT_MINUS_65536};
use crate::number::times_ten_to;

/// Number of computed digits; the last one is only used for rounding.
const DIGITS: usize = 9;

impl fmt::Display for Float5 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.as_short() {
            Some(SHORT_MINUS_65536) => f.write_str("-1E-38"),
            Some(value) => value.fmt(f),
            None => {
                let [exponent, sign, b, c, d] = self.0;
                f.write_str(if sign & 0x80 == 0 { "" } else { "-" })?;
                let (scaled, tens) = scaled(Float5([exponent, sign & 0x7F, b, c, d]));
                let (digits, point) = digits(scaled);
                f.write_str(&laid_out(&digits, point + tens))
            }
        }
    }
}

/// Scales a positive floating-point number to the range 1/2 to 2^27, and returns the power of ten used.
fn scaled(magnitude: Float5) -> (Float5, i32) {
    // log10(2) is about 77/256.
    let tens = |doublings: i32| (77 * doublings + 6) >> 8;
    let [exponent, ..] = magnitude.0;
    let (scaled, taken) = match i32::from(exponent) - 128 {
        0..28 => return (magnitude, 0),
        large @ 28.. => {
            let power = tens(large) - 7;
            (times_ten_to(magnitude.int(), -power), power)
        }
        small => {
            let power = (tens(-small) + 1).max(2);
            (times_ten_to(magnitude, power), -power)
        }
    };
    // Between 1/2 and 2^27 nothing overflows.
    (scaled.unwrap_or(magnitude), taken)
}

/// Returns the nine leading digits of a number from 1/2 to 2^27 - 1, rounded to eight, without trailing
/// zeros; and the number of digits before the point.
fn digits(number: Float5) -> (Vec<u8>, i32) {
    let fixed = (number.to_f64() * 4_294_967_296.0) as u64;
    let whole = fixed >> 32;
    let mut digits: Vec<u8> = whole.to_string().bytes().map(|digit| digit - b'0').collect();
    if whole == 0 {
        digits.clear();
    }
    let mut point = digits.len() as i32;
    let mut fraction = fixed & 0xFFFF_FFFF;
    while digits.len() < DIGITS {
        fraction *= 10;
        digits.push((fraction >> 32) as u8);
        fraction &= 0xFFFF_FFFF;
    }
    let round_up = digits.pop().is_some_and(|last| last >= 5);
    if round_up {
        while digits.pop_if(|digit| *digit == 9).is_some() {}
        match digits.last_mut() {
            Some(digit) => *digit += 1,
            None => {
                digits.push(1);
                point += 1;
            }
        }
    }
    while digits.pop_if(|digit| *digit == 0).is_some() {}
    (digits, point)
}

/// Formats 0.ddd times ten to `point`: plain from 0.00001 to 99999999, with an exponent outside that range.
fn laid_out(digits: &[u8], point: i32) -> String {
    let text: String = digits.iter().map(|digit| char::from(b'0' + digit)).collect();
    match point {
        1..=8 => {
            let before = point as usize;
            match text.split_at_checked(before) {
                Some((whole, "")) => whole.to_owned(),
                Some((whole, fraction)) => format!("{whole}.{fraction}"),
                None => format!("{text:0<before$}"),
            }
        }
        0 => format!("0.{text}"),
        -4..0 => format!(".{}{text}", "0".repeat(point.unsigned_abs() as usize)),
        _ => {
            let (first, rest) = text.split_at(1);
            let dot = if rest.is_empty() { "" } else { "." };
            format!("{first}{dot}{rest}E{:+}", point - 1)
        }
    }
}
