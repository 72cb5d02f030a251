//! The findings of `check`, with one program per code, and its findings in programs whose result on the
//! machine is known.

use girafa_basic::check;
use girafa_basic::diagnostic::Severity;
use serde::Deserialize;

fn codes(text: &str) -> Vec<&'static str> {
    let found = check::text(text).unwrap_or_else(|errors| panic!("{}", errors.render("text", text, false)));
    found
        .iter()
        .map(|finding| finding.code.expect("a code"))
        .collect()
}

#[test]
fn one_of_each() {
    for (text, expected) in [
        ("10 GO TO 15\n20 STOP\n", vec!["G001"]),
        ("10 IF 1 THEN GO SUB 100\n", vec!["G002"]),
        ("10 LET a=1: NEXT a\n", vec!["G003"]),
        ("10 FOR n=1 TO 3\n", vec!["G004"]),
        ("10 RETURN\n", vec!["G005"]),
        ("10 STOP\n20 PRINT 1\n30 PRINT 2\n", vec!["G007"]),
        ("10 GO TO 10: PRINT 1\n", vec!["G007"]),
        ("10 PRINT a;a\n", vec!["G010"]),
        ("10 PRINT a$\n", vec!["G010"]),
        ("10 LET a=1: PRINT a(1)\n", vec!["G010"]),
        ("10 DIM a(20): LET a(21)=1\n", vec!["G011"]),
        ("10 DIM a(20): LET a(0)=1\n", vec!["G011"]),
        (
            "10 DIM a(5,9): FOR i=1 TO 6: LET a(i,9)=0: NEXT i\n",
            vec!["G011"],
        ),
        ("10 DIM n$(3,10): PRINT n$(4)\n", vec!["G011"]),
        ("10 PRINT FN a(1)\n", vec!["G012"]),
        ("10 READ a\n", vec!["G013"]),
        ("10 POKE 23625,8\n", vec!["G020"]),
        ("10 POKE 23658,8: POKE 23692,255\n", vec!["G022", "G022"]),
        ("10 LET L$=\"CHR$ 65\": PRINT VAL$ L$\n", vec!["G021"]),
        ("10 PRINT VAL (\"sin 1\")\n", vec!["G021"]),
        ("10 READ a$: PRINT VAL a$: DATA \"1 AND 2\"\n", vec!["G021"]),
        (
            "10 LET b$=\"SIN \": LET a$=b$+\"x\": LET x=1: PRINT VAL a$\n",
            vec!["G021"],
        ),
        (
            "10 LET x=1: PRINT VAL (STR$ x+\"*SIN x+COS x\")\n",
            vec!["G021", "G021"],
        ),
        ("10 BORDER 9\n", vec!["G030"]),
        ("10 PRINT 1/0\n", vec!["G031"]),
        ("10 DIM a(0)\n", vec!["G032"]),
        ("10 PRINT AT 30,40;1\n", vec!["G033"]),
        ("10 FOR i=5 TO 4: STOP: NEXT i\n20 PRINT i\n", vec!["G034"]),
        ("10 FOR i=5 TO 4: PRINT i\n", vec!["G034", "G004"]),
        ("10 FOR i=1 TO 3: READ a: NEXT i: DATA 1,2\n", vec!["G035"]),
        (
            "10 PRINT USR 20\n20 DATA 201\n30 READ a: POKE 60000,a\n",
            vec!["G036"],
        ),
        ("10 DIM a$(10): LET a$(3)=\"abc\"\n", vec!["G037"]),
        ("10 READ a: DATA \"x\"\n", vec!["G038"]),
        ("10 REM girafa: allow G404\n20 PRINT 1\n", vec!["G105"]),
        ("10 DEF FN a(x)=x: PRINT FN a(1,2)\n", vec!["G014"]),
        ("10 GO SUB 20\n20 PRINT 1: RETURN\n", vec!["G015"]),
        ("10 FOR i=1 TO 2: FOR j=1 TO 2\n20 NEXT i: NEXT j\n", vec!["G016"]),
        ("10 LET pi=3: PRINT pi\n", vec!["G018"]),
        ("10 PRINT x: LET x=1\n", vec!["G039"]),
    ] {
        // Short programs set variables that they do not use; notes have a separate test.
        let found: Vec<_> = codes(text).into_iter().filter(|code| *code != "G017").collect();
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn correct_programs_have_no_findings() {
    for text in [
        "10 LET a b=1: PRINT AB\n",
        "10 DEF FN f(x,y$)=x+LEN y$+k: LET k=1: PRINT FN f(1,\"a\")\n",
        "10 INPUT \"a? \";a;b$: INPUT LINE c$: PRINT a;b$;c$\n",
        "10 GO TO 30\n20 READ a(n): DATA 1: STOP\n30 DIM a(3): LET n=1: GO TO 20\n",
        "10 LOAD \"\": PRINT a: GO TO 500\n20 PRINT b(3)\n500 STOP\n",
        "10 INPUT n: GO TO 10*n\n20 PRINT 1\n30 LET n=5\n",
        "10 IF 0 THEN GO TO 30\n20 PRINT 1\n30 REM end\n",
        "10 LET n=5: FOR i=n TO 4: STOP: NEXT i\n20 PRINT i\n",
        "10 STOP\n20 DATA 1\n30 REM x\n40 DEF FN a(b)=b\n",
        "10 DIM a$(3,4): PRINT a$(3,2 TO 4);a$(3)(4)\n",
        "10 DIM a(2): FOR i=1 TO 3: LET i=1: LET a(i)=1: NEXT i\n",
        "10 GO SUB 30: STOP\n30 RETURN\n",
        "10 LET L$=\"\\{CHR$} 65\": PRINT VAL$ L$\n",
        "10 LET a$=\"SIN 1\": PRINT a$: LET b$=\"a+2\": LET a=VAL b$\n",
        "10 LET cos=1: PRINT VAL \"cos+1\"\n",
    ] {
        let found = codes(text);
        assert!(found.is_empty(), "{text}: {found:?}");
    }
}

/// If something outside the text may complete the program, missing definitions are warnings instead of
/// errors.
#[test]
fn errors_are_warnings_where_something_is_outside() {
    let errors = |text: &str| check::all(text, false).count(Severity::Error);
    let missing = "20 PRINT a: NEXT i: PRINT FN f(1): READ b: RETURN\n";
    assert_eq!(errors(&format!("10 REM\n{missing}")), 5);
    for (why, first) in [
        ("machine code", "10 RANDOMIZE USR 60000\n"),
        ("a POKE into the program", "10 POKE 23760,1\n"),
        ("a POKE of a pointer", "10 POKE 23627,1\n"),
        ("a POKE to somewhere", "10 LET p=1: POKE p*2,1\n"),
        ("it loads code", "10 LOAD \"\" CODE\n"),
        ("it merges", "10 MERGE \"\"\n"),
        ("it is saved with its variables", "10 SAVE \"x\" LINE 20\n"),
        ("a start by GO TO", "10 REM restart with GO TO 20\n"),
        ("the same in a string", "10 PRINT \"then goto 20\"\n"),
        ("bytes after the lines", "# girafa: tail=00ff\n10 REM\n"),
        ("a line that cannot be read", "# girafa: lenient=yes\n10 ) LET\n"),
    ] {
        assert_eq!(errors(&format!("{first}{missing}")), 0, "{why}");
    }
    // The program was running, so its variables are not in the text.
    assert_eq!(
        check::all(&format!("10 REM\n{missing}"), true).count(Severity::Error),
        0
    );
    for (why, first) in [
        (
            "a POKE of user-defined graphics",
            "10 FOR n=0 TO 7: POKE USR \"a\"+n,n: NEXT n\n",
        ),
        ("a POKE of attributes", "10 POKE 22528,1\n"),
        ("an array is saved", "10 DIM d(1): SAVE \"x\" DATA d()\n"),
        ("the screen is saved", "10 SAVE \"x\" SCREEN$\n"),
    ] {
        assert_eq!(errors(&format!("{first}{missing}")), 5, "{why}");
    }
    // Variables on the tape are not missing; others may or may not be an error.
    let saved = "# girafa: variables=610000010000\n";
    assert_eq!(codes(&format!("{saved}10 PRINT a\n")), Vec::<&str>::new());
    let other = check::text(&format!("{saved}10 PRINT b\n")).unwrap();
    assert_eq!((other.len(), other.count(Severity::Warning)), (1, 1));
}

/// Invalid constants are errors in any program, unless PRINT or errors are redirected or the code is
/// unreachable.
#[test]
fn constants_are_errors_unless_they_cannot_be() {
    let errors = |text: &str| check::all(text, false).count(Severity::Error);
    for (text, expected) in [
        ("10 BORDER 9\n", 1),
        ("10 RANDOMIZE USR 60000: BORDER 9\n", 1),
        ("10 POKE 23613,0: BORDER 9\n", 0),
        ("10 STOP\n20 BORDER 9\n", 0),
        ("10 IF 0 THEN BORDER 9\n", 0),
        ("10 DEF FN f(x)=y\n", 0),
        ("10 DEF FN f(x)=y: PRINT FN f(1)\n", 1),
        ("10 DATA red\n", 0),
        ("10 DATA red: RESTORE: READ a\n", 1),
        ("10 FOR i=1 TO 0: BORDER 9: NEXT i\n", 0),
        ("10 PRINT AT 10,60;1\n", 1),
        ("10 RANDOMIZE USR 60000: PRINT AT 10,60;1\n", 0),
        ("10 PRINT #4;AT 10,60;1\n", 0),
        ("10 PRINT AT 22,0;1\n", 1),
        ("10 POKE 23659,0: PRINT AT 22,0;1\n", 0),
        ("10 INPUT AT 22,0;a\n", 0),
        // The hidden value counts.
        ("10 BORDER 9\\{14}\\{0}\\{0}\\{7}\\{0}\\{0}\n", 0),
        // The loop may end earlier.
        (
            "10 DIM a(5): FOR i=1 TO 9: IF i>5 THEN GO TO 30\n20 LET a(i)=1: NEXT i\n30 STOP\n",
            0,
        ),
        ("10 LET a$=\"abcdef\": PRINT a$(4): DIM a$(2,3)\n", 0),
        (
            "10 DIM a(3): FOR i=1 TO 3: FOR j=1 TO 4: LET a(j)=i: NEXT j: NEXT i\n",
            1,
        ),
        ("10 FOR y=0 TO 200 STEP 50: PLOT 0,y: NEXT y\n", 1),
        ("10 INPUT n: FOR y=0 TO n: PLOT 0,y: NEXT y\n", 0),
        ("10 READ a,b: IF a=1 THEN RESTORE\n20 READ c: DATA 1,2\n", 0),
        (
            "10 CLEAR 59999: FOR i=60000 TO 60003: READ a: POKE i,a: NEXT i: RANDOMIZE USR 60000: DATA 1,2,3\n",
            1,
        ),
        ("10 FOR i=1 TO 3: READ a: NEXT i\n20 DATA 1,2,3\n", 0),
        (
            "10 GO SUB 30: GO SUB 30: STOP\n30 READ a$: PRINT a$: RETURN\n40 DATA \"x\"\n",
            1,
        ),
        ("10 RESTORE 30: READ a: READ b\n20 DATA 1\n30 DATA 2\n", 1),
    ] {
        assert_eq!(errors(text), expected, "{text}");
    }
}

/// Keywords spelt with letters in a string for VAL: the fixes replace them with their codes.
#[test]
fn keywords_in_strings_are_put_in() {
    let mut text = "10 LET x=1: LET f$=\"SIN x+2*cos x\": PRINT VAL f$\n".to_owned();
    for fixed in ["\"\\{SIN} x+2*cos x\"", "\"\\{SIN} x+2*\\{COS} x\""] {
        let found = check::text(&text).unwrap();
        let fix = found.iter().next().unwrap().fixes[0].clone();
        text.replace_range(fix.span, &fix.replacement);
        assert!(text.contains(fixed), "{text}");
    }
    assert!(codes(&text).is_empty());
}

/// A remark suppresses findings in its line, in the next one, or everywhere.
#[test]
fn remarks_allow_findings() {
    for (text, expected) in [
        (
            "10 REM girafa: allow G020\n20 POKE 23625,8\n30 POKE 23625,0\n",
            vec![],
        ),
        (
            "10 CLS\n20 POKE 23625,8: REM girafa: allow G020\n30 POKE 23625,0\n",
            vec!["G020"],
        ),
        (
            "10 CLS\n20 REM Girafa: Allow g020, G001\n30 POKE 23625,8: GO TO 5\n40 POKE 23625,0\n",
            vec!["G007", "G020"],
        ),
        (
            "10 CLS\n20 POKE 23625,8: BORDER 9: REM girafa: allow all\n",
            vec![],
        ),
        ("10 REM girafa: allow G100\n20 CLS\n", vec!["G105"]),
        ("10 REM girafa: allowed\n20 CLS\n", vec!["G105"]),
    ] {
        assert_eq!(codes(text), expected, "{text}");
    }
}

/// The documentation lists each code with its severity, and no other; the text of `--explain` is in it.
#[test]
fn the_page_explains_each_code() {
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/checks.md")).unwrap();
    let rows: Vec<&str> = page.lines().filter(|row| row.starts_with("| G")).collect();
    let codes: Vec<&str> = rows.iter().filter_map(|row| row.get(2..6)).collect();
    let known: Vec<&str> = check::KINDS.iter().map(|kind| kind.code).collect();
    assert_eq!(codes, known);
    for (row, kind) in rows.iter().zip(check::KINDS) {
        assert!(
            row[6..].starts_with(&format!(" | {}", kind.severity.name())),
            "{row}"
        );
    }
}

#[test]
fn settings_of_severity() {
    let mut levels = check::Levels::default();
    levels.set("all", check::Level::Note).unwrap();
    levels.set("g020", check::Level::Error).unwrap();
    levels.set("G001", check::Level::Allow).unwrap();
    assert!(
        levels
            .set("G999", check::Level::Error)
            .unwrap_err()
            .contains("G999")
    );
    assert!(levels.set("G100", check::Level::Allow).is_err());
    let found = check::all("10 POKE 23625,8: BORDER 9: GO TO 5\n20 PIRNT\n", false).into_iter();
    let set: Vec<_> = found
        .filter_map(|finding| levels.apply(finding))
        .map(|finding| (finding.code.unwrap(), finding.severity))
        .collect();
    assert_eq!(
        set,
        [
            ("G020", Severity::Error),
            ("G030", Severity::Note),
            ("G100", Severity::Error)
        ]
    );
}

/// The text is scanned a fixed number of times: a listing of the maximum size takes little time.
#[test]
fn large_listings() {
    for unit in [
        "GO TO 5: ",
        "FOR i=1 TO 2: ",
        "NEXT i: ",
        "LET a(1)=b: ",
        "IF a THEN READ b: ",
        "PRINT RND(",
        "PRINT ((((1: ",
        "REM girafa: allow G001: ",
    ] {
        let line = unit.repeat(20);
        let text: String = (1..=4000).map(|number| format!("{number} {line}\n")).collect();
        let text = &text[..text.len().min(1 << 20)];
        let begun = std::time::Instant::now();
        let found = check::all(text, false);
        assert!(found.len() < 200_000);
        assert!(begun.elapsed().as_secs() < 30, "{unit}: {:?}", begun.elapsed());
    }
}

#[test]
fn the_place_is_that_of_the_word() {
    let text = "10 LET x=1\n20 PRINT x; total + 1\n";
    let found = check::text(text).unwrap();
    let finding = found.iter().next().unwrap();
    assert_eq!(&text[finding.span.clone()], "total");
    assert!(finding.render("a.bas", text, false).contains("error[G010]"));
}

#[derive(Deserialize)]
struct Case {
    id: String,
    bas: Option<String>,
    expect: Expect,
}

#[derive(Deserialize)]
struct Expect {
    end: String,
    report: Option<String>,
}

/// Every error that `check` reports is one that an original machine stopped with: there are none in programs
/// that ended successfully.
#[test]
fn conformance_programs() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/conformance/cases.jsonl");
    let cases = std::fs::read_to_string(path).unwrap();
    let (mut programs, mut right, mut false_alarms) = (0, 0, Vec::new());
    for case in cases.lines() {
        let case: Case = serde_json::from_str(case).unwrap();
        let Some(text) = case.bas else { continue };
        let Ok(found) = check::text(&text) else { continue };
        programs += 1;
        let errors: Vec<_> = found
            .iter()
            .filter(|finding| finding.severity == Severity::Error)
            .collect();
        if errors.is_empty() {
            continue;
        }
        let report = case.expect.report.unwrap_or_default();
        let foretold = |label: &str| {
            label
                .split(' ')
                .any(|word| report.starts_with(&format!("{word} ")))
        };
        if errors.iter().any(|error| foretold(&error.label)) {
            right += 1;
        } else {
            println!(
                "{} ends with {} {report}:\n{}",
                case.id,
                case.expect.end,
                found.render(&case.id, &text, false)
            );
            false_alarms.push(case.id);
        }
    }
    println!(
        "{programs} programs, {right} with errors foretold, {} others",
        false_alarms.len()
    );
    assert!(false_alarms.is_empty(), "{false_alarms:?}");
    assert!(right > 200, "{right}");
}
