//! `girafa check`: findings, their positions, the exit code.

use std::fs;

use serde_json::Value;
use tempfile::TempDir;

use crate::support::{book, girafa, piped, stderr, stdout};

const BAD_PROGRAM: &str = "10 DIM a(5)\n20 FOR i=1 TO 6: LET a(i)=total: NEXT i\n30 GO TO 25\n";

#[test]
fn errors_are_shown_with_their_places() {
    let directory = TempDir::new().unwrap();
    fs::write(directory.path().join("bad.bas"), BAD_PROGRAM).unwrap();
    let checked = girafa(directory.path(), &["check", "bad.bas"]);
    assert_eq!(checked.status.code(), Some(1), "{}", stderr(&checked));
    let out = stdout(&checked);
    for words in [
        "error[G011]",
        "bad.bas:2:24",
        "error[G010]",
        "total",
        "warning[G001]",
        "line 30",
    ] {
        assert!(out.contains(words), "{words}: {out}");
    }
    assert!(
        stderr(&checked).contains("2 errors, 1 warning"),
        "{}",
        stderr(&checked)
    );
}

#[test]
fn findings_as_json_of_text_and_tape() {
    let directory = TempDir::new().unwrap();
    fs::write(directory.path().join("bad.bas"), BAD_PROGRAM).unwrap();
    girafa(directory.path(), &["tap", "bad.bas", "-o", "bad.tap"]);
    for name in ["bad.bas", "bad.tap"] {
        let checked = girafa(directory.path(), &["check", name, "--json"]);
        assert_eq!(checked.status.code(), Some(1));
        let found: serde_json::Value = serde_json::from_str(&stdout(&checked)).unwrap();
        let codes: Vec<&str> = found
            .as_array()
            .unwrap()
            .iter()
            .map(|finding| finding["code"].as_str().unwrap())
            .collect();
        assert_eq!(codes, ["G011", "G010", "G001"], "{name}");
    }
}

#[test]
fn mistakes_fail_and_warnings_do_not() {
    let directory = TempDir::new().unwrap();
    let write = |name: &str, text: &str| fs::write(directory.path().join(name), text).unwrap();
    write("good.bas", "10 LET a=1: PRINT a\n");
    write("look.bas", "10 POKE 23625,8\n");
    write("broken.bas", "10 PRIMT 1\n");
    for (name, exit, words) in [
        ("good.bas", 0, "nothing found"),
        ("look.bas", 0, "0 errors, 1 warning"),
        ("broken.bas", 5, "broken.bas has mistakes"),
        ("none.bas", 5, "no such file"),
    ] {
        let checked = girafa(directory.path(), &["check", name]);
        assert_eq!(checked.status.code(), Some(exit), "{name}");
        assert!(stderr(&checked).contains(words), "{name}: {}", stderr(&checked));
    }
}

/// Errors are in the same array as the findings, with repairs.
#[test]
fn mistakes_as_json() {
    let directory = TempDir::new().unwrap();
    fs::write(
        directory.path().join("broken.bas"),
        "10 BORDER 9\n20 PIRNT 1: ELSE\n30 x=1\n",
    )
    .unwrap();
    for arguments in [
        ["check", "broken.bas", "--json"],
        ["check", "broken.bas", "--format=json"],
    ] {
        let checked = girafa(directory.path(), &arguments);
        assert_eq!((checked.status.code(), stderr(&checked).as_str()), (Some(5), ""));
        let found: Value = serde_json::from_str(&stdout(&checked)).unwrap();
        let field = |name: &str| -> Vec<Value> {
            let findings = found.as_array().unwrap().iter();
            findings.map(|finding| finding[name].clone()).collect()
        };
        assert_eq!(field("code"), ["G030", "G100", "G101", "G100"]);
        assert_eq!(field("row"), [1, 2, 2, 3]);
        assert_eq!(field("column"), [11, 4, 13, 4]);
        assert_eq!(field("end_column"), [12, 9, 17, 5]);
        assert_eq!(field("file"), ["broken.bas"; 4]);
        let fix = &found[1]["fixes"][0];
        assert_eq!(
            (&fix["replacement"], &fix["column"], &fix["end_column"]),
            (&"PRINT".into(), &4.into(), &9.into())
        );
    }
}

