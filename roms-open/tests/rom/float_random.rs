//! The ROM's arithmetic against native arithmetic, over random values.

use crate::basic::Random;
use crate::numbers::{Five, Numbers, floating, short, unit, value};

const ADD: u8 = 0x0F;
const SUBTRACT: u8 = 0x03;
const MULTIPLY: u8 = 0x04;
const DIVIDE: u8 = 0x05;

/// Sign, exponent and mantissa of a floating number.
fn parts(x: Five) -> (bool, i32, u64) {
    let mantissa = u32::from_be_bytes([x[1] | 0x80, x[2], x[3], x[4]]);
    (x[1] & 0x80 != 0, i32::from(x[0]), u64::from(mantissa))
}

/// A floating number with an exponent of `center` give or take `spread`, its mantissa often with few bits.
fn random_float(random: &mut Random, center: i32, spread: i32) -> Five {
    let offset =
        i32::try_from(random.below(usize::try_from(2 * spread + 1).expect("positive"))).expect("small");
    let exponent = u8::try_from(center - spread + offset).expect("an exponent");
    let mut bits = || u32::try_from(random.below(1 << 16)).expect("16 bits");
    let mantissa = match bits() % 4 {
        0 => bits() << 16,
        1 => !(bits() & 7),
        _ => bits() << 16 | bits(),
    };
    floating(bits() & 1 == 1, exponent, mantissa | 0x8000_0000)
}

fn random_short(random: &mut Random) -> i32 {
    let limit = *random.pick(&[4, 100, 300, 65_536]);
    let n = i32::try_from(random.below(limit)).expect("17 bits");
    if random.below(2) == 0 { n } else { -n }
}

/// The number of a normalized 32-bit mantissa, or what becomes of it at the ends of the range.
fn packed(negative: bool, exponent: i32, mantissa: u64) -> Result<Five, char> {
    let mantissa = u32::try_from(mantissa).expect("32 bits");
    match exponent {
        256.. => Err('6'),
        1..=255 => Ok(floating(
            negative,
            u8::try_from(exponent).expect("8 bits"),
            mantissa,
        )),
        0 => Ok(floating(negative, 1, 0x8000_0000)),
        _ => Ok([0; 5]),
    }
}

#[test]
fn whole_numbers_stay_whole() {
    let mut numbers = Numbers::start();
    let mut random = Random::new(1);
    for _ in 0..20_000 {
        let (a, b) = (random_short(&mut random), random_short(&mut random));
        let operands = [short(a), short(b)];
        for (code, exact) in [
            (ADD, i64::from(a) + i64::from(b)),
            (SUBTRACT, i64::from(a) - i64::from(b)),
            (MULTIPLY, i64::from(a) * i64::from(b)),
        ] {
            let result = numbers.operate(code, &operands).expect("no report");
            if exact.abs() < 65_536 {
                let exact = i32::try_from(exact).expect("17 bits");
                assert_eq!(result, short(exact), "{a} {code:02X} {b}");
            } else if exact != -65_536 || code == MULTIPLY {
                // The short form's -65536 is tested below.
                assert_eq!(value(result), exact as f64, "{a} {code:02X} {b}");
                assert_ne!(result[0], 0, "{a} {code:02X} {b}");
            }
        }
        for (code, truth) in [
            (0x09, a <= b),
            (0x0A, a >= b),
            (0x0B, a != b),
            (0x0C, a > b),
            (0x0D, a < b),
            (0x0E, a == b),
            (0x08, a != 0 && b != 0),
            (0x07, a != 0 || b != 0),
        ] {
            let result = numbers.operate(code, &operands).expect("no report");
            assert_eq!(value(result) != 0.0, truth, "{a} {code:02X} {b}");
        }
        assert_eq!(numbers.text(short(a)), a.to_string());
    }
}

#[test]
fn the_short_minus_65536_of_the_original() {
    let mut numbers = Numbers::start();
    let odd = [0, 0xFF, 0, 0, 0];
    assert_eq!(numbers.operate(SUBTRACT, &[short(-65_535), short(1)]), Ok(odd));
    assert_eq!(numbers.text(odd), "-1E-38");
    let next = numbers.operate(SUBTRACT, &[odd, short(1)]).expect("no report");
    assert_eq!(value(next), -1.0);
    // INT of the floating -65536 is right, unlike the original's -1.
    assert_eq!(
        numbers.operate(0x27, &[floating(true, 0x91, 0x8000_0000)]),
        Ok(floating(true, 0x91, 0x8000_0000))
    );
}

