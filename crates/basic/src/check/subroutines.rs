//! Subroutines that the main part of a program continues into.

use std::collections::HashSet;

use super::flow::{goes_on, is_passive, jumps_away};
use super::loops::{Loops, counter};
use super::names::{loads, targets};
use super::statements::{Statement, Statements, Word};
use crate::diagnostic::Diagnostic;
use crate::float5::Float5;
use crate::token;

/// Maximum number of statements examined for all subroutines.
const MAX_STEPS: usize = 2_000_000;

/// Returns the first statements of the subroutines that GO SUBs with constants call.
pub(super) fn entries(program: &Statements) -> impl Iterator<Item = usize> {
    destinations(program, &[token::GO_SUB])
}

fn destinations<'a>(program: &'a Statements, commands: &'a [u8]) -> impl Iterator<Item = usize> + 'a {
    let jumps = program.statements.iter().filter(|statement| {
        statement
            .command()
            .is_some_and(|command| commands.contains(&command))
    });
    jumps.filter_map(|jump| destination(program, jump))
}

/// Returns the destination of a jump to a constant.
fn destination(program: &Statements, jump: &Statement) -> Option<usize> {
    let (number, _) = jump.constant()?;
    program.first_of(program.line_from(number)?)
}

/// Reports subroutines that the main part continues into: the statement before can continue there, and each
/// path through the subroutine ends at its RETURN. Nothing is reported if a jump is computed.
pub(super) fn check(program: &Statements, loops: &Loops) -> Vec<Diagnostic> {
    let is_computed = |statement: &Statement| jumps_away(statement) && statement.constant().is_none();
    if loads(program) || program.statements.iter().any(is_computed) {
        return Vec::new();
    }
    let jumped_to: HashSet<usize> = destinations(program, &[token::GO_TO, token::RUN]).collect();
    let entries: HashSet<usize> = entries(program)
        .filter(|entry| *entry > 0 && !jumped_to.contains(entry))
        .collect();
    if entries.is_empty() {
        return Vec::new();
    }
    let mut ways = Ways::of(program, loops);
    let Some(main) = ways.level(0, &|at| entries.contains(&at)) else {
        return Vec::new();
    };
    let mut findings = Vec::new();
    // The last statement so far that has an effect.
    let mut last = None;
    for (entry, statement) in program.statements.iter().enumerate() {
        let before = last;
        if !is_passive(statement) {
            last = Some(entry);
        }
        if !entries.contains(&entry) {
            continue;
        }
        let Some(before) = before.filter(|before| main.contains(before)) else {
            continue;
        };
        if !ways.is_left(before) || ways.ends_at_return(entry) != Some(true) {
            continue;
        }
        let number = program.number_of(statement);
        let from = program.number_of(&program.statements[before]);
        let message = format!("the program runs from line {from} into the subroutine at line {number}");
        let finding = Diagnostic::warning(statement.span(), message, "").code("G015");
        findings.push(finding.help(format!(
            "its RETURN then stops with report 7: put STOP or GO TO before line {number}"
        )));
    }
    findings
}

struct Ways<'a> {
    program: &'a Statements,
    loops: &'a Loops<'a>,
    /// For each statement, whether a RETURN at the same level can follow.
    returning: Vec<bool>,
    left: usize,
}

