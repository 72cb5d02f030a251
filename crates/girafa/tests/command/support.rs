//! Runs the command as a process, and helpers for its tests.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Runs `girafa` in `directory`, without the environment variables for the ROM and the book.
pub fn girafa(directory: &Path, arguments: &[&str]) -> Output {
    command(directory, arguments)
        .output()
        .expect("the command starts")
}

/// Runs it with `input` piped to standard input.
pub fn piped(directory: &Path, arguments: &[&str], input: &[u8]) -> Output {
    let mut child = command(directory, arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    // The write fails if it ended without reading.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

fn command(directory: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_girafa"));
    command
        .args(arguments)
        .current_dir(directory)
        .env_remove("GIRAFA_ROM")
        .env_remove("GIRAFA_BOOK")
        .env("XDG_DATA_HOME", directory.join("data"));
    command
}

/// A ROM other than the built-in one: OpenSE BASIC, whose editor has no K mode. `None` if it is not
/// installed.
pub fn opense() -> Option<&'static str> {
    girafa_test_support::installed("/usr/share/spectrum-roms/opense.rom", "opense-basic")
}

/// The path of the book's text, or `None`.
pub fn book() -> Option<String> {
    girafa_test_support::book().map(|path| path.to_string_lossy().into_owned())
}

/// Standard output as text.
pub fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Standard error as text.
pub fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}
