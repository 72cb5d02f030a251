//! Files in and out: read with a message that names the file, written whole or not at all.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::exit::Failure;

/// The bytes of a file that must not be empty.
pub fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    match fs::read(path) {
        Ok(bytes) if bytes.is_empty() => Err(Failure::bad_file(format_args!(
            "{}: the file is empty",
            path.display()
        ))),
        Ok(bytes) => Ok(bytes),
        Err(error) => Err(Failure::bad_file(format_args!(
            "{}: {}",
            path.display(),
            reason(&error)
        ))),
    }
}

/// The text of a file that must not be empty.
pub fn read_text(path: &Path) -> Result<String, Failure> {
    String::from_utf8(read(path)?).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        Failure::bad_file(format_args!(
            "{}: byte {at} is not UTF-8: this is not a text, or it is in another encoding (convert it to UTF-8)",
            path.display()
        ))
    })
}

/// Writes a file under a temporary name beside it and renames it when it is complete.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let temporary = temporary_name(path);
    let written = write_new(&temporary, bytes).and_then(|()| fs::rename(&temporary, path));
    written.map_err(|error| {
        // Nothing else can be done about a temporary file that cannot be removed either.
        let _ = fs::remove_file(&temporary);
        Failure::bad_file(format_args!("{}: {}", path.display(), reason(&error)))
    })
}

/// Writes `text` to standard output.
pub fn print(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    let printed = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    printed.map_err(|error| Failure::bad_file(format_args!("standard output: {error}")))
}

fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create_new(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

fn temporary_name(path: &Path) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(format!(".{}.tmp", std::process::id()));
    path.with_file_name(name)
}

fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "no such file or directory".to_owned(),
        io::ErrorKind::IsADirectory => "this is a directory, not a file".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => error.to_string(),
    }
}
