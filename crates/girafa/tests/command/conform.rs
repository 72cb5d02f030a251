//! `girafa conform`.

use std::fs;
use std::process::Command;

use crate::support::{girafa, stderr, stdout};
use tempfile::TempDir;

const CASES: &str = r#"
{"id":"good-1","cat":"sums","bas":"1 CLS\n10 PRINT 2+2\n","frames":500,"compare":["end"],"expect":{"end":"report"}}
{"id":"bad-1","cat":"sums","bas":"1 CLS\n10 PRINT 2+2\n","frames":500,"note":"wrong on purpose","compare":["end","scrolls"],"expect":{"end":"frames","scrolls":7}}
{"id":"hang-1","cat":"loops","bas":"10 GO TO 10\n","frames":50,"compare":["end"],"expect":{"end":"frames"}}
{"id":"ask-1","cat":"loops","bas":"10 INPUT a: GO TO 10\n","in":["1","2"],"frames":500,"compare":["end"],"expect":{"end":"input exhausted"}}
"#;

#[test]
fn counts_and_side_by_side() {
    let directory = TempDir::new().unwrap();
    fs::write(directory.path().join("c.jsonl"), CASES).unwrap();
    let conform = |more: &[&str]| girafa(directory.path(), &[&["conform", "c.jsonl"], more].concat());

    let all = conform(&[]);
    let expected =
        "loops            2 / 2\nsums             1 / 2     bad-1\nall              3 / 4     75.00 %\n";
    assert_eq!(
        (stdout(&all).as_str(), all.status.code()),
        (expected, Some(1)),
        "{}",
        stderr(&all)
    );

    let verbose = stdout(&conform(&["-v", "--id", "^bad"]));
    for words in [
        "--- bad-1 (sums): wrong on purpose",
        "    10 PRINT 2+2",
        "  frames                            | report",
    ] {
        assert!(verbose.contains(words), "{words:?} is missing:\n{verbose}");
    }

    let one = conform(&["--cat", "loops,sums", "--id", "1$", "--cat", "loops"]);
    assert_eq!(one.status.code(), Some(1));
    let loops = conform(&["--cat", "loops", "--poke"]);
    assert_eq!(
        (stdout(&loops).as_str(), loops.status.code()),
        (
            "loops            2 / 2\nall              2 / 2     100.00 %\n",
            Some(0)
        )
    );
    assert_eq!(conform(&["--cat", "none"]).status.code(), Some(2));
}

/// Messages name standard input as other commands do.
#[test]
fn cases_on_standard_input() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("c.jsonl");
    fs::write(&path, "10\n").unwrap();
    let done = Command::new(env!("CARGO_BIN_EXE_girafa"))
        .args(["conform", "-"])
        .stdin(fs::File::open(&path).unwrap())
        .output()
        .unwrap();
    assert_eq!(done.status.code(), Some(5));
    let message = stderr(&done);
    assert!(
        message.starts_with("girafa: standard input: line 1 is not a conformance case"),
        "{message}"
    );
}
