//! `girafa test` and `girafa init`: programs with session files next to them.

mod blessing;
mod finding;
mod mistakes;
mod pictures;
mod references;
mod values;
#[cfg(target_os = "linux")]
mod watching;

use std::fs;
use std::process::Output;

use serde_json::Value;
use tempfile::TempDir;

use crate::support::{girafa, stderr, stdout};

fn with_files(files: &[(&str, &str)]) -> TempDir {
    let directory = TempDir::new().unwrap();
    for (name, text) in files {
        write(&directory, name, text);
    }
    directory
}

fn write(directory: &TempDir, name: &str, text: &str) {
    let path = directory.path().join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

fn read(directory: &TempDir, name: &str) -> String {
    fs::read_to_string(directory.path().join(name)).unwrap()
}

fn test(directory: &TempDir, arguments: &[&str]) -> Output {
    girafa(directory.path(), &[&["test"], arguments].concat())
}

/// Asserts exit code 0 and nothing on standard error.
fn assert_well(done: &Output) {
    assert_eq!(done.status.code(), Some(0), "{}{}", stdout(done), stderr(done));
    assert_eq!(stderr(done), "");
}

/// Asserts exit code 1 and all of `words` on standard output.
fn assert_differs(done: &Output, words: &[&str]) {
    let out = stdout(done);
    assert_eq!(done.status.code(), Some(1), "{out}{}", stderr(done));
    for word in words {
        assert!(out.contains(word), "{word:?} is missing: {out}");
    }
}

/// The marked rows of a side-by-side comparison, with repeated spaces removed.
fn marked(out: &str) -> Vec<String> {
    let words = |row: &str| row.split_whitespace().collect::<Vec<_>>().join(" ");
    let is_marked = |row: &&str| [" ! ", " > ", " <"].iter().any(|mark| row.contains(mark));
    out.lines().filter(is_marked).map(words).collect()
}

const SQUARES_PROGRAM: &str = "10 INPUT \"Quantos? \";n\n20 FOR i=1 TO n: PRINT i*i: NEXT i\n30 LPRINT \"fim\"\n40 LET n$=\"Ana\": DIM m(2,2): LET m(2,1)=1/3\n50 STOP\n";

/// A session of [`SQUARES_PROGRAM`] with additional keys.
fn session(rows: &str) -> String {
    format!("[[session]]\nname = \"três\"\nanswers = [\"3\"]\n{rows}\n")
}

#[test]
fn an_example_is_made_and_agrees() {
    let directory = with_files(&[]);
    let output = girafa(directory.path(), &["init", "novo/exemplo"]);
    assert_well(&output);
    assert!(
        stdout(&output).ends_with("girafa test novo/exemplo\n"),
        "{}",
        stdout(&output)
    );
    let done = test(&directory, &["novo/exemplo"]);
    assert_well(&done);
    let out = stdout(&done);
    assert!(
        out.starts_with("ok    novo/exemplo/tabuada  2 sessions  "),
        "{out}"
    );
    assert!(out.contains("100.0 % of the statements"), "{out}");
    assert_eq!(out.lines().count(), 2, "{out}");
    // Existing files are not replaced, and no other file is written.
    fs::remove_file(directory.path().join("novo/exemplo/tabuada.bas")).unwrap();
    let again = girafa(directory.path(), &["init", "novo/exemplo"]);
    assert_eq!(again.status.code(), Some(2));
    assert!(
        stderr(&again).contains("tabuada.toml: this file already exists"),
        "{}",
        stderr(&again)
    );
    assert!(!directory.path().join("novo/exemplo/tabuada.bas").exists());
    // Without arguments, as for a new user.
    let directory = with_files(&[]);
    assert_well(&girafa(directory.path(), &["init"]));
    assert_well(&test(&directory, &[]));
}

/// Tests each expectation when it is met and when it alone is not, with the output.
#[test]
fn each_expectation_can_hold_and_fail() {
    let cases: [(&str, &str, &[&str]); 12] = [
        (
            "transcript = '''\n1\n4   \n9\n'''",
            "transcript = \"1\\n5\\n9\"",
            &["2 4 ! 2 5"],
        ),
        (
            "transcript = [\"1\", \"4\", \"9\"]",
            "transcript = \"\"",
            &["1 1 <", "2 4 <", "3 9 <"],
        ),
        (
            "screen = [\"1\", \"4\", \"9\"]",
            "screen = [\"1\", \"4\", \"9\", \"16\"]",
            &["> 4 16"],
        ),
        ("paper = [\"fim\"]", "paper = \"inicio\"", &["1 fim ! 1 inicio"]),
        (
            "report = \"9 STOP statement, 50:1\"",
            "report = \"9 STOP statement, 40:1\"",
            &["1 9 STOP statement, 50:1 ! 1 9 STOP statement, 40:1"],
        ),
        (
            "report = \"9 STOP statement\"",
            "report = \"0 OK\"",
            &["1 9 STOP statement ! 1 0 OK"],
        ),
        (
            "end = \"report\"",
            "end = \"input exhausted\"",
            &["1 report ! 1 input exhausted"],
        ),
        (
            "variables = { n = 3, \"N $\" = \"Ana\" }",
            "variables = { n = 4 }",
            &["1 n = 3 ! 1 n = 4"],
        ),
        (
            "variables = { m = [[0, 0], [0.33333333, 0]] }",
            "variables = { m = [[0, 0], [0.3, 0]], zz = 1 }",
            &[
                "2 m(2) = 0.33333333, 0 ! 2 m(2) = 0.3, 0",
                "3 zz is not there ! 3 zz = 1",
            ],
        ),
        ("tstates = 10_000_000", "tstates = 1000", &["! 1 at most 1000"]),
        (
            "time = \"2s\"",
            "time = \"20ms\"",
            &["1 (time limit) ! 1 report 0 or 9", "1 answer \"3\" <"],
        ),
        (
            "end = \"report\"\nreport = \"9 STOP statement\"",
            "end = \"frames\"\nreport = \"9 STOP statement\"",
            &["1 report ! 1 frames"],
        ),
    ];
    for (good, bad, rows) in cases {
        let directory = with_files(&[("q.bas", SQUARES_PROGRAM), ("q.toml", &session(good))]);
        assert_well(&test(&directory, &[]));
        write(&directory, "q.toml", &session(bad));
        let done = test(&directory, &[]);
        assert_differs(&done, &["FAIL  q  1 of 1 sessions failed", "três:"]);
        let marked = marked(&stdout(&done));
        assert_eq!(marked.len(), rows.len(), "{bad}: {}", stdout(&done));
        for row in rows {
            assert!(
                marked.iter().any(|marked| marked.ends_with(row)),
                "{row}: {}",
                stdout(&done)
            );
        }
    }
}

/// A session without expectations requires a successful end. Too few or too many answers fail it.
#[test]
fn a_session_without_expectations_ends_well() {
    let directory = with_files(&[
        ("q.bas", SQUARES_PROGRAM),
        ("q.toml", "[[session]]\nname = \"nada\"\n"),
    ]);
    assert_differs(
        &test(&directory, &[]),
        &["(waits for another answer)", "report 0 or 9"],
    );
    write(
        &directory,
        "q.toml",
        "[[session]]\nname = \"nada\"\nend = \"input exhausted\"\n",
    );
    assert_well(&test(&directory, &[]));
    write(
        &directory,
        "q.toml",
        "[[session]]\nname = \"muitas\"\nanswers = [\"1\", \"2\", \"3\"]\ntranscript = \"2\"\n",
    );
    assert_differs(
        &test(&directory, &[]),
        &["listing (unused)", "1 answer \"2\"", "2 answer \"3\""],
    );
    write(
        &directory,
        "q.toml",
        "[[session]]\nname = \"nenhuma\"\ntranscript = \"2\"\n",
    );
    assert_differs(
        &test(&directory, &[]),
        &["(waits for another answer)", "1 report 0 or 9"],
    );
    write(&directory, "q.bas", "10 PRINT x\n");
    write(&directory, "q.toml", "[[session]]\nname = \"erro\"\n");
    assert_differs(
        &test(&directory, &[]),
        &[
            "2 Variable not found, 10:1",
            "q.bas:1, statement 10:1",
            "10 | PRINT x",
            "^",
        ],
    );
    // An expected error is not explained.
    write(
        &directory,
        "q.toml",
        "[[session]]\nname = \"erro\"\nreport = \"2 Variable not found\"\ntranscript = \"x\"\n",
    );
    let done = test(&directory, &[]);
    assert_differs(&done, &["listing (transcript)"]);
    assert!(!stdout(&done).contains("PRINT x"), "{}", stdout(&done));
}

/// Sessions, references and `compare --expect` can expect exactly what `run` prints. No private-use
/// characters are printed.
#[test]
fn inverse_characters_and_graphics_agree_with_what_run_prints() {
    let listing = "10 PRINT INVERSE 1;\"inv\"; INVERSE 0;\" 2^3 \";CHR$ 144;CHR$ 129\n";
    let directory = with_files(&[("i.bas", listing)]);
    let run = stdout(&girafa(directory.path(), &["run", "i.bas"]));
    let row = run.lines().next().unwrap();
    assert_eq!(row, "inv 2↑3 Ⓐ▝");
    write(&directory, "i.txt", &run);
    let compared = girafa(directory.path(), &["compare", "i.bas", "--expect", "i.txt"]);
    assert_eq!(compared.status.code(), Some(0), "{}", stdout(&compared));
    let session =
        |row: &str| format!("[[session]]\nname = \"a\"\nscreen = [\"{row}\"]\ntranscript = \"{row}\"\n");
    write(
        &directory,
        "i.toml",
        &format!("reference = [\"cat\", \"i.ref\"]\n{}", session(row)),
    );
    write(&directory, "i.ref", &format!("{row}\n"));
    // The screen shows the user-defined graphic A as the letter that it initially resembles.
    let text = read(&directory, "i.toml").replace("screen = [\"inv 2↑3 Ⓐ▝\"]", "screen = [\"inv 2↑3 A▝\"]");
    write(&directory, "i.toml", &text);
    assert_well(&test(&directory, &[]));
    let exact = |screen: &str, row: &str| {
        format!("[[session]]\nname = \"a\"\nscreen = [\"{screen}\"]\ntranscript = \"{row}\"\n")
    };
    let (screen, row_of_codes) = ("\\uE069\\uE06E\\uE076 2^3 A\\uE181", "inv 2^3 \\uE190\\uE181");
    write(&directory, "i.toml", &exact(screen, row_of_codes));
    assert_well(&test(&directory, &[]));
    write(&directory, "i.toml", &exact("\\uE069nv 2^3 A\\uE181", row));
    let done = test(&directory, &[]);
    assert_differs(&done, &["1 inv 2↑3 A▝"]);
    assert!(!stdout(&done).contains('\u{E069}'));
    write(&directory, "i.toml", &exact("", ""));
    assert_well(&test(&directory, &["--bless"]));
    assert!(
        read(&directory, "i.toml").contains(&format!("\n{row}\n")),
        "{}",
        read(&directory, "i.toml")
    );
    assert_well(&test(&directory, &[]));
}

#[test]
fn keys_and_tapes_are_given() {
    let save =
        "10 LET a$=\"Ola\": SAVE \"a\" DATA a$()\n20 LET b$=INKEY$: IF b$=\"\" THEN GO TO 20\n30 PRINT b$\n";
    let load =
        "10 LOAD \"a\" DATA a$(): LET b$=a$: LET a$=\"Adeus\": SAVE \"b\" DATA a$(): LOAD \"b\" DATA c$()\n";
    let directory = with_files(&[
        ("grava.bas", save),
        (
            "grava.toml",
            "[[session]]\nname = \"a\"\nkeys = \"2s x\"\ntranscript = \"x\"\n",
        ),
        ("le.bas", load),
        (
            "le.toml",
            "[[session]]\nname = \"a\"\ntape = \"dados.tap\"\nvariables = { \"b$\" = \"Ola\", \"c$\" = \"Adeus\" }\n",
        ),
    ]);
    let done = girafa(
        directory.path(),
        &["run", "grava.bas", "--keys", "2s x", "--tape", "dados.tap"],
    );
    assert_eq!(done.status.code(), Some(0), "{}", stderr(&done));
    let tape = fs::read(directory.path().join("dados.tap")).unwrap();
    assert_well(&test(&directory, &[]));
    assert_eq!(fs::read(directory.path().join("dados.tap")).unwrap(), tape);
    fs::write(directory.path().join("dados.tap"), b"xyz").unwrap();
    assert_differs(&test(&directory, &["le.toml"]), &["tape dados.tap: "]);
    fs::remove_file(directory.path().join("dados.tap")).unwrap();
    assert_differs(&test(&directory, &["le.bas"]), &["dados.tap: no such file"]);
}

#[test]
fn a_tape_is_a_program() {
    let directory = with_files(&[
        ("p.bas", "10 PRINT \"fita\"\n"),
        (
            "p.toml",
            "coverage = 100\n[[session]]\nname = \"a\"\ntranscript = \"fita\"\n",
        ),
    ]);
    let output = girafa(directory.path(), &["tap", "p.bas", "-o", "p.tap"]);
    assert_eq!(output.status.code(), Some(0));
    fs::remove_file(directory.path().join("p.bas")).unwrap();
    for path in [".", "p.tap", "p.toml"] {
        assert_well(&test(&directory, &[path]));
    }
}

#[test]
fn coverage_has_a_threshold() {
    let listing = "10 INPUT n: IF n=1 THEN PRINT \"um\": GO TO 30\n20 PRINT \"outro\"\n30 REM fim\n";
    let sessions =
        "[[session]]\nname = \"um\"\nanswers = [\"1\"]\n[[session]]\nname = \"dois\"\nanswers = [\"2\"]\n";
    let directory = with_files(&[
        ("c.bas", listing),
        ("c.toml", &format!("coverage = 100\n{sessions}")),
    ]);
    let done = test(&directory, &[]);
    assert_well(&done);
    assert!(stdout(&done).contains("100.0 % of the statements"));
    // With a filter, full coverage is not required.
    let part = test(&directory, &["--filter", "dois"]);
    assert_well(&part);
    assert!(!stdout(&part).contains('%'));

    let (one, _) = sessions.split_at(sessions.rfind("[[").unwrap());
    write(&directory, "c.toml", &format!("coverage = 90.5\n{one}"));
    let words = [
        "FAIL  c  1 session  ",
        "coverage:",
        "4 of 5 statements run (80.0 %), expected 90.5 %",
        "20:1  PRINT \"outro\"",
    ];
    assert_differs(&test(&directory, &["--coverage", "10"]), &words);
    write(&directory, "c.toml", one);
    assert_well(&test(&directory, &[]));
    assert_well(&test(&directory, &["--coverage", "80"]));
    let done = test(&directory, &["--coverage", "81", "--junit", "j.xml"]);
    assert_differs(&done, &["expected 81 %"]);
    assert!(read(&directory, "j.xml").contains("<testcase name=\"coverage\""));
    let json = test(&directory, &["--coverage", "81", "--json"]);
    let json: Value = serde_json::from_str(&stdout(&json)).unwrap();
    assert_eq!(
        (&json[1]["coverage"]["run"], &json[1]["verdict"]),
        (&4.into(), &"differs".into())
    );
    assert_eq!(test(&directory, &["--coverage", "101"]).status.code(), Some(2));
}

/// An expected transcript does not cover the end: an error fails the session and is shown with its position.
#[test]
fn a_run_that_ends_badly_fails() {
    let session = |more: &str| format!("[[session]]\nname = \"um\"\ntranscript = \"1\"\n{more}");
    let directory = with_files(&[("q.bas", "10 PRINT 1: PRINT x\n"), ("q.toml", &session(""))]);
    assert_differs(
        &test(&directory, &[]),
        &[
            "1 2 Variable not found, 10:2",
            "1 report 0 or 9",
            "10 | PRINT 1: PRINT x",
        ],
    );
    write(
        &directory,
        "q.toml",
        &session("report = \"2 Variable not found\"\n"),
    );
    assert_well(&test(&directory, &[]));
    for (listing, end) in [
        ("10 PRINT 1: INPUT a\n", "(waits for another answer)"),
        ("10 PRINT 1\n20 GO TO 20\n", "(time limit)"),
        (
            "10 PRINT 1\n20 IF INKEY$=\"\" THEN GO TO 20\n",
            "(the program waits for a key)",
        ),
    ] {
        write(&directory, "q.bas", listing);
        write(&directory, "q.toml", &session("time = \"2m\"\n"));
        assert_differs(&test(&directory, &[]), &[end, "1 report 0 or 9"]);
        write(&directory, "e.txt", "1\n");
        let compared = girafa(
            directory.path(),
            &["compare", "q.bas", "--expect", "e.txt", "--time", "2m"],
        );
        assert_eq!(compared.status.code(), Some(1), "{listing}");
        assert!(stdout(&compared).contains(end), "{}", stdout(&compared));
    }
}

/// Unused answers and keys fail a session, unless it allows them.
#[test]
fn unused_input_fails() {
    let session =
        "[[session]]\nname = \"um\"\nanswers = [\"1\", \"sobra\"]\nkeys = \"x\"\ntranscript = \"1\"\n";
    let directory = with_files(&[("q.bas", "10 INPUT a: PRINT a\n"), ("q.toml", session)]);
    assert_differs(&test(&directory, &[]), &["1 answer \"sobra\"", "2 key x"]);
    write(&directory, "q.toml", &format!("{session}unused = \"allow\"\n"));
    assert_well(&test(&directory, &[]));
    write(&directory, "q.toml", &format!("{session}unused = \"deny\"\n"));
    assert_eq!(test(&directory, &[]).status.code(), Some(5));
}

#[test]
fn results_of_sessions_are_written_for_machines() {
    let toml = "[[session]]\nname = \"bom & <mau>\"\ntranscript = \"2\"\n[[session]]\nname = \"bom\"\n";
    let directory = with_files(&[
        ("p.bas", "10 PRINT 1\n"),
        ("p.toml", toml),
        ("m.bas", "10 PRONT\n"),
        ("m.toml", toml),
    ]);
    let done = test(&directory, &["--junit", "j.xml", "--json"]);
    assert_eq!(done.status.code(), Some(5));
    let xml = read(&directory, "j.xml");
    assert!(
        xml.contains("<testsuites name=\"girafa test\" tests=\"3\" failures=\"1\" errors=\"1\""),
        "{xml}"
    );
    assert!(xml.contains("name=\"bom &amp; &lt;mau&gt;\""), "{xml}");
    let json: Value = serde_json::from_str(&stdout(&done)).unwrap();
    assert_eq!(
        (&json[0]["session"], &json[1]["verdict"]),
        (&"files".into(), &"differs".into())
    );
    let rows = test(&directory, &["-v", "p.bas", "--color", "always"]);
    assert_differs(
        &rows,
        &["\x1b[1;31mDIFFERS\x1b[0m", "listing, expected", "\x1b[32magrees"],
    );
    let lines = test(&directory, &["p.bas", "--color", "always"]);
    assert_differs(&lines, &["\x1b[1;31mFAIL\x1b[0m  p"]);
}

/// If a program cannot be read, the others are still run, and the exit code reports the error.
#[test]
fn unreadable_files_are_reported() {
    let good = "[[session]]\nname = \"a\"\n";
    let cases = [
        (
            "[[session]]\nname = \"a\"\nreprot = \"0 OK\"\n",
            "a.toml:3:1: reprot is not a key here; did you mean report?",
        ),
        (
            "[[session]]\nname = \"a\"\nend = \"never\"\n",
            "a.toml:3:7: end must be \"report\", \"frames\", ",
        ),
        (
            "[[session]]\nname = \"a\"\nvariables = { a = true }\n",
            "a.toml:3:19: a must be a number, a text, { approx = 1.5, within = 0.01 }, or a list of them",
        ),
        (
            "[[session]]\nname = \"a\"\nscreen = 3\n",
            "a.toml:3:10: screen must be a text, or a list of its rows",
        ),
        (
            "[[session]]\nname = \"a\"\nkeys = \"CTRL\"\n",
            "a.toml:3:8: \"CTRL\" is not a key",
        ),
        (
            "[[session]]\nname = \"a\"\npicture = \"a.gif\"\n",
            "a.toml:3:11: picture must be the name of a .png file",
        ),
        (
            "[[session]]\nname = \"a\"\ntranscript = \"\"\ntranscript_file = \"x\"\n",
            "not both",
        ),
        (
            "[[session]]\nname = \"a\"\ntstates = -1\n",
            "a.toml:3:11: tstates must be a whole number, not below 0",
        ),
        (
            "coverage = 900\n[[session]]\nname = \"a\"\n",
            "a.toml:1:12: coverage must be a percentage from 0 to 100",
        ),
        (
            "reference = \"python3\"\n[[session]]\nname = \"a\"\n",
            "a.toml:1:13: reference must be a list",
        ),
        (
            "[[session]]\nname = \"a\"\n[[session]]\nname = \"a\"\n",
            "two sessions are named \"a\"",
        ),
        ("id = \"x\"\n[[session]]\nname = \"a\"\n", "must be named x.toml"),
        ("[[session]\n", "a.toml:1:"),
        ("", "it has no [[session]]"),
        ("session = []\n", "it has no [[session]]"),
    ];
    for (text, words) in cases {
        let directory = with_files(&[
            ("a.bas", "10 PRINT 1\n"),
            ("a.toml", text),
            ("b.bas", "10 PRINT 1\n"),
            ("b.toml", good),
        ]);
        let done = test(&directory, &[]);
        assert_eq!(done.status.code(), Some(5), "{text}");
        let message = stderr(&done);
        assert!(message.starts_with("girafa: a.toml:"), "{message}");
        assert!(message.contains(words), "{words:?}: {message}");
        assert!(stdout(&done).contains("ok    b  1 session"), "{}", stdout(&done));
        let blessed = test(&directory, &["--bless"]);
        assert_eq!(blessed.status.code(), Some(5), "{text}");
        assert_eq!(read(&directory, "a.toml"), text);
    }
    let directory = with_files(&[
        ("c.toml", good),
        ("d.bas", "10 PRONT 1\n"),
        ("d.toml", good),
        ("x.dat", ""),
    ]);
    let done = test(&directory, &[]);
    assert_eq!(done.status.code(), Some(5));
    let message = stderr(&done);
    assert!(
        message.contains("c.toml: expected a program next to it (c.bas "),
        "{message}"
    );
    assert!(message.contains("d.bas"), "{message}");
    for (path, code) in [("nada", 5), ("x.dat", 2), ("nada.toml", 5)] {
        let done = test(&directory, &[path]);
        assert_eq!(done.status.code(), Some(code), "{path}");
        assert_eq!(stderr(&done).lines().count(), 1, "{}", stderr(&done));
    }
    let empty = with_files(&[]);
    let done = test(&empty, &[]);
    assert_eq!(done.status.code(), Some(2));
    assert!(stderr(&done).contains("girafa init"), "{}", stderr(&done));
}

#[test]
fn thousands_of_sessions() {
    let sessions: String = (0..2000)
        .map(|n| format!("[[session]]\nname = \"s{n}\"\ntranscript = \"1\"\n"))
        .collect();
    let directory = with_files(&[("p.bas", "10 PRINT 1\n"), ("p.toml", &sessions)]);
    let done = test(&directory, &[]);
    assert_well(&done);
    assert!(
        stdout(&done).contains("ok    p  2000 sessions"),
        "{}",
        stdout(&done)
    );
}

/// The book's sessions are a directory like any other: its programs are included in the command.
#[test]
fn sessions_of_included_programs() {
    let session = "[[session]]\nname = \"a\"\nanswers = [\"2\", \"1\", \"3\"]\n";
    let directory = with_files(&[("s/hanoi.toml", &format!("id = \"hanoi\"\n{session}"))]);
    let done = test(&directory, &[]);
    assert_well(&done);
    assert!(
        stdout(&done).starts_with("ok    hanoi  1 session  "),
        "{}",
        stdout(&done)
    );
    let rows = stdout(&test(&directory, &["-v", "s"]));
    assert!(rows.contains("edition, reference"), "{rows}");
    // These sessions expect what the reference prints, so `--bless` does not change them.
    let blessed = stdout(&test(&directory, &["--bless"]));
    assert!(!blessed.contains("wrote"), "{blessed}");
    write(&directory, "s/hanoi.toml", session);
    assert_eq!(test(&directory, &[]).status.code(), Some(5));
}

/// `compare` checks the expectations of a session in addition to the reference.
#[test]
fn compare_takes_what_sessions_expect() {
    let toml = |report: &str| {
        format!(
            "id = \"hanoi\"\n[[session]]\nname = \"a\"\nanswers = [\"2\", \"1\", \"3\"]\nreport = \"{report}\"\n"
        )
    };
    let directory = with_files(&[("s/hanoi.toml", &toml("9 STOP statement"))]);
    let arguments = ["compare", "hanoi", "--sessions", "s"];
    let done = girafa(directory.path(), &arguments);
    let well = stdout(&done);
    write(&directory, "s/hanoi.toml", &toml("Z"));
    let done = girafa(directory.path(), &arguments);
    assert_differs(&done, &["edition (report)", "! "]);
    assert!(well.contains("edition, reference, expected"), "{well}");
}
