//! Restores the listings of a book from its scanned text and its records: those of `basic-listings/book`, or
//! of another book.
//!
//! ```text
//! catalogue.rs what the book is, and all its records
//! record.rs    where a listing is in the text, and the errors of the scan
//! erratum.rs   mistakes of the book
//! find.rs      listings in any text, with the headings of heading.rs
//! forms.rs     forms of listings that are converted to plain rows first
//! new.rs       new records for the listings of a text
//! suggest.rs   uncertain places, as corrections for a record
//! anchor.rs    the hashes with which records identify the lines of the text
//! ```
//!
//! ```no_run
//! use girafa_books::Records;
//! let text = std::fs::read_to_string("inteligencia-artificial.txt").unwrap();
//! for program in Records::built_in().unwrap().import(&text, &[]).unwrap() {
//!     println!("{}: {} rows, {} corrected", program.id, program.reading.rows.len(), program.rows_corrected());
//! }
//! ```

#![forbid(unsafe_code)]

mod anchor;
pub mod catalogue;
pub mod erratum;
pub mod find;
pub mod forms;
mod heading;
pub mod new;
pub mod record;
pub mod suggest;

use std::collections::HashSet;

use girafa_basic::diagnostic::Diagnostics;
use girafa_basic::program::Program;
use girafa_scan::{AcceptedRow, Correction, DoubtCode, Finding, Kind, Reading, Text, reader};

use anchor::Anchors;
pub use catalogue::Records;
use erratum::Erratum;
pub use record::{Record, RecordError};

/// A restored program.
#[derive(Clone, Debug)]
pub struct Imported {
    /// Its id in the catalogue.
    pub id: String,
    /// Its title.
    pub title: String,
    /// The program. It has no autostart and is started by RUN, as if typed in.
    pub program: Program,
    /// The program as text.
    pub source: String,
    /// The page's rows, each with the matching row of the program's listing, and the doubts.
    pub reading: Reading,
    /// The corrections from its record and from those of its bases.
    pub corrections: Vec<Correction>,
    /// The places that remain doubtful.
    pub doubts: Vec<AcceptedRow>,
    /// The errata from its record and from those of its bases.
    pub errata: Vec<Erratum>,
    /// The corrected program and its text, if there are errata.
    pub corrected: Option<(Program, String)>,
}

/// A program's record, located in the text, with the restored listing or the error.
pub type Restored = (Record, Result<Imported, ImportError>);

/// Why the import failed or is incomplete.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ImportError {
    /// No listing is at its place.
    #[error("this text is not the book: none of its listings is where expected (expected the text of {0})")]
    NotTheBook(String),
    /// Some listings do not match their records.
    #[error(
        "this is the book's text, but it was changed: the listings {} do not match their records{}",
        .0.iter().map(|(id, _)| id.as_str()).collect::<Vec<_>>().join(", "),
        fingerprints(.0)
    )]
    Changed(Vec<(String, Option<String>)>),
    /// The book has no such program.
    #[error("the book has no program `{id}`; it has {known}")]
    Unknown {
        /// The requested id.
        id: String,
        /// The known ids.
        known: String,
    },
    /// A record does not fit the text.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// A listing does not parse with its corrections applied.
    #[error("the listing {id} does not parse: {diagnostics}")]
    Listing {
        /// The program.
        id: String,
        /// The errors, with places in the book's text.
        diagnostics: Diagnostics,
    },
}

/// The new fingerprints of changed listings, for their records if the changes are intended.
fn fingerprints(changed: &[(String, Option<String>)]) -> String {
    let lines = changed.iter().filter_map(|(id, fingerprint)| {
        let fingerprint = fingerprint.as_ref()?;
        Some(format!("{id}.toml: fingerprint = \"{fingerprint}\""))
    });
    let lines: Vec<String> = lines.collect();
    match lines.is_empty() {
        true => String::new(),
        false => format!(
            " (if their rows were changed on purpose, and have not moved: {})",
            lines.join("; ")
        ),
    }
}

