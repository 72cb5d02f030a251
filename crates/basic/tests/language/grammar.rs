//! Compares the grammar with what an original machine's editor accepted.

use girafa_basic::program::{Piece, pieces};
use girafa_basic::tokenise::{Options, program};
use girafa_basic::{text, token};
use girafa_test_support::shared_text;
use serde::Deserialize;

#[derive(Deserialize)]
struct Case {
    id: String,
    bas: Option<String>,
    note: Option<String>,
}

/// Programs in which zmakebas drops spaces between items, which joins them: `12 34` (the machine then stops
/// there with report C) and `"a" "b"` (which becomes one string). The editor keeps spaces and sees two items
/// without a separator.
const ZMAKEBAS_EXCEPTIONS: [&str; 2] = ["num-bad-011", "expr-num-019"];

#[test]
fn conformance_programs_are_accepted_or_refused_as_the_editor_does() {
    let Some(cases) = shared_text("conformance/cases.jsonl") else {
        return;
    };
    let (mut accepted, mut refused) = (0, 0);
    let mut wrong = Vec::new();
    for case in cases.lines() {
        let case: Case = serde_json::from_str(case).unwrap();
        let Some(text) = case.bas else { continue };
        let refuses = case
            .note
            .is_some_and(|note| note.contains("the editor would refuse"))
            || ZMAKEBAS_EXCEPTIONS.contains(&case.id.as_str());
        let result = program(&text, &Options::default());
        match &result {
            Ok(_) => accepted += 1,
            Err(_) => refused += 1,
        }
        if result.is_err() != refuses {
            let shown = result
                .err()
                .map(|errors| errors.render(&case.id, &text, false))
                .unwrap_or(text);
            println!("{}: {shown}", case.id);
            wrong.push(case.id);
        }
    }
    println!("accepted {accepted}, refused {refused}");
    assert!(wrong.is_empty(), "{wrong:?}");
    assert!(accepted > 2_400 && refused > 60);
}

fn body(line: &str) -> Vec<u8> {
    let text = format!("{line}\n");
    let result = program(&text, &Options::default());
    let program = result
        .unwrap_or_else(|errors| panic!("{}", errors.render("line", &text, false)))
        .program;
    let last = program.lines.last().unwrap();
    pieces(&last.body)
        .filter_map(|piece| match piece {
            Piece::Code(code) => Some(code),
            Piece::Number(_) => None,
        })
        .collect()
}

#[test]
fn names_that_look_like_keywords_stay_names() {
    assert_eq!(body("10 LET or1=4")[1..], *b"or1=4");
    assert_eq!(body("10 let Level42=format+pi2")[1..], *b"Level42=format+pi2");
    assert_eq!(
        body("10 LET print=5: PRINT print*2")[8..],
        [b":".as_slice(), &[token::PRINT], b"print*2"].concat()
    );
    assert_eq!(
        body("10 LET IN=1\n20 PRINT IN+IN"),
        [&[token::PRINT], b"IN+IN".as_slice()].concat()
    );
    assert_eq!(
        body("10 LET FN=FN+1"),
        [&[token::LET], b"FN=FN+1".as_slice()].concat()
    );
    assert_eq!(body("10 IF COPY=1 THEN STOP")[1..7], *b"COPY=1");
    assert_eq!(
        body("10 INPUT ink\n20 PRINT ink;1"),
        [&[token::PRINT], b"ink;1".as_slice()].concat()
    );
    assert_eq!(
        body("10 FOR f=1 TO in: NEXT f\n20 LET in=3")[..3],
        *[&[token::LET], b"in".as_slice()].concat()
    );
    // Where only the keyword parses, it is the keyword, whatever names the program uses.
    assert_eq!(
        body("10 LET in=1\n20 PRINT in 254"),
        [token::PRINT, token::IN, b'2', b'5', b'4']
    );
}

#[test]
fn keywords_may_run_together_with_what_follows() {
    assert_eq!(body("10 GOTO10"), [token::GO_TO, b'1', b'0']);
    assert_eq!(
        body("10 FORi=1TO5STEP2")[4..],
        [token::TO, b'5', token::STEP, b'2']
    );
    assert_eq!(body("10 IFa=1THENPRINTa")[4..], [token::THEN, token::PRINT, b'a']);
    assert_eq!(
        body("10 PRINT PEEK23606;CHR$65;FNa(1)")[1..3],
        [token::PEEK, b'2']
    );
    assert_eq!(
        body("10 LET peek2=1\n20 PRINT peek2"),
        [&[token::PRINT], b"peek2".as_slice()].concat()
    );
    assert_eq!(body("10 DEFFNa(x)=x")[..2], [token::DEF_FN, b'a']);
    assert_eq!(body("10 PRINT a<=b;a<>b;a>=b")[2], token::LESS_EQUAL);
}

