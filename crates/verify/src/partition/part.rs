//! The result of one part as written to a file, and the merge of all parts.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::compare::Backend;
use crate::partition::{Partition, Selection};

/// Maximum number of missing parts that a message names.
const MAX_NAMED_PARTS: usize = 5;

/// The result of one part of a suite.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Part<R> {
    /// The version that ran it.
    pub girafa: String,
    /// The command, such as `girafa test`.
    pub command: String,
    /// The part of the suite.
    pub partition: Partition,
    /// The whole suite.
    pub suite: Suite,
    /// The results of the part's sessions.
    pub sessions: Vec<Numbered<R>>,
}

/// The information about the whole suite that is stored in each part.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Suite {
    /// A hash, in hexadecimal, of all that the results depend on.
    pub fingerprint: String,
    /// How many sessions there are in all parts.
    pub sessions: usize,
    /// The programs of the sessions, in order; empty for conformance cases.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub programs: Vec<ProgramPlan>,
    /// Listings that have no sessions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub without: Vec<String>,
}

/// A program of a suite.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ProgramPlan {
    /// Its id.
    pub program: String,
    /// How many sessions it has in all parts.
    pub sessions: usize,
    /// Required coverage in percent, by all its sessions together, if there is a threshold.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub coverage: Option<f64>,
    /// The backend that runs it on the machine.
    #[serde(rename = "way")]
    pub backend: Backend,
}

/// The result of one session, with its place in the suite.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Numbered<R> {
    /// The session's place in the suite, from 1.
    pub number: usize,
    /// Its result.
    #[serde(flatten)]
    pub result: R,
}

/// All results of a suite, as a run on one machine would give them.
#[derive(Debug, Clone)]
pub struct Merged<R> {
    /// The programs, in the order of the suite.
    pub programs: Vec<ProgramPlan>,
    /// Listings that have no sessions.
    pub without: Vec<String>,
    /// The results, in the order of the suite.
    pub results: Vec<R>,
}

/// Why parts cannot be merged into a suite.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MergeError {
    /// There are no parts.
    #[error("there are no parts to merge")]
    Nothing,
    /// A part is of another command.
    #[error("{file} is a part of `{found}`, expected a part of `{expected}`")]
    Command {
        /// The file.
        file: String,
        /// Its command.
        found: String,
        /// The command that merges.
        expected: String,
    },
    /// A part is of another version.
    #[error(
        "{file} is from girafa {found}, but this is girafa {expected}: run all parts with the version that merges them"
    )]
    Version {
        /// The file.
        file: String,
        /// Its version.
        found: String,
        /// The version that merges.
        expected: String,
    },
    /// Two parts are of different partitions of the suite.
    #[error("{} is part {}, but {} is part {}: run all parts with the same number of parts and the same method", .0[0].0, .0[0].1, .0[1].0, .0[1].1)]
    Partition(Box<[(String, Partition); 2]>),
    /// Two parts are of different suites.
    #[error("{0} and {1} are parts of different suites: run all parts with the same files, ROM and options")]
    Suite(String, String),
    /// Two files have the same part.
    #[error("{0} and {1} are both part {2}")]
    Duplicate(String, String, Partition),
    /// Parts are missing.
    #[error("{missing} missing: name the JSON files of all {parts} parts")]
    Missing {
        /// The missing parts, as the beginning of a sentence.
        missing: String,
        /// How many parts there are.
        parts: u64,
    },
    /// A session is in the files twice.
    #[error("session {number} of the suite is in {first} and in {second}")]
    Session {
        /// Its place in the suite, from 1.
        number: usize,
        /// A file that has it.
        first: String,
        /// The other file, or the same one.
        second: String,
    },
    /// All parts are present, but not all sessions.
    #[error("the parts have {found} of {expected} sessions: a file is damaged, run its part again")]
    Damaged {
        /// The sessions in the files.
        found: usize,
        /// The sessions of the suite.
        expected: usize,
    },
}

