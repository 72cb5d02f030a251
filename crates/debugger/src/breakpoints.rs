//! Breakpoints at statements, functions, instructions and changes of variables, with conditions and hit
//! counts.

use std::fmt;
use std::str::FromStr;

use girafa_basic::program::Program;
use girafa_inspect::StatementPlace;
use girafa_inspect::evaluate::{EvaluateError, Expression};
use girafa_inspect::target::{Target, TargetError};
use girafa_inspect::uses::Uses;
use girafa_inspect::{program, statements};
use girafa_spectrum::Spectrum;
use thiserror::Error;

use crate::{Debugger, Stop};

/// Maximum number of breakpoints.
const MAX_BREAKPOINTS: usize = 1_000;
/// Maximum length of a logpoint's text, in bytes.
const MAX_MESSAGE_LENGTH: usize = 4_096;
/// Maximum length of logpoint output that has not been taken, in bytes.
const MAX_LOG_LENGTH: usize = 1 << 20;

/// The location of a breakpoint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Location {
    /// The statement is about to run.
    Statement(StatementPlace),
    /// A statement is about to run that calls a function of the program, directly or through another
    /// function.
    Function {
        /// The function's name: a letter, with or without `$`.
        name: String,
        /// The statements that call it.
        places: Vec<StatementPlace>,
    },
    /// The instruction at this address is about to be executed.
    Address(u16),
    /// The variable has changed after a statement.
    Variable(Target),
}

impl Location {
    /// The statements before which it stops the run.
    pub fn places(&self) -> &[StatementPlace] {
        match self {
            Location::Statement(place) => std::slice::from_ref(place),
            Location::Function { places, .. } => places,
            Location::Address(_) | Location::Variable(_) => &[],
        }
    }
}

/// The condition under which a reached breakpoint stops the run.
#[derive(Debug, Clone, Default)]
pub struct Condition {
    /// The run stops only if this is true; an error in it stops the run as well.
    pub expression: Option<(String, Expression)>,
    /// The run stops only at these hits.
    pub hits: Hits,
}

/// The hits of a breakpoint, counted from 1, at which it stops the run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Hits {
    /// All.
    #[default]
    All,
    /// This one and all after it: `3` or `>=3`; `>2`.
    From(u64),
    /// Only this one: `=3` or `==3`.
    Only(u64),
    /// Each of this many: `%3`.
    Each(u64),
}

/// The text is not a hit count.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "{0:?}: expected a hit count such as 3 (from the third hit on), =3 (only then) or %3 (at each third hit)"
)]
pub struct HitsError(String);

impl Hits {
    /// Whether the hit with this number stops the run.
    pub fn include(self, hit: u64) -> bool {
        match self {
            Hits::All => true,
            Hits::From(first) => hit >= first,
            Hits::Only(one) => hit == one,
            Hits::Each(step) => hit.is_multiple_of(step),
        }
    }
}

impl FromStr for Hits {
    type Err = HitsError;

    fn from_str(text: &str) -> Result<Hits, HitsError> {
        let wrong = || HitsError(text.to_owned());
        let text = text.trim();
        let digits = text.find(|c: char| c.is_ascii_digit()).ok_or_else(wrong)?;
        let (sign, number) = text.split_at(digits);
        let number: u64 = number.parse().map_err(|_| wrong())?;
        match sign.trim() {
            "" | ">=" => Ok(Hits::From(number)),
            ">" => Ok(Hits::From(number.saturating_add(1))),
            "=" | "==" => Ok(Hits::Only(number)),
            "%" if number > 0 => Ok(Hits::Each(number)),
            _ => Err(wrong()),
        }
    }
}

impl fmt::Display for Hits {
    /// ` from hit 3 on`; empty for all.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Hits::All | Hits::From(0) => Ok(()),
            Hits::From(first) => write!(f, " from hit {first} on"),
            Hits::Only(one) => write!(f, " at hit {one}"),
            Hits::Each(step) => write!(f, " at one of {step} hits"),
        }
    }
}

/// A breakpoint or a logpoint.
#[derive(Debug, Clone)]
pub struct Breakpoint {
    /// Its number.
    pub number: u32,
    /// Its location.
    pub location: Location,
    /// Its condition.
    pub condition: Condition,
    /// Whether it is deleted after one stop.
    pub is_temporary: bool,
    /// Text that is logged instead of stopping; an expression in braces is replaced by its value.
    pub message: Option<String>,
    /// Number of hits while running forward, with its expression true.
    pub reached: u64,
}

