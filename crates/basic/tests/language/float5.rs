//! The five-byte arithmetic and the literals against what an original machine gave.

use girafa_test_support::shared_text;
use std::collections::BTreeMap;

use girafa_basic::float5::Float5;
use girafa_basic::number::{NumberError, binary, decimal};
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
fn four_operations_match_every_observation() {
    let Some(text) = shared_text("conformance/arithmetic.jsonl") else {
        return;
    };
    let mut ran = BTreeMap::<String, usize>::new();
    for line in text.lines() {
        let seen: Observation = serde_json::from_str(line).unwrap();
        let Some(b) = seen.b.as_deref() else { continue };
        let operation = match seen.op.as_str() {
            "+" => Float5::plus,
            "-" => Float5::minus,
            "*" => Float5::times,
            "/" => Float5::over,
            _ => continue,
        };
        let result = match operation(float(&seen.a), float(b)) {
            Ok(result) => format!("{result:?}"),
            Err(_) => "report 6".to_string(),
        };
        assert_eq!(result, seen.r, "{line}");
        *ran.entry(seen.op).or_default() += 1;
    }
    println!("observations matched: {ran:?}");
    assert!(ran.values().sum::<usize>() > 3_000, "{ran:?}");
}

/// Entries of numbers.json that are no observation of their literal: each holds the number of another literal (`98` that
/// of 75.5729979, `4.3` that of 55.4160430), is off by far more than any rounding, and differs from other entries of
/// the same value (`1` and `1e0`, `.88` and `0.88`).
const MIXED_UP: [&str; 14] = [
    ".00000507",
    ".88",
    "0.22449",
    "1e0",
    "239.6",
    "2624.291960",
    "2e+4",
    "4.3",
    "503.2",
    "55.4160430",
    "5E-23",
    "75.5729979",
    "91511.2",
    "98",
];

#[test]
fn literals_match_every_observation() {
    let Some(text) = shared_text("conformance/numbers.json") else {
        return;
    };
    let numbers: BTreeMap<String, String> = serde_json::from_str(&text).unwrap();
    let mut mixed_up = Vec::new();
    for (literal, bytes) in &numbers {
        let value: f64 = literal.parse().unwrap();
        if (float(bytes).to_f64() - value).abs() > value.abs() * 1e-6 + 3e-39 {
            mixed_up.push(literal.as_str());
        } else {
            assert_eq!(&format!("{:?}", decimal(literal).unwrap()), bytes, "{literal}");
        }
    }
    println!(
        "literals matched: {}, mixed up in the file: {}",
        numbers.len() - mixed_up.len(),
        mixed_up.len()
    );
    assert_eq!(mixed_up, MIXED_UP);
    assert!(numbers.len() > 900);
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
