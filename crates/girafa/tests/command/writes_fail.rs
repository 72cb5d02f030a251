//! If output cannot be written, the existing file stays intact, and there is one message, exit code 5, and no
//! partial file. Tests every output of every subcommand, and both streams.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

use crate::support::{girafa, stderr, stdout};

/// Commands that write to `>`, an existing file, or to the directory `new`.
const WRITING_COMMANDS: &[&str] = &[
    "run p.bas --screen >",
    "run p.bas --gif >",
    "run p.bas --paper >",
    "run p.bas --wav >",
    "run p.bas --save >.szx",
    "run p.bas --save >.sna",
    "run p.bas --save >.z80",
    "run p.bas --tape >.tap",
    "run p.bas --record p.toml",
    "init p.bas",
    "hardcopy p.bas -o >",
    "hardcopy p.bas -o > --style paper",
    "hardcopy p.bas -o >-1 --page 5",
    "hardcopy p.bas --text --tape >.tap",
    "vars p.bas --tape >.tap",
    "trace p.bas --tape >.tap",
    "profile p.bas --tape >.tap",
    "cover p.bas --tape >.tap",
    "tap p.bas -o >",
    "tap p.bas --raw -o >",
    "typein p.bas -o > --width none",
    "typein bad.txt --suggest >",
    "compare p.bas --expect e.txt --junit >",
    "compare p.bas --expect e.txt --tape >.tap",
    "test td --junit >",
    "test tb --bless",
    "book new soma.txt --out new",
    "book import soma.txt --records r --out new",
    "man --out new",
    "init new",
];

/// Commands that print.
const PRINTING_COMMANDS: &[&str] = &[
    "run p.bas",
    "run p.bas --json",
    "programs",
    "programs --json",
    "untap t.tap",
    "typein p.bas --width none",
    "typein p.bas --width none --json",
    "list p.bas",
    "check warned.bas",
    "check warned.bas --json",
    "check warned.bas --sarif",
    "check --explain all",
    "book import soma.txt --records r --out new",
    "book new soma.txt --out new",
    "book list",
    "hardcopy p.bas --text",
    "test td",
    "test td --json",
    "init new",
    "compare p.bas --expect e.txt",
    "compare p.bas --expect e.txt --json",
    "cover p.bas",
    "cover p.bas --json",
    "profile p.bas",
    "profile p.bas --json",
    "trace p.bas",
    "vars warned.bas",
    "vars warned.bas --json",
    "info p.bas",
    "conform cases.jsonl",
    "completions bash",
    "man",
    "man --out new",
    "--help",
    "-V",
    "help",
    "run --help",
];

const LISTING: &str = "10 FOR i=1 TO 9: LPRINT i: PRINT i: NEXT i: BEEP .1,3: SAVE \"x\"\n";

fn files() -> TempDir {
    let directory = TempDir::new().unwrap();
    let put = |name: &str, text: &str| {
        let path = directory.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    for name in ["p.bas", "td/p.bas", "tb/p.bas"] {
        put(name, LISTING);
    }
    put("warned.bas", "10 LET a=1: LET b=2\n20 STOP\n30 PRINT 1\n");
    put("bad.txt", "10 PRINT \"x\n20 GO TP 10\n");
    put("e.txt", "1\n");
    for name in ["td/p.toml", "tb/p.toml"] {
        put(name, "[[session]]\nname = \"x\"\nreport = \"z\"\n");
    }
    put(
        "soma.txt",
        "SOMA\n\n10 INPUT a\n20 INPUT b\n30 PRINT \"Soma: \";a-b\n\nFim.\n",
    );
    put(
        "cases.jsonl",
        "{\"id\":\"x\",\"cat\":\"c\",\"bas\":\"10 PRINT 1\\n\",\"frames\":300,\"compare\":[\"screen\"],\"expect\":{\"screen\":[\"2\"]}}\n",
    );
    for arguments in [
        &["tap", "p.bas", "-o", "t.tap"][..],
        &["book", "new", "soma.txt", "--out", "r"],
    ] {
        let output = girafa(directory.path(), arguments);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    }
    directory
}

fn command(directory: &Path, program: &str) -> Command {
    let mut command = Command::new(program);
    command
        .current_dir(directory)
        .env_remove("GIRAFA_ROM")
        .env_remove("GIRAFA_BOOK")
        .env("XDG_DATA_HOME", directory.join("data"))
        .stdin(Stdio::null());
    command
}

/// Runs with a file size limit of zero.
fn without_room(directory: &Path, arguments: &str) -> Output {
    command(directory, "sh")
        .args([
            "-c",
            "ulimit -f 0; exec \"$0\" \"$@\"",
            env!("CARGO_BIN_EXE_girafa"),
        ])
        .args(arguments.split(' '))
        .output()
        .unwrap()
}

/// All files below a directory, with their contents.
fn all_files(directory: &Path) -> BTreeSet<(String, Vec<u8>)> {
    let mut found = BTreeSet::new();
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(all_files(&path));
        } else {
            found.insert((path.display().to_string(), fs::read(&path).unwrap()));
        }
    }
    found
}

