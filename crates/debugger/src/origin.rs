//! Explains why a variable has its value: the statement that last set it, and the origins of what that
//! statement read.

use std::fmt;

use girafa_basic::token;
use girafa_inspect::target::{Target, TargetError};
use girafa_inspect::uses::{Named, Uses};
use girafa_inspect::{StatementPlace, fault, program};
use girafa_spectrum::Spectrum;
use thiserror::Error;

use crate::seek::{MANUAL_CHANGE, Setting};
use crate::{Debugger, statement_text};
use girafa_session::history::Moment;

/// Maximum number of variables of a statement whose origins are searched.
const MAX_VARIABLES: usize = 32;

/// Why a variable has its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Why {
    /// The variable.
    pub name: String,
    /// Its value at the requested moment, if it existed.
    pub value: Option<String>,
    /// The statement that set it.
    pub set: Setting,
    /// That statement's text.
    pub text: String,
    /// The variables that the statement read.
    pub reads: Vec<Read>,
    /// The DATA statement that it read its value from.
    pub data: Option<Origin>,
    /// Whether the value was typed as an answer to INPUT.
    pub is_answer: bool,
}

/// A variable that a statement has read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Read {
    /// The variable.
    pub name: String,
    /// Its value then, if it existed.
    pub value: Option<String>,
    /// The statement that had set it.
    pub set: Option<Origin>,
}

/// The statement that a value comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    /// When it began; for DATA, when it was read.
    pub moment: Moment,
    /// The statement.
    pub place: StatementPlace,
    /// Its text.
    pub text: String,
}

/// The text of what set a variable, if no statement of the program did: the debugger, or another host.
const OUTSIDE: &str = "a change from outside the program";

/// A value as it is shown.
fn shown(value: Option<&str>) -> &str {
    value.unwrap_or("nothing")
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.place != MANUAL_CHANGE {
            write!(f, "{}  ", self.place)?;
        }
        write!(f, "{}  ({})", self.text, self.moment)
    }
}

impl fmt::Display for Why {
    /// Rows without the last newline.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let origin = Origin {
            moment: self.set.moment,
            place: self.set.place,
            text: self.text.clone(),
        };
        write!(
            f,
            "{} = {}\n  set by {origin}",
            self.name,
            shown(self.value.as_deref())
        )?;
        if self.is_answer {
            f.write_str("\n  an answer to INPUT")?;
        }
        if let Some(data) = &self.data {
            write!(f, "\n  from {}  {}", data.place, data.text)?;
        }
        for read in &self.reads {
            write!(f, "\n  read {} = {}", read.name, shown(read.value.as_deref()))?;
            match &read.set {
                Some(origin) => write!(f, ", set by {origin}")?,
                None => f.write_str(", which has not been set")?,
            }
        }
        Ok(())
    }
}

/// Why the origin of a value was not found.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum WhyError {
    /// The name is not that of a variable.
    #[error(transparent)]
    Target(#[from] TargetError),
    /// No recorded statement has set it.
    #[error("no statement has set {name} before {before}")]
    NeverSet {
        /// The variable.
        name: String,
        /// The requested moment.
        before: Moment,
    },
}

impl Debugger {
    /// Explains the value that a variable had before `before` (default: now).
    ///
    /// # Errors
    /// `source` is not a variable, or no recorded statement has set it.
    pub fn why(&mut self, source: &str, before: Option<Moment>) -> Result<Why, WhyError> {
        let before = before.unwrap_or(self.moment());
        self.settle();
        let at = self.past_at(before);
        let target = Target::parse(source, at.emulator().machine())?;
        let value = target.shown(at.emulator().machine());
        let Some(set) = self.last_set(&target, Some(before), false) else {
            return Err(WhyError::NeverSet {
                name: target.to_string(),
                before,
            });
        };
        let then = self.past_at(set.moment);
        let machine = then.emulator().machine();
        let text = text_of(machine, set.place);
        let uses = uses_of(machine, set.place);
        let mut names = uses.reads.clone();
        for name in &uses.functions {
            names.extend(definition(machine, name).reads);
        }
        names.dedup();
        let reads: Vec<Target> = names
            .iter()
            .take(MAX_VARIABLES)
            .filter_map(|named| target_of(named, machine))
            .collect();
        let values: Vec<Option<String>> = reads.iter().map(|target| target.shown(machine)).collect();
        let mut data = None;
        if uses.keyword == Some(token::READ) {
            let after = self.past_at(set.after);
            let machine = after.emulator().machine();
            data = fault::data_place(machine).map(|place| Origin {
                moment: set.moment,
                place,
                text: statement_text(machine, place).unwrap_or_default(),
            });
        }
        let mut found = Vec::new();
        for (read, value) in reads.into_iter().zip(values) {
            let setting = self.last_set(&read, Some(set.moment), false);
            let origin = setting.map(|setting| Origin {
                moment: setting.moment,
                place: setting.place,
                text: text_of(self.past_at(setting.moment).emulator().machine(), setting.place),
            });
            found.push(Read {
                name: read.to_string(),
                value,
                set: origin,
            });
        }
        Ok(Why {
            name: target.to_string(),
            value,
            text,
            reads: found,
            data,
            is_answer: uses.keyword == Some(token::INPUT),
            set,
        })
    }
}

/// The text of the statement that set a variable.
fn text_of(machine: &Spectrum, place: StatementPlace) -> String {
    match place {
        MANUAL_CHANGE => OUTSIDE.to_owned(),
        place => statement_text(machine, place).unwrap_or_default(),
    }
}

/// What a statement of the program in `machine` sets and reads.
fn uses_of(machine: &Spectrum, place: StatementPlace) -> Uses {
    let program = program::of_machine(machine).unwrap_or_default();
    let line = program.lines.iter().find(|line| line.number == place.line);
    line.map_or_else(Uses::default, |line| Uses::of(line, place.statement))
}

/// What the definition of a function reads in addition to its parameters.
fn definition(machine: &Spectrum, name: &str) -> Uses {
    let program = program::of_machine(machine).unwrap_or_default();
    for line in &program.lines {
        for statement in 1..=girafa_inspect::statements::ranges(&line.body).len().min(255) {
            let uses = Uses::of(line, statement as u8);
            if uses.defines.as_deref() == Some(name) {
                return uses;
            }
        }
    }
    Uses::default()
}

/// The variable that a statement uses; for an array the element, if its subscripts can be evaluated.
fn target_of(named: &Named, machine: &Spectrum) -> Option<Target> {
    let whole = match (named.is_subscripted, named.name.ends_with('$')) {
        (true, false) => format!("{}()", named.name),
        _ => named.name.clone(),
    };
    let element = format!("{}({})", named.name, named.subscripts);
    let element = named
        .is_subscripted
        .then(|| Target::parse(&element, machine).ok())
        .flatten();
    element
        .filter(|element| element.bytes(machine).is_some())
        .or_else(|| Target::parse(&whole, machine).ok())
}
