//! Whether a program says the same on the machine, in our edition, and in its native reference.

pub mod diff;
pub mod printed;
pub mod report;

use girafa_basic::diagnostic::Diagnostics;
use girafa_basic::program::Program;
use girafa_reference::Ended;
use serde::Serialize;
use thiserror::Error;

use crate::compare::printed::Matched;
use crate::script::{Compared, Script};
use girafa_session::boot::Boot;
use girafa_session::keys::KeysError;
use girafa_session::launch::{self, Command, LaunchError};
use girafa_session::outcome::{End, Outcome};
use girafa_session::session::Session;

/// A way to learn what a program says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Way {
    /// The book's listing on the machine.
    Original,
    /// Our edition on the machine.
    Edition,
    /// The native reference.
    Reference,
    /// A listing on the machine.
    Listing,
    /// What was expected of it.
    Expected,
}

impl Way {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Way::Original => "original",
            Way::Edition => "edition",
            Way::Reference => "reference",
            Way::Listing => "listing",
            Way::Expected => "expected",
        }
    }
}

/// What was to be seen of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    /// The way it was learned.
    pub way: Way,
    /// What PRINT printed.
    pub transcript: Vec<String>,
    /// What LPRINT printed, as text.
    pub paper: Vec<String>,
    /// How it ended, in a few words.
    pub end: String,
    /// T-states, where it was the machine that ran.
    pub tstates: Option<u64>,
    /// The lower screen at each INPUT, of the machine.
    pub prompts: Vec<String>,
}

/// A session that cannot be run.
#[derive(Debug, Error)]
pub enum CompareError {
    /// The program does not load.
    #[error(transparent)]
    Launch(#[from] LaunchError),
    /// An answer cannot be typed.
    #[error(transparent)]
    Keys(#[from] KeysError),
    /// The session's lines do not parse.
    #[error("the session's lines: {0}")]
    Lines(#[from] Diagnostics),
}

impl Seen {
    /// Runs `program`, with the session's lines put into it, on the machine. RUN clears the screen of what LOAD has printed.
    pub fn on_machine(
        boot: &Boot,
        way: Way,
        program: &Program,
        script: &Script,
    ) -> Result<Seen, CompareError> {
        let program = script.changed(program)?;
        let launched = launch::program(boot, &program, Command::Run)?;
        let mut session = Session::new(launched, boot.glyphs.clone())
            .answers(&script.answers)?
            .with_transcript();
        let outcome = session.run(script.frames(), &mut ());
        Ok(Seen::of_outcome(way, &outcome))
    }

    /// What a run on the machine has shown.
    pub fn of_outcome(way: Way, outcome: &Outcome) -> Seen {
        Seen {
            way,
            transcript: outcome.transcript.lines().map(str::to_owned).collect(),
            paper: outcome.printer.clone(),
            end: ended(outcome),
            tstates: Some(outcome.tstates),
            prompts: outcome.prompts.clone(),
        }
    }

    /// What the native reference says; `None` if the program has none.
    pub fn of_reference(id: &str, script: &Script) -> Option<Seen> {
        let answers: Vec<&str> = script.answers.iter().map(String::as_str).collect();
        let run = girafa_reference::run_variant(id, script.variant.as_deref(), &answers)?;
        Some(Seen {
            way: Way::Reference,
            transcript: run.transcript.lines().map(str::to_owned).collect(),
            paper: run.paper,
            end: run.ended.to_string(),
            tstates: None,
            prompts: Vec::new(),
        })
    }

    /// The rows of a part.
    fn rows(&self, part: Compared) -> Vec<String> {
        match part {
            Compared::Transcript => self.transcript.clone(),
            Compared::Paper => self.paper.clone(),
            Compared::End => vec![self.end.clone()],
        }
    }
}

/// A part in which two ways do not agree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The part.
    pub part: Compared,
    /// One way, and its rows.
    pub left: (Way, Vec<String>),
    /// The other.
    pub right: (Way, Vec<String>),
}

/// One session's result.
#[derive(Debug, Clone)]
pub struct Verdict {
    /// The program.
    pub program: String,
    /// The session's name.
    pub session: String,
    /// The ways that were compared, each with its T-states if it has some.
    pub ways: Vec<(Way, Option<u64>)>,
    /// Rows that were held against others.
    pub rows: usize,
    /// Where they do not agree.
    pub differences: Vec<Difference>,
    /// Why the session could not be run.
    pub failure: Option<String>,
    /// The book's printed run against the machine's, where there is one and the book's text is at hand.
    pub printed: Vec<Matched>,
}

/// The short form of a [`Verdict`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Standing {
    /// All ways agree.
    Agrees,
    /// Some do not, or could not be run.
    Differs,
    /// There was one way only.
    Alone,
}

impl Verdict {
    /// Holds all ways against the last one.
    pub fn of(program: &str, script: &Script, seen: &[Seen]) -> Verdict {
        let mut verdict = Verdict {
            program: program.to_owned(),
            session: script.name.clone(),
            ways: seen.iter().map(|seen| (seen.way, seen.tstates)).collect(),
            rows: 0,
            differences: Vec::new(),
            failure: None,
            printed: Vec::new(),
        };
        let Some((last, others)) = seen.split_last() else {
            return verdict;
        };
        for other in others {
            for &part in &script.compare {
                let (left, right) = (other.rows(part), last.rows(part));
                verdict.rows += right.len();
                if left != right {
                    verdict.differences.push(Difference {
                        part,
                        left: (other.way, left),
                        right: (last.way, right),
                    });
                }
            }
        }
        verdict
    }

    /// Holds the run that the book prints against the machine's transcript, or against its paper if that is more like it.
    pub fn with_printed(mut self, book: &str, script: &Script, seen: &[Seen]) -> Verdict {
        let machine = seen.iter().find(|seen| seen.tstates.is_some());
        if let Some(seen) = machine.filter(|_| !script.printed.is_empty()) {
            let against =
                |rows| printed::compare(book, &script.printed, rows, &seen.prompts, &script.answers);
            self.printed = [against(&seen.transcript), against(&seen.paper)]
                .into_iter()
                .min_by_key(|found| printed::price(found))
                .unwrap_or_default();
        }
        self
    }

    /// A session that could not be run.
    pub fn failed(program: &str, script: &Script, failure: String) -> Verdict {
        Verdict {
            failure: Some(failure),
            ..Verdict::of(program, script, &[])
        }
    }

    /// How it stands.
    pub fn standing(&self) -> Standing {
        if self.failure.is_some() || !self.differences.is_empty() {
            Standing::Differs
        } else if self.ways.len() < 2 {
            Standing::Alone
        } else {
            Standing::Agrees
        }
    }

    /// Emulated T-states of the first way on the machine.
    pub fn tstates(&self) -> Option<u64> {
        self.ways.iter().find_map(|&(_, tstates)| tstates)
    }
}

/// How a run on the machine has ended, in a reference's words.
pub fn ended(outcome: &Outcome) -> String {
    match outcome.end {
        End::Report => match outcome.report.chars().next() {
            Some('0') => Ended::Ok.to_string(),
            Some('9') => Ended::Stop.to_string(),
            Some(code) => Ended::Error(code).to_string(),
            None => "no report".to_owned(),
        },
        End::InputExhausted => Ended::AnswersRanOut.to_string(),
        // A session that has no end is given a time that is long enough to show it.
        End::Frames => Ended::Endless.to_string(),
        End::TapeRanOut => "nothing is left on the tape to be loaded".to_owned(),
        End::Idle => "the machine has stopped for good".to_owned(),
    }
}
