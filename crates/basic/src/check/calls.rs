//! Where a program calls its functions.

use std::collections::HashSet;

use super::statements::{Placed, Statement, Statements, Word};
use crate::token;

/// The names that FN calls anywhere.
pub(super) fn called(program: &Statements) -> HashSet<&str> {
    calls(program).map(|(_, _, name)| name).collect()
}

/// The calls of functions: the statement, the word FN, and the name.
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
