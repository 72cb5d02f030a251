//! The 48K's five-byte numbers and their arithmetic, exact to the bit.
//!
//! A number is five bytes. When the first is 0 the number is a *short integer*: sign byte, the value's two's
//! complement low and high byte, 0. Otherwise the first byte is the exponent e and the other four are a
//! mantissa m whose top bit, always 1, is replaced by the sign: the value is m / 2^32 * 2^(e - 128).
//!
//! The machine writes 00 or FF into the sign byte of a short integer (manual, chapter 24). A program can POKE
//! any other value there, and its meaning has not been observed on an original machine. Here it is negative,
//! exactly as FF is: that is what PRINT shows in Girafa's ROM for each of the 254 values.
//!
//! `00 FF 00 00 00` is a special case: the machine makes it from -65535 - 1. As a term of a short sum it is
//! -65536; PRINT shows `-1E-38`; in floating-point arithmetic it is 0, so that one more -1 gives -1 (observed
//! on an original machine).
//!
//! The rounding rules below were derived from results that an original machine showed (see
//! `tests/float5.rs`):
//!
//! - addition: the operand with the smaller exponent is converted to two's complement first and then shifted
//!   right, and the last bit shifted out is added; a carry out of the sum is shifted in by the same rule,
//!   before the sign is removed;
//! - multiplication: the 64-bit product is normalised first and then rounded half up;
//! - division: 33 quotient bits are computed. If the dividend's mantissa is the smaller one, the first of
//!   them is 0 and the result is the other 32, truncated; otherwise the 33rd bit rounds the first 32;
//! - a result in the binade just below the smallest number becomes the smallest number; an even smaller one
//!   becomes 0.

use std::fmt;

/// A number as the 48K stores it in a variable or after a literal: five bytes.
///
/// `==` compares bytes: 6/3 is a floating-point 2 and does not equal the short 2. Compare values by
/// [`Float5::to_f64`]. `Display` gives the text that PRINT shows, `Debug` the bytes in hexadecimal.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Float5(pub [u8; 5]);

/// The overflow error, division by zero included: the machine's report 6, `Number too big`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("number too big")]
pub struct TooBig;

/// The floating-point form of a number that is not zero.
#[derive(Clone, Copy)]
struct Parts {
    negative: bool,
    /// The exponent byte; the value is mantissa * 2^(exponent - 160).
    exponent: i32,
    /// Bit 31 is set.
    mantissa: u32,
}

/// The value of a short integer whose sign byte is not 0 and whose value bytes are 0.
pub(crate) const SHORT_MINUS_65536: i64 = -65_536;

impl From<i32> for Float5 {
    /// Converts to short form if it fits, otherwise to floating-point form.
    fn from(value: i32) -> Float5 {
        Float5::whole_number(value < 0, value.unsigned_abs())
    }
}

impl Float5 {
    /// Zero, in short form.
    pub const ZERO: Float5 = Float5([0; 5]);

    /// Returns the number in short form, or `None` if it does not fit: short integers are -65535 to 65535.
    pub fn short(value: i64) -> Option<Float5> {
        if value.abs() > 0xffff {
            return None;
        }
        let [low, high] = (value as u16).to_le_bytes();
        Some(Float5([0, if value < 0 { 0xff } else { 0 }, low, high, 0]))
    }

    /// Returns a 32-bit whole number, in short form if it fits.
    fn whole_number(negative: bool, size: u32) -> Float5 {
        let value = if negative { -i64::from(size) } else { size.into() };
        Float5::short(value).unwrap_or_else(|| {
            let shift = size.leading_zeros();
            Float5::pack(negative, (160 - shift) as u8, size << shift)
        })
    }

    /// Returns the value of a number in short form, -65536 to 65535. Any sign byte other than 0 makes it
    /// negative.
    pub fn as_short(self) -> Option<i64> {
        let [form, sign, low, high, _] = self.0;
        let value = i64::from(u16::from_le_bytes([low, high]));
        match (form, sign) {
            (0, 0) => Some(value),
            (0, _) => Some(value - 0x1_0000),
            _ => None,
        }
    }

    /// Returns the value as a double, which represents every five-byte number exactly.
    pub fn to_f64(self) -> f64 {
        match (self.as_short(), self.parts()) {
            (Some(value), _) => value as f64,
            (None, None) => 0.0,
            (
                None,
                Some(Parts {
                    negative,
                    exponent,
                    mantissa,
                }),
            ) => {
                let size = f64::from(mantissa) * 2f64.powi(exponent - 160);
                if negative { -size } else { size }
            }
        }
    }

    /// Returns the value if it is a whole number that fits an `i32`.
    pub fn whole(self) -> Option<i32> {
        let value = self.to_f64();
        (value.fract() == 0.0 && value.abs() <= f64::from(i32::MAX)).then_some(value as i32)
    }

    /// Returns the result of INT: the largest whole number that is not above this one, in short form if it
    /// fits.
    pub fn int(self) -> Float5 {
        let value = self.to_f64();
        // From 2^32 on there is no fraction, and below it every whole number can be represented exactly.
        if self.as_short().is_some() || value.abs() >= 4_294_967_296.0 {
            return self;
        }
        let towards_zero = Float5::whole_number(value < 0.0, value.abs() as u32);
        if towards_zero.to_f64() > value {
            towards_zero.plus(Float5::from(-1)).unwrap_or(self)
        } else {
            towards_zero
        }
    }

    /// Returns the number with the opposite sign. The short -65536 has no opposite and is unchanged.
    pub fn negate(self) -> Float5 {
        match self.as_short() {
            Some(value) => Float5::short(-value).unwrap_or(self),
            None => {
                let mut bytes = self.0;
                bytes[1] ^= 0x80;
                Float5(bytes)
            }
        }
    }

