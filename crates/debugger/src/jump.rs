//! Continues a program at another statement.

use girafa_inspect::{StatementPlace, sysvars};
use girafa_spectrum::Spectrum;

use crate::stepping::{Direction, Step};
use crate::{BreakpointError, Debugger};

/// Maximum number of frames until the other statement begins.
const MAX_FRAMES: u64 = 5;

/// Reasons why the program cannot continue at another statement.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum JumpError {
    /// The program has not stopped before a statement: the rest of the statement that runs would be lost.
    #[error("the program has not stopped before a statement: step to the next one first")]
    WithinStatement,
    /// The program does not have the statement.
    #[error(transparent)]
    NoStatement(#[from] BreakpointError),
    /// The ROM has not gone there.
    #[error("the ROM does not jump to {0}")]
    Elsewhere(StatementPlace),
}

impl Debugger {
    /// Lets the program continue at another statement instead of the one before which it has stopped. Its variables,
    /// loops and GO SUBs stay as they are. What came after this moment is forgotten.
    ///
    /// # Errors
    /// See [`JumpError`].
    pub fn jump(&mut self, to: StatementPlace) -> Result<(), JumpError> {
        self.place_for(to.line, Some(to.statement))?;
        if self.statement_at != Some(self.machine().tstates()) {
            return Err(JumpError::WithinStatement);
        }
        self.change(|machine: &mut Spectrum| {
            machine.poke16(sysvars::NEWPPC, to.line);
            machine.poke(sysvars::NSPPC, to.statement);
            machine.cpu.pc = sysvars::STATEMENT_DONE;
        });
        self.step(Step::Statement, Direction::Forward, &mut |frames| {
            frames < MAX_FRAMES
        });
        match self.place() {
            Some(place) if place == to => Ok(()),
            _ => Err(JumpError::Elsewhere(to)),
        }
    }

    /// Notes that the program has stopped before a statement.
    pub(crate) fn note_statement(&mut self) {
        self.statement_at = Some(self.machine().tstates());
    }
}
