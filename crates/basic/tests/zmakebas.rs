//! The same bytes as zmakebas, on sources where zmakebas is right.

mod shared;

use std::io::Write;
use std::process::{Command, Stdio};

use girafa_basic::program::{Line, Piece, Program, pieces};
use girafa_basic::tokenise::{Options, program};
use serde::Deserialize;

/// The lines that zmakebas makes of a text, or `None` if it is not installed.
fn zmakebas(text: &str) -> Option<Vec<Line>> {
    let mut child = Command::new("zmakebas")
        .args(["-r", "-o", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .inspect_err(|error| eprintln!("skipped: zmakebas: {error} (Debian package zmakebas)"))
        .ok()?;
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    Some(Program::lines_from_bytes(&output.stdout).unwrap())
}

/// A body's codes without the numbers that zmakebas computes in its own way.
fn codes(lines: &[Line]) -> Vec<(u16, Vec<u8>)> {
    let codes = |piece| match piece {
        Piece::Code(code) => code,
        Piece::Number(_) => 14,
    };
    lines
        .iter()
        .map(|line| (line.number, pieces(&line.body).map(codes).collect()))
        .collect()
}

fn ours(text: &str) -> Vec<Line> {
    let options = Options {
        lenient: true,
        ..Options::default()
    };
    program(text, &options)
        .unwrap_or_else(|errors| panic!("{}", errors.render("text", text, false)))
        .program
        .lines
}

#[derive(Deserialize)]
struct Case {
    id: String,
    bas: Option<String>,
}

#[test]
fn conformance_programs() {
    let Some(cases) = shared::read("conformance/cases.jsonl") else {
        return;
    };
    let mut ran = 0;
    let mut different = Vec::new();
    for case in cases.lines() {
        let case: Case = serde_json::from_str(case).unwrap();
        let Some(text) = case.bas else { continue };
        let Some(theirs) = zmakebas(&text) else { return };
        ran += 1;
        let ours = ours(&text);
        if codes(&ours) != codes(&theirs) {
            println!("{} {text:?}\n  {ours:02x?}\n  {theirs:02x?}", case.id);
            different.push(case.id);
        }
    }
    println!("compared: {ran}, different: {different:?}");
    assert!(different.is_empty());
}
