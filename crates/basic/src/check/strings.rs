//! Strings that VAL or VAL$ evaluates: a keyword in them has to be one code, letters are a name.

use std::collections::HashSet;

use super::names::targets;
use super::statements::{Statement, Statements, Word};
use crate::diagnostic::Diagnostic;
use crate::token;

/// The findings about strings.
pub(super) fn check(program: &Statements) -> Vec<Diagnostic> {
    let evaluated: HashSet<&str> = program.statements.iter().flat_map(evaluated).collect();
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
            _ => false,
        };
        for (at, placed) in statement.words.iter().enumerate() {
            let Word::Text(text) = &placed.word else {
                continue;
            };
            if !is_source && !is_operand(statement, at) {
                continue;
            }
            if let Some(code) = spelled_keyword(text, &names) {
                let keyword = token::text(code).unwrap_or_default();
                let message =
                    format!("`{keyword}` is letters in this string, and VAL takes letters for a name");
                let warning = Diagnostic::warning(placed.span.clone(), message, "");
                let help = format!("`\\{{{keyword}}}` in a string is the keyword");
                findings.push(warning.help(help).code("G021"));
            }
        }
    }
    findings
}

/// The string variables right after VAL and VAL$.
fn evaluated(statement: &Statement) -> impl Iterator<Item = &str> {
    let names = statement.words.iter().enumerate();
    names.filter_map(move |(at, placed)| match &placed.word {
        Word::Name(name) if is_operand(statement, at) => Some(name.as_str()),
        _ => None,
    })
}

/// Whether word `at` comes right after VAL or VAL$, or opening brackets after them.
fn is_operand(statement: &Statement, at: usize) -> bool {
    let mut before = statement.words[..at].iter().rev().map(|placed| &placed.word);
    let before = before.find(|word| **word != Word::Symbol(b'('));
    matches!(before, Some(Word::Key(token::VAL | token::VAL_S)))
}

/// The names of numeric variables that the program sets.
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

/// The first keyword of an expression that `text` has in letters, inside its own strings not looked for.
fn spelled_keyword(text: &[u8], names: &HashSet<&str>) -> Option<u8> {
    let mut rest = text;
    while let Some(code) = rest.first() {
        if !code.is_ascii_alphabetic() {
            rest = &rest[1..];
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
            return Some(code);
        }
        rest = after;
    }
    None
}
