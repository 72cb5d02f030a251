//! The book's listings, restored from its text with the records of `basic-listings/book`.
//!
//! ```no_run
//! let text = std::fs::read_to_string("inteligencia-artificial.txt").unwrap();
//! for program in girafa_basic::book::import(&text, &[]).unwrap() {
//!     println!("{}: {} rows, {} as scanned", program.id, program.reading.rows.len(), program.rows_as_scanned());
//! }
//! ```

pub mod record;

use crate::diagnostic::Diagnostics;
use crate::listing::llist;
use crate::listing::reader::{self, Reading};
use crate::program::Program;
use crate::text;

use record::{Kind, Record, RecordError, Text};

macro_rules! records {
    ($($id:literal),* $(,)?) => {
        [$(include_str!(concat!("../../../../basic-listings/book/", $id, ".toml"))),*]
    };
}

/// The records, in the order of the book.
const RECORDS: [&str; 11] = records![
    "arvore-anterior",
    "arvore-interior",
    "arvore-posterior",
    "cnp",
    "cnp-fatorial",
    "hanoi",
    "hanoi-tracado",
    "rainhas",
    "rainhas-tracado",
    "rainhas-grafica",
    "nim",
];

/// One restored program.
#[derive(Clone, Debug)]
pub struct Imported {
    /// Its id in the catalogue.
    pub id: String,
    /// What it is.
    pub title: String,
    /// The program; it starts at its first line.
    pub program: Program,
    /// Its text.
    pub source: String,
    /// The page's rows beside those that the program lists, and what is doubtful.
    pub reading: Reading,
    /// The record that it was restored with.
    pub record: Record,
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
    RECORDS.iter().map(|toml| Record::parse(toml)).collect()
}

/// Restores the programs `ids` (all if there are none) from the book's text. Errors: the text is another, a program is
/// unknown, or a listing cannot be restored.
pub fn import(book: &str, ids: &[&str]) -> Result<Vec<Imported>, ImportError> {
    let records = records()?;
    if let Some(id) = ids
        .iter()
        .find(|id| records.iter().all(|record| record.id != **id))
    {
        let known = records
            .iter()
            .map(|record| record.id.as_str())
            .collect::<Vec<_>>()
            .join(", ");
        return Err(ImportError::Unknown {
            id: (*id).to_string(),
            known,
        });
    }
    let text = Text::new(book);
    let fits = |record: &&Record| {
        record
            .fingerprint_of(&text)
            .is_ok_and(|hash| hash == record.fingerprint)
    };
    if !records.iter().any(|record| fits(&record)) {
        return Err(ImportError::NotTheBook);
    }
    let wanted: Vec<&Record> = records
        .iter()
        .filter(|record| ids.is_empty() || ids.contains(&record.id.as_str()))
        .collect();
    let changed: Vec<&str> = wanted
        .iter()
        .filter(|record| !fits(record))
        .map(|record| record.id.as_str())
        .collect();
    if !changed.is_empty() {
        return Err(ImportError::Changed(changed.join(", ")));
    }
    wanted.into_iter().map(|record| restore(&text, record)).collect()
}

/// Restores one listing.
fn restore(text: &Text<'_>, record: &Record) -> Result<Imported, ImportError> {
    let mut diagnostics = Diagnostics::default();
    let page = record.page(text, &mut diagnostics)?;
    let mut reading = reader::read(&page, llist::WIDTH);
    diagnostics
        .iter()
        .for_each(|diagnostic| reading.diagnostics.push(diagnostic.clone()));
    if reading.diagnostics.has_errors() {
        return Err(ImportError::Listing {
            id: record.id.clone(),
            diagnostics: reading.diagnostics,
        });
    }
    let program = Program {
        name: record.id.bytes().take(10).collect(),
        autostart: reading.lines.first().map(|line| line.number),
        lines: reading.lines.clone(),
        variables: Vec::new(),
    };
    Ok(Imported {
        id: record.id.clone(),
        title: record.title.clone(),
        source: text::from_program(&program),
        program,
        reading,
        record: record.clone(),
    })
}

impl Imported {
    /// How many rows of the page are, as scanned, what LLIST prints (see [`reader::ReadRow::as_scanned`]).
    pub fn rows_as_scanned(&self) -> usize {
        self.reading.rows.iter().filter(|row| row.as_scanned()).count()
    }

    /// How many corrections of a kind the record has.
    pub fn corrections(&self, kind: Kind) -> usize {
        self.record
            .corrections
            .iter()
            .filter(|correction| correction.kind == kind)
            .count()
    }
}
