//! Which programs and session files are found and tested.

use super::*;

/// Testing a program without sessions is not a success.
#[test]
fn a_program_without_sessions_fails() {
    let directory = with_files(&[
        ("q.bas", "10 PRINT 1\n"),
        ("q.toml", "[[session]]\nname = \"um\"\n"),
        ("r.bas", "10 STOP\n"),
    ]);
    for paths in [&["r.bas"][..], &["."], &["q.bas", "r.bas"]] {
        let done = test(&directory, paths);
        assert_differs(&done, &["1 program has no sessions: r.bas"]);
        assert_well(&test(
            &directory,
            &[paths, &["--allow-missing-sessions"]].concat(),
        ));
    }
    assert_well(&test(&directory, &["q.bas"]));
}

/// Tests programs in nested directories in order, whatever the number of cores.
#[test]
fn programs_are_found_and_filtered() {
    let ok = "[[session]]\nname = \"bom\"\ntranscript = \"1\"\n[[session]]\nname = \"bom outro\"\n";
    let one = "10 PRINT 1\n";
    let directory = with_files(&[
        ("b.bas", one),
        ("b.toml", ok),
        ("a.bas", one),
        ("jogos/velhos/c.bas", one),
        ("jogos/velhos/c.toml", &ok.replace("\"1\"", "\"2\"")),
        ("Cargo.toml", "[package]\nname = \"x\"\n"),
        ("a.toml", "[[correction]]\nline = 1\n"),
        ("h/GRITO.BAS", one),
        ("h/GRITO.toml", ok),
        (".git/d.bas", one),
        (".git/d.toml", "mau"),
        ("target/e.bas", one),
        ("target/e.toml", "mau"),
    ]);
    let done = test(&directory, &[]);
    assert_differs(
        &done,
        &["1 program has no sessions: a.bas; --allow-missing-sessions permits that\n"],
    );
    let out = stdout(&done);
    let programs: Vec<&str> = out.lines().filter(|row| row.contains(" emulated")).collect();
    assert_eq!(programs.len(), 4, "{out}");
    assert!(
        programs[0].starts_with("ok    b               2 sessions  "),
        "{out}"
    );
    assert!(
        programs[1].starts_with("ok    h/GRITO         2 sessions  "),
        "{out}"
    );
    assert!(
        programs[2].starts_with("FAIL  jogos/velhos/c  1 of 2 sessions failed  "),
        "{out}"
    );
    assert!(
        programs[3].starts_with("3 programs, 6 sessions, 3 rows compared: 5 passed, 1 failed; "),
        "{out}"
    );
    for (arguments, sessions) in [
        (&["--filter", "outro"][..], "3 programs, 3 sessions"),
        (&["--filter", "b: bom"], "1 program, 2 sessions"),
        (
            &["b.bas", "b.toml", ".", "./b.bas", "--filter", "b: "],
            "1 program, 2 sessions",
        ),
        (&["b.bas"], "1 program, 2 sessions"),
    ] {
        let done = test(&directory, arguments);
        assert_well(&done);
        assert!(
            stdout(&done).contains(sessions),
            "{arguments:?}: {}",
            stdout(&done)
        );
    }
    let none = test(&directory, &["--filter", "nada disto"]);
    assert_eq!(none.status.code(), Some(2));
    assert!(
        stderr(&none).contains("no session name contains this"),
        "{}",
        stderr(&none)
    );
}

/// A .txt file next to a .toml file is a program only if the .toml file has sessions.
#[test]
fn texts_beside_other_files_are_not_programs() {
    let directory = with_files(&[
        ("notes.txt", "to do\n"),
        ("notes.toml", "[notes]\nn = 1\n"),
        ("a.txt", "10 PRINT 1\n"),
        ("a.toml", "[[session]]\nname = \"x\"\ntranscript = \"1\"\n"),
    ]);
    let done = test(&directory, &[]);
    assert_well(&done);
    assert!(
        stdout(&done).starts_with("ok    a  1 session"),
        "{}",
        stdout(&done)
    );
}
