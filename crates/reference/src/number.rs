//! Numbers as the Spectrum has them: whole ones up to 65535 exactly, all others with 32 bits of mantissa.
//!
//! C(N,P) by factorials shows why: 33! has 123 bits, so what is printed in the end depends on how each product was
//! rounded. The rules are those of the 5-byte arithmetic as an original 48K shows them from outside; the test below holds
//! them against its results.

use crate::session::Ended;

/// The largest magnitude of the short, exact form.
const WHOLE_MAX: i64 = 65_535;
/// Exponents count from here: 2^0 is the exponent 128 with a mantissa of 1, which is out of range, so 1 is 0.5 * 2^1.
const BIAS: i32 = 128;

/// A number of Sinclair BASIC.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Number(pub(crate) Form);

/// The two ways in which numbers are held. Equal values may have different forms: 6/3 is a floating 2.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// -65535 to 65535.
    Whole(i32),
    /// Not 0.
    Floating(Floating),
}

/// `mantissa` / 2^32 * 2^(`exponent` - 128), bit 31 of the mantissa set, the exponent 1 to 255.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Floating {
    pub(crate) negative: bool,
    pub(crate) exponent: i32,
    pub(crate) mantissa: u32,
}

/// An operation that can end in report 6, Number too big.
pub type Calculated = Result<Number, Ended>;

impl From<i32> for Number {
    fn from(n: i32) -> Number {
        Number::from_parts(n < 0, u64::from(n.unsigned_abs())).unwrap_or(Number::ZERO)
    }
}

impl Number {
    /// 0.
    pub const ZERO: Number = Number(Form::Whole(0));

    /// A whole number of at most 32 bits, short if it may be.
    fn from_parts(negative: bool, magnitude: u64) -> Calculated {
        match i32::try_from(magnitude) {
            Ok(n) if i64::from(n) <= WHOLE_MAX => Ok(Number(Form::Whole(if negative { -n } else { n }))),
            _ => Floating::normalised(negative, BIAS + 32, magnitude),
        }
    }

    /// The number that these five bytes of memory hold.
    pub fn from_bytes(bytes: [u8; 5]) -> Number {
        let [exponent, sign, ..] = bytes;
        if exponent == 0 {
            let low = i32::from(u16::from_le_bytes([bytes[2], bytes[3]]));
            // Two's complement: the sign byte is 255 for a negative number.
            return Number(Form::Whole(if sign == 0 { low } else { low - 65_536 }));
        }
        Number(Form::Floating(Floating {
            negative: sign & 0x80 != 0,
            exponent: exponent.into(),
            mantissa: u32::from_be_bytes([sign | 0x80, bytes[2], bytes[3], bytes[4]]),
        }))
    }

    /// The five bytes of memory that hold the number.
    pub fn to_bytes(self) -> [u8; 5] {
        match self.0 {
            Form::Whole(n) => {
                let [low, high, ..] = n.to_le_bytes();
                [0, if n < 0 { 0xFF } else { 0 }, low, high, 0]
            }
            Form::Floating(Floating {
                negative,
                exponent,
                mantissa,
            }) => {
                let [a, b, c, d] = mantissa.to_be_bytes();
                let sign = if negative { 0x80 } else { 0 };
                [exponent as u8, a & 0x7F | sign, b, c, d]
            }
        }
    }

    /// The number in floating form; `None` for 0.
    fn floating(self) -> Option<Floating> {
        match self.0 {
            Form::Whole(0) => None,
            Form::Whole(n) => {
                let shift = n.unsigned_abs().leading_zeros();
                Some(Floating {
                    negative: n < 0,
                    exponent: BIAS + 32 - shift as i32,
                    mantissa: n.unsigned_abs() << shift,
                })
            }
            Form::Floating(floating) => Some(floating),
        }
    }

    /// The number that the machine holds in these five bytes: a first byte of 0 is the short form (sign, low and high byte),
    /// any other the exponent before a mantissa whose top bit gives way to the sign.
    pub fn from_five_bytes(bytes: [u8; 5]) -> Number {
        let [exponent, high, a, b, c] = bytes;
        if exponent == 0 {
            let value = i32::from(u16::from_le_bytes([a, b]));
            return Number(Form::Whole(if high == 0xFF { value - 0x1_0000 } else { value }));
        }
        Number(Form::Floating(Floating {
            negative: high & 0x80 != 0,
            exponent: exponent.into(),
            mantissa: u32::from_be_bytes([high | 0x80, a, b, c]),
        }))
    }

    /// The value, exactly.
    pub fn value(self) -> f64 {
        match self.floating() {
            None => 0.0,
            Some(Floating {
                negative,
                exponent,
                mantissa,
            }) => {
                let magnitude = f64::from(mantissa) * 2f64.powi(exponent - BIAS - 32);
                if negative { -magnitude } else { magnitude }
            }
        }
    }

    /// The number as an `i32`, if it is one.
    pub fn whole(self) -> Option<i32> {
        let value = self.value();
        (value.fract() == 0.0 && value.abs() <= f64::from(i32::MAX)).then_some(value as i32)
    }

