//! The result of a program's run: transcript, paper, and how it ended.

use crate::console::Console;
use crate::ended::Ended;

/// The result of a program's statements: `Ok` runs past the last line, `Err` is any other end.
pub type Run = Result<(), Ended>;

/// A finished run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finished {
    /// Output of PRINT on the upper screen: rows of up to 32 characters, right-trimmed, each with its
    /// newline.
    pub transcript: String,
    /// The rows of text on the printer's paper, right-trimmed.
    pub paper: Vec<String>,
    /// How it ended.
    pub ended: Ended,
}

impl Finished {
    /// Runs `program` with these answers.
    pub(crate) fn of(answers: &[&str], program: impl FnOnce(&mut Console) -> Run) -> Finished {
        let mut console = Console::new(answers);
        let ended = program(&mut console).err().unwrap_or(Ended::Ok);
        if ended == Ended::AnswersRanOut {
            // The printer prints a row when it is full or ended, or at the program's end.
            console.paper.drop_row();
        }
        Finished {
            transcript: console.screen.into_text(),
            paper: console.paper.into_rows(),
            ended,
        }
    }
}
