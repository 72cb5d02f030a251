//! Statements of Interface 1, DISCiPLE and +D, Spectrum 128 and +3.

use girafa_basic::diagnostic::Severity;
use girafa_basic::{check, llist, text, token, tokenise};

const INTERFACE_1: &[&str] = &[
    "OPEN #4;\"m\";1;\"dados\"",
    "OPEN #5;\"b\"",
    "OPEN #6;\"n\";2",
    "OPEN #n;c$;d;f$",
    "CAT 1",
    "CAT #3;1",
    "SAVE *\"m\";1;\"prog\" LINE 10",
    "SAVE *\"m\";1;\"dados\" DATA a()",
    "SAVE *\"m\";1;\"ecra\"SCREEN$",
    "LOAD *\"m\";1;a$+\"0\"CODE",
    "LOAD *\"b\"CODE 40000",
    "VERIFY *\"m\";1;\"prog\"",
    "MERGE *\"m\";1;\"prog\"",
    "FORMAT \"m\";1;\"disco\"",
    "FORMAT \"t\";9600",
    "FORMAT \"n\";5",
    "ERASE \"m\";1;\"prog\"",
    "MOVE \"m\";1;\"dados\" TO #2",
    "MOVE #4 TO \"m\";2;\"dados\"",
    "CLS #",
    "CLEAR #",
    "IF a=1 THEN LOAD *\"m\";1;\"prog\"",
];

const DISC_INTERFACE: &[&str] = &[
    "LOAD d1\"prog\"",
    "SAVE d*\"prog\" LINE 10",
    "SAVE D2\"ecra\"SCREEN$",
    "LOAD d1\"jogo\"S",
    "LOAD d1\"jogo\" K",
    "LOAD p1",
    "LOAD @1,0,1,32768",
    "CAT 1!",
    "CAT 1;\"a*\"",
    "ERASE d1\"a\" TO \"b\"",
    "MOVE d1\"a\" TO d2\"b\"",
    "FORMAT d1",
    "FORMAT d1 TO 2",
    "OPEN #4;d1\"dados\" OUT",
];

const SPECTRUM_128: &[&str] = &[
    "PLAY \"abc\"",
    "PLAY a$,b$,\"c\"",
    "SPECTRUM",
    "SAVE !\"prog\"",
    "LOAD !\"bytes\"CODE 40000",
    "CAT !",
    "ERASE !\"prog\"",
    "IF a=1 THEN PLAY a$",
];

const SPECTRUM_3: &[&str] = &[
    "CAT \"a:\"",
    "COPY \"a:prog\" TO \"b:prog\"",
    "COPY \"nota\" TO SCREEN$",
    "MOVE \"a\" TO \"b\"",
    "FORMAT LPRINT \"r\"",
];

/// They are read with one warning each, which names the system, and the listing shows them as they are written.
#[test]
fn read_and_named() {
    let systems = [
        ("an Interface 1", INTERFACE_1),
        ("a DISCiPLE or +D", DISC_INTERFACE),
        ("a Spectrum 128", SPECTRUM_128),
        ("a Spectrum +3", SPECTRUM_3),
    ];
    for (system, statements) in systems {
        for statement in statements {
            for around in ["10 {}\n", "10 PRINT 1: {}\n", "10 {}: PRINT 2\n"] {
                let typed = around.replace("{}", statement);
                let read = tokenise::program(&typed, &tokenise::Options::default())
                    .unwrap_or_else(|found| panic!("{}", found.render("text", &typed, false)));
                let found: Vec<_> = read.warnings.iter().collect();
                let [warning] = found[..] else {
                    panic!("{statement}: {found:?}");
                };
                assert_eq!(
                    (warning.severity, warning.code),
                    (Severity::Warning, Some("G107"))
                );
                assert_eq!(
                    warning.message,
                    format!("this statement needs {system}"),
                    "{statement}"
                );
                let place = typed[warning.span.clone()].trim_start_matches("IF a=1 THEN ");
                assert_eq!(place, statement.trim_start_matches("IF a=1 THEN "));
                let listing = text::from_program(&read.program);
                let squeezed = |text: &str| text.replace(' ', "");
                assert_eq!(squeezed(&listing), squeezed(&typed));
                let rows = llist::rows(&read.program, 64).concat();
                assert_eq!(squeezed(&rows), squeezed(typed.trim_end()));
                let again = tokenise::program(&listing, &tokenise::Options::default()).unwrap();
                assert_eq!(again.program.lines, read.program.lines);
                assert!(
                    check::all(&typed, false)
                        .iter()
                        .any(|found| found.code == Some("G107"))
                );
            }
        }
    }
}

/// A Spectrum 128 has its commands in place of two user-defined graphics; inside a statement they are graphics.
#[test]
fn commands_of_128() {
    let body = |text: &str| {
        let read = tokenise::program(text, &tokenise::Options::default()).unwrap();
        read.program.lines[0].body.clone()
    };
    assert_eq!(body("10 PLAY a$\n"), [token::PLAY, b'a', b'$']);
    assert_eq!(body("10 playa$\n"), [token::PLAY, b'a', b'$']);
    assert_eq!(body("10 CLS : SPECTRUM\n"), [token::CLS, b':', token::SPECTRUM]);
    assert_eq!(
        body("10 PRINT \"\\u\"\n"),
        [token::PRINT, b'"', token::PLAY, b'"']
    );
    assert_eq!(
        body("10 LET play=1\n")[..6],
        [token::LET, b'p', b'l', b'a', b'y', b'=']
    );
    let read = tokenise::program("10 PRINT \"a:\\u\"\n20 REM :\\u\n", &tokenise::Options::default()).unwrap();
    assert_eq!(
        text::from_program(&read.program),
        "10 PRINT \"a:\\u\"\n20 REM :\\u\n"
    );
    assert!(read.warnings.is_empty());
    assert_eq!(
        llist::rows(&read.program, 32)[1]
            .chars()
            .filter(char::is_ascii_alphabetic)
            .count(),
        3
    );
}

/// What no system accepts has the error of a 48K.
#[test]
fn still_wrong() {
    for (statement, message) in [
        ("CAT 1,2,3", "expected the end of the statement, found `1`"),
        ("OPEN #4;\"s\"", "expected `,`, found `;`"),
        (
            "SAVE *\"m\";1;\"a\" LINE",
            "expected a number, a string or a variable, found `*`",
        ),
        ("LOAD e1\"a\"", "expected a string, found a number"),
        (
            "ERASE \"x\";1;\"a\"",
            "expected the end of the statement, found `;`",
        ),
        ("CLS 7", "expected the end of the statement, found `7`"),
    ] {
        let typed = format!("10 {statement}\n");
        let found = tokenise::program(&typed, &tokenise::Options::default()).unwrap_err();
        let messages: Vec<&str> = found.iter().map(|found| found.message.as_str()).collect();
        assert_eq!(messages, [message], "{statement}");
    }
}