#[test]
fn typographic_signs_are_normal_input() {
    let characters = [b'"', 0x60, 0x7f, 0x5e, 0x8a, b'"', b'\'', b'a', b'-', b'b'];
    assert_eq!(body("10 PRINT “£©↑▌”’a−b")[1..], characters);
}

/// Ten errors of ten kinds give ten messages, each at its position.
#[test]
fn all_mistakes_are_reported_at_once() {
    let text = "\
10 PRIMT \"a\"
20 PRINT (1+2
30 PRINT \"abc
40 a=5
PRINT 5
10000 STOP
50 FOR ab=1 TO 5
60 LET x=1e39: LET a$=5
70 PRINT \"ç\"
80 IF x THEN 100
70 STOP
";
    let errors = program(text, &Options::default()).unwrap_err();
    let places: Vec<(usize, usize)> = errors.iter().map(|error| error.position(text)).collect();
    let expected = [
        (1, 4),
        (2, 14),
        (3, 10),
        (4, 4),
        (5, 1),
        (6, 1),
        (7, 8),
        (8, 10),
        (8, 23),
        (9, 11),
        (10, 14),
        (11, 1),
    ];
    assert_eq!(places, expected, "{}", errors.render("bad.bas", text, false));
    assert!(errors.render("bad.bas", text, false).contains("--> bad.bas:8:23"));
}

#[test]
fn an_empty_file_is_reported() {
    for text in ["", "\n\n", "# only a comment\n", "\u{feff}"] {
        let errors = program(text, &Options::default()).unwrap_err();
        assert!(errors.to_string().contains("no BASIC line"), "{errors}");
        errors.render("empty.bas", text, true);
    }
}

#[test]
fn a_line_longer_than_the_memory_is_reported() {
    let line = |count: usize| format!("10 REM {}\n", "A".repeat(count));
    let lenient = |count: usize| format!("# girafa: lenient=yes\n{}", line(count));
    // Number, length, REM and the end-of-line code take six bytes.
    for (text, count, most) in [
        (&line as &dyn Fn(usize) -> String, 41_781 - 6, 41_781),
        (&lenient, 65_533 - 6, 65_533),
    ] {
        let fits = program(&text(count), &Options::default()).unwrap();
        assert_eq!(fits.program.to_bytes().len(), most);
        let errors = program(&text(count + 1), &Options::default())
            .unwrap_err()
            .to_string();
        assert!(
            errors.contains(&format!("line 10 takes {} bytes", most + 1)),
            "{errors}"
        );
    }
}

/// A few characters decide whether a keyword, number or name comes next, so this is fast.
#[test]
fn one_line_of_many_statements_is_read() {
    for statement in [
        "IF A THEN ",
        "PRINT A1+1.5E+3;",
        "LET A B=BIN 101*SIN (PI):",
        "PRNT \"A\":",
    ] {
        let text = format!("10 {}STOP\n", statement.repeat(200_000 / statement.len()));
        let errors = program(&text, &Options::default()).unwrap_err();
        assert!(!errors.to_string().is_empty());
        let _ = program(&format!("# girafa: lenient=yes\n{text}"), &Options::default());
    }
}

/// A variable named like a keyword, next to that keyword, as LIST prints both: text in capitals is the
/// keyword, unless an assignment spells the name that way. Text that parses only the other way is read that
/// way.
#[test]
fn names_like_keywords_are_read_by_their_case() {
    let body = |text: &str, line: usize| {
        let done = program(text, &Options::default())
            .unwrap_or_else(|errors| panic!("{}", errors.render("text", text, false)));
        done.program.lines[line].body.clone()
    };
    let has = |body: &[u8], code: u8| body.contains(&code);
    let both = body("10 LET cos=2: LET n=0\n20 LET x=cos+COS n\n", 1);
    assert!(has(&both, token::COS) && both.windows(4).any(|four| four == b"cos+"));
    let both = body("10 LET cos=2\n20 PRINT COS 0;\" \";cos\n", 1);
    assert!(both[1] == token::COS && both.ends_with(b"cos"));
    let items = body("10 LET at=2: LET ink=1\n20 PRINT AT at,0;at;INK ink;ink\n", 1);
    assert_eq!([items[1], items[16]], [token::AT, token::INK], "{items:02X?}");
    // If there is only one case, or the program is in capitals, the name has priority.
    assert!(!has(&body("10 let pi=3\n20 print pi\n", 1), token::PI));
    assert!(!has(&body("10 LET PI=3\n20 PRINT PI\n", 1), token::PI));
    assert!(has(&body("10 LET pi=3\n20 PRINT PI\n", 1), token::PI));
    // Only the other reading parses.
    assert!(!has(&body("10 LET cos=2\n20 PRINT COS\n", 1), token::COS));
    assert!(has(&body("10 LET cos=2\n20 PRINT cos 0\n", 1), token::COS));
    // A program from a tape round-trips.
    for text in [
        "10 LET cos=2: LET n=0\n20 LET x=cos+COS n\n",
        "10 LET or=1: PRINT or OR or AND NOT or\n",
    ] {
        let whole = program(text, &Options::default()).unwrap().program;
        assert_eq!(text::from_program(&whole), text);
    }
}

/// The escapes for keywords and colours, and what BASinC writes before the first line.
#[test]
fn keywords_and_colours_have_escapes() {
    let read = |text: &str| {
        program(text, &Options::default())
            .unwrap_or_else(|errors| panic!("{}", errors.render("text", text, false)))
    };
    let done = read("10 PRINT VAL$ \"\\{CHR$} 65\": PRINT \"\\{go to}\\#065\"\n");
    assert!(done.warnings.is_empty());
    let body = &done.program.lines[0].body;
    assert_eq!(
        body[..8],
        [
            token::PRINT,
            token::VAL_S,
            b'"',
            token::CHR_S,
            b' ',
            b'6',
            b'5',
            b'"'
        ]
    );
    assert_eq!(body[body.len() - 4..], [b'"', token::GO_TO, b'A', b'"']);
    assert_eq!(
        text::from_program(&done.program),
        "10 PRINT VAL$ \"\\{CHR$} 65\": PRINT \"\\{GO TO}A\"\n"
    );
    for colours in ["\\{i2}\\{p6}\\{f1}\\{b1}\\{vi}\\{vn}", "\\{i2p6f1}\\{b1vivn}"] {
        assert_eq!(
            read(&format!("10 REM {colours}\n")).program.lines[0].body[1..],
            [16, 2, 17, 6, 18, 1, 19, 1, 20, 1, 20, 0]
        );
    }
    assert!(program("10 REM \\{i2p}\n", &Options::default()).is_err());
    assert!(program("10 REM \\{nothing}\n", &Options::default()).is_err());

    let basinc = "Auto 20\r\n\r\n# Run-time Variables\r\n\r\nVar a: Num = 5\r\nVar b$: Str = \"x\"\r\n\r\n\
        # End Run-time Variables\r\n\r\n  10 REM \\{vi}Auto 5\\{vn}\r\n  20 PRINT \"`\\*\\::\\a\"\r\n";
    let done = read(basinc);
    assert_eq!(done.program.autostart, Some(20));
    assert_eq!(done.program.lines.len(), 2);
    assert_eq!(done.program.lines[1].body, b"\xF5\"\x60\x7F\x8F\x90\"");
    assert_eq!(done.program.variables, b"\x61\0\0\x05\0\0\x42\x01\0x");
    assert!(done.warnings.is_empty());
    let others = read("Var a(2): Array = 5\nVar b: Num = five\nVar long1: num = -.5\n10 STOP\n");
    assert_eq!(others.program.variables, b"\xACong\xB1\x7F\xFF\xFF\xFF\xFF");
    assert_eq!(others.warnings.len(), 1);
    assert!(others.warnings.to_string().contains("variables saved by BASinC"));
    assert_eq!(read("Auto 8224\n10 STOP\n").program.autostart, None);
    // Anywhere, in any case; with a checksum; with a label.
    assert_eq!(read("10 STOP\nauto 10\n").program.autostart, Some(10));
    assert_eq!(
        read("Check 4AB1959C\nAuto 10\n10 STOP\n").program.autostart,
        Some(10)
    );
    assert_eq!(read("Auto @b\n@a: CLS\n@b: STOP\n").program.autostart, Some(12));
    let errors = program("Auto @c\n@a: CLS\n", &Options::default()).unwrap_err();
    assert!(errors.to_string().contains("there is no label @c"), "{errors}");
    assert!(program("Auto twenty\n10 STOP\n", &Options::default()).is_err());
}
