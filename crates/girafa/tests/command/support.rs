//! The command as a process, and what its tests need.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Runs `girafa` in `directory`; neither a ROM nor a book of the environment gets in.
pub fn girafa(directory: &Path, arguments: &[&str]) -> Output {
    command(directory, arguments)
        .output()
        .expect("the command starts")
}

/// The same with `input` in a pipe as standard input.
pub fn piped(directory: &Path, arguments: &[&str], input: &[u8]) -> Output {
    let mut child = command(directory, arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    // It may have ended without reading.
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

/// Another ROM than the built-in one: OpenSE BASIC, whose editor has no K mode. `None` where it is not
/// installed.
pub fn opense() -> Option<&'static str> {
    girafa_test_support::installed("/usr/share/spectrum-roms/opense.rom", "opense-basic")
}

/// The path of the book's text. `None` where there is none.
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
