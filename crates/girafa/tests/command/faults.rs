//! How the commands report a program that has stopped with an error.

use std::fs;
use std::process::Output;

use crate::support::{girafa, opense, stderr, stdout};
use serde_json::Value;
use tempfile::TempDir;

const LISTING: &str = "# A sum.\n10 GO SUB 30\n20 STOP\n30 PRINT \"x:\": LET a=total+1\n";

const ERROR_MESSAGE: &str = "\
error: 2 Variable not found: total
  --> soma.bas:4, statement 30:2
   |
30 | PRINT \"x:\": LET a=total+1
   |                   ^^^^^ this variable has not been set
   |
   = called from 10:1 GO SUB 30
";

fn on(listing: &str, arguments: &[&str]) -> (Output, TempDir) {
    let directory = TempDir::new().unwrap();
    fs::write(directory.path().join("soma.bas"), listing).unwrap();
    (girafa(directory.path(), arguments), directory)
}

/// Standard output has no explanation of the error, so it can be compared with the expected output.
#[test]
fn run_shows_the_line_on_standard_error() {
    let (done, _) = on(LISTING, &["run", "soma.bas"]);
    assert_eq!(stdout(&done), "x:\n2 Variable not found, 30:2\n");
    assert_eq!(
        (done.status.code(), stderr(&done).as_str()),
        (Some(1), ERROR_MESSAGE)
    );
}

#[test]
fn the_others_show_it_below_the_report() {
    for subcommand in ["hardcopy", "profile", "trace", "vars", "cover"] {
        let text = if subcommand == "hardcopy" {
            &["--text"][..]
        } else {
            &[]
        };
        let (done, _) = on(LISTING, &[&[subcommand, "soma.bas"], text].concat());
        let expected =
            format!("girafa: soma.bas: the program stopped: 2 Variable not found, 30:2\n{ERROR_MESSAGE}");
        assert!(
            stderr(&done).starts_with(&expected),
            "{subcommand}: {}",
            stderr(&done)
        );
    }
}

#[test]
fn json_has_the_fault() {
    let (done, _) = on(LISTING, &["run", "soma.bas", "--json"]);
    assert_eq!(stderr(&done), "");
    let json: Value = serde_json::from_str(&stdout(&done)).unwrap();
    let fault = &json["fault"];
    assert_eq!(fault["code"], "2");
    assert_eq!(fault["message"], "Variable not found");
    assert_eq!(fault["variable"], "total");
    assert_eq!((&fault["line"], &fault["statement"]), (&30.into(), &2.into()));
    assert_eq!(fault["text"], "PRINT \"x:\": LET a=total+1");
    assert_eq!(fault["columns"], serde_json::json!({ "start": 18, "end": 23 }));
    assert_eq!(
        fault["calls"],
        serde_json::json!([{ "line": 10, "statement": 1, "text": "GO SUB 30" }])
    );
    for listing in ["10 PRINT 1\n", "10 STOP\n", "10 GO TO 10\n"] {
        let (done, _) = on(listing, &["run", "soma.bas", "--json", "--frames", "100"]);
        let json: Value = serde_json::from_str(&stdout(&done)).unwrap();
        assert_eq!(json["fault"], Value::Null, "{listing}");
    }
}

#[test]
fn programs_that_end_well_show_nothing() {
    for listing in ["10 PRINT 1\n", "10 STOP\n"] {
        let (done, _) = on(listing, &["run", "soma.bas"]);
        assert_eq!((done.status.code(), stderr(&done)), (Some(0), String::new()));
    }
}

/// For a program from a tape, the message names the tape but no row.
#[test]
fn the_place_without_a_listing() {
    let directory = TempDir::new().unwrap();
    fs::write(directory.path().join("soma.bas"), LISTING).unwrap();
    let output = girafa(directory.path(), &["tap", "soma.bas", "-o", "soma.tap"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let done = girafa(directory.path(), &["run", "soma.tap"]);
    let expected = ERROR_MESSAGE.replace("soma.bas:4,", "soma.tap,");
    assert_eq!(stderr(&done), expected);
}

/// A snapshot taken after the error report gets the same explanation, derived from its memory.
#[test]
fn a_snapshot_of_the_end() {
    let directory = TempDir::new().unwrap();
    fs::write(directory.path().join("soma.bas"), LISTING).unwrap();
    let saved = girafa(directory.path(), &["run", "soma.bas", "--save", "soma.szx"]);
    assert_eq!(saved.status.code(), Some(1), "{}", stderr(&saved));
    let done = girafa(directory.path(), &["run", "soma.szx"]);
    assert_eq!(stderr(&done), ERROR_MESSAGE.replace("soma.bas:4,", "soma.szx,"));
}

/// OpenSE has other report texts and no codes, but the same restart for errors.
#[test]
fn with_another_rom() {
    let Some(rom) = opense() else { return };
    let (done, _) = on(LISTING, &["run", "soma.bas", "--poke", "--rom", rom]);
    let expected = ERROR_MESSAGE.replace("2 Variable not found", "Undefined variable");
    assert_eq!(stderr(&done), expected);
    let (done, _) = on(
        "10 DIM a(3): LET i=3\n20 LET a(i*2)=1\n",
        &["run", "soma.bas", "--poke", "--rom", rom],
    );
    assert!(
        stderr(&done).contains("^^^ i*2 is 6: a goes from 1 to 3\n"),
        "{}",
        stderr(&done)
    );
}
