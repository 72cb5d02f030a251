//! A program's text as statements of words.

use std::ops::Range;

use crate::diagnostic::{Diagnostics, Severity};
use crate::grammar;
use crate::number;
use crate::source::{self, SourceLine};
use crate::token;
use crate::tokenise::{self, Options};

/// A word of a statement.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Word {
    /// A keyword.
    Key(u8),
    /// A symbol.
    Symbol(u8),
    /// A name, upper case, without spaces; a string's ends in `$`.
    Name(String),
    /// A number literal.
    Number(f64),
    /// A string literal: its codes, quotes aside.
    Text(Vec<u8>),
}

/// A word and its place in the text.
#[derive(Clone, Debug)]
pub(super) struct Placed {
    pub word: Word,
    pub span: Range<usize>,
}

/// A statement; what stands after THEN is one of its own.
#[derive(Clone, Debug)]
pub(super) struct Statement {
    /// The index of its line.
    pub line: usize,
    /// Its words, the command first.
    pub words: Vec<Placed>,
}

/// A program as statements.
pub(super) struct Statements {
    /// The numbers of the lines and their places.
    pub lines: Vec<(u16, Range<usize>)>,
    /// The statements in order; empty ones are left out.
    pub statements: Vec<Statement>,
    /// Are there variables on the tape?
    pub has_variables: bool,
}

impl Statement {
    /// The keyword that it starts with.
    pub fn command(&self) -> Option<u8> {
        match self.words.first()?.word {
            Word::Key(command) => Some(command),
            _ => None,
        }
    }

    /// The place of the whole statement.
    pub fn span(&self) -> Range<usize> {
        let first = self.words.first().map_or(0, |word| word.span.start);
        first..self.words.last().map_or(first, |word| word.span.end)
    }

    /// The number that the statement consists of besides its command: `GO TO 100`.
    pub fn constant(&self) -> Option<(f64, Range<usize>)> {
        match &self.words[..] {
            [
                _,
                Placed {
                    word: Word::Number(value),
                    span,
                },
            ] => Some((*value, span.clone())),
            _ => None,
        }
    }

    pub fn word(&self, at: usize) -> Option<&Word> {
        self.words.get(at).map(|placed| &placed.word)
    }
}

impl Statements {
    /// Reads a text. Errors: it does not parse.
    pub fn read(text: &str) -> Result<Statements, Diagnostics> {
        let program = tokenise::program(text, &Options::default())?.program;
        let mut ignored = Diagnostics::default();
        let source = source::lines(text, true, &mut ignored);
        let names = tokenise::assigned_names(&source, Default::default());
        let mut read = Statements {
            lines: Vec::new(),
            statements: Vec::new(),
            has_variables: !program.variables.is_empty(),
        };
        for line in &source {
            let parsed = grammar::line(&line.cells, line.end, &names, Default::default());
            let wrong = parsed
                .diagnostics
                .iter()
                .any(|found| found.severity == Severity::Error);
            read.lines.push((line.number, line.number_span.clone()));
            if !wrong {
                let words = words(line, &parsed.body, &parsed.origins);
                read.split(words);
            }
        }
        Ok(read)
    }

    /// Splits a line's words into statements.
    fn split(&mut self, words: Vec<Placed>) {
        let line = self.lines.len() - 1;
        let mut statement = Statement {
            line,
            words: Vec::new(),
        };
        for placed in words {
            match placed.word {
                Word::Symbol(b':') | Word::Key(token::THEN) => {
                    let next = Statement {
                        line,
                        words: Vec::new(),
                    };
                    self.statements.push(std::mem::replace(&mut statement, next));
                }
                _ => statement.words.push(placed),
            }
        }
        self.statements.push(statement);
        self.statements.retain(|statement| !statement.words.is_empty());
    }

    /// The statements with a command.
    pub fn with(&self, command: u8) -> impl Iterator<Item = &Statement> {
        self.statements
            .iter()
            .filter(move |statement| statement.command() == Some(command))
    }

    /// Does any statement have this command?
    pub fn has(&self, command: u8) -> bool {
        self.with(command).next().is_some()
    }

    /// The index of the line that a jump to `number` reaches: itself or the next one.
    pub fn line_from(&self, number: f64) -> Option<usize> {
        self.lines.iter().position(|&(line, _)| f64::from(line) >= number)
    }
}

/// The words of a tokenised line.
fn words(line: &SourceLine, body: &[u8], origins: &[usize]) -> Vec<Placed> {
    let span = |from: usize, to: usize| {
        let first = &line.cells[origins[from].min(line.cells.len() - 1)];
        // A keyword in letters ends where the next word starts, spaces taken off.
        let end = origins.get(to).copied().unwrap_or(line.cells.len());
        let last = line.cells[..end.min(line.cells.len())]
            .iter()
            .rposition(|cell| cell.code != b' ')
            .map_or(first, |last| &line.cells[last]);
        first.span.start..last.span.end.max(first.span.end)
    };
    let mut words = Vec::new();
    let mut at = 0;
    while at < body.len() {
        let start = at;
        let word = match body[at] {
            token::NUMBER if at + 6 <= body.len() => {
                at += 6;
                continue;
            }
            b'"' => {
                at += 1;
                while body.get(at).is_some_and(|&code| code != b'"') {
                    at += 1;
                }
                at += 1;
                Word::Text(body[start + 1..at - 1].to_vec())
            }
            0..=b' ' => {
                at += 1;
                continue;
            }
            code @ token::FIRST.. => {
                at += 1;
                Word::Key(code)
            }
            b'0'..=b'9' | b'.' => {
                let length = if words
                    .last()
                    .is_some_and(|last: &Placed| last.word == Word::Key(token::BIN))
                {
                    body[at..].iter().take_while(|code| code.is_ascii_digit()).count()
                } else {
                    number::literal_length(&body[at..]).max(1)
                };
                at += length;
                let text = String::from_utf8_lossy(&body[start..at]);
                Word::Number(text.parse().unwrap_or(f64::NAN))
            }
            code if code.is_ascii_alphabetic() => {
                let mut name = String::new();
                while let Some(&code) = body
                    .get(at)
                    .filter(|&&code| code.is_ascii_alphanumeric() || code == b' ')
                {
                    if code != b' ' {
                        name.push(char::from(code.to_ascii_uppercase()));
                    }
                    at += 1;
                }
                if body.get(at) == Some(&b'$') {
                    name.push('$');
                    at += 1;
                }
                Word::Name(name)
            }
            code => {
                at += 1;
                Word::Symbol(code)
            }
        };
        let is_remark = word == Word::Key(token::REM);
        let end = at.min(body.len());
        words.push(Placed {
            span: span(start, end),
            word,
        });
        if is_remark {
            break;
        }
    }
    words
}
