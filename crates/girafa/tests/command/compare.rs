//! Compares programs with their references, and listings with texts.

use std::fs;
use std::process::Output;

use crate::support::{book, girafa, stderr, stdout};
use serde_json::Value;
use tempfile::TempDir;

fn with_files(files: &[(&str, &str)]) -> TempDir {
    let directory = TempDir::new().unwrap();
    for (name, text) in files {
        let path = directory.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    directory
}

fn compare(directory: &TempDir, arguments: &[&str]) -> Output {
    girafa(directory.path(), &[&["compare"], arguments].concat())
}

/// Without the book, as in a fresh clone, `compare` uses our edition and the reference.
#[test]
fn an_edition_says_what_its_reference_says() {
    let directory = with_files(&[]);
    let done = compare(&directory, &["hanoi", "--json"]);
    assert_eq!(done.status.code(), Some(0), "{}{}", stdout(&done), stderr(&done));
    let json: Value = serde_json::from_str(&stdout(&done)).unwrap();
    let sessions = json.as_array().unwrap();
    assert!(sessions.len() >= 4, "{json}");
    for session in sessions {
        assert_eq!(session["verdict"], "agrees");
        assert_eq!(session["ways"][0]["way"], "edition");
        assert_eq!(session["ways"][1]["way"], "reference");
        assert!(session["rows"].as_u64() > Some(0));
    }
}

#[test]
fn sessions_of_a_directory() {
    let text = "id = \"hanoi\"\n[[session]]\nname = \"dois & <três>\"\nanswers = [\"2\", \"1\", \"3\"]\n";
    let directory = with_files(&[("s/hanoi.toml", text)]);
    let done = compare(&directory, &["--all", "--sessions", "s", "--junit", "j.xml"]);
    let out = stdout(&done);
    assert!(
        out.contains("1 program, 1 session,") && out.contains("1 passed, 0 failed"),
        "{out}"
    );
    let xml = fs::read_to_string(directory.path().join("j.xml")).unwrap();
    assert!(
        xml.contains("<testsuite name=\"hanoi\" tests=\"1\" disabled=\"0\" errors=\"0\" failures=\"0\""),
        "{xml}"
    );
    assert!(xml.contains("name=\"dois &amp; &lt;três&gt;\""), "{xml}");
}

#[test]
fn a_program_without_sessions_is_reported() {
    let done = compare(&with_files(&[]), &["xadrez"]);
    assert_eq!(done.status.code(), Some(2));
    assert!(
        stderr(&done).contains("these have: arvore-anterior"),
        "{}",
        stderr(&done)
    );
}

const LISTING: &str = "10 INPUT n: FOR i=1 TO n: PRINT i*i: NEXT i\n20 STOP\n";

#[test]
fn a_listing_agrees_with_its_text() {
    let report = "9 STOP statement, 20:1";
    for text in [
        "1\n4\n9\n".to_owned(),
        format!("1\n4\n9\n{report}\n"),
        "1\n4\n9\n9 STOP statement\n".to_owned(),
    ] {
        let directory = with_files(&[("p.bas", LISTING), ("p.txt", &text)]);
        let done = compare(&directory, &["p.bas", "--expect", "p.txt", "--answer", "3"]);
        assert_eq!(done.status.code(), Some(0), "{}{}", stdout(&done), stderr(&done));
    }
}

#[test]
fn differences_are_shown_side_by_side() {
    let directory = with_files(&[("p.bas", LISTING), ("p.txt", "1\n5\n9\n16\n0 OK, 20:1\n")]);
    let arguments = ["p.bas", "--expect", "p.txt", "--answer", "3", "--junit", "j.xml"];
    let done = compare(&directory, &arguments);
    assert_eq!(done.status.code(), Some(1));
    let out = stdout(&done);
    let marked: Vec<&str> = out
        .lines()
        .filter(|row| [" ! ", " > ", " < "].iter().any(|mark| row.contains(mark)))
        .collect();
    let words: Vec<String> = marked
        .iter()
        .map(|row| row.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect();
    assert_eq!(
        words,
        ["2 4 ! 2 5", "> 4 16", "1 9 STOP statement, 20:1 ! 1 0 OK, 20:1"],
        "{out}"
    );
    assert!(!out.contains('\x1b'));
    let xml = fs::read_to_string(directory.path().join("j.xml")).unwrap();
    assert!(
        xml.contains("failures=\"1\"") && xml.contains("<failure message=\"listing, expected\">"),
        "{xml}"
    );
    let coloured = compare(&directory, &[&arguments[..], &["--color", "always"]].concat());
    assert!(
        stdout(&coloured).contains("\x1b[31m4\x1b[0m"),
        "{}",
        stdout(&coloured)
    );
}

#[test]
fn invalid_comparisons_are_refused() {
    let directory = with_files(&[("p.bas", LISTING)]);
    for (arguments, words) in [
        (&["--all", "hanoi"][..], "cannot be used with"),
        (&["hanoi", "--answer", "1"][..], "--expect"),
        (&["p.bas"][..], "has no sessions"),
        (&["p.bas", "--expect", "no.txt"][..], "no such file"),
        (&["--all", "--sessions", "no"][..], "no"),
    ] {
        let done = compare(&directory, arguments);
        assert!(matches!(done.status.code(), Some(2 | 5)), "{arguments:?}");
        assert!(stderr(&done).contains(words), "{arguments:?}: {}", stderr(&done));
    }
}

/// The book's printed runs of C(N,P) agree with the machine, except for prompts and lost spaces.
#[test]
fn the_books_printed_runs_are_accounted_for() {
    let Some(book) = book() else { return };
    let done = compare(&with_files(&[]), &["cnp", "--book", &book, "--json"]);
    let json: Value = serde_json::from_str(&stdout(&done)).unwrap();
    let rows: Vec<&Value> = json
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|session| session["printed"].as_array().unwrap())
        .collect();
    let count = |class: &str| rows.iter().filter(|row| row["class"] == class).count();
    assert_eq!(
        (count("different"), count("damaged"), count("lost")),
        (0, 0, 0),
        "{rows:?}"
    );
    assert_eq!(
        (count("input"), count("same") + count("spaces")),
        (11, 22),
        "{rows:?}"
    );
    let done = compare(&with_files(&[]), &["cnp", "--printed"]);
    assert_eq!(done.status.code(), Some(2));
}
