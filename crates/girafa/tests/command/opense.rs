//! Another ROM: LOAD and RUN are typed in letters, `scroll?` waits elsewhere, reports have no code.

use std::fs;

use serde_json::Value;
use tempfile::TempDir;

use crate::support::{girafa, opense, stderr, stdout};

const LISTING: &str = "\
10 CLS : INPUT \"Quantos? \";n: INPUT LINE a$
20 FOR i=1 TO n: PRINT i;TAB 6;a$,SQR i: NEXT i
30 PRINT AT 3,4;INK 2;CHR$ 245;\"!\": CLS : PRINT \"fim\"
40 PRINT q
";

#[test]
fn the_transcript_is_the_same_on_another_rom() {
    let Some(opense) = opense() else { return };
    let directory = TempDir::new().unwrap();
    fs::write(directory.path().join("p.bas"), LISTING).unwrap();
    fs::write(directory.path().join("p.tap"), tape(&directory)).unwrap();
    let run = |target: &str, more: &[&str]| {
        let arguments = [
            "run",
            target,
            "--json",
            "--answer",
            "30",
            "--answer",
            "Xy \"[z]\"",
        ];
        let done = girafa(directory.path(), &[&arguments[..], more].concat());
        assert_eq!(done.status.code(), Some(1), "{}", stderr(&done));
        serde_json::from_str::<Value>(&stdout(&done)).unwrap()
    };
    for target in ["p.bas", "p.tap"] {
        let (ours, theirs) = (run(target, &[]), run(target, &["--rom", opense]));
        assert_eq!(ours["transcript"], theirs["transcript"]);
        assert_eq!(
            (&ours["scrolls"], &theirs["scrolls"]),
            (&Value::from(1), &Value::from(1))
        );
        assert_eq!(
            (&ours["end"], &theirs["end"]),
            (&Value::from("report"), &Value::from("report"))
        );
        assert_eq!(ours["report"], "2 Variable not found, 40:1");
        assert_eq!(theirs["report"], "Undefined variable, 40:1");
    }
    let placed = run("p.bas", &["--poke"]);
    assert_eq!(placed["transcript"], run("p.bas", &[])["transcript"]);
}

fn tape(directory: &TempDir) -> Vec<u8> {
    let made = girafa(directory.path(), &["tap", "p.bas", "-o", "made.tap"]);
    assert_eq!(made.status.code(), Some(0), "{}", stderr(&made));
    fs::read(directory.path().join("made.tap")).unwrap()
}
