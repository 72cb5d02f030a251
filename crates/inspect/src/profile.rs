//! Execution profile of a program.

use std::collections::BTreeMap;

use girafa_basic::program::Program;

use crate::StatementPlace;
use crate::statements::{self, Statement};

/// T-states spent in each statement.
#[derive(Debug, Clone)]
pub struct Profile {
    statements: BTreeMap<StatementPlace, Statement>,
    spent: BTreeMap<StatementPlace, Spent>,
    current: Option<(StatementPlace, u64)>,
    /// T-states spent waiting in the current statement.
    waited: u64,
}

/// The time spent in a statement or a line.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Spent {
    /// Number of times that the statement was run.
    pub runs: u64,
    /// T-states used by the processor.
    pub tstates: u64,
    /// T-states of frames at whose end the ROM waited for a key: INPUT, `scroll?`, and `PAUSE 0` on some
    /// ROMs.
    pub waiting: u64,
}

impl Spent {
    fn add(&mut self, other: Spent) {
        self.runs += other.runs;
        self.tstates += other.tstates;
        self.waiting += other.waiting;
    }
}

impl Profile {
    /// Creates the profile of `program`, with no statement run yet.
    pub fn new(program: &Program) -> Profile {
        Profile {
            statements: statements::of_program(program),
            spent: BTreeMap::new(),
            current: None,
            waited: 0,
        }
    }

    /// Charges the time up to now to the current statement: `place` is about to run, `tstates` after the
    /// start of the session.
    pub fn statement(&mut self, place: StatementPlace, tstates: u64) {
        if self.statements.contains_key(&place) {
            self.finish(tstates);
            self.current = Some((place, tstates));
        }
    }

    /// Adds T-states in which the ROM waited for a key.
    pub fn waited(&mut self, tstates: u64) {
        self.waited += tstates;
    }

    /// Charges the current statement at the end of a session, `tstates` after its start. The ROM's work after
    /// the last statement, such as its report, counts towards that statement.
    pub fn finish(&mut self, tstates: u64) {
        let waiting = std::mem::take(&mut self.waited);
        if let Some((place, since)) = self.current.take() {
            let elapsed = tstates.saturating_sub(since);
            self.spent.entry(place).or_default().add(Spent {
                runs: 1,
                tstates: elapsed.saturating_sub(waiting),
                waiting: waiting.min(elapsed),
            });
        }
    }

    /// The time of each statement, sorted by descending T-states.
    pub fn statements(&self) -> Vec<(StatementPlace, Spent, &str)> {
        let mut rows: Vec<_> = self
            .spent
            .iter()
            .map(|(&place, &spent)| (place, spent, self.statements[&place].text.as_str()))
            .collect();
        rows.sort_by_key(|&(place, spent, _)| (std::cmp::Reverse(spent.tstates), place));
        rows
    }

    /// The time of each line with its text, sorted by descending T-states. A line's runs are those of its
    /// first statement that ran.
    pub fn lines(&self) -> Vec<(u16, Spent, String)> {
        let mut lines: BTreeMap<u16, Spent> = BTreeMap::new();
        for (place, &spent) in &self.spent {
            match lines.get_mut(&place.line) {
                Some(line) => line.add(Spent { runs: 0, ..spent }),
                None => {
                    lines.insert(place.line, spent);
                }
            }
        }
        let mut rows: Vec<_> = lines
            .into_iter()
            .map(|(line, spent)| (line, spent, self.line_text(line)))
            .collect();
        rows.sort_by_key(|&(line, spent, _)| (std::cmp::Reverse(spent.tstates), line));
        rows
    }

    fn line_text(&self, line: u16) -> String {
        let first = StatementPlace { line, statement: 0 };
        let last = StatementPlace {
            line,
            statement: u8::MAX,
        };
        let mut text = String::new();
        for (_, statement) in self.statements.range(first..=last) {
            if !text.is_empty() {
                text.push_str(if text.ends_with("THEN") { " " } else { ": " });
            }
            text.push_str(&statement.text);
        }
        text
    }
}
