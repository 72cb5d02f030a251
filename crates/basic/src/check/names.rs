//! Variables, arrays, functions and DATA: used, but set, dimensioned, defined nowhere.

use std::collections::{BTreeMap, HashSet};

use super::flow::constant_range;
use super::statements::{Placed, Statement, Statements, Word};
use crate::diagnostic::Diagnostic;
use crate::token;

/// The findings about names.
pub(super) fn check(program: &Statements) -> Vec<Diagnostic> {
    let mut findings = functions(program);
    findings.extend(data(program));
    let loads = program.has(token::LOAD) || program.has(token::MERGE) || program.has_variables;
    if !loads {
        findings.extend(never_set(program));
        findings.extend(subscripts(program));
    }
    findings
}

/// What a name stands for: simple and array variables of one name are two things; those of strings are one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Variable {
    name: String,
    array: bool,
}

/// The variable whose name is word `at`, unless it is a function's name.
fn variable(statement: &Statement, at: usize) -> Option<Variable> {
    let Some(Word::Name(name)) = statement.word(at) else {
        return None;
    };
    let is_function = at > 0 && matches!(statement.word(at - 1), Some(Word::Key(token::FN | token::DEF_FN)));
    let bracket = statement.word(at + 1) == Some(&Word::Symbol(b'('));
    (!is_function).then(|| Variable {
        name: name.clone(),
        array: bracket && !name.ends_with('$') && name.len() == 1,
    })
}

/// The indices of the words that name what a statement sets.
pub(super) fn targets(statement: &Statement) -> Vec<usize> {
    let words = &statement.words;
    let list = || {
        let mut depth = 0;
        let mut start = true;
        let mut found = Vec::new();
        for (at, Placed { word, .. }) in words.iter().enumerate().skip(1) {
            match word {
                Word::Symbol(b'(') => depth += 1,
                Word::Symbol(b')') => depth -= 1,
                _ => {}
            }
            if start && matches!(word, Word::Name(_)) {
                found.push(at);
            }
            let after_line = *word == Word::Key(token::LINE);
            start = depth == 0 && matches!(word, Word::Symbol(b',' | b';' | b'\'')) || after_line;
        }
        found
    };
    match statement.command() {
        Some(token::LET | token::FOR | token::DIM) => vec![1],
        Some(token::READ | token::INPUT) => list(),
        _ => Vec::new(),
    }
}

/// The parameters of a DEF FN.
fn parameters(statement: &Statement) -> HashSet<&str> {
    if statement.command() != Some(token::DEF_FN) {
        return HashSet::new();
    }
    let words = statement.words.iter().map(|placed| &placed.word);
    words
        .skip(2)
        .take_while(|word| **word != Word::Symbol(b')'))
        .filter_map(|word| match word {
            Word::Name(name) => Some(name.as_str()),
            _ => None,
        })
        .collect()
}

fn never_set(program: &Statements) -> Vec<Diagnostic> {
    let set: HashSet<Variable> = program
        .statements
        .iter()
        .flat_map(|statement| {
            targets(statement)
                .into_iter()
                .filter_map(|at| variable(statement, at))
        })
        .collect();
    let dimensioned: HashSet<&str> = program.with(token::DIM).filter_map(name_of_second).collect();
    let mut reported = HashSet::new();
    let mut findings = Vec::new();
    for statement in &program.statements {
        if matches!(
            statement.command(),
            Some(token::SAVE | token::VERIFY | token::NEXT)
        ) {
            continue;
        }
        let parameters = parameters(statement);
        for at in 1..statement.words.len() {
            let Some(variable) = variable(statement, at) else {
                continue;
            };
            let known = if variable.array {
                dimensioned.contains(variable.name.as_str())
            } else {
                set.contains(&variable) || parameters.contains(variable.name.as_str())
            };
            if known || !reported.insert(variable.clone()) {
                continue;
            }
            let name = variable.name.to_lowercase();
            let message = if variable.array {
                format!("the array {name} is used, but there is no DIM {name}()")
            } else {
                format!("the variable {name} is read, but nothing sets it")
            };
            let span = statement.words[at].span.clone();
            let label = "stops with report 2";
            findings.push(Diagnostic::error(span, message, label).code("G010"));
        }
    }
    findings
}

fn name_of_second(statement: &Statement) -> Option<&str> {
    match statement.word(1) {
        Some(Word::Name(name)) => Some(name),
        _ => None,
    }
}

/// Functions that are called and not defined.
fn functions(program: &Statements) -> Vec<Diagnostic> {
    let defined: HashSet<&str> = program.with(token::DEF_FN).filter_map(name_of_second).collect();
    let mut findings = Vec::new();
    for statement in &program.statements {
        for pair in statement.words.windows(2) {
            let (Word::Key(token::FN), Word::Name(name)) = (&pair[0].word, &pair[1].word) else {
                continue;
            };
            if !defined.contains(name.as_str()) {
                let name = name.to_lowercase();
                let message = format!("FN {name} is called, but there is no DEF FN {name}");
                let span = pair[0].span.start..pair[1].span.end;
                findings.push(Diagnostic::error(span, message, "stops with report P").code("G012"));
            }
        }
    }
    findings
}

