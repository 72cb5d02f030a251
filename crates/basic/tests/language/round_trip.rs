//! Round trips from text to bytes and back, and through tapes: nothing is lost.

use girafa_basic::program::{Line, Program};
use girafa_basic::tokenise::{Options, program};
use girafa_basic::{basinc, tap, text, token};
use girafa_test_support::shared_text;
use proptest::prelude::*;
use serde::Deserialize;

fn tokenised(source: &str) -> Program {
    program(source, &Options::default())
        .unwrap_or_else(|errors| panic!("{}\n{source}", errors.render("text", source, false)))
        .program
}

fn there_and_back(program: &Program) {
    let of_basinc = basinc::from_program(program);
    assert_eq!(&tokenised(&of_basinc), program, "{of_basinc}");
    let source = text::from_program(program);
    let back = tokenised(&source);
    assert_eq!(&back, program, "{source}");
    assert_eq!(text::from_program(&back), source);
    assert_eq!(
        &tap::read_program(&tap::from_program(program).unwrap()).unwrap(),
        program
    );
}

#[derive(Deserialize)]
struct Case {
    bas: Option<String>,
}

#[test]
fn conformance_programs() {
    let Some(cases) = shared_text("conformance/cases.jsonl") else {
        return;
    };
    let mut ran = 0;
    for case in cases.lines() {
        let case: Case = serde_json::from_str(case).unwrap();
        let Some(source) = case.bas else { continue };
        let lenient = Options {
            lenient: true,
            ..Options::default()
        };
        there_and_back(&program(&source, &lenient).unwrap().program);
        ran += 1;
    }
    println!("programs: {ran}");
    assert!(ran > 2_000);
}

#[test]
fn a_readable_line_stays_readable() {
    for line in [
        "10 IF a=1 THEN GO TO 20: PRINT AT 1,2; INK 3;\"x\"'TAB 5;-.5e-3",
        "20 DEF FN a$(x,y$)=y$( TO x)+CHR$ 65: PRINT FN a$(1,\"£©▌\\a\\{16}\\{1}\")",
        "30 LET print=5: LET or1=4: LET Level42=BIN 101: PRINT print+or1",
        "40 REM a: PRINT \\{245} b",
        "50 OPEN #4,\"s\": CLOSE #4: CONTINUE : RANDOMIZE USR 0",
    ] {
        let program = tokenised(&format!("{line}\n"));
        assert_eq!(text::from_program(&program), format!("{line}\n"));
    }
}

/// Names on tape are padded with spaces, so a program's name has none at its end.
#[test]
fn names_end_where_they_end_on_tape() {
    for (head, name) in [("rainhas-  ", "rainhas-"), ("  a b  ", "  a b"), ("   ", "")] {
        let program = tokenised(&format!("# girafa: name=\"{head}\"\n10 STOP\n"));
        assert_eq!(program.name, name.as_bytes());
        there_and_back(&program);
    }
    let options = Options {
        name: "hanoi  ".to_owned(),
        ..Options::default()
    };
    assert_eq!(program("10 STOP\n", &options).unwrap().program.name, b"hanoi");
}

/// A program on tape may have variables and no lines.
#[test]
fn programs_of_variables_alone() {
    let variables = vec![0x61, 0, 0, 1, 0, 0];
    there_and_back(&Program {
        variables,
        ..Program::default()
    });
    // Other rows are not a program.
    for text in ["# girafa: name=\"x\"\n", "Auto 10\n", "Var a: Array = 5\n"] {
        let nothing = program(text, &Options::default()).unwrap_err();
        assert!(nothing.to_string().contains("no BASIC line"), "{nothing}");
    }
}

#[test]
fn typed_blanks_are_kept_when_asked_for() {
    let kept = |line: &str| {
        tokenised(&format!("# girafa: spaces=kept\n{line}\n")).lines[0]
            .body
            .clone()
    };
    assert_eq!(kept("10 PRINT a"), [token::PRINT, b'a']);
    assert_eq!(kept("10  PRINT  a"), [b' ', token::PRINT, b' ', b'a']);
    assert_eq!(
        kept("10 IF a THEN STOP"),
        [token::IF, b'a', token::THEN, token::STOP]
    );
    assert_eq!(
        kept("10 IF a  THEN STOP"),
        [token::IF, b'a', b' ', token::THEN, token::STOP]
    );
    assert_eq!(kept("10 LET a b = c")[1..], *b"a b = c");
    let program = tokenised("# girafa: spaces=kept\n10  IF  a b  =  c  THEN   STOP :  PRINT a  ; \"x  y\"\n");
    there_and_back(&program);
}

/// Codes as they occur in lines: mostly meaningful ones, now and then any code.
fn code() -> impl Strategy<Value = u8> {
    let sensible = r#" "0123456789.:;,'+-*/()=<>abcDEF$#^E"#.as_bytes();
    prop_oneof![
        6 => prop::sample::select(sensible),
        4 => token::FIRST..=255u8,
        1 => Just(token::NUMBER),
        2 => any::<u8>(),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes(
        lines in prop::collection::vec((0..=65535u16, prop::collection::vec(code(), 0..40)), 1..6),
        name in prop::collection::vec(any::<u8>(), 0..=10),
        autostart in prop::option::of(0..0x8000u16),
        tail in prop::collection::vec(any::<u8>(), 0..4),
        variables in prop::collection::vec(any::<u8>(), 0..10),
    ) {
        let used = name.iter().rposition(|&c| c != b' ').map_or(0, |last| last + 1);
        let lines = lines.into_iter().map(|(number, body)| Line { number, body }).collect();
        there_and_back(&Program { name: name[..used].to_vec(), autostart, lines, tail, variables });
    }
}