impl<'a> Ways<'a> {
    fn of(program: &'a Statements, loops: &'a Loops<'a>) -> Ways<'a> {
        let count = program.statements.len();
        let mut ways = Ways {
            program,
            loops,
            returning: vec![false; count],
            left: MAX_STEPS,
        };
        // The statements to update when a statement is known to return: its predecessors, and its calls.
        let mut dependent = vec![Vec::new(); count];
        let mut open = Vec::new();
        for (at, statement) in program.statements.iter().enumerate() {
            let called = ways.called(statement);
            for next in ways.next(at).into_iter().chain(called) {
                if next < count {
                    dependent[next].push(at);
                }
            }
            if statement.command() == Some(token::RETURN) {
                open.push(at);
            }
        }
        while let Some(at) = open.pop() {
            if std::mem::replace(&mut ways.returning[at], true) {
                continue;
            }
            for &before in &dependent[at] {
                let is_known =
                    ways.goes_past(before) && ways.next(before).iter().any(|&next| ways.can_return(next));
                if is_known {
                    open.push(before);
                }
            }
        }
        ways
    }

    fn can_return(&self, at: usize) -> bool {
        self.returning.get(at).copied().unwrap_or(false)
    }

    /// Returns the first statement of the subroutine that a GO SUB calls; `None` for other statements.
    fn called(&self, statement: &Statement) -> Option<usize> {
        let is_call = statement.command() == Some(token::GO_SUB);
        is_call.then(|| destination(self.program, statement)).flatten()
    }

    /// Whether execution can continue after it: it is not a GO SUB, or its subroutine can return.
    fn goes_past(&self, at: usize) -> bool {
        let statement = &self.program.statements[at];
        statement.command() != Some(token::GO_SUB)
            || self.called(statement).is_some_and(|entry| self.can_return(entry))
    }

    /// Returns the statements reachable from `from`, without those of called subroutines, up to statements
    /// where it `ends`. `None` if there are too many.
    fn level(&mut self, from: usize, ends: &dyn Fn(usize) -> bool) -> Option<HashSet<usize>> {
        let mut found = HashSet::new();
        let mut open = vec![from];
        while let Some(at) = open.pop() {
            if !found.insert(at) || ends(at) {
                continue;
            }
            self.left = self.left.checked_sub(1)?;
            if at < self.program.statements.len() && self.goes_past(at) {
                open.extend(self.next(at));
            }
        }
        Some(found)
    }

    /// Returns the possible successors of a statement, after the subroutine that it calls; the number of
    /// statements represents the end.
    fn next(&self, at: usize) -> Vec<usize> {
        let end = self.program.statements.len();
        let statement = &self.program.statements[at];
        match statement.command() {
            Some(token::IF) => vec![at + 1, self.program.first_of(statement.line + 1).unwrap_or(end)],
            Some(token::FOR) => {
                let past = self.loops.next_of(counter(statement), at).map(|next| next + 1);
                [at + 1].into_iter().chain(past).collect()
            }
            Some(token::GO_TO) => vec![destination(self.program, statement).unwrap_or(end)],
            _ if goes_on(statement) => vec![at + 1],
            _ => Vec::new(),
        }
    }

    /// Whether execution continues after a statement, at the latest after the last iteration of its loop.
    fn is_left(&self, at: usize) -> bool {
        let statement = &self.program.statements[at];
        match statement.command() {
            Some(token::NEXT) => self.is_counted(at),
            _ => goes_on(statement) && self.goes_past(at),
        }
    }

    /// Whether the NEXT belongs to a loop that no statement leaves and whose control variable no other
    /// statement sets.
    fn is_counted(&self, next: usize) -> bool {
        let statements = &self.program.statements;
        let name = counter(&statements[next]);
        let heads = self.loops.heads.get(name);
        let head = heads.and_then(|heads| heads.iter().rfind(|&&head| head < next));
        let Some(&head) = head else { return false };
        let sets_counter = |statement: &Statement| {
            statement.command() != Some(token::FOR)
                && targets(statement)
                    .iter()
                    .any(|&at| matches!(statement.word(at), Some(Word::Name(set)) if set == name))
        };
        let step = statements[head]
            .words
            .iter()
            .position(|placed| placed.word == Word::Key(token::STEP));
        let is_step_known = step.is_none_or(|step| {
            matches!(statements[head].word(step + 1), Some(Word::Number(value)) if *value != Float5::ZERO)
                || statements[head].word(step + 1) == Some(&Word::Symbol(b'-'))
        });
        let stays = |statement: &Statement| {
            goes_on(statement) && !matches!(statement.command(), Some(token::CLEAR | token::IF))
        };
        is_step_known && statements[head..next].iter().all(stays) && !statements.iter().any(sets_counter)
    }

    /// Whether each terminating path from `entry` ends at a RETURN, without leaving the subroutine in another
    /// way.
    fn ends_at_return(&mut self, entry: usize) -> Option<bool> {
        let found = self.level(entry, &|_| false)?;
        let mut has_return = false;
        for at in found {
            let command = match self.program.statements.get(at) {
                Some(statement) if at >= entry => statement.command(),
                _ => return Some(false),
            };
            match command {
                Some(token::RETURN) => has_return = true,
                Some(token::STOP | token::RUN | token::NEW | token::CONTINUE) => return Some(false),
                _ => {}
            }
        }
        Some(has_return)
    }
}
