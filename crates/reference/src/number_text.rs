//! Numbers as text: how PRINT shows them, and how a typed one is read.
//!
//! PRINT shows up to eight digits. A number of 2^27 or more, or less than 1/2, is brought into that range first by one
//! product with a power of ten, or one quotient, and that power is itself rounded: so the last digit shown can differ
//! from the nearest one. A typed number is put together digit by digit with the same arithmetic.

use std::fmt;
use std::str::FromStr;

use crate::number::{Calculated, Floating, Form, Number};

/// Digits that are worked out; the last one only rounds.
const DIGITS: usize = 9;

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Form::Whole(n) => n.fmt(f),
            Form::Floating(floating) => {
                f.write_str(if floating.negative { "-" } else { "" })?;
                let (scaled, tens) = scaled(floating);
                let (digits, point) = digits(scaled);
                f.write_str(&laid_out(&digits, point + tens))
            }
        }
    }
}

/// The magnitude brought between 1/2 and 2^27, and the power of ten that this took.
fn scaled(floating: Floating) -> (Number, i32) {
    let magnitude = Number(Form::Floating(Floating {
        negative: false,
        ..floating
    }));
    // log10(2) is about 77/256.
    let tens = |doublings: i32| (77 * doublings + 6) >> 8;
    let (scaled, taken) = match floating.exponent - 128 {
        0..28 => return (magnitude, 0),
        large @ 28.. => {
            let power = tens(large) - 7;
            (times_ten_to(magnitude.int(), -power), power)
        }
        small => {
            let power = tens(-small) + 1;
            (times_ten_to(magnitude, power), -power)
        }
    };
    // Between 1/2 and 2^27 nothing is too big.
    (scaled.unwrap_or(magnitude), taken)
}

/// The nine leading digits of a number from 1/2 to 2^27 - 1, rounded to eight, without zeros at their end; and how many
/// stand before the point.
fn digits(number: Number) -> (Vec<u8>, i32) {
    let fixed = (number.value() * 4_294_967_296.0) as u64;
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

/// 0.ddd times ten to `point`: plain from 0.00001 up to 99999999, with an exponent beyond.
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

/// `number` times ten to `power`: times 10, 10^2, 10^4, ... for the bits of the power from the lowest on, or over them.
fn times_ten_to(number: Number, power: i32) -> Calculated {
    let mut result = number;
    let mut ten = Number::from(10);
    let mut bits = power.unsigned_abs();
    while bits != 0 {
        if bits & 1 != 0 {
            result = if power < 0 {
                result.over(ten)?
            } else {
                result.times(ten)?
            };
        }
        bits >>= 1;
        if bits != 0 {
            ten = ten.times(ten)?;
        }
    }
    Ok(result)
}

/// A text that is no number, or one too big for the editor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotANumber;

impl FromStr for Number {
    type Err = NotANumber;

    /// Reads an unsigned literal such as `12`, `.5` or `1e3`.
    fn from_str(text: &str) -> Result<Number, NotANumber> {
        literal(text).ok_or(NotANumber)
    }
}

fn literal(text: &str) -> Option<Number> {
    let (decimal, exponent) = match text.find(['e', 'E']) {
        Some(at) => (&text[..at], Some(&text[at + 1..])),
        None => (text, None),
    };
    let (whole, fraction) = decimal.split_once('.').unwrap_or((decimal, ""));
    let is_digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    if !is_digits(whole) || !is_digits(fraction) || whole.len() + fraction.len() == 0 {
        return None;
    }
    let ten = Number::from(10);
    let mut number = Number::ZERO;
    for digit in whole.bytes() {
        number = number.times(ten).and_then(|x| x.plus(digit_value(digit))).ok()?;
    }
    let mut place = Number::from(1);
    for digit in fraction.bytes() {
        place = place.over(ten).ok()?;
        number = place
            .times(digit_value(digit))
            .and_then(|x| number.plus(x))
            .ok()?;
    }
    let Some(exponent) = exponent else {
        return Some(number);
    };
    let unsigned = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
    if unsigned.is_empty() || !is_digits(unsigned) {
        return None;
    }
    // Beyond 127 every number is too big, or too small.
    let power = unsigned.parse().unwrap_or(127).min(127);
    let power = if exponent.starts_with('-') { -power } else { power };
    times_ten_to(number, power).ok()
}

fn digit_value(digit: u8) -> Number {
    Number::from(i32::from(digit - b'0'))
}
