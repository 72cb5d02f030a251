//! `--partition` and `--merge`: the merged parts of a suite show the same as an undivided run.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Output;

use serde_json::Value;
use tempfile::TempDir;

use crate::support::{girafa, stderr, stdout};

/// Programs that pass, that fail, that have too little coverage only over all sessions, that cannot be read,
/// and that have no sessions.
const FILES: [(&str, &str); 10] = [
    (
        "a.bas",
        "10 INPUT n: PRINT n*n\n20 IF n>2 THEN PRINT \"mais\"\n30 IF n>9 THEN PRINT \"nunca\"\n",
    ),
    (
        "a.toml",
        "coverage = 99\n[[session]]\nname = \"um\"\nanswers = [\"1\"]\ntranscript = \"1\"\n[[session]]\nname = \"três\"\nanswers = [\"3\"]\n[[session]]\nname = \"dois\"\nanswers = [\"2\"]\n",
    ),
    ("b.bas", "10 PRINT 1: STOP\n"),
    (
        "b.toml",
        "coverage = 100\n[[session]]\nname = \"errado\"\ntranscript = \"2\"\nreport = \"0 OK\"\n[[session]]\nname = \"bom\"\ntranscript = \"1\"\n",
    ),
    ("c.bas", "10 PRINT x\n"),
    ("c.toml", "[[session]]\nname = \"pára\"\n"),
    ("d/e.bas", "10 PRINT CHR$ 144\n"),
    (
        "d/e.toml",
        "[[session]]\nname = \"gráfico\"\ntranscript = \"\\uE190\"\n",
    ),
    ("mau.bas", "10 PRINT 1\n"),
    ("sem.bas", "10 PRINT 1\n"),
];
const BROKEN_FILE: (&str, &str) = ("mau.toml", "[[session]\n");
const CASES: &str = r#"
{"id":"good-1","cat":"sums","bas":"1 CLS\n10 PRINT 2+2\n","frames":500,"compare":["end"],"expect":{"end":"report"}}
{"id":"bad-1","cat":"sums","bas":"1 CLS\n10 PRINT 2+2\n","frames":500,"note":"wrong on purpose","compare":["end","scrolls"],"expect":{"end":"frames","scrolls":7}}
{"id":"hang-1","cat":"loops","bas":"10 GO TO 10\n","frames":50,"compare":["end"],"expect":{"end":"frames"}}
{"id":"ask-1","cat":"loops","bas":"10 INPUT a: GO TO 10\n","in":["1","2"],"frames":500,"compare":["end"],"expect":{"end":"input exhausted"}}
{"id":"pace-1","cat":"bench","bas":"10 LET a=1\n","frames":500,"compare":["end"],"expect":{"end":"report","tstates":330007}}
"#;

fn suite() -> TempDir {
    let directory = TempDir::new().unwrap();
    fs::create_dir(directory.path().join("d")).unwrap();
    for (name, text) in FILES.into_iter().chain([BROKEN_FILE]) {
        fs::write(directory.path().join(name), text).unwrap();
    }
    fs::write(directory.path().join("casos.jsonl"), CASES).unwrap();
    directory
}

/// All output of a command: exit code, both streams, JSON, JUnit.
fn shown(directory: &Path, arguments: &[&str]) -> (Option<i32>, [String; 4]) {
    let done = girafa(directory, arguments);
    let options = ["--json", "--junit", "junit.xml"];
    let machine = girafa(directory, &[&arguments[..1], &options, &arguments[1..]].concat());
    let junit = fs::read_to_string(directory.join("junit.xml")).unwrap();
    assert_eq!(machine.status.code(), done.status.code());
    (
        done.status.code(),
        [stdout(&done), stderr(&done), stdout(&machine), junit],
    )
}

/// Runs all parts and returns the names of their files, the last part first.
fn run_parts(directory: &Path, arguments: &[&str], method: &str, parts: usize) -> Vec<String> {
    let run = |part: usize| {
        let partition = format!("{method}{part}/{parts}");
        let done = girafa(
            directory,
            &[arguments, &["--partition", &partition, "--json"]].concat(),
        );
        let file = format!("part-{part}.json");
        fs::write(directory.join(&file), &done.stdout).unwrap();
        file
    };
    (1..=parts).rev().map(run).collect()
}

/// Asserts that the merged parts equal the whole, and returns standard output.
fn assert_parts_are_the_whole(arguments: &[&str], merge: &[&str], exit: i32) -> String {
    let directory = suite();
    let one = shown(directory.path(), arguments);
    assert_eq!(one.0, Some(exit), "{one:?}");
    for method in ["", "count:", "hash:"] {
        // 20 parts are more than any of the suites has sessions.
        for parts in [1, 2, 3, 7, 20] {
            let files = run_parts(directory.path(), arguments, method, parts);
            let files: Vec<&str> = files.iter().map(String::as_str).collect();
            let merged = shown(directory.path(), &[merge, &["--merge"], &files].concat());
            assert_eq!(merged, one, "{method}{parts}");
        }
    }
    let (_, [out, ..]) = one;
    out
}

