//! A program's statements, numbered as the machine counts them.

use std::collections::BTreeMap;
use std::ops::Range;

use girafa_basic::program::{Line, Piece, Program, pieces};
use girafa_basic::{text, token};

use crate::StatementPlace;

/// Keywords of statements that do nothing when they run.
const PASSIVE_KEYWORDS: [u8; 3] = [token::DATA, token::DEF_FN, token::REM];

/// A statement of a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    /// Its text, as LIST shows it.
    pub text: String,
    /// Whether the statement is executable: REM, DATA, DEF FN and the empty statement are not.
    pub active: bool,
}

/// All statements of a program. If several lines have the same number, the first one counts, as for GO TO.
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

/// The statements of a line, in order.
pub fn of_line(line: &Line) -> Vec<Statement> {
    let statement = |body: Vec<u8>| {
        let keyword = body.iter().find(|&&code| code > b' ');
        Statement {
            text: listed(line.number, &body),
            active: keyword.is_some_and(|code| !PASSIVE_KEYWORDS.contains(code)),
        }
    };
    split(&line.body).into_iter().map(statement).collect()
}

/// Splits a line's body into statements: a colon outside a string ends a statement and is not part of it;
/// THEN ends one and is part of it.
fn split(body: &[u8]) -> Vec<Vec<u8>> {
    ranges(body)
        .into_iter()
        .map(|range| body[range].to_vec())
        .collect()
}

/// The byte ranges of the statements in a line's body, in order; at least one.
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

/// The text of a statement without the line number.
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