#[test]
fn findings_as_sarif() {
    let directory = TempDir::new().unwrap();
    fs::write(directory.path().join("a b.bas"), "10 PIRNT 1\n20 POKE 23625,8\n").unwrap();
    fs::write(directory.path().join("good.bas"), "10 CLS\n").unwrap();
    let checked = girafa(directory.path(), &["check", "a b.bas", "good.bas", "--sarif"]);
    assert_eq!(checked.status.code(), Some(5), "{}", stderr(&checked));
    let log: Value = serde_json::from_str(&stdout(&checked)).unwrap();
    assert_eq!(log["version"], "2.1.0");
    let [run] = log["runs"].as_array().unwrap().as_slice() else {
        panic!("one run")
    };
    let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
    for rule in rules {
        for text in ["shortDescription", "fullDescription"] {
            assert!(!rule[text]["text"].as_str().unwrap().is_empty());
        }
    }
    let results = run["results"].as_array().unwrap();
    assert_eq!(results.len(), 2);
    for (result, level) in results.iter().zip(["error", "warning"]) {
        assert_eq!(result["level"], level);
        let index = result["ruleIndex"].as_u64().unwrap() as usize;
        assert_eq!(rules[index]["id"], result["ruleId"]);
        assert!(!result["message"]["text"].as_str().unwrap().is_empty());
        let place = &result["locations"][0]["physicalLocation"];
        assert_eq!(place["artifactLocation"]["uri"], "a%20b.bas");
        for side in ["startLine", "startColumn", "endLine", "endColumn"] {
            assert!(place["region"][side].as_u64().unwrap() > 0);
        }
    }
    let change = &results[0]["fixes"][0]["artifactChanges"][0];
    let replacement = &change["replacements"][0];
    assert_eq!(replacement["insertedContent"]["text"], "PRINT");
    assert_eq!(
        replacement["deletedRegion"],
        results[0]["locations"][0]["physicalLocation"]["region"]
    );
}

/// An unreadable target is reported, and the others are still checked.
#[test]
fn several_targets_and_standard_input() {
    let directory = TempDir::new().unwrap();
    let write = |name: &str, text: &str| fs::write(directory.path().join(name), text).unwrap();
    write("good.bas", "10 CLS\n");
    write("bad.bas", BAD_PROGRAM);
    let checked = girafa(directory.path(), &["check", "good.bas", "bad.bas", "hanoi"]);
    assert_eq!(checked.status.code(), Some(1));
    for words in [
        "good.bas: nothing found",
        "bad.bas: 2 errors",
        "hanoi: nothing found",
    ] {
        assert!(stderr(&checked).contains(words), "{}", stderr(&checked));
    }
    let checked = girafa(directory.path(), &["check", "none.bas", "bad.bas", "--json"]);
    assert_eq!(checked.status.code(), Some(5));
    assert!(stderr(&checked).contains("none.bas"), "{}", stderr(&checked));
    assert!(stdout(&checked).contains("\"file\":\"bad.bas\""));
    let checked = piped(directory.path(), &["check", "-"], BAD_PROGRAM.as_bytes());
    assert_eq!(checked.status.code(), Some(1));
    assert!(
        stdout(&checked).contains("--> standard input:2:24"),
        "{}",
        stdout(&checked)
    );
}

#[test]
fn severities() {
    let directory = TempDir::new().unwrap();
    fs::write(directory.path().join("look.bas"), "10 POKE 23625,8: GO TO 5\n").unwrap();
    for (options, exit, words) in [
        (&[][..], 0, "0 errors, 2 warnings"),
        (&["--deny-warnings"], 1, "0 errors, 2 warnings"),
        (&["--error", "G020"], 1, "1 error, 1 warning"),
        (&["--error", "all", "--allow", "g020"], 1, "1 error, 0 warnings"),
        (&["--allow", "G001,G020"], 0, "nothing found"),
        (&["--note", "all"], 0, "0 errors, 0 warnings, 2 notes"),
        (&["--warn", "G404"], 2, "--explain all"),
        (&["--allow", "G100"], 2, "a syntax error"),
    ] {
        let arguments = [&["check", "look.bas"], options].concat();
        let checked = girafa(directory.path(), &arguments);
        assert_eq!(checked.status.code(), Some(exit), "{options:?}");
        assert!(
            stderr(&checked).contains(words),
            "{options:?}: {}",
            stderr(&checked)
        );
    }
    let explained = girafa(directory.path(), &["check", "--explain", "g033"]);
    assert!(stdout(&explained).starts_with("G033 (error): item of PRINT out of range\n"));
    assert_eq!(
        girafa(directory.path(), &["check", "--explain", "G404"])
            .status
            .code(),
        Some(2)
    );
    assert_eq!(girafa(directory.path(), &["check"]).status.code(), Some(2));
}

