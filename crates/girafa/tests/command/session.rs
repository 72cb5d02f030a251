//! Programs run with `girafa run`.

use std::fs;
use std::process::Output;

use crate::support::{girafa, stderr, stdout};
use serde_json::Value;
use tempfile::TempDir;

/// Runs a listing with further arguments, on the built-in ROM.
fn run(listing: &str, arguments: &[&str]) -> (Output, TempDir) {
    let directory = TempDir::new().unwrap();
    fs::write(directory.path().join("p.bas"), listing).unwrap();
    (
        girafa(directory.path(), &[&["run", "p.bas"], arguments].concat()),
        directory,
    )
}

#[test]
fn transcript_then_report() {
    let (done, _) = run("10 PRINT \"ola\",1+1\n20 STOP\n", &[]);
    let out = stdout(&done);
    assert!(out.starts_with("ola             2\n"), "{out}");
    assert!(
        out.lines().last().unwrap().ends_with("STOP statement, 20:1"),
        "{out}"
    );
    assert_eq!((done.status.code(), stderr(&done)), (Some(0), String::new()));
}

#[test]
fn answers_are_typed_and_scroll_is_answered() {
    let listing = "10 INPUT \"n\";n: INPUT LINE a$\n20 FOR i=1 TO n: PRINT i: NEXT i\n30 PRINT a$\n";
    let arguments = ["--answer", "50", "--answer", "Ab 1.5\"£~{}[]|", "--json"];
    let (done, _) = run(listing, &arguments);
    let json: Value = serde_json::from_str(&stdout(&done)).unwrap();
    let numbers: String = (1..=50).map(|i| format!("{i}\n")).collect();
    assert_eq!(json["transcript"], format!("{numbers}Ab 1.5\"£~{{}}[]|\n"));
    assert_eq!(json["scrolls"], 2);
    assert_eq!(json["prompts"].as_array().unwrap().len(), 2);
}

#[test]
fn json_has_the_keys_of_the_conformance_cases() {
    let (done, _) = run("10 PRINT 1\n", &["--json"]);
    let json: Value = serde_json::from_str(&stdout(&done)).unwrap();
    let mut keys: Vec<&str> = json.as_object().unwrap().keys().map(String::as_str).collect();
    keys.sort_unstable();
    assert_eq!(
        keys,
        [
            "attr_crc32",
            "border",
            "end",
            "fault",
            "gfx_crc32",
            "pauses",
            "printer",
            "printer_crc32",
            "printer_rows",
            "prompts",
            "report",
            "screen",
            "scrolls",
            "transcript",
            "tstates"
        ]
    );
    assert_eq!(json["end"], "report");
    assert_eq!(json["screen"][0], "1");
}

/// In 7,000 characters, interrupts occur at every point of the print routine.
#[test]
fn every_character_is_taken_once() {
    let listing = "10 POKE 23692,255: FOR i=1000 TO 1999: PRINT i;\":\";: POKE 23692,255: NEXT i\n";
    let (done, _) = run(listing, &["--json"]);
    let json: Value = serde_json::from_str(&stdout(&done)).unwrap();
    let printed: String = (1000..2000).map(|i| format!("{i}:")).collect();
    assert_eq!(json["transcript"].as_str().unwrap().replace('\n', ""), printed);
    assert_eq!(json["scrolls"], 0);
}

#[test]
fn cls_and_at_keep_what_was_printed() {
    let listing = "10 PRINT \"um\";: CLS: PRINT \"dois\": PRINT AT 4,2;\"tres\";AT 0,0;\"quatro\"\n";
    let (done, _) = run(listing, &["--json"]);
    let json: Value = serde_json::from_str(&stdout(&done)).unwrap();
    assert_eq!(json["transcript"], "um\ndois\n\n\n\n  tres\nquatro\n");
}

#[test]
fn exit_codes() {
    for (listing, arguments, code, word) in [
        ("10 PRINT x\n", &[][..], 1, ""),
        ("10 GO TO 10\n", &["--time", "2s"], 3, "time limit"),
        ("10 GO TO 10\n", &["--frames", "20"], 3, "time limit"),
        (
            "10 INPUT \"quem? \";a$\n20 GO TO 10\n",
            &["--answer", "eu"],
            4,
            "quem? ",
        ),
        ("10 INPUT a$\n", &["--answer", "não"], 2, "no 'ã'"),
        ("10 PRINT\n", &["--screen", "no/x.png"], 5, "no/x.png"),
    ] {
        let (done, _) = run(listing, arguments);
        assert_eq!(done.status.code(), Some(code), "{listing} {}", stderr(&done));
        assert!(stderr(&done).contains(word), "{}", stderr(&done));
    }
}

