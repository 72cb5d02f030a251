//! Runs the conformance cases of `tests/conformance` on our ROM.

use std::fs;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use girafa_session::boot::Boot;
use girafa_session::hardware::{Hardware, Pace};
use girafa_verify::conform::case::{self, Case};
use girafa_verify::conform::{report, run::Loading, run_all};

/// Categories in which every case must agree with the original.
#[rustfmt::skip]
const COMPLETE: [&str; 17] = [
    "number", "arith", "expr", "string", "array", "for", "flow", "data", "deffn", "print", "input", "lprint", "error",
    "stream", "scroll", "attr", "graphics",
];

/// The fraction of all cases that must agree.
const OVERALL: f64 = 0.998;

/// Cases of `fuzz.jsonl` that differ. On an original, CHR$ 8 at the top left moves out of the screen, so that
/// the following text overwrites attributes, the printer buffer and the program.
const LEFT_OUT: [&str; 2] = ["fuzz-cursor-left-098", "fuzz-keyword-space-073"];

/// The geometric mean of the T-states of the bench cases relative to the original, at each pace.
const SPEED: [(Pace, RangeInclusive<f64>); 2] = [(Pace::Original, 0.95..=1.05), (Pace::Rom, 0.0..=0.42)];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Behaviour that no case of the original determines must not change.
#[test]
fn our_rom_does_what_was_settled() {
    all_agree("own.jsonl");
}

/// The original's behaviour at entry points called by machine code.
#[test]
fn our_rom_is_entered_where_software_enters() {
    all_agree("entries.jsonl");
}

/// Generated programs of kinds in which our ROM once differed, and similar ones.
#[test]
fn generated_programs_show_what_an_original_shows() {
    all_agree_but("fuzz.jsonl", &LEFT_OUT);
}

fn all_agree(file: &str) {
    all_agree_but(file, &[]);
}

fn all_agree_but(file: &str, left_out: &[&str]) {
    let boot = Boot::new(&girafa_rom::girafa48()).unwrap();
    let path = root().join("tests/conformance").join(file);
    let cases = case::read(&fs::read_to_string(path).unwrap()).unwrap();
    let verdicts = run_all(&boot, &cases, Loading::Tape, || {});
    let differ: Vec<&str> = cases
        .iter()
        .zip(&verdicts)
        .filter(|(_, verdict)| !verdict.differences.is_empty())
        .map(|(case, _)| case.id.as_str())
        .collect();
    assert_eq!(differ, left_out, "{}", report::text(&verdicts, true));
}

#[test]
fn our_rom_shows_what_the_original_showed() {
    let boot = Boot::new(&girafa_rom::girafa48()).unwrap();
    assert!(
        boot.loading().is_some(),
        "LOAD \"\" does not call the tape loader"
    );
    let cases =
        case::read(&fs::read_to_string(root().join("tests/conformance/cases.jsonl")).unwrap()).unwrap();
    for (pace, speed) in SPEED {
        let boot = boot.clone().with_hardware(Hardware::of_pace(pace));
        shows_what_the_original_showed(&boot, &cases, speed);
    }
}

fn shows_what_the_original_showed(boot: &Boot, cases: &[Case], expected: RangeInclusive<f64>) {
    let verdicts = run_all(boot, cases, Loading::Tape, || {});
    let text = report::text(&verdicts, false);
    let incomplete: Vec<&str> = cases
        .iter()
        .zip(&verdicts)
        .filter(|(case, verdict)| COMPLETE.contains(&case.cat.as_str()) && !verdict.differences.is_empty())
        .map(|(case, _)| case.id.as_str())
        .collect();
    assert!(incomplete.is_empty(), "{incomplete:?} differ\n{text}");
    let count = report::count(&verdicts);
    assert!(count.passed as f64 >= OVERALL * count.total as f64, "{text}");
    let speed = report::speed(&verdicts).expect("bench cases end as on the original");
    assert!(expected.contains(&speed), "{text}");
    println!("{text}");
}
