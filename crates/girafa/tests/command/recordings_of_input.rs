//! `.rzx` recordings: written by `run --record`, played by all commands.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::support::{girafa, opense, stderr, stdout};

/// Answers, keys, a pause, a sound, and a report at the end.
const GAME: &str = "10 INPUT \"Nome? \";n$: PRINT \"Ola \";n$\n15 IF INKEY$<>\"\" THEN GO TO 15\n20 LET k$=INKEY$: IF k$=\"\" THEN GO TO 20\n\
    30 PRINT k$: PAUSE 20: BEEP .1,3: PRINT PEEK 23672\n";
const INPUT: [&str; 4] = ["--answer", "Ana", "--keys", "1s q"];

/// Records the game; returns its output.
fn recorded(directory: &Path) -> String {
    fs::write(directory.join("game.bas"), GAME).unwrap();
    let command = [&["run", "game.bas", "--record", "game.rzx"], INPUT.as_slice()].concat();
    let output = girafa(directory, &command);
    assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(0), ""));
    stdout(&output)
}

#[test]
fn a_recorded_run_is_played_again() {
    let directory = TempDir::new().unwrap();
    let printed = recorded(directory.path());
    assert!(
        printed.starts_with("Ola Ana\nq\n") && printed.ends_with("0 OK, 30:4\n"),
        "{printed}"
    );
    let played = girafa(directory.path(), &["run", "game.rzx", "--record", "again.rzx"]);
    assert_eq!(
        (stdout(&played), stderr(&played)),
        (printed.clone(), String::new())
    );
    assert_eq!(played.status.code(), Some(0));
    let again = girafa(directory.path(), &["run", "again.rzx"]);
    assert_eq!(stdout(&again), printed);

    let json = girafa(directory.path(), &["run", "game.rzx", "--json"]);
    assert!(
        stdout(&json).contains("\"end\":\"recording over\""),
        "{}",
        stdout(&json)
    );
    let short = girafa(directory.path(), &["run", "game.rzx", "--frames", "20"]);
    assert_eq!(short.status.code(), Some(3), "{}", stderr(&short));
}

#[test]
fn other_commands_take_recordings() {
    let directory = TempDir::new().unwrap();
    recorded(directory.path());
    let info = girafa(directory.path(), &["info", "game.rzx"]);
    let said = stdout(&info);
    let first = concat!(
        " snapshot, made by Girafa ",
        env!("CARGO_PKG_VERSION_MAJOR"),
        ".",
        env!("CARGO_PKG_VERSION_MINOR"),
        "\nstarts from a snapshot of a 48K"
    );
    assert!(
        said.starts_with(".rzx recording of ") && said.contains(first),
        "{said}"
    );
    let listing = girafa(directory.path(), &["list", "game.rzx"]);
    assert!(stdout(&listing).contains("PAUSE 20"), "{}", stdout(&listing));
    let debug = girafa(
        directory.path(),
        &[
            "debug", "game.rzx", "-c", "break 30", "-c", "c", "-c", "p n$", "-c", "c",
        ],
    );
    let said = stdout(&debug);
    assert!(
        said.contains("Ana") && said.contains("the recording has ended"),
        "{said}{}",
        stderr(&debug)
    );
    let tape = girafa(directory.path(), &["tap", "game.rzx", "-o", "x.tap"]);
    assert_ne!(tape.status.code(), Some(0));
}

#[test]
fn another_rom_is_out_of_step() {
    let Some(opense) = opense() else {
        return;
    };
    let directory = TempDir::new().unwrap();
    recorded(directory.path());
    let played = girafa(directory.path(), &["run", "game.rzx", "--rom", opense]);
    let said = stderr(&played);
    assert_eq!(played.status.code(), Some(1), "{said}");
    assert!(
        said.contains("game.rzx: warning: this recording was made with another ROM"),
        "{said}"
    );
    assert!(
        said.contains("girafa: out of step with the recording of "),
        "{said}"
    );
    assert!(
        said.contains(" frames: frame ") && said.contains("(--rom)"),
        "{said}"
    );
}

/// A block that a program loads at once adds a snapshot, and the recording still plays.
#[test]
fn programs_that_save_and_load() {
    let directory = TempDir::new().unwrap();
    let listing = "10 DIM a$(3): LET a$=\"abc\": SAVE \"x\" DATA a$()\n20 DIM a$(9): LOAD \"x\" DATA a$(): PRINT a$\n30 PRINT INKEY$;\"!\"\n";
    fs::write(directory.path().join("t.bas"), listing).unwrap();
    let run = girafa(directory.path(), &["run", "t.bas", "--record", "t.rzx"]);
    assert_eq!(run.status.code(), Some(0), "{}", stderr(&run));
    let played = girafa(directory.path(), &["run", "t.rzx"]);
    assert_eq!(
        (played.status.code(), stdout(&played)),
        (Some(0), stdout(&run)),
        "{}",
        stderr(&played)
    );
}

#[test]
fn a_damaged_recording_is_an_error() {
    let directory = TempDir::new().unwrap();
    recorded(directory.path());
    let bytes = fs::read(directory.path().join("game.rzx")).unwrap();
    fs::write(directory.path().join("cut.rzx"), &bytes[..bytes.len() - 9]).unwrap();
    for command in ["run", "info"] {
        let output = girafa(directory.path(), &[command, "cut.rzx"]);
        assert_eq!(output.status.code(), Some(5));
        assert!(
            stderr(&output).contains("cut.rzx: the .rzx file is truncated: the block at offset "),
            "{}",
            stderr(&output)
        );
    }
}
