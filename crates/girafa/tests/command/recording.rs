//! Runs recorded as sessions, and runs that cannot be recorded.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::support::{girafa, piped, stderr, stdout};

/// Asks for a name, prints on screen and paper, and waits for a key.
const GAME_PROGRAM: &str =
    "10 INPUT \"Nome? \"; LINE n$: PRINT \"Ola \";n$: LPRINT n$\n20 PAUSE 0: PRINT INKEY$\n";

fn game() -> TempDir {
    let directory = TempDir::new().unwrap();
    fs::write(directory.path().join("game.bas"), GAME_PROGRAM).unwrap();
    directory
}

fn sessions(directory: &Path) -> String {
    fs::read_to_string(directory.join("game.toml")).unwrap()
}

fn passes(directory: &Path, count: usize) {
    let tested = girafa(directory, &["test"]);
    assert_eq!(
        tested.status.code(),
        Some(0),
        "{}{}",
        stdout(&tested),
        stderr(&tested)
    );
    assert!(
        stdout(&tested).contains(&format!("{count} passed, 0 failed")),
        "{}",
        stdout(&tested)
    );
}

#[test]
fn a_run_becomes_a_session() {
    let directory = game();
    let directory = directory.path();
    let record = |arguments: &[&str]| {
        let done = girafa(
            directory,
            &[&["run", "game.bas", "--record", "game.toml"], arguments].concat(),
        );
        (done.status.code(), stderr(&done))
    };
    assert_eq!(
        record(&["--answer", "D'Artagnan \"x\"", "--keys", "a"]),
        (
            Some(0),
            "girafa: game.toml: session \"recorded 1\" added\n".to_owned()
        )
    );
    assert_eq!(
        sessions(directory),
        "[[session]]\nname = \"recorded 1\"\nanswers = [\"D'Artagnan \\\"x\\\"\"]\nkeys = \"a\"\n\
         transcript = '''\nOla D'Artagnan \"x\"\na\n'''\npaper = '''\nD'Artagnan \"x\"\n'''\n\
         prompts = [\"Nome?\"]\nreport = \"0 OK, 20:2\"\n"
    );
    passes(directory, 1);
    // A recorded session allows unused input, and expects the way the run ended.
    let (code, message) = record(&[
        "--answer", "Ana", "--answer", "Rui", "--frames", "200", "--keys", "[x] a",
    ]);
    assert_eq!(code, Some(4), "{message}");
    let second = sessions(directory);
    let (_, second) = second.split_once("\n\n[[session]]\n").unwrap();
    assert!(
        second.starts_with("name = \"recorded 2\"\nanswers = [\"Ana\", \"Rui\"]\nkeys = \"[x] a\"\nunused = \"allow\"\ntime = \"3s 993ms 600us\"\n"),
        "{second}"
    );
    assert!(second.ends_with("end = \"keys exhausted\"\n"), "{second}");
    passes(directory, 2);
    // Existing content is kept, and names stay unique.
    let file = directory.join("game.toml");
    let renamed = sessions(directory).replace("recorded 1", "a minha") + "# fim";
    fs::write(&file, &renamed).unwrap();
    record(&["--answer", "Eva", "--keys", "b"]);
    assert!(
        sessions(directory).starts_with(&renamed),
        "{}",
        sessions(directory)
    );
    assert!(sessions(directory).contains("name = \"recorded 1\"\nanswers = [\"Eva\"]"));
    passes(directory, 3);
    // The session fails for a listing that prints something else.
    fs::write(directory.join("game.bas"), GAME_PROGRAM.replace("Ola", "Oi")).unwrap();
    assert_eq!(girafa(directory, &["test"]).status.code(), Some(1));
}

/// An answer that INPUT refuses is part of the session, which does not fail because of it.
#[test]
fn refused_answers_are_recorded() {
    let directory = game();
    let directory = directory.path();
    fs::write(directory.join("game.bas"), "10 INPUT x: PRINT x\n").unwrap();
    let options = ["--answer", "5+", "--answer", "7", "--record", "game.toml"];
    let done = girafa(directory, &[&["run", "game.bas"], &options[..]].concat());
    assert_eq!(done.status.code(), Some(0), "{}", stderr(&done));
    assert!(
        stderr(&done).contains("girafa: INPUT refused the answer \"5+\", which was deleted\n"),
        "{}",
        stderr(&done)
    );
    let sessions = sessions(directory);
    assert!(
        sessions.contains("answers = [\"5+\", \"7\"]\nunused = \"allow\"\n"),
        "{sessions}"
    );
    passes(directory, 1);
    let toml = sessions.replace("unused = \"allow\"\n", "");
    fs::write(directory.join("game.toml"), toml).unwrap();
    let tested = girafa(directory, &["test"]);
    assert_eq!(tested.status.code(), Some(1));
    assert!(
        stdout(&tested).contains("answer \"5+\", refused by INPUT"),
        "{}",
        stdout(&tested)
    );
}

