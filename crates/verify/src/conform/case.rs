//! A conformance case: one line of `cases.jsonl`.

use girafa_basic::json;
use serde::Deserialize;
use serde_json::{Map, Value};
use thiserror::Error;

/// One observation of an original 48K, to be reproduced on another ROM.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// Its name.
    pub id: String,
    /// Its category.
    pub cat: String,
    /// The program as zmakebas text.
    pub bas: Option<String>,
    /// Raw keys typed just after start-up, instead of a program ([`girafa_session::keys::parse_raw`]).
    pub keys: Option<String>,
    /// Answers to INPUT.
    #[serde(default, rename = "in")]
    pub answers: Vec<String>,
    /// Time limit in frames.
    pub frames: u64,
    /// What the original showed.
    pub expect: Map<String, Value>,
    /// The keys of `expect` that are compared.
    pub compare: Vec<String>,
    /// The purpose of the case.
    #[serde(default)]
    pub note: String,
}

/// The highest time limit of a case, in frames: a day.
const MAX_FRAMES: u64 = 24 * 60 * 60 * 50;

/// Maximum number of values of a file, including the elements of arrays: each value uses memory.
const MAX_VALUES: usize = 1_000_000;

/// Maximum length of an id in bytes: ids are in every row of a report, and are matched with patterns.
const MAX_ID: usize = 200;

/// Why a file of cases cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CasesError {
    /// A line is not a case.
    #[error("line {line} is not a conformance case: {error}")]
    Line {
        /// Its number, from 1.
        line: usize,
        /// The error of the JSON parser.
        error: serde_json::Error,
    },
    /// A case needs exactly one of `bas` and `keys`.
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
        /// The key that is compared.
        key: String,
    },
    /// A case's time limit is too long.
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
        /// The length of the id in bytes.
        length: usize,
    },
    /// There are too many values.
    #[error("more than {MAX_VALUES} values: divide the file")]
    TooMany,
    /// The file has no cases.
    #[error("it has no conformance cases")]
    Empty,
}

/// Reads cases, one per line; blank lines are skipped.
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
