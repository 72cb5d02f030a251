//! Program input: answers from files and pipes, keys, a tape, a user at a terminal.

use std::fs;
use std::process::Command;

use tempfile::TempDir;

use crate::support::{girafa, opense, piped, stderr, stdout};

const QUIZ: &str = "10 INPUT \"Nome? \";n$: INPUT \"Idade? \";i\n20 PRINT n$;\" \";i\n";

fn directory(listing: &str) -> TempDir {
    let directory = TempDir::new().unwrap();
    fs::write(directory.path().join("p.bas"), listing).unwrap();
    directory
}

#[test]
fn answers_come_from_a_pipe_or_a_file() {
    let directory = directory(QUIZ);
    let path = directory.path();
    fs::write(path.join("a.txt"), "Ana\r\n7\n").unwrap();
    for output in [
        piped(path, &["run", "p.bas"], b"Ana\n7\n"),
        piped(path, &["run", "p.bas", "--answers", "-"], b"Ana\n7"),
        girafa(path, &["run", "p.bas", "--answers", "a.txt"]),
        girafa(
            path,
            &[
                "run",
                "p.bas",
                "--answer",
                "Ana",
                "--answers",
                "a.txt",
                "--answer",
                "7",
            ],
        ),
    ] {
        assert_eq!(stdout(&output), "Ana 7\n0 OK, 20:1\n");
        assert_eq!(output.status.code(), Some(0));
    }
    let few = piped(path, &["run", "p.bas"], b"Ana\n");
    assert_eq!(few.status.code(), Some(4));
    assert!(stderr(&few).contains("Idade? "), "{}", stderr(&few));
    let wrong = piped(path, &["run", "p.bas"], "João\n".as_bytes());
    assert_eq!(wrong.status.code(), Some(2));
    assert_eq!(
        stderr(&wrong),
        "girafa: standard input: the Spectrum's keyboard has no 'ã'\n"
    );
    let missing = girafa(path, &["run", "p.bas", "--answers", "b.txt"]);
    assert_eq!(missing.status.code(), Some(5));
    let endless = piped(path, &["run", "p.bas"], &vec![b'x'; 70_000]);
    assert_eq!(endless.status.code(), Some(2), "{}", stderr(&endless));
}

/// Standard input can be used for one option only.
#[test]
fn answers_from_standard_input_are_read_once() {
    let directory = directory(QUIZ);
    let path = directory.path();
    let output = piped(path, &["run", "p.bas", "--answers", "-"], b"Ana\n7\nx\n");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(stderr(&output), "girafa: 1 answer was not asked for: \"x\"\n");
    fs::write(path.join("p.txt"), "Ana 7\n0 OK, 20:1\n").unwrap();
    let arguments = ["compare", "p.bas", "--expect", "p.txt", "--answers", "-"];
    let output = piped(path, &arguments, b"Ana\n7\n");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
}

/// Answers that INPUT refuses are reported and deleted, with both ROMs.
#[test]
fn refused_answers_are_reported() {
    let directory = directory("10 INPUT x$: PRINT x$\n20 INPUT y: PRINT y\n");
    for rom in [None, opense()] {
        let rom: Vec<&str> = rom.map(|rom| vec!["--rom", rom]).unwrap_or_default();
        let mut arguments = vec!["run", "p.bas"];
        for answer in ["a\"b", "\"", "c", "5+", "(", "3"] {
            arguments.extend(["--answer", answer]);
        }
        let output = girafa(directory.path(), &[arguments, rom].concat());
        let refused = |answer| format!("girafa: INPUT refused the answer {answer:?}, which was deleted\n");
        assert_eq!(stderr(&output), ["a\"b", "\"", "5+", "("].map(refused).concat());
        assert!(stdout(&output).starts_with("c\n3\n"), "{}", stdout(&output));
        assert_eq!(output.status.code(), Some(0));
    }
}

#[test]
fn unused_input_is_reported() {
    let directory = directory(QUIZ);
    let path = directory.path();
    let output = girafa(
        path,
        &[
            "run", "p.bas", "--answer", "A", "--answer", "1", "--answer", "x", "--keys", "y 2s",
        ],
    );
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(
        stderr(&output),
        "girafa: 1 answer was not asked for: \"x\"\ngirafa: 2 items of --keys were not used: y 100f\n"
    );
}