/// The built-in records of all programs, in the order of the book.
///
/// # Errors
/// A record is malformed.
pub fn records() -> Result<Vec<Record>, RecordError> {
    let mut records = all_records()?;
    records.retain(|record| !record.fragment);
    Ok(records)
}

/// The text of all built-in records, for a hash that changes when a record changes.
pub fn records_text() -> impl Iterator<Item = &'static str> {
    girafa_listings::RECORDS.iter().map(|(_, text)| *text)
}

/// The built-in records of all programs and of the fragments that they are built from.
///
/// # Errors
/// A record is malformed.
pub fn all_records() -> Result<Vec<Record>, RecordError> {
    Ok(Records::built_in()?.records)
}

/// Restores the programs `ids` (all if empty) from the book's text with the built-in records.
///
/// # Errors
/// Those of [`Records::import`].
pub fn import(book: &str, ids: &[&str]) -> Result<Vec<Imported>, ImportError> {
    Records::built_in()?.import(book, ids)
}

impl Records {
    /// Restores the programs `ids` (all if empty) from the book's text.
    ///
    /// # Errors
    /// The text is not the book's, a program is unknown, or a listing cannot be restored.
    pub fn import(&self, book: &str, ids: &[&str]) -> Result<Vec<Imported>, ImportError> {
        self.each(book, ids)?
            .into_iter()
            .map(|(_, restored)| restored)
            .collect()
    }

    /// Restores programs as [`Self::import`] does, with a separate result for each.
    ///
    /// # Errors
    /// The text is not the book's, or a program is unknown.
    pub fn each(&self, book: &str, ids: &[&str]) -> Result<Vec<Restored>, ImportError> {
        let is_program = |id: &str| self.programs().any(|record| record.id == id);
        if let Some(id) = ids.iter().find(|id| !is_program(id)) {
            return Err(unknown(id, &self.records));
        }
        let book = forms::plain(book);
        let text = Text::new(&book);
        let lost = self.records.iter().filter_map(|record| record.lost_anchor(&text));
        let anchors = Anchors::new(&text, lost);
        let placed: Vec<Option<Record>> = self
            .records
            .iter()
            .map(|record| record.placed(&text, &anchors))
            .collect();
        let stands = |record: &Record| record.fits(&text) == Some(true);
        if !placed.iter().flatten().any(stands) {
            return Err(ImportError::NotTheBook(self.catalogue.reference()));
        }
        let selected: Vec<&Record> = self
            .programs()
            .filter(|record| ids.is_empty() || ids.contains(&record.id.as_str()))
            .collect();
        let used: HashSet<&str> = selected
            .iter()
            .flat_map(|record| record.base.iter().chain([&record.id]))
            .map(String::as_str)
            .collect();
        let changed: Vec<(String, Option<String>)> = self
            .records
            .iter()
            .zip(&placed)
            .filter(|(record, placed)| placed.is_none() && used.contains(record.id.as_str()))
            .map(|(record, _)| (record.id.clone(), record.fingerprint_of(&text).ok()))
            .collect();
        if !changed.is_empty() {
            return Err(ImportError::Changed(changed));
        }
        let placed: Vec<Record> = placed.into_iter().flatten().collect();
        let selected: HashSet<&str> = selected.iter().map(|record| record.id.as_str()).collect();
        let programs = placed
            .iter()
            .filter(|record| selected.contains(record.id.as_str()));
        Ok(programs
            .map(|record| (record.clone(), restore(&text, record, &placed)))
            .collect())
    }
}

