//! Restoration records: where a listing of the book stands in its text, and what is wrong with the scan.
//!
//! A record is a TOML file in `basic-listings/book`:
//!
//! ```toml
//! id = "hanoi"
//! title = "Torres de Hanói"
//! section = "3.3.2"
//! rows = ["1214-1254"]            # lines of the text, code fences included
//! fingerprint = "0123456789abcdef"  # of these lines
//!
//! [[correction]]
//! line = 1221                     # of the text
//! wrong = "EP'"                   # as scanned; must be there exactly once
//! right = "EP;''"                 # "␣" is a space that counts
//! kind = "scan"                   # scan, misprint, erratum or build
//! reason = "why this is known to be right"
//! ```
//!
//! A correction with an empty `wrong` is a row that the scan lost: it goes below the line. One that leaves nothing of a row
//! takes it out.
//!
//! A listing that the book builds from others names the records to start from as its `base`, lists in `without` the lines of
//! them that go, and gives its own rows, which replace lines of the same number. Each entry of `rows` is read by itself;
//! `"10-12+15-20"` is one entry. `lines` are lines of the text that the prose prints unbroken.

use std::ops::Range;

use serde::Deserialize;

use crate::correct::{self, Unfit};
use crate::fit::UNBROKEN;
use crate::page::{self, PageRow};
use girafa_basic::diagnostic::Diagnostics;
use girafa_basic::llist;

/// A restoration record.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The program's id in the catalogue.
    pub id: String,
    /// What the program is.
    pub title: String,
    /// The book's section.
    pub section: String,
    /// Is it only a part that other listings are built from?
    #[serde(default)]
    pub fragment: bool,
    /// The records of the listings that this one is built from; lines of a later one replace those of an earlier one.
    #[serde(default)]
    pub base: Vec<String>,
    /// Line numbers of the bases that are left out, as ranges `first-last`.
    #[serde(default)]
    pub without: Vec<String>,
    /// The lines of the text that the listing stands in, row by row, as ranges `first-last` joined by `+`.
    #[serde(default)]
    pub rows: Vec<String>,
    /// Lines of the text that are whole program lines, as ranges.
    #[serde(default)]
    pub lines: Vec<String>,
    /// Hash of these lines, which shows that the text is the one that the record was made for. There is none without lines.
    pub fingerprint: Option<String>,
    /// What is wrong in the scan.
    #[serde(default, rename = "correction")]
    pub corrections: Vec<Correction>,
    /// What remains doubtful.
    #[serde(default, rename = "doubt")]
    pub doubts: Vec<Doubt>,
}

/// One correction of the scan.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Correction {
    /// The line of the text, from 1.
    pub line: usize,
    /// What stands there, exactly once; empty to put a row below it.
    #[serde(default)]
    pub wrong: String,
    /// What should stand there.
    pub right: String,
    /// Why it is wrong.
    pub kind: Kind,
    /// How that is known.
    pub reason: String,
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

/// Something that the record cannot decide.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Doubt {
    /// The line of the text, from 1.
    pub line: usize,
    /// What is doubtful, and what was taken.
    pub note: String,
}

/// What is wrong with a record, or with the text that it is used on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// The TOML file cannot be read.
    #[error("the record cannot be read: {0}")]
    Malformed(String),
    /// A range of lines is not `first-last` within the text.
    #[error("record {id}: `{range}` is no range of lines of the text")]
    Range {
        /// The record.
        id: String,
        /// The range as written.
        range: String,
    },
    /// A correction's wrong text is not there, or more than once.
    #[error("record {id}, line {line}: `{wrong}` stands there {count} times, should be once")]
    NoMatch {
        /// The record.
        id: String,
        /// The line of the text.
        line: usize,
        /// The wrong text.
        wrong: String,
        /// How often it was found.
        count: usize,
    },
    /// Two corrections change the same characters.
    #[error("record {id}, line {line}: two corrections change the same characters")]
    Overlap {
        /// The record.
        id: String,
        /// The line of the text.
        line: usize,
    },
    /// A correction names a line outside the listing.
    #[error("record {id}: line {line} is not in the listing")]
    Outside {
        /// The record.
        id: String,
        /// The line of the text.
        line: usize,
    },
    /// A correction's right text has a character or escape that the machine does not know.
    #[error("record {id}, line {line}: `{right}` has a character that the Spectrum does not have")]
    NoCharacter {
        /// The record.
        id: String,
        /// The line of the text.
        line: usize,
        /// The right text.
        right: String,
    },
}

impl Record {
    /// Reads a record. Errors: it is malformed.
    pub fn parse(toml: &str) -> Result<Record, RecordError> {
        toml::from_str(toml).map_err(|error| RecordError::Malformed(error.to_string()))
    }

