//! `girafa list`: a listing as LLIST prints it.

use std::fs;

use tempfile::TempDir;

use crate::support::{book, girafa, stderr, stdout};

const LISTING: &str = "10 FOR n=1 TO 3: PRINT \"a long text that goes on\": NEXT n\n20 REM end\n";

#[test]
fn rows_are_as_wide_as_asked() {
    let directory = TempDir::new().unwrap();
    let place = |name: &str| directory.path().join(name);
    fs::write(place("a.bas"), LISTING).unwrap();
    let paper = "  10 FOR n=1 TO 3: PRINT \"a long\n text that goes on\": NEXT n\n  20 REM end\n";
    let tape = girafa(directory.path(), &["tap", "a.bas", "-o", "a.tap"]);
    assert_eq!(tape.status.code(), Some(0), "{}", stderr(&tape));
    for name in ["a.bas", "a.tap"] {
        let listed = girafa(directory.path(), &["list", name]);
        assert_eq!(stdout(&listed), paper, "{name}");
        assert_eq!(listed.status.code(), Some(0));
    }
    let wide = girafa(directory.path(), &["list", "a.bas", "--width", "80"]);
    assert_eq!(
        stdout(&wide),
        "  10 FOR n=1 TO 3: PRINT \"a long text that goes on\": NEXT n\n  20 REM end\n"
    );
    let narrow = girafa(directory.path(), &["list", "a.bas", "--width", "6"]);
    assert!(
        stdout(&narrow).lines().all(|row| row.len() <= 6),
        "{}",
        stdout(&narrow)
    );
}

/// The listing equals what LLIST prints when the program runs.
#[test]
fn a_program_that_lists_itself() {
    let directory = TempDir::new().unwrap();
    let source = "10 REM one: two\n20 : PRINT AT 1,2; INK 3;\"x\"'TAB 5;-.5e-3\n30 LLIST\n";
    fs::write(directory.path().join("self.bas"), source).unwrap();
    let listed = girafa(directory.path(), &["list", "self.bas"]);
    let run = girafa(directory.path(), &["run", "self.bas", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&stdout(&run)).unwrap();
    let paper: Vec<&str> = json["printer"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row.as_str().unwrap())
        .collect();
    assert_eq!(stdout(&listed).lines().collect::<Vec<_>>(), paper);
}

#[test]
fn a_listing_of_the_book() {
    let Some(book) = book() else { return };
    let directory = TempDir::new().unwrap();
    let imported = girafa(directory.path(), &["book", "import", &book, "--out", "listings"]);
    assert_eq!(imported.status.code(), Some(0), "{}", stderr(&imported));
    let listed = stdout(&girafa(directory.path(), &["list", "hanoi"]));
    assert!(listed.lines().all(|row| row.chars().count() <= 32));
    assert!(
        listed
            .lines()
            .any(|row| row.starts_with("  30 INPUT \"NUMERO DE ANEIS")),
        "{listed}"
    );
}

#[test]
fn files_that_cannot_be_listed() {
    let directory = TempDir::new().unwrap();
    fs::write(directory.path().join("a.sna"), [0; 20]).unwrap();
    fs::write(directory.path().join("a.bas"), LISTING).unwrap();
    for (arguments, exit, words) in [
        (["list", "none.bas", "--width", "32"], 5, "no such file"),
        (["list", "a.sna", "--width", "32"], 5, "a.sna"),
        (["list", "a.bas", "--width", "5"], 2, "5"),
        (["list", "a.bas", "--width", "wide"], 2, "wide"),
    ] {
        let refused = girafa(directory.path(), &arguments);
        assert_eq!(refused.status.code(), Some(exit), "{arguments:?}");
        assert!(stderr(&refused).contains(words), "{}", stderr(&refused));
    }
}