/// The sum as two's complement numbers of 33 bits give it: the one of smaller exponent loses bits first.
fn native_sum(a: Five, b: Five) -> Result<Five, char> {
    let ((sa, ea, ma), (sb, eb, mb)) = (parts(a), parts(b));
    let signed = |negative, m: u64| {
        let m = i64::try_from(m).expect("32 bits");
        if negative { -m } else { m }
    };
    let (mut exponent, larger, smaller, shift) = if ea >= eb {
        (ea, signed(sa, ma), signed(sb, mb), ea - eb)
    } else {
        (eb, signed(sb, mb), signed(sa, ma), eb - ea)
    };
    let halved = |x: i64, shift: i32| {
        if shift == 0 {
            x
        } else {
            (x >> shift) + (x >> (shift - 1) & 1)
        }
    };
    let smaller = if shift > 32 { 0 } else { halved(smaller, shift) };
    let mut sum = larger + smaller;
    if !(-(1 << 32)..1 << 32).contains(&sum) {
        sum = halved(sum, 1);
        exponent += 1;
    }
    if sum == 0 {
        return Ok([0; 5]);
    }
    let mut magnitude = sum.unsigned_abs();
    while magnitude >> 32 != 0 {
        magnitude >>= 1;
        exponent += 1;
    }
    while magnitude >> 31 == 0 {
        magnitude <<= 1;
        exponent -= 1;
    }
    packed(sum < 0, exponent, magnitude)
}

#[test]
fn sums_and_differences() {
    let mut numbers = Numbers::start();
    let mut random = Random::new(2);
    for round in 0..40_000 {
        let center = [128, 128, 235, 21][round % 4];
        let a = random_float(&mut random, center, 20);
        let b = random_float(&mut random, center, [2, 20][round % 2]);
        assert_eq!(
            numbers.operate(ADD, &[a, b]),
            native_sum(a, b),
            "{a:02X?} + {b:02X?}"
        );
        let minus_b = [b[0], b[1] ^ 0x80, b[2], b[3], b[4]];
        let difference = numbers.operate(SUBTRACT, &[a, b]);
        assert_eq!(difference, native_sum(a, minus_b), "{a:02X?} - {b:02X?}");
        if let Ok(difference) = difference {
            let exact = value(a) - value(b);
            let largest = value(a).abs().max(value(b).abs());
            assert!((value(difference) - exact).abs() <= 2.0 * unit(largest) + 2f64.powi(-128));
        }
    }
}

#[test]
fn products() {
    let mut numbers = Numbers::start();
    let mut random = Random::new(3);
    for round in 0..40_000 {
        let spread = [5, 100][round % 2];
        let a = random_float(&mut random, 128, spread);
        let b = random_float(&mut random, 128, spread);
        let ((sa, ea, ma), (sb, eb, mb)) = (parts(a), parts(b));
        let mut product = u128::from(ma * mb);
        let mut exponent = ea + eb - 128;
        if product >> 63 == 0 {
            product <<= 1;
            exponent -= 1;
        }
        let mut mantissa = (product + (1 << 31)) >> 32; // rounded to nearest, halves up
        if mantissa >> 32 != 0 {
            mantissa >>= 1;
            exponent += 1;
        }
        let mantissa = u64::try_from(mantissa).expect("32 bits");
        assert_eq!(
            numbers.operate(MULTIPLY, &[a, b]),
            packed(sa != sb, exponent, mantissa),
            "{a:02X?} * {b:02X?}"
        );
    }
}

#[test]
fn quotients() {
    let mut numbers = Numbers::start();
    let mut random = Random::new(4);
    for round in 0..40_000 {
        let spread = [5, 100][round % 2];
        let a = random_float(&mut random, 128, spread);
        let b = random_float(&mut random, 128, spread);
        let ((sa, ea, ma), (sb, eb, mb)) = (parts(a), parts(b));
        let quotient = (ma << 32) / mb;
        let mut exponent = ea - eb + 128;
        let mut mantissa = quotient; // below 1: cut
        if quotient >> 32 != 0 {
            mantissa = (quotient >> 1) + (quotient & 1); // from 1 on: rounded
            exponent += 1;
        }
        if mantissa >> 32 != 0 {
            mantissa >>= 1;
            exponent += 1;
        }
        assert_eq!(
            numbers.operate(DIVIDE, &[a, b]),
            packed(sa != sb, exponent, mantissa),
            "{a:02X?} / {b:02X?}"
        );
    }
    assert_eq!(numbers.operate(DIVIDE, &[short(0), short(0)]), Err('6'));
    assert_eq!(numbers.operate(DIVIDE, &[short(1), short(0)]), Err('6'));
    assert_eq!(numbers.operate(DIVIDE, &[short(0), short(7)]), Ok(short(0)));
}