    /// The numbers of the lines of the text that a range entry names, from 1.
    fn line_numbers(&self, entry: &str, count: usize) -> Result<Vec<usize>, RecordError> {
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

    /// The hash of the listing's own lines in `text`, without spaces at their ends: FNV-1a, 64 bits, in hexadecimal. Errors:
    /// the text is too short.
    pub fn fingerprint_of(&self, text: &Text<'_>) -> Result<String, RecordError> {
        let mut hash = 0xcbf2_9ce4_8422_2325u64;
        for entry in self.rows.iter().chain(&self.lines) {
            for number in self.line_numbers(entry, text.lines.len())? {
                for byte in text.line(number).trim_end().bytes().chain([b'\n']) {
                    hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
                }
            }
        }
        Ok(format!("{hash:016x}"))
    }

    /// The parts of the listing with all corrections applied; fences are left out. Errors: a correction does not match.
    pub fn parts(&self, text: &Text<'_>, diagnostics: &mut Diagnostics) -> Result<Vec<Part>, RecordError> {
        let mut parts = Vec::new();
        let mut seen = Vec::new();
        for (entry, width) in self
            .rows
            .iter()
            .map(|entry| (entry, llist::WIDTH))
            .chain(self.lines.iter().map(|entry| (entry, UNBROKEN)))
        {
            let numbers = self.line_numbers(entry, text.lines.len())?;
            parts.push(Part {
                rows: self.page(&numbers, text, diagnostics)?,
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

    /// Are the listing's own lines in `text` those that the record was made for? `None` if it has no lines of its own.
    pub fn fits(&self, text: &Text<'_>) -> Option<bool> {
        let wanted = self.fingerprint.as_ref()?;
        Some(self.fingerprint_of(text).is_ok_and(|hash| hash == *wanted))
    }

    /// Does the record leave out this line of its bases?
    pub fn leaves_out(&self, number: u16) -> bool {
        let within = |range: &String| {
            parse_range(range).is_some_and(|(first, last)| (first..=last).contains(&usize::from(number)))
        };
        self.without.iter().any(within)
    }

    fn page(
        &self,
        numbers: &[usize],
        text: &Text<'_>,
        diagnostics: &mut Diagnostics,
    ) -> Result<Vec<PageRow>, RecordError> {
        let mut page = Vec::new();
        let mut block = 0;
        for &number in numbers {
            let scanned = text.line(number);
            let start = text.lines[number - 1].start;
            if scanned.starts_with("```") {
                page::level_indents(&mut page[block..]);
                block = page.len();
            } else {
                let changes: Vec<(&str, &str)> = self
                    .corrections_of(number)
                    .filter(|correction| !correction.wrong.is_empty())
                    .map(|correction| (correction.wrong.as_str(), correction.right.as_str()))
                    .collect();
                let row = correct::corrected(number, start, scanned, &changes, diagnostics);
                page.push(row.map_err(|unfit| self.unfit(number, unfit))?);
            }
            for lost in self
                .corrections_of(number)
                .filter(|correction| correction.wrong.is_empty())
            {
                let row = correct::lost_row(number, start + scanned.len(), &lost.right);
                page.push(row.map_err(|unfit| self.unfit(number, unfit))?);
            }
        }
        page::level_indents(&mut page[block..]);
        Ok(page)
    }

    fn corrections_of(&self, line: usize) -> impl Iterator<Item = &Correction> {
        self.corrections
            .iter()
            .filter(move |correction| correction.line == line)
    }

    /// The record's error for a correction of a line that does not fit.
    fn unfit(&self, line: usize, unfit: Unfit) -> RecordError {
        let id = self.id.clone();
        match unfit {
            Unfit::NoMatch { wrong, count } => RecordError::NoMatch {
                id,
                line,
                wrong,
                count,
            },
            Unfit::Overlap => RecordError::Overlap { id, line },
            Unfit::NoCharacter { right } => RecordError::NoCharacter { id, line, right },
        }
    }
}

/// A piece of a listing that is read by itself.
#[derive(Clone, Debug)]
pub struct Part {
    /// Its rows.
    pub rows: Vec<PageRow>,
    /// Their width in columns.
    pub width: usize,
}

/// The numbers of a range `first-last`.
fn parse_range(range: &str) -> Option<(usize, usize)> {
    let (first, last) = range.split_once('-')?;
    Some((first.parse().ok()?, last.parse().ok()?))
}

/// A text whose lines can be asked for by number.
pub struct Text<'a> {
    text: &'a str,
    lines: Vec<Range<usize>>,
}

impl<'a> Text<'a> {
    /// Finds the lines of a text, with either kind of line end.
    pub fn new(text: &'a str) -> Text<'a> {
        let mut lines = Vec::new();
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            let content = line.trim_end_matches(['\n', '\r']).len();
            lines.push(start..start + content);
            start += line.len();
        }
        Text { text, lines }
    }

    /// How many lines it has.
    pub fn count(&self) -> usize {
        self.lines.len()
    }

    /// The byte at which a line of the text starts, from 1.
    pub fn start(&self, number: usize) -> usize {
        self.lines[number - 1].start
    }

    /// A line of the text, from 1.
    pub fn line(&self, number: usize) -> &'a str {
        &self.text[self.lines[number - 1].clone()]
    }
}
