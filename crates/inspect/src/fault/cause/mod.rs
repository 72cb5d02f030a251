//! Why a statement has stopped with an error: the words at fault, and what is wrong with them.

mod operands;
mod subscripts;

use std::ops::Range;

use girafa_basic::token;
use serde::Serialize;

use super::report;
use super::scene::{self, Found, Scene};
use super::text;
use super::trial::Trial;
use super::words::{self, Kind, Word};
use crate::variables::{self, Number, Value, Variable};

/// Maximum number of words analysed in a statement; no real program has more.
const MAX_WORDS: usize = 4000;

/// A subscript of an array or a string.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Subscript {
    /// Its text in the statement.
    pub text: String,
    /// Its value, if it is known.
    pub value: Option<Number>,
    /// The maximum allowed value; the minimum is 1.
    pub most: Option<u16>,
}

/// The cause of an error.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Cause {
    /// The bytes of the line's body to mark.
    pub mark: Option<Range<usize>>,
    /// The label under the marked text.
    pub label: String,
    /// Addition to the report's message: the name, the element.
    pub subject: Option<String>,
    /// The variable or function at fault.
    pub variable: Option<String>,
    /// The subscripts, if one of them is wrong.
    pub subscripts: Vec<Subscript>,
    /// The value that is out of range.
    pub value: Option<Number>,
    /// Additional notes.
    pub notes: Vec<String>,
}

/// The context for finding the cause.
pub struct Case<'a> {
    /// The report's number minus one.
    pub code: u8,
    /// The machine and its program.
    pub scene: &'a Scene<'a>,
    /// Evaluates expressions of the program.
    pub trial: &'a Trial<'a>,
    /// The machine's variables.
    pub variables: &'a [Variable],
    /// The body of the line.
    pub body: &'a [u8],
    /// The words of the statement; empty if there are more than `MAX_WORDS`.
    pub words: Vec<Word>,
    /// The address of the line's body.
    pub address: u16,
    /// How far the statement had been read, as an offset in the body. `None` if other text was being read.
    pub point: Option<usize>,
}

