//! A suite run in parts, on several machines: which sessions belong to a part, and the merge of all parts
//! into one result.
//!
//! ```
//! use girafa_verify::partition::Partition;
//! let part: Partition = "2/3".parse()?;
//! let chosen: Vec<usize> = (0..7).filter(|&index| part.selects(index, "")).collect();
//! assert_eq!(chosen, [1, 4]);
//! # Ok::<(), girafa_verify::partition::PartitionError>(())
//! ```

mod part;
mod sessions;

use std::fmt::{self, Debug, Display, Write};
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

pub use part::{MergeError, Merged, Part, ProgramPlan, merge};
pub use sessions::{SessionResult, results, tested};

/// How sessions are distributed over the parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// Every N-th session, in the order of the suite.
    Count,
    /// By a hash of the session's name: the part does not depend on the other sessions of the suite.
    Hash,
}

/// One of several parts of a suite: `2/3` or `hash:2/3`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Partition {
    method: Method,
    part: u64,
    parts: u64,
}

/// A text that is not a [`Partition`].
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PartitionError {
    /// The text does not have the form of a partition.
    #[error("expected K/N, count:K/N or hash:K/N, such as 2/3")]
    Form,
    /// The number of the part is not in the range.
    #[error("part {0} of {1} does not exist: parts are numbered from 1 to N")]
    NoSuchPart(u64, u64),
}

impl FromStr for Partition {
    type Err = PartitionError;

    fn from_str(text: &str) -> Result<Partition, PartitionError> {
        let (method, numbers) = match text.split_once(':') {
            None => (Method::Count, text),
            Some(("count", numbers)) => (Method::Count, numbers),
            Some(("hash", numbers)) => (Method::Hash, numbers),
            Some(_) => return Err(PartitionError::Form),
        };
        let number = |digits: &str| {
            let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
            digits
                .parse()
                .ok()
                .filter(|_| is_number)
                .ok_or(PartitionError::Form)
        };
        let (part, parts) = numbers.split_once('/').ok_or(PartitionError::Form)?;
        let (part, parts) = (number(part)?, number(parts)?);
        if part == 0 || part > parts {
            return Err(PartitionError::NoSuchPart(part, parts));
        }
        Ok(Partition { method, part, parts })
    }
}

impl Display for Partition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let method = match self.method {
            Method::Count => "",
            Method::Hash => "hash:",
        };
        write!(f, "{method}{}/{}", self.part, self.parts)
    }
}

impl From<Partition> for String {
    fn from(partition: Partition) -> String {
        partition.to_string()
    }
}

impl TryFrom<String> for Partition {
    type Error = PartitionError;

    fn try_from(text: String) -> Result<Partition, PartitionError> {
        text.parse()
    }
}

impl Partition {
    /// Whether the session called `name`, which is number `index` of the suite, counted from 0, belongs to
    /// this part.
    pub fn selects(self, index: usize, name: &str) -> bool {
        let number = match self.method {
            Method::Count => index as u64,
            Method::Hash => {
                let mut hash = StableHash::default();
                hash.add(name.as_bytes());
                hash.value()
            }
        };
        number % self.parts == self.part - 1
    }
}

/// 64-bit FNV-1a with the finalizer of MurmurHash3: the same on every machine and in every version. The
/// finalizer is needed because the lowest bit of FNV-1a is only the parity of the bytes' lowest bits.
#[derive(Debug, Clone)]
struct StableHash(u64);

impl Default for StableHash {
    fn default() -> StableHash {
        StableHash(0xcbf2_9ce4_8422_2325)
    }
}

impl StableHash {
    fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn value(&self) -> u64 {
        let mut value = self.0;
        value = (value ^ (value >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
        value = (value ^ (value >> 33)).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
        value ^ (value >> 33)
    }
}

impl Write for StableHash {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.add(text.as_bytes());
        Ok(())
    }
}

/// Iterates over all sessions of a suite in order, selects those of one part, and records what the merge
/// needs to know about the others.
#[derive(Debug, Clone)]
pub struct Selection {
    partition: Partition,
    fingerprint: StableHash,
    sessions: usize,
    chosen: Vec<usize>,
    programs: Vec<ProgramPlan>,
    /// Listings that have no sessions.
    pub without: Vec<String>,
}

impl Selection {
    /// A selection that has not seen any session.
    pub fn new(partition: Partition) -> Selection {
        Selection {
            partition,
            fingerprint: StableHash::default(),
            sessions: 0,
            chosen: Vec::new(),
            programs: Vec::new(),
            without: Vec::new(),
        }
    }