/// Why a breakpoint cannot be set.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BreakpointError {
    /// No line has this number or a higher one.
    #[error("there is no line {0} and none after it")]
    NoLine(u16),
    /// The line has fewer statements.
    #[error("{line}:{statement} does not exist: line {line} has {count} statements")]
    NoStatement {
        /// The line.
        line: u16,
        /// The requested statement.
        statement: u8,
        /// Number of statements of the line.
        count: usize,
    },
    /// The text names neither a function nor a line.
    #[error(
        "{0:?} is not a function: expected the name of a DEF FN, such as f or f$, or the line of a subroutine, such as 100"
    )]
    NoFunction(String),
    /// The program has no such function.
    #[error("the program has no DEF FN {0}")]
    Undefined(String),
    /// No statement calls the function.
    #[error("no statement calls FN {0}")]
    NeverCalled(String),
    /// The machine has no program.
    #[error("the machine has no BASIC program now")]
    NoProgram,
    /// The condition is not an expression.
    #[error("the condition: {0}")]
    Condition(#[from] EvaluateError),
    /// The target to watch is not a variable.
    #[error(transparent)]
    Target(#[from] TargetError),
    /// There are too many breakpoints.
    #[error("the limit of {MAX_BREAKPOINTS} breakpoints is reached: delete some first")]
    TooMany,
    /// The text of a logpoint is too long.
    #[error("the text is longer than {MAX_MESSAGE_LENGTH} bytes")]
    TooLong,
}

impl Condition {
    /// Parses a condition.
    ///
    /// # Errors
    /// The expression is not valid.
    pub fn parse(expression: Option<&str>, hits: Hits) -> Result<Condition, EvaluateError> {
        let parsed = expression.map(|source| {
            let source = source.trim().to_owned();
            Expression::parse(&source).map(|expression| (source, expression))
        });
        Ok(Condition {
            expression: parsed.transpose()?,
            hits,
        })
    }

    /// Whether the expression is true. An error also counts as true, so that the user notices it.
    pub fn holds(&self, machine: &Spectrum) -> bool {
        let Some((_, expression)) = &self.expression else {
            return true;
        };
        match expression.evaluate(machine) {
            Ok(girafa_inspect::evaluate::Evaluated::Error(_)) | Err(_) => true,
            Ok(value) => value.is_true(),
        }
    }
}

/// All breakpoints.
#[derive(Debug, Default)]
pub(crate) struct Breakpoints {
    all: Vec<Breakpoint>,
    last: u32,
}

impl Breakpoints {
    pub fn all(&self) -> &[Breakpoint] {
        &self.all
    }

    /// Returns the watched variables with their values in `machine`, or as they are in `known`.
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
            _ => None,
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

    /// Returns the numbers of the breakpoints that stop the run at a location that is `here`. Logpoints write
    /// to `log`; temporary breakpoints that stop the run are deleted.
    pub fn reached(
        &mut self,
        machine: &Spectrum,
        here: impl Fn(&Location) -> bool,
        log: &mut String,
    ) -> Vec<u32> {
        let mut reached = Vec::new();
        for breakpoint in &mut self.all {
            if !here(&breakpoint.location) || !breakpoint.condition.holds(machine) {
                continue;
            }
            breakpoint.reached += 1;
            if !breakpoint.condition.hits.include(breakpoint.reached) {
                continue;
            }
            match &breakpoint.message {
                Some(message) if log.len() < MAX_LOG_LENGTH => {
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
            Ok(value) => out.push_str(&value.to_string()),
            Err(error) => out.push_str(&format!("({error})")),
        }
        rest = after;
    }
    out + rest
}

/// A variable that is watched during a run.
#[derive(Debug)]
pub(crate) struct Watched {
    number: u32,
    target: Target,
    condition: Condition,
    bytes: Option<Vec<u8>>,
    shown: Option<String>,
}

impl Watched {
    /// Returns a stop, if the variable has changed since the last call.
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

    /// Returns the place of a breakpoint for `line`, or for one of its statements. If there is no such line
    /// and no statement is given, it is the place of the next line.
    ///
    /// # Errors
    /// There is no such location.
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

    /// Returns the location for the name of a function: `f`, `FN f$`, `DEF FN f(x)`, or for a subroutine,
    /// named by its line: `100`, `GO SUB 100`, `100:2`.
    ///
    /// # Errors
    /// There is no such location.
    pub fn location_of(&self, name: &str) -> Result<Location, BreakpointError> {
        let name = name.trim();
        let without = |text: &'_ str, words: &[&str]| {
            let starts = |word: &&&str| {
                let start = text.get(..word.len());
                start.is_some_and(|start| start.eq_ignore_ascii_case(word))
            };
            words
                .iter()
                .find(starts)
                .map(|word| text[word.len()..].trim().to_owned())
        };
        let line = without(name, &["GO SUB", "GOSUB"]).unwrap_or_else(|| name.to_owned());
        let (number, statement) = match line.split_once(':') {
            Some((number, statement)) => (number, statement.parse().ok().map(Some)),
            None => (line.as_str(), Some(None)),
        };
        if let (Ok(number), Some(statement)) = (number.parse(), statement) {
            return self.place_for(number, statement).map(Location::Statement);
        }
        let function = without(name, &["DEF FN", "FN"]).unwrap_or_else(|| name.to_owned());
        let function = function
            .split_once('(')
            .map_or(function.as_str(), |(function, _)| function)
            .trim()
            .to_ascii_lowercase();
        let is_name = matches!(function.as_bytes(), [b'a'..=b'z'] | [b'a'..=b'z', b'$']);
        if !is_name {
            return Err(BreakpointError::NoFunction(name.to_owned()));
        }
        let program = program::of_machine(self.machine()).ok_or(BreakpointError::NoProgram)?;
        let places =
            callers(&program, &function).ok_or_else(|| BreakpointError::Undefined(function.clone()))?;
        if places.is_empty() {
            return Err(BreakpointError::NeverCalled(function));
        }
        Ok(Location::Function {
            name: function,
            places,
        })
    }

    /// Copies the breakpoints of another run of the program, with their numbers. Those without a location in
    /// this run are left out.
    pub fn take_over(&mut self, breakpoints: &[Breakpoint]) {
        for breakpoint in breakpoints {
            let location = match &breakpoint.location {
                Location::Function { name, .. } => self.location_of(name).ok(),
                location => Some(location.clone()),
            };
            self.breakpoints.last = self.breakpoints.last.max(breakpoint.number);
            self.breakpoints.all.extend(location.map(|location| Breakpoint {
                location,
                reached: 0,
                ..breakpoint.clone()
            }));
        }
    }

    /// Adds a breakpoint and returns its number.
    ///
    /// # Errors
    /// There are too many breakpoints, or the text is too long.
    pub fn add_breakpoint(
        &mut self,
        location: Location,
        condition: Condition,
        message: Option<String>,
        is_temporary: bool,
    ) -> Result<u32, BreakpointError> {
        if self.breakpoints.all.len() >= MAX_BREAKPOINTS {
            return Err(BreakpointError::TooMany);
        }
        if message
            .as_ref()
            .is_some_and(|message| message.len() > MAX_MESSAGE_LENGTH)
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

    /// Removes the breakpoints for which `goes` is true, and returns how many.
    pub fn remove_breakpoints(&mut self, goes: impl Fn(&Breakpoint) -> bool) -> usize {
        let before = self.breakpoints.all.len();
        self.breakpoints.all.retain(|breakpoint| !goes(breakpoint));
        before - self.breakpoints.all.len()
    }
}

/// Returns the statements that call a function, directly or through another one; `None` if the program does
/// not define it.
fn callers(program: &Program, function: &str) -> Option<Vec<StatementPlace>> {
    let mut statements = Vec::new();
    for line in &program.lines {
        for statement in 1..=statements::ranges(&line.body).len().min(255) as u8 {
            let line_number = line.number;
            let uses = Uses::of(line, statement);
            let place = StatementPlace {
                line: line_number,
                statement,
            };
            statements.push((place, uses.defines, uses.functions));
        }
    }
    let is_defined = |name: &str| {
        statements
            .iter()
            .any(|(_, defines, _)| defines.as_deref() == Some(name))
    };
    if !is_defined(function) {
        return None;
    }
    // Functions that call one of these count as well.
    let mut meant = vec![function.to_owned()];
    loop {
        let calls = |functions: &[String]| functions.iter().any(|name| meant.contains(name));
        let found = statements.iter().find_map(|(_, defines, functions)| {
            let name = defines.as_ref().filter(|name| !meant.contains(name))?;
            calls(functions).then(|| name.clone())
        });
        match found {
            Some(name) => meant.push(name),
            None => {
                let callers = statements
                    .iter()
                    .filter(|(_, defines, functions)| defines.is_none() && calls(functions));
                return Some(callers.map(|(place, ..)| *place).collect());
            }
        }
    }
}
