//! The reference's arithmetic against what an original 48K was seen to compute.

use std::collections::BTreeMap;

use girafa_basic::tokenise::{Options, program};
use girafa_reference::{cnp_fatorial, number::Number};
use girafa_session::{
    boot::Boot,
    launch::{self, Command},
    session::Session,
};

fn bytes(hex: &str) -> [u8; 5] {
    std::array::from_fn(|i| u8::from_str_radix(&hex[2 * i..2 * i + 2], 16).expect("hexadecimal"))
}

/// The short form has a -65536 of its own, which prints as -1E-38; no program of the book comes near it.
fn is_odd(entry: &BTreeMap<String, String>) -> bool {
    entry.values().any(|value| value == "00ff000000")
}

#[test]
fn arithmetic_and_text_agree_to_the_bit() {
    let Some(text) = girafa_test_support::shared_text("conformance/arithmetic.jsonl") else {
        return;
    };
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for line in text.lines() {
        let entry: BTreeMap<String, String> = serde_json::from_str(line).expect("JSON");
        if is_odd(&entry) {
            continue;
        }
        let operand = |key: &str| Number::from_bytes(bytes(&entry[key]));
        let a = operand("a");
        let result = match entry["op"].as_str() {
            "STR" => Ok(a.to_string()),
            op @ ("+" | "-" | "*" | "/") => {
                let b = operand("b");
                match op {
                    "+" => a.plus(b),
                    "-" => a.minus(b),
                    "*" => a.times(b),
                    _ => a.over(b),
                }
                .map(hex)
            }
            "INT" => Ok(hex(a.int())),
            _ => continue,
        };
        let result = result.unwrap_or_else(|ended| ended.to_string());
        assert_eq!(result, entry["r"], "{entry:?}");
        *seen.entry(entry["op"].clone()).or_default() += 1;
    }
    println!("{seen:?}");
    assert!(
        seen.len() == 6 && seen.values().all(|&count| count > 60),
        "{seen:?}"
    );
}

fn hex(number: Number) -> String {
    number
        .to_bytes()
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

#[test]
fn literals_have_the_same_bytes() {
    let Some(text) = girafa_test_support::shared_text("conformance/numbers.json") else {
        return;
    };
    let entries: BTreeMap<String, String> = serde_json::from_str(&text).expect("JSON");
    let mut others = 0;
    for (literal, expected) in &entries {
        let number: Number = literal.parse().expect(literal);
        if hex(number) == *expected {
            continue;
        }
        // Fourteen entries of that file hold the value of another literal.
        let native: f64 = literal.parse().expect("a number");
        let observed = Number::from_bytes(bytes(expected)).value();
        assert!((observed - native).abs() > native.abs() * 1e-6, "{literal}");
        others += 1;
    }
    assert!(
        others == 14 && entries.len() > 900,
        "{others} of {}",
        entries.len()
    );
}

/// Prints C(N,P) by factorials for all N below 34.
const TRIANGLE: &str = "
10 FOR n=0 TO 33: FOR p=0 TO n
20 LET k=n: GO SUB 90: LET a=f: LET k=p: GO SUB 90: LET b=f: LET k=n-p: GO SUB 90
30 PRINT a/(b*f): NEXT p: NEXT n
40 STOP
90 LET f=1: FOR j=k TO 1 STEP -1: LET f=f*j: NEXT j: RETURN
";

#[test]
fn the_machine_rounds_products_and_quotients_the_same() {
    let program = program(TRIANGLE, &Options::default()).expect("a program").program;
    let boot = Boot::new(&girafa_rom::girafa48()).expect("a ROM that boots");
    let launched = launch::program(&boot, &program, Command::Run).expect("a program that loads");
    let outcome = Session::new(launched, boot.glyphs.clone())
        .with_transcript()
        .run(50 * 600, &mut ());
    let number = Number::from;
    let expected: Vec<String> = (0..34)
        .flat_map(|n| (0..=n).map(move |p| (n, p)))
        .map(|(n, p)| {
            cnp_fatorial::combinations(number(n), number(p))
                .expect("no report")
                .to_string()
        })
        .collect();
    let printed: Vec<&str> = outcome.transcript.lines().collect();
    assert_eq!(printed, expected, "{}", outcome.report);
}
