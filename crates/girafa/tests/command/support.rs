//! The command as a process, and the ROM to run it with.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Where Debian's package opense-basic puts a ROM.
const OPENSE: &str = "/usr/share/spectrum-roms/opense.rom";

/// Runs `girafa` in `directory`; neither a ROM nor a book of the environment gets in.
pub fn girafa(directory: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_girafa"))
        .args(arguments)
        .current_dir(directory)
        .env_remove("GIRAFA_ROM")
        .env_remove("GIRAFA_BOOK")
        .env("XDG_DATA_HOME", directory.join("data"))
        .output()
        .expect("the command starts")
}

/// The ROM to test with: GIRAFA_ROM, else OpenSE BASIC's. Where there is none the test is skipped, except in CI.
pub fn rom() -> Option<String> {
    let path = std::env::var_os("GIRAFA_ROM").map_or_else(|| PathBuf::from(OPENSE), PathBuf::from);
    if path.exists() {
        return Some(path.to_string_lossy().into_owned());
    }
    assert_ne!(
        std::env::var("CI").as_deref(),
        Ok("true"),
        "{} is missing in CI",
        path.display()
    );
    eprintln!("skipped: no ROM at {} (set GIRAFA_ROM)", path.display());
    None
}

/// Standard output as text.
pub fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Standard error as text.
pub fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}
