//! Hints for small mistakes in a command, a name, an extension or an encoding.

use std::fs;

use crate::support::{girafa, stderr, stdout};
use tempfile::TempDir;

#[test]
fn suggestions_are_shown() {
    let directory = TempDir::new().unwrap();
    let path = directory.path();
    fs::write(path.join("a.bas"), "10 PRINT 1: MERGE \"\"\n").unwrap();
    fs::write(path.join("bad.bas"), "10 PRIMT 1\n").unwrap();
    fs::write(path.join("latin.bas"), b"10 CLS\n20 PRINT \"ol\xE1\"\n").unwrap();
    for (arguments, code, words) in [
        (&["a.bas"][..], 2, "To run this program: girafa run a.bas"),
        (&["compare", "hanio"], 2, "did you mean hanoi?"),
        (
            &["run", "a.bas"],
            1,
            "waits for a block from tape, and no tape was given (--tape FILE.tap)",
        ),
        (
            &["run", "a.bas", "--screen", "a.jpg"],
            2,
            "--screen a.jpg: this option writes a .png file",
        ),
        (
            &["check", "latin.bas"],
            5,
            "latin.bas: row 2, column 13: the byte E1 is not UTF-8",
        ),
        (&["check", "latin.bas"], 5, "iconv -f WINDOWS-1252 -t UTF-8"),
        (
            &["renumber", "a.bas", "--lines", "100-"],
            2,
            "no line has a number from 100",
        ),
        (&["run", "bad.bas"], 5, "PRIMT"),
        (&["tap", "bad.bas", "-o", "b.tap"], 5, "PRIMT"),
        (&["list", "bad.bas"], 5, "PRIMT"),
        (&["renumber", "bad.bas"], 5, "PRIMT"),
        (&["format", "bad.bas"], 5, "PRIMT"),
        (&["vars", "bad.bas"], 5, "PRIMT"),
        (&["check", "bad.bas"], 5, "has mistakes"),
    ] {
        let done = girafa(path, arguments);
        assert_eq!(done.status.code(), Some(code), "{arguments:?}: {}", stderr(&done));
        assert!(stderr(&done).contains(words), "{arguments:?}: {}", stderr(&done));
    }
    assert!(!path.join("b.tap").exists());
}

/// All commands accept hexadecimal addresses, and use `-o` for their output.
#[test]
fn options_are_the_same_everywhere() {
    let directory = TempDir::new().unwrap();
    let path = directory.path();
    fs::write(path.join("a.bas"), "10 PRINT 1\n").unwrap();
    for address in ["32768", "0x8000", "$8000"] {
        let code = format!("{address}=a.bas");
        let output = girafa(path, &["tap", "a.bas", "--code", &code, "--out", "a.tap"]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        assert!(stdout(&girafa(path, &["info", "a.tap"])).contains("11 bytes at 32768"));
    }
    let pages = girafa(path, &["man", "-o", "pages"]);
    assert_eq!(pages.status.code(), Some(0), "{}", stderr(&pages));
    assert!(path.join("pages/girafa.1").exists());
}
