//! Loops: where FOR and NEXT of a control variable are, and what a FOR counts.

use std::collections::HashMap;

use super::statements::{Statement, Statements, Word};
use super::values::{Known, Values};
use crate::float5::Float5;
use crate::token;

/// The control variable of a FOR or NEXT.
pub(super) fn counter(statement: &Statement) -> &str {
    match statement.word(1) {
        Some(Word::Name(name)) => name,
        _ => "",
    }
}

/// Where the FORs and NEXTs of each control variable are: indices of statements.
pub(super) struct Loops<'a> {
    pub heads: HashMap<&'a str, Vec<usize>>,
    pub ends: HashMap<&'a str, Vec<usize>>,
}

impl<'a> Loops<'a> {
    pub fn of(program: &'a Statements) -> Loops<'a> {
        let with = |command: u8| {
            let mut found: HashMap<&str, Vec<usize>> = HashMap::new();
            for (at, statement) in program.statements.iter().enumerate() {
                if statement.command() == Some(command) {
                    found.entry(counter(statement)).or_default().push(at);
                }
            }
            found
        };
        Loops {
            heads: with(token::FOR),
            ends: with(token::NEXT),
        }
    }

    /// The first NEXT of the control variable after statement `at`, to which a loop goes that is not entered.
    pub fn next_of(&self, name: &str, at: usize) -> Option<usize> {
        let ends = self.ends.get(name)?;
        ends.get(ends.partition_point(|&end| end <= at)).copied()
    }
}

/// First value, limit and step of a FOR, if all are known.
pub(super) fn limits(statement: &Statement, known: &Known) -> Option<(Float5, Float5, Float5)> {
    let mut values = Values::new(&statement.words, 2, known);
    values.symbol(b'=')?;
    let first = values.number()??;
    values.take(&Word::Key(token::TO)).then_some(())?;
    let limit = values.number()??;
    let step = if values.take(&Word::Key(token::STEP)) {
        values.number()??
    } else {
        Float5::from(1)
    };
    Some((first, limit, step))
}

/// Is a loop run with this value?
pub(super) fn runs(value: Float5, limit: Float5, step: Float5) -> bool {
    let [value, limit, step] = [value, limit, step].map(Float5::to_f64);
    if step < 0.0 {
        value >= limit
    } else {
        value <= limit
    }
}

/// The range of a FOR with constant limits: its variable, lowest and highest value.
pub(super) fn constant_range(statement: &Statement) -> Option<(&str, f64, f64)> {
    let (first, limit, step) = limits(statement, &Known::new())?;
    let [first, limit, step] = [first, limit, step].map(Float5::to_f64);
    if step == 0.0 {
        return None;
    }
    let last = first + ((limit - first) / step).floor().max(0.0) * step;
    Some((counter(statement), first.min(last), first.max(last)))
}
