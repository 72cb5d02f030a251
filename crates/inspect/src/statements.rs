//! A program's statements, as the machine counts them.

use std::collections::BTreeMap;
use std::ops::Range;

use girafa_basic::program::{Line, Piece, Program, pieces};
use girafa_basic::{text, token};

use crate::StatementPlace;

/// Keywords of statements that do nothing when they are run.
const PASSIVE: [u8; 3] = [token::DATA, token::DEF_FN, token::REM];

/// One statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    /// Its text, as LIST shows it.
    pub text: String,
    /// Whether running it does something: REM, DATA, DEF FN and the empty statement do nothing.
    pub active: bool,
}

/// All statements of a program. Of lines with the same number the first is meant, which is the one that GO TO
/// finds.
pub fn of_program(program: &Program) -> BTreeMap<StatementPlace, Statement> {
    let mut statements = BTreeMap::new();
    for line in &program.lines {
        for (statement, number) in of_line(line).into_iter().zip(1..=u8::MAX) {
            let place = StatementPlace {
                line: line.number,
                statement: number,
            };
            statements.entry(place).or_insert(statement);
        }
    }
    statements
}

/// A line's statements, in order.
pub fn of_line(line: &Line) -> Vec<Statement> {
    let statement = |body: Vec<u8>| {
        let keyword = body.iter().find(|&&code| code > b' ');
        Statement {
            text: listed(line.number, &body),
            active: keyword.is_some_and(|code| !PASSIVE.contains(code)),
        }
    };
    split(&line.body).into_iter().map(statement).collect()
}

/// The statements of a line's body: a colon outside a string ends one and is not part of it, THEN ends one
/// and is.
fn split(body: &[u8]) -> Vec<Vec<u8>> {
    ranges(body)
        .into_iter()
        .map(|range| body[range].to_vec())
        .collect()
}

/// Where the statements of a line's body stand in it, in order; there is at least one.
pub fn ranges(body: &[u8]) -> Vec<Range<usize>> {
    let mut statements = Vec::new();
    let (mut start, mut at) = (0, 0);
    let mut in_string = false;
    for piece in pieces(body) {
        let Piece::Code(code) = piece else {
            at += 6;
            continue;
        };
        at += 1;
        in_string ^= code == b'"';
        if in_string {
            continue;
        }
        match code {
            token::REM => break,
            b':' => statements.push(std::mem::replace(&mut start, at)..at - 1),
            token::THEN => statements.push(std::mem::replace(&mut start, at)..at),
            _ => {}
        }
    }
    statements.push(start..body.len());
    statements
}

/// A statement's text without the line number.
fn listed(number: u16, body: &[u8]) -> String {
    let line = Line {
        number,
        body: body.to_vec(),
    };
    let listing = text::from_program(&Program {
        lines: vec![line],
        ..Program::default()
    });
    let row = listing.lines().last().unwrap_or_default();
    row.trim_start_matches(|c: char| c.is_ascii_digit())
        .trim()
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use girafa_basic::tokenise;

    #[test]
    fn colons_and_then_part_statements() {
        let source = "10 IF a=1 THEN PRINT \"a:b\": LET c=2\n20 REM x: y\n30 DATA 1: : DEF FN a(b)=b\n";
        let program = tokenise::program(source, &tokenise::Options::default())
            .unwrap()
            .program;
        let statements = of_program(&program);
        let shown: Vec<String> = statements
            .iter()
            .map(|(place, statement)| {
                format!(
                    "{place} {}{}",
                    statement.text,
                    if statement.active { "" } else { " -" }
                )
            })
            .collect();
        assert_eq!(
            shown,
            [
                "10:1 IF a=1 THEN",
                "10:2 PRINT \"a:b\"",
                "10:3 LET c=2",
                "20:1 REM x: y -",
                "30:1 DATA 1 -",
                "30:2  -",
                "30:3 DEF FN a(b)=b -",
            ]
        );
    }
}
