//! Checks names that are used but not defined anywhere: variables, arrays, functions and DATA.

use std::collections::{BTreeMap, HashSet};

use super::calls::{called, calls};
use super::loops::constant_range;
use super::statements::{Placed, Statement, Statements, Word};
use crate::diagnostic::{Diagnostic, Severity};
use crate::dialects;
use crate::spelling;
use crate::symbol::Sort;
use crate::token;

/// Returns the diagnostics about names that the program does not define.
pub(super) fn missing(program: &Statements) -> Vec<Diagnostic> {
    let mut findings = undefined(program);
    findings.extend(data(program));
    if !loads(program) {
        findings.extend(never_set(program));
    }
    findings
}

/// Returns the diagnostics about array bounds.
pub(super) fn check(program: &Statements) -> Vec<Diagnostic> {
    let mut findings = one_string(program);
    if !loads(program) {
        findings.extend(subscripts(program));
    }
    findings
}

/// Whether the program has LOAD or MERGE.
pub(super) fn loads(program: &Statements) -> bool {
    program.has(token::LOAD) || program.has(token::MERGE)
}

/// A variable: a simple numeric variable and an array of the same name are distinct; string variables and
/// arrays are not.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Variable {
    pub name: String,
    pub array: bool,
}

impl Variable {
    /// The sort of the variable in an index.
    pub fn sort(&self) -> Sort {
        match () {
            () if self.array => Sort::Array,
            () if self.name.ends_with('$') => Sort::Text,
            () => Sort::Number,
        }
    }
}

/// Returns the variable whose name is word `at`, unless it is a function's name.
pub(crate) fn variable(statement: &Statement, at: usize) -> Option<Variable> {
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

/// Returns the indices of the words that name the variables set by a statement.
pub(crate) fn targets(statement: &Statement) -> Vec<usize> {
    let words = &statement.words;
    let list = || {
        let mut depth = 0;
        let mut start = true;
        let mut in_at = false;
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
            let separates = depth == 0 && matches!(word, Word::Symbol(b',' | b';' | b'\''));
            // The comma of `AT y,x` does not separate items.
            start = separates && !in_at || after_line;
            in_at = *word == Word::Key(token::AT) || in_at && !separates;
        }
        found
    };
    match statement.command() {
        Some(token::LET | token::FOR | token::DIM) => vec![1],
        Some(token::READ | token::INPUT) => list(),
        _ => Vec::new(),
    }
}

/// Returns the parameters of a DEF FN.
pub(crate) fn parameters(statement: &Statement) -> HashSet<&str> {
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

/// Whether the statement sets a part of the string at word `at`. The string has to exist.
fn is_slice(statement: &Statement, at: usize) -> bool {
    let is_string = matches!(statement.word(at), Some(Word::Name(name)) if name.ends_with('$'));
    is_string
        && statement.command() != Some(token::DIM)
        && statement.word(at + 1) == Some(&Word::Symbol(b'('))
        && targets(statement).contains(&at)
}

fn never_set(program: &Statements) -> Vec<Diagnostic> {
    let set: HashSet<Variable> = program
        .statements
        .iter()
        .flat_map(|statement| {
            targets(statement)
                .into_iter()
                .filter(|&at| !is_slice(statement, at))
                .filter_map(|at| variable(statement, at))
        })
        .collect();
    let saved: HashSet<Variable> = program
        .saved
        .iter()
        .flatten()
        .map(|saved| Variable {
            name: saved.name.clone(),
            array: saved.array,
        })
        .collect();
    let suggestions = Suggestions::of(&set);
    let reads = program.has(token::READ);
    let called = called(program);
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
            if known || saved.contains(&variable) || !reported.insert(variable.clone()) {
                continue;
            }
            let name = variable.name.to_lowercase();
            let message = if variable.array {
                format!("the array {name} is used, but there is no DIM {name}()")
            } else if is_slice(statement, at) {
                format!("a part of {name} is set, but {name} is never set as a whole, and has no DIM")
            } else {
                format!("the variable {name} is read, but never set")
            };
            let span = statement.words[at].span.clone();
            let label = "stops with report 2";
            let finding = Diagnostic::error(span.clone(), message, label).code("G010");
            let finding = suggestions.add_to(finding, statement, at);
            // DATA that is not read and functions that are not called are not evaluated.
            let is_used = match statement.command() {
                Some(token::DATA) => reads,
                Some(token::DEF_FN) => name_of_second(statement).is_some_and(|name| called.contains(name)),
                _ => true,
            };
            let severity = if is_used {
                Severity::Error
            } else {
                Severity::Warning
            };
            findings.push(Diagnostic { severity, ..finding });
        }
    }
    findings
}

