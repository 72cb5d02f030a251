//! Runs all sessions of several programs.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::support::rom;
use girafa_basic::tokenise;
use girafa_session::boot::Boot;
use girafa_verify::compare::{Aspect, Backend, Judging, Kind, Medium, Versions, report};
use girafa_verify::script;
use girafa_verify::suite::{self, Program, Tested};

fn program(id: &str, listing: &str, sessions: &str) -> Program {
    let done = tokenise::program(listing, &tokenise::Options::default()).unwrap();
    let versions = Versions {
        id: id.to_owned(),
        machine: vec![(Backend::Listing, Medium::Program(done.program))],
        ..Versions::default()
    };
    let path = Path::new(id).with_extension("toml");
    Program::new(versions, script::parse(&path, sessions).unwrap())
}

fn run(programs: &[Program], how: Judging<'_>) -> Vec<Tested> {
    let boot = Boot::new(&rom()).unwrap();
    suite::run(&boot, programs, how, |_| ())
}

#[test]
fn results_are_in_the_order_of_the_programs() {
    let session = |name: &str, n: &str| {
        format!("[[session]]\nname = \"{name}\"\nanswers = [\"{n}\"]\ntranscript = \"2\"\n")
    };
    let programs = [
        program(
            "longo",
            "10 INPUT n: FOR i=1 TO 500: NEXT i: PRINT n\n",
            &(session("b", "2") + &session("a", "1")),
        ),
        program("curto", "10 INPUT n: PRINT n\n", &session("c", "2")),
    ];
    let boot = Boot::new(&rom()).unwrap();
    let done = AtomicUsize::new(0);
    let tested = suite::run(&boot, &programs, Judging::default(), |_| {
        done.fetch_add(1, Ordering::Relaxed);
    });
    assert_eq!(done.into_inner(), 3);
    let names: Vec<(&str, &str, bool)> = tested
        .iter()
        .flat_map(Tested::verdicts)
        .map(|verdict| {
            (
                verdict.program.as_str(),
                verdict.session.as_str(),
                verdict.is_well(),
            )
        })
        .collect();
    assert_eq!(
        names,
        [("longo", "b", true), ("longo", "a", false), ("curto", "c", true)]
    );
    let difference = &tested[0].sessions[1].verdict.differences[0];
    assert_eq!(
        (difference.part, difference.left.0, difference.right.0),
        (Aspect::Transcript, Backend::Listing, Backend::Expected)
    );
    let lines = report::lines(&tested, false);
    assert!(
        lines.starts_with("FAIL  longo  1 of 2 sessions failed  "),
        "{lines}"
    );
    assert!(lines.contains("\nok    curto  1 session  "), "{lines}");
}

#[test]
fn coverage_counts_what_all_sessions_run() {
    let listing = "10 INPUT n: IF n=1 THEN PRINT 1: STOP\n20 REM\n30 PRINT 2\n";
    let session = |n: u8, rest: &str| format!("[[session]]\nname = \"{n}\"\nanswers = [\"{n}\"]\n{rest}");
    let of = |sessions: &str| run(&[program("p", listing, sessions)], Judging::default()).remove(0);
    assert!(of(&session(1, "")).coverage.is_none());
    let both = of(&format!("coverage = 100\n{}{}", session(1, ""), session(2, "")));
    let verdict = both.coverage.unwrap();
    assert!(verdict.is_well());
    assert!(matches!(verdict.kind, Kind::Coverage(count) if (count.run, count.total) == (5, 5)));
    // A line that a session adds is not part of the program.
    let changed = of(&format!(
        "coverage = 60\n{}",
        session(1, "lines = [\"10 INPUT n\"]\n")
    ));
    let failure = changed.coverage.unwrap().failure.unwrap();
    assert!(
        failure.starts_with("1 of 5 statements run (20.0 %), expected 60 %"),
        "{failure}"
    );
    assert!(failure.contains("10:2  IF n=1 THEN"), "{failure}");
}

/// Blessed differences are no longer failures, and nothing else changes.
#[test]
fn blessing_gives_the_changes() {
    let how = Judging {
        blesses: true,
        ..Judging::default()
    };
    let sessions =
        "[[session]]\nname = \"a\"\ntranscript = \"2\"\nreport = \"0 OK\"\n[[session]]\nname = \"b\"\n";
    let tested = run(&[program("p", "10 PRINT 1\n", sessions)], how).remove(0);
    assert!(tested.verdicts().all(|verdict| verdict.is_well()));
    let members = |at: usize| -> Vec<&str> {
        let changes = &tested.sessions[at].changes;
        changes.iter().map(|change| change.member).collect()
    };
    assert_eq!(members(0), ["transcript"]);
    assert_eq!(members(1), ["transcript", "report"]);
}

#[test]
fn reports_of_what_cannot_be_read() {
    let tested = [Tested::unreadable("p", "p.toml: nada")];
    let verdicts: Vec<_> = tested.iter().flat_map(Tested::verdicts).cloned().collect();
    let xml = report::junit("x", &verdicts);
    assert!(
        xml.contains("errors=\"1\"") && xml.contains("p.toml: nada"),
        "{xml}"
    );
    let lines = report::lines(&tested, false);
    assert_eq!(
        lines,
        "FAIL  p  cannot be read\n1 program, 0 sessions, 0 rows compared: 0 passed, 0 failed; 0 s emulated\n"
    );
    assert!(report::lines(&[], false).starts_with("0 programs, "));
}
