//! A conformance case, as a line of `cases.jsonl` has it.

use girafa_basic::json;
use serde::Deserialize;
use serde_json::{Map, Value};
use thiserror::Error;

/// One observation of an original 48K, to be repeated on another ROM.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// Its name.
    pub id: String,
    /// Its category.
    pub cat: String,
    /// A program as zmakebas text.
    pub bas: Option<String>,
    /// Or raw keys typed just after start-up ([`girafa_session::keys::parse_raw`]).
    pub keys: Option<String>,
    /// Answers to INPUT.
    #[serde(default, rename = "in")]
    pub answers: Vec<String>,
    /// Time limit in frames.
    pub frames: u64,
    /// What the original showed.
    pub expect: Map<String, Value>,
    /// The keys of `expect` that count.
    pub compare: Vec<String>,
    /// Why the case is there.
    #[serde(default)]
    pub note: String,
}

/// The highest time limit of a case, in frames: a day.
const MAX_FRAMES: u64 = 24 * 60 * 60 * 50;

/// The most values of a file, strings and numbers of arrays included: each takes memory of its own.
const MAX_VALUES: usize = 1_000_000;

/// The longest id, in bytes: ids are in every row of a report, and matched with patterns.
const MAX_ID: usize = 200;

/// A file of cases that cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CasesError {
    /// A line is not a case.
    #[error("line {line} is not a conformance case: {error}")]
    Line {
        /// Its number, from 1.
        line: usize,
        /// What is wrong.
        error: serde_json::Error,
    },
    /// A case has neither or both of `bas` and `keys`.
    #[error("line {line}: case {id} must have either \"bas\" or \"keys\"")]
    Kind {
        /// Its number, from 1.
        line: usize,
        /// The case.
        id: String,
    },
    /// A case compares something that was not observed.
    #[error("line {line}: case {id} compares {key:?}, which is not in its \"expect\"")]
    Compare {
        /// Its number, from 1.
        line: usize,
        /// The case.
        id: String,
        /// What it would compare.
        key: String,
    },
    /// A case may take longer than anybody waits.
    #[error("line {line}: case {id} may take {frames} frames; the limit is {MAX_FRAMES}, one day")]
    Frames {
        /// Its number, from 1.
        line: usize,
        /// The case.
        id: String,
        /// Its time limit.
        frames: u64,
    },
    /// A case's id is too long.
    #[error("line {line}: an id may have {MAX_ID} bytes, and this one has {length}")]
    Id {
        /// Its number, from 1.
        line: usize,
        /// The id's bytes.
        length: usize,
    },
    /// There are more values than are read.
    #[error("more than {MAX_VALUES} values: divide the file")]
    TooMany,
    /// There is no case at all.
    #[error("it has no conformance cases")]
    Empty,
}

/// Reads cases, one a line; blank lines are skipped.
pub fn read(text: &str) -> Result<Vec<Case>, CasesError> {
    if json::values(text.as_bytes()) > MAX_VALUES {
        return Err(CasesError::TooMany);
    }
    let mut cases = Vec::new();
    for (line, content) in (1..)
        .zip(text.lines())
        .filter(|(_, content)| !content.trim().is_empty())
    {
        let case: Case = serde_json::from_str(content).map_err(|error| CasesError::Line { line, error })?;
        if case.id.len() > MAX_ID {
            let length = case.id.len();
            return Err(CasesError::Id { line, length });
        }
        if case.bas.is_some() == case.keys.is_some() {
            return Err(CasesError::Kind { line, id: case.id });
        }
        if case.frames > MAX_FRAMES {
            let Case { id, frames, .. } = case;
            return Err(CasesError::Frames { line, id, frames });
        }
        if let Some(key) = case.compare.iter().find(|key| !case.expect.contains_key(*key)) {
            return Err(CasesError::Compare {
                line,
                key: key.clone(),
                id: case.id,
            });
        }
        cases.push(case);
    }
    if cases.is_empty() {
        Err(CasesError::Empty)
    } else {
        Ok(cases)
    }
}
