//! Findings that depend on the order of execution: variables read before they are set, subroutines entered
//! without GO SUB, crossed loops, arguments of FN, unused variables.

use std::fs;
use std::path::{Path, PathBuf};

use girafa_basic::check;
use girafa_basic::diagnostic::Severity;

/// The codes of these findings.
const CODES: [&str; 6] = ["G014", "G015", "G016", "G017", "G018", "G039"];

fn found(text: &str) -> Vec<(&'static str, Severity)> {
    let found = check::text(text).unwrap_or_else(|errors| panic!("{}", errors.render("text", text, false)));
    let findings = found.iter();
    findings
        .map(|finding| (finding.code.unwrap(), finding.severity))
        .collect()
}

/// The severities of the findings with `code`, and the text that they mark.
fn places<'a>(text: &'a str, code: &str) -> Vec<(Severity, &'a str)> {
    let found = check::text(text).unwrap_or_else(|errors| panic!("{}", errors.render("text", text, false)));
    let findings = found.iter().filter(|finding| finding.code == Some(code));
    findings
        .map(|finding| (finding.severity, &text[finding.span.clone()]))
        .collect()
}

#[test]
fn variables_before_they_are_set() {
    for (text, word) in [
        ("10 PRINT x\n20 LET x=5\n", "x"),
        ("10 LET x=x+1: PRINT x\n", "x"),
        ("10 LET a$=\"b\"+a$: PRINT a$\n", "a$"),
        ("10 LET a=1: PRINT a: CLEAR : PRINT a*2\n", "a"),
        ("10 LET a(1)=5\n20 DIM a(3)\n", "a"),
        ("10 READ a(1): DATA 1\n20 DIM a(3)\n", "a"),
        ("10 LET a$(1)=\"x\"\n20 LET a$=\"abc\"\n", "a$"),
        ("10 READ x,y(x): DATA 1,2\n20 DIM y(3)\n", "y"),
        ("10 FOR i=i TO 5: NEXT i\n", "i"),
        ("10 GO SUB 100: STOP\n20 LET n=1\n100 PRINT n: RETURN\n", "n"),
        ("10 INPUT (n);m\n20 LET n=1: PRINT m\n", "n"),
        ("10 INPUT AT 5,n;m\n20 LET n=1: PRINT m\n", "n"),
        ("10 PRINT x;SQR -1\n20 LET x=5\n", "x"),
        ("10 PLOT 0,0: DRAW x,900\n20 LET x=5\n", "x"),
        ("10 READ a: READ b(1),c: DATA 1\n20 DIM b(1): PRINT a;c\n", "b"),
        ("10 PRINT x;FN a(1): DEF FN a(y)=y\n20 LET x=5\n", "x"),
        (
            "10 DEF FN a(y)=y: PRINT FN a(1);VAL \"2*3\"\n20 PRINT x: LET x=5\n",
            "x",
        ),
    ] {
        assert_eq!(places(text, "G039"), [(Severity::Error, word)], "{text}");
    }
    for text in [
        "10 INPUT n: IF n=1 THEN LET x=1\n20 PRINT x\n",
        "10 INPUT n: IF n=1 THEN DIM x(3)\n20 PRINT x(1)\n",
        "10 INPUT n: IF n=1 THEN GO TO 30\n20 PRINT x\n30 LET x=1\n",
        "10 INPUT n: GO TO 10*n\n20 PRINT x\n30 LET x=1\n",
        "5 DIM y(3)\n10 READ x,y(x): DATA 1,2\n20 DIM y(3)\n",
        "10 LOAD \"x\": PRINT x\n20 LET x=1\n",
        "10 PRINT x: LOAD \"\"\n20 LET x=1\n",
        "# girafa: variables=610000010000\n10 PRINT a;b\n20 LET b=1\n",
        "10 PRINT x\n20 LET x=1\n30 SAVE \"x\" LINE 10\n",
        "10 RANDOMIZE USR 60000: PRINT x\n20 LET x=1\n",
        "10 REM GO TO 20 to start\n20 PRINT x\n30 LET x=1\n",
        "10 PRINT 1/0+x\n20 LET x=1\n",
        "10 DEF FN a(x)=x: PRINT FN a(x)\n20 LET x=1\n",
        "10 PRINT VAL \"x\": LET x=1: PRINT x\n",
        "10 FOR i=1 TO 2: IF i=2 THEN PRINT x\n20 LET x=1: NEXT i\n",
        "10 INPUT x;(x)\n",
        // The run stops earlier.
        "10 PRINT VAL \"q\"\n20 PRINT x: LET x=1\n",
        "10 INPUT a$: PRINT VAL a$\n20 PRINT x: LET x=1\n",
        "10 DEF FN f(x)=x+b: PRINT FN f(1)\n20 PRINT x: LET x=1: LET b=1\n",
        "10 DEF FN f(x)=x: PRINT FN f(1,2)\n20 PRINT x: LET x=1\n",
        "10 PRINT y\n20 PRINT x: LET x=1\n",
        "10 REM x\n20 DATA x: LET x=1: PRINT x\n",
        "10 DIM a$(3): LET a$(2)=\"x\": PRINT a$\n",
    ] {
        assert!(places(text, "G039").is_empty(), "{text}");
    }
}

