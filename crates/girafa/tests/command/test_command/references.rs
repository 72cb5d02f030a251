//! Commands as references.

use serde_json::Value;

use super::{SQUARES_PROGRAM, assert_differs, assert_well, marked, test, with_files, write};
use crate::support::stdout;

#[test]
fn a_reference_is_any_command() {
    if !girafa_test_support::has_command("python3") {
        return;
    }
    let python = "import os\nn = int(input())\nfor i in range(1, n + 1):\n    print(i * i if i < 4 else 0, ' ')\nassert os.environ['GIRAFA_SESSION']\n";
    let toml = "reference = [\"python3\", \"q.py\"]\n[[session]]\nname = \"certo\"\nanswers = [\"3\"]\n\
        [[session]]\nname = \"errado\"\nanswers = [\"4\"]\n[[session]]\nname = \"avaria\"\nanswers = [\"0\"]\nreference = [\"python3\", \"-c\", \"raise SystemExit(3)\"]\n\
        [[session]]\nname = \"nenhuma\"\nanswers = [\"5\"]\nreference = []\n";
    let directory = with_files(&[
        ("dir/q.bas", SQUARES_PROGRAM),
        ("dir/q.py", python),
        ("dir/q.toml", toml),
    ]);
    let done = test(&directory, &["dir"]);
    assert_differs(
        &done,
        &[
            "2 of 4 sessions failed",
            "listing (transcript)",
            "reference: python3 ended with exit status: 3",
        ],
    );
    assert_eq!(marked(&stdout(&done)), ["4 16 ! 4 0"], "{}", stdout(&done));
    let json = test(&directory, &["dir", "--json"]);
    let json: Value = serde_json::from_str(&stdout(&json)).unwrap();
    assert_eq!(json[0]["ways"][2]["way"], "reference");
    assert_eq!(json[1]["differences"][0]["right"]["way"], "reference");
    assert_eq!(json[3]["ways"].as_array().unwrap().len(), 2);
}

/// A missing command is reported once for all sessions.
#[test]
fn a_missing_command_is_reported_once() {
    let sessions: String = (0..20)
        .map(|n| format!("[[session]]\nname = \"s{n}\"\nanswers = [\"3\"]\n"))
        .collect();
    let toml = format!("reference = [\"./nao-ha\", \"x\"]\n{sessions}");
    let directory = with_files(&[("q.bas", SQUARES_PROGRAM), ("q.toml", &toml)]);
    let done = test(&directory, &[]);
    assert_differs(&done, &["s0; s1; s2 and 17 more:", "command ./nao-ha not found"]);
    assert_eq!(stdout(&done).matches("nao-ha").count(), 1);
}

#[test]
fn printer_output_is_compared_with_the_reference() {
    let toml = "reference = [\"echo\", \"papel\"]\n[[session]]\nname = \"a\"\ncompare = [\"paper\"]\n";
    let directory = with_files(&[("p.bas", "10 LPRINT \"papel\": PRINT 1\n"), ("p.toml", toml)]);
    assert_well(&test(&directory, &[]));
    write(&directory, "p.bas", "10 LPRINT \"pepel\": PRINT 1\n");
    assert_differs(&test(&directory, &[]), &["listing (paper)"]);
}
