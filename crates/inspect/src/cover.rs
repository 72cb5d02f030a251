//! Statement coverage.
//!
//! A session that replaces lines (`lines` in a session file) does not run the listing as it is: the
//! statements in these lines are not counted.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use girafa_basic::program::{Line, Program};
use serde::Serialize;

use crate::StatementPlace;
use crate::statements::{self, Statement};

/// How often each statement of a program has run, over any number of sessions.
#[derive(Debug, Clone)]
pub struct Cover {
    statements: BTreeMap<StatementPlace, Statement>,
    runs: BTreeMap<StatementPlace, u64>,
    foreign: BTreeSet<u16>,
}

/// A count of executable statements: REM, DATA, DEF FN and empty ones are left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Count {
    /// Statements that have run.
    pub run: usize,
    /// Number of executable statements.
    pub total: usize,
}

impl Count {
    /// The percentage that has run; 100 if there is nothing to run.
    pub fn percent(self) -> f64 {
        if self.total == 0 {
            100.0
        } else {
            100.0 * self.run as f64 / self.total as f64
        }
    }
}

impl Cover {
    /// Creates the coverage of `program`, with no statement run yet.
    pub fn new(program: &Program) -> Cover {
        Cover {
            statements: statements::of_program(program),
            runs: BTreeMap::new(),
            foreign: BTreeSet::new(),
        }
    }

    /// Excludes the lines that differ between the program and `running`, a modified version of it.
    pub fn in_changed(self, running: &Program) -> Cover {
        let changed = |line: &&Line| {
            let place = |statement| StatementPlace {
                line: line.number,
                statement,
            };
            let listed = self.statements.range(place(0)..=place(u8::MAX));
            let listed: Vec<&str> = listed.map(|(_, statement)| statement.text.as_str()).collect();
            let runs = statements::of_line(line);
            !runs.iter().map(|statement| statement.text.as_str()).eq(listed)
        };
        Cover {
            foreign: running
                .lines
                .iter()
                .filter(changed)
                .map(|line| line.number)
                .collect(),
            ..self
        }
    }

    /// Counts a statement that is about to run.
    pub fn statement(&mut self, place: StatementPlace) {
        if self.statements.contains_key(&place) && !self.foreign.contains(&place.line) {
            *self.runs.entry(place).or_default() += 1;
        }
    }

    /// Adds the counts of other sessions of the same program.
    pub fn add(&mut self, other: &Cover) {
        for (&place, runs) in &other.runs {
            *self.runs.entry(place).or_default() += runs;
        }
    }

    /// Number of executable statements, and how many of them have run.
    pub fn statements(&self) -> Count {
        Count {
            run: self.active().filter(|(place, _)| self.has_run(place)).count(),
            total: self.active().count(),
        }
    }

    /// Number of lines with executable statements, and in how many of them all have run.
    pub fn lines(&self) -> Count {
        let mut complete: BTreeMap<u16, bool> = BTreeMap::new();
        for (place, _) in self.active() {
            *complete.entry(place.line).or_insert(true) &= self.has_run(place);
        }
        Count {
            run: complete.values().filter(|&&all| all).count(),
            total: complete.len(),
        }
    }

    /// Statements that no session has reached, in program order.
    pub fn missing(&self) -> impl Iterator<Item = (StatementPlace, &str)> {
        let missing = self.active().filter(|(place, _)| !self.has_run(place));
        missing.map(|(&place, statement)| (place, statement.text.as_str()))
    }

    /// All statements with their run counts, in program order.
    pub fn runs(&self) -> impl Iterator<Item = (StatementPlace, u64, &Statement)> {
        let runs = |place| self.runs.get(place).copied().unwrap_or_default();
        self.statements
            .iter()
            .map(move |(place, statement)| (*place, runs(place), statement))
    }

    /// The listing with the count of each statement; unreached statements are marked.
    pub fn table(&self) -> String {
        let mut out = String::new();
        for (place, runs, statement) in self.runs() {
            let count = match (runs, statement.active) {
                (0, false) => "-".to_owned(),
                (0, true) => "never".to_owned(),
                (runs, _) => runs.to_string(),
            };
            let row = format!("{count:>10}  {:>7}  {}", place.to_string(), statement.text);
            let _ = writeln!(out, "{}", row.trim_end());
        }
        out
    }

    fn active(&self) -> impl Iterator<Item = (&StatementPlace, &Statement)> {
        self.statements.iter().filter(|(_, statement)| statement.active)
    }

    fn has_run(&self, place: &StatementPlace) -> bool {
        self.runs.contains_key(place)
    }
}
