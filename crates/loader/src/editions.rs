//! The included editions of the book's programs.

use girafa_basic::program::Program;
use girafa_basic::tokenise::{self, Options};
use girafa_books as book;
use serde::Serialize;

use crate::error::LoadError;

/// Returns the edition of the program `id`, to be started by RUN; `None` if there is none.
///
/// # Errors
/// The edition does not parse.
pub fn edition(id: &str) -> Result<Option<Program>, LoadError> {
    let Some((_, text)) = girafa_listings::EDITIONS.iter().find(|(name, _)| *name == id) else {
        return Ok(None);
    };
    let options = Options {
        name: id.to_owned(),
        ..Options::default()
    };
    match tokenise::program(text, &options) {
        Ok(done) => Ok(Some(done.program)),
        Err(errors) => Err(LoadError::Listing {
            name: id.to_owned(),
            message: format!("our edition of {id} has mistakes"),
            text: (*text).to_owned(),
            errors,
        }),
    }
}

/// An included program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Included {
    /// The id by which `run` and the other commands know it.
    pub id: &'static str,
    /// A description in Portuguese: the book's title for the listing, otherwise the program's first REM.
    pub title: String,
    /// Whether the book has a listing of it, which replaces the edition once it is imported.
    pub is_of_book: bool,
}

/// Returns all included programs, sorted by id.
///
/// # Errors
/// A restoration record is malformed.
pub fn included() -> Result<Vec<Included>, LoadError> {
    let records = book::records()?;
    let included = girafa_listings::EDITIONS.iter().map(|&(id, text)| {
        let record = records.iter().find(|record| record.id == id);
        Included {
            id,
            title: record.map_or_else(|| first_remark(text), |record| record.title.clone()),
            is_of_book: record.is_some(),
        }
    });
    let mut included: Vec<Included> = included.collect();
    included.sort_by_key(|program| program.id);
    Ok(included)
}

/// The text of a listing's first REM.
fn first_remark(text: &str) -> String {
    let remark = text.lines().find_map(|row| row.split_once("REM "));
    remark.map_or_else(String::new, |(_, remark)| remark.trim().to_owned())
}
