//! Where a run stops: statements, lines, variables that change, with conditions and counts.

use girafa_session::insight::StatementPlace;
use girafa_session::insight::evaluate::{EvaluateError, Expression};
use girafa_session::insight::target::{Target, TargetError};
use girafa_session::insight::{program, statements};
use girafa_spectrum::Spectrum;
use thiserror::Error;

use super::{Debugger, Stop};

/// The most breakpoints.
const MOST: usize = 1_000;
/// The longest text of a logpoint, in bytes.
const LONGEST_MESSAGE: usize = 4_096;
/// What logpoints have said and nobody has taken, in bytes at most.
const LONGEST_LOG: usize = 1 << 20;

/// What a breakpoint waits for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Location {
    /// The statement is about to run.
    Statement(StatementPlace),
    /// The variable has another value after a statement.
    Variable(Target),
    /// The instruction at the address is about to be executed.
    Address(u16),
}

/// When a breakpoint that is reached stops the run.
#[derive(Debug, Clone, Default)]
pub struct Condition {
    /// Only where this is true; an error in it stops the run as well.
    pub expression: Option<(String, Expression)>,
    /// Only from the time on that it is reached so often.
    pub hits: u64,
}

/// A place where a run stops.
#[derive(Debug, Clone)]
pub struct Breakpoint {
    /// Its number.
    pub number: u32,
    /// What it waits for.
    pub location: Location,
    /// When it stops the run.
    pub condition: Condition,
    /// It is there for one stop.
    pub is_temporary: bool,
    /// Text that is shown instead of stopping; an expression in braces is shown by its value.
    pub message: Option<String>,
    /// How often it was reached, its expression being true, on the way forward.
    pub reached: u64,
}

