//! Helpers for the tests of several crates: the location of external data, one rule for missing data, and
//! reproducible random numbers.
//!
//! The rule: a test whose data or tool is missing skips and prints why. With `GIRAFA_REQUIRE_ALL=1`, which
//! `.ci/run` sets, it fails instead. `CI=true` alone has no effect: every hosted service sets it, also for
//! forks, which do not have the shared material.
#![forbid(unsafe_code)]

#[cfg(feature = "dictation")]
pub mod dictation;
#[cfg(feature = "images")]
pub mod images;
mod jpeg;
#[cfg(feature = "player")]
pub mod player;
mod random;
#[cfg(feature = "tmux")]
pub mod tmux;
#[cfg(feature = "vectors")]
pub mod vectors;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

pub use jpeg::grey_jpeg;
pub use random::Random;

/// The root of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Whether the environment variable has this value.
fn is_set_to(name: &str, value: &str) -> bool {
    std::env::var(name).as_deref() == Ok(value)
}

/// Whether a test with missing data or tools fails: `GIRAFA_REQUIRE_ALL=1`.
fn requires_all() -> bool {
    is_set_to("GIRAFA_REQUIRE_ALL", "1")
}

/// Prints that a test is skipped, and why.
///
/// # Panics
/// With `GIRAFA_REQUIRE_ALL=1`.
pub fn skip(why: &str) {
    assert!(
        !requires_all(),
        "GIRAFA_REQUIRE_ALL=1 allows no skipped test: {why}"
    );
    println!("skipped: {why}");
}

/// Whether tests that take minutes run in full: with `GIRAFA_THOROUGH=1`, or with `GIRAFA_REQUIRE_ALL=1`
/// unless `GIRAFA_THOROUGH=0`. A plain `cargo test` runs shorter versions of them.
pub fn thorough() -> bool {
    is_set_to("GIRAFA_THOROUGH", "1") || (requires_all() && !is_set_to("GIRAFA_THOROUGH", "0"))
}

/// The path of a file of the shared material: in the directory GIRAFA_SHARED, by default `../shared` next to
/// the clone. `None` after [`skip`].
pub fn shared(name: &str) -> Option<PathBuf> {
    let directory = std::env::var_os("GIRAFA_SHARED").map_or_else(|| root().join("../shared"), PathBuf::from);
    found(
        directory.join(name),
        "GIRAFA_SHARED names the directory of the shared material",
    )
}

/// The text of a file of the shared material. `None` after [`skip`].
pub fn shared_text(name: &str) -> Option<String> {
    text(&shared(name)?)
}

/// The path of the book's text: GIRAFA_BOOK, by default the copy in the shared material. `None` after
/// [`skip`].
pub fn book() -> Option<PathBuf> {
    match std::env::var_os("GIRAFA_BOOK").filter(|name| !name.is_empty()) {
        Some(path) => found(path.into(), "GIRAFA_BOOK names it"),
        None => shared("seeds/000_4a16c8ea866a03d4.txt"),
    }
}

/// The book's text. `None` after [`skip`].
pub fn book_text() -> Option<String> {
    text(&book()?)
}

/// A file of the ROM under test, `girafa48.rom` or `girafa48.sym`: from `roms-open`, or from the directory
/// GIRAFA_ROM_DIR, such as `build.py`'s output directory during work on the ROM.
pub fn rom_file(name: &str) -> Vec<u8> {
    let directory =
        std::env::var_os("GIRAFA_ROM_DIR").map_or_else(|| root().join("roms-open"), PathBuf::from);
    let path = directory.join(name);
    fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The path of a file that Debian's `package` installs. `None` after [`skip`].
pub fn installed(path: &'static str, package: &str) -> Option<&'static str> {
    let there = Path::new(path).exists();
    if !there {
        skip(&format!(
            "{path} is not installed (Debian's package {package} has it)"
        ));
    }
    there.then_some(path)
}

/// Whether the command `name` can be run; false after [`skip`].
pub fn has_command(name: &str) -> bool {
    let started = Command::new(name)
        .arg("--help")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    if started.is_err() {
        skip(&format!("the command {name} is not installed"));
    }
    started.is_ok()
}

fn found(path: PathBuf, hint: &str) -> Option<PathBuf> {
    if path.exists() {
        return Some(path);
    }
    skip(&format!("{} is missing ({hint})", path.display()));
    None
}

fn text(path: &Path) -> Option<String> {
    match fs::read_to_string(path) {
        Ok(text) => Some(text),
        Err(error) => {
            skip(&format!("{}: {error}", path.display()));
            None
        }
    }
}
