//! `girafa book`, and where imported listings are found again.

use std::fs;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use clap::Subcommand;
use etcetera::BaseStrategy;
use girafa_basic::book::{self, ImportError, Imported};
use girafa_basic::program::Program;
use girafa_basic::tap;
use girafa_reference::papers;

use crate::exit::{Exit, Failure};
use crate::files;

/// Names the book's text, or a directory of imported listings.
const VARIABLE: &str = "GIRAFA_BOOK";

/// Listings of the book whose text you own.
#[derive(Subcommand)]
pub enum Book {
    /// Take the listings out of the book's text: a .bas and a .tap for each
    ///
    /// `girafa run ID` finds them from then on, wherever they were put.
    Import {
        /// The book's text, as UTF-8
        file: PathBuf,
        /// The directory to write to (else one of your data directory)
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
    },
}

impl Book {
    /// Imports, and tells what was done.
    pub fn execute(self) -> Result<Exit, Failure> {
        let Book::Import { file, out } = self;
        let text = files::read_text(&file)?;
        let imported = book::import(&text, &[]).map_err(|error| explain(&file, &text, error))?;
        let directory = match &out {
            Some(directory) => directory.clone(),
            None => data_directory().map(|data| data.join("book")).ok_or_else(|| {
                Failure::usage("this system has no data directory for you: name one with --out DIR")
            })?,
        };
        write(&directory, &imported)?;
        for listing in &imported {
            files::print(&format!("{}\n", summary(listing)))?;
            let colour = std::io::stderr().is_terminal();
            eprint!(
                "{}",
                listing
                    .reading
                    .diagnostics
                    .render(&file.display().to_string(), &text, colour)
            );
        }
        files::print(&format!("written to {}\n", directory.display()))?;
        if let Err(failure) = remember(&directory) {
            eprintln!(
                "girafa: `girafa run ID` will not find the listings by itself: {}",
                failure.message
            );
        }
        Ok(Exit::Well)
    }
}

fn write(directory: &Path, imported: &[Imported]) -> Result<(), Failure> {
    fs::create_dir_all(directory)
        .map_err(|error| Failure::bad_file(format_args!("{}: {error}", directory.display())))?;
    for listing in imported {
        files::write(
            &directory.join(format!("{}.bas", listing.id)),
            listing.source.as_bytes(),
        )?;
        files::write(
            &directory.join(format!("{}.tap", listing.id)),
            &tap::from_program(&listing.program),
        )?;
    }
    Ok(())
}

fn summary(listing: &Imported) -> String {
    format!(
        "{}: {}, {} rows of which {} are as scanned, {} corrected, {} doubtful",
        listing.id,
        listing.title,
        listing.reading.rows.len(),
        listing.rows_as_scanned(),
        listing.corrections.len(),
        listing.doubts.len()
    )
}

/// Says what is wrong with a text, with its places where there are some.
fn explain(file: &Path, text: &str, error: ImportError) -> Failure {
    let place = file.display().to_string();
    match error {
        ImportError::Listing { id, diagnostics } => Failure::bad_file(format_args!(
            "{place}: the listing {id} does not parse:\n{}",
            diagnostics.render(&place, text, std::io::stderr().is_terminal())
        )),
        error => Failure::bad_file(format_args!("{place}: {error}")),
    }
}

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
        let text = files::read_text(named)?;
        let imported = book::import(&text, &[id]).map_err(|error| explain(named, &text, error))?;
        return Ok(imported.into_iter().next().map(|listing| listing.program));
    }
    let tape = named
        .or_else(remembered)
        .map(|directory| directory.join(format!("{id}.tap")))
        .filter(|tape| tape.is_file());
    tape.map(|tape| {
        tap::first_program(&files::read(&tape)?)
            .map_err(|error| Failure::bad_file(format_args!("{}: {error}", tape.display())))
    })
    .transpose()
}

/// The book's text, where GIRAFA_BOOK names it.
pub fn text() -> Result<Option<String>, Failure> {
    let named = std::env::var_os(VARIABLE).map(PathBuf::from);
    named
        .filter(|path| path.is_file())
        .map(|path| files::read_text(&path))
        .transpose()
}

/// The message for an id that no program has.
pub fn unknown(id: &str) -> Failure {
    let records = book::records().unwrap_or_default();
    let known: Vec<&str> = records.iter().map(|record| record.id.as_str()).collect();
    let of_papers: Vec<&str> = papers::PROGRAMS.iter().map(|(id, _)| *id).collect();
    Failure::bad_file(format_args!(
        "{id} is neither a file (.bas, .tap, .sna) nor a program of the book ({}) or after its companion papers ({})",
        known.join(" "),
        of_papers.join(" ")
    ))
}

/// Writes down where the listings are, for [`original`].
fn remember(directory: &Path) -> Result<(), Failure> {
    let in_directory = |error| Failure::bad_file(format_args!("{}: {error}", directory.display()));
    let absolute = fs::canonicalize(directory).map_err(in_directory)?;
    let data =
        data_directory().ok_or_else(|| Failure::bad_file("this system has no data directory for you"))?;
    fs::create_dir_all(&data)
        .map_err(|error| Failure::bad_file(format_args!("{}: {error}", data.display())))?;
    files::write(&note(&data), absolute.as_os_str().as_encoded_bytes())
}

fn remembered() -> Option<PathBuf> {
    let path = fs::read_to_string(note(&data_directory()?)).ok()?;
    Some(PathBuf::from(path))
}

fn note(data: &Path) -> PathBuf {
    data.join("book-directory")
}

/// The directory for this command's data, such as `~/.local/share/girafa`.
fn data_directory() -> Option<PathBuf> {
    Some(etcetera::choose_base_strategy().ok()?.data_dir().join("girafa"))
}