/// Suggestions for undefined names.
struct Suggestions {
    set: Vec<String>,
}

impl Suggestions {
    fn of(set: &HashSet<Variable>) -> Suggestions {
        let mut set: Vec<String> = set.iter().map(|variable| variable.name.clone()).collect();
        set.sort();
        Suggestions { set }
    }

    /// Adds a suggestion to the diagnostic about the name at word `at`.
    fn add_to(&self, finding: Diagnostic, statement: &Statement, at: usize) -> Diagnostic {
        let Placed { word, span, inside } = &statement.words[at];
        let Word::Name(name) = word else { return finding };
        // The words of the name as they are written, separated by spaces.
        let written = dialects::split(name, inside);
        if let Some(advice) = written.iter().find_map(|word| dialects::in_expression(word)) {
            return finding.help(advice);
        }
        let quote = Some(&Word::Symbol(b'\''));
        if statement.word(at + 1) == quote && at > 0 && statement.word(at - 1) == quote {
            return finding.help("strings need double quotes: \"...\"");
        }
        if statement.command() == Some(token::DATA) {
            return finding.help("a string in DATA needs double quotes");
        }
        let likely = spelling::closest(name, self.set.iter().map(String::as_str));
        match likely.filter(|likely| *likely != name) {
            Some(likely) => {
                let likely = likely.to_lowercase();
                let title = format!("did you mean `{likely}`?");
                finding.fix(title, span.clone(), likely)
            }
            None => finding,
        }
    }
}