#[test]
fn whole_parts_and_signs() {
    let mut numbers = Numbers::start();
    let mut random = Random::new(5);
    for _ in 0..20_000 {
        let a = random_float(&mut random, 144, 24);
        let exact = value(a);
        for (code, expected) in [
            (0x27, exact.floor()),
            (0x3A, exact.trunc()),
            (0x29, exact.signum()),
            (0x2A, exact.abs()),
            (0x1B, -exact),
        ] {
            let result = numbers.operate(code, &[a]).expect("no report");
            let odd = code == 0x27 && expected == -65_536.0 && exact != expected;
            assert!(odd || value(result) == expected, "{code:02X} of {exact}");
            if matches!(code, 0x27 | 0x3A) && expected.abs() < 65_536.0 {
                assert_eq!(result, short(expected as i32), "short form of {exact}");
            }
        }
    }
}

/// The value of a text of PRINT and its significant digits.
fn read_back(text: &str) -> (f64, usize) {
    let digits = text.split('E').next().expect("something");
    let significant = digits.trim_start_matches(['-', '0', '.']).replace('.', "");
    (
        text.parse().expect("a number"),
        significant.trim_start_matches('0').len(),
    )
}

#[test]
fn texts_have_eight_right_digits() {
    let mut numbers = Numbers::start();
    let mut random = Random::new(6);
    for round in 0..20_000 {
        let (center, spread) = [(128, 30), (128, 127)][round % 2];
        let x = random_float(&mut random, center, spread);
        let text = numbers.text(x);
        let (back, digits) = read_back(&text);
        let exact = value(x);
        assert!((1..=8).contains(&digits), "{text}");
        let place = 10f64.powi(exact.abs().log10().floor() as i32 - 7);
        // Half a place, and what scaling by a power of ten may lose: a few of the last bit.
        assert!(
            (back - exact).abs() <= 0.5 * place + 8.0 * unit(exact),
            "{exact} is shown as {text}"
        );
        let size = back.abs();
        assert_eq!(text.contains('E'), !(1e-5..1e8).contains(&size), "{text}");
        assert_eq!(
            text.trim_start_matches('-').starts_with("0."),
            (0.1..1.0).contains(&size),
            "{text}"
        );
        assert!(
            !text.contains('.') || !text.split('E').next().expect("something").ends_with('0'),
            "{text}"
        );
        assert_eq!(text.starts_with('-'), exact < 0.0);
    }
}

#[test]
fn literals_are_read() {
    let mut numbers = Numbers::start();
    let mut random = Random::new(7);
    for _ in 0..10_000 {
        let mut text = String::new();
        let digits = |random: &mut Random, most: usize| -> String {
            (0..random.below(most))
                .map(|_| char::from(*random.pick(b"0123456789")))
                .collect()
        };
        text += &digits(&mut random, 12);
        if text.is_empty() || random.below(2) == 0 {
            text.push('.');
            text += &digits(&mut random, 12);
        }
        if text == "." {
            text.push('5');
        }
        if random.below(2) == 0 {
            text += *random.pick::<&str>(&["e", "E", "e+", "e-", "E-"]);
            text += &random.below(26).to_string();
        }
        let native: f64 = text.parse().expect("a number");
        let (got, length) = numbers.literal(text.as_bytes()).expect("no report");
        assert_eq!(length, text.len(), "{text}");
        assert!(
            (value(got) - native).abs() <= 60.0 * unit(native),
            "{text} is read as {}",
            value(got)
        );
        if native.fract() == 0.0 && native < 65_536.0 && !text.contains(['.', '-']) {
            assert_eq!(got, short(native as i32), "{text}");
        }
    }
    for n in 0..=65_535u32 {
        let text = [&[0xC4], format!("{n:b}").as_bytes()].concat();
        let expected = short(i32::try_from(n).expect("16 bits"));
        if n % 37 == 0 || n.is_power_of_two() {
            assert_eq!(numbers.literal(&text), Ok((expected, text.len())), "BIN {n:b}");
        }
    }
    assert_eq!(numbers.literal(&[0xC4]), Ok((short(0), 1)), "a bare BIN is 0");
    assert_eq!(numbers.literal(b"\xC411111111111111111"), Err('6'));
    for (text, report) in [
        (".", 'C'),
        ("1e", 'C'),
        ("1e+", 'C'),
        (".e1", 'C'),
        ("1e39", '6'),
        ("1e500", '6'),
        ("5e-324", '6'),
    ] {
        assert_eq!(numbers.literal(text.as_bytes()), Err(report), "{text}");
    }
    assert_eq!(numbers.literal(b"12 34"), Ok((short(12), 2)));
    assert_eq!(numbers.literal(b"5.e3"), Ok((short(5000), 4)));
}