/// A snapshot of a running program has variables that no line sets.
#[test]
fn a_running_program_has_variables() {
    let directory = TempDir::new().unwrap();
    let text = "10 PRINT a: GO TO 10\n";
    fs::write(directory.path().join("p.bas"), text).unwrap();
    let arguments = ["run", "p.bas", "--frames", "20", "--save", "p.sna"];
    girafa(directory.path(), &arguments);
    for (name, exit) in [("p.bas", 1), ("p.sna", 0)] {
        let checked = girafa(directory.path(), &["check", name]);
        assert_eq!(checked.status.code(), Some(exit), "{name}: {}", stdout(&checked));
    }
}

#[test]
fn names_that_are_nearly_right() {
    let directory = TempDir::new().unwrap();
    fs::write(directory.path().join("jogo.bas"), "10 CLS\n").unwrap();
    for (name, words) in [
        ("hanio", "did you mean hanoi?"),
        ("jogo", "did you mean jogo.bas?"),
        ("foo", "foo.bas, or .txt, .tap"),
        ("foo", "`girafa programs` lists them"),
    ] {
        for command in ["run", "check"] {
            let done = girafa(directory.path(), &[command, name]);
            assert_eq!(done.status.code(), Some(5));
            assert!(stderr(&done).contains(words), "{}", stderr(&done));
        }
    }
}

#[test]
fn a_listing_of_the_book() {
    let Some(book) = book() else { return };
    let directory = TempDir::new().unwrap();
    let imported = girafa(directory.path(), &["book", "import", &book, "--out", "listings"]);
    assert_eq!(imported.status.code(), Some(0), "{}", stderr(&imported));
    let checked = girafa(directory.path(), &["check", "nim"]);
    assert_eq!(checked.status.code(), Some(0), "{}", stdout(&checked));
    let table = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/checks.md")).unwrap();
    for code in stdout(&checked)
        .split('[')
        .skip(1)
        .filter_map(|rest| rest.split(']').next())
    {
        assert!(table.contains(code), "{code}");
    }
}

/// Reports limit the number of findings and the length of quoted lines, and say what was omitted.
#[test]
fn reports_have_a_limit() {
    let directory = TempDir::new().unwrap();
    let numbers = format!("{}\n{}", "0".repeat(100_000), "17\n".repeat(6_000));
    fs::write(directory.path().join("many.bas"), numbers).unwrap();
    let json = girafa(directory.path(), &["check", "many.bas", "many.bas", "--json"]);
    assert_eq!(json.status.code(), Some(5), "{}", stderr(&json));
    let findings: Value = serde_json::from_slice(&json.stdout).unwrap();
    let findings = findings.as_array().unwrap();
    assert_eq!(findings.len(), 5_000);
    let messages = stderr(&json);
    assert!(
        messages.contains("more findings are left out: 5000 are reported at most"),
        "{messages}"
    );
    let longest = findings.iter().map(|finding| finding.to_string().len()).max();
    assert!(longest < Some(4_000), "{longest:?}");
    let sarif = girafa(directory.path(), &["check", "many.bas", "--sarif"]);
    let log: Value = serde_json::from_slice(&sarif.stdout).unwrap();
    let run = &log["runs"][0];
    assert_eq!(run["results"].as_array().unwrap().len(), 5_000);
    let note = &run["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"];
    assert!(note.as_str().unwrap().contains("left out"), "{note}");
}
