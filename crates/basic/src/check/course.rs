//! Follows the certain part of a run: from the first statement, with known values, until the next step
//! depends on an unknown value. An error found there occurs in every run.

use std::collections::HashSet;

use super::accesses::{self, Access};
use super::functions;
use super::loops::{Loops, limits, runs};
use super::names::{loads, targets};
use super::outside::{calls_machine_code, is_harmless};
use super::ranges;
use super::statements::{Placed, Statement, Statements, Word};
use super::subroutines;
use super::values::{Known, Value, Values};
use crate::diagnostic::Diagnostic;
use crate::float5::Float5;
use crate::token;

/// Maximum number of executed statements.
const MAX_STEPS: usize = 100_000;
/// Maximum number of words read while executing.
const MAX_WORDS: usize = 1_000_000;
/// Maximum number of nested GO SUBs.
const MAX_OPEN: usize = 1000;

/// Returns the first error that certainly stops the run.
pub(super) fn check(program: &Statements, loops: &Loops) -> Option<Diagnostic> {
    let mut course = Course {
        program,
        loops,
        items: items(program),
        next_item: 0,
        known: Known::new(),
        open_loops: Vec::new(),
        returns: Vec::new(),
        variables: (!loads(program) && program.saved.is_none()).then(|| Variables {
            set: HashSet::new(),
            set_anywhere: accesses::set_in(program),
            cleared: None,
        }),
        subroutines: subroutines::entries(program).collect(),
        fallen_into: None,
        uncertain_calls: functions::uncertain_calls(program),
        has_stopped: false,
    };
    let mut at = 0;
    let mut words = 0;
    for _ in 0..MAX_STEPS {
        let statement = program.statements.get(at)?;
        words += statement.words.len();
        if words > MAX_WORDS {
            break;
        }
        match course.step(at, statement)? {
            Step::To(next) => {
                course.falls(at, next);
                at = next;
            }
            Step::Stopped(finding) => return Some(finding),
        }
    }
    None
}

enum Step {
    /// Continue with this statement.
    To(usize),
    Stopped(Diagnostic),
}

/// An active FOR loop with known values.
struct OpenLoop<'a> {
    name: &'a str,
    limit: Float5,
    step: Float5,
    /// The statement after the FOR.
    body: usize,
}

/// The variables that exist at this point of the run.
struct Variables<'a> {
    /// Those that are set, or may be.
    set: HashSet<accesses::Name<'a>>,
    /// Those that any statement sets; the others are found without following the run.
    set_anywhere: HashSet<accesses::Name<'a>>,
    /// The line of the last CLEAR.
    cleared: Option<u16>,
}

struct Course<'a> {
    program: &'a Statements,
    loops: &'a Loops<'a>,
    /// All DATA items: their statements and the index of their first word.
    items: Vec<(usize, usize)>,
    next_item: usize,
    known: Known,
    open_loops: Vec<OpenLoop<'a>>,
    returns: Vec<usize>,
    /// `None` if variables are loaded or saved with the program.
    variables: Option<Variables<'a>>,
    /// The first statements of subroutines.
    subroutines: HashSet<usize>,
    /// The line from which the main part continues into a subroutine, and the subroutine's first line.
    fallen_into: Option<(u16, u16)>,
    uncertain_calls: HashSet<usize>,
    /// Whether a statement has stopped the run, or may have, with an error that another check reports. Values
    /// are still tracked.
    has_stopped: bool,
}