#[test]
fn parts_of_strings() {
    for (text, expected) in [
        ("10 LET b$(2)=\"x\"\n", vec!["b$"]),
        ("10 LET b$(2 TO 3)=\"x\": PRINT b$\n", vec!["b$"]),
        ("10 READ a$(2): DATA \"x\"\n", vec!["a$"]),
        ("10 INPUT LINE a$(2)\n", vec!["a$"]),
        ("10 LET b$=\"abc\": LET b$(2)=\"x\": PRINT b$\n", vec![]),
        ("10 DIM b$(3): LET b$(2)=\"x\": PRINT b$\n", vec![]),
        ("10 LOAD \"x\" DATA b$(): LET b$(2)=\"x\"\n", vec![]),
        ("# girafa: variables=42010041\n10 LET b$(1)=\"x\"\n", vec![]),
    ] {
        let words: Vec<&str> = places(text, "G010").into_iter().map(|(_, word)| word).collect();
        assert_eq!(words, expected, "{text}");
    }
}

#[test]
fn arguments_of_functions() {
    let errors = |text: &str| {
        let found = check::text(text).unwrap();
        let findings = found.iter().filter(|finding| finding.code == Some("G014"));
        findings
            .map(|finding| (finding.severity, finding.label.clone()))
            .collect::<Vec<_>>()
    };
    let q = || vec![(Severity::Error, "stops with report Q".to_owned())];
    for (text, expected) in [
        ("10 DEF FN a(x)=x: PRINT FN a(1,2)\n", q()),
        ("10 DEF FN a(x)=x: PRINT FN a(\"x\")\n", q()),
        ("10 DEF FN a$(x$)=x$: PRINT FN a$(5)\n", q()),
        ("10 DEF FN a(x,y)=x+y: PRINT FN a(1)\n", q()),
        ("10 DEF FN a()=1: PRINT FN a(1)\n", q()),
        ("10 DEF FN a(x)=x: DEF FN a(x,y)=x+y: PRINT FN a(1,2)\n", q()),
        ("10 DEF FN a(x)=x: PRINT FN a(STR$ FN a(1))\n", q()),
        (
            "10 DEF FN a(x)=x: PRINT FN a()\n",
            vec![(Severity::Error, "stops with report C".to_owned())],
        ),
        ("10 DEF FN a(x)=x: PRINT FN a(1)\n", vec![]),
        ("10 DEF FN a(x$,y)=y: PRINT FN a(\"(,\"+STR$ 1,(2))\n", vec![]),
        ("10 DEF FN a()=1: PRINT FN a()\n", vec![]),
        ("10 DEF FN a(x)=x: DEF FN a$(x$)=x$: PRINT FN a$(\"\")\n", vec![]),
    ] {
        assert_eq!(errors(text), expected, "{text}");
    }
    for text in [
        "10 DEF FN a(x)=x: DEF FN b(x)=FN a(1,2)\n",
        "10 DEF FN a(x)=x: DATA FN a(1,2)\n",
        "10 DEF FN a(x)=x: MERGE \"\": PRINT FN a(1,2)\n",
        "10 DEF FN a(x)=x: STOP\n20 PRINT FN a(1,2)\n",
    ] {
        assert!(matches!(errors(text)[..], [(Severity::Warning, _)]), "{text}");
    }
}

