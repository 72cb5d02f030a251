//! A book's catalogue and its records: a directory of data files.
//!
//! ```toml
//! # book.toml
//! title = "Receitas de BASIC"
//! author = "Ana Lima"        # may be left out, as may edition
//! edition = "1986"
//! reviewed = true            # every row was compared with the page: what only looks suspicious is not reported
//! listings = ["soma", "dado"]  # in the order of the book; each has its record, ID.toml
//! ```
//!
//! A text is recognized as the book's by the fingerprints of its listings, which are in the records.

use std::collections::{HashMap, HashSet};

use serde::Deserialize;

pub use crate::heading::CATALOGUE;
use crate::heading::{self, is_id};
use crate::record::{Record, RecordError};

/// Maximum number of listings of a book.
pub const MAX_LISTINGS: usize = 9_999;

/// The description of a book and the list of its listings.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Catalogue {
    /// The book's title.
    pub title: String,
    /// The author; empty if not given.
    #[serde(default)]
    pub author: String,
    /// Publisher and year; empty if not given.
    #[serde(default)]
    pub edition: String,
    /// Whether every row of all listings has been compared with the page.
    #[serde(default)]
    pub reviewed: bool,
    /// The ids of its listings, and of the fragments that they are built from, in the order of the book.
    pub listings: Vec<String>,
}

impl Catalogue {
    /// A name for the book's files and directories, derived from its title.
    pub fn name(&self) -> String {
        let name = heading::slug(&self.title);
        if name.is_empty() {
            CATALOGUE.to_owned()
        } else {
            name
        }
    }

    /// A bibliographic reference to the book: title, author, edition.
    pub fn reference(&self) -> String {
        let more = [&self.author, &self.edition];
        let more = more.iter().filter(|part| !part.is_empty());
        more.fold(format!("\"{}\"", self.title), |all, part| {
            format!("{all}, {part}")
        })
    }
}

/// A book's catalogue with its records.
#[derive(Clone, Debug)]
pub struct Records {
    /// The description of the book.
    pub catalogue: Catalogue,
    /// The records of its listings and of their fragments, in the order of the catalogue.
    pub records: Vec<Record>,
}

impl Records {
    /// The records built into this crate.
    ///
    /// # Errors
    /// A record is malformed.
    pub fn built_in() -> Result<Records, RecordError> {
        Records::of_files(girafa_listings::RECORDS)
    }

    /// Reads records from files, each given as its name without the extension `.toml`, and its text. The
    /// name of the catalogue is `book`.
    ///
    /// # Errors
    /// There is no catalogue; a record that it names is missing, or there is a record that it does not
    /// name; or a file is malformed.
    pub fn of_files<N: AsRef<str>, T: AsRef<str>>(files: &[(N, T)]) -> Result<Records, RecordError> {
        let named: HashMap<&str, &str> = files
            .iter()
            .map(|(name, text)| (name.as_ref(), text.as_ref()))
            .collect();
        let text = named
            .get(CATALOGUE)
            .ok_or_else(|| wrong(CATALOGUE, "there is no catalogue of the listings"))?;
        let catalogue: Catalogue =
            toml::from_str(text).map_err(|error| wrong(CATALOGUE, error.to_string().trim_end()))?;
        if catalogue.listings.len() > MAX_LISTINGS {
            let count = catalogue.listings.len();
            return Err(wrong(
                CATALOGUE,
                format!("{count} listings; the limit is {MAX_LISTINGS}"),
            ));
        }
        let mut records: Vec<Record> = Vec::new();
        let mut known = HashSet::from([CATALOGUE]);
        for id in &catalogue.listings {
            if !is_id(id) {
                let message = "is not an id: expected at most 64 lower-case letters, digits and hyphens";
                return Err(wrong(CATALOGUE, format!("listings: `{id}` {message}")));
            }
            if !known.insert(id) {
                return Err(wrong(CATALOGUE, format!("listings: `{id}` is there twice")));
            }
            let text = named.get(id.as_str()).ok_or_else(|| {
                wrong(
                    id,
                    format!("the record does not exist, but {CATALOGUE}.toml lists `{id}`"),
                )
            })?;
            let record = Record::parse(text).map_err(|error| match error {
                RecordError::Malformed(message) => wrong(id, message.trim_end()),
                error => wrong(id, error),
            })?;
            if record.id != *id {
                return Err(wrong(
                    id,
                    format!("its id is `{}`: it should be the file's name", record.id),
                ));
            }
            records.push(record);
        }
        if let Some((stray, _)) = files.iter().find(|(name, _)| !known.contains(name.as_ref())) {
            let message =
                format!("{CATALOGUE}.toml does not list it: add it to `listings`, or delete the file");
            return Err(wrong(stray.as_ref(), message));
        }
        for record in &records {
            if let Some(base) = record.base.iter().find(|base| !known.contains(base.as_str())) {
                return Err(wrong(&record.id, format!("base: record `{base}` does not exist")));
            }
        }
        Ok(Records { catalogue, records })
    }

