//! `girafa check`: findings, their places, the exit code.

use std::fs;

use tempfile::TempDir;

use crate::support::{book, girafa, stderr, stdout};

const BAD: &str = "10 DIM a(5)\n20 FOR i=1 TO 6: LET a(i)=total: NEXT i\n30 GO TO 25\n";

#[test]
fn errors_are_shown_with_their_places() {
    let directory = TempDir::new().unwrap();
    fs::write(directory.path().join("bad.bas"), BAD).unwrap();
    let checked = girafa(directory.path(), &["check", "bad.bas"]);
    assert_eq!(checked.status.code(), Some(1), "{}", stderr(&checked));
    let out = stdout(&checked);
    for words in [
        "error[G011]",
        "bad.bas:2:24",
        "error[G010]",
        "total",
        "warning[G001]",
        "line 30",
    ] {
        assert!(out.contains(words), "{words}: {out}");
    }
    assert!(
        stderr(&checked).contains("2 errors, 1 warning"),
        "{}",
        stderr(&checked)
    );
}

#[test]
fn findings_as_json_of_text_and_tape() {
    let directory = TempDir::new().unwrap();
    fs::write(directory.path().join("bad.bas"), BAD).unwrap();
    girafa(directory.path(), &["tap", "bad.bas", "-o", "bad.tap"]);
    for name in ["bad.bas", "bad.tap"] {
        let checked = girafa(directory.path(), &["check", name, "--json"]);
        assert_eq!(checked.status.code(), Some(1));
        let found: serde_json::Value = serde_json::from_str(&stdout(&checked)).unwrap();
        let codes: Vec<&str> = found
            .as_array()
            .unwrap()
            .iter()
            .map(|finding| finding["code"].as_str().unwrap())
            .collect();
        assert_eq!(codes, ["G011", "G010", "G001"], "{name}");
    }
}

#[test]
fn warnings_are_no_failure_and_mistakes_are() {
    let directory = TempDir::new().unwrap();
    let write = |name: &str, text: &str| fs::write(directory.path().join(name), text).unwrap();
    write("good.bas", "10 LET a=1: PRINT a\n");
    write("look.bas", "10 POKE 23658,8\n");
    write("broken.bas", "10 PRIMT 1\n");
    for (name, exit, words) in [
        ("good.bas", 0, "nothing found"),
        ("look.bas", 0, "0 errors, 1 warning"),
        ("broken.bas", 5, "broken.bas has mistakes"),
        ("none.bas", 5, "no such file"),
    ] {
        let checked = girafa(directory.path(), &["check", name]);
        assert_eq!(checked.status.code(), Some(exit), "{name}");
        assert!(stderr(&checked).contains(words), "{name}: {}", stderr(&checked));
    }
}

#[test]
fn a_listing_of_the_book() {
    let Some(book) = book() else { return };
    let directory = TempDir::new().unwrap();
    let imported = girafa(directory.path(), &["book", "import", &book, "--out", "listings"]);
    assert_eq!(imported.status.code(), Some(0), "{}", stderr(&imported));
    let checked = girafa(directory.path(), &["check", "nim"]);
    assert_eq!(checked.status.code(), Some(0), "{}", stdout(&checked));
    let table = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/checks.md")).unwrap();
    for code in stdout(&checked)
        .split('[')
        .skip(1)
        .filter_map(|rest| rest.split(']').next())
    {
        assert!(table.contains(code), "{code}");
    }
}
