//! Reads files up to a size limit, with errors that name the file, and writes files atomically.
//!
//! ```
//! let directory = tempfile::tempdir()?;
//! let path = directory.path().join("soma.bas");
//! girafa_files::write(&path, b"10 PRINT 2+2\n")?;
//! assert_eq!(girafa_files::read_text(&path)?, "10 PRINT 2+2\n");
//! let error = girafa_files::read(&directory.path().join("nada")).unwrap_err();
//! assert!(error.to_string().ends_with("nada: no such file or directory"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod places;
mod writing;

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

pub use places::{PlaceError, check_place, check_places, is_same_file};
pub use writing::Writing;

/// Some editors put this at the start of a text.
const BYTE_ORDER_MARK: char = '\u{FEFF}';

/// Maximum size of a file to read, in bytes: larger than any tape, snapshot or text. It also limits reading
/// from an endless device.
pub const MAX_FILE_BYTES: u64 = 64 << 20;

/// The error of reading or writing a file: the path and the reason.
#[derive(Debug, Error)]
#[error("{}: {reason}", shown(path))]
pub struct FileError {
    /// The file or directory.
    pub path: PathBuf,
    /// The reason.
    pub reason: Reason,
}

/// The reason of a [`FileError`].
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Reason {
    /// An error of the operating system.
    #[error("{}", described(.0))]
    System(io::Error),
    /// The file is larger than [`MAX_FILE_BYTES`].
    #[error(
        "the file is larger than {} MiB: it is not a tape, snapshot, ROM or text for a 48K",
        MAX_FILE_BYTES >> 20
    )]
    TooLarge,
    /// The file is larger than the limit for its kind.
    #[error("the file is larger than {} MiB, the limit for {kind}", limit >> 20)]
    LargerThan {
        /// The kind as which the file is read.
        kind: &'static str,
        /// Maximum number of bytes.
        limit: u64,
    },
    /// The file is empty.
    #[error("the file is empty")]
    Empty,
    /// The file is not valid UTF-8.
    #[error(
        "row {row}, column {column}: the byte {byte:02X} is not UTF-8; if this is a text in another encoding, convert it: \
         iconv -f WINDOWS-1252 -t UTF-8 FILE > NEW"
    )]
    NotUtf8 {
        /// The row of the first invalid byte, from 1.
        row: usize,
        /// The character of the row, from 1.
        column: usize,
        /// The byte.
        byte: u8,
    },
    /// The file begins as UTF-16 but is not valid.
    #[error("this starts like UTF-16 but is not valid: it is damaged, or not a text (convert it to UTF-8)")]
    NotUtf16,
    /// The directory of the file to write does not exist.
    #[error("the directory {} does not exist: create it first", .0.display())]
    NoDirectory(PathBuf),
}

impl FileError {
    /// A system error of an operation on the file `path`.
    pub fn system(path: &Path, error: io::Error) -> FileError {
        Reason::System(error).of(path)
    }
}

impl Reason {
    fn of(self, path: &Path) -> FileError {
        FileError {
            path: path.to_owned(),
            reason: self,
        }
    }
}

/// Whether `path` is `-`, which stands for standard input.
pub fn is_standard_input(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Whether the file is a listing, by its extension: `.bas` or `.txt`.
pub fn is_listing(path: &Path) -> bool {
    let extension = path.extension().unwrap_or_default();
    ["bas", "txt"]
        .iter()
        .any(|listing| extension.eq_ignore_ascii_case(listing))
}

/// The file's name for messages.
pub fn shown(path: &Path) -> String {
    if is_standard_input(path) {
        "standard input".to_owned()
    } else {
        path.display().to_string()
    }
}

/// Reads a file, or standard input if its name is `-`.
///
/// # Errors
/// It cannot be read, is empty, or larger than [`MAX_FILE_BYTES`].
pub fn read(path: &Path) -> Result<Vec<u8>, FileError> {
    let mut bytes = Vec::new();
    let done = if is_standard_input(path) {
        io::stdin()
            .lock()
            .take(MAX_FILE_BYTES + 1)
            .read_to_end(&mut bytes)
    } else {
        File::open(path).and_then(|file| file.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes))
    };
    match done {
        Err(error) => Err(FileError::system(path, error)),
        Ok(_) if bytes.len() as u64 > MAX_FILE_BYTES => Err(Reason::TooLarge.of(path)),
        Ok(0) => Err(Reason::Empty.of(path)),
        Ok(_) => Ok(bytes),
    }
}

