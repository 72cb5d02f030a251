//! What a BASIC program does, statement by statement: coverage, profile, trace, and its variables.
//!
//! A 48K ROM keeps the line that runs in PPC and the statement's number in SUBPPC (Manual, chapter 25). Between two
//! statements of a line it adds one to SUBPPC; for a jump it stores there the number before the one wanted, and then adds
//! one. So a statement begins when an instruction reads and writes SUBPPC at once, and the machine stops a run at just
//! that. What a ROM counts while it checks a typed line is shown by bit 7 of FLAGS.

pub mod cover;
pub mod evaluate;
pub mod fault;
pub mod profile;
pub mod program;
pub mod statements;
pub mod target;
pub mod uses;
pub mod variables;

use std::fmt;

use serde::Serialize;

/// A statement's place in a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct StatementPlace {
    /// The line's number.
    pub line: u16,
    /// The statement's number in its line, from 1; what follows THEN is a statement of its own.
    pub statement: u8,
}

impl fmt::Display for StatementPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.statement)
    }
}
