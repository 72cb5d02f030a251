//! Files of corrections for a scan that is not the book's.
//!
//! ```toml
//! [[correction]]
//! line = 12            # of the scan
//! wrong = "(I;"        # as scanned; must be there exactly once; empty for a row that is lost below
//! right = "(1;"        # "␣" is a space that counts
//! kind = "scan"
//! reason = "why this is known to be right"
//!
//! [[doubt]]
//! line = 14            # this row is taken as it is, whatever is doubtful in it
//! note = "why"
//! ```

use std::fmt::Write as _;

use serde::Deserialize;

use crate::quoted::quoted;

/// The longest fixes file, in bytes.
pub const MAX_BYTES: u64 = 4 << 20;

/// One correction of the scan.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Correction {
    /// The line of the text, from 1.
    pub line: usize,
    /// What is there, exactly once; empty to put a row below it.
    #[serde(default)]
    pub wrong: String,
    /// What should stand there.
    pub right: String,
    /// Why it is wrong.
    pub kind: Kind,
    /// How that is known.
    pub reason: String,
}

impl Correction {
    /// What is wrong in the row and what is right; `None` for a row that was lost below it.
    pub fn change(&self) -> Option<(&str, &str)> {
        (!self.wrong.is_empty()).then_some((&self.wrong, &self.right))
    }
}

/// Where a mistake comes from.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// The scan: a character, space or row read wrongly or lost.
    Scan,
    /// The book: its listing cannot run as printed.
    Misprint,
    /// The book's errata page says so.
    Erratum,
    /// The book says in words how to change a listing into this one.
    Build,
}

/// A row that is taken as it is, whatever is doubtful in it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AcceptedRow {
    /// The line of the text, from 1.
    pub line: usize,
    /// Why.
    pub note: String,
}

/// The contents of a fixes file.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fixes {
    /// What is wrong in the scan.
    #[serde(default, rename = "correction")]
    pub corrections: Vec<Correction>,
    /// Rows that are taken as they are.
    #[serde(default, rename = "doubt")]
    pub doubts: Vec<AcceptedRow>,
}

/// Why a fixes file is not read.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum FixesError {
    /// It is longer than [`MAX_BYTES`].
    #[error("fixes of {0} bytes are longer than {MAX_BYTES}")]
    TooLong(usize),
    /// It is malformed: what the TOML reader says, with its place.
    #[error("{}", .0.to_string().trim_end())]
    Malformed(toml::de::Error),
}

impl Fixes {
    /// Reads a fixes file.
    ///
    /// # Errors
    /// It is too long or malformed.
    pub fn parse(toml: &str) -> Result<Fixes, FixesError> {
        if toml.len() as u64 > MAX_BYTES {
            return Err(FixesError::TooLong(toml.len()));
        }
        toml::from_str(toml).map_err(FixesError::Malformed)
    }

    /// The corrections of a line of the text as pairs of wrong and right, without lost rows.
    pub fn changes(&self, line: usize) -> Vec<(&str, &str)> {
        let here = self
            .corrections
            .iter()
            .filter(|correction| correction.line == line);
        here.filter_map(Correction::change).collect()
    }

    /// Is a row taken as it is?
    pub fn accepts(&self, line: usize) -> bool {
        self.doubts.iter().any(|doubt| doubt.line == line)
    }

    /// The file's text.
    pub fn to_toml(&self) -> String {
        let mut text = String::new();
        for correction in &self.corrections {
            text += &correction_toml(correction);
        }
        for doubt in &self.doubts {
            let _ = writeln!(
                text,
                "[[doubt]]\nline = {}\nnote = {}\n",
                doubt.line,
                quoted(&doubt.note)
            );
        }
        text
    }
}

/// A correction as it is in a file.
pub fn correction_toml(correction: &Correction) -> String {
    let kind = match correction.kind {
        Kind::Scan => "scan",
        Kind::Misprint => "misprint",
        Kind::Erratum => "erratum",
        Kind::Build => "build",
    };
    format!(
        "[[correction]]\nline = {}\nwrong = {}\nright = {}\nkind = \"{kind}\"\nreason = {}\n\n",
        correction.line,
        quoted(&correction.wrong),
        quoted(&correction.right),
        quoted(&correction.reason)
    )
}
