//! `girafa typein`: scans, uncertain characters, and fixes files.

use std::fs;

use tempfile::TempDir;

use crate::support::{girafa, stderr, stdout};

const CLEAN_LISTING: &str = "10 PRINT \"A ROW THAT GOES ON AND\nON\"\n20 GO TO 10\n";

#[test]
fn a_clean_scan_is_written() {
    let directory = TempDir::new().unwrap();
    fs::write(directory.path().join("scan.txt"), "10 PRINT 1\n20 GO TO 10\n").unwrap();
    let done = girafa(directory.path(), &["typein", "scan.txt", "-o", "out.bas"]);
    assert_eq!(done.status.code(), Some(0), "{}", stderr(&done));
    let written = fs::read_to_string(directory.path().join("out.bas")).unwrap();
    assert_eq!(written, "10 PRINT 1\n20 GO TO 10\n");
    let printed = girafa(directory.path(), &["typein", "scan.txt", "--width", "auto"]);
    assert_eq!(stdout(&printed), written);
}

#[test]
fn doubts_are_reported_suggested_and_fixed() {
    let directory = TempDir::new().unwrap();
    let place = |name: &str| directory.path().join(name);
    fs::write(place("scan.txt"), "10 PRINT 1\n2O GO TO 10\n").unwrap();
    let asked = ["typein", "scan.txt", "-o", "out.bas", "--suggest", "fixes.toml"];
    let refused = girafa(directory.path(), &asked);
    assert_eq!(refused.status.code(), Some(1), "{}", stderr(&refused));
    assert!(
        stderr(&refused).contains("likely: line 2:"),
        "{}",
        stderr(&refused)
    );
    assert!(
        stderr(&refused).contains("--fixes fixes.toml"),
        "{}",
        stderr(&refused)
    );
    assert!(!place("out.bas").exists());
    let fixed = girafa(
        directory.path(),
        &["typein", "scan.txt", "-o", "out.bas", "--fixes", "fixes.toml"],
    );
    assert_eq!(fixed.status.code(), Some(0), "{}", stderr(&fixed));
    assert_eq!(
        fs::read_to_string(place("out.bas")).unwrap(),
        "10 PRINT 1\n20 GO TO 10\n"
    );
    // The scan has changed, so the correction no longer applies.
    fs::write(place("scan.txt"), "10 PRINT 1\n20 GO TO 10\n").unwrap();
    let refused = girafa(directory.path(), &["typein", "scan.txt", "--fixes", "fixes.toml"]);
    assert_eq!(refused.status.code(), Some(5), "{}", stderr(&refused));
    assert!(stderr(&refused).contains("expected once"), "{}", stderr(&refused));
}

#[test]
fn a_doubt_can_be_accepted() {
    let directory = TempDir::new().unwrap();
    fs::write(directory.path().join("scan.txt"), CLEAN_LISTING).unwrap();
    let doubt = "[[doubt]]\nline = 1\nnote = \"looked at\"\n";
    fs::write(directory.path().join("fixes.toml"), doubt).unwrap();
    let wide = ["typein", "scan.txt", "--width", "20"];
    let refused = girafa(directory.path(), &wide);
    assert_eq!(refused.status.code(), Some(1), "{}", stderr(&refused));
    let taken = girafa(
        directory.path(),
        &[&wide[..], &["--fixes", "fixes.toml"]].concat(),
    );
    assert_eq!(taken.status.code(), Some(0), "{}", stderr(&taken));
}

#[test]
fn files_that_cannot_be_read() {
    let directory = TempDir::new().unwrap();
    fs::write(directory.path().join("scan.txt"), CLEAN_LISTING).unwrap();
    fs::write(directory.path().join("bad.toml"), "correction = 1\n").unwrap();
    fs::write(directory.path().join("blank.txt"), "\n\n").unwrap();
    for (arguments, exit, words) in [
        (["typein", "none.txt", "--width", "32"], 5, "no such file"),
        (
            ["typein", "blank.txt", "--width", "32"],
            5,
            "no line of a listing",
        ),
        (["typein", "scan.txt", "--width", "5"], 2, "6 to 1000"),
        (["typein", "scan.txt", "--fixes", "bad.toml"], 5, "bad.toml"),
    ] {
        let refused = girafa(directory.path(), &arguments);
        assert_eq!(
            refused.status.code(),
            Some(exit),
            "{arguments:?}: {}",
            stderr(&refused)
        );
        assert!(stderr(&refused).contains(words), "{}", stderr(&refused));
    }
}

/// Repairs report what they change: an added closing quote or operator, and omitted characters.
#[test]
fn repairs_say_what_they_change() {
    let directory = TempDir::new().unwrap();
    let start = "10 DIM a(5): LET t=3: LET j=1\n";
    for (row, words) in [
        ("20 IF a(j)(=t THEN GO TO 10", "`<=` for `(=`"),
        ("20 PRINT \"HELLO", "`O\"` for `O`"),
        ("20 PRINT \"HELLO", "`` for `\"` (leaves out 1 character(s))"),
    ] {
        fs::write(
            directory.path().join("scan.txt"),
            format!("{start}{row}\n30 STOP\n"),
        )
        .unwrap();
        let refused = girafa(
            directory.path(),
            &["typein", "scan.txt", "--suggest", "fixes.toml"],
        );
        assert_eq!(refused.status.code(), Some(1), "{row}: {}", stderr(&refused));
        assert!(stderr(&refused).contains(words), "{row}: {}", stderr(&refused));
    }
}

