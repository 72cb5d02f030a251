//! Checks strings for VAL or VAL$: in them a keyword must be a token; letters are a name.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::names::targets;
use super::statements::{Statement, Statements, Word};
use crate::diagnostic::Diagnostic;
use crate::token;

/// Returns the diagnostics about strings.
pub(super) fn check(program: &Statements) -> Vec<Diagnostic> {
    let evaluated = evaluated(program);
    let is_evaluated = |statement: &Statement, at: usize| matches!(statement.word(at), Some(Word::Name(name)) if evaluated.contains(name.as_str()));
    let reads = program.with(token::READ).any(|statement| {
        let mut targets = targets(statement).into_iter();
        targets.any(|at| is_evaluated(statement, at))
    });
    let names = assigned(program);
    let mut findings = Vec::new();
    for statement in &program.statements {
        let is_source = match statement.command() {
            Some(token::LET) => is_evaluated(statement, 1),
            Some(token::DATA) => reads,
            Some(token::REM) => continue,
            _ => false,
        };
        let operands = operands(statement);
        for (at, placed) in statement.words.iter().enumerate() {
            let Word::Text(text) = &placed.word else {
                continue;
            };
            if !is_source && !operands.iter().any(|operand| operand.contains(&at)) {
                continue;
            }
            for (code, place) in spelled_keywords(text, &names) {
                let keyword = token::text(code).unwrap_or_default();
                let message =
                    format!("`{keyword}` is plain letters in this string, which VAL reads as a name");
                let warning = Diagnostic::warning(placed.span.clone(), message, "");
                let help = format!("`\\{{{keyword}}}` in a string is the keyword");
                let place = match (placed.inside.get(place.start), placed.inside.get(place.end - 1)) {
                    (Some(first), Some(last)) => first.start..last.end,
                    _ => continue,
                };
                let escape = format!("\\{{{keyword}}}");
                let title = format!("write `{escape}`");
                findings.push(warning.help(help).fix(title, place, escape).code("G021"));
            }
        }
    }
    findings
}

/// Returns the string variables that VAL and VAL$ evaluate, and those that are parts of such a variable.
fn evaluated(program: &Statements) -> HashSet<&str> {
    let mut found: HashSet<&str> = HashSet::new();
    let mut open = Vec::new();
    for statement in &program.statements {
        for operand in operands(statement) {
            for placed in &statement.words[operand] {
                if let Word::Name(name) = &placed.word
                    && name.ends_with('$')
                    && found.insert(name)
                {
                    open.push(name.as_str());
                }
            }
        }
    }
    let mut parts: HashMap<&str, Vec<&str>> = HashMap::new();
    for statement in program.with(token::LET) {
        let (Some(Word::Name(target)), Some(Word::Symbol(b'='))) = (statement.word(1), statement.word(2))
        else {
            continue;
        };
        for placed in &statement.words[3..] {
            match &placed.word {
                Word::Name(name) if name.ends_with('$') => parts.entry(target).or_default().push(name),
                Word::Text(_) | Word::Symbol(b'+') => {}
                _ => break,
            }
        }
    }
    while let Some(name) = open.pop() {
        for &part in parts.get(name).into_iter().flatten() {
            if found.insert(part) {
                open.push(part);
            }
        }
    }
    found
}

/// Returns the operands of VAL and VAL$: one word, or all words in brackets.
fn operands(statement: &Statement) -> Vec<Range<usize>> {
    let words = &statement.words;
    let mut found = Vec::new();
    for (at, placed) in words.iter().enumerate() {
        if !matches!(placed.word, Word::Key(token::VAL | token::VAL_S)) {
            continue;
        }
        let mut depth = 0;
        let length = words[at + 1..].iter().take(MAX_OPERAND_WORDS).position(|placed| {
            match placed.word {
                Word::Symbol(b'(') => depth += 1,
                Word::Symbol(b')') => depth -= 1,
                _ => {}
            }
            depth <= 0
        });
        found.extend(length.map(|length| at + 1..at + 2 + length));
    }
    found
}

/// Maximum number of words of an operand that are checked.
const MAX_OPERAND_WORDS: usize = 200;

/// Returns the names of numeric variables that the program sets.
fn assigned(program: &Statements) -> HashSet<&str> {
    let statements = program.statements.iter();
    let names = statements.flat_map(|statement| {
        let targets = targets(statement).into_iter();
        targets.filter_map(|at| match statement.word(at) {
            Some(Word::Name(name)) => Some(name.as_str()),
            _ => None,
        })
    });
    names.collect()
}

/// Returns the keywords that are written in letters in the expression `text`, with their ranges; its string
/// literals are searched too.
fn spelled_keywords(text: &[u8], names: &HashSet<&str>) -> Vec<(u8, Range<usize>)> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        if !rest[0].is_ascii_alphabetic() {
            at += 1;
            continue;
        }
        let length = rest
            .iter()
            .take_while(|code| code.is_ascii_alphanumeric())
            .count();
        let (word, after) = rest.split_at(length);
        let name = String::from_utf8_lossy(word).to_ascii_uppercase();
        if let Some((code, taken)) = token::longest_at(rest)
            && (token::RND..=token::AND).contains(&code)
            && !matches!(code, token::AT | token::TAB)
            && (taken == length || rest[..taken].ends_with(b"$"))
            && (rest[..taken].ends_with(b"$") || after.first() != Some(&b'$'))
            && !names.contains(name.as_str())
        {
            found.push((code, at..at + taken));
        }
        at += length;
    }
    found
}