    /// The whole part that INT gives: the largest whole number that is not above this one.
    pub fn int(self) -> Number {
        let value = self.value().floor();
        // Beyond 2^32 there is no fraction, and below it every whole number has an exact form.
        if value.abs() < 4_294_967_296.0 {
            Number::from_parts(value < 0.0, value.abs() as u64).unwrap_or(self)
        } else {
            self
        }
    }

    /// `-self`.
    pub fn negated(self) -> Number {
        Number(match self.0 {
            Form::Whole(n) => Form::Whole(-n),
            Form::Floating(floating) => Form::Floating(Floating {
                negative: !floating.negative,
                ..floating
            }),
        })
    }

    /// `self + other`. The smaller operand loses, as a two's complement number, the bits that have no place beside the
    /// larger one's; the last of them rounds.
    pub fn plus(self, other: Number) -> Calculated {
        if let (Form::Whole(a), Form::Whole(b)) = (self.0, other.0) {
            return Number::from_parts(a + b < 0, u64::from((a + b).unsigned_abs()));
        }
        let (Some(a), Some(b)) = (self.floating(), other.floating()) else {
            return Ok(if self == Number::ZERO { other } else { self });
        };
        let (large, small) = if a.exponent >= b.exponent { (a, b) } else { (b, a) };
        let shift = large.exponent - small.exponent;
        let aligned = if shift > 32 {
            0
        } else {
            halved(small.signed(), shift)
        };
        let sum = large.signed() + aligned;
        let (sum, exponent) = if sum.unsigned_abs() >> 32 == 0 {
            (sum, large.exponent)
        } else {
            (halved(sum, 1), large.exponent + 1)
        };
        Floating::normalised(sum < 0, exponent, sum.unsigned_abs())
    }

    /// `self - other`.
    pub fn minus(self, other: Number) -> Calculated {
        self.plus(other.negated())
    }

    /// `self * other`, rounded to the nearest, halves up.
    pub fn times(self, other: Number) -> Calculated {
        if let (Form::Whole(a), Form::Whole(b)) = (self.0, other.0) {
            let product = i64::from(a) * i64::from(b);
            if product.abs() <= WHOLE_MAX {
                return Number::from_parts(product < 0, product.unsigned_abs());
            }
        }
        let (Some(a), Some(b)) = (self.floating(), other.floating()) else {
            return Ok(Number::ZERO);
        };
        let product = u64::from(a.mantissa) * u64::from(b.mantissa);
        let shift = product.leading_zeros();
        let rounded = u128::from(product << shift) + (1 << 31);
        Floating::normalised(
            a.negative != b.negative,
            a.exponent + b.exponent - BIAS - shift as i32,
            (rounded >> 32) as u64,
        )
    }

    /// `self / other`, always floating unless 0. Of the 33 bits that the division gives the last one rounds, which is
    /// there only if the first is not 0: so about half of all quotients are cut instead.
    pub fn over(self, other: Number) -> Calculated {
        let Some(b) = other.floating() else {
            return Err(Ended::NUMBER_TOO_BIG);
        };
        let Some(a) = self.floating() else {
            return Ok(Number::ZERO);
        };
        let bits = (u64::from(a.mantissa) << 32) / u64::from(b.mantissa);
        let quotient = if bits >> 32 == 0 {
            bits
        } else {
            (bits >> 1) + (bits & 1)
        };
        let exponent = a.exponent - b.exponent + BIAS + i32::from(bits >> 32 != 0);
        Floating::normalised(a.negative != b.negative, exponent, quotient)
    }
}

impl Floating {
    /// The mantissa with its sign.
    fn signed(self) -> i64 {
        let mantissa = i64::from(self.mantissa);
        if self.negative { -mantissa } else { mantissa }
    }

    /// The number `mantissa` / 2^32 * 2^(`exponent` - 128), for a mantissa of up to 33 bits. What is too small for
    /// the exponent's range but not below half the smallest number becomes that; anything smaller 0.
    fn normalised(negative: bool, exponent: i32, mantissa: u64) -> Calculated {
        if mantissa == 0 {
            return Ok(Number::ZERO);
        }
        let shift = mantissa.leading_zeros() as i32 - 32;
        let mantissa = if shift >= 0 {
            mantissa << shift
        } else {
            mantissa >> -shift
        };
        let floating = |exponent, mantissa| {
            Ok(Number(Form::Floating(Floating {
                negative,
                exponent,
                mantissa,
            })))
        };
        match exponent - shift {
            256.. => Err(Ended::NUMBER_TOO_BIG),
            exponent @ 1..=255 => floating(exponent, mantissa as u32),
            0 => floating(1, 1 << 31),
            _ => Ok(Number::ZERO),
        }
    }
}

/// `n` shifted right by `shift`, the last bit shifted out added.
fn halved(n: i64, shift: i32) -> i64 {
    if shift == 0 {
        n
    } else {
        (n >> shift) + (n >> (shift - 1) & 1)
    }
}
