//! Puts the session files of `tests/sessions` and our editions of `basic-listings` into the library.

use std::fmt::Write;
use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    embed("tests/sessions", "toml", "sessions.rs")?;
    embed("basic-listings", "bas", "editions.rs")
}

/// Writes `out`: a table `EMBEDDED` of name and text of the files of a directory that have this extension.
fn embed(directory: &str, extension: &str, out: &str) -> io::Result<()> {
    let here = env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
    let directory = Path::new(&here).join("../..").join(directory);
    println!("cargo::rerun-if-changed={}", directory.display());
    let mut paths = Vec::new();
    for entry in fs::read_dir(&directory)? {
        paths.push(fs::canonicalize(entry?.path())?);
    }
    paths.retain(|path| path.extension().is_some_and(|other| other == extension));
    paths.sort();
    let mut table = String::from("const EMBEDDED: &[(&str, &str)] = &[\n");
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let _ = writeln!(
            table,
            "    ({name:?}, include_str!({:?})),",
            path.display().to_string()
        );
    }
    table.push_str("];\n");
    fs::write(
        Path::new(&env::var("OUT_DIR").unwrap_or_default()).join(out),
        table,
    )
}
