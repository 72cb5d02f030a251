//! Puts the session files of `tests/sessions` into the command.

use std::fmt::Write;
use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let directory =
        Path::new(&env::var("CARGO_MANIFEST_DIR").unwrap_or_default()).join("../../tests/sessions");
    println!("cargo::rerun-if-changed={}", directory.display());
    let mut names: Vec<String> = Vec::new();
    for entry in fs::read_dir(&directory)? {
        names.extend(entry?.file_name().into_string());
    }
    names.retain(|name| name.ends_with(".toml"));
    names.sort();
    let mut table = String::from("const EMBEDDED: &[(&str, &str)] = &[\n");
    for name in names {
        let path = fs::canonicalize(directory.join(&name))?;
        let _ = writeln!(
            table,
            "    ({name:?}, include_str!({:?})),",
            path.display().to_string()
        );
    }
    table.push_str("];\n");
    let out = env::var("OUT_DIR").unwrap_or_default();
    fs::write(Path::new(&out).join("sessions.rs"), table)
}