/// Reads a text file in UTF-8 or UTF-16, without a byte order mark. UTF-16 is recognized by its mark, or by
/// the zeros of two ASCII characters at its start.
///
/// # Errors
/// Those of [`read`], or the file is neither UTF-8 nor UTF-16.
pub fn read_text(path: &Path) -> Result<String, FileError> {
    text_of(path, read(path)?)
}

/// Reads a text file as [`read_text`] does, but of at most `limit` bytes; `kind` names its kind in the
/// error.
///
/// # Errors
/// Those of [`read_text`], or the file is larger than `limit`.
pub fn read_text_of(path: &Path, kind: &'static str, limit: u64) -> Result<String, FileError> {
    let bytes = read(path)?;
    if bytes.len() as u64 > limit {
        return Err(Reason::LargerThan { kind, limit }.of(path));
    }
    text_of(path, bytes)
}

/// Decodes the bytes of the file `path` as [`read_text`] does.
///
/// # Errors
/// They are neither UTF-8 nor UTF-16.
pub fn text_of(path: &Path, bytes: Vec<u8>) -> Result<String, FileError> {
    let number: Option<fn([u8; 2]) -> u16> = match *bytes.as_slice() {
        [0xFF, 0xFE, ..] | [1..=255, 0, 1..=255, 0, ..] => Some(u16::from_le_bytes),
        [0xFE, 0xFF, ..] | [0, 1..=255, 0, 1..=255, ..] => Some(u16::from_be_bytes),
        _ => None,
    };
    if let Some(number) = number {
        let (pairs, rest) = bytes.as_chunks::<2>();
        let units = pairs.iter().map(|&pair| number(pair));
        let text: Option<String> = char::decode_utf16(units).collect::<Result<_, _>>().ok();
        let text = text
            .filter(|_| rest.is_empty())
            .ok_or_else(|| Reason::NotUtf16.of(path))?;
        return Ok(text.trim_start_matches(BYTE_ORDER_MARK).to_owned());
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let bytes = error.as_bytes();
        let before = &bytes[..at];
        let start = before
            .iter()
            .rposition(|&byte| byte == b'\n')
            .map_or(0, |end| end + 1);
        let is_first = |&&byte: &&u8| byte & 0xC0 != 0x80;
        Reason::NotUtf8 {
            row: before.iter().filter(|&&byte| byte == b'\n').count() + 1,
            column: before[start..].iter().filter(is_first).count() + 1,
            byte: bytes[at],
        }
        .of(path)
    })?;
    Ok(match text.strip_prefix(BYTE_ORDER_MARK) {
        Some(text) => text.to_owned(),
        None => text,
    })
}

/// Writes a file atomically, with [`Writing`].
///
/// # Errors
/// The path is a directory, its parent does not exist, or a system error. An existing file stays unchanged.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    filled(path, Writing::new(path)?, bytes)?.finish()
}

/// Writes a new file as [`write()`] does; returns false and writes nothing if the path exists.
///
/// # Errors
/// Those of [`write()`].
pub fn write_new(path: &Path, bytes: &[u8]) -> Result<bool, FileError> {
    filled(path, Writing::new(path)?, bytes)?.finish_new()
}

fn filled(path: &Path, mut writing: Writing, bytes: &[u8]) -> Result<Writing, FileError> {
    let written = writing.write_all(bytes);
    written.map_err(|error| FileError::system(path, error))?;
    Ok(writing)
}

