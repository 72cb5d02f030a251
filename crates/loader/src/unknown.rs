//! Errors for unknown ids, with suggestions.

use std::path::Path;

use girafa_basic::spelling;
use girafa_books as book;
use girafa_reference::papers;

use crate::error::LoadError;
use crate::library;

/// Returns the error for an unknown id.
pub(crate) fn unknown(id: &str) -> LoadError {
    let records = match book::records() {
        Ok(records) => records,
        Err(error) => return error.into(),
    };
    let others = library::books();
    let of_book = records.iter().map(|record| record.id.as_str());
    let of_others = others
        .iter()
        .flat_map(|book| &book.listings)
        .map(|(id, _)| id.as_str());
    let ids = of_book
        .chain(papers::PROGRAMS.iter().map(|(id, _)| *id))
        .chain(of_others);
    let extensions = [
        "bas", "txt", "tap", "tzx", "pzx", "sna", "z80", "szx", "rzx", "scr", "zip", "gz",
    ];
    let mut files = extensions.iter().map(|extension| format!("{id}.{extension}"));
    let file = files.find(|file| Path::new(file).is_file());
    LoadError::UnknownId {
        id: id.to_owned(),
        meant: file.or_else(|| spelling::closest(id, ids).map(str::to_owned)),
    }
}
