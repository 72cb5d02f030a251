//! Restoration records: where a listing is in the book's text, and the errors of the scan.
//!
//! A record is a TOML file `ID.toml` next to its book's catalogue ([`super::catalogue`]):
//!
//! ```toml
//! id = "hanoi"
//! title = "Torres de Hanói"
//! section = "3.3.2"
//! rows = ["1214-1254"]            # lines of the text, code fences included
//! width = 32                      # columns of a row; "none" if each row is a whole line; 32 if it is not said
//! anchor = "0123456789abcdef"       # of the first few of these lines: finds them where they have moved
//! fingerprint = "0123456789abcdef"  # of all of them
//!
//! [[correction]]
//! line = 1221                     # of the text
//! wrong = "EP'"                   # as scanned; must be there exactly once
//! right = "EP;''"                 # "␣" is a space that counts
//! kind = "scan"                   # scan, misprint, erratum or build
//! reason = "why this is known to be right"
//!
//! [[erratum]]                     # see [`super::erratum`]
//! lines = [40]
//! printed = "DIM T(10)"
//! corrected = "DIM T(11)"
//! because = "a row of ten needs an eleventh place"
//! ```
//!
//! A correction with an empty `wrong` is a row that the scan lost; it is inserted below the line. A
//! correction that leaves a row empty removes it.
//!
//! A listing that the book builds from others names their records as its `base`, lists the lines of them to
//! leave out in `without`, and gives its own rows, which replace lines of the same number. Each entry of
//! `rows` is read separately; `"10-12+15-20"` is one entry. `lines` are lines of the text in which the
//! prose prints whole program lines.

use serde::Deserialize;

use girafa_basic::diagnostic::Diagnostics;
use girafa_basic::llist;
use girafa_scan::{
    AcceptedRow, Correction, PageRow, Text, WHOLE_LINE_WIDTH, correct, correct::Unfit, scan::MIN_COLUMNS,
};

use crate::anchor::{Anchor, Anchors, Hash, MAX_ANCHOR_LINES, anchor_at};
use crate::erratum::Erratum;

/// A restoration record.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The program's id in the catalogue.
    pub id: String,
    /// The program's title.
    pub title: String,
    /// The book's section; empty if it has none.
    #[serde(default)]
    pub section: String,
    /// Whether it is only a part from which other listings are built.
    #[serde(default)]
    pub fragment: bool,
    /// The records of the listings that this one is built from; lines of a later one replace those of an
    /// earlier one.
    #[serde(default)]
    pub base: Vec<String>,
    /// Line numbers of the bases that are left out, as ranges `first-last`.
    #[serde(default)]
    pub without: Vec<String>,
    /// The lines of the text that the listing is in, row by row, as ranges `first-last` joined by `+`.
    #[serde(default)]
    pub rows: Vec<String>,
    /// Lines of the text that are whole program lines, as ranges.
    #[serde(default)]
    pub lines: Vec<String>,
    /// How many columns the rows have; [`WHOLE_LINE_WIDTH`] if each is a whole line.
    #[serde(default = "usual_width", deserialize_with = "width")]
    pub width: usize,
    /// Hash of the first lines of the listing in the text, with which they are found after edits before
    /// them.
    pub anchor: Option<String>,
    /// Hash of all these lines, which shows that the record was made for this text. `None` without lines.
    pub fingerprint: Option<String>,
    /// The corrections of the scan.
    #[serde(default, rename = "correction")]
    pub corrections: Vec<Correction>,
    /// The places that remain doubtful.
    #[serde(default, rename = "doubt")]
    pub doubts: Vec<AcceptedRow>,
    /// The mistakes of the book.
    #[serde(default, rename = "erratum")]
    pub errata: Vec<Erratum>,
    /// Whether every row has been compared with the page; the catalogue's value is the default.
    pub reviewed: Option<bool>,
}

/// The width of LLIST's rows.
fn usual_width() -> usize {
    llist::WIDTH
}

