//! The command as a process, and what its tests need.

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

/// Another ROM than the built-in one: OpenSE BASIC, whose editor has no K mode. Where it is not installed the test is
/// skipped.
pub fn opense() -> Option<&'static str> {
    let installed = Path::new(OPENSE).exists();
    if !installed {
        eprintln!("skipped: {OPENSE} is not installed (Debian's package opense-basic)");
    }
    installed.then_some(OPENSE)
}

/// The book's text: GIRAFA_BOOK, else the seed of the shared material. Where there is none the test is skipped, except
/// in CI.
pub fn book() -> Option<String> {
    let shared = std::env::var_os("GIRAFA_SHARED").map(PathBuf::from);
    let shared = shared.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared"));
    let seed = shared.join("seeds/000_4a16c8ea866a03d4.txt");
    present(
        std::env::var_os("GIRAFA_BOOK").map_or(seed, PathBuf::from),
        "GIRAFA_BOOK",
    )
}

fn present(path: PathBuf, variable: &str) -> Option<String> {
    if path.exists() {
        return Some(path.to_string_lossy().into_owned());
    }
    assert_ne!(
        std::env::var("CI").as_deref(),
        Ok("true"),
        "{} is missing in CI",
        path.display()
    );
    eprintln!("skipped: there is no {} (set {variable})", path.display());
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