impl<'a> Course<'a> {
    /// Executes statement `at`; returns the next step, or `None` if it is not certain.
    fn step(&mut self, at: usize, statement: &'a Statement) -> Option<Step> {
        if calls_machine_code(statement) {
            return None;
        }
        let missing = self.missing(statement);
        let stop = match ranges::stop(self.program, statement, &self.known) {
            None if statement.command() == Some(token::READ) => self.read(statement)?,
            stop => stop,
        };
        if let Some(finding) = first_stop(statement, missing, stop) {
            return Some(Step::Stopped(finding));
        }
        self.has_stopped |= self.uncertain_calls.contains(&at);
        self.note_sets(statement);
        let next = at + 1;
        match statement.command()? {
            token::LET => self.assign(statement)?,
            token::INPUT => self.forget(statement)?,
            token::RESTORE => self.restore(statement)?,
            token::POKE => {
                let address = self.number(statement, 1)?.to_f64();
                is_harmless(address, self.program.size).then_some(())?;
            }
            token::CLEAR => {
                self.known.clear();
                self.open_loops.clear();
                self.returns.clear();
                self.next_item = 0;
                if let Some(variables) = &mut self.variables {
                    variables.set.clear();
                    variables.cleared = Some(self.program.number_of(statement));
                }
            }
            token::IF => return self.condition(at, statement).map(Step::To),
            token::FOR => return self.enter(at, statement).map(Step::To),
            token::NEXT => return self.repeat(at, statement).map(Step::To),
            token::GO_TO => return self.jump(statement).map(Step::To),
            token::GO_SUB => {
                let target = self.jump(statement)?;
                (self.returns.len() < MAX_OPEN).then(|| self.returns.push(next))?;
                return Some(Step::To(target));
            }
            // Its items were read when it was checked.
            token::READ => {}
            token::RETURN => {
                return match self.returns.pop() {
                    Some(next) => Some(Step::To(next)),
                    None => self.without_go_sub(statement).map(Step::Stopped),
                };
            }
            command => goes_on(command).then_some(())?,
        }
        Some(Step::To(next))
    }

    /// Reports the first variable of the statement that does not exist here although the program sets it
    /// somewhere.
    fn missing(&mut self, statement: &'a Statement) -> Option<Diagnostic> {
        let variables = self.variables.as_ref().filter(|_| !self.has_stopped)?;
        let mut set_here = Vec::new();
        for access in accesses::of(statement) {
            let Access { name, at, sets, .. } = access;
            if sets {
                set_here.push(name);
            } else if !variables.set.contains(&name) && !set_here.contains(&name) {
                if access.after_call || !variables.set_anywhere.contains(&name) {
                    self.has_stopped = true;
                    return None;
                }
                let (text, is_array) = (name.0.to_lowercase(), name.1);
                let message = if is_array {
                    format!("the array {text} is used before its DIM")
                } else {
                    format!("the variable {text} is used before it is set")
                };
                let span = statement.words[at].span.clone();
                let finding = Diagnostic::error(span, message, "stops with report 2").code("G039");
                return Some(match (variables.cleared, self.setter(name)) {
                    (Some(line), _) => finding.help(format!("CLEAR in line {line} deletes all variables")),
                    (None, Some(line)) => {
                        finding.help(format!("line {line} sets it, but does not run before"))
                    }
                    (None, None) => finding,
                });
            }
        }
        None
    }

    /// The first line that sets the variable.
    fn setter(&self, name: accesses::Name<'_>) -> Option<u16> {
        let is_setter = |statement: &&Statement| {
            accesses::of(statement)
                .iter()
                .any(|access| access.sets && access.name == name)
        };
        let setter = self.program.statements.iter().find(is_setter)?;
        Some(self.program.number_of(setter))
    }

    /// Records the variables that the statement sets.
    fn note_sets(&mut self, statement: &'a Statement) {
        if let Some(variables) = &mut self.variables {
            let sets = accesses::of(statement).into_iter().filter(|access| access.sets);
            variables.set.extend(sets.map(|access| access.name));
        }
    }

    /// Records where the main part continues into a subroutine.
    fn falls(&mut self, at: usize, next: usize) {
        let statement = &self.program.statements[at];
        let jumps = matches!(
            statement.command(),
            Some(token::GO_TO | token::GO_SUB | token::RETURN | token::NEXT)
        );
        if (!jumps || next == at + 1) && self.returns.is_empty() && self.subroutines.contains(&next) {
            let [from, into] = [at, next].map(|at| self.program.number_of(&self.program.statements[at]));
            self.fallen_into = (from != into).then_some((from, into));
        }
    }

