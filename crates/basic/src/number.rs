//! Conversion of number literals to the five bytes that the editor hides after them.
//!
//! The 48K does not round a literal to the nearest number: it computes it digit by digit with its own
//! arithmetic, so that `.5` becomes 7F 7F FF FF FF. The order of operations, derived from literals entered on
//! an original machine, is:
//!
//! - before the point: x = x * 10 + digit;
//! - after the point: p = p / 10 (from 1), x = x + p * digit;
//! - an exponent n: p = 10; for each bit of |n| from the lowest, x = x * p or x / p if the bit is set, then p
//!   = p * p.

use crate::float5::{Float5, TooBig};

/// Errors in a number literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NumberError {
    /// The text is not digits with an optional point and exponent.
    #[error("not a number")]
    Malformed,
    /// The value or its power of ten is above 1.7014118E+38.
    #[error("the number is too big: the largest is 1.7014118E+38")]
    TooBig,
    /// A binary number above 1111111111111111.
    #[error("a binary number has at most 16 digits")]
    TooManyBits,
}

impl From<TooBig> for NumberError {
    fn from(_: TooBig) -> Self {
        NumberError::TooBig
    }
}

/// Returns the length in bytes of the number literal at the start of `text`, as the editor reads it: digits,
/// a point, digits, and an exponent if at least one digit follows its letter and sign. 0 if there is none.
pub fn literal_length(text: &[u8]) -> usize {
    let digits = |from: usize| text[from..].iter().take_while(|c| c.is_ascii_digit()).count();
    let whole = digits(0);
    let mut end = whole;
    if text.get(end) == Some(&b'.') {
        let fraction = digits(end + 1);
        if whole + fraction == 0 {
            return 0;
        }
        end += 1 + fraction;
    }
    if end == 0 {
        return 0;
    }
    if matches!(text.get(end), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(text.get(end + 1), Some(b'+' | b'-')));
        let exponent = digits(end + 1 + sign);
        if exponent > 0 {
            end += 1 + sign + exponent;
        }
    }
    end
}

/// Converts a decimal literal such as `10`, `.5`, `1.`, `2e-4` to five bytes.
///
/// # Errors
/// Malformed text, or a number that is too big.
///
/// ```
/// use girafa_basic::number::decimal;
/// assert_eq!(decimal(".5").unwrap().0, [0x7f, 0x7f, 0xff, 0xff, 0xff]);
/// assert!(decimal("1e39").is_err());
/// ```
pub fn decimal(text: &str) -> Result<Float5, NumberError> {
    let bytes = text.as_bytes();
    if bytes.is_empty() || literal_length(bytes) != bytes.len() {
        return Err(NumberError::Malformed);
    }
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (text, None),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let ten = Float5::from(10);
    let mut value = Float5::ZERO;
    for digit in whole.bytes() {
        value = value.times(ten)?.plus(digit_value(digit))?;
    }
    let mut place = Float5::from(1);
    for digit in fraction.bytes() {
        place = place.over(ten)?;
        value = value.plus(place.times(digit_value(digit))?)?;
    }
    match exponent {
        Some(exponent) => Ok(times_ten_to(value, power(exponent)?)?),
        None => Ok(value),
    }
}

fn digit_value(digit: u8) -> Float5 {
    Float5::from(i32::from(digit - b'0'))
}

/// The value of an exponent: digits, with a sign or without.
fn power(exponent: &str) -> Result<i32, NumberError> {
    let digits = exponent.trim_start_matches(['+', '-']).trim_start_matches('0');
    let power: i32 = match digits.len() {
        0 => 0,
        // The squares of ten overflow at 10^64, long before an `i32` does.
        1..=9 => digits.parse().map_err(|_| NumberError::Malformed)?,
        _ => return Err(NumberError::TooBig),
    };
    Ok(if exponent.starts_with('-') { -power } else { power })
}

/// Returns `value` times ten to the power `power`: for each set bit of the power, from the lowest, multiplies
/// by 10, 10^2, 10^4 and so on, or divides if it is negative.
///
/// # Errors
/// The result or one of the squares of ten is too big.
pub(crate) fn times_ten_to(mut value: Float5, power: i32) -> Result<Float5, TooBig> {
    let mut square = Float5::from(10);
    let mut bits = power.unsigned_abs();
    while bits != 0 {
        if bits & 1 != 0 {
            value = if power < 0 {
                value.over(square)?
            } else {
                value.times(square)?
            };
        }
        bits >>= 1;
        if bits != 0 {
            square = square.times(square)?;
        }
    }
    Ok(value)
}

/// Converts the binary digits after BIN to five bytes; no digits give 0.
///
/// # Errors
/// Another character, or a value that does not fit 16 bits.
pub fn binary(digits: &str) -> Result<Float5, NumberError> {
    let mut value = 0i64;
    for digit in digits.bytes() {
        value = match digit {
            b'0' | b'1' => value * 2 + i64::from(digit - b'0'),
            _ => return Err(NumberError::Malformed),
        };
        if value > 0xffff {
            return Err(NumberError::TooManyBits);
        }
    }
    Float5::short(value).ok_or(NumberError::TooManyBits)
}
