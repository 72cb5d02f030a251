//! Where output goes: existing files, devices, pipes whose reader has gone.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

use crate::support::{girafa, stderr, stdout};

const LISTING: &str = "10 LPRINT \"oi\"\n20 FOR i=1 TO 2000: NEXT i\n";

/// A directory with `p.bas` and `p.sna`, a snapshot of its end.
fn directory() -> TempDir {
    let directory = TempDir::new().unwrap();
    fs::write(directory.path().join("p.bas"), LISTING).unwrap();
    let saved = girafa(directory.path(), &["run", "p.bas", "--save", "p.sna"]);
    assert_eq!(saved.status.code(), Some(0), "{}", stderr(&saved));
    directory
}

/// Asserts one line on standard error that contains `words`, and this exit code.
fn assert_reported(done: &Output, code: i32, words: &[&str]) {
    let message = stderr(done);
    assert_eq!(done.status.code(), Some(code), "{message}");
    assert_eq!(message.lines().count(), 1, "{message}");
    for word in words {
        assert!(message.contains(word), "{word:?} is missing: {message}");
    }
}

#[test]
fn input_files_are_not_overwritten() {
    let directory = directory();
    for arguments in [
        &["tap", "p.bas", "-o", "p.bas"][..],
        &["tap", "p.bas", "-o", "./p.bas"],
        &["hardcopy", "p.bas", "-o", "p.bas"],
        &["run", "p.bas", "--screen", "p.bas"],
        &["run", "p.bas", "--wav", "p.bas"],
        &["typein", "p.bas", "--width", "none", "-o", "p.bas"],
        &["typein", "p.bas", "--suggest", "p.bas"],
        &["compare", "p.bas", "--expect", "p.bas", "--junit", "p.bas"],
    ] {
        let done = girafa(directory.path(), arguments);
        assert_reported(&done, 2, &["p.bas", "this file is the input"]);
        assert_eq!(
            fs::read_to_string(directory.path().join("p.bas")).unwrap(),
            LISTING
        );
    }
    let again = girafa(
        directory.path(),
        &["run", "p.sna", "--frames", "3", "--save", "p.sna"],
    );
    assert_eq!(again.status.code(), Some(3), "{}", stderr(&again));
}

#[test]
fn one_output_does_not_take_the_place_of_another() {
    let directory = directory();
    let arguments = ["run", "p.bas", "--screen", "x.png", "--paper", "./x.png"];
    let done = girafa(directory.path(), &arguments);
    assert_reported(&done, 2, &["--paper ./x.png", "--screen"]);
    assert!(!directory.path().join("x.png").exists());
    let arguments = ["typein", "p.bas", "-o", "x", "--suggest", "x"];
    assert_reported(&girafa(directory.path(), &arguments), 2, &["--suggest x", "-o"]);
}

/// An invalid output path is reported before the program runs, as a run may take long.
#[test]
fn invalid_output_paths_are_reported_at_once() {
    let directory = directory();
    fs::create_dir(directory.path().join("dir")).unwrap();
    for (path, word) in [
        ("dir", "directory"),
        (".", "directory"),
        ("no/x", "the directory no does not exist"),
    ] {
        for option in ["--screen", "--paper", "--wav"] {
            let done = girafa(directory.path(), &["run", "p.bas", option, path]);
            assert_reported(&done, 5, &[path, word]);
            assert_eq!(stdout(&done), "");
        }
        assert_reported(
            &girafa(directory.path(), &["hardcopy", "p.bas", "-o", path]),
            5,
            &[path, word],
        );
        assert_reported(
            &girafa(directory.path(), &["tap", "p.bas", "-o", path]),
            5,
            &[path, word],
        );
    }
    let done = girafa(directory.path(), &["run", "p.bas", "--screen", "p.bas/x.png"]);
    assert_reported(&done, 5, &["p.bas/x.png"]);
}