#[test]
fn doubts_as_json() {
    let directory = TempDir::new().unwrap();
    fs::write(directory.path().join("scan.txt"), "10 PRINT \"HELLO\n20 STOP\n").unwrap();
    let refused = girafa(
        directory.path(),
        &["typein", "scan.txt", "--json", "-o", "out.bas"],
    );
    assert_eq!(refused.status.code(), Some(1), "{}", stderr(&refused));
    let found: serde_json::Value = serde_json::from_str(&stdout(&refused)).unwrap();
    assert_eq!(found["width"], serde_json::Value::Null);
    assert_eq!(found["doubts"][0]["row"], 1);
    let change = serde_json::json!([{ "row": 1, "wrong": "O", "right": "O\"" }]);
    assert_eq!(found["doubts"][0]["repairs"][0], change);
    let page = "10 PRINT \"A ROW THAT GOES ON A\nND ON\"\n20 GO TO 10\n";
    fs::write(directory.path().join("scan.txt"), page).unwrap();
    let done = girafa(
        directory.path(),
        &["typein", "scan.txt", "--json", "-o", "out.bas"],
    );
    assert_eq!(stdout(&done), "{\"doubts\":[],\"notes\":[],\"width\":32}\n");
    assert!(directory.path().join("out.bas").exists());
}

/// A statement that needs an Interface 1 is kept and reported; the command succeeds.
#[test]
fn notes() {
    let directory = TempDir::new().unwrap();
    let page = "10 CAT 1\n20 SAVE *\"m\";1;\"a\"\n";
    fs::write(directory.path().join("scan.txt"), page).unwrap();
    let done = girafa(directory.path(), &["typein", "scan.txt"]);
    assert_eq!((done.status.code(), stdout(&done).as_str()), (Some(0), page));
    assert_eq!(
        stderr(&done)
            .matches("this statement needs an Interface 1")
            .count(),
        2
    );
    let done = girafa(directory.path(), &["typein", "scan.txt", "--json"]);
    let found: serde_json::Value = serde_json::from_str(&stdout(&done)).unwrap();
    let note = serde_json::json!({ "row": 2, "message": "this statement needs an Interface 1" });
    assert_eq!(found["notes"][1], note);
}

/// The width is detected and reported.
#[test]
fn widths_are_detected() {
    let directory = TempDir::new().unwrap();
    let line = |number: usize| {
        format!(
            "{number} PRINT \"A ROW THAT GOES ON, AND ON, AND STILL GOES ON, FAR BEYOND ITS PAPER\";{number}\n"
        )
    };
    let listing: String = (1..9).map(|number| line(10 * number)).collect();
    fs::write(directory.path().join("whole.bas"), &listing).unwrap();
    for (width, words) in [
        ("32", "32 columns"),
        ("40", "40 columns"),
        ("64", "64 columns"),
        ("1000", "a whole line"),
    ] {
        let page = girafa(directory.path(), &["list", "whole.bas", "--width", width]);
        fs::write(directory.path().join("page.txt"), stdout(&page)).unwrap();
        let read = girafa(directory.path(), &["typein", "page.txt"]);
        assert_eq!(read.status.code(), Some(0), "{width}: {}", stderr(&read));
        assert_eq!(stdout(&read), listing, "{width}");
        assert!(stderr(&read).contains(words), "{width}: {}", stderr(&read));
    }
}

#[test]
fn the_head_comment_of_a_listing_is_kept() {
    let directory = TempDir::new().unwrap();
    let listing = "# girafa: name=\"first\" autostart=20\n10 PRINT 1\n20 GO TO 10\n";
    fs::write(directory.path().join("own.bas"), listing).unwrap();
    let done = girafa(directory.path(), &["typein", "own.bas"]);
    assert_eq!(
        (done.status.code(), stdout(&done)),
        (Some(0), listing.to_string())
    );
}

/// Any file results in one clear message or in a listing.
#[test]
fn odd_files() {
    let directory = TempDir::new().unwrap();
    let nested = format!("10 PRINT {}1\n", "(".repeat(5_000));
    let long = format!("10 REM {}\n", "#A".repeat(20_000));
    for (content, exit, words) in [
        (&b""[..], 5, "empty"),
        (
            b"10 PRINT \"caf\xe9\"\n",
            5,
            "row 1, column 14: the byte E9 is not UTF-8",
        ),
        (
            b"\xff\xff1\x000\x00",
            5,
            "row 1, column 1: the byte FF is not UTF-8",
        ),
        (b"\xff\xfe1\x000", 5, "starts like UTF-16 but is not valid"),
        (b"\xff\xfe1\x000\x00", 1, "belongs to no line"),
        (b"lorem ipsum\ndolor sit amet\n", 1, "belongs to no line"),
        (nested.as_bytes(), 1, "nested brackets"),
        (long.as_bytes(), 1, "more than 32"),
        (b"10 PRINT 1\r\n20 STOP\r\n", 0, ""),
        (b"\xef\xbb\xbf10 PRINT 1\n20 STOP\n", 0, ""),
    ] {
        fs::write(directory.path().join("odd.txt"), content).unwrap();
        // If the width is detected, no row is too wide.
        let width = if words == "more than 32" { "32" } else { "auto" };
        let done = girafa(directory.path(), &["typein", "odd.txt", "--width", width]);
        let message = stderr(&done);
        assert_eq!(done.status.code(), Some(exit), "{words}: {message:.300}");
        assert!(message.contains(words), "{words}: {message:.300}");
        assert!(!message.contains("panicked"), "{message:.300}");
        if exit == 0 {
            assert_eq!(stdout(&done), "10 PRINT 1\n20 STOP\n");
        }
    }
}
