//! The book's listings, restored from its text with the records of `basic-listings/book`.
//!
//! ```no_run
//! let text = std::fs::read_to_string("inteligencia-artificial.txt").unwrap();
//! for program in girafa_restore::book::import(&text, &[]).unwrap() {
//!     println!("{}: {} rows, {} as scanned", program.id, program.reading.rows.len(), program.rows_as_scanned());
//! }
//! ```

pub mod record;

use crate::reader::{self, Reading};
use girafa_basic::diagnostic::Diagnostics;
use girafa_basic::program::Program;
use girafa_basic::text;

use record::{Correction, Doubt, Kind, Record, RecordError, Text};

/// One restored program.
#[derive(Clone, Debug)]
pub struct Imported {
    /// Its id in the catalogue.
    pub id: String,
    /// What it is.
    pub title: String,
    /// The program. It is started by RUN, as one that was typed in.
    pub program: Program,
    /// Its text.
    pub source: String,
    /// The page's rows beside those that the program lists, and what is doubtful.
    pub reading: Reading,
    /// The corrections of its record, and of those that it is built from.
    pub corrections: Vec<Correction>,
    /// What remains doubtful.
    pub doubts: Vec<Doubt>,
}

/// Why nothing, or not all, was imported.
#[derive(Clone, Debug, thiserror::Error)]
pub enum ImportError {
    /// No listing stands where it should.
    #[error(
        "this text is not the book: none of its listings stands where it should \
         (the text of \"Inteligência Artificial\", Monteil and Schomberg, Verbo 1987, is wanted)"
    )]
    NotTheBook,
    /// Some listings are not as the records know them.
    #[error("this is the book's text, but changed: the listings {0} are not as their records know them")]
    Changed(String),
    /// There is no such program.
    #[error("there is no program `{id}` in the book; there are {known}")]
    Unknown {
        /// The id asked for.
        id: String,
        /// The ids that there are.
        known: String,
    },
    /// A record does not fit.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// A listing does not parse with its corrections.
    #[error("the listing {id} does not parse: {diagnostics}")]
    Listing {
        /// The program.
        id: String,
        /// What is wrong, with places in the book's text.
        diagnostics: Diagnostics,
    },
}

/// The records of all programs, in the order of the book. Errors: one is malformed.
pub fn records() -> Result<Vec<Record>, RecordError> {
    let mut records = all_records()?;
    records.retain(|record| !record.fragment);
    Ok(records)
}

/// The text of all records: another one restores other listings.
pub fn records_text() -> impl Iterator<Item = &'static str> {
    girafa_listings::RECORDS.iter().map(|(_, text)| *text)
}

/// The records of all programs and of what they are built from. Errors: one is malformed.
pub fn all_records() -> Result<Vec<Record>, RecordError> {
    records_text().map(Record::parse).collect()
}

/// Restores the programs `ids` (all if there are none) from the book's text. Errors: the text is another, a program is
/// unknown, or a listing cannot be restored.
pub fn import(book: &str, ids: &[&str]) -> Result<Vec<Imported>, ImportError> {
    let records = all_records()?;
    let is_program = |id: &str| records.iter().any(|record| record.id == id && !record.fragment);
    if let Some(id) = ids.iter().find(|id| !is_program(id)) {
        return Err(unknown(id, &records));
    }
    let text = Text::new(book);
    if !records.iter().any(|record| record.fits(&text) == Some(true)) {
        return Err(ImportError::NotTheBook);
    }
    let wanted: Vec<&Record> = records
        .iter()
        .filter(|record| !record.fragment && (ids.is_empty() || ids.contains(&record.id.as_str())))
        .collect();
    let is_used = |record: &Record| {
        wanted
            .iter()
            .any(|wanted| wanted.id == record.id || wanted.base.contains(&record.id))
    };
    let changed: Vec<&str> = records
        .iter()
        .filter(|record| is_used(record) && record.fits(&text) == Some(false))
        .map(|record| record.id.as_str())
        .collect();
    if !changed.is_empty() {
        return Err(ImportError::Changed(changed.join(", ")));
    }
    wanted
        .into_iter()
        .map(|record| restore(&text, record, &records))
        .collect()
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
    let mut reading = Reading {
        lines: Vec::new(),
        rows: Vec::new(),
        diagnostics,
    };
    for (is_base, part) in &parts {
        let mut read = reader::read(&part.rows, part.width, &names);
        if *is_base {
            read.lines.retain(|line| !record.leaves_out(line.number));
            read.rows.retain(|row| !record.leaves_out(row.number));
        }
        reading.put_over(read);
    }
    if reading.diagnostics.has_errors() {
        return Err(ImportError::Listing {
            id: record.id.clone(),
            diagnostics: reading.diagnostics,
        });
    }
    let program = Program {
        name: record.id.bytes().take(10).collect(),
        autostart: None,
        lines: reading.lines.clone(),
        tail: Vec::new(),
        variables: Vec::new(),
    };
    Ok(Imported {
        id: record.id.clone(),
        title: record.title.clone(),
        source: text::from_program(&program),
        program,
        reading,
        corrections: sources
            .iter()
            .flat_map(|source| source.corrections.clone())
            .collect(),
        doubts: sources.iter().flat_map(|source| source.doubts.clone()).collect(),
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
    /// How many rows of the page are, as scanned, what LLIST prints (see [`reader::ReadRow::as_scanned`]).
    pub fn rows_as_scanned(&self) -> usize {
        self.reading.rows.iter().filter(|row| row.as_scanned()).count()
    }

    /// How many corrections of a kind were made.
    pub fn corrections(&self, kind: Kind) -> usize {
        self.corrections
            .iter()
            .filter(|correction| correction.kind == kind)
            .count()
    }
}