#[test]
fn keys_are_given() {
    let directory = directory("10 PAUSE 0: PRINT INKEY$\n20 IF INKEY$<>\"q\" THEN GO TO 20\n");
    let path = directory.path();
    let output = girafa(path, &["run", "p.bas", "--keys", "s", "--keys", "q"]);
    assert_eq!(
        (stdout(&output).as_str(), output.status.code()),
        ("s\n0 OK, 20:1\n", Some(0))
    );
    let output = girafa(path, &["run", "p.bas", "--keys", "s"]);
    assert_eq!(output.status.code(), Some(4));
    assert!(
        stderr(&output).contains("reads the keyboard in 20:1, and does nothing until"),
        "{}",
        stderr(&output)
    );
    let output = girafa(path, &["run", "p.bas", "--time", "10s"]);
    assert!(
        stderr(&output).contains("ENTER was pressed (1 time)"),
        "{}",
        stderr(&output)
    );
    let output = girafa(path, &["run", "p.bas", "--keys", "FIRE"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        stderr(&output).starts_with("girafa: --keys: \"FIRE\" is not a key"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn a_tape_goes_on_from_run_to_run() {
    let directory = directory("10 DIM a(2): LET a(2)=7: SAVE \"d\" DATA a(): VERIFY \"d\" DATA a()\n");
    let path = directory.path();
    fs::write(
        path.join("l.bas"),
        "10 LOAD \"d\" DATA a(): PRINT a(2): SAVE \"e\" DATA a()\n",
    )
    .unwrap();
    let output = girafa(path, &["run", "p.bas"]);
    assert!(
        stderr(&output).contains("keep it with --tape FILE.tap"),
        "{}",
        stderr(&output)
    );
    for (listing, blocks) in [("p.bas", 2), ("l.bas", 4)] {
        let output = girafa(path, &["run", listing, "--tape", "t.tap"]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        assert_eq!(stderr(&output), "girafa: saved in t.tap\n");
        let info = stdout(&girafa(path, &["info", "t.tap"]));
        assert!(info.contains(&format!(".tap tape, {blocks} items")), "{info}");
    }
    fs::write(path.join("bad.tap"), [9, 0, 1]).unwrap();
    let output = girafa(path, &["run", "p.bas", "--tape", "bad.tap"]);
    assert_eq!(output.status.code(), Some(5));
    assert_eq!(fs::read(path.join("bad.tap")).unwrap(), [9, 0, 1]);
    let output = girafa(path, &["run", "p.bas", "--tape", "no/t.tap"]);
    assert_eq!(output.status.code(), Some(5), "{}", stderr(&output));
}

#[test]
fn a_program_comes_from_standard_input() {
    let directory = directory("10 PRINT 2+2\n");
    let path = directory.path();
    let listing = fs::read(path.join("p.bas")).unwrap();
    assert_eq!(stdout(&piped(path, &["run", "-"], &listing)), "4\n0 OK, 10:1\n");
    girafa(path, &["tap", "p.bas", "-o", "p.tap"]);
    let tape = fs::read(path.join("p.tap")).unwrap();
    assert_eq!(stdout(&piped(path, &["run", "-"], &tape)), "4\n0 OK, 10:1\n");
    let wrong = piped(path, &["run", "-"], b"10 PRUNT 1\n");
    assert_eq!(wrong.status.code(), Some(5));
    assert!(
        stderr(&wrong).contains("standard input:1:4"),
        "{}",
        stderr(&wrong)
    );
    assert_eq!(piped(path, &["run", "-"], b"").status.code(), Some(5));
}

/// At a terminal the user is asked in plain text, line by line.
#[cfg(target_os = "linux")]
#[test]
fn a_user_at_a_terminal_is_asked() {
    use crate::pty::{Answers, Pty};

    let directory = directory(&format!("5 PRINT \"Prima s\": PAUSE 0: PRINT INKEY$\n{QUIZ}"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_girafa"));
    command
        .args(["run", "p.bas"])
        .current_dir(directory.path())
        .env_remove("GIRAFA_ROM");
    let mut pty = Pty::start(&mut command, (80, 24), Answers::default());
    pty.settle("(the program waits for a key in 5:2) key:");
    pty.type_bytes(b"FIRE\n");
    pty.settle("is not a key");
    pty.type_bytes(b"s\n");
    pty.settle("Nome?");
    pty.type_bytes("ã\n".as_bytes());
    pty.settle("the Spectrum's keyboard has no");
    pty.type_bytes(b"Ana\n");
    pty.settle("Idade?");
    pty.type_bytes(b"7\n");
    pty.settle("0 OK, 20:1");
    assert!(pty.wait().success());
    assert!(!String::from_utf8_lossy(&pty.sent()).contains("\"L\""));
}

/// After Ctrl+C, the run prints its output and where it was, and the process ends with SIGINT.
#[cfg(unix)]
#[test]
fn an_interrupted_run_says_where_it_was() {
    use rustix::process::{Pid, Signal, kill_process};
    use std::io::Read;
    use std::os::unix::process::ExitStatusExt;
    use std::process::Stdio;
    let directory = TempDir::new().unwrap();
    fs::write(
        directory.path().join("p.bas"),
        "10 PRINT \"on\": PRINT\n20 GO TO 20\n",
    )
    .unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_girafa"));
    command.args([
        "run", "p.bas", "--time", "24h", "--screen", "out.png", "--record", "p.toml",
    ]);
    command.current_dir(directory.path()).stdin(Stdio::null());
    let mut running = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = [0; 2];
    running.stdout.as_mut().unwrap().read_exact(&mut first).unwrap();
    let pid = Pid::from_raw(running.id() as i32).unwrap();
    kill_process(pid, Signal::INT).unwrap();
    let done = running.wait_with_output().unwrap();
    assert_eq!(done.status.signal(), Some(2), "{}", stderr(&done));
    assert!(
        stderr(&done).starts_with("girafa: interrupted in 20:1 after "),
        "{}",
        stderr(&done)
    );
    assert!(
        stderr(&done).ends_with("girafa: p.toml: nothing was recorded: the run was ended by Ctrl+C\n"),
        "{}",
        stderr(&done)
    );
    assert!(directory.path().join("out.png").is_file());
}
