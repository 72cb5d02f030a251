//! Where the book's listings are found: in its text, or where they were imported to.

use std::fs;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::sync::Once;

use etcetera::BaseStrategy;
use girafa_basic::program::Program;
use girafa_basic::tap;
use girafa_reference::papers;
use girafa_restore::book::{self, ImportError};

use crate::exit::{Failure, tell};
use crate::files;

/// Names the book's text, or a directory of imported listings.
const VARIABLE: &str = "GIRAFA_BOOK";

/// The listing `id` as the book prints it: from what GIRAFA_BOOK names, else from where the last import put it. `None`
/// where the book is not known, or has no such listing. Errors: it is, but cannot be used.
pub fn original(id: &str) -> Result<Option<Program>, Failure> {
    let records = book::records().unwrap_or_default();
    if !records.iter().any(|record| record.id == id) {
        return Ok(None);
    }
    let named = std::env::var_os(VARIABLE)
        .filter(|name| !name.is_empty())
        .map(PathBuf::from);
    if let Some(named) = named.as_ref().filter(|path| !path.is_dir()) {
        let imported = files::read_text(named)
            .and_then(|text| book::import(&text, &[id]).map_err(|error| explain(named, &text, error)))
            .map_err(|failure| failure.named_by(VARIABLE))?;
        return Ok(imported.into_iter().next().map(|listing| listing.program));
    }
    let tape = named
        .or_else(remembered)
        .map(|directory| directory.join(format!("{id}.tap")))
        .filter(|tape| tape.is_file());
    tape.map(|tape| {
        tap::read_program(&files::read(&tape)?)
            .map_err(|error| Failure::bad_file(format_args!("{}: {error}", tape.display())))
    })
    .transpose()
}

/// The book's text, where GIRAFA_BOOK names it.
pub fn text() -> Result<Option<String>, Failure> {
    let named = std::env::var_os(VARIABLE).map(PathBuf::from);
    named
        .filter(|path| path.is_file())
        .map(|path| files::read_text(&path).map_err(|failure| failure.named_by(VARIABLE)))
        .transpose()
}

/// The message for an id that no program has.
pub fn unknown(id: &str) -> Failure {
    let records = book::records().unwrap_or_default();
    let known: Vec<&str> = records.iter().map(|record| record.id.as_str()).collect();
    let of_papers: Vec<&str> = papers::PROGRAMS.iter().map(|(id, _)| *id).collect();
    Failure::bad_file(format_args!(
        "{id} is neither a file (.bas, .tap, .tzx, .pzx, .sna, .z80, .szx) nor a program of the book ({}) or after its companion papers ({})",
        known.join(" "),
        of_papers.join(" ")
    ))
}

/// Writes down where the listings are, for [`original`].
pub fn remember(directory: &Path) -> Result<(), Failure> {
    let absolute = fs::canonicalize(directory).map_err(|error| files::cannot(directory, &error))?;
    let data =
        data_directory().ok_or_else(|| Failure::bad_file("this system has no data directory for you"))?;
    files::make_directory(&data)?;
    let mut noted = format!("{}\n", records_stamp()).into_bytes();
    noted.extend(absolute.as_os_str().as_encoded_bytes());
    files::write(&note(&data), &noted)
}

/// Where the last import put the listings. Standard error says, once, if other restoration records would make other ones
/// now.
fn remembered() -> Option<PathBuf> {
    static WARNED: Once = Once::new();
    let noted = files::read_text(&note(&data_directory()?)).ok()?;
    let (stamp, path) = noted.split_once('\n').unwrap_or(("", &noted));
    if stamp != records_stamp() {
        WARNED.call_once(|| {
            tell(format_args!(
                "girafa: the listings in {path} were imported by another version: `girafa book import TEXT` restores them \
                 anew"
            ));
        });
    }
    Some(PathBuf::from(path))
}

/// Tells the restoration records of this version from others'.
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

/// Says what is wrong with a text, with its places where there are some.
pub fn explain(file: &Path, text: &str, error: ImportError) -> Failure {
    let place = file.display().to_string();
    match error {
        ImportError::Listing { id, diagnostics } => Failure::bad_file(format_args!(
            "{place}: the listing {id} does not parse:\n{}",
            diagnostics.render(&place, text, std::io::stderr().is_terminal())
        )),
        error => Failure::bad_file(format_args!("{place}: {error}")),
    }
}