#[test]
fn subroutines_that_are_run_into() {
    let error = (Severity::Error, "RETURN");
    let warning = |word: &'static str| (Severity::Warning, word);
    let sub = "100 PRINT 2\n110 RETURN\n";
    for (before, expected) in [
        ("10 GO SUB 100\n20 PRINT 1\n", error),
        ("10 GO SUB 100\n", error),
        ("10 GO SUB 100\n20 DATA 1\n", error),
        ("10 GO SUB 100: GO TO 110\n", error),
        (
            "10 INPUT n: IF n=1 THEN GO SUB 100: STOP\n20 PRINT n\n",
            warning("PRINT 2"),
        ),
        (
            "10 INPUT n: FOR i=1 TO n: GO SUB 100: NEXT i\n",
            warning("PRINT 2"),
        ),
        (
            "10 INPUT n: IF n=1 THEN GO TO 10\n20 GO SUB 100\n30 REM\n",
            warning("PRINT 2"),
        ),
        ("10 INPUT n: IF n=1 THEN GO SUB 100\n", warning("PRINT 2")),
    ] {
        let text = format!("{before}{sub}");
        assert_eq!(places(&text, "G015"), [expected], "{text}");
    }
    for text in [
        "10 GO SUB 100: STOP\n100 PRINT 2\n110 RETURN\n",
        "10 GO SUB 100\n20 GO TO 10\n100 PRINT 2\n110 RETURN\n",
        "10 INPUT n: IF n=1 THEN GO SUB 100\n20 GO TO 100\n100 PRINT 2\n110 RETURN\n",
        "10 INPUT n: GO SUB 100: IF n=1 THEN GO TO 10\n20 IF n<>1 THEN STOP\n100 PRINT 2\n110 RETURN\n",
        // The first line, also after remarks.
        "10 REM\n20 INPUT n: IF n=1 THEN RETURN\n30 GO SUB 20\n40 STOP\n",
        // It may end without reaching the RETURN.
        "10 INPUT n: GO SUB 100\n20 PRINT n\n100 PRINT 2: IF n=1 THEN RETURN\n110 PRINT 3\n",
        "10 INPUT n: GO SUB 100\n20 PRINT n\n100 PRINT 2: IF n=1 THEN STOP\n110 RETURN\n",
        // A subroutine with two entries.
        "10 INPUT n: GO SUB 100: GO SUB 110: STOP\n100 PRINT 2\n110 PRINT n: RETURN\n",
        // The preceding subroutine never returns.
        "10 INPUT n: IF n=2 THEN GO SUB 100\n20 GO SUB 200\n100 PRINT 2: RETURN\n200 IF n=1 THEN GO TO 10\n210 STOP\n",
        // The loop may be left early, or does not end.
        "10 INPUT n: FOR i=1 TO n: GO SUB 100: IF i=5 THEN STOP\n20 NEXT i\n100 PRINT 2: RETURN\n",
        "10 INPUT n: FOR i=0 TO n STEP 0: GO SUB 100: NEXT i\n100 PRINT 2: RETURN\n",
        "10 INPUT n: FOR i=1 TO n: GO SUB 100: LET i=1: NEXT i\n100 PRINT 2: RETURN\n",
        // Machine code may do anything.
        "10 INPUT n: GO SUB 100: RANDOMIZE USR 60000\n100 PRINT 2: RETURN\n",
        "10 INPUT n: GO SUB 100*n: GO SUB 100\n100 PRINT 2: RETURN\n",
        "10 LOAD \"\": GO SUB 100\n100 PRINT 2: RETURN\n",
        "10 STOP\n20 PRINT 1\n30 PRINT 2: RETURN\n40 GO SUB 30\n",
    ] {
        assert!(places(text, "G015").is_empty(), "{text}");
    }
}

#[test]
fn crossed_loops() {
    for text in [
        "10 FOR i=1 TO 2\n20 FOR j=1 TO 2\n30 PRINT i;j\n40 NEXT i\n50 NEXT j\n",
        "10 FOR i=1 TO 2: FOR j=1 TO 2: IF i=j THEN PRINT i\n40 GO SUB 100: NEXT i: NEXT j: STOP\n100 RETURN\n",
    ] {
        assert_eq!(places(text, "G016"), [(Severity::Warning, "NEXT i")], "{text}");
    }
    for text in [
        "10 FOR i=1 TO 2: FOR j=1 TO 2: NEXT j: NEXT i\n",
        "10 FOR i=1 TO 2: FOR j=1 TO 2: IF i=j THEN NEXT i\n20 NEXT j: NEXT i\n",
        "10 FOR i=1 TO 2: FOR j=1 TO 2: IF i=j THEN GO TO 30\n20 NEXT j: STOP\n30 NEXT i: NEXT j\n",
        "10 FOR i=1 TO 2: FOR j=1 TO 2: NEXT i: FOR j=1 TO 2: NEXT j\n",
        "10 FOR i=1 TO 2: FOR j=1 TO 2: NEXT i: STOP\n20 NEXT j\n",
        "10 FOR i=1 TO 2: NEXT i: FOR j=1 TO 2: NEXT j: FOR i=1 TO 2: NEXT i\n",
    ] {
        assert!(places(text, "G016").is_empty(), "{text}");
    }
}

