//! A statement's place in a program.

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
