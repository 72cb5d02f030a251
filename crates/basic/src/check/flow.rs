//! Jumps, loops, and lines that nothing reaches.

use super::statements::{Placed, Statement, Statements, Word};
use crate::diagnostic::Diagnostic;
use crate::token;

/// The findings about the program's flow.
pub(super) fn check(program: &Statements) -> Vec<Diagnostic> {
    let mut findings = jumps(program);
    findings.extend(loops(program));
    findings.extend(subroutines(program));
    findings.extend(unreached(program));
    findings
}

fn jumps(program: &Statements) -> Vec<Diagnostic> {
    let mut findings = Vec::new();
    for statement in &program.statements {
        let keyword = match statement.command() {
            Some(token::GO_TO) => "GO TO",
            Some(token::GO_SUB) => "GO SUB",
            _ => continue,
        };
        let Some((number, span)) = statement.constant() else {
            continue;
        };
        match program.line_from(number) {
            Some(line) if f64::from(program.lines[line].0) == number => {}
            Some(line) => {
                let next = program.lines[line].0;
                let message = format!("{keyword} {number}: there is no line {number}");
                let finding = Diagnostic::warning(span, message, "").code("G001");
                findings.push(finding.help(format!("the machine goes on at line {next}, the next there is")));
            }
            None => {
                let message = format!("{keyword} {number} goes beyond the last line");
                let finding = Diagnostic::warning(span, message, "").code("G002");
                findings.push(finding.help("the program ends there with report 0"));
            }
        }
    }
    findings
}

/// The control variable of a FOR or NEXT.
fn counter(statement: &Statement) -> &str {
    match statement.word(1) {
        Some(Word::Name(name)) => name,
        _ => "",
    }
}

fn loops(program: &Statements) -> Vec<Diagnostic> {
    let has = |command, name: &str| program.with(command).any(|statement| counter(statement) == name);
    let mut findings = Vec::new();
    for next in program
        .with(token::NEXT)
        .filter(|next| !has(token::FOR, counter(next)))
    {
        let message = format!("NEXT {} has no FOR", counter(next));
        findings.push(Diagnostic::error(next.span(), message, "stops with report 1 or 2").code("G003"));
    }
    for head in program
        .with(token::FOR)
        .filter(|head| !has(token::NEXT, counter(head)))
    {
        let message = format!("FOR {} has no NEXT", counter(head));
        let finding = Diagnostic::warning(head.span(), message, "").code("G004");
        findings.push(finding.help("what follows is run once; report I if the loop is not entered at all"));
    }
    findings
}

fn subroutines(program: &Statements) -> Vec<Diagnostic> {
    if program.has(token::GO_SUB) {
        return Vec::new();
    }
    let label = "stops with report 7";
    program
        .with(token::RETURN)
        .map(|found| Diagnostic::error(found.span(), "RETURN, but there is no GO SUB", label).code("G005"))
        .collect()
}

/// Does what follows the statement run after it?
fn goes_on(statement: &Statement) -> bool {
    !matches!(
        statement.command(),
        Some(token::GO_TO | token::STOP | token::RETURN | token::RUN | token::NEW | token::CONTINUE)
    )
}

/// Is nothing lost if the statement is not run?
fn is_passive(statement: &Statement) -> bool {
    matches!(
        statement.command(),
        Some(token::REM | token::DATA | token::DEF_FN)
    )
}

/// Statements that no way leads to.
fn unreached(program: &Statements) -> Vec<Diagnostic> {
    let jumps = |statement: &&Statement| {
        matches!(
            statement.command(),
            Some(token::GO_TO | token::GO_SUB | token::RUN)
        ) && statement.words.len() > 1
    };
    let is_computed = |statement: &Statement| statement.constant().is_none();
    let loads = program.has(token::LOAD) || program.has(token::MERGE);
    if program.statements.iter().filter(jumps).any(is_computed) || loads {
        return Vec::new();
    }
    let first_of = |line: usize| {
        program
            .statements
            .iter()
            .position(|statement| statement.line >= line)
    };
    let mut reached = vec![false; program.statements.len()];
    let mut open: Vec<usize> = (!reached.is_empty()).then_some(0).into_iter().collect();
    while let Some(at) = open.pop() {
        if std::mem::replace(&mut reached[at], true) {
            continue;
        }
        let statement = &program.statements[at];
        if goes_on(statement) && at + 1 < reached.len() {
            open.push(at + 1);
        }
        // Where the condition fails the next line follows.
        if statement.command() == Some(token::IF) {
            open.extend(first_of(statement.line + 1));
        }
        if jumps(&statement) {
            let target = statement
                .constant()
                .and_then(|(number, _)| program.line_from(number));
            open.extend(target.and_then(first_of));
        }
        if statement.command() == Some(token::FOR) {
            let is_next = |other: &Statement| {
                other.command() == Some(token::NEXT) && counter(other) == counter(statement)
            };
            open.extend((at..reached.len()).find(|&next| is_next(&program.statements[next])));
        }
    }
    let mut findings = Vec::new();
    let mut before = true;
    for (statement, &reached) in program.statements.iter().zip(&reached) {
        if is_passive(statement) {
            continue;
        }
        // One finding for each stretch.
        if before && !reached {
            let number = program.lines[statement.line].0;
            let message = format!("nothing leads here: line {number} is not run from here on");
            let finding = Diagnostic::warning(statement.span(), message, "").code("G007");
            findings.push(finding.help("only a direct command such as GO TO reaches it"));
        }
        before = reached;
    }
    findings
}

/// The range of a FOR with constant limits and a step of 1: its variable, first and last value.
pub(super) fn constant_range(statement: &Statement) -> Option<(&str, f64, f64)> {
    let words: Vec<&Word> = statement.words.iter().map(|Placed { word, .. }| word).collect();
    match words[..] {
        [
            Word::Key(token::FOR),
            Word::Name(name),
            Word::Symbol(b'='),
            Word::Number(first),
            Word::Key(token::TO),
            Word::Number(last),
        ] => Some((name, *first, *last)),
        _ => None,
    }
}