#[test]
fn a_write_that_fails_costs_nothing() {
    let directory = files();
    let old = fs::read(directory.path().join("t.tap")).unwrap();
    let mut failures = Vec::new();
    for case in WRITING_COMMANDS {
        for word in case.split(' ').filter(|word| word.starts_with('>')) {
            fs::write(directory.path().join(word.replace('>', "out")), &old).unwrap();
        }
        let before = all_files(directory.path());
        let done = without_room(directory.path(), &case.replace('>', "out"));
        let message = stderr(&done);
        if done.status.code() != Some(5)
            || message
                .matches("the system does not allow files of this size")
                .count()
                != 1
        {
            failures.push(format!("{case}: {:?} {message}", done.status.code()));
        }
        if all_files(directory.path()) != before {
            failures.push(format!("{case}: the files are not what they were"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[cfg(target_os = "linux")]
#[test]
fn streams_that_are_full() {
    let directory = files();
    let full = || fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let run = |case: &str, stdout: Stdio, stderr: Stdio| {
        let _ = fs::remove_dir_all(directory.path().join("new"));
        let mut command = command(directory.path(), env!("CARGO_BIN_EXE_girafa"));
        command.args(case.split(' ')).stdout(stdout).stderr(stderr);
        command.output().unwrap()
    };
    let mut failures = Vec::new();
    for case in PRINTING_COMMANDS {
        let done = run(case, full().into(), Stdio::piped());
        let message = stderr(&done);
        if done.status.code() != Some(5) || !message.contains("standard output: ") {
            failures.push(format!("{case}: {:?} {message}", done.status.code()));
        }
        let heard = run(case, Stdio::piped(), Stdio::piped());
        let unheard = run(case, Stdio::piped(), full().into());
        if (heard.status.code(), stdout(&heard)) != (unheard.status.code(), stdout(&unheard)) {
            failures.push(format!("{case}: differs where nobody hears its messages"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    for case in WRITING_COMMANDS
        .iter()
        .filter(|case| case.contains('>') && !case.contains("--save"))
    {
        let case = case
            .replace(">.tap", ">")
            .replace(">-1", ">")
            .replace('>', "/dev/full");
        if case.contains("--page") {
            continue;
        }
        let done = run(&case, Stdio::piped(), Stdio::piped());
        assert_eq!(done.status.code(), Some(5), "{case}: {}", stderr(&done));
        assert!(stderr(&done).contains("/dev/full: "), "{case}: {}", stderr(&done));
    }
}

/// A directory in which no file can be created, even by root.
#[cfg(target_os = "linux")]
#[test]
fn a_directory_that_takes_no_file() {
    let directory = files();
    let done = girafa(
        directory.path(),
        &["run", "p.bas", "--screen", "/proc/self/x.png"],
    );
    assert_eq!(done.status.code(), Some(5));
    assert!(stderr(&done).contains("/proc/self/x.png: "), "{}", stderr(&done));
}

/// With several concurrent writers, the output is always one complete file, and no other file remains.
#[test]
fn writers_of_one_output_leave_one_whole_file() {
    let directory = TempDir::new().unwrap();
    let writers = 6;
    let mut whole = Vec::new();
    for writer in 0..writers {
        let name = format!("p{writer}.bas");
        let text = format!("10 REM {}\n", "1".repeat(1 + writer * 40));
        fs::write(directory.path().join(&name), text).unwrap();
        let tap = |output: &str| ["tap", &name, "-o", output, "--name", "x"].map(str::to_owned);
        let arguments = tap(&format!("{writer}.tap"));
        let output = girafa(directory.path(), &arguments.each_ref().map(String::as_str));
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        whole.push(fs::read(directory.path().join(format!("{writer}.tap"))).unwrap());
    }
    let before = fs::read_dir(directory.path()).unwrap().count();
    for _ in 0..10 {
        let running: Vec<_> = (0..writers)
            .map(|writer| {
                let mut command = command(directory.path(), env!("CARGO_BIN_EXE_girafa"));
                let name = format!("p{writer}.bas");
                command.args(["tap", &name, "-o", "out.tap", "--name", "x"]);
                command.spawn().unwrap()
            })
            .collect();
        for mut child in running {
            assert_eq!(child.wait().unwrap().code(), Some(0));
        }
        let written = fs::read(directory.path().join("out.tap")).unwrap();
        assert!(whole.contains(&written));
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), before + 1);
    }
}
