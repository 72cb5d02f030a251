//! What `check` finds, one program a code, and what it finds in programs whose end on the machine is known.

use girafa_basic::check;
use girafa_basic::diagnostic::Severity;
use girafa_test_support::shared_text;
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
        ("10 POKE 23658,8\n", vec!["G020"]),
        ("10 LET L$=\"CHR$ 65\": PRINT VAL$ L$\n", vec!["G021"]),
        ("10 PRINT VAL (\"sin 1\")\n", vec!["G021"]),
        ("10 READ a$: PRINT VAL a$: DATA \"1 AND 2\"\n", vec!["G021"]),
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
    ] {
        assert_eq!(codes(text), expected, "{text}");
    }
}

#[test]
fn nothing_is_said_where_nothing_is_wrong() {
    for text in [
        "10 LET a b=1: PRINT AB\n",
        "10 DEF FN f(x,y$)=x+LEN y$+k: LET k=1: PRINT FN f(1,\"a\")\n",
        "10 INPUT \"a? \";a;b$: INPUT LINE c$: PRINT a;b$;c$\n",
        "10 READ a(n): DATA 1\n20 DIM a(3): LET n=1\n",
        "10 LOAD \"\": PRINT a: GO TO 500\n20 PRINT b(3)\n500 STOP\n",
        "10 GO TO 10*n\n20 PRINT 1\n30 LET n=5\n",
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

/// Programs whose mistakes stand where the run does not come: after a STOP, and in a loop that is not entered.
const NOT_REACHED: [&str; 4] = ["for-034", "list-029", "list-045", "list-046"];

/// An error that `check` reports is one that an original machine stopped with, but for those that it did not reach.
#[test]
fn conformance_programs() {
    let Some(cases) = shared_text("conformance/cases.jsonl") else {
        return;
    };
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
        } else if !NOT_REACHED.contains(&case.id.as_str()) {
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
    assert!(right > 40);
}