    /// The records of the programs, in the order of the book.
    pub fn programs(&self) -> impl Iterator<Item = &Record> {
        self.records.iter().filter(|record| !record.fragment)
    }

    /// The ids and titles of the programs, in the order of the book.
    pub fn listings(&self) -> Vec<(String, String)> {
        let programs = self.programs();
        programs
            .map(|record| (record.id.clone(), record.title.clone()))
            .collect()
    }

    /// Whether every row of a listing has been compared with the page.
    pub fn is_reviewed(&self, record: &Record) -> bool {
        record.reviewed.unwrap_or(self.catalogue.reviewed)
    }
}

fn wrong(id: &str, reason: impl std::fmt::Display) -> RecordError {
    RecordError::InFile {
        file: format!("{id}.toml"),
        reason: reason.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOOK: &str = "title = \"Livro\"\nlistings = [\"um\", \"dois\"]\n";
    const RECORD: &str = "id = \"um\"\ntitle = \"Um\"\n";
    const DERIVED_RECORD: &str = "id = \"dois\"\ntitle = \"Dois\"\nbase = [\"um\"]\nwidth = \"none\"\n";

    #[test]
    fn a_directory_of_records() {
        let records = Records::of_files(&[("um", RECORD), ("dois", DERIVED_RECORD), ("book", BOOK)]).unwrap();
        let widths: Vec<usize> = records.records.iter().map(|record| record.width).collect();
        assert_eq!(widths, [32, girafa_scan::fit::WHOLE_LINE_WIDTH]);
        assert_eq!(records.catalogue.reference(), "\"Livro\"");
    }

    #[test]
    fn errors_name_the_file() {
        let listing = |listings: &str| format!("title = \"\"\nlistings = {listings}\n");
        let cases: [(&str, String, &str, &str); 9] = [
            ("um", BOOK.to_owned(), "", "um.toml: "),
            (
                "um",
                BOOK.to_owned(),
                "id = \"two\"\ntitle = \"\"\n",
                "um.toml: its id is `two`",
            ),
            (
                "um",
                BOOK.to_owned(),
                "id = \"um\"\ntitle = \"\"\nwidth = 3\n",
                "um.toml: ",
            ),
            (
                "um",
                BOOK.to_owned(),
                "id = \"um\"\ntitle = \"\"\nbase = [\"x\"]\n",
                "um.toml: base: record `x` does not exist",
            ),
            (
                "tres",
                BOOK.to_owned(),
                RECORD,
                "um.toml: the record does not exist",
            ),
            ("um", "title = 3".to_owned(), RECORD, "book.toml: "),
            (
                "um",
                listing("[\"../um\"]"),
                RECORD,
                "book.toml: listings: `../um` is not an id",
            ),
            (
                "um",
                listing("[\"um\", \"um\"]"),
                RECORD,
                "book.toml: listings: `um` is there twice",
            ),
            ("um", listing("[]"), RECORD, "um.toml: book.toml does not list it"),
        ];
        for (name, book, record, message) in cases {
            let files = [("book", book.as_str()), ("dois", DERIVED_RECORD), (name, record)];
            let error = Records::of_files(&files).unwrap_err().to_string();
            let files = [("book", book.as_str()), (name, record)];
            let other = Records::of_files(&files).unwrap_err().to_string();
            assert!(
                error.starts_with(message) || other.starts_with(message),
                "{error} {other}"
            );
        }
        let none: [(&str, &str); 0] = [];
        let error = Records::of_files(&none).unwrap_err();
        assert!(
            error.to_string().starts_with("book.toml: there is no catalogue"),
            "{error}"
        );
    }
}