impl<'a> Case<'a> {
    /// Creates the context of a statement, which the ROM has read up to the address `read_to`.
    pub fn new(
        code: u8,
        scene: &'a Scene<'a>,
        trial: &'a Trial<'a>,
        variables: &'a [Variable],
        found: &'a Found,
        read_to: Option<u16>,
    ) -> Case<'a> {
        let body = &found.line.body;
        let point = read_to.and_then(|address| address.checked_sub(found.address));
        let mut words = words::of(body, found.range.clone());
        if words.len() > MAX_WORDS {
            words.clear();
        }
        Case {
            code,
            scene,
            trial,
            variables,
            body,
            words,
            address: found.address,
            point: point
                .map(usize::from)
                .filter(|at| (found.range.start..=found.range.end).contains(at)),
        }
    }

    /// Finds the cause of the error.
    pub fn cause(&self) -> Cause {
        match self.code {
            report::VARIABLE_NOT_FOUND => self.missing_variable(),
            report::SUBSCRIPT_WRONG => subscripts::cause(self),
            report::NEXT_WITHOUT_FOR => {
                self.of_loop(|name| format!("{name} is a variable, but not of a FOR loop"))
            }
            report::FOR_WITHOUT_NEXT => {
                self.of_loop(|name| format!("the loop is not entered, and no NEXT {name} follows"))
            }
            report::RETURN_WITHOUT_GO_SUB => Cause {
                label: "there is no active GO SUB".to_owned(),
                ..Cause::default()
            },
            report::OUT_OF_DATA => self.out_of_data(),
            report::FN_WITHOUT_DEF => self.function_without_definition(),
            report::PARAMETER_ERROR => self.parameter_error(),
            report::NONSENSE => self.nonsense(),
            _ => operands::cause(self),
        }
    }

    /// Number of words that had been read.
    pub fn read(&self) -> usize {
        let Some(point) = self.point else {
            return self.words.len();
        };
        self.words
            .iter()
            .take_while(|word| word.span.end <= point)
            .count()
    }

    /// The bytes of a range of words.
    pub fn span(&self, words: Range<usize>) -> Range<usize> {
        self.words[words.start].span.start..self.words[words.end - 1].span.end
    }

    /// The text of a range of words.
    pub fn text(&self, words: Range<usize>) -> String {
        text::of(&self.body[self.span(words)])
    }

    /// The name of the variable or function at a word.
    pub fn name(&self, word: usize) -> String {
        words::name(self.body, &self.words[word])
    }

    /// Whether a word is the name of a variable.
    pub fn is_variable(&self, index: usize) -> bool {
        self.words[index].kind == Kind::Name && !self.is_function(index)
    }

    fn is_function(&self, index: usize) -> bool {
        let before = index.checked_sub(1).map(|before| &self.words[before]);
        before.is_some_and(|word| word.is(token::FN) || word.is(token::DEF_FN))
    }

    /// Whether the word is followed by a bracket with subscripts.
    pub fn has_subscripts(&self, index: usize) -> bool {
        self.words.get(index + 1).is_some_and(|word| word.is(b'('))
    }

    /// The variable with a name; `subscripted` tells whether a bracket follows the name.
    pub fn variable(&self, name: &str, subscripted: bool) -> Option<&'a Variable> {
        self.variables.iter().find(|variable| {
            let is_kind = name.ends_with('$')
                || subscripted == matches!(variable.value, variables::Value::Numbers { .. });
            variable.name == name && is_kind
        })
    }

    fn missing_variable(&self) -> Cause {
        // In a function, its parameters are variables.
        let parameters: Vec<String> = match self.words.first() {
            Some(word) if word.is(token::DEF_FN) => {
                let close = words::partner(&self.words, 2).unwrap_or(0);
                (2..close)
                    .filter(|&at| self.is_variable(at))
                    .map(|at| self.name(at))
                    .collect()
            }
            _ => Vec::new(),
        };
        let is_missing = |&index: &usize| {
            let name = self.name(index);
            let is_parameter = parameters.contains(&name);
            !is_parameter && self.variable(&name, self.has_subscripts(index)).is_none()
        };
        let is_set = |index: usize| {
            let before = index.checked_sub(1).map(|before| &self.words[before]);
            before.is_some_and(|word| {
                [token::LET, token::FOR, token::DIM]
                    .iter()
                    .any(|&code| word.is(code))
            })
        };
        let names = || (0..self.words.len()).filter(|&index| self.is_variable(index));
        let read = self.read();
        let last = names().take_while(|&index| index < read).last();
        let missing = last
            .filter(is_missing)
            .or_else(|| names().find(|&index| !is_set(index) && is_missing(&index)));
        let Some(index) = missing else {
            return Cause::default();
        };
        let name = self.name(index);
        let is_array = self.has_subscripts(index);
        let label = match (is_array, name.ends_with('$')) {
            (true, false) => format!("there is no array {name}: no DIM has been run"),
            (true, true) => format!("there is no string or array {name}"),
            (false, _) => "this variable has not been set".to_owned(),
        };
        let shown = if is_array {
            format!("{name}()")
        } else {
            name.clone()
        };
        Cause {
            mark: Some(self.span(index..index + 1)),
            label,
            subject: Some(shown),
            variable: Some(name),
            ..Cause::default()
        }
    }

    fn of_loop(&self, label: impl Fn(&str) -> String) -> Cause {
        let Some(index) = (0..self.words.len()).find(|&index| self.is_variable(index)) else {
            return Cause::default();
        };
        let name = self.name(index);
        Cause {
            mark: Some(self.span(index..index + 1)),
            label: label(&name),
            subject: Some(name.clone()),
            variable: Some(name),
            ..Cause::default()
        }
    }

    fn out_of_data(&self) -> Cause {
        let read = self.read();
        let target = (0..read).rev().find(|&index| self.is_variable(index));
        let last = self.scene.at(self.scene.machine.peek16(scene::DATADD));
        let last = last.filter(|found| {
            let words = words::of(&found.line.body, found.range.clone());
            words.first().is_some_and(|word| word.is(token::DATA))
        });
        let label = match last {
            Some(found) => format!(
                "the last item of DATA, in {}:{}, has been read",
                found.line.number, found.statement
            ),
            None if self.scene.has(token::DATA) => "no DATA follows the line given to RESTORE".to_owned(),
            None => "the program has no DATA".to_owned(),
        };
        Cause {
            mark: target.map(|index| self.span(index..index + 1)),
            label,
            variable: target.map(|index| self.name(index)),
            ..Cause::default()
        }
    }

    /// The indices of the names of all functions called.
    pub fn functions(&self) -> impl Iterator<Item = usize> {
        (1..self.words.len()).filter(|&index| self.words[index - 1].is(token::FN))
    }

    /// The words of a function call, from FN to the closing bracket.
    pub fn call(&self, name: usize) -> Range<usize> {
        let close = words::partner(&self.words, name + 1).unwrap_or(name);
        name - 1..close + 1
    }

    fn function_without_definition(&self) -> Cause {
        let missing = self
            .functions()
            .find(|&index| self.scene.definition(&self.name(index)).is_none());
        let Some(index) = missing else {
            return Cause::default();
        };
        let name = self.name(index);
        Cause {
            mark: Some(self.span(index - 1..index + 1)),
            label: format!("there is no DEF FN {name}"),
            subject: Some(format!("FN {name}")),
            variable: Some(name),
            ..Cause::default()
        }
    }

    fn parameter_error(&self) -> Cause {
        let read = self.read();
        let started = |index: &usize| *index < read;
        let is_open = |index: &usize| self.call(*index).end > read;
        let (last_open, last) = (
            self.functions().filter(started).filter(is_open).last(),
            self.functions().filter(started).last(),
        );
        let Some(index) = last_open.or(last).or_else(|| self.functions().next()) else {
            return Cause::default();
        };
        let name = self.name(index);
        let label = self.scene.definition(&name).map(|found| {
            let words = words::of(&found.line.body, found.range.clone());
            let close = words::partner(&words, 2).unwrap_or(words.len() - 1);
            let head = text::of(&found.line.body[words[0].span.start..words[close].span.end]);
            format!("{head} is in {}:{}", found.line.number, found.statement)
        });
        Cause {
            mark: Some(self.span(self.call(index))),
            label: label.unwrap_or_default(),
            subject: Some(format!("FN {name}")),
            variable: Some(name),
            ..Cause::default()
        }
    }

    fn nonsense(&self) -> Cause {
        let read = self.read();
        let is_item = self.words.first().is_some_and(|word| word.is(token::DATA)) && read > 1;
        let (word, label) = if is_item {
            (read - 1, "READ expects the other type, number or string")
        } else if self.point.is_some() && read < self.words.len() {
            (read, "this makes no sense here")
        } else {
            return Cause::default();
        };
        Cause {
            mark: Some(self.span(word..word + 1)),
            label: label.to_owned(),
            ..Cause::default()
        }
    }

    /// The dimensions of an array.
    pub fn dimensions(variable: &Variable) -> Option<&[u16]> {
        match &variable.value {
            Value::Numbers { dimensions, .. } | Value::Characters { dimensions, .. } => Some(dimensions),
            _ => None,
        }
    }
}
