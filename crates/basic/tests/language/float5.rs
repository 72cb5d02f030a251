//! Compares five-byte arithmetic, number literals and their text with results of an original machine.

use std::collections::BTreeMap;

use girafa_basic::float5::{Float5, TooBig};
use girafa_basic::number::{NumberError, binary, decimal};
use girafa_test_support::shared_text;
use proptest::prelude::*;
use serde::Deserialize;

#[derive(Deserialize)]
struct Observation {
    op: String,
    a: String,
    b: Option<String>,
    r: String,
}

fn float(hex: &str) -> Float5 {
    let byte = |i: usize| u8::from_str_radix(&hex[2 * i..2 * i + 2], 16).unwrap();
    Float5(std::array::from_fn(byte))
}

#[test]
fn operations_and_texts_match_every_observation() {
    let Some(text) = shared_text("conformance/arithmetic.jsonl") else {
        return;
    };
    let mut ran = BTreeMap::<String, usize>::new();
    for line in text.lines() {
        let seen: Observation = serde_json::from_str(line).unwrap();
        let a = float(&seen.a);
        let hex = |number: Float5| format!("{number:?}");
        let result = match (seen.op.as_str(), seen.b.as_deref().map(float)) {
            ("+", Some(b)) => a.plus(b).map(hex),
            ("-", Some(b)) => a.minus(b).map(hex),
            ("*", Some(b)) => a.times(b).map(hex),
            ("/", Some(b)) => a.over(b).map(hex),
            ("negate", None) => Ok(hex(a.negate())),
            ("INT", None) => Ok(hex(a.int())),
            ("STR", None) => Ok(a.to_string()),
            _ => continue,
        };
        let result = result.unwrap_or_else(|TooBig| "report 6".to_string());
        assert_eq!(result, seen.r, "{line}");
        *ran.entry(seen.op).or_default() += 1;
    }
    println!("observations matched: {ran:?}");
    assert!(ran.len() == 7 && ran.values().all(|&count| count > 60), "{ran:?}");
    assert!(ran.values().sum::<usize>() > 4_500, "{ran:?}");
}

#[test]
fn literals_match_every_observation() {
    let Some(text) = shared_text("conformance/numbers.json") else {
        return;
    };
    let numbers: BTreeMap<String, String> = serde_json::from_str(&text).unwrap();
    for (literal, bytes) in &numbers {
        assert_eq!(&format!("{:?}", decimal(literal).unwrap()), bytes, "{literal}");
    }
    println!("literals matched: {}", numbers.len());
    assert!(numbers.len() > 900);
}

/// Observed on an original machine: -65535 - 1 is stored as 00 FF 00 00 00 and printed as -1E-38; subtracting
/// 1 again gives -1.
#[test]
fn the_short_minus_65536() {
    let one = Float5::from(1);
    let odd = Float5::from(-65_535).minus(one).unwrap();
    assert_eq!(format!("{odd:?}"), "00ff000000");
    assert_eq!(odd.to_string(), "-1E-38");
    assert_eq!(decimal("65535.5").unwrap().negate().int(), odd);
    assert_eq!(odd.minus(one).unwrap().to_string(), "-1");
    assert_eq!(Float5::from(-65_536).to_string(), "-65536", "the floating one");
}

#[test]
fn any_sign_byte_but_0_makes_a_short_integer_negative() {
    for sign in 1..=255 {
        let number = Float5([0, sign, 5, 0, 0]);
        assert_eq!(
            (number.as_short(), number.whole()),
            (Some(-65_531), Some(-65_531))
        );
        assert_eq!(number.to_f64(), -65_531.0);
        assert_eq!(number.to_string(), "-65531");
        assert_eq!(number.negate(), Float5::from(65_531));
        assert_eq!(number.plus(Float5::from(1)).unwrap(), Float5::from(-65_530));
    }
}

#[test]
fn whole_numbers() {
    for (value, bytes) in [
        (65_535, "0000ffff00"),
        (65_536, "9100000000"),
        (-65_535, "00ff010000"),
        (-65_536, "9180000000"),
        (i32::MAX, "9f7ffffffe"),
        (i32::MIN, "a080000000"),
    ] {
        let number = Float5::from(value);
        assert_eq!(format!("{number:?}"), bytes, "{value}");
        assert_eq!(number.whole(), (value != i32::MIN).then_some(value));
    }
    assert_eq!(decimal("2.5").unwrap().whole(), None);
    assert_eq!(decimal("1e10").unwrap().whole(), None);
    let floating_two = Float5::from(6).over(Float5::from(3)).unwrap();
    assert_eq!(floating_two.whole(), Some(2));
    assert_ne!(floating_two, Float5::from(2));
    assert_eq!(floating_two.int(), Float5::from(2));
}

#[test]
fn the_edges_of_the_range() {
    let bits = |literal: &str| decimal(literal).map(|number| format!("{number:?}"));
    assert_eq!(bits("1e39"), Err(NumberError::TooBig));
    assert_eq!(bits("5e-324"), Err(NumberError::TooBig), "10^64 does not fit");
    assert_eq!(bits("1e99999999999"), Err(NumberError::TooBig));
    assert_eq!(bits("2e-39").unwrap(), "0100000000", "the smallest number");
    assert_eq!(bits("1e-39").unwrap(), "0000000000");
    assert_eq!(bits("1e005").unwrap(), bits("100000").unwrap());
    assert_eq!(bits("65535").unwrap(), "0000ffff00");
    assert_eq!(bits("65536").unwrap(), "9100000000");
    for malformed in ["", ".", "1e", "e5", "1.2.3", "-1", "1e+"] {
        assert_eq!(bits(malformed), Err(NumberError::Malformed), "{malformed}");
    }
}

#[test]
fn binary_numbers() {
    let bits = |digits: &str| binary(digits).map(|number| format!("{number:?}"));
    assert_eq!(bits("").unwrap(), "0000000000", "BIN alone is 0");
    assert_eq!(bits("1111111111111111").unwrap(), "0000ffff00");
    assert_eq!(bits("10000000000000000"), Err(NumberError::TooManyBits));
    assert_eq!(bits("12"), Err(NumberError::Malformed));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(4096) })]

    /// Any five bytes convert to a text of at most 14 characters, which matches the value to eight digits.
    #[test]
    fn any_bytes_as_text(bytes: [u8; 5]) {
        let number = Float5(bytes);
        let (text, value) = (number.to_string(), number.to_f64());
        prop_assert!(text.len() <= 14, "{}", text);
        let shown: f64 = text.parse().unwrap();
        prop_assert!(value == -65_536.0 || (shown - value).abs() <= value.abs() * 6e-8, "{} {}", text, value);
    }
}
