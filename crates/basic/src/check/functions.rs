//! Checks the arguments of function calls, and variables with the names of functions.

use std::collections::{HashMap, HashSet};

use super::calls::{called, calls};
use super::names::{self, targets, variable};
use super::statements::{Placed, Statement, Statements, Word};
use super::values::{Known, Value, Values};
use crate::diagnostic::{Diagnostic, Severity};
use crate::token;

/// Reports calls whose arguments do not match the first DEF FN of the name, which is the one that the ROM
/// uses.
pub(super) fn arguments(program: &Statements) -> Vec<Diagnostic> {
    let mut definitions: HashMap<&str, Vec<bool>> = HashMap::new();
    for definition in program.with(token::DEF_FN) {
        if let Some((name, parameters)) = parameters(definition) {
            definitions.entry(name).or_insert(parameters);
        }
    }
    let called = called(program);
    let reads = program.has(token::READ);
    let mut findings = Vec::new();
    for (statement, at, name) in calls(program) {
        let Some(expected) = definitions.get(name) else {
            continue;
        };
        let Some((found, end)) = kinds_of_arguments(statement, at + 2) else {
            continue;
        };
        if found == *expected {
            continue;
        }
        let name = name.to_lowercase();
        let message = if found.len() == expected.len() {
            let (parameter, given) = expected
                .iter()
                .zip(&found)
                .find(|(parameter, given)| parameter != given)
                .map_or(("", ""), |(&parameter, &given)| (kind(parameter), kind(given)));
            format!("FN {name} expects {parameter}, but is called with {given}")
        } else {
            let plural = if expected.len() == 1 { "" } else { "s" };
            format!(
                "FN {name} expects {} argument{plural}, but is called with {}",
                expected.len(),
                found.len()
            )
        };
        // The ROM evaluates an argument before it checks whether one is expected.
        let label = if found.is_empty() {
            "stops with report C"
        } else {
            "stops with report Q"
        };
        let span = statement.words[at].span.start..statement.words[end].span.end;
        // Code that is unreachable or never called is not evaluated.
        let is_used = match (statement.command(), statement.word(1)) {
            (Some(token::DATA), _) => reads,
            (Some(token::DEF_FN), Some(Word::Name(name))) => called.contains(name.as_str()),
            _ => true,
        };
        findings.push(Diagnostic {
            severity: if is_used {
                Severity::Error
            } else {
                Severity::Warning
            },
            ..Diagnostic::error(span, message, label).code("G014")
        });
    }
    findings
}

/// Returns the statements that stop, or may stop, at a FN or VAL: the function is undefined, has other
/// parameters, or reads variables other than its parameters; the string for VAL is not constant or contains
/// letters.
pub(super) fn uncertain_calls(program: &Statements) -> HashSet<usize> {
    let mut plain: HashMap<&str, Option<Vec<bool>>> = HashMap::new();
    for definition in program.with(token::DEF_FN) {
        let Some((name, kinds)) = parameters(definition) else {
            continue;
        };
        let names = names::parameters(definition);
        let reads_more = definition.words.iter().skip(2).any(|placed| match &placed.word {
            Word::Name(name) => !names.contains(name.as_str()),
            word => matches!(word, Word::Key(token::FN | token::VAL | token::VAL_S)),
        });
        plain.entry(name).or_insert((!reads_more).then_some(kinds));
    }
    let fits = |statement: &Statement, at: usize| match statement.word(at + 1) {
        Some(Word::Name(name)) => {
            let found = kinds_of_arguments(statement, at + 2).map(|(kinds, _)| kinds);
            found.is_some() && Some(&found) == plain.get(name.as_str())
        }
        _ => false,
    };
    let statements = program.statements.iter().enumerate();
    let uncertain = statements.filter(|(_, statement)| {
        let mut words = statement.words.iter().enumerate();
        words.any(|(at, placed)| match placed.word {
            Word::Key(token::FN) => !fits(statement, at),
            Word::Key(token::VAL | token::VAL_S) => !matches!(
                statement.word(at + 1),
                Some(Word::Text(text)) if !text.iter().any(u8::is_ascii_alphabetic)
            ),
            _ => false,
        })
    });
    uncertain.map(|(at, _)| at).collect()
}

fn kind(is_string: bool) -> &'static str {
    if is_string { "a string" } else { "a number" }
}

/// Returns the name of a DEF FN, and for each parameter whether it is a string.
fn parameters(definition: &Statement) -> Option<(&str, Vec<bool>)> {
    let Word::Name(name) = definition.word(1)? else {
        return None;
    };
    let words = definition.words.iter().map(|placed| &placed.word);
    let parameters = words.skip(2).take_while(|word| **word != Word::Symbol(b')'));
    let kinds = parameters.filter_map(|word| match word {
        Word::Name(name) => Some(name.ends_with('$')),
        _ => None,
    });
    Some((name, kinds.collect()))
}

/// Returns for each argument in the brackets at word `at` whether it is a string, and the index of the
/// closing bracket.
fn kinds_of_arguments(statement: &Statement, at: usize) -> Option<(Vec<bool>, usize)> {
    let known = Known::new();
    let mut values = Values::new(&statement.words, at, &known);
    values.symbol(b'(')?;
    let mut kinds = Vec::new();
    if !values.take(&Word::Symbol(b')')) {
        loop {
            kinds.push(matches!(values.expression()?, Value::Text(_)));
            if values.take(&Word::Symbol(b')')) {
                break;
            }
            values.symbol(b',')?;
        }
    }
    Some((kinds, values.at - 1))
}

/// Functions without an argument, which could also be read as a variable of the same name.
const CONSTANTS: [(&str, u8, &str); 2] = [
    ("PI", token::PI, "gives 3.1415927"),
    ("RND", token::RND, "gives a random number"),
];

/// Reports variables that have the name of such a function, once for each name.
pub(super) fn hidden(program: &Statements) -> Vec<Diagnostic> {
    let mut findings = Vec::new();
    for (name, function, gives) in CONSTANTS {
        let target = program.statements.iter().find_map(|statement| {
            let at = targets(statement)
                .into_iter()
                .find(|&at| variable(statement, at).is_some_and(|variable| variable.name == name))?;
            Some(statement.words[at].span.clone())
        });
        let Some(span) = target else { continue };
        let is_function = |placed: &Placed| placed.word == Word::Key(function);
        let reader = program
            .statements
            .iter()
            .find(|statement| statement.words.iter().any(is_function));
        let mut help = format!("on the Spectrum PRINT {name} with the keyword {gives}; use another name");
        if let Some(reader) = reader {
            help = format!("line {} reads the function; {help}", program.number_of(reader));
        }
        let message = format!(
            "the variable {} has the name of the function {name}",
            name.to_lowercase()
        );
        findings.push(Diagnostic::warning(span, message, "").code("G018").help(help));
    }
    findings
}