#[test]
fn variables_that_nothing_reads() {
    for (text, words) in [
        ("10 LET total=1\n20 LET total=2\n", vec!["total"]),
        ("10 INPUT n: READ a$: DATA \"x\"\n", vec!["n", "a$"]),
        ("10 LET a=1: DIM a(3): PRINT a(1)\n", vec![]),
        ("10 LET a=1: PRINT VAL \"b+1\": LET b=1\n", vec!["a"]),
        ("10 LET b$=\"abc\": LET b$(2)=\"x\"\n", vec!["b$"]),
        ("10 INPUT AT 5,x;y: LET x=1: PRINT y\n", vec![]),
    ] {
        let expected: Vec<_> = words.into_iter().map(|word| (Severity::Note, word)).collect();
        assert_eq!(places(text, "G017"), expected, "{text}");
    }
    for text in [
        "10 LET n=n+1\n",
        "10 FOR n=1 TO 3: NEXT n\n",
        "10 LET n=1: FOR n=1 TO 3: NEXT n\n",
        "10 DIM a(3): LET a(1)=2\n",
        "10 DIM a$(3): LET a$=\"x\"\n",
        "10 INPUT \"ENTER \"; LINE z$\n",
        "10 LET a=1: PRINT VAL \"2*A\"\n",
        "10 LET ab=1: PRINT VAL \"2*a b\"\n",
        "10 LET a=1: LET v$=\"a\": PRINT VAL v$\n",
        "10 LET a=1: SAVE \"x\"\n",
        "10 LET a=1: MERGE \"x\"\n",
        "10 LET a=1: RANDOMIZE USR 60000\n",
        "10 LET a=1: DEF FN f(x)=x+a: PRINT FN f(1)\n",
        "10 LET a$=\"x\": SAVE a$ CODE 0,1\n",
    ] {
        assert!(places(text, "G017").is_empty(), "{text}");
    }
}

#[test]
fn variables_with_names_of_functions() {
    for (text, word) in [
        ("10 LET PI=3: PRINT PI\n", "PI"),
        ("10 LET rnd=1: PRINT rnd\n", "rnd"),
        ("10 READ pi: PRINT pi*PI: DATA 3\n", "pi"),
    ] {
        assert_eq!(places(text, "G018"), [(Severity::Warning, word)], "{text}");
    }
    for text in [
        "10 LET pipe=1: PRINT pipe;PI\n",
        "10 LET len=LEN \"x\": PRINT len;RND\n",
        "10 PRINT PI\n",
    ] {
        assert!(places(text, "G018").is_empty(), "{text}");
    }
}

fn listings(directory: &Path, paths: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            listings(&path, paths);
        } else if path.extension().is_some_and(|extension| extension == "bas") {
            paths.push(path);
        }
    }
}

/// Working programs have no errors or warnings of these codes.
#[test]
fn programs_that_work() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut paths = Vec::new();
    for directory in [
        "basic-listings",
        "examples",
        "tests/programs",
        "docs/examples",
        "benches/workloads",
    ] {
        listings(&root.join(directory), &mut paths);
    }
    assert!(paths.len() > 50, "{}", paths.len());
    let mut notes = Vec::new();
    for path in paths {
        let text = fs::read_to_string(&path).unwrap();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        for finding in check::all(&text, false)
            .iter()
            .filter(|finding| CODES.contains(&finding.code.unwrap()))
        {
            assert_eq!(finding.severity, Severity::Note, "{name}: {}", finding.message);
            notes.push(format!("{name}: {}", &text[finding.span.clone()]));
        }
    }
    println!("{notes:#?}");
    assert!(notes.len() <= 10, "{notes:#?}");
}

/// A place has only one finding, and an error of the run replaces the warning.
#[test]
fn one_finding_each() {
    for (text, expected) in [
        (
            "10 GO SUB 100\n20 PRINT 1\n100 PRINT 2\n110 RETURN\n",
            vec![("G015", Severity::Error)],
        ),
        ("10 PRINT x\n20 LET x=1\n", vec![("G039", Severity::Error)]),
        ("10 PRINT x\n", vec![("G010", Severity::Error)]),
        ("10 RETURN\n", vec![("G005", Severity::Error)]),
    ] {
        assert_eq!(found(text), expected, "{text}");
    }
}

/// Many subroutines that call each other are checked quickly.
#[test]
fn many_subroutines() {
    for unit in ["GO SUB {}: ", "GO SUB {}: RETURN : ", "PRINT x: GO SUB {}: "] {
        let text: String = (1..4000)
            .map(|number| {
                format!(
                    "{number} {}\n",
                    unit.replace("{}", &format!("{}", number % 3999 + 1)).repeat(8)
                )
            })
            .collect();
        let begun = std::time::Instant::now();
        let _ = check::all(&text, false);
        assert!(begun.elapsed().as_secs() < 30, "{unit}: {:?}", begun.elapsed());
    }
}
