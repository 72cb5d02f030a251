//! Coverage, profile, trace and variables of BASIC programs.

use std::fs;
use std::process::Output;

use crate::support::{girafa, opense, stderr, stdout};
use serde_json::Value;
use tempfile::TempDir;

/// Jumps into the middle of lines by RETURN and NEXT, a FOR loop that is not entered, a subroutine.
const JUMP_PROGRAM: &str = "10 LET a=1: GO SUB 100: LET b=2: IF a=1 THEN LET c=3: LET d=4
20 FOR i=1 TO 2: LET x=i: NEXT i: GO TO 40
30 PRINT \"nunca\"
40 FOR j=1 TO 0: LET y=1: NEXT j: DATA 1
50 STOP
100 RETURN
";

const EXPECTED_TRACE: &str =
    "10:1 10:2 100:1 10:3 10:4 10:5 10:6 20:1 20:2 20:3 20:2 20:3 20:4 40:1 40:4 50:1";

fn on(listing: &str, subcommand: &str, arguments: &[&str]) -> (Output, TempDir) {
    let directory = TempDir::new().unwrap();
    fs::write(directory.path().join("p.bas"), listing).unwrap();
    let done = girafa(directory.path(), &[&[subcommand, "p.bas"], arguments].concat());
    (done, directory)
}

fn traced(arguments: &[&str]) -> String {
    let (done, _) = on(JUMP_PROGRAM, "trace", arguments);
    let out = stdout(&done);
    let places: Vec<&str> = out
        .lines()
        .filter_map(|row| row.split_whitespace().next())
        .collect();
    places.join(" ")
}

#[test]
fn trace_follows_jumps_into_lines() {
    assert_eq!(traced(&[]), EXPECTED_TRACE);
}

#[test]
fn trace_is_the_same_on_another_rom() {
    if let Some(rom) = opense() {
        assert_eq!(traced(&["--rom", rom]), EXPECTED_TRACE);
    }
}

#[test]
fn trace_shows_text_and_time() {
    let (done, _) = on("10 REM ola\n20 PRINT 1\n", "trace", &["--tstates"]);
    let rows: Vec<Vec<String>> = stdout(&done)
        .lines()
        .map(|row| row.split_whitespace().map(str::to_owned).collect())
        .collect();
    assert_eq!(
        (rows[0][1..].join(" "), rows[1][1..].join(" ")),
        ("10:1 REM ola".into(), "20:1 PRINT 1".into())
    );
    let time = |row: usize| rows[row][0].parse::<u64>().unwrap();
    assert!(time(0) < time(1), "{rows:?}");
}

#[test]
fn cover_counts_statements_that_do_something() {
    let (done, _) = on(JUMP_PROGRAM, "cover", &["--json"]);
    let json: Value = serde_json::from_str(&stdout(&done)).unwrap();
    assert_eq!(
        json["statements"],
        serde_json::json!({ "run": 13, "total": 16 }),
        "{json}"
    );
    assert_eq!(json["lines"], serde_json::json!({ "run": 4, "total": 6 }));
    let (done, _) = on(JUMP_PROGRAM, "cover", &["--missing", "--at-least", "90"]);
    let out = stdout(&done);
    assert_eq!(
        out,
        "   30:1  PRINT \"nunca\"\n   40:2  LET y=1\n   40:3  NEXT j\n\
         p.bas: 13 of 16 statements (81.2 %), 4 of 6 lines, in one session\n"
    );
    assert_eq!(done.status.code(), Some(1));
}

#[test]
fn cover_takes_all_sessions_of_a_directory() {
    let (_, directory) = on(
        "10 INPUT a: IF a=1 THEN PRINT 1: STOP\n20 PRINT 2\n",
        "cover",
        &[],
    );
    let sessions = directory.path().join("sessions");
    fs::create_dir(&sessions).unwrap();
    let text = "id = \"p\"\n[[session]]\nname = \"um\"\nanswers = [\"1\"]\n[[session]]\nname = \"dois\"\nanswers = [\"2\"]\n";
    fs::write(sessions.join("p.toml"), text).unwrap();
    let cover = |arguments: &[&str]| {
        let done = girafa(
            directory.path(),
            &[&["cover", "p.bas", "--missing"], arguments].concat(),
        );
        stdout(&done).lines().last().unwrap_or_default().to_owned() + &stderr(&done)
    };
    assert_eq!(
        cover(&["--sessions", "sessions"]),
        "p.bas: 5 of 5 statements (100.0 %), 2 of 2 lines, in 2 sessions"
    );
    assert_eq!(
        cover(&["--answer", "1"]),
        "p.bas: 4 of 5 statements (80.0 %), 1 of 2 lines, in one session"
    );
}

#[test]
fn profile_has_the_slow_line_first_and_waiting_apart() {
    let listing = "10 INPUT a\n20 FOR i=1 TO 200: LET x=SIN i: NEXT i\n30 PRINT a\n";
    let (done, _) = on(listing, "profile", &["--answer", "7", "--json"]);
    let json: Value = serde_json::from_str(&stdout(&done)).unwrap();
    let rows = json["rows"].as_array().unwrap();
    assert_eq!(rows[0]["place"], "20");
    assert!(rows[0]["tstates"].as_u64() > rows[1]["tstates"].as_u64().map(|n| 10 * n));
    let input = rows.iter().find(|row| row["place"] == "10").unwrap();
    assert!(input["waiting"].as_u64() > Some(200_000), "{json}");
    let (done, _) = on(
        listing,
        "profile",
        &["--answer", "7", "--statements", "--top", "1"],
    );
    assert!(
        stdout(&done)
            .lines()
            .nth(1)
            .unwrap()
            .ends_with("20:2  LET x=SIN i"),
        "{}",
        stdout(&done)
    );
}

