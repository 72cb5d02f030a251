//! Finds the book's listings: in its text, or where an import put them.

use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;
use girafa_basic::program::Program;
use girafa_basic::tap;
use girafa_books::{self as book, ImportError};
use girafa_files::FileError;

use crate::error::{LoadError, Notice};

/// The environment variable for the book's text or a directory of imported listings.
const VARIABLE: &str = "GIRAFA_BOOK";

/// Returns the listing `id` as the book prints it: from the text or directory in GIRAFA_BOOK, otherwise from
/// the last import. `None` if the book is not available or has no such listing.
///
/// # Errors
/// The book is available but not usable.
pub fn original(id: &str) -> Result<Option<Program>, LoadError> {
    listing(id, false)
}

/// Like [`original`], but with the errata of its record applied if `corrected`; in that case also `None` if
/// it has no errata.
///
/// # Errors
/// Same as [`original`].
pub(crate) fn listing(id: &str, corrected: bool) -> Result<Option<Program>, LoadError> {
    let records = book::records()?;
    if !records.iter().any(|record| record.id == id) {
        return Ok(None);
    }
    let named = named();
    if let Some(named) = named.as_ref().filter(|path| !path.is_dir()) {
        let imported = read_text(named)
            .map_err(LoadError::from)
            .and_then(|text| book::import(&text, &[id]).map_err(|error| explain(named, &text, error)))
            .map_err(|error| error.named_by(VARIABLE))?;
        return Ok(imported.into_iter().next().and_then(|listing| {
            if corrected {
                listing.corrected.map(|(program, _)| program)
            } else {
                Some(listing.program)
            }
        }));
    }
    let directory = named.or_else(|| remembered().map(|(_, directory)| directory));
    match directory {
        Some(directory) => from_directory(&directory, id, corrected),
        None => Ok(None),
    }
}

/// Returns the listing `id`, as printed or `corrected`, from a directory of imported listings; `None` if it
/// is not there.
pub(crate) fn from_directory(
    directory: &Path,
    id: &str,
    corrected: bool,
) -> Result<Option<Program>, LoadError> {
    let name = if corrected {
        corrected_id(id)
    } else {
        id.to_owned()
    };
    let tape = directory.join(format!("{name}.tap"));
    if !tape.is_file() {
        return Ok(None);
    }
    let program = tap::read_program(&girafa_files::read(&tape)?);
    program.map(Some).map_err(|error| LoadError::Program {
        name: tape.display().to_string(),
        error,
    })
}

/// The suffix of an id that selects the listing with its errata applied.
const CORRECTED_SUFFIX: &str = "@corrected";

/// Returns the id of the corrected listing of `id`, which is also the stem of its file names.
pub fn corrected_id(id: &str) -> String {
    format!("{id}{CORRECTED_SUFFIX}")
}

/// The files that a listing is written to in a directory: its text and its tape.
pub fn files_of(directory: &Path, id: &str) -> [PathBuf; 2] {
    ["bas", "tap"].map(|extension| directory.join(format!("{id}.{extension}")))
}

/// The same, and those of its corrected listing.
pub fn all_files_of(directory: &Path, id: &str) -> [PathBuf; 4] {
    let [bas, tap] = files_of(directory, id);
    let [corrected_bas, corrected_tap] = files_of(directory, &corrected_id(id));
    [bas, tap, corrected_bas, corrected_tap]
}

/// Returns the id of the listing if `name` is the id of a corrected listing.
pub fn without_corrected(name: &str) -> Option<&str> {
    name.strip_suffix(CORRECTED_SUFFIX)
}

/// Maximum size of a book's text in bytes: a thousand pages take 3 MiB.
const MAX_TEXT_LENGTH: u64 = 16 << 20;

/// Reads the text of a book.
///
/// # Errors
/// The text cannot be read or is too long.
pub fn read_text(path: &Path) -> Result<String, FileError> {
    girafa_files::read_text_of(path, "the text of a book", MAX_TEXT_LENGTH)
}