#[test]
fn functions_are_near_native_ones() {
    let mut numbers = Numbers::start();
    let mut random = Random::new(8);
    // Code, function, exponents of the argument, sign wanted (0 any), error allowed relative to max (1,
    // result).
    type Row = (u8, fn(f64) -> f64, i32, i32, bool, f64);
    let rows: [Row; 9] = [
        (0x1F, f64::sin, 125, 8, false, 4e-8),
        (0x20, f64::cos, 125, 8, false, 4e-8),
        (0x22, f64::asin, 118, 10, false, 2e-9),
        (0x23, f64::acos, 118, 10, false, 2e-9),
        (0x24, f64::atan, 128, 20, false, 1e-9),
        (0x25, f64::ln, 128, 100, true, 1e-8),
        (0x26, f64::exp, 124, 9, false, 2e-8),
        (0x28, f64::sqrt, 128, 100, true, 2e-8),
        (0x21, f64::tan, 120, 7, false, 2e-8),
    ];
    for (code, native, center, spread, positive, allowed) in rows {
        for _ in 0..1_500 {
            let mut x = random_float(&mut random, center, spread);
            if positive {
                x[1] &= 0x7F;
            }
            let exact = native(value(x));
            let got = value(numbers.operate(code, &[x]).expect("no report"));
            let scale = if matches!(code, 0x28 | 0x26) {
                exact.abs()
            } else {
                exact.abs().max(1.0)
            };
            assert!(
                (got - exact).abs() <= allowed * scale,
                "code {code:02X} of {}: {got}, not {exact}",
                value(x)
            );
        }
    }
    let minus_one = short(-1);
    for (code, operands, report) in [
        (0x25, vec![short(0)], 'A'),
        (0x25, vec![minus_one], 'A'),
        (0x28, vec![minus_one], 'A'),
        (0x22, vec![short(2)], 'A'),
        (0x23, vec![short(-2)], 'A'),
        (0x26, vec![short(89)], '6'),
        (0x26, vec![floating(false, 160, 0x8000_0000)], '6'),
        (0x06, vec![minus_one, short(2)], 'A'),
        (0x06, vec![minus_one, short(0)], 'A'),
        (0x06, vec![short(0), minus_one], '6'),
        (0x06, vec![short(2), short(127)], '6'),
    ] {
        assert_eq!(
            numbers.operate(code, &operands),
            Err(report),
            "{code:02X} {operands:02X?}"
        );
    }
    assert_eq!(numbers.operate(0x06, &[short(0), short(0)]), Ok(short(1)));
    assert_eq!(numbers.operate(0x26, &[short(-1000)]), Ok(short(0)));
}

#[test]
fn powers() {
    let mut numbers = Numbers::start();
    let mut random = Random::new(9);
    for _ in 0..3_000 {
        let mut base = random_float(&mut random, 128, 10);
        base[1] &= 0x7F;
        let exponent = random_float(&mut random, 128, 3);
        let exact = value(base).powf(value(exponent));
        let got = value(numbers.operate(0x06, &[base, exponent]).expect("no report"));
        assert!(
            (got - exact).abs() <= 6e-8 * exact,
            "{} ^ {}: {got}, not {exact}",
            value(base),
            value(exponent)
        );
    }
}

#[test]
fn random_numbers_visit_every_seed() {
    const SEED: u16 = 0x5C76;
    let mut numbers = Numbers::start();
    let mut seed: u32 = 0;
    for _ in 0..65_536 {
        seed = 75 * (seed + 1) % 65_537 - 1;
        numbers.set_stack(&[]);
        assert_eq!(numbers.call("fn_rnd"), Ok(()));
        assert_eq!(u32::from(numbers.rom.machine.peek16(SEED)), seed);
        assert_eq!(value(numbers.single()), f64::from(seed) / 65_536.0);
    }
    assert_eq!(seed, 0, "the sequence closes after all 65536 seeds");
}