    /// Reports a RETURN without an active GO SUB. A program without any GO SUB is reported without following
    /// the run.
    fn without_go_sub(&self, statement: &Statement) -> Option<Diagnostic> {
        (self.program.has(token::GO_SUB) && !self.has_stopped).then_some(())?;
        let message = "RETURN is reached without GO SUB";
        let finding = Diagnostic::error(statement.span(), message, "stops with report 7").code("G015");
        Some(match self.fallen_into {
            Some((from, into)) => finding.help(format!(
                "the program runs from line {from} into the subroutine at line {into}: put STOP before it"
            )),
            None => finding,
        })
    }

    /// Evaluates the expression at word `at`: its type, and its value if known.
    fn value(&self, statement: &Statement, at: usize) -> Option<Value> {
        Values::new(&statement.words, at, &self.known).expression()
    }

    fn number(&self, statement: &Statement, at: usize) -> Option<Float5> {
        match self.value(statement, at)? {
            Value::Number(value) => value,
            Value::Text(_) => None,
        }
    }

    fn assign(&mut self, statement: &Statement) -> Option<()> {
        if statement.word(2) == Some(&Word::Symbol(b'=')) {
            let value = self.value(statement, 3)?;
            self.set(statement.word(1)?, value)?;
        }
        Some(())
    }

    /// Sets a variable. The control variable of a loop is handled by the loop.
    fn set(&mut self, word: &Word, value: Value) -> Option<()> {
        let Word::Name(name) = word else { return None };
        let is_counter = |open: &OpenLoop<'_>| open.name == name.as_str();
        if self.open_loops.iter().any(is_counter) {
            return None;
        }
        match value {
            Value::Number(Some(value)) => drop(self.known.insert(name.clone(), value)),
            _ => drop(self.known.remove(name)),
        }
        Some(())
    }

    /// Marks everything that the statement sets as unknown.
    fn forget(&mut self, statement: &Statement) -> Option<()> {
        for at in targets(statement) {
            self.set(statement.word(at)?, Value::Number(None))?;
        }
        Some(())
    }

    fn read(&mut self, statement: &Statement) -> Option<Option<Diagnostic>> {
        for at in targets(statement) {
            let target = &statement.words[at];
            let Word::Name(name) = &target.word else {
                return None;
            };
            let Some(&(data, item)) = self.items.get(self.next_item) else {
                let (count, span) = (self.items.len(), target.span.clone());
                let message = match count {
                    0 => "READ, but there is no DATA".to_owned(),
                    _ if self.next_item == count => {
                        format!("READ beyond the last of the {count} items in DATA")
                    }
                    _ => "READ, but no DATA follows where RESTORE has put it".to_owned(),
                };
                let code = if count == 0 { "G013" } else { "G035" };
                let finding = Diagnostic::error(span, message, "stops with report E").code(code);
                let help = "count the items, or read them again with RESTORE";
                return Some(Some(finding.help(help)));
            };
            self.next_item += 1;
            let value = self.value(&self.program.statements[data], item)?;
            let fits = matches!(value, Value::Text(_)) == name.ends_with('$');
            if !fits {
                let (expected, found) = if name.ends_with('$') {
                    ("a string", "a number")
                } else {
                    ("a number", "a string")
                };
                let line = self.program.number_of(&self.program.statements[data]);
                let message =
                    format!("READ expects {expected}, but the DATA of line {line} has {found} there");
                let span = target.span.clone();
                return Some(Some(
                    Diagnostic::error(span, message, "stops with report C").code("G038"),
                ));
            }
            if statement.word(at + 1) != Some(&Word::Symbol(b'(')) {
                self.set(&target.word, value)?;
            }
        }
        Some(None)
    }

    fn restore(&mut self, statement: &Statement) -> Option<()> {
        self.next_item = if statement.words.len() == 1 {
            0
        } else {
            let number = self.number(statement, 1)?.to_f64().round();
            let first = self
                .program
                .line_from(number)
                .and_then(|line| self.program.first_of(line));
            match first {
                Some(first) => self.items.partition_point(|&(item, _)| item < first),
                None => self.items.len() + 1,
            }
        };
        Some(())
    }

