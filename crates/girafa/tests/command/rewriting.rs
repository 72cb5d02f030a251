//! `girafa renumber` and `girafa format`: output files and messages.

use std::fs;

use tempfile::TempDir;

use crate::support::{girafa, piped, stderr, stdout};

const LISTING: &str = "# olá\n1 let a=2: gosub 2\n2 goto a*1: REM goto 2\n3 PRINT \"goto 2\": goto 2\n";

fn room() -> TempDir {
    let directory = TempDir::new().unwrap();
    fs::write(directory.path().join("a.bas"), LISTING).unwrap();
    directory
}

#[test]
fn a_listing_is_renumbered_and_what_is_not_known_is_reported() {
    let directory = room();
    let expected =
        "# olá\n100 let a=2: gosub 105\n105 goto a*1: REM goto 2\n110 PRINT \"goto 2\": goto 105\n";
    let done = girafa(
        directory.path(),
        &["renumber", "a.bas", "--first", "100", "--step", "5"],
    );
    assert_eq!((done.status.code(), stdout(&done).as_str()), (Some(0), expected));
    assert!(
        stderr(&done).contains("GO TO a*1: the target is computed"),
        "{}",
        stderr(&done)
    );
    assert!(stderr(&done).contains("a.bas:3:8"), "{}", stderr(&done));
    let file = || fs::read_to_string(directory.path().join("a.bas")).unwrap();
    assert_eq!(file(), LISTING);
    let elsewhere = [
        "renumber", "a.bas", "--first", "100", "--step", "5", "-o", "b.bas",
    ];
    assert_eq!(stdout(&girafa(directory.path(), &elsewhere)), "");
    assert_eq!(
        fs::read_to_string(directory.path().join("b.bas")).unwrap(),
        expected
    );
    let part = girafa(
        directory.path(),
        &[
            "renumber",
            "a.bas",
            "--lines",
            "3-",
            "--first",
            "30",
            "--in-place",
        ],
    );
    assert_eq!((part.status.code(), stdout(&part).as_str()), (Some(0), ""));
    assert!(file().ends_with("\n30 PRINT \"goto 2\": goto 2\n"), "{}", file());
}

#[test]
fn a_listing_is_formatted_once() {
    let directory = room();
    let expected = "# olá\n1 LET a=2: GO SUB 2\n2 GO TO a*1: REM goto 2\n3 PRINT \"goto 2\": GO TO 2\n";
    let done = girafa(directory.path(), &["format", "a.bas"]);
    assert_eq!((done.status.code(), stdout(&done).as_str()), (Some(0), expected));
    let check = || girafa(directory.path(), &["format", "a.bas", "--check"]);
    let before = check();
    assert_eq!((before.status.code(), stdout(&before).as_str()), (Some(1), ""));
    assert_eq!(
        stderr(&before),
        "a.bas:2: `girafa format` would change this line\n"
    );
    let placed = girafa(directory.path(), &["format", "a.bas", "--in-place"]);
    assert_eq!((placed.status.code(), stdout(&placed).as_str()), (Some(0), ""));
    assert_eq!(
        fs::read_to_string(directory.path().join("a.bas")).unwrap(),
        expected
    );
    assert_eq!(check().status.code(), Some(0));
    // An unchanged file is not rewritten.
    let time = || {
        fs::metadata(directory.path().join("a.bas"))
            .unwrap()
            .modified()
            .unwrap()
    };
    let was = time();
    girafa(directory.path(), &["format", "a.bas", "--in-place"]);
    assert_eq!(time(), was);
}

#[test]
fn a_tape_and_standard_input_give_listings_too() {
    let directory = room();
    girafa(directory.path(), &["tap", "a.bas", "-o", "a.tap"]);
    let tape = girafa(directory.path(), &["renumber", "a.tap"]);
    assert!(
        stdout(&tape).contains("\n10 LET a=2: GO SUB 20\n"),
        "{}",
        stdout(&tape)
    );
    let formatted = piped(directory.path(), &["format", "-"], b"10 cls");
    assert_eq!(formatted.stdout, b"10 CLS\n");
}