    /// Returns the sum. Two short integers whose sum is short give a short integer.
    pub fn plus(self, other: Float5) -> Result<Float5, TooBig> {
        if let (Some(a), Some(b)) = (self.as_short(), other.as_short())
            && a + b == SHORT_MINUS_65536
        {
            return Ok(Float5([0, 0xff, 0, 0, 0]));
        }
        if let Some(sum) = self.short_result(other, |a, b| a + b) {
            return Ok(sum);
        }
        let (Some(a), Some(b)) = (self.parts(), other.parts()) else {
            return Ok(if self.parts().is_none() {
                other.floating()
            } else {
                self.floating()
            });
        };
        let (large, small) = if a.exponent >= b.exponent { (a, b) } else { (b, a) };
        let distance = large.exponent - small.exponent;
        let sum = large.signed()
            + if distance > 32 {
                0
            } else {
                shift_rounding(small.signed(), distance)
            };
        let (sum, exponent) = match sum.unsigned_abs() >> 32 {
            0 => (sum, large.exponent),
            _ => (shift_rounding(sum, 1), large.exponent + 1),
        };
        Float5::normalised(sum < 0, exponent, sum.unsigned_abs())
    }

    /// Returns the difference: the sum with `other` negated.
    pub fn minus(self, other: Float5) -> Result<Float5, TooBig> {
        self.plus(other.negate())
    }

    /// Returns the product. Two short integers whose product is short give a short integer.
    pub fn times(self, other: Float5) -> Result<Float5, TooBig> {
        if let Some(product) = self.short_result(other, |a, b| a * b) {
            return Ok(product);
        }
        let (Some(a), Some(b)) = (self.parts(), other.parts()) else {
            return Ok(Float5::ZERO);
        };
        let product = u64::from(a.mantissa) * u64::from(b.mantissa);
        let shift = product.leading_zeros();
        let product = product << shift;
        let rounded = (product >> 32) + (product >> 31 & 1);
        Float5::normalised(
            a.negative != b.negative,
            a.exponent + b.exponent - 128 - shift as i32,
            rounded,
        )
    }

    /// Returns the quotient, always in floating-point form unless it is zero. Division by zero is [`TooBig`].
    pub fn over(self, other: Float5) -> Result<Float5, TooBig> {
        let b = other.parts().ok_or(TooBig)?;
        let Some(a) = self.parts() else {
            return Ok(Float5::ZERO);
        };
        let quotient = (u64::from(a.mantissa) << 32) / u64::from(b.mantissa);
        let exponent = a.exponent - b.exponent + 128;
        let negative = a.negative != b.negative;
        match quotient >> 32 {
            0 => Float5::normalised(negative, exponent, quotient),
            _ => Float5::normalised(negative, exponent + 1, (quotient >> 1) + (quotient & 1)),
        }
    }

    fn short_result(self, other: Float5, operation: impl Fn(i64, i64) -> i64) -> Option<Float5> {
        Float5::short(operation(self.as_short()?, other.as_short()?))
    }

    /// The floating-point form of the number; `None` for zero and for the short -65536.
    fn parts(self) -> Option<Parts> {
        match self.as_short() {
            Some(0 | SHORT_MINUS_65536) => None,
            Some(value) => {
                let size = value.unsigned_abs() as u32;
                let shift = size.leading_zeros();
                Some(Parts {
                    negative: value < 0,
                    exponent: 160 - shift as i32,
                    mantissa: size << shift,
                })
            }
            None => {
                let [exponent, a, b, c, d] = self.0;
                let mantissa = u32::from_be_bytes([a | 0x80, b, c, d]);
                Some(Parts {
                    negative: a & 0x80 != 0,
                    exponent: i32::from(exponent),
                    mantissa,
                })
            }
        }
    }

    /// The same value in floating-point form unless it is zero.
    fn floating(self) -> Float5 {
        match self.parts() {
            None => Float5::ZERO,
            Some(Parts {
                negative,
                exponent,
                mantissa,
            }) => Float5::pack(negative, exponent as u8, mantissa),
        }
    }

    fn pack(negative: bool, exponent: u8, mantissa: u32) -> Float5 {
        let [a, b, c, d] = mantissa.to_be_bytes();
        Float5([exponent, a & 0x7f | u8::from(negative) << 7, b, c, d])
    }

    /// The number `mantissa` * 2^(exponent - 160), for a mantissa of at most 33 bits.
    fn normalised(negative: bool, exponent: i32, mantissa: u64) -> Result<Float5, TooBig> {
        if mantissa == 0 {
            return Ok(Float5::ZERO);
        }
        let shift = mantissa.leading_zeros() as i32 - 32;
        let mantissa = if shift >= 0 {
            mantissa << shift
        } else {
            mantissa >> -shift
        };
        match exponent - shift {
            ..0 => Ok(Float5::ZERO),
            0 => Ok(Float5::pack(negative, 1, 0x8000_0000)),
            exponent @ 1..=255 => Ok(Float5::pack(negative, exponent as u8, mantissa as u32)),
            _ => Err(TooBig),
        }
    }
}

impl Parts {
    fn signed(self) -> i64 {
        let mantissa = i64::from(self.mantissa);
        if self.negative { -mantissa } else { mantissa }
    }
}

/// Shifts a two's complement number right and adds the last bit shifted out.
fn shift_rounding(value: i64, places: i32) -> i64 {
    match places {
        0 => value,
        _ => (value >> places) + (value >> (places - 1) & 1),
    }
}

impl fmt::Debug for Float5 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c, d, e] = self.0;
        write!(f, "{a:02x}{b:02x}{c:02x}{d:02x}{e:02x}")
    }
}