#[test]
fn parts_of_test_are_merged_to_what_one_machine_shows() {
    assert_parts_are_the_whole(&["test"], &["test"], 5);
    let some = ["test", "a.bas", "b.bas", "--coverage", "10"];
    let out = assert_parts_are_the_whole(&some, &["test"], 1);
    // The last session alone has run 4 of 6.
    assert!(out.contains("5 of 6 statements run (83.3 %)"), "{out}");
    assert_parts_are_the_whole(&["test", "-v", "a.bas", "--filter", "um"], &["test", "-v"], 0);
}

#[test]
fn parts_of_compare_are_merged_to_what_one_machine_shows() {
    assert_parts_are_the_whole(&["compare", "hanoi"], &["compare"], 0);
    let directory = TempDir::new().unwrap();
    let sessions = "coverage = 100\n[[session]]\nname = \"um\"\nanswers = [\"1\", \"1\", \"3\"]\n\
        [[session]]\nname = \"zero\"\nanswers = [\"0\", \"1\", \"3\"]\n";
    fs::write(directory.path().join("hanoi.toml"), sessions).unwrap();
    let directory = directory.path().to_str().unwrap();
    let out = assert_parts_are_the_whole(&["compare", "hanoi", "--sessions", directory], &["compare"], 1);
    assert!(out.contains("statements"), "{out}");
}

#[test]
fn parts_of_conform_are_merged_to_what_one_machine_shows() {
    assert_parts_are_the_whole(&["conform", "casos.jsonl", "-v"], &["conform", "-v"], 1);
}

fn assert_refused(done: &Output, exit: i32, words: &str) {
    assert_eq!((done.status.code(), stdout(done)), (Some(exit), String::new()));
    let message = stderr(done);
    assert!(message.contains(words), "{words:?} is missing: {message}");
}

#[test]
fn parts_that_are_not_one_suite_are_refused() {
    let directory = suite();
    let at = directory.path();
    let files = run_parts(at, &["test", "a.bas", "b.bas"], "", 3);
    let [last, middle, first] = [0, 1, 2].map(|at| files[at].as_str());
    let merge = |files: &[&str]| girafa(at, &[&["test", "--merge"], files].concat());
    assert_refused(&merge(&[first, middle]), 2, "girafa: part 3/3 is missing: ");
    assert_refused(&merge(&[middle]), 2, "girafa: parts 1/3, 3/3 are missing: ");
    assert_refused(
        &merge(&[first, last, first]),
        2,
        "part-1.json and part-1.json are both part 1/3",
    );
    let compare = girafa(at, &["compare", "--merge", first, middle, last]);
    assert_refused(
        &compare,
        2,
        "part-1.json is a part of `girafa test`, expected a part of `girafa compare`",
    );

    let edited = |from: &str, edit: &dyn Fn(&mut Value)| {
        let mut part: Value = serde_json::from_slice(&fs::read(at.join(from)).unwrap()).unwrap();
        edit(&mut part);
        fs::write(at.join("edited.json"), part.to_string()).unwrap();
    };
    edited(last, &|part| part["girafa"] = "9.9.9".into());
    assert_refused(
        &merge(&[first, middle, "edited.json"]),
        2,
        "edited.json is from girafa 9.9.9",
    );
    edited(last, &|part| part["partition"] = "hash:3/3".into());
    assert_refused(
        &merge(&[first, middle, "edited.json"]),
        2,
        "part-1.json is part 1/3, but edited.json is part hash:3/3",
    );
    edited(last, &|part| part["sessions"][0]["number"] = 1.into());
    assert_refused(
        &merge(&[first, middle, "edited.json"]),
        2,
        "session 1 of the suite is in part-1.json and in edited.json",
    );
    edited(last, &|part| part["sessions"] = Value::Array(Vec::new()));
    assert_refused(
        &merge(&[first, middle, "edited.json"]),
        5,
        "the parts have 4 of 5 sessions",
    );
    edited(last, &|part| part["partition"] = "4/3".into());
    assert_refused(
        &merge(&["edited.json"]),
        5,
        "edited.json: not the JSON output of a part",
    );
    fs::write(
        at.join("whole.json"),
        stdout(&girafa(at, &["test", "a.bas", "--json"])),
    )
    .unwrap();
    assert_refused(
        &merge(&["whole.json"]),
        5,
        "whole.json: not the JSON output of a part",
    );
    assert_refused(&merge(&["none.json"]), 5, "none.json: no such file");

    // The same sessions with another program, then with another ROM's printer.
    let old = fs::read(at.join(first)).unwrap();
    fs::write(at.join("old.json"), old).unwrap();
    fs::write(at.join("b.bas"), "10 PRINT 1: PRINT : STOP\n").unwrap();
    run_parts(at, &["test", "a.bas", "b.bas"], "", 3);
    assert_refused(
        &merge(&["old.json", middle, last]),
        2,
        "old.json and part-2.json are parts of different suites",
    );
    fs::copy(at.join(first), at.join("old.json")).unwrap();
    run_parts(at, &["test", "a.bas", "b.bas", "--no-printer"], "", 3);
    assert_refused(&merge(&["old.json", middle, last]), 2, "different suites");

    // A report does not overwrite a part.
    let done = girafa(at, &["test", "--merge", first, middle, last, "--junit", first]);
    assert_refused(&done, 2, first);
}