fn data(program: &Statements) -> Vec<Diagnostic> {
    if program.has(token::DATA) {
        return Vec::new();
    }
    program
        .with(token::READ)
        .map(|read| {
            Diagnostic::error(read.span(), "READ, but there is no DATA", "stops with report E").code("G013")
        })
        .collect()
}

/// Subscripts that can be seen to be out of an array's bounds: literals, and control variables of FORs with literal limits.
fn subscripts(program: &Statements) -> Vec<Diagnostic> {
    let bounds = bounds(program);
    let ranges = ranges(program);
    let mut findings = Vec::new();
    for statement in program
        .statements
        .iter()
        .filter(|found| found.command() != Some(token::DIM))
    {
        let parameters = parameters(statement);
        for at in 1..statement.words.len() {
            let name = match variable(statement, at) {
                Some(Variable { name, .. }) if !parameters.contains(name.as_str()) => name,
                _ => continue,
            };
            let Some(bounds) = bounds.get(name.as_str()).filter(|bounds| !bounds.is_empty()) else {
                continue;
            };
            for (position, placed) in simple_subscripts(&statement.words[at + 1..]) {
                let (least, most) = match &placed.word {
                    Word::Number(value) => (*value, *value),
                    Word::Name(counter) => match ranges.get(counter.as_str()) {
                        Some(range) => *range,
                        None => continue,
                    },
                    _ => continue,
                };
                let Some(&bound) = bounds.get(position) else {
                    continue;
                };
                if most > bound || least < 1.0 {
                    let wrong = if most > bound { most } else { least };
                    let message = format!(
                        "subscript {wrong} of {}, whose DIM has 1 to {bound} there",
                        name.to_lowercase()
                    );
                    let span = placed.span.clone();
                    findings.push(Diagnostic::error(span, message, "stops with report 3").code("G011"));
                }
            }
        }
    }
    findings
}

/// The bounds of the arrays whose DIMs are all the same and literal. A string's last one is left out: slices may reach it
/// in other ways.
fn bounds(program: &Statements) -> BTreeMap<&str, Vec<f64>> {
    let mut bounds: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    let mut doubtful = HashSet::new();
    for dim in program.with(token::DIM) {
        let Some(name) = name_of_second(dim) else { continue };
        let words = dim.words.iter().skip(2).map(|placed| &placed.word);
        let mut sizes = Vec::new();
        for word in words {
            match word {
                Word::Number(size) => sizes.push(*size),
                Word::Symbol(b'(' | b',' | b')') => {}
                _ => drop(doubtful.insert(name)),
            }
        }
        if name.ends_with('$') {
            sizes.pop();
        }
        if bounds.get(name).is_some_and(|known| *known != sizes) {
            doubtful.insert(name);
        }
        bounds.insert(name, sizes);
    }
    bounds.retain(|name, _| !doubtful.contains(name));
    bounds
}

/// What the control variables run through that nothing but one FOR with literal limits sets.
fn ranges(program: &Statements) -> BTreeMap<&str, (f64, f64)> {
    let mut sets: BTreeMap<String, usize> = BTreeMap::new();
    for statement in &program.statements {
        for at in targets(statement) {
            if let Some(variable) = variable(statement, at).filter(|variable| !variable.array) {
                *sets.entry(variable.name).or_default() += 1;
            }
        }
    }
    program
        .with(token::FOR)
        .filter_map(constant_range)
        .filter(|(name, first, last)| sets.get(*name) == Some(&1) && first <= last)
        .map(|(name, first, last)| (name, (first, last)))
        .collect()
}

/// The subscripts in the bracket that comes next which are a single word, with their positions.
fn simple_subscripts(words: &[Placed]) -> Vec<(usize, &Placed)> {
    let mut found = Vec::new();
    let (mut depth, mut position, mut start) = (0, 0, 0);
    for (at, placed) in words.iter().enumerate() {
        let closes = match placed.word {
            Word::Symbol(b'(') => {
                depth += 1;
                if depth == 1 {
                    start = at + 1;
                }
                false
            }
            Word::Symbol(b')') => {
                depth -= 1;
                depth == 0
            }
            _ => false,
        };
        let comma = depth == 1 && placed.word == Word::Symbol(b',');
        if (closes || comma) && at == start + 1 {
            found.push((position, &words[start]));
        }
        if comma {
            position += 1;
            start = at + 1;
        }
        if depth == 0 {
            break;
        }
    }
    found
}
