//! Function calls in a program.

use std::collections::HashSet;

use super::statements::{Placed, Statement, Statements, Word};
use crate::token;

/// Returns the names of all functions called by FN.
pub(super) fn called(program: &Statements) -> HashSet<&str> {
    calls(program).map(|(_, _, name)| name).collect()
}

/// Returns the function calls: the statement, the index of the word FN, and the name.
pub(super) fn calls(program: &Statements) -> impl Iterator<Item = (&Statement, usize, &str)> {
    program.statements.iter().flat_map(|statement| {
        let words = statement.words.windows(2).enumerate();
        words.filter_map(move |(at, pair)| match pair {
            [
                Placed {
                    word: Word::Key(token::FN),
                    ..
                },
                Placed {
                    word: Word::Name(name),
                    ..
                },
            ] => Some((statement, at, name.as_str())),
            _ => None,
        })
    })
}