const VARIABLES_PROGRAM: &str = "10 DIM a(2,3): LET a(2,1)=.1: DIM b$(2,4): LET b$(1)=\"oi\": DIM c$(3)
20 LET longo=1e30: LET s$=\"xyz\": LET k=-1: FOR i=1 TO 9 STEP 4: NEXT i
";

#[test]
fn vars_shows_every_kind() {
    let (done, _) = on(VARIABLES_PROGRAM, "vars", &[]);
    assert_eq!(
        stdout(&done),
        "a(2, 3)\n  (1): 0, 0, 0\n  (2): 0.1, 0, 0\nb$(2, 4)\n  (1): \"oi  \"\n  (2): \"    \"\nc$(3)\n  \"   \"\n\
         longo = 1E+30\ns$ = \"xyz\"\nk = -1\ni = 13 (FOR, TO 9 STEP 4, NEXT goes to 20:5)\n"
    );
    let (done, _) = on(VARIABLES_PROGRAM, "vars", &["--json"]);
    let json: Value = serde_json::from_str(&stdout(&done)).unwrap();
    assert_eq!(json[1]["type"], "characters");
    assert_eq!(
        json[4],
        serde_json::json!({ "name": "s$", "type": "string", "value": "xyz" })
    );
    assert_eq!(json[6]["limit"], 9.0);
}

#[test]
fn a_quote_in_a_string_is_doubled() {
    let (done, _) = on("10 LET a$=\"x\"\"y\": DIM b$(2): LET b$=a$(2 TO )\n", "vars", &[]);
    assert_eq!(stdout(&done), "a$ = \"x\"\"y\"\nb$(2)\n  \"\"\"y\"\n");
}

/// The report that `run` prints as its last line goes to standard error here.
#[test]
fn an_error_report_is_shown() {
    for (subcommand, code) in [("profile", 1), ("trace", 1), ("vars", 1), ("cover", 0)] {
        let (done, _) = on("10 LET a=1\n20 PRINT x\n", subcommand, &[]);
        assert_eq!(done.status.code(), Some(code), "{subcommand}");
        assert_eq!(
            stderr(&done),
            "\
girafa: p.bas: the program stopped: 2 Variable not found, 20:1
error: 2 Variable not found: x
  --> p.bas:2, statement 20:1
   |
20 | PRINT x
   |       ^ this variable has not been set
",
            "{subcommand}"
        );
    }
    let (done, _) = on("10 INPUT a: GO TO 10\n", "cover", &["--answer", "1"]);
    assert_eq!(done.status.code(), Some(0));
    assert!(stderr(&done).contains("--answer"), "{}", stderr(&done));
}

#[test]
fn a_share_of_the_statements_is_a_percentage() {
    for share in ["101", "nan", "many"] {
        let (done, _) = on("10 PRINT 1\n", "cover", &["--at-least", share]);
        assert_eq!(done.status.code(), Some(2), "{share}");
        assert!(stderr(&done).contains("a number"), "{}", stderr(&done));
    }
}

/// A snapshot's program is read from its memory.
#[test]
fn snapshots_have_a_program() {
    let listing = "  10 FOR i=1 TO 9000: NEXT i\n  20 LET b=2\n  30 STOP\n";
    let (done, directory) = on(listing, "run", &["--frames", "20", "--save", "p.sna"]);
    assert_eq!(done.status.code(), Some(3), "{}", stderr(&done));
    let go = |arguments: &[&str]| {
        let done = girafa(directory.path(), arguments);
        assert_eq!(done.status.code(), Some(0), "{arguments:?}: {}", stderr(&done));
        stdout(&done)
    };
    assert_eq!(go(&["list", "p.sna"]), listing);
    assert_eq!(go(&["check", "p.sna"]), "");
    let trace = go(&["trace", "p.sna"]);
    let mut rows = trace.lines();
    assert!(rows.all(|row| !row.contains("FOR")), "{trace}");
    assert!(trace.ends_with("   20:1  LET b=2\n   30:1  STOP\n"), "{trace}");
    assert!(go(&["cover", "p.sna"]).contains("3 of 4 statements"));
    assert!(go(&["profile", "p.sna", "--top", "1"]).contains("FOR i=1 TO 9000"));
}

/// A session file next to a program is used; a file of another tool is ignored.
#[test]
fn sessions_beside_the_program() {
    let listing = "10 INPUT n: IF n=1 THEN PRINT 1: STOP\n20 PRINT 2\n";
    let (_, directory) = on(listing, "vars", &["--answer", "1"]);
    let toml = directory.path().join("p.toml");
    std::fs::write(&toml, "[[correction]]\nline = 1\n").unwrap();
    let cover = |arguments: &[&str]| {
        stdout(&girafa(
            directory.path(),
            &[&["cover", "p.bas"], arguments].concat(),
        ))
    };
    assert!(cover(&[]).contains("in one session"));
    let session = |n: u8| format!("[[session]]\nname = \"{n}\"\nanswers = [\"{n}\"]\n");
    std::fs::write(&toml, session(1) + &session(2)).unwrap();
    assert!(
        cover(&[]).contains("5 of 5 statements (100.0 %), 2 of 2 lines, in 2 sessions"),
        "{}",
        cover(&[])
    );
    assert!(
        cover(&["--answer", "2"]).contains("3 of 5 statements"),
        "{}",
        cover(&["--answer", "2"])
    );
}

#[test]
fn a_directory_without_sessions() {
    let (done, _) = on("10 PRINT 1\n", "cover", &["--sessions", "none"]);
    assert_eq!(
        (done.status.code(), stderr(&done).as_str()),
        (Some(5), "girafa: none: no such file or directory\n")
    );
}