    /// Adds an input to the suite's fingerprint. All inputs on which the results depend must be added, so
    /// that parts of different suites are not merged. The form of `input` may change with the version, as
    /// only parts of one version are merged.
    pub fn depends_on(&mut self, input: impl Debug) {
        // The separator keeps the boundaries of inputs distinct.
        write!(self.fingerprint, "{input:?}\0").expect("a hash takes any text");
    }

    /// Whether the next session of the suite, called `name`, belongs to the part.
    pub fn takes(&mut self, name: &str) -> bool {
        self.depends_on(name);
        let takes = self.partition.selects(self.sessions, name);
        if takes {
            self.chosen.push(self.sessions);
        }
        self.sessions += 1;
        takes
    }

    /// A sentence about the size of the part.
    pub fn summary(&self) -> String {
        let Selection {
            partition, sessions, ..
        } = self;
        match self.chosen.len() {
            0 => format!("part {partition}: none of {sessions} sessions belong to it"),
            chosen => format!("part {partition}: {chosen} of {sessions} sessions"),
        }
    }

    /// Whether no session belongs to the part.
    pub fn is_empty(&self) -> bool {
        self.chosen.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_session_is_in_exactly_one_part() {
        for method in ["", "count:", "hash:"] {
            for parts in [1, 2, 3, 7, 40] {
                let all: Vec<Partition> = (1..=parts)
                    .map(|part| format!("{method}{part}/{parts}").parse().unwrap())
                    .collect();
                for index in 0..30 {
                    let name = format!("programa: sessão {index}");
                    let selecting = all.iter().filter(|part| part.selects(index, &name));
                    assert_eq!(selecting.count(), 1, "{method}{parts} {index}");
                }
            }
        }
    }

    #[test]
    fn count_takes_every_nth_session_and_hash_looks_at_the_name_alone() {
        let count: Partition = "2/3".parse().unwrap();
        let chosen: Vec<usize> = (0..9).filter(|&index| count.selects(index, "x")).collect();
        assert_eq!(chosen, [1, 4, 7]);
        let hash: Partition = "hash:2/3".parse().unwrap();
        let here = (0..100).filter(|&index| hash.selects(index, "a: b")).count();
        assert!(here == 0 || here == 100, "{here}");
        // Other machines and versions must compute these values too.
        let of = |name: &str| {
            (1..=1000).find(|part| {
                format!("hash:{part}/1000")
                    .parse::<Partition>()
                    .unwrap()
                    .selects(0, name)
            })
        };
        assert_eq!(
            [of("nim: 1"), of("nim: 2"), of("")],
            [Some(302), Some(787), Some(343)]
        );
        // Names that differ in one digit are distributed over all parts.
        for part in 1..=4 {
            let hash: Partition = format!("hash:{part}/4").parse().unwrap();
            let here = (0..1000).filter(|n| hash.selects(0, &format!("s: {n}"))).count();
            assert!((200..300).contains(&here), "{part}: {here}");
        }
    }

    #[test]
    fn a_partition_is_read_and_written() {
        for text in [
            "1/1",
            "2/3",
            "hash:7/7",
            "18446744073709551615/18446744073709551615",
        ] {
            assert_eq!(text.parse::<Partition>().unwrap().to_string(), text);
        }
        assert_eq!("count:02/3".parse::<Partition>().unwrap().to_string(), "2/3");
        for text in [
            "",
            "x",
            "1",
            "/",
            "1/",
            "/3",
            "-1/3",
            "+1/3",
            "1/3/4",
            "slice:1/3",
            "hash:",
            "1/x",
            "18446744073709551616/1",
        ] {
            assert_eq!(text.parse::<Partition>(), Err(PartitionError::Form), "{text}");
        }
        for (text, part, parts) in [("0/3", 0, 3), ("4/3", 4, 3), ("0/0", 0, 0), ("hash:1/0", 1, 0)] {
            assert_eq!(
                text.parse::<Partition>(),
                Err(PartitionError::NoSuchPart(part, parts))
            );
        }
    }
}
