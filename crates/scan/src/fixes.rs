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

/// Maximum length of a fixes file in bytes.
pub const MAX_BYTES: u64 = 4 << 20;

/// One correction of the scan.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Correction {
    /// The line of the text, from 1.
    pub line: usize,
    /// The wrong text, which must occur exactly once; empty to insert a row below.
    #[serde(default)]
    pub wrong: String,
    /// The corrected text.
    pub right: String,
    /// The source of the error.
    pub kind: Kind,
    /// How the correction is known to be right.
    pub reason: String,
}

impl Correction {
    /// Returns the wrong and the corrected text; `None` for a row that was lost below.
    pub fn change(&self) -> Option<(&str, &str)> {
        (!self.wrong.is_empty()).then_some((&self.wrong, &self.right))
    }
}

/// The source of an error.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// The scan: a character, space or row was misread or lost.
    Scan,
    /// The book: its listing cannot run as printed.
    Misprint,
    /// The book's errata page has the correction.
    Erratum,
    /// The book describes in words how to change a listing into this one.
    Build,
}

/// A row that is accepted as it is, with all its doubts.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AcceptedRow {
    /// The line of the text, from 1.
    pub line: usize,
    /// The reason.
    pub note: String,
}

/// The contents of a fixes file.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fixes {
    /// The corrections of the scan.
    #[serde(default, rename = "correction")]
    pub corrections: Vec<Correction>,
    /// Rows that are accepted as they are.
    #[serde(default, rename = "doubt")]
    pub doubts: Vec<AcceptedRow>,
}

/// Errors while reading a fixes file.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum FixesError {
    /// The file is longer than [`MAX_BYTES`].
    #[error("fixes of {0} bytes are longer than {MAX_BYTES}")]
    TooLong(usize),
    /// The file is malformed: the TOML parser's message, with its position.
    #[error("{}", .0.to_string().trim_end())]
    Malformed(toml::de::Error),
}

impl Fixes {
    /// Parses a fixes file.
    ///
    /// # Errors
    /// The file is too long or malformed.
    pub fn parse(toml: &str) -> Result<Fixes, FixesError> {
        if toml.len() as u64 > MAX_BYTES {
            return Err(FixesError::TooLong(toml.len()));
        }
        toml::from_str(toml).map_err(FixesError::Malformed)
    }

    /// Returns the corrections of a line as pairs of wrong and corrected text, without lost rows.
    pub fn changes(&self, line: usize) -> Vec<(&str, &str)> {
        let here = self
            .corrections
            .iter()
            .filter(|correction| correction.line == line);
        here.filter_map(Correction::change).collect()
    }

    /// Whether a row is accepted as it is.
    pub fn accepts(&self, line: usize) -> bool {
        self.doubts.iter().any(|doubt| doubt.line == line)
    }

    /// Returns the text of the file.
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

/// Formats a correction as in a fixes file.
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