impl Selection {
    /// The part run by `command` of version `girafa`, with the results of the selected sessions in order.
    pub fn part<R>(self, command: &str, girafa: &str, results: impl IntoIterator<Item = R>) -> Part<R> {
        let numbered = self.chosen.iter().zip(results).map(|(index, result)| Numbered {
            number: index + 1,
            result,
        });
        Part {
            girafa: girafa.to_owned(),
            command: command.to_owned(),
            partition: self.partition,
            sessions: numbered.collect(),
            suite: Suite {
                fingerprint: format!("{:016x}", self.fingerprint.value()),
                sessions: self.sessions,
                programs: self.programs,
                without: self.without,
            },
        }
    }
}

/// Merges all parts of a suite, each given with the name of its file, in any order.
///
/// # Errors
/// The parts are not of this command, version and one suite; a part is missing; or a session is missing or
/// there twice.
pub fn merge<R>(command: &str, girafa: &str, parts: Vec<(String, Part<R>)>) -> Result<Merged<R>, MergeError> {
    let mut files: BTreeMap<u64, &str> = BTreeMap::new();
    let (first_file, first) = parts.first().ok_or(MergeError::Nothing)?;
    for (file, part) in &parts {
        if part.command != command {
            return Err(MergeError::Command {
                file: file.clone(),
                found: part.command.clone(),
                expected: command.to_owned(),
            });
        }
        if part.girafa != girafa {
            return Err(MergeError::Version {
                file: file.clone(),
                found: part.girafa.clone(),
                expected: girafa.to_owned(),
            });
        }
        let (own, other) = (part.partition, first.partition);
        if (own.method, own.parts) != (other.method, other.parts) {
            let both = [(first_file.clone(), other), (file.clone(), own)];
            return Err(MergeError::Partition(both.into()));
        }
        if part.suite != first.suite {
            return Err(MergeError::Suite(first_file.clone(), file.clone()));
        }
        if let Some(other) = files.insert(own.part, file) {
            return Err(MergeError::Duplicate(other.to_owned(), file.clone(), own));
        }
    }
    check_complete(first.partition, &files)?;

    let suite = first.suite.clone();
    let mut results: BTreeMap<usize, (String, R)> = BTreeMap::new();
    for (file, part) in parts {
        for Numbered { number, result } in part.sessions {
            if let Some((first, _)) = results.insert(number, (file.clone(), result)) {
                return Err(MergeError::Session {
                    number,
                    first,
                    second: file,
                });
            }
        }
    }
    let expected = suite.sessions;
    let is_of_suite = |number: &&usize| (1..=expected).contains(*number);
    let found = results.keys().filter(is_of_suite).count();
    if found != expected || found != results.len() {
        return Err(MergeError::Damaged { found, expected });
    }
    Ok(Merged {
        programs: suite.programs,
        without: suite.without,
        results: results.into_values().map(|(_, result)| result).collect(),
    })
}

/// Fails if parts are missing in `files`.
fn check_complete(partition: Partition, files: &BTreeMap<u64, &str>) -> Result<(), MergeError> {
    let missing = partition.parts - files.len() as u64;
    if missing == 0 {
        return Ok(());
    }
    let absent = (1..=partition.parts).filter(|part| !files.contains_key(part));
    let names = absent
        .take(MAX_NAMED_PARTS)
        .map(|part| Partition { part, ..partition }.to_string());
    let mut names = names.collect::<Vec<_>>().join(", ");
    if missing > MAX_NAMED_PARTS as u64 {
        names += &format!(" and {} more", missing - MAX_NAMED_PARTS as u64);
    }
    let (noun, verb) = if missing == 1 {
        ("part", "is")
    } else {
        ("parts", "are")
    };
    Err(MergeError::Missing {
        missing: format!("{noun} {names} {verb}"),
        parts: partition.parts,
    })
}