/// Returns the file with the book's text, if GIRAFA_BOOK is set to one.
pub fn named_text() -> Option<PathBuf> {
    named().filter(|path| path.is_file())
}

/// Reads the book's text, if GIRAFA_BOOK is set to a file.
///
/// # Errors
/// The text cannot be read.
pub fn text() -> Result<Option<String>, LoadError> {
    named_text()
        .map(|path| read_text(&path).map_err(|error| LoadError::from(error).named_by(VARIABLE)))
        .transpose()
}

/// Returns a notice if the listings that [`original`] uses were imported with restoration records other than
/// this version's.
pub fn stale_import() -> Option<Notice> {
    let (stamp, directory) = remembered().filter(|_| named().is_none())?;
    (stamp != records_stamp()).then(|| Notice::StaleImport(directory.display().to_string()))
}

/// Stores the directory of the imported listings, for [`original`].
///
/// # Errors
/// There is no data directory, or the file cannot be written.
pub fn remember(directory: &Path) -> Result<(), LoadError> {
    let absolute = std::fs::canonicalize(directory).map_err(|error| FileError::system(directory, error))?;
    let data = data_directory().ok_or(LoadError::NoDataDirectory)?;
    girafa_files::make_directory(&data)?;
    let mut noted = format!("{}\n", records_stamp()).into_bytes();
    noted.extend(absolute.as_os_str().as_encoded_bytes());
    Ok(girafa_files::write(&note(&data), &noted)?)
}

/// The value of GIRAFA_BOOK.
fn named() -> Option<PathBuf> {
    std::env::var_os(VARIABLE)
        .filter(|name| !name.is_empty())
        .map(PathBuf::from)
}

/// Returns the source of the book's listings, if available: its text or a directory.
pub fn place() -> Option<PathBuf> {
    named().or_else(|| remembered().map(|(_, directory)| directory))
}

/// Returns the file that [`remember`] wrote, and the directory in it.
pub(crate) fn noted() -> Option<(PathBuf, PathBuf)> {
    let (_, directory) = remembered()?;
    Some((note(&data_directory()?), directory))
}

/// The stamp of the records used in the last import, and the directory of its listings.
fn remembered() -> Option<(String, PathBuf)> {
    let noted = girafa_files::read(&note(&data_directory()?)).ok()?;
    let end = noted.iter().position(|&byte| byte == b'\n');
    let (stamp, path) = end.map_or((&[][..], &noted[..]), |end| (&noted[..end], &noted[end + 1..]));
    Some((String::from_utf8_lossy(stamp).into_owned(), path_of(path)?))
}

/// Converts bytes to a path: any bytes on Unix, UTF-8 on other systems.
fn path_of(bytes: &[u8]) -> Option<PathBuf> {
    #[cfg(unix)]
    return Some(<std::ffi::OsStr as std::os::unix::ffi::OsStrExt>::from_bytes(bytes).into());
    #[cfg(not(unix))]
    return std::str::from_utf8(bytes).ok().map(PathBuf::from);
}

/// A stamp that identifies this version's restoration records.
fn records_stamp() -> String {
    let mut crc = crc32fast::Hasher::new();
    book::records_text().for_each(|record| crc.update(record.as_bytes()));
    format!("{:08x}", crc.finalize())
}

fn note(data: &Path) -> PathBuf {
    data.join("book-directory")
}

/// Returns the directory for Girafa's data, such as `~/.local/share/girafa`.
pub fn data_directory() -> Option<PathBuf> {
    Some(etcetera::choose_base_strategy().ok()?.data_dir().join("girafa"))
}

/// Converts the error of an import from the text in `file`.
pub fn explain(file: &Path, text: &str, error: ImportError) -> LoadError {
    let name = file.display().to_string();
    match error {
        ImportError::Listing { id, diagnostics } => LoadError::Listing {
            message: format!("{name}: the listing {id} does not parse"),
            name,
            text: text.to_owned(),
            errors: diagnostics,
        },
        error => LoadError::Book { name, error },
    }
}