#[test]
fn a_program_that_polls_the_keyboard_is_named() {
    let code = "10 FOR i=32768 TO 32777: READ b: POKE i,b: NEXT i\n\
        20 DATA 62,253,219,254,230,31,254,31,40,246\n30 RANDOMIZE USR 32768\n";
    for (listing, word) in [
        (
            "10 LET a=0\n20 IF INKEY$=\"\" THEN LET a=a+1: GO TO 20\n",
            "reads the keyboard in 20:1",
        ),
        (code, "reads the keyboard at 32770"),
    ] {
        let (done, _) = run(listing, &["--time", "5s"]);
        assert_eq!(done.status.code(), Some(3));
        assert!(stderr(&done).contains(word), "{}", stderr(&done));
    }
    // The ROM tests for BREAK between statements; this does not count as reading the keyboard.
    let (done, _) = run("10 GO TO 10\n", &["--time", "5s"]);
    assert!(!stderr(&done).contains("reads the keyboard"), "{}", stderr(&done));
}

#[test]
fn the_same_inputs_give_the_same_bytes() {
    let listing = "10 PRINT RND: PLOT 20,20: DRAW 100,50: BORDER 2\n";
    let arguments = ["--json", "--screen", "s.png", "--save", "s.sna"];
    let (first, one) = run(listing, &arguments);
    let (second, two) = run(listing, &arguments);
    assert_eq!(stdout(&first), stdout(&second));
    for name in ["s.png", "s.sna"] {
        let [a, b] = [&one, &two].map(|directory| fs::read(directory.path().join(name)).unwrap());
        assert_eq!(a, b, "{name}");
    }
    assert_eq!(fs::read(one.path().join("s.sna")).unwrap().len(), 49_179);
    assert!(
        fs::read(one.path().join("s.png"))
            .unwrap()
            .starts_with(b"\x89PNG")
    );
}

#[test]
fn a_snapshot_runs_on_for_as_many_frames_as_asked() {
    let (_, directory) = run("10 PRINT 1\n", &["--save", "a.sna"]);
    let go = |from: &str, frames: &str, to: &str| {
        let done = girafa(directory.path(), &["run", from, "--frames", frames, "--save", to]);
        assert_eq!(done.status.code(), Some(3), "{}", stderr(&done));
        fs::read(directory.path().join(to)).unwrap()
    };
    let at_once = go("a.sna", "40", "b.sna");
    go("a.sna", "15", "c.sna");
    let in_two = go("c.sna", "25", "d.sna");
    let frames = |sna: &[u8]| u32::from_le_bytes([sna[27 + 0x1C78], sna[27 + 0x1C79], sna[27 + 0x1C7A], 0]);
    assert_eq!(
        frames(&at_once),
        frames(&fs::read(directory.path().join("a.sna")).unwrap()) + 40
    );
    assert_eq!(frames(&in_two), frames(&at_once));
}

#[test]
fn a_tape_of_several_files_starts_at_its_program() {
    let directory = TempDir::new().unwrap();
    fs::write(directory.path().join("p.bas"), "10 PRINT \"lido\"\n").unwrap();
    girafa(directory.path(), &["tap", "p.bas", "-o", "p.tap"]);
    let tape = directory.path().join("p.tap");
    let mut bytes = vec![19, 0, 0, 3];
    bytes.extend(b"codigo    \x01\0\0\x80\0\x80");
    bytes.push(bytes[2..].iter().fold(0, |sum, b| sum ^ b));
    bytes.extend([3, 0, 0xFF, 0x2A, 0xFF ^ 0x2A]);
    bytes.extend(fs::read(&tape).unwrap());
    fs::write(&tape, bytes).unwrap();
    let done = girafa(directory.path(), &["run", "p.tap"]);
    assert!(
        stdout(&done).contains("lido\n"),
        "{}{}",
        stdout(&done),
        stderr(&done)
    );
}