#[test]
fn a_part_that_does_not_exist_is_refused_and_an_empty_one_says_so() {
    let directory = suite();
    for (value, words) in [
        ("0/3", "part 0 of 3 does not exist"),
        ("4/3", "part 4 of 3 does not exist"),
        ("x", "expected K/N, count:K/N or hash:K/N"),
        ("slice:1/2", "expected K/N, count:K/N or hash:K/N"),
    ] {
        for command in [&["test"][..], &["compare", "hanoi"], &["conform", "casos.jsonl"]] {
            let done = girafa(directory.path(), &[command, &["--partition", value]].concat());
            assert_refused(&done, 2, words);
        }
    }
    for command in [&["test", "a.bas", "b.bas"][..], &["conform", "casos.jsonl"]] {
        let part = [command, &["--partition", "8/9"]].concat();
        let done = girafa(directory.path(), &part);
        assert_eq!(done.status.code(), Some(0), "{}", stdout(&done));
        let last = "part 8/9: none of 5 sessions belong to it\n";
        assert!(stdout(&done).ends_with(last), "{}", stdout(&done));
        let done = girafa(directory.path(), &[&part[..], &["--json"]].concat());
        assert_eq!(stderr(&done), format!("girafa: {last}"));
    }
    let done = girafa(directory.path(), &["test", "a.bas", "--partition", "2/2"]);
    assert!(
        stdout(&done).ends_with("part 2/2: 1 of 3 sessions\n"),
        "{}",
        stdout(&done)
    );
}

/// Partitioning by hash keeps a session in its part when others are added; partitioning by count does not.
#[test]
fn other_sessions_do_not_move_a_session_by_hash() {
    let directory = suite();
    let places = |method: &str| -> BTreeMap<String, usize> {
        let mut places = BTreeMap::new();
        for (file, part) in run_parts(directory.path(), &["test", "a.bas", "b.bas"], method, 3)
            .iter()
            .zip([3, 2, 1])
        {
            let text = fs::read(directory.path().join(file)).unwrap();
            let json: Value = serde_json::from_slice(&text).unwrap();
            for session in json["sessions"].as_array().unwrap() {
                places.insert(format!("{}: {}", session["program"], session["session"]), part);
            }
        }
        places
    };
    let before = [places(""), places("hash:")];
    let a = directory.path().join("a.toml");
    let text = fs::read_to_string(&a).unwrap();
    fs::write(
        &a,
        text.replacen(
            "[[session]]",
            "[[session]]\nname = \"novo\"\nanswers = [\"4\"]\n[[session]]",
            1,
        ),
    )
    .unwrap();
    let after = [places(""), places("hash:")];
    let moved = |at: usize| {
        before[at]
            .iter()
            .filter(|(name, part)| after[at][*name] != **part)
            .count()
    };
    assert_eq!([moved(0), moved(1)], [5, 0]);
}

/// Whatever numbers and names a part contains, only plain text reaches the terminal.
#[test]
fn a_part_may_be_from_anywhere() {
    let directory = suite();
    let at = directory.path();
    run_parts(at, &["test", "a.bas", "b.bas"], "", 1);
    let mut part: Value = serde_json::from_slice(&fs::read(at.join("part-1.json")).unwrap()).unwrap();
    part["suite"]["programs"][0]["program"] = "\u{1b}[2J".into();
    part["suite"]["without"] = vec!["\u{9b}1m"].into();
    for session in part["sessions"].as_array_mut().unwrap() {
        session["session"] = "\u{1b}]0;x\u{7}".into();
        session["failure"] = "\u{1b}c".into();
        session["rows"] = u64::MAX.into();
        session["ways"][0]["tstates"] = u64::MAX.into();
    }
    fs::write(at.join("part-1.json"), part.to_string()).unwrap();
    for option in ["--color=never", "-v", "--json"] {
        let done = girafa(
            at,
            &["test", option, "--merge", "part-1.json", "--junit", "j.xml"],
        );
        assert_eq!(done.status.code(), Some(1), "{}", stderr(&done));
        let xml = fs::read_to_string(at.join("j.xml")).unwrap();
        for text in [stdout(&done), stderr(&done), xml] {
            assert!(!text.chars().any(|c| c.is_control() && c != '\n'), "{text:?}");
        }
    }
    for number in [0_u64, 6, u64::MAX] {
        part["sessions"][0]["number"] = number.into();
        fs::write(at.join("part-1.json"), part.to_string()).unwrap();
        let done = girafa(at, &["test", "--merge", "part-1.json"]);
        assert_refused(&done, 5, "the parts have 4 of 5 sessions");
    }
    part["suite"]["sessions"] = u64::MAX.into();
    fs::write(at.join("part-1.json"), part.to_string()).unwrap();
    let done = girafa(at, &["test", "--merge", "part-1.json"]);
    assert_refused(&done, 5, "of 18446744073709551615 sessions");
}
