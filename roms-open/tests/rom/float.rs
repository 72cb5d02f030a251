//! The ROM's arithmetic against what an original 48K was seen to compute, entry by entry.

use std::collections::BTreeMap;

use crate::numbers::{Numbers, hex, unhex, unit, value};

/// The calculator's code of an operation that has to agree to the bit.
fn exact_code(op: &str) -> Option<u8> {
    Some(match op {
        "-" => 0x03,
        "*" => 0x04,
        "/" => 0x05,
        "OR" => 0x07,
        "AND" => 0x08,
        "<=" => 0x09,
        ">=" => 0x0A,
        "<>" => 0x0B,
        ">" => 0x0C,
        "<" => 0x0D,
        "=" => 0x0E,
        "+" => 0x0F,
        "negate" => 0x1B,
        "INT" => 0x27,
        "SGN" => 0x29,
        "ABS" => 0x2A,
        "NOT" => 0x30,
        _ => return None,
    })
}

/// The code of a function that has to print the same digits, and the function itself.
type Function = (u8, fn(f64, f64) -> f64);

fn function(op: &str) -> Option<Function> {
    Some(match op {
        "^" => (0x06, f64::powf),
        "SIN" => (0x1F, |x, _| x.sin()),
        "COS" => (0x20, |x, _| x.cos()),
        "TAN" => (0x21, |x, _| x.tan()),
        "ASN" => (0x22, |x, _| x.asin()),
        "ACS" => (0x23, |x, _| x.acos()),
        "ATN" => (0x24, |x, _| x.atan()),
        "LN" => (0x25, |x, _| x.ln()),
        "EXP" => (0x26, |x, _| x.exp()),
        "SQR" => (0x28, |x, _| x.sqrt()),
        _ => return None,
    })
}

/// A file of `tests/conformance`.
fn observed(name: &str) -> String {
    let path = girafa_test_support::root().join("tests/conformance").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// An observation: what the operation gave for the operands.
struct Observation {
    op: String,
    operands: Vec<[u8; 5]>,
    result: String,
}

fn observations() -> Vec<Observation> {
    observed("arithmetic.jsonl")
        .lines()
        .map(|line| {
            let entry: BTreeMap<String, String> = serde_json::from_str(line).expect("JSON");
            Observation {
                op: entry["op"].clone(),
                operands: ["a", "b"]
                    .into_iter()
                    .filter_map(|key| Some(unhex(entry.get(key)?)))
                    .collect(),
                result: entry["r"].clone(),
            }
        })
        .collect()
}

#[test]
fn arithmetic_agrees_to_the_bit() {
    let mut numbers = Numbers::start();
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for Observation { op, operands, result } in observations() {
        let got = if op == "STR" {
            numbers.text(operands[0])
        } else if let Some(code) = exact_code(&op) {
            numbers
                .operate(code, &operands)
                .map_or_else(|report| format!("report {report}"), hex)
        } else {
            continue;
        };
        assert_eq!(got, result, "{op} {operands:02X?}");
        *seen.entry(op).or_default() += 1;
    }
    println!("agree to the bit: {seen:?}");
    assert_eq!(seen.len(), 18, "{seen:?}");
    assert!(seen.values().all(|&count| count >= 60), "{seen:?}");
}

#[test]
fn functions_print_the_same_and_err_no_more() {
    let mut numbers = Numbers::start();
    #[derive(Default, Debug)]
    struct Tally {
        entries: usize,
        same_bits: usize,
        same_text: usize,
        /// The greatest error in units of the last place: the original's and ours.
        worst: (f64, f64),
    }
    let mut tallies: BTreeMap<String, Tally> = BTreeMap::new();
    for Observation { op, operands, result } in observations() {
        let Some((code, exact)) = function(&op) else {
            continue;
        };
        let tally = tallies.entry(op).or_default();
        tally.entries += 1;
        let got = numbers.operate(code, &operands);
        let (Some(original), Ok(got)) = (
            (!result.starts_with("report")).then(|| unhex(&result)),
            got.as_ref(),
        ) else {
            assert_eq!(got.map_err(|report| format!("report {report}")), Err(result));
            tally.same_bits += 1;
            tally.same_text += 1;
            continue;
        };
        tally.same_bits += usize::from(*got == original);
        tally.same_text += usize::from(numbers.text(*got) == numbers.text(original));
        let second = operands.get(1).map_or(0.0, |&b| value(b));
        let truth = exact(value(operands[0]), second);
        let error = |x| (value(x) - truth).abs() / unit(truth);
        tally.worst = (tally.worst.0.max(error(original)), tally.worst.1.max(error(*got)));
    }
    for (op, tally) in &tallies {
        println!("{op}: {tally:.2?}");
        assert!(
            100 * tally.same_text >= 99 * tally.entries,
            "{op} prints other digits too often: {tally:?}"
        );
        assert!(
            tally.worst.1 <= tally.worst.0,
            "{op} is further off than the original: {tally:?}"
        );
        assert!(tally.entries > 150);
    }
    assert_eq!(tallies.len(), 10);
}

#[test]
fn literals_have_the_same_bytes() {
    let mut numbers = Numbers::start();
    let entries: BTreeMap<String, String> = serde_json::from_str(&observed("numbers.json")).expect("JSON");
    for (literal, bytes) in &entries {
        let (got, length) = numbers.literal(literal.as_bytes()).expect(literal);
        assert_eq!(length, literal.len(), "CH_ADD is left after {literal}");
        assert_eq!(hex(got), *bytes, "{literal}");
    }
    assert!(entries.len() > 900);
}
