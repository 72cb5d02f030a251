//! With RAMTOP just above the program, a statement works as usual or gives report 4. No statement needs more
//! memory than on an original 48K.

use girafa_session::outcome::Outcome;
use girafa_session::request::{RunRequest, Source};
use girafa_spectrum::Tape;
use girafa_test_support::thorough;

use crate::code_tapes::{boot, bytes_file};

/// A RAMTOP that is high enough for all statements.
const HIGH_RAMTOP: u16 = 25_000;

/// A statement and the lowest RAMTOP with which an original runs it (found by bisection).
const MIN_RAMTOPS: [(&str, u16); 10] = [
    ("LET a=1", 23_902),
    ("DIM a(1)", 23_903),
    ("PAUSE 1", 23_900),
    ("PRINT 1", 23_912),
    ("FOR n=1 TO 1", 23_918),
    ("RANDOMIZE USR 82", 23_910),
    ("BEEP .01,1", 23_928),
    ("INPUT a", 23_924),
    ("LOAD \"\"CODE", 23_935),
    ("LOAD \"\"SCREEN$", 23_924),
];

/// Statements that use the machine stack, the calculator stack or other memory.
const STATEMENTS: [&str; 24] = [
    "PRINT ATN SIN COS EXP LN SQR 2",
    "PRINT 2^.5;1/3;STR$ (1/3)",
    "LET x=2: PRINT VAL \"1+2*SIN x\";VAL$ \"\"\"a\"\"\"",
    "CIRCLE 100,100,9: PLOT 1,1: DRAW 10,10,1",
    "PRINT ((((1+((2*(3)))))))",
    "PRINT SCREEN$ (0,0);ATTR (0,0);POINT (0,0)",
    "LET a$=\"x\"+\"y\"+\"z\": PRINT a$(2 TO 3)",
    "DIM a(2,2): LET a(1,2)=3: PRINT a(1,2)",
    "DEF FN a(x)=x*2: PRINT FN a(FN a(1))",
    "FOR n=1 TO 2: PRINT n: NEXT n",
    "INPUT LINE a$: PRINT a$",
    "GO SUB 30: PRINT 5: STOP",
    "PRINT INK 2;PAPER 9;\"a\";AT 5,5;TAB 9;1E20",
    "READ a,b,c: PRINT a;b;c: DATA 1,2,3",
    "PRINT \"a\"+STR$ 5+CHR$ 65",
    "LPRINT \"x\": LLIST : COPY",
    "PRINT 5>3 AND \"a\"=\"b\" OR 3<=4",
    "SAVE \"x\" CODE 0,5",
    "RESTORE 10: RANDOMIZE 5: PRINT RND",
    "PAUSE 1: BORDER 2: POKE 30000,5: OUT 254,7: PRINT IN 254",
    "PRINT 1E30;-1E-20;123456789",
    "OPEN #4,\"s\": PRINT #4;1: CLOSE #4",
    "RUN 30",
    "LET a=ASN .5+ACS .5+TAN 1: PRINT a",
];

fn run(statement: &str, last: &str, ramtop: u16) -> Outcome {
    let listing = format!("10 CLEAR {ramtop}\n20 {statement}\n{last}");
    let mut request = RunRequest {
        answers: vec!["7".to_owned()],
        ..RunRequest::of_listing(&listing).unwrap()
    };
    if statement.starts_with("LOAD") {
        let Source::Program(program) = &mut request.source else {
            unreachable!("a listing is a program");
        };
        program.autostart = Some(10);
        let mut blocks = girafa_basic::tap::program_blocks(program).unwrap().to_vec();
        let length = if statement.ends_with('$') { 6912 } else { 1 };
        blocks.extend(bytes_file("z", 0x4000, &vec![0; length]));
        request.source = Source::Tape(Tape::new(blocks));
    }
    let mut driver = request
        .start(|| Ok(boot(false).clone()))
        .unwrap()
        .with_transcript();
    driver.run(60 * 50, &mut ())
}

#[test]
fn no_statement_needs_more_than_on_an_original() {
    for (statement, lowest) in MIN_RAMTOPS {
        let outcome = run(statement, "", lowest);
        assert_eq!(outcome.report, "0 OK, 20:1", "{statement}");
    }
}

#[test]
fn a_statement_works_or_there_is_report_4() {
    let step = if thorough() { 1 } else { 9 };
    for statement in STATEMENTS {
        let last = "25 STOP\n30 RETURN\n";
        let good = run(statement, last, HIGH_RAMTOP);
        assert!(good.shows_report(), "{statement}: {}", good.report);
        let mut works = 0;
        for ramtop in (23_880..24_100).step_by(step) {
            let outcome = run(statement, last, ramtop);
            let about = format!(
                "{statement}, {ramtop}: {}\n{}",
                outcome.report, outcome.transcript
            );
            if outcome.report == good.report {
                assert_eq!(outcome.transcript, good.transcript, "{about}");
                works += 1;
            } else {
                let report = outcome.report.as_str();
                assert!(
                    report.starts_with("4 Out of memory") || report.starts_with("M RAMTOP no good"),
                    "{about}"
                );
            }
        }
        assert!(works > 0, "{statement}");
    }
}
