//! Positions of statements in a program.

use std::fmt;

use serde::Serialize;

/// The position of a statement in a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct StatementPlace {
    /// The line's number.
    pub line: u16,
    /// The statement's number in its line, from 1; the part after THEN is a separate statement.
    pub statement: u8,
}

impl fmt::Display for StatementPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.statement)
    }
}