/// Why there is no such breakpoint.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum BreakpointError {
    /// No line has this number or a higher one.
    #[error("there is no line {0}, nor one after it")]
    NoLine(u16),
    /// The line has fewer statements.
    #[error("line {line} has {count} statements: there is no {line}:{statement}")]
    NoStatement {
        /// The line.
        line: u16,
        /// The statement that was asked for.
        statement: u8,
        /// Statements of the line.
        count: usize,
    },
    /// No program is in the machine.
    #[error("there is no program in the machine now")]
    NoProgram,
    /// The condition is no expression.
    #[error("the condition: {0}")]
    Condition(#[from] EvaluateError),
    /// What is to be watched is no variable.
    #[error(transparent)]
    Target(#[from] TargetError),
    /// There are too many.
    #[error("there are {MOST} breakpoints: delete some first")]
    TooMany,
    /// The text of a logpoint is too long.
    #[error("the text is longer than {LONGEST_MESSAGE} bytes")]
    TooLong,
}

impl Condition {
    /// Reads a condition.
    ///
    /// # Errors
    /// The expression is none.
    pub fn parse(expression: Option<&str>, hits: u64) -> Result<Condition, EvaluateError> {
        let parsed = expression.map(|source| {
            let source = source.trim().to_owned();
            Expression::parse(&source).map(|expression| (source, expression))
        });
        Ok(Condition {
            expression: parsed.transpose()?,
            hits,
        })
    }

    /// Whether the expression holds, or cannot be evaluated: then somebody should look.
    pub fn holds(&self, machine: &Spectrum) -> bool {
        let Some((_, expression)) = &self.expression else {
            return true;
        };
        match expression.evaluate(machine) {
            Ok(girafa_session::insight::evaluate::Worth::Error(_)) | Err(_) => true,
            Ok(worth) => worth.is_true(),
        }
    }
}

/// All breakpoints.
#[derive(Debug, Default)]
pub(super) struct Breakpoints {
    all: Vec<Breakpoint>,
    last: u32,
}

impl Breakpoints {
    pub fn all(&self) -> &[Breakpoint] {
        &self.all
    }

    /// The variables that are watched: as they are in `machine`, or as `known` has them already.
    pub fn watched(&self, machine: &Spectrum, mut known: Vec<Watched>) -> Vec<Watched> {
        let mut watched = |breakpoint: &Breakpoint| match &breakpoint.location {
            Location::Variable(_) if known.iter().any(|known| known.number == breakpoint.number) => {
                let at = known.iter().position(|known| known.number == breakpoint.number);
                at.map(|at| known.swap_remove(at))
            }
            Location::Variable(target) => Some(Watched {
                number: breakpoint.number,
                condition: breakpoint.condition.clone(),
                bytes: target.bytes(machine).map(<[u8]>::to_vec),
                shown: target.shown(machine),
                target: target.clone(),
            }),
            Location::Statement(_) | Location::Address(_) => None,
        };
        self.all.iter().filter_map(&mut watched).collect()
    }

    /// The addresses at which a run has to pause.
    pub fn addresses(&self) -> Vec<u16> {
        let address = |breakpoint: &Breakpoint| match breakpoint.location {
            Location::Address(address) => Some(address),
            _ => None,
        };
        self.all.iter().filter_map(address).collect()
    }

    /// The numbers of those that stop the run at `location`. Logpoints write to `log`; temporary ones are
    /// gone then.
    pub fn reached(&mut self, machine: &Spectrum, location: &Location, log: &mut String) -> Vec<u32> {
        let mut reached = Vec::new();
        for breakpoint in &mut self.all {
            if breakpoint.location != *location || !breakpoint.condition.holds(machine) {
                continue;
            }
            breakpoint.reached += 1;
            if breakpoint.reached < breakpoint.condition.hits {
                continue;
            }
            match &breakpoint.message {
                Some(message) if log.len() < LONGEST_LOG => {
                    log.push_str(&filled_in(message, machine));
                    log.push('\n');
                }
                Some(_) => {}
                None => reached.push(breakpoint.number),
            }
        }
        self.all
            .retain(|breakpoint| !(breakpoint.is_temporary && reached.contains(&breakpoint.number)));
        reached
    }
}

/// The text of a logpoint with the values of the expressions in braces.
fn filled_in(message: &str, machine: &Spectrum) -> String {
    let mut out = String::new();
    let mut rest = message;
    while let Some((before, after)) = rest.split_once('{') {
        let Some((source, after)) = after.split_once('}') else {
            break;
        };
        out.push_str(before);
        match Expression::parse(source).and_then(|expression| expression.evaluate(machine)) {
            Ok(worth) => out.push_str(&worth.to_string()),
            Err(error) => out.push_str(&format!("({error})")),
        }
        rest = after;
    }
    out + rest
}

/// A variable that is watched during a run.
#[derive(Debug)]
pub(super) struct Watched {
    number: u32,
    target: Target,
    condition: Condition,
    bytes: Option<Vec<u8>>,
    shown: Option<String>,
}

impl Watched {
    /// The stop, where the variable has changed since the last look.
    pub fn look(&mut self, machine: &Spectrum, place: StatementPlace) -> Option<Stop> {
        let bytes = self.target.bytes(machine);
        if bytes == self.bytes.as_deref() {
            return None;
        }
        self.bytes = bytes.map(<[u8]>::to_vec);
        let shown = self.target.shown(machine);
        let before = std::mem::replace(&mut self.shown, shown.clone());
        self.condition.holds(machine).then(|| Stop::Changed {
            number: self.number,
            name: self.target.to_string(),
            values: [before, shown],
            place,
        })
    }
}

impl Debugger {
    /// The breakpoints, in the order in which they were set.
    pub fn breakpoints(&self) -> &[Breakpoint] {
        self.breakpoints.all()
    }

    /// The place that a breakpoint for `line`, and perhaps one of its statements, has: that of the next line, where there is
    /// no such one.
    ///
    /// # Errors
    /// There is none.
    pub fn place_for(&self, line: u16, statement: Option<u8>) -> Result<StatementPlace, BreakpointError> {
        let program = program::of_machine(self.machine()).ok_or(BreakpointError::NoProgram)?;
        let found = program.lines.iter().find(|found| found.number >= line);
        let found = found.ok_or(BreakpointError::NoLine(line))?;
        let place = |statement| StatementPlace {
            line: found.number,
            statement,
        };
        let Some(statement) = statement else {
            return Ok(place(1));
        };
        if found.number != line {
            return Err(BreakpointError::NoLine(line));
        }
        let count = statements::ranges(&found.body).len();
        if statement == 0 || usize::from(statement) > count {
            return Err(BreakpointError::NoStatement {
                line,
                statement,
                count,
            });
        }
        Ok(place(statement))
    }

    /// Adds a breakpoint; gives its number.
    ///
    /// # Errors
    /// There are too many, or the text is too long.
    pub fn add_breakpoint(
        &mut self,
        location: Location,
        condition: Condition,
        message: Option<String>,
        is_temporary: bool,
    ) -> Result<u32, BreakpointError> {
        if self.breakpoints.all.len() >= MOST {
            return Err(BreakpointError::TooMany);
        }
        if message
            .as_ref()
            .is_some_and(|message| message.len() > LONGEST_MESSAGE)
        {
            return Err(BreakpointError::TooLong);
        }
        self.breakpoints.last += 1;
        let number = self.breakpoints.last;
        self.breakpoints.all.push(Breakpoint {
            number,
            location,
            condition,
            is_temporary,
            message,
            reached: 0,
        });
        Ok(number)
    }

    /// Removes the breakpoints that `goes` holds for; gives how many.
    pub fn remove_breakpoints(&mut self, goes: impl Fn(&Breakpoint) -> bool) -> usize {
        let before = self.breakpoints.all.len();
        self.breakpoints.all.retain(|breakpoint| !goes(breakpoint));
        before - self.breakpoints.all.len()
    }
}