/// A number of columns, or "none".
fn width<'de, D: serde::Deserializer<'de>>(read: D) -> Result<usize, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Written {
        Columns(usize),
        Word(String),
    }
    match Written::deserialize(read) {
        Ok(Written::Columns(columns @ MIN_COLUMNS..=WHOLE_LINE_WIDTH)) => Ok(columns),
        Ok(Written::Word(word)) if word == "none" => Ok(WHOLE_LINE_WIDTH),
        _ => Err(serde::de::Error::custom(
            "width: expected a number from 6 to 1000, or \"none\"",
        )),
    }
}

/// Errors of a record, or of its use with a text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// The TOML file is malformed.
    #[error("the record cannot be read: {0}")]
    Malformed(String),
    /// One file of a directory of records has an error.
    #[error("{file}: {reason}")]
    InFile {
        /// The file's name.
        file: String,
        /// The error.
        reason: String,
    },
    /// A range of lines is not `first-last` within the text.
    #[error("record {id}: `{range}` is not a range of lines of the text")]
    Range {
        /// The record.
        id: String,
        /// The range as written.
        range: String,
    },
    /// A correction does not fit its row.
    #[error("record {id}, line {line}: {reason}")]
    Correction {
        /// The record.
        id: String,
        /// The line of the text.
        line: usize,
        /// Why it does not fit.
        reason: Unfit,
    },
    /// A correction names a line outside the listing.
    #[error("record {id}: line {line} is not in the listing")]
    Outside {
        /// The record.
        id: String,
        /// The line of the text.
        line: usize,
    },
    /// An erratum does not fit.
    #[error("record {id}, erratum of line {number}: {reason}")]
    Erratum {
        /// The record.
        id: String,
        /// The program's line.
        number: u16,
        /// Why it does not fit.
        reason: String,
    },
}

impl Record {
    /// Parses a record.
    ///
    /// # Errors
    /// The record is malformed.
    pub fn parse(toml: &str) -> Result<Record, RecordError> {
        toml::from_str(toml).map_err(|error| RecordError::Malformed(error.to_string()))
    }

    /// The lines of the text, from 1, that an entry of ranges names.
    pub(crate) fn line_numbers(&self, entry: &str, count: usize) -> Result<Vec<usize>, RecordError> {
        let mut numbers = Vec::new();
        for range in entry.split('+') {
            match parse_range(range) {
                Some((first @ 1.., last)) if first <= last && last <= count => numbers.extend(first..=last),
                _ => {
                    return Err(RecordError::Range {
                        id: self.id.clone(),
                        range: range.to_string(),
                    });
                }
            }
        }
        Ok(numbers)
    }

    /// The hash of the listing's own lines in `text`, without trailing spaces: 64-bit FNV-1a, in
    /// hexadecimal.
    ///
    /// # Errors
    /// The text is too short.
    pub fn fingerprint_of(&self, text: &Text<'_>) -> Result<String, RecordError> {
        let mut hash = Hash::default();
        for entry in self.rows.iter().chain(&self.lines) {
            for number in self.line_numbers(entry, text.count())? {
                hash.add_line(text.line(number));
            }
        }
        Ok(hash.shown())
    }

    /// The lines of the text that the anchor covers: the number of the first one, and how many they are.
    fn anchored(&self) -> Option<(usize, usize)> {
        let first = self.rows.first().or(self.lines.first())?;
        let (first, last) = parse_range(first.split('+').next()?)?;
        Some((first, (last.checked_sub(first)? + 1).min(MAX_ANCHOR_LINES)))
    }

    /// The hash of the first lines of the listing in `text`; `None` if the record names no lines of the
    /// text.
    pub fn anchor_of(&self, text: &Text<'_>) -> Option<String> {
        let (first, count) = self.anchored()?;
        (first >= 1 && first + count <= text.count() + 1).then(|| anchor_at(text, first, count))
    }