/// Restores one listing.
fn restore(text: &Text<'_>, record: &Record, records: &[Record]) -> Result<Imported, ImportError> {
    let find = |id: &String| {
        records
            .iter()
            .find(|base| base.id == *id)
            .ok_or_else(|| unknown(id, records))
    };
    let mut sources = record.base.iter().map(find).collect::<Result<Vec<_>, _>>()?;
    sources.push(record);
    let mut diagnostics = Diagnostics::default();
    let mut parts = Vec::new();
    for source in &sources {
        let is_base = source.id != record.id;
        parts.extend(
            source
                .parts(text, &mut diagnostics)?
                .into_iter()
                .map(|part| (is_base, part)),
        );
    }
    let names = parts
        .iter()
        .map(|(_, part)| reader::names(&part.rows, part.width))
        .collect();
    let unknown = diagnostics.into_iter();
    let mut reading = Reading {
        findings: unknown
            .map(|diagnostic| Finding::new(DoubtCode::UnknownCharacter, diagnostic))
            .collect(),
        ..Reading::default()
    };
    for (is_base, part) in &parts {
        let mut read = reader::read(&part.rows, part.width, &names);
        if *is_base {
            read.lines.retain(|line| !record.leaves_out(line.number));
            read.rows.retain(|row| !record.leaves_out(row.number));
        }
        reading.put_over(read);
    }
    if reading.findings.iter().any(Finding::is_error) {
        return Err(ImportError::Listing {
            id: record.id.clone(),
            diagnostics: reading.diagnostics(),
        });
    }
    let program = Program {
        name: record.id.bytes().take(10).collect(),
        autostart: None,
        lines: reading.lines.clone(),
        tail: Vec::new(),
        variables: Vec::new(),
    };
    let (bases, own) = sources.split_at(sources.len() - 1);
    let errata = |of: &[&Record]| {
        of.iter()
            .flat_map(|source| source.errata.clone())
            .collect::<Vec<_>>()
    };
    let (inherited, own) = (errata(bases), errata(own));
    let corrected = if inherited.is_empty() && own.is_empty() {
        None
    } else {
        let corrected =
            erratum::corrected(&program, &inherited, &own).map_err(|misfit| RecordError::Erratum {
                id: record.id.clone(),
                number: misfit.number,
                reason: misfit.reason,
            })?;
        let source = girafa_basic::text::from_program(&corrected);
        Some((corrected, source))
    };
    Ok(Imported {
        id: record.id.clone(),
        title: record.title.clone(),
        source: girafa_basic::text::from_program(&program),
        program,
        reading,
        corrections: sources
            .iter()
            .flat_map(|source| source.corrections.clone())
            .collect(),
        doubts: sources.iter().flat_map(|source| source.doubts.clone()).collect(),
        errata: [inherited, own].concat(),
        corrected,
    })
}

fn unknown(id: &str, records: &[Record]) -> ImportError {
    let programs = records
        .iter()
        .filter(|record| !record.fragment)
        .map(|record| record.id.as_str());
    ImportError::Unknown {
        id: id.to_string(),
        known: programs.collect::<Vec<_>>().join(", "),
    }
}

impl Imported {
    /// The number of rows of the page that LLIST prints as scanned (see [`reader::ReadRow::as_scanned`]).
    pub fn rows_as_scanned(&self) -> usize {
        self.reading.rows.iter().filter(|row| row.as_scanned()).count()
    }

    /// The number of rows of the page that were corrected: by a correction, or because the listing differs
    /// from the scan. All other rows are as scanned.
    pub fn rows_corrected(&self) -> usize {
        let corrections = self
            .corrections
            .iter()
            .filter(|correction| !correction.wrong.is_empty());
        let corrected: HashSet<usize> = corrections.map(|correction| correction.line).collect();
        let rows = self.reading.rows.iter();
        rows.filter(|row| !row.as_scanned() || corrected.contains(&row.page_line))
            .count()
    }

    /// The number of corrections of a kind.
    pub fn corrections(&self, kind: Kind) -> usize {
        self.corrections
            .iter()
            .filter(|correction| correction.kind == kind)
            .count()
    }
}