/// Whether the file exists and its bytes differ from these.
pub fn differs(path: &Path, bytes: &[u8]) -> bool {
    if !path.is_file() {
        return false;
    }
    let mut before = Vec::new();
    let there = File::open(path).and_then(|file| file.take(bytes.len() as u64 + 1).read_to_end(&mut before));
    there.is_ok() && before != bytes
}

/// Creates a directory and its parents.
///
/// # Errors
/// A system error.
pub fn make_directory(path: &Path) -> Result<(), FileError> {
    fs::create_dir_all(path).map_err(|error| FileError::system(path, error))
}

fn described(error: &io::Error) -> String {
    let described = match error.kind() {
        io::ErrorKind::NotFound => "no such file or directory",
        io::ErrorKind::IsADirectory => "this is a directory, not a file",
        io::ErrorKind::NotADirectory => "this is a file, not a directory, or its path leads through a file",
        io::ErrorKind::AlreadyExists => "expected a directory, found a file of this name",
        io::ErrorKind::PermissionDenied => "permission denied",
        io::ErrorKind::InvalidData => {
            "this is not a text, or it is in another encoding (convert it to UTF-8)"
        }
        io::ErrorKind::FileTooLarge => "the system does not allow files of this size (`ulimit -f`)",
        io::ErrorKind::StorageFull => "no space left on the device",
        _ => return error.to_string(),
    };
    described.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    #[cfg(unix)]
    use std::fs::Permissions;

    #[test]
    fn a_file_is_replaced_whole_and_nothing_else_is_left() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("one");
        write(&path, b"first").unwrap();
        write(&path, b"second").unwrap();
        assert_eq!(read(&path).unwrap(), b"second");
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
    }

    #[test]
    fn unreadable_files_are_named() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("one");
        let reason = |bytes: &[u8]| {
            fs::write(&path, bytes).unwrap();
            read_text(&path).unwrap_err().reason.to_string()
        };
        assert_eq!(reason(b""), "the file is empty");
        assert!(reason(b"a\nb\xC3\xA3\xFF").starts_with("row 2, column 3: the byte FF is not UTF-8"));
        assert!(reason(b"\xFF\xFEa\0b").starts_with("this starts like UTF-16"));
        assert!(reason(b"\xFF\xFE\x00\xDC").starts_with("this starts like UTF-16"));
        let missing = read(&directory.path().join("two")).unwrap_err();
        assert!(matches!(missing.reason, Reason::System(_)), "{missing}");
        let nowhere = write(&directory.path().join("no/one"), b"x").unwrap_err();
        assert!(matches!(nowhere.reason, Reason::NoDirectory(_)), "{nowhere}");
    }

    #[test]
    fn texts_are_utf_8_or_utf_16() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("one");
        let text = "10 REM £\r\n";
        let units: Vec<u16> = text.encode_utf16().collect();
        let little: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
        let big: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
        let marked = |mark: &[u8], bytes: &[u8]| [mark, bytes].concat();
        for bytes in [
            text.as_bytes().to_vec(),
            marked(b"\xEF\xBB\xBF", text.as_bytes()),
            marked(b"\xFF\xFE", &little),
            marked(b"\xFE\xFF", &big),
            little,
            big,
        ] {
            fs::write(&path, &bytes).unwrap();
            assert_eq!(read_text(&path).unwrap(), text, "{bytes:02X?}");
        }
    }

    /// A new file gets the default permissions of the umask; a replaced file keeps its own.
    #[cfg(unix)]
    #[test]
    fn permissions_are_those_of_any_file() {
        use std::os::unix::fs::PermissionsExt;
        let directory = tempfile::tempdir().unwrap();
        let mode = |name: &str| {
            let there = fs::metadata(directory.path().join(name)).unwrap();
            there.permissions().mode() & 0o777
        };
        fs::write(directory.path().join("usual"), b"").unwrap();
        write(&directory.path().join("ours"), b"x").unwrap();
        assert_eq!(mode("ours"), mode("usual"));
        fs::set_permissions(directory.path().join("ours"), Permissions::from_mode(0o600)).unwrap();
        write(&directory.path().join("ours"), b"y").unwrap();
        assert_eq!(mode("ours"), 0o600);
    }
}
