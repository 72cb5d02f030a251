//! The variables that a statement reads and sets, in evaluation order.

use std::collections::HashSet;

use super::names::targets;
use super::statements::{Statement, Statements, Word};
use crate::token;

/// A variable: its upper-case name, and whether it is a numeric array.
pub(super) type Name<'a> = (&'a str, bool);

/// An access of a statement to a variable.
pub(super) struct Access<'a> {
    pub name: Name<'a>,
    /// The index of the word.
    pub at: usize,
    /// Whether the whole variable is set. Otherwise it must exist.
    pub sets: bool,
    /// Whether it comes after a function whose evaluation the statement does not show (FN, VAL) and which may
    /// stop the program.
    pub after_call: bool,
}

/// Returns the accesses of a statement in order.
pub(super) fn of(statement: &Statement) -> Vec<Access<'_>> {
    let command = statement.command();
    if matches!(
        command,
        Some(token::REM | token::DATA | token::DEF_FN | token::NEXT) | None
    ) {
        return Vec::new();
    }
    let targets = targets(statement);
    let in_order = matches!(command, Some(token::READ | token::INPUT));
    let mut found = Vec::new();
    let mut set_at_end = Vec::new();
    let mut after_call = false;
    for (at, placed) in statement.words.iter().enumerate() {
        match &placed.word {
            Word::Key(token::FN | token::VAL | token::VAL_S) => after_call = true,
            Word::Name(name) => {
                let has_bracket = statement.word(at + 1) == Some(&Word::Symbol(b'('));
                let is_array = has_bracket && !name.ends_with('$') && name.len() == 1;
                let sets = targets.contains(&at) && (command == Some(token::DIM) || !has_bracket);
                let access = Access {
                    name: (name, is_array),
                    at,
                    sets,
                    after_call,
                };
                if sets && !in_order {
                    set_at_end.push(access);
                } else if !is_function(statement, at) {
                    found.push(access);
                }
            }
            _ => {}
        }
    }
    found.extend(set_at_end);
    found
}

/// Whether word `at` is the name of a function.
fn is_function(statement: &Statement, at: usize) -> bool {
    at > 0 && statement.word(at - 1) == Some(&Word::Key(token::FN))
}

/// Returns all variables that a program sets as a whole.
pub(super) fn set_in(program: &Statements) -> HashSet<Name<'_>> {
    let accesses = program.statements.iter().flat_map(of);
    accesses
        .filter(|access| access.sets)
        .map(|access| access.name)
        .collect()
}
