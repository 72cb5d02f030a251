//! The observations of a run, on any backend.

use girafa_reference::Ended;
use girafa_session::outcome::{End, Outcome};
use serde::{Deserialize, Serialize};

use crate::compare::Backend;
use crate::script::Compared;

/// Rows of the upper screen: the two below it are for reports and answers.
const UPPER_ROWS: usize = 22;

/// An aspect of a run that can be compared with another run's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Aspect {
    /// What PRINT printed.
    Transcript,
    /// What LPRINT printed, as text.
    Paper,
    /// How the run ended.
    End,
    /// The text on the upper screen at the end.
    Screen,
    /// The upper screen's dots, as their CRC-32.
    #[serde(rename = "screen's dots")]
    Dots,
    /// The upper screen's attributes, as their CRC-32.
    #[serde(rename = "screen's colours")]
    Colours,
    /// The lower screen at each INPUT.
    Prompts,
    /// The paper's dots, as their CRC-32.
    #[serde(rename = "paper's dots")]
    PaperDots,
    /// The report.
    Report,
    /// Some of the variables.
    Variables,
    /// Bytes of the memory.
    Memory,
    /// Values of registers.
    Registers,
    /// T-states of the run.
    #[serde(rename = "T-states")]
    Tstates,
    /// The picture of the screen.
    Picture,
    /// The picture of the paper.
    Hardcopy,
    /// Answers and keys that were not used.
    Unused,
}

impl Aspect {
    /// All aspects in which two runs on the machine are compared.
    pub const ALL: [Aspect; 8] = [
        Aspect::Transcript,
        Aspect::Paper,
        Aspect::End,
        Aspect::Screen,
        Aspect::Dots,
        Aspect::Colours,
        Aspect::Prompts,
        Aspect::PaperDots,
    ];

    /// Its name, as in session files if sessions can select it.
    pub fn name(self) -> &'static str {
        match self {
            Aspect::Transcript => "transcript",
            Aspect::Paper => "paper",
            Aspect::End => "end",
            Aspect::Screen => "screen",
            Aspect::Dots => "screen's dots",
            Aspect::Colours => "screen's colours",
            Aspect::Prompts => "prompts",
            Aspect::PaperDots => "paper's dots",
            Aspect::Report => "report",
            Aspect::Variables => "variables",
            Aspect::Memory => "memory",
            Aspect::Registers => "registers",
            Aspect::Tstates => "T-states",
            Aspect::Picture => "picture",
            Aspect::Hardcopy => "hardcopy",
            Aspect::Unused => "unused",
        }
    }
}

impl From<Compared> for Aspect {
    fn from(compared: Compared) -> Aspect {
        match compared {
            Compared::Transcript => Aspect::Transcript,
            Compared::Paper => Aspect::Paper,
            Compared::End => Aspect::End,
        }
    }
}

/// What a backend showed in a session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Observation {
    /// The backend.
    pub backend: Backend,
    /// What PRINT printed.
    pub transcript: Vec<String>,
    /// What LPRINT printed, as text.
    pub paper: Vec<String>,
    /// How it ended, in a reference's words.
    pub end: String,
    /// What only a run on the machine shows.
    pub machine: Option<OnMachine>,
}

/// What a machine shows in addition to the printed text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OnMachine {
    /// T-states of the program's run.
    pub tstates: u64,
    /// The lower screen at each INPUT.
    pub prompts: Vec<String>,
    /// The text on the upper screen at the end.
    pub screen: Vec<String>,
    /// CRC-32 of the upper screen's dots, eight hexadecimal digits.
    pub dots: String,
    /// CRC-32 of the upper screen's attributes.
    pub colours: String,
    /// CRC-32 of the paper's dots.
    pub paper_dots: String,
}

impl Observation {
    /// The observation of a run on the machine.
    pub fn of_outcome(backend: Backend, outcome: &Outcome) -> Observation {
        Observation {
            backend,
            transcript: rows(&outcome.transcript),
            paper: outcome.printer.clone(),
            end: ended(outcome),
            machine: Some(OnMachine {
                tstates: outcome.tstates,
                prompts: outcome.prompts.clone(),
                screen: outcome.screen[..UPPER_ROWS].to_vec(),
                dots: outcome.gfx_crc32.clone(),
                colours: outcome.attr_crc32.clone(),
                paper_dots: outcome.printer_crc32.clone(),
            }),
        }
    }

    /// The observation of the native reference's `run`.
    pub(super) fn of_reference(run: girafa_reference::Finished) -> Observation {
        Observation {
            backend: Backend::Reference,
            transcript: rows(&run.transcript),
            paper: run.paper,
            end: run.ended.to_string(),
            machine: None,
        }
    }

    /// T-states of the run, if it was on the machine.
    pub(super) fn tstates(&self) -> Option<u64> {
        self.machine.as_ref().map(|machine| machine.tstates)
    }

    /// The rows of an aspect; `None` if only a machine shows it and this run was not on one.
    pub(super) fn rows(&self, aspect: Aspect) -> Option<Vec<String>> {
        let machine = self.machine.as_ref();
        match aspect {
            Aspect::Transcript => Some(self.transcript.clone()),
            Aspect::Paper => Some(self.paper.clone()),
            Aspect::End => Some(vec![self.end.clone()]),
            Aspect::Screen => machine.map(|machine| machine.screen.clone()),
            Aspect::Dots => machine.map(|machine| vec![machine.dots.clone()]),
            Aspect::Colours => machine.map(|machine| vec![machine.colours.clone()]),
            Aspect::Prompts => machine.map(|machine| machine.prompts.clone()),
            Aspect::PaperDots => machine.map(|machine| vec![machine.paper_dots.clone()]),
            Aspect::Report
            | Aspect::Variables
            | Aspect::Memory
            | Aspect::Registers
            | Aspect::Tstates
            | Aspect::Picture
            | Aspect::Hardcopy
            | Aspect::Unused => None,
        }
    }
}

/// The rows of a transcript, each of which ends with a newline.
fn rows(transcript: &str) -> Vec<String> {
    debug_assert!(
        transcript.is_empty() || transcript.ends_with('\n'),
        "{transcript}"
    );
    transcript.lines().map(str::to_owned).collect()
}

/// How a run on the machine ended, in a reference's words.
pub fn ended(outcome: &Outcome) -> String {
    match outcome.end {
        End::Report => match outcome.report.chars().next() {
            Some('0') => Ended::Ok.to_string(),
            Some('9') => Ended::Stop.to_string(),
            Some(code) => Ended::Error(code).to_string(),
            None => "no report".to_owned(),
        },
        End::InputExhausted => Ended::AnswersRanOut.to_string(),
        End::KeysExhausted => "the program waits for a key".to_owned(),
        // The time limit of an endless session is long enough to show that it does not end.
        End::Frames => Ended::Endless.to_string(),
        End::OutputLimit => "output limit".to_owned(),
        End::TapeRanOut => "the tape has ended".to_owned(),
        End::Idle => "the machine has halted".to_owned(),
        End::RecordingOver => "the recording has ended".to_owned(),
        End::Desynchronised => "out of step with the recording".to_owned(),
    }
}
