//! Loops: the FORs and NEXTs of each control variable, and the values of a FOR.

use std::collections::HashMap;

use super::statements::{Statement, Statements, Word};
use super::values::{Known, Values};
use crate::diagnostic::Diagnostic;
use crate::float5::Float5;
use crate::token;

/// Returns the control variable of a FOR or NEXT.
pub(super) fn counter(statement: &Statement) -> &str {
    match statement.word(1) {
        Some(Word::Name(name)) => name,
        _ => "",
    }
}

/// The statement indices of the FORs and NEXTs of each control variable.
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

    /// Returns the first NEXT of the control variable after statement `at`: execution continues after it if
    /// the loop is not entered.
    pub fn next_of(&self, name: &str, at: usize) -> Option<usize> {
        let ends = self.ends.get(name)?;
        ends.get(ends.partition_point(|&end| end <= at)).copied()
    }
}

/// Returns first value, limit and step of a FOR, if all are known.
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

/// Whether a loop runs with this value.
pub(super) fn runs(value: Float5, limit: Float5, step: Float5) -> bool {
    let [value, limit, step] = [value, limit, step].map(Float5::to_f64);
    if step < 0.0 {
        value >= limit
    } else {
        value <= limit
    }
}

/// Returns the range of a FOR with constant limits: its variable, lowest and highest value.
pub(super) fn constant_range(statement: &Statement) -> Option<(&str, f64, f64)> {
    let (first, limit, step) = limits(statement, &Known::new())?;
    let [first, limit, step] = [first, limit, step].map(Float5::to_f64);
    if step == 0.0 {
        return None;
    }
    let last = first + ((limit - first) / step).floor().max(0.0) * step;
    Some((counter(statement), first.min(last), first.max(last)))
}

/// Reports loops that overlap, without a jump between them: FOR i, FOR j, NEXT i, NEXT j.
pub(super) fn crossed(program: &Statements) -> Vec<Diagnostic> {
    let mut findings = Vec::new();
    // The FORs that are open at this statement.
    let mut open: Vec<&str> = Vec::new();
    // Inner loops still without a NEXT after an outer loop's NEXT: that NEXT, and the inner loop's variable.
    let mut suspects: Vec<(&Statement, &str)> = Vec::new();
    for (at, statement) in program.statements.iter().enumerate() {
        let name = counter(statement);
        match statement.command() {
            Some(token::FOR) => {
                open.retain(|open| *open != name);
                suspects.retain(|(_, inner)| *inner != name);
                open.push(name);
            }
            Some(token::NEXT) => {
                if let Some(found) = suspects.iter().position(|(_, inner)| *inner == name) {
                    let (outer_next, _) = suspects.remove(found);
                    let outer = counter(outer_next).to_lowercase();
                    let inner = name.to_lowercase();
                    let message = format!(
                        "NEXT {outer} comes before NEXT {inner}, but FOR {inner} is inside FOR {outer}"
                    );
                    let finding = Diagnostic::warning(outer_next.span(), message, "").code("G016");
                    findings.push(finding.help(format!(
                        "the inner loop ends first: NEXT {inner}, then NEXT {outer}"
                    )));
                }
                if let Some(depth) = open.iter().rposition(|open| *open == name) {
                    if let Some(&inner) = open.get(depth + 1) {
                        suspects.push((statement, inner));
                    }
                    open.remove(depth);
                }
            }
            _ if !is_straight(&program.statements, at) => {
                open.clear();
                suspects.clear();
            }
            _ => {}
        }
    }
    findings
}

/// Whether the next statement runs after this one. After IF that is the next line.
fn is_straight(statements: &[Statement], at: usize) -> bool {
    let leads_away = |statement: &Statement| {
        matches!(
            statement.command(),
            Some(
                token::GO_TO
                    | token::RETURN
                    | token::RUN
                    | token::STOP
                    | token::NEW
                    | token::CLEAR
                    | token::CONTINUE
                    | token::FOR
                    | token::NEXT
            )
        )
    };
    let statement = &statements[at];
    let mut rest = statements[at + 1..]
        .iter()
        .take_while(|next| next.line == statement.line);
    match statement.command() {
        Some(token::IF) => !rest.any(leads_away),
        _ => !leads_away(statement),
    }
}
