//! Where the book's listings are found: in its text, or where they were imported to.

use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;
use girafa_basic::program::Program;
use girafa_basic::tap;
use girafa_books::{self as book, ImportError};
use girafa_files::FileError;

use crate::error::{LoadError, Notice};

/// Names the book's text, or a directory of imported listings.
const VARIABLE: &str = "GIRAFA_BOOK";

/// The listing `id` as the book prints it: from what GIRAFA_BOOK names, else from where the last import put
/// it. `None` where the book is not known, or has no such listing.
///
/// # Errors
/// The book is known, but cannot be used.
pub fn original(id: &str) -> Result<Option<Program>, LoadError> {
    listing(id, false)
}

/// As [`original`], with the errata of its record applied if it is to be `corrected`; then `None` too where
/// it has none.
///
/// # Errors
/// Those of [`original`].
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

/// The listing `id`, as printed or `corrected`, from a directory where an import put it; `None` where it is
/// not there.
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

/// What follows the id of a listing for the one with its errata applied.
const CORRECTED: &str = "@corrected";

/// The id of the corrected listing of `id`: what its files are called, and how it is asked for.
pub fn corrected_id(id: &str) -> String {
    format!("{id}{CORRECTED}")
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

/// The id of a listing, if `name` asks for its corrected one.
pub fn without_corrected(name: &str) -> Option<&str> {
    name.strip_suffix(CORRECTED)
}

/// The longest text of a book, in bytes: a thousand pages have 3 MiB.
const MAX_TEXT_LENGTH: u64 = 16 << 20;

/// The text of a book.
///
/// # Errors
/// It cannot be read; it is too long.
pub fn read_text(path: &Path) -> Result<String, FileError> {
    girafa_files::read_text_of(path, "the text of a book", MAX_TEXT_LENGTH)
}

/// The file with the book's text, where GIRAFA_BOOK names it.
pub fn named_text() -> Option<PathBuf> {
    named().filter(|path| path.is_file())
}

/// The book's text, where GIRAFA_BOOK names it.
///
/// # Errors
/// It cannot be read.
pub fn text() -> Result<Option<String>, LoadError> {
    named_text()
        .map(|path| read_text(&path).map_err(|error| LoadError::from(error).named_by(VARIABLE)))
        .transpose()
}

/// What to say where the listings that [`original`] takes were imported with other restoration records than
/// this version's.
pub fn stale_import() -> Option<Notice> {
    let (stamp, directory) = remembered().filter(|_| named().is_none())?;
    (stamp != records_stamp()).then(|| Notice::StaleImport(directory.display().to_string()))
}

/// Writes down where the listings are, for [`original`].
///
/// # Errors
/// There is no place to write it to, or it cannot be written.
pub fn remember(directory: &Path) -> Result<(), LoadError> {
    let absolute = std::fs::canonicalize(directory).map_err(|error| FileError::system(directory, error))?;
    let data = data_directory().ok_or(LoadError::NoDataDirectory)?;
    girafa_files::make_directory(&data)?;
    let mut noted = format!("{}\n", records_stamp()).into_bytes();
    noted.extend(absolute.as_os_str().as_encoded_bytes());
    Ok(girafa_files::write(&note(&data), &noted)?)
}

/// What GIRAFA_BOOK names.
fn named() -> Option<PathBuf> {
    std::env::var_os(VARIABLE)
        .filter(|name| !name.is_empty())
        .map(PathBuf::from)
}

/// Where the book's listings are taken from, if it is known: its text, or a directory.
pub fn place() -> Option<PathBuf> {
    named().or_else(|| remembered().map(|(_, directory)| directory))
}

/// The file that [`remember`] has written, and the directory in it.
pub(crate) fn noted() -> Option<(PathBuf, PathBuf)> {
    let (_, directory) = remembered()?;
    Some((note(&data_directory()?), directory))
}

/// The stamp of the last import's records, and where it put the listings.
fn remembered() -> Option<(String, PathBuf)> {
    let noted = girafa_files::read(&note(&data_directory()?)).ok()?;
    let end = noted.iter().position(|&byte| byte == b'\n');
    let (stamp, path) = end.map_or((&[][..], &noted[..]), |end| (&noted[..end], &noted[end + 1..]));
    Some((String::from_utf8_lossy(stamp).into_owned(), path_of(path)?))
}

/// The path that these bytes are: any on Unix, elsewhere in UTF-8.
fn path_of(bytes: &[u8]) -> Option<PathBuf> {
    #[cfg(unix)]
    return Some(<std::ffi::OsStr as std::os::unix::ffi::OsStrExt>::from_bytes(bytes).into());
    #[cfg(not(unix))]
    return std::str::from_utf8(bytes).ok().map(PathBuf::from);
}

/// Distinguishes the restoration records of this version from others'.
fn records_stamp() -> String {
    let mut crc = crc32fast::Hasher::new();
    book::records_text().for_each(|record| crc.update(record.as_bytes()));
    format!("{:08x}", crc.finalize())
}

fn note(data: &Path) -> PathBuf {
    data.join("book-directory")
}

/// The directory for this command's data, such as `~/.local/share/girafa`.
pub fn data_directory() -> Option<PathBuf> {
    Some(etcetera::choose_base_strategy().ok()?.data_dir().join("girafa"))
}

/// The error of an import from the text in `file`.
pub fn explain(file: &Path, text: &str, error: ImportError) -> LoadError {
    let name = file.display().to_string();
    match error {
        ImportError::Listing { id, diagnostics } => LoadError::Listing {
            said: format!("{name}: the listing {id} does not parse"),
            name,
            text: text.to_owned(),
            errors: diagnostics,
        },
        error => LoadError::Book { name, error },
    }
}
