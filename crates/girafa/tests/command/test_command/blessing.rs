//! `--bless`: updating session files to the observed results.

use std::fs;

use super::{SQUARES_PROGRAM, assert_differs, assert_well, read, session, test, with_files};
use crate::support::{stderr, stdout};

#[test]
fn blessed_sessions_agree_and_keep_their_comments() {
    let text = "# O programa dos quadrados.\n\n[[session]]\nname = \"tudo\" # tudo o que se ve\nanswers = [\"3\"]\n\
        transcript = '''\nx\n''' # o que escreve\nscreen = [\"x\"]\npaper = \"x\"\nreport = \"0 OK\"\nend = \"frames\"\n\
        tstates = 1\npicture = \"p/q.png\"\nhardcopy = \"papel.png\"\n\
        [session.variables]\nn = 0 # quantos\n\"n$\" = 1\nm = []\n\n# Nada se espera.\n[[session]]\nname = \"nada\"\nanswers = [\"1\"]\n\n\
        # Ja serve.\n[[session]]\nname = \"bom\"\nanswers = [\"1\"]\ntranscript = \"1\"\n\n\
        [[session]]\nname = \"ficheiro\"\nanswers = [\"2\"]\ntranscript_file = \"q.out\"\n\n\
        [[session]]\nname = \"sem fim\"\ntranscript = \"1\"\nend = \"input exhausted\"\n# fica a espera\n";
    let directory = with_files(&[("q.bas", SQUARES_PROGRAM), ("q.toml", text), ("p/x", "")]);
    let before = test(&directory, &[]);
    assert_differs(
        &before,
        &[
            "p/q.png: no such file or directory; update the session to create it",
            "3 of 5 sessions failed",
        ],
    );
    let blessed = test(&directory, &["--bless"]);
    assert_well(&blessed);
    let out = stdout(&blessed);
    for wrote in [
        "wrote p/q.png\n",
        "wrote papel.png\n",
        "wrote q.out\n",
        "wrote q.toml: tudo (transcript, screen, paper, ",
    ] {
        assert!(out.contains(wrote), "{out}");
    }
    let new = read(&directory, "q.toml");
    for row in [
        "# O programa dos quadrados.",
        "name = \"tudo\" # tudo o que se ve",
        "transcript = '''\n1\n4\n9\n''' # o que escreve",
        "screen = [\n    \"1\",\n    \"4\",\n    \"9\",\n]",
        "paper = '''\nfim\n'''",
        "report = \"9 STOP statement\"",
        "end = \"report\"",
        "n = 3 # quantos",
        "\"n$\" = \"Ana\"",
        "m = [[0, 0], [0.33333333, 0]]",
        "# Nada se espera.\n[[session]]\nname = \"nada\"\nanswers = [\"1\"]\ntranscript = '''\n1\n'''\nreport = \"9 STOP statement, 50:1\"\n",
        "transcript = \"1\"\n",
        "name = \"sem fim\"\ntranscript = \"\"\nend = \"input exhausted\"\n# fica a espera\n",
    ] {
        assert!(new.contains(row), "{row:?} is missing: {new}");
    }
    assert_eq!(read(&directory, "q.out"), "1\n4\n");
    let after = test(&directory, &[]);
    assert_well(&after);
    // There is nothing more to write.
    let again = test(&directory, &["--bless"]);
    assert!(!stdout(&again).contains("wrote"), "{}", stdout(&again));
    assert_eq!(read(&directory, "q.toml"), new);
}

/// What a run showed before it ended early is not written, unless the session expects that end.
#[test]
fn a_run_that_ended_early_is_not_blessed() {
    for expected in [
        "",
        "transcript = \"x\"\n",
        "report = \"0 OK\"\n",
        "end = \"report\"\nscreen = []\n",
    ] {
        let text = format!("[[session]]\nname = \"sem fim\"\n{expected}");
        let directory = with_files(&[("q.bas", SQUARES_PROGRAM), ("q.toml", &text)]);
        assert_differs(
            &test(&directory, &["--bless"]),
            &["not written, because the run ended early: to expect that, add end = \"input exhausted\""],
        );
        assert_eq!(read(&directory, "q.toml"), text);
    }
}

/// Differences that cannot be blessed are still reported.
#[test]
fn a_missing_variable_and_a_reference_are_not_blessed() {
    let text = format!(
        "reference = [\"echo\", \"outra coisa\"]\n{}",
        session("variables = { zz = 1 }")
    );
    let directory = with_files(&[("q.bas", SQUARES_PROGRAM), ("q.toml", &text)]);
    assert_differs(
        &test(&directory, &["--bless"]),
        &["zz is not there", "outra coisa"],
    );
    assert_eq!(read(&directory, "q.toml"), text);
}

/// A read-only session file is an error and remains unchanged.
#[cfg(unix)]
#[test]
fn a_session_file_that_is_read_only_is_not_blessed() {
    let directory = with_files(&[("q.bas", SQUARES_PROGRAM), ("q.toml", &session("report = \"x\""))]);
    let path = directory.path().join("q.toml");
    let mut permissions = fs::metadata(&path).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions).unwrap();
    let done = test(&directory, &["--bless"]);
    assert_eq!(done.status.code(), Some(5), "{}", stdout(&done));
    assert!(
        stderr(&done).contains("q.toml: permission denied"),
        "{}",
        stderr(&done)
    );
    assert_eq!(read(&directory, "q.toml"), session("report = \"x\""));
}

/// A transcript file that is the program or its session file is not overwritten.
#[test]
fn input_files_are_not_overwritten() {
    for name in ["q.toml", "q.bas"] {
        let text = session(&format!("transcript_file = \"{name}\""));
        let directory = with_files(&[("q.bas", SQUARES_PROGRAM), ("q.toml", &text)]);
        let done = test(&directory, &["--bless"]);
        assert_eq!(done.status.code(), Some(2), "{}", stdout(&done));
        assert!(
            stderr(&done).contains("this file is the input"),
            "{}",
            stderr(&done)
        );
        assert_eq!(
            (read(&directory, "q.toml"), read(&directory, "q.bas")),
            (text, SQUARES_PROGRAM.to_owned())
        );
    }
}

/// With `--json`, the names of written files go to standard error.
#[test]
fn json_is_json_while_blessing() {
    let directory = with_files(&[("q.bas", SQUARES_PROGRAM), ("q.toml", &session(""))]);
    let done = test(&directory, &["--bless", "--json"]);
    assert_eq!(done.status.code(), Some(0));
    assert!(stderr(&done).starts_with("wrote q.toml: "), "{}", stderr(&done));
    let json: serde_json::Value = serde_json::from_str(&stdout(&done)).unwrap();
    assert_eq!(json[0]["verdict"], "agrees");
    assert_well(&test(&directory, &[]));
}