    /// The anchor with which to find the record's lines if they have moved.
    pub(crate) fn lost_anchor(&self, text: &Text<'_>) -> Option<Anchor> {
        if self.fits(text) != Some(false) {
            return None;
        }
        Some((self.anchored()?.1, self.anchor.clone()?))
    }

    /// The record with the line numbers of this text, in which its lines may have moved: the anchor finds
    /// them, the fingerprint confirms them. `None` if they are not in the text. `anchors` has the places of
    /// [`Self::lost_anchor`].
    pub(crate) fn placed(&self, text: &Text<'_>, anchors: &Anchors) -> Option<Record> {
        if self.fits(text) != Some(false) {
            return Some(self.clone());
        }
        let (first, count) = self.anchored()?;
        let places = anchors.places(&(count, self.anchor.clone()?));
        places
            .iter()
            .map(|&place| self.moved(place as isize - first as isize))
            .find(|moved| moved.fits(text) == Some(true))
    }

    /// The record for a text in which all its lines are `by` lines further down.
    fn moved(&self, by: isize) -> Record {
        let number = |line: usize| line.checked_add_signed(by).unwrap_or_default();
        let range = |range: &str| match parse_range(range) {
            Some((first, last)) => format!("{}-{}", number(first), number(last)),
            None => range.to_owned(),
        };
        let entry = |entry: &String| entry.split('+').map(range).collect::<Vec<_>>().join("+");
        let mut moved = self.clone();
        moved.rows = self.rows.iter().map(entry).collect();
        moved.lines = self.lines.iter().map(entry).collect();
        for correction in &mut moved.corrections {
            correction.line = number(correction.line);
        }
        for doubt in &mut moved.doubts {
            doubt.line = number(doubt.line);
        }
        moved
    }

    /// The parts of the listing with all corrections applied and without code fences.
    ///
    /// # Errors
    /// A correction does not match.
    pub fn parts(&self, text: &Text<'_>, diagnostics: &mut Diagnostics) -> Result<Vec<Part>, RecordError> {
        let mut parts = Vec::new();
        let mut seen = Vec::new();
        for (entry, width) in self
            .rows
            .iter()
            .map(|entry| (entry, self.width))
            .chain(self.lines.iter().map(|entry| (entry, WHOLE_LINE_WIDTH)))
        {
            let numbers = self.line_numbers(entry, text.count())?;
            let rows = correct::rows(text, numbers.iter().copied(), 1, &self.corrections, diagnostics);
            parts.push(Part {
                rows: rows.map_err(|(line, reason)| RecordError::Correction {
                    id: self.id.clone(),
                    line,
                    reason,
                })?,
                width,
            });
            seen.extend(numbers);
        }
        match self
            .corrections
            .iter()
            .find(|correction| !seen.contains(&correction.line))
        {
            Some(correction) => Err(RecordError::Outside {
                id: self.id.clone(),
                line: correction.line,
            }),
            None => Ok(parts),
        }
    }

    /// Whether the listing's own lines in `text` are those for which the record was made. `None` if it has
    /// no lines of its own.
    pub fn fits(&self, text: &Text<'_>) -> Option<bool> {
        let fingerprint = self.fingerprint.as_ref()?;
        Some(self.fingerprint_of(text).is_ok_and(|hash| hash == *fingerprint))
    }

    /// Whether the record leaves out this line of its bases.
    pub fn leaves_out(&self, number: u16) -> bool {
        let within = |range: &String| {
            parse_range(range).is_some_and(|(first, last)| (first..=last).contains(&usize::from(number)))
        };
        self.without.iter().any(within)
    }
}

/// A part of a listing that is read separately.
#[derive(Clone, Debug)]
pub struct Part {
    /// Its rows.
    pub rows: Vec<PageRow>,
    /// Their width in columns.
    pub width: usize,
}

/// The numbers of a range `first-last`.
pub(crate) fn parse_range(range: &str) -> Option<(usize, usize)> {
    let (first, last) = range.split_once('-')?;
    Some((first.parse().ok()?, last.parse().ok()?))
}