#[cfg(unix)]
#[test]
fn a_read_only_file_stays() {
    use std::os::unix::fs::PermissionsExt;
    let directory = directory();
    let path = directory.path().join("x.png");
    fs::write(&path, "kept").unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).unwrap();
    let done = girafa(directory.path(), &["run", "p.bas", "--screen", "x.png"]);
    assert_reported(&done, 5, &["x.png", "permission denied"]);
    assert_eq!(fs::read_to_string(&path).unwrap(), "kept");
    assert_eq!(
        fs::read_dir(directory.path()).unwrap().count(),
        3,
        "nothing is left"
    );
}

/// A pipe or device is written to, not replaced by a file; a link keeps its target.
#[cfg(unix)]
#[test]
fn pipes_and_links_stay_what_they_are() {
    use std::os::unix::fs::FileTypeExt;
    let directory = directory();
    let at = |name: &str| directory.path().join(name);
    let status = Command::new("mkfifo").arg(at("pipe")).status().unwrap();
    assert!(status.success());
    let pipe = at("pipe");
    let reader = std::thread::spawn(move || fs::read(pipe).unwrap());
    let done = girafa(directory.path(), &["run", "p.bas", "--screen", "pipe"]);
    assert_eq!(done.status.code(), Some(0), "{}", stderr(&done));
    assert!(fs::metadata(at("pipe")).unwrap().file_type().is_fifo());
    assert!(reader.join().unwrap().starts_with(b"\x89PNG"));

    fs::create_dir(at("there")).unwrap();
    fs::write(at("there/x.png"), "old").unwrap();
    std::os::unix::fs::symlink("there/x.png", at("link.png")).unwrap();
    let done = girafa(directory.path(), &["run", "p.bas", "--screen", "link.png"]);
    assert_eq!(done.status.code(), Some(0), "{}", stderr(&done));
    assert!(at("link.png").is_symlink());
    assert!(fs::read(at("there/x.png")).unwrap().starts_with(b"\x89PNG"));
}

/// Runs the command with one of its outputs going to a pipe without a reader.
#[cfg(unix)]
fn unread(directory: &Path, arguments: &[&str], errors_too: bool) -> Output {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let mut command = Command::new(env!("CARGO_BIN_EXE_girafa"));
    command
        .args(arguments)
        .current_dir(directory)
        .env_remove("GIRAFA_ROM")
        .env_remove("GIRAFA_BOOK")
        .env("XDG_DATA_HOME", directory.join("data"))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    if errors_too {
        command.stderr(writer);
    } else {
        command.stdout(writer);
    }
    command.output().unwrap()
}

#[cfg(unix)]
#[test]
fn a_reader_who_has_gone_gets_no_message() {
    let directory = directory();
    for command in ["run", "trace", "profile", "cover", "vars", "list", "info"] {
        let done = unread(directory.path(), &[command, "p.bas"], false);
        assert_eq!(done.status.code(), Some(5), "{command}");
        assert_eq!(stderr(&done), "", "{command}");
    }
}

/// A failure to write messages does not change the result.
#[cfg(unix)]
#[test]
fn messages_that_nobody_reads() {
    let directory = directory();
    fs::write(directory.path().join("bad.bas"), "10 LET\n").unwrap();
    for (arguments, code) in [
        (&["trace", "hanoi", "--answer", "1"][..], 4),
        (&["check", "p.bas"], 0),
        (&["typein", "p.bas", "--width", "auto"], 0),
        (&["run", "bad.bas"], 5),
        (&["run", "p.bas", "--frames", "3"], 3),
        (&["hardcopy", "p.sna", "--text"], 1),
    ] {
        let heard = girafa(directory.path(), arguments);
        let unheard = unread(directory.path(), arguments, true);
        assert_eq!(
            heard.status.code(),
            Some(code),
            "{arguments:?}: {}",
            stderr(&heard)
        );
        assert_ne!(stderr(&heard), "", "{arguments:?}");
        assert_eq!(unheard.status.code(), Some(code), "{arguments:?}");
        assert_eq!(stdout(&unheard), stdout(&heard), "{arguments:?}");
    }
}