#[test]
fn answers_that_are_asked_for_are_recorded() {
    let directory = game();
    let directory = directory.path();
    let done = piped(directory, &["init", "game.bas"], b"Ana\n");
    assert_eq!(done.status.code(), Some(0), "{}", stderr(&done));
    assert!(
        sessions(directory).contains("answers = [\"Ana\"]"),
        "{}",
        sessions(directory)
    );
    passes(directory, 1);
    let before = sessions(directory);
    let refused = girafa(directory, &["init", "game.bas"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(
        stderr(&refused).contains("`girafa run --record` adds a session"),
        "{}",
        stderr(&refused)
    );
    assert_eq!(sessions(directory), before);
    let missing = girafa(directory, &["init", "other.bas"]);
    assert_eq!(missing.status.code(), Some(5), "{}", stderr(&missing));
    assert!(!directory.join("other.toml").exists() && !directory.join("other.bas").exists());
    fs::write(directory.join("-x.bas"), "10 PRINT 1\n").unwrap();
    let done = girafa(directory, &["init", "--", "-x.bas"]);
    assert_eq!(done.status.code(), Some(0), "{}", stderr(&done));
    passes(directory, 2);
}

/// A session records the tape that the program reads, but not a tape that the program has changed.
#[test]
fn tapes_of_a_recorded_run() {
    let directory = game();
    let directory = directory.path();
    let put = |text: &str| fs::write(directory.join("game.bas"), text).unwrap();
    let record = || {
        let arguments = ["run", "game.bas", "--record", "game.toml", "--tape", "data.tap"];
        let done = girafa(directory, &arguments);
        assert_eq!(done.status.code(), Some(0), "{}", stderr(&done));
        stderr(&done)
    };
    put("10 DIM a(3): LET a(2)=7: SAVE \"a\" DATA a()\n");
    assert!(record().contains("session \"recorded 1\" added"));
    assert!(!sessions(directory).contains("tape ="), "{}", sessions(directory));
    fs::remove_file(directory.join("game.toml")).unwrap();
    assert!(record().contains("nothing was recorded: SAVE has changed data.tap"));
    assert!(!directory.join("game.toml").exists());
    put("10 LOAD \"a\" DATA a(): PRINT a(2)\n");
    assert!(record().contains("session \"recorded 1\" added"));
    assert!(
        sessions(directory).contains("tape = \"data.tap\"\n"),
        "{}",
        sessions(directory)
    );
    passes(directory, 1);
}

#[test]
fn targets_without_a_session_file_are_not_recorded() {
    let directory = game();
    let directory = directory.path();
    let output = girafa(directory, &["tap", "game.bas", "-o", "game.tap"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let saved = girafa(
        directory,
        &["run", "game.bas", "--answer", "x", "--save", "p.sna"],
    );
    assert_eq!(saved.status.code(), Some(0), "{}", stderr(&saved));
    for (arguments, code, message) in [
        (
            &["game.bas", "--record", "other.toml"][..],
            2,
            "--record other.toml: a session file is next to its program and has its name: game.toml\n",
        ),
        (
            &["game.bas", "--record", "game.txt"],
            2,
            "has its name: game.toml\n",
        ),
        (
            &["game.tap", "--record", "game.toml"],
            2,
            "--record game.tap: only a listing or a tape in a file of its own can have a session file\n",
        ),
        (
            &["hanoi", "--record", "hanoi.toml"],
            2,
            "--record hanoi: only a listing or a tape",
        ),
        (
            &["p.sna", "--record", "p.toml"],
            2,
            "--record p.sna: only a listing or a tape",
        ),
        (
            &["-", "--record", "game.toml"],
            2,
            "--record -: only a listing or a tape",
        ),
        (
            &["game.bas", "--record", "game.toml", "--poke"],
            2,
            "cannot be used with",
        ),
        (
            &["game.bas", "--record", "game.toml", "--screen", "game.toml"],
            2,
            "game.toml",
        ),
    ] {
        let done = piped(
            directory,
            &[&["run"], arguments].concat(),
            GAME_PROGRAM.as_bytes(),
        );
        assert!(
            stderr(&done).contains(message),
            "{arguments:?}: {}",
            stderr(&done)
        );
        assert_eq!(done.status.code(), Some(code), "{arguments:?}");
        assert!(!directory.join("game.toml").exists());
    }
    fs::write(directory.join("game.toml"), "[[session]]\nnome = \"x\"\n").unwrap();
    let done = girafa(
        directory,
        &["run", "game.bas", "--answer", "x", "--record", "game.toml"],
    );
    assert_eq!(done.status.code(), Some(5));
    assert!(
        stderr(&done).contains("game.toml:2:1: nome is not a key here"),
        "{}",
        stderr(&done)
    );
    assert_eq!(stdout(&done), "");
}
