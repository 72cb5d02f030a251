//! Files in and out: read with a message that names the file, written whole or not at all.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use crate::exit::Failure;

/// What some editors begin a text with.
const BYTE_ORDER_MARK: char = '\u{FEFF}';

/// More than any tape, snapshot or text has: what is longer is not read into memory, and a device that never ends is not
/// read for ever.
const LARGEST: u64 = 64 << 20;

/// The bytes of a file that must not be empty, and not larger than 64 MiB.
pub fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let done = File::open(path).and_then(|file| file.take(LARGEST + 1).read_to_end(&mut bytes));
    match done.map(|_| bytes) {
        Ok(bytes) if bytes.len() as u64 > LARGEST => Err(Failure::bad_file(format_args!(
            "{}: the file is larger than {} MiB: this is no tape, snapshot, ROM or text for a 48K",
            path.display(),
            LARGEST >> 20
        ))),
        Ok(bytes) if bytes.is_empty() => Err(Failure::bad_file(format_args!(
            "{}: the file is empty",
            path.display()
        ))),
        Ok(bytes) => Ok(bytes),
        Err(error) => Err(cannot(path, &error)),
    }
}

/// The text of a file that must not be empty, without a byte order mark.
pub fn read_text(path: &Path) -> Result<String, Failure> {
    let text = String::from_utf8(read(path)?).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        Failure::bad_file(format_args!(
            "{}: byte {at} is not UTF-8: this is not a text, or it is in another encoding (convert it to UTF-8)",
            path.display()
        ))
    })?;
    Ok(match text.strip_prefix(BYTE_ORDER_MARK) {
        Some(text) => text.to_owned(),
        None => text,
    })
}

/// Writes a file under a temporary name beside it and renames it when it is complete. A link stays one: what it leads to is
/// written. A device or a pipe, which cannot be renamed to, is written to straight.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    check_place(path)?;
    let written = match fs::metadata(path) {
        Ok(there) if !there.is_file() => OpenOptions::new()
            .write(true)
            .open(path)
            .and_then(|mut device| device.write_all(bytes)),
        Ok(there) if there.permissions().readonly() => Err(io::ErrorKind::PermissionDenied.into()),
        Ok(_) => fs::canonicalize(path).and_then(|file| replace(&file, bytes)),
        Err(_) => replace(path, bytes),
    };
    written.map_err(|error| cannot(path, &error))
}

/// Refuses a place where no file can be written, before time is spent on what is to be written there: a directory, or in a
/// directory that does not exist.
pub fn check_place(path: &Path) -> Result<(), Failure> {
    if path.is_dir() || path.file_name().is_none() {
        return Err(cannot(path, &io::ErrorKind::IsADirectory.into()));
    }
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() && !parent.is_dir() => {
            Err(Failure::bad_file(format_args!(
                "{}: there is no such directory as {}: make it first",
                path.display(),
                parent.display()
            )))
        }
        _ => Ok(()),
    }
}

/// Refuses places of which one cannot be written to, or of which two are one file, so that one output would be lost, or what
/// was read. Each is an option, with its file.
pub fn check_places<'a>(
    read: &[&Path],
    written: impl IntoIterator<Item = (&'a str, Option<&'a Path>)>,
) -> Result<(), Failure> {
    let mut seen: Vec<(&str, &Path)> = Vec::new();
    for (option, path) in written {
        let Some(path) = path else { continue };
        check_place(path)?;
        if read.iter().any(|input| is_same(input, path)) {
            return Err(Failure::usage(format_args!(
                "{option} {}: this is the file that is read: name another one",
                path.display()
            )));
        }
        if let Some((other, _)) = seen.iter().find(|(_, other)| is_same(other, path)) {
            return Err(Failure::usage(format_args!(
                "{option} {}: {other} writes this file: name another one",
                path.display()
            )));
        }
        seen.push((option, path));
    }
    Ok(())
}

/// Whether two paths lead to the same file, be it there or not. Devices and pipes take what several write.
fn is_same(one: &Path, other: &Path) -> bool {
    let place = |path: &Path| {
        fs::canonicalize(path).ok().or_else(|| {
            let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
            let directory = fs::canonicalize(parent.unwrap_or(Path::new("."))).ok()?;
            Some(directory.join(path.file_name()?))
        })
    };
    let is_device = fs::metadata(one).is_ok_and(|there| !there.is_file());
    !is_device && place(one).is_some_and(|one| place(other) == Some(one))
}

/// Makes a directory, and those that it is in.
pub fn make_directory(path: &Path) -> Result<(), Failure> {
    fs::create_dir_all(path).map_err(|error| cannot(path, &error))
}

/// Writes `text` to standard output. A reader who has gone, as `head` does, has what he wanted: the failure has no message.
pub fn print(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    let printed = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    printed.map_err(|error| match error.kind() {
        io::ErrorKind::BrokenPipe => Failure::bad_file(""),
        _ => cannot(Path::new("standard output"), &error),
    })
}

/// Writes a new file beside `path` and renames it. What is left of it after an error is removed.
fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let temporary = temporary_name(path);
    let written = write_new(&temporary, bytes).and_then(|()| fs::rename(&temporary, path));
    if written.is_err() {
        // Nothing else can be done about a temporary file that cannot be removed either.
        let _ = fs::remove_file(&temporary);
    }
    written
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

/// The failure of what was to be done with a file.
pub fn cannot(path: &Path, error: &io::Error) -> Failure {
    Failure::bad_file(format_args!("{}: {}", path.display(), reason(error)))
}

fn reason(error: &io::Error) -> String {
    let reason = match error.kind() {
        io::ErrorKind::NotFound => "no such file or directory",
        io::ErrorKind::IsADirectory => "this is a directory, not a file",
        io::ErrorKind::NotADirectory => "this is a file, not a directory, or leads through one",
        io::ErrorKind::AlreadyExists => "there is a file of this name, where a directory is wanted",
        io::ErrorKind::PermissionDenied => "permission denied",
        io::ErrorKind::InvalidData => {
            "this is not a text, or it is in another encoding (convert it to UTF-8)"
        }
        io::ErrorKind::StorageFull => "there is no room left on the device",
        _ => return error.to_string(),
    };
    reason.to_owned()
}
