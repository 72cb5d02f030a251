//! Compares the output of a program on the machine, in our edition and in its native reference, and with
//! the expectations of its sessions: [`judge()`] runs a session on each backend and compares.

pub mod command;
pub mod diff;
mod expectations;
mod judge;
pub mod kept;
mod observation;
pub mod pictures;
pub mod printed;
pub mod record;
pub mod report;
mod run;

use girafa_inspect::cover::Count;
use serde::{Deserialize, Serialize};

use crate::compare::printed::Matched;
use crate::script::Script;

pub(crate) use expectations::report_of;
pub use expectations::{agreeing, bad_end, end_name, unused, without_place};
pub use judge::{Judged, Judging, Versions, compared, judge, verdict};
pub use observation::{Aspect, Observation, OnMachine, ended};
pub use run::{CompareError, Medium};

/// A way to run a session, or its expectations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Backend {
    /// The book's listing on the machine.
    Original,
    /// Our edition on the machine.
    Edition,
    /// The native reference.
    Reference,
    /// A listing on the machine.
    Listing,
    /// The expectations of the session.
    Expected,
}

impl Backend {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Backend::Original => "original",
            Backend::Edition => "edition",
            Backend::Reference => "reference",
            Backend::Listing => "listing",
            Backend::Expected => "expected",
        }
    }
}

/// An aspect in which two backends differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The aspect.
    pub part: Aspect,
    /// One backend and its rows.
    pub left: (Backend, Vec<String>),
    /// The other backend and its rows.
    pub right: (Backend, Vec<String>),
    /// Number of equal rows before these that are left out.
    pub before: usize,
    /// Number of rows after these that are left out, of the left and the right side.
    pub after: [usize; 2],
}

/// The subject of a [`Verdict`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A session.
    Session,
    /// The coverage of a program by all its sessions.
    Coverage(Count),
    /// The program's files cannot be read.
    Files,
}

/// One session's result.
#[derive(Debug, Clone)]
pub struct Verdict {
    /// The subject.
    pub kind: Kind,
    /// The program.
    pub program: String,
    /// The session's name.
    pub session: String,
    /// The backends that were compared, each with its T-states if it ran on the machine.
    pub ways: Vec<(Backend, Option<u64>)>,
    /// Number of rows that were compared.
    pub rows: usize,
    /// The differences found.
    pub differences: Vec<Difference>,
    /// Why the session could not be run, or not be compared.
    pub failure: Option<String>,
    /// Additional notes on the differences.
    pub remarks: Vec<String>,
    /// The answer that the native reference does not model; the reference is then left out of `ways`.
    pub not_modelled: Option<String>,
    /// The run printed in the book, compared with the machine's, if there is one and the book's text is
    /// available.
    pub printed: Vec<Matched>,
}

/// The short form of a [`Verdict`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Standing {
    /// All backends agree.
    Agrees,
    /// Some backends differ or could not be run.
    Differs,
    /// There was only one backend.
    Alone,
}

impl Verdict {
    /// Compares all backends with each other: two runs on the machine in all aspects, other pairs in those
    /// that the session selects.
    pub fn of(program: &str, script: &Script, seen: &[Observation]) -> Verdict {
        let mut verdict = Verdict {
            kind: Kind::Session,
            program: program.to_owned(),
            session: script.name.clone(),
            ways: seen.iter().map(|seen| (seen.backend, seen.tstates())).collect(),
            rows: 0,
            differences: Vec::new(),
            failure: None,
            remarks: Vec::new(),
            not_modelled: None,
            printed: Vec::new(),
        };
        for (at, right) in seen.iter().enumerate() {
            for left in &seen[..at] {
                verdict.compare(script, left, right);
            }
        }
        verdict
    }

    fn compare(&mut self, script: &Script, left: &Observation, right: &Observation) {
        let asked_for = |aspect| script.compare.iter().any(|&compared| aspect == compared.into());
        let machines = left.machine.is_some() && right.machine.is_some();
        for aspect in Aspect::ALL
            .into_iter()
            .filter(|&aspect| machines || asked_for(aspect))
        {
            let (Some(left_rows), Some(right_rows)) = (left.rows(aspect), right.rows(aspect)) else {
                continue;
            };
            self.rows += right_rows.len();
            if left_rows != right_rows {
                let (left, right) = ((left.backend, left_rows), (right.backend, right_rows));
                self.differences.push(Difference::new(aspect, left, right));
            }
        }
    }

    /// Compares the run printed in the book with the machine's transcript, or with its paper if that
    /// matches better.
    pub fn with_printed(mut self, book: &str, script: &Script, seen: &[Observation]) -> Verdict {
        let machine = seen.iter().find_map(|seen| Some((seen, seen.machine.as_ref()?)));
        if let Some((seen, machine)) = machine.filter(|_| !script.printed.is_empty()) {
            let against =
                |rows| printed::compare(book, &script.printed, rows, &machine.prompts, &script.answers);
            self.printed = [against(&seen.transcript), against(&seen.paper)]
                .into_iter()
                .min_by_key(|found| printed::price(found))
                .unwrap_or_default();
        }
        self
    }

    /// The verdict on a session that could not be run.
    pub fn failed(program: &str, script: &Script, failure: String) -> Verdict {
        Verdict {
            failure: Some(failure),
            ..Verdict::of(program, script, &[])
        }
    }

    /// Adds a reason why something could not be compared.
    pub fn fail(&mut self, why: &str) {
        match &mut self.failure {
            Some(failure) => *failure = format!("{failure}\n{why}"),
            None => self.failure = Some(why.to_owned()),
        }
    }

    /// Whether there is neither a difference nor a failure.
    pub fn is_well(&self) -> bool {
        self.failure.is_none() && self.differences.is_empty()
    }

    /// The short form of the verdict.
    pub fn standing(&self) -> Standing {
        if !self.is_well() {
            Standing::Differs
        } else if self.ways.len() < 2 {
            Standing::Alone
        } else {
            Standing::Agrees
        }
    }

    /// Emulated T-states of all backends on the machine.
    pub fn all_tstates(&self) -> u64 {
        self.ways.iter().filter_map(|&(_, tstates)| tstates).sum()
    }

    /// Emulated T-states of the first backend on the machine.
    pub fn tstates(&self) -> Option<u64> {
        self.ways.iter().find_map(|&(_, tstates)| tstates)
    }
}
