//! Listings as other programs write them.

use std::fs;
use std::process::Command;

use girafa_test_support::shared;
use tempfile::TempDir;

use crate::strangers::{OK_OUTPUT, assert_says};
use crate::support::{girafa, stderr, stdout};

/// Listings written by other tools, each with its expected format.
#[test]
fn listings_as_other_tools_write_them() {
    let Some(runs) = shared("outside/runs") else {
        return;
    };
    let directory = TempDir::new().unwrap();
    let run = |name: &str| girafa(directory.path(), &["run", runs.join(name).to_str().unwrap()]);
    let basin = run("basin-check.bas");
    assert_eq!(
        (basin.status.code(), stdout(&basin).as_str()),
        (Some(0), "* 3\n0 OK, 20:1\n")
    );
    let zero = run("line-zero.bas");
    assert_says(&zero, 0, "line zero\n1\n2\n3\n0 OK, 1:3\n", "");
    let unnumbered = run("unnumbered.bas");
    assert_eq!(
        (unnumbered.status.code(), stdout(&unnumbered).as_str()),
        (Some(0), "no numbers\nno labels\n0 OK, 40:1\n")
    );
    assert!(
        stderr(&unnumbered).starts_with("note[G102]: no line has a number: they are numbered 10, 20, ...")
    );
    let disk = run("plus3dos.bas");
    assert_says(&disk, 0, "hi\n0 OK, 10:1\n", "");
    for (name, code, help) in [
        ("rand.bas", 5, "`RAND` is short for `RANDOMIZE`"),
        ("if1-syntax.bas", 1, "this statement needs an Interface 1"),
    ] {
        let output = run(name);
        assert_eq!(output.status.code(), Some(code), "{name}");
        assert!(stderr(&output).contains(help), "{name}: {}", stderr(&output));
    }
    for arguments in [
        &["list"][..],
        &["check"],
        &["info"],
        &["untap"],
        &["tap", "-o", "disk.tap"],
    ] {
        let disk = runs.join("plus3dos.bas");
        let arguments = [arguments, &[disk.to_str().unwrap()]].concat();
        let output = girafa(directory.path(), &arguments);
        assert_eq!(
            output.status.code(),
            Some(0),
            "{arguments:?}: {}",
            stderr(&output)
        );
    }
    let from_standard_input = Command::new(env!("CARGO_BIN_EXE_girafa"))
        .args(["check", "-"])
        .stdin(fs::File::open(runs.join("plus3dos.bas")).unwrap())
        .output()
        .unwrap();
    let message = stderr(&from_standard_input);
    assert_eq!(from_standard_input.status.code(), Some(0), "{message}");
}

#[test]
fn listings_of_other_editors() {
    let directory = TempDir::new().unwrap();
    let directory = directory.path();
    let utf_16: Vec<u8> = "\u{FEFF}10 PRINT \"ok\": STOP\r\n"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    fs::write(directory.join("u.bas"), utf_16).unwrap();
    assert_says(&girafa(directory, &["run", "u.bas"]), 0, OK_OUTPUT, "");
    let basinc = "Auto 8224\r\n\r\n# Run-time Variables\r\n\r\n# End Run-time Variables\r\n\r\n  10 PRINT \"ok\": STOP\r\n";
    fs::write(directory.join("b.bas"), basinc).unwrap();
    assert_says(&girafa(directory, &["run", "b.bas"]), 0, OK_OUTPUT, "");
    assert_says(
        &girafa(directory, &["check", "b.bas"]),
        0,
        "",
        "b.bas: nothing found\n",
    );
}

/// Why: a listing may name the line to start at, and variables, which RUN would clear; so `tap` must keep both.
#[test]
fn listings_start_where_they_say() {
    let work = TempDir::new().unwrap();
    let directory = work.path();
    let basinc = "Auto 20\n\n# Run-time Variables\n\nVar g: Num = 7\n\n# End Run-time Variables\n\n  \
        10 PRINT \"start\": STOP\n  20 PRINT g\n";
    let lines = "10 PRINT \"start\": STOP\n20 PRINT 7\n";
    for (name, listing) in [
        ("basinc.bas", basinc.to_owned()),
        ("head.bas", format!("# girafa: autostart=20\n{lines}")),
    ] {
        fs::write(directory.join(name), listing).unwrap();
        let run = |name: &str| stdout(&girafa(directory, &["run", name]));
        assert_eq!(run(name), "7\n0 OK, 20:1\n", "{name}");
        let made = girafa(directory, &["tap", name, "-o", "a.tap", "--name", "a"]);
        assert_eq!(made.status.code(), Some(0), "{}", stderr(&made));
        assert_eq!(run("a.tap"), "7\n0 OK, 20:1\n", "{name}");
    }
    fs::write(directory.join("b.bas"), basinc).unwrap();
    girafa(directory, &["tap", "b.bas", "-o", "b.tap"]);
    let written = stdout(&girafa(directory, &["untap", "b.tap", "--basin"]));
    assert_eq!(
        written,
        basinc.replace("Auto 20\n\n", "Auto 20\n\n# girafa: name=\"b\"\n\n")
    );
    let session = "[[session]]\nname = \"a\"\ntranscript = \"7\\n\"\n";
    fs::write(directory.join("b.toml"), session).unwrap();
    let tested = girafa(directory, &["test", "b.toml"]);
    assert_eq!(tested.status.code(), Some(0), "{}", stdout(&tested));
    // RUN is typed where this makes no difference.
    fs::write(
        directory.join("first.bas"),
        format!("# girafa: autostart=10\n{lines}"),
    )
    .unwrap();
    assert_eq!(
        stdout(&girafa(directory, &["run", "first.bas"])),
        "start\n9 STOP statement, 10:2\n"
    );
}