    fn jump(&self, statement: &Statement) -> Option<usize> {
        let number = self.number(statement, 1)?.to_f64().round();
        self.program.first_of(self.program.line_from(number)?)
    }

    /// The first statement of the next line.
    fn next_line(&self, statement: &Statement) -> Option<usize> {
        self.program.first_of(statement.line + 1)
    }

    fn condition(&mut self, at: usize, statement: &'a Statement) -> Option<usize> {
        if let Some(value) = self.number(statement, 1) {
            return if value.to_f64() == 0.0 {
                self.next_line(statement)
            } else {
                Some(at + 1)
            };
        }
        // The statements after THEN may be executed or not: this makes no difference if they only produce
        // output or set variables.
        let line = statement.line;
        let program = self.program;
        for statement in program.statements[at + 1..]
            .iter()
            .take_while(|statement| statement.line == line)
        {
            match statement.command()? {
                token::LET | token::INPUT => self.forget(statement)?,
                token::IF => {}
                command => goes_on(command).then_some(())?,
            }
            if calls_machine_code(statement) {
                return None;
            }
            self.note_sets(statement);
        }
        self.next_line(statement)
    }

    fn enter(&mut self, at: usize, statement: &'a Statement) -> Option<usize> {
        let Some(Word::Name(name)) = statement.word(1) else {
            return None;
        };
        let (first, limit, step) = limits(statement, &self.known)?;
        self.open_loops.retain(|open| open.name != name);
        self.known.insert(name.clone(), first);
        if !runs(first, limit, step) {
            return self.loops.next_of(name, at).map(|next| next + 1);
        }
        self.open_loops.push(OpenLoop {
            name,
            limit,
            step,
            body: at + 1,
        });
        Some(at + 1)
    }

    fn repeat(&mut self, at: usize, statement: &Statement) -> Option<usize> {
        let Some(Word::Name(name)) = statement.word(1) else {
            return None;
        };
        let open = self.open_loops.iter().find(|open| open.name == name)?;
        let value = self.known.get(name)?.plus(open.step).ok()?;
        let next = if runs(value, open.limit, open.step) {
            open.body
        } else {
            at + 1
        };
        self.known.insert(name.clone(), value);
        Some(next)
    }
}

/// Returns the error that occurs first: the `missing` variable or the other `stop`.
fn first_stop(
    statement: &Statement,
    missing: Option<Diagnostic>,
    stop: Option<Diagnostic>,
) -> Option<Diagnostic> {
    let (missing, stop) = match (missing, stop) {
        (Some(missing), Some(stop)) => (missing, stop),
        (missing, stop) => return missing.or(stop),
    };
    // All operands are evaluated before any range is checked.
    let checks_last = matches!(
        statement.command(),
        Some(token::PLOT | token::DRAW | token::CIRCLE | token::POKE | token::OUT | token::BEEP)
    );
    let is_range = stop.code == Some("G030");
    let is_first = missing.span.start < stop.span.end || checks_last && is_range;
    Some(if is_first { missing } else { stop })
}

/// Whether the next statement always follows: the statement only produces output or is skipped.
fn goes_on(command: u8) -> bool {
    matches!(
        command,
        token::REM
            | token::DATA
            | token::DEF_FN
            | token::DIM
            | token::PRINT
            | token::LPRINT
            | token::PLOT
            | token::DRAW
            | token::CIRCLE
            | token::BEEP
            | token::BORDER
            | token::INK..=token::OVER | token::OUT | token::CLS | token::PAUSE | token::RANDOMIZE
    )
}

/// Returns all DATA items.
fn items(program: &Statements) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    for (index, statement) in program.statements.iter().enumerate() {
        if statement.command() != Some(token::DATA) {
            continue;
        }
        let mut depth = 0;
        found.push((index, 1));
        for (at, Placed { word, .. }) in statement.words.iter().enumerate() {
            match word {
                Word::Symbol(b'(') => depth += 1,
                Word::Symbol(b')') => depth -= 1,
                Word::Symbol(b',') if depth == 0 => found.push((index, at + 1)),
                _ => {}
            }
        }
    }
    found
}