#[test]
fn nothing_is_written_where_there_are_mistakes() {
    let directory = room();
    let path = directory.path().join("a.bas");
    for (text, message) in [
        ("10 PIRNT 1\n20 LET =\n", "a.bas has mistakes"),
        ("@a: goto @a\n", "has labels instead of line numbers"),
    ] {
        fs::write(&path, text).unwrap();
        let with_labels = text.starts_with('@');
        for command in ["renumber", "format"]
            .into_iter()
            .take(2 - usize::from(with_labels))
        {
            let done = girafa(directory.path(), &[command, "a.bas", "--in-place"]);
            assert_eq!(done.status.code(), Some(5), "{command}: {}", stderr(&done));
            assert!(stderr(&done).contains(message), "{}", stderr(&done));
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
    }
    // A listing with labels keeps them when formatted; the message says how to get line numbers.
    let done = girafa(directory.path(), &["format", "a.bas"]);
    assert_eq!(stdout(&done), "@a: GO TO @a\n", "{}", stderr(&done));
    girafa(directory.path(), &["tap", "a.bas", "-o", "a.tap"]);
    let done = girafa(directory.path(), &["renumber", "a.tap"]);
    assert!(stdout(&done).ends_with("10 GO TO 10\n"), "{}", stderr(&done));
    fs::write(&path, "10 CLS\n9999 CLS\n").unwrap();
    for (arguments, code) in [
        (&["--step", "9999"][..], 2),
        (&["--step", "0"], 2),
        (&["--lines", "9-1"], 2),
        (&["--lines", "x"], 2),
        (&["--lines", "1-2"], 2),
        (&["-o", "b.bas", "--in-place"], 2),
    ] {
        let done = girafa(directory.path(), &[&["renumber", "a.bas"], arguments].concat());
        assert_eq!(
            (done.status.code(), stdout(&done).as_str()),
            (Some(code), ""),
            "{arguments:?}"
        );
    }
    let of_a_tape = girafa(directory.path(), &["format", "hanoi", "--in-place"]);
    assert_eq!(of_a_tape.status.code(), Some(2));
}

/// Files keep their line ends; on standard output no control characters reach a terminal.
#[test]
fn rows_end_as_they_did() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("a.bas");
    fs::write(&path, "# \u{1b}x\r\n1 cls\r\n").unwrap();
    let printed = girafa(directory.path(), &["format", "a.bas"]);
    assert_eq!(stdout(&printed), "# \u{241b}x\n1 CLS\n");
    for (command, expected) in [
        ("format", "# \u{1b}x\r\n1 CLS\r\n"),
        ("renumber", "# \u{1b}x\r\n10 CLS\r\n"),
    ] {
        girafa(directory.path(), &[command, "a.bas", "--in-place"]);
        assert_eq!(fs::read_to_string(&path).unwrap(), expected);
    }
}

#[test]
fn lines_are_sorted_and_numbered() {
    let directory = TempDir::new().unwrap();
    fs::write(
        directory.path().join("a.bas"),
        "30 print 3\n# um\n10 rem São João\n20 goto 30\n",
    )
    .unwrap();
    let refused = girafa(directory.path(), &["format", "a.bas"]);
    assert!(
        stderr(&refused).contains("line 10 comes after line 30"),
        "{}",
        stderr(&refused)
    );
    let sorted = girafa(directory.path(), &["format", "a.bas", "--sort"]);
    assert_eq!(
        stdout(&sorted),
        "# um\n10 rem São João\n20 GO TO 30\n30 PRINT 3\n",
        "{}",
        stderr(&sorted)
    );
    fs::write(directory.path().join("b.bas"), "# olá\nPRINT 1\nGO TO 10\n").unwrap();
    let numbered = girafa(directory.path(), &["renumber", "b.bas", "--first", "100"]);
    assert_eq!(
        stdout(&numbered),
        "# olá\n100 PRINT 1\n110 GO TO 100\n",
        "{}",
        stderr(&numbered)
    );
}
