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

use crate::book::record::{Correction, Doubt, Kind};
use crate::quoted::quoted;

/// The longest fixes file, in bytes.
pub const LONGEST: u64 = 4 << 20;

/// The contents of a fixes file.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fixes {
    /// What is wrong in the scan.
    #[serde(default, rename = "correction")]
    pub corrections: Vec<Correction>,
    /// Rows that are taken as they are.
    #[serde(default, rename = "doubt")]
    pub doubts: Vec<Doubt>,
}

/// A fixes file is malformed: what the TOML reader says, with its place.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{}", .0.to_string().trim_end())]
pub struct FixesError(toml::de::Error);

impl Fixes {
    /// Reads a fixes file.
    ///
    /// # Errors
    /// It is malformed.
    pub fn parse(toml: &str) -> Result<Fixes, FixesError> {
        toml::from_str(toml).map_err(FixesError)
    }

    /// The corrections of a line of the text as pairs of wrong and right, without lost rows.
    pub fn changes(&self, line: usize) -> Vec<(&str, &str)> {
        let here = |correction: &&Correction| correction.line == line && !correction.wrong.is_empty();
        self.corrections
            .iter()
            .filter(here)
            .map(|correction| (correction.wrong.as_str(), correction.right.as_str()))
            .collect()
    }

    /// The rows that were lost below a line of the text.
    pub fn lost(&self, line: usize) -> impl Iterator<Item = &Correction> {
        self.corrections
            .iter()
            .filter(move |correction| correction.line == line && correction.wrong.is_empty())
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

/// A correction as it stands in a file.
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