/// Reports a DIM of one string that is used like an array of strings.
fn one_string(program: &Statements) -> Vec<Diagnostic> {
    let mut single: BTreeMap<&str, &Statement> = BTreeMap::new();
    let mut others = HashSet::new();
    for dim in program.with(token::DIM) {
        let Some(name) = name_of_second(dim).filter(|name| name.ends_with('$')) else {
            continue;
        };
        let sizes = dim
            .words
            .iter()
            .filter(|placed| placed.word == Word::Symbol(b','));
        if sizes.count() == 0 {
            single.insert(name, dim);
        } else {
            others.insert(name);
        }
    }
    let mut findings = Vec::new();
    for assignment in program.with(token::LET) {
        let words: Vec<&Word> = assignment.words.iter().map(|placed| &placed.word).collect();
        let [
            _,
            Word::Name(name),
            Word::Symbol(b'('),
            _,
            Word::Symbol(b')'),
            Word::Symbol(b'='),
            Word::Text(text),
        ] = words[..]
        else {
            continue;
        };
        if text.len() < 2 || others.contains(name.as_str()) {
            continue;
        }
        if let Some(dim) = single.remove(name.as_str()) {
            let name = name.to_lowercase();
            let message = format!("{name} is one string here: its elements are single characters");
            let finding = Diagnostic::warning(dim.span(), message, "").code("G037");
            findings.push(finding.help(format!(
                "the last size is the length of each string: DIM {name}(10,20) has 10 strings of 20 characters"
            )));
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

/// Reports calls of undefined functions.
fn undefined(program: &Statements) -> Vec<Diagnostic> {
    let defined: HashSet<&str> = program.with(token::DEF_FN).filter_map(name_of_second).collect();
    let mut findings = Vec::new();
    for (statement, at, name) in calls(program) {
        if !defined.contains(name) {
            let name = name.to_lowercase();
            let message = format!("FN {name} is called, but there is no DEF FN {name}");
            let span = statement.words[at].span.start..statement.words[at + 1].span.end;
            findings.push(Diagnostic::error(span, message, "stops with report P").code("G012"));
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

/// Reports subscripts that are certainly out of an array's bounds: literals, and control variables of FORs
/// with literal limits.
fn subscripts(program: &Statements) -> Vec<Diagnostic> {
    let bounds = bounds(program);
    let ranges = ranges(program);
    let whole_strings = whole_strings(program);
    let mut findings = Vec::new();
    for (index, statement) in program.statements.iter().enumerate() {
        if statement.command() == Some(token::DIM) {
            continue;
        }
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
                let (least, most, is_certain) = match &placed.word {
                    Word::Number(value) => (value.to_f64().round(), value.to_f64().round(), true),
                    Word::Name(counter) => match ranges.get(counter.as_str()) {
                        Some(range) => (range.least, range.most, range.certain.contains(&index)),
                        None => continue,
                    },
                    _ => continue,
                };
                let Some(&bound) = bounds.get(position) else {
                    continue;
                };
                // A value that cannot be a subscript is report B, which the range checks find.
                if !(-0.5..65_535.5).contains(&least) {
                    continue;
                }
                if most > bound || least < 1.0 {
                    let wrong = if most > bound { most } else { least };
                    let message = format!(
                        "subscript {wrong} of {}, which goes from 1 to {bound}",
                        name.to_lowercase()
                    );
                    let span = placed.span.clone();
                    let is_array = !name.ends_with('$') || !whole_strings.contains(name.as_str());
                    findings.push(if is_certain && is_array {
                        Diagnostic::error(span, message, "stops with report 3").code("G011")
                    } else {
                        Diagnostic::warning(span, message, "report 3 if this runs").code("G011")
                    });
                }
            }
        }
    }
    findings
}

/// Returns the bounds of the arrays whose DIMs are all equal and literal. A string's last bound is omitted:
/// slices can exceed it in other ways.
fn bounds(program: &Statements) -> BTreeMap<&str, Vec<f64>> {
    let mut bounds: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    let mut doubtful = HashSet::new();
    for dim in program.with(token::DIM) {
        let Some(name) = name_of_second(dim) else { continue };
        let words = dim.words.iter().skip(2).map(|placed| &placed.word);
        let mut sizes = Vec::new();
        for word in words {
            match word {
                Word::Number(size) => sizes.push(size.to_f64().round()),
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

/// Returns the strings that are set as a whole: before their DIM they may not be arrays.
fn whole_strings(program: &Statements) -> HashSet<&str> {
    let mut found = HashSet::new();
    for statement in &program.statements {
        if statement.command() == Some(token::DIM) {
            continue;
        }
        for at in targets(statement) {
            if let Some(Word::Name(name)) = statement.word(at)
                && statement.word(at + 1) != Some(&Word::Symbol(b'('))
            {
                found.insert(name.as_str());
            }
        }
    }
    found
}

/// The range of a control variable.
struct Counter {
    least: f64,
    most: f64,
    /// The statements that are executed with each of the values: those from FOR to NEXT, if no statement
    /// leaves the loop.
    certain: std::ops::Range<usize>,
}

/// Returns the ranges of the control variables that are only set by one FOR with constant limits.
fn ranges(program: &Statements) -> BTreeMap<&str, Counter> {
    let mut sets: BTreeMap<String, usize> = BTreeMap::new();
    for statement in &program.statements {
        for at in targets(statement) {
            if let Some(variable) = variable(statement, at).filter(|variable| !variable.array) {
                *sets.entry(variable.name).or_default() += 1;
            }
        }
    }
    let mut found = BTreeMap::new();
    for (at, statement) in program.statements.iter().enumerate() {
        if statement.command() != Some(token::FOR) {
            continue;
        }
        let Some((name, least, most)) =
            constant_range(statement).filter(|(name, ..)| sets.get(*name) == Some(&1))
        else {
            continue;
        };
        let body = straight_body(&program.statements[at + 1..], name);
        let certain = body.map_or(0..0, |length| at + 1..at + 1 + length);
        found.insert(name, Counter { least, most, certain });
    }
    found
}

/// Maximum number of statements of a loop that are checked.
const MAX_BODY_LENGTH: usize = 500;

/// Returns the number of statements up to the loop's NEXT, if all of them are executed each time; inner loops
/// are, from FOR to NEXT.
fn straight_body(statements: &[Statement], name: &str) -> Option<usize> {
    let mut inner = Vec::new();
    for (at, statement) in statements.iter().enumerate().take(MAX_BODY_LENGTH) {
        match statement.command()? {
            token::NEXT if name_of_second(statement) == Some(name) => return Some(at),
            token::FOR => inner.push(name_of_second(statement)),
            token::NEXT if inner.contains(&name_of_second(statement)) => {}
            token::NEXT
            | token::IF
            | token::GO_TO
            | token::GO_SUB
            | token::RETURN
            | token::RUN
            | token::STOP
            | token::NEW
            | token::CLEAR
            | token::CONTINUE => return None,
            _ => {}
        }
    }
    None
}

/// Returns the subscripts in the next bracket that are a single word, with their positions.
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
