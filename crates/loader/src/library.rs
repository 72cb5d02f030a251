//! The imported books: which books and listings are available, and how to undo an import.

use std::ffi::OsStr;
use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};

use girafa_basic::program::Program;
use girafa_books::catalogue::{CATALOGUE, Catalogue, MAX_LISTINGS};
use girafa_books::{RecordError, Records};
use girafa_files::FileError;

use crate::book::{self, all_files_of, data_directory, from_directory};
use crate::error::LoadError;

/// An imported book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportedBook {
    /// Its title.
    pub title: String,
    /// The directory of its listings.
    pub directory: PathBuf,
    /// The ids and titles of its listings, in the order of the book.
    pub listings: Vec<(String, String)>,
    /// The note file that records the import.
    note: PathBuf,
}

impl ImportedBook {
    /// Undoes the import: the ids of the listings are no longer found. The files are deleted only if they are
    /// in the data directory. Returns the number of deleted files, or `None` if the files were kept.
    ///
    /// # Errors
    /// A file cannot be deleted.
    pub fn forget(&self) -> Result<Option<usize>, LoadError> {
        let is_ours = data_directory()
            .and_then(|data| std::fs::canonicalize(data).ok())
            .is_some_and(|data| self.directory.starts_with(data));
        let deleted = if is_ours {
            Some(self.delete_listings()?)
        } else {
            None
        };
        delete(&self.note)?;
        Ok(deleted)
    }

    fn delete_listings(&self) -> Result<usize, LoadError> {
        let mut deleted = 0;
        for (id, _) in &self.listings {
            for path in all_files_of(&self.directory, id) {
                if path.parent() == Some(&self.directory) && path.is_file() {
                    delete(&path)?;
                    deleted += 1;
                }
            }
        }
        // Fails if the directory has other files; it is kept in that case.
        let _ = std::fs::remove_dir(&self.directory);
        Ok(deleted)
    }
}

fn delete(path: &Path) -> Result<(), FileError> {
    std::fs::remove_file(path).map_err(|error| FileError::system(path, error))
}

/// Reads the records in a directory: its `.toml` files.
///
/// # Errors
/// The directory cannot be read, or its files are not valid records.
pub fn records(directory: &Path) -> Result<Records, LoadError> {
    let in_directory = |error: RecordError| LoadError::Records {
        directory: directory.display().to_string(),
        error,
    };
    let unreadable = |error: io::Error| FileError::system(directory, error);
    let mut names: Vec<PathBuf> = Vec::new();
    for entry in std::fs::read_dir(directory).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.extension() == Some(OsStr::new("toml")) {
            names.push(path);
        }
    }
    if names.len() > MAX_LISTINGS + 1 {
        let reason = format!("{} records, {MAX_LISTINGS} is the most", names.len());
        let file = format!("{CATALOGUE}.toml");
        return Err(in_directory(RecordError::InFile { file, reason }));
    }
    names.sort();
    let mut files: Vec<(String, String)> = Vec::new();
    let mut size = 0;
    for path in names {
        let name = path
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let text = girafa_files::read_text(&path)?;
        size += text.len() as u64;
        if size > girafa_files::MAX_FILE_BYTES {
            let most = girafa_files::MAX_FILE_BYTES >> 20;
            let reason = format!("the records as far as this one have more than {most} MiB");
            let file = format!("{name}.toml");
            return Err(in_directory(RecordError::InFile { file, reason }));
        }
        files.push((name, text));
    }
    Records::of_files(&files).map_err(in_directory)
}

/// Returns the imported books: first the book of the built-in records, then those of [`books`].
///
/// # Errors
/// A built-in record is malformed.
pub fn imported() -> Result<Vec<ImportedBook>, LoadError> {
    let mut imported = books();
    if let Some((note, directory)) = book::noted() {
        let records = Records::built_in()?;
        let built_in = ImportedBook {
            listings: records.listings(),
            title: records.catalogue.title,
            directory,
            note,
        };
        imported.insert(0, built_in);
    }
    Ok(imported)
}

/// Returns the books that were imported with the user's own records, sorted by the names of their notes.
pub fn books() -> Vec<ImportedBook> {
    let Some(notes) = notes() else { return Vec::new() };
    let Ok(entries) = std::fs::read_dir(notes) else {
        return Vec::new();
    };
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    paths.iter().filter_map(|path| of_note(path)).collect()
}

/// Returns the listing `id` of an imported book, as printed or `corrected`, and the book's title. `None` if
/// no book has it.
///
/// # Errors
/// The listing's tape cannot be used.
pub(crate) fn listing(id: &str, corrected: bool) -> Result<Option<(Program, String)>, LoadError> {
    for book in books() {
        let is_listed = book.listings.iter().any(|(known, _)| known == id);
        if !is_listed {
            continue;
        }
        if let Some(program) = from_directory(&book.directory, id, corrected)? {
            return Ok(Some((program, book.title)));
        }
    }
    Ok(None)
}

/// Returns the default directory for the listings of an imported book.
pub fn usual_place(catalogue: &Catalogue) -> Option<PathBuf> {
    Some(data_directory()?.join("books").join(catalogue.name()))
}

/// Stores the directory of a book's listings.
///
/// # Errors
/// There is no data directory, or the file cannot be written.
pub fn remember(records: &Records, directory: &Path) -> Result<(), LoadError> {
    let absolute = std::fs::canonicalize(directory).map_err(|error| FileError::system(directory, error))?;
    let notes = notes().ok_or(LoadError::NoDataDirectory)?;
    girafa_files::make_directory(&notes)?;
    let mut noted = format!("{}\n", in_one_row(&records.catalogue.title));
    for record in records.programs() {
        let _ = writeln!(noted, "{}\t{}", record.id, in_one_row(&record.title));
    }
    let mut noted = format!("{noted}\n").into_bytes();
    noted.extend(absolute.as_os_str().as_encoded_bytes());
    Ok(girafa_files::write(
        &notes.join(records.catalogue.name()),
        &noted,
    )?)
}

/// The directory of the notes. A note has the title, the ids and titles, an empty line, and the directory of
/// the listings.
fn notes() -> Option<PathBuf> {
    Some(data_directory()?.join("book-directories"))
}

fn of_note(path: &Path) -> Option<ImportedBook> {
    let noted = girafa_files::read_text(path).ok()?;
    let (about, directory) = noted.split_once("\n\n")?;
    let mut rows = about.lines();
    let title = rows.next()?.to_owned();
    let listings = rows.filter_map(|row| row.split_once('\t'));
    Some(ImportedBook {
        note: path.to_owned(),
        title,
        directory: PathBuf::from(directory),
        listings: listings
            .map(|(id, title)| (id.to_owned(), title.to_owned()))
            .collect(),
    })
}

fn in_one_row(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
