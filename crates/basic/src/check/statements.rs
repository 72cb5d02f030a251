//! A program's text as statements of words.

use std::ops::Range;

use super::saved;
use crate::diagnostic::{Diagnostics, Severity};
use crate::float5::Float5;
use crate::grammar;
use crate::head::Head;
use crate::number;
use crate::source::{self, Label, SourceLine};
use crate::token;
use crate::tokenise;

/// A word of a statement.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Word {
    /// A keyword.
    Key(u8),
    /// A symbol.
    Symbol(u8),
    /// A name in upper case, without spaces; a string's ends in `$`.
    Name(String),
    /// A number literal: the hidden value after its digits, which is the one that the machine uses.
    Number(Float5),
    /// A string literal: its codes without the quotes. After REM, the text of the remark.
    Text(Vec<u8>),
}

/// A word and its place in the text.
#[derive(Clone, Debug)]
pub(crate) struct Placed {
    pub word: Word,
    pub span: Range<usize>,
    /// The places of the codes of a string literal, remark or name, without spaces in names.
    pub inside: Vec<Range<usize>>,
}

/// A statement; the part after THEN is a separate statement.
#[derive(Clone, Debug)]
pub(crate) struct Statement {
    /// The index of its line.
    pub line: usize,
    /// Its words, the command first.
    pub words: Vec<Placed>,
}

/// A program as statements.
pub(crate) struct Statements {
    /// The numbers of the lines and their places.
    pub lines: Vec<(u16, Range<usize>)>,
    /// The statements in order; empty ones are left out.
    pub statements: Vec<Statement>,
    /// The variables that the program is saved with; `None` if there are none.
    pub(crate) saved: Option<Vec<saved::Name>>,
    /// The labels, in the order of the text.
    pub labels: Vec<Label>,
    /// The numbers and places of lines that the grammar cannot parse.
    pub unread: Vec<(u16, Range<usize>)>,
    /// Whether there are bytes after the lines that are not a line.
    pub has_tail: bool,
    /// The line that LOAD starts the program at.
    pub autostart: Option<u16>,
    /// The total length of the lines in bytes.
    pub size: usize,
    /// For each line, the highest number up to it.
    highest: Vec<u16>,
    /// For each line and the end, the index of the first statement at or after it.
    first: Vec<usize>,
}

impl Statement {
    /// The statement's keyword.
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

    /// The number, if the statement has only a command and a number: `GO TO 100`.
    pub fn constant(&self) -> Option<(f64, Range<usize>)> {
        match &self.words[..] {
            [
                _,
                Placed {
                    word: Word::Number(value),
                    span,
                    ..
                },
            ] => Some((value.to_f64(), span.clone())),
            _ => None,
        }
    }

    pub fn word(&self, at: usize) -> Option<&Word> {
        self.words.get(at).map(|placed| &placed.word)
    }
}

impl Statements {
    /// Parses a text as far as possible.
    pub fn read(text: &str) -> Statements {
        let mut ignored = Diagnostics::default();
        let head = Head::read(text, &mut ignored);
        let (source, mut labels) = source::lines_and_labels(text, true, &mut ignored);
        labels.extend(head.labels);
        labels.sort_by_key(|label| label.span.start);
        let names = tokenise::assigned_names(&source, head.spaces);
        let mut read = Statements {
            lines: Vec::new(),
            statements: Vec::new(),
            saved: (!head.variables.is_empty()).then(|| saved::names(&head.variables)),
            labels,
            unread: Vec::new(),
            has_tail: !head.tail.is_empty(),
            autostart: head.autostart,
            size: 0,
            highest: Vec::new(),
            first: Vec::new(),
        };
        for line in &source {
            let parsed = grammar::line(&line.cells, line.end, &names, head.spaces);
            let wrong = parsed
                .diagnostics
                .iter()
                .any(|found| found.severity == Severity::Error);
            read.lines.push((line.number, line.number_span.clone()));
            let highest = read.highest.last().map_or(0, |&highest| highest);
            read.highest.push(highest.max(line.number));
            read.first.push(read.statements.len());
            read.size += parsed.body.len() + 5;
            if wrong {
                read.unread.push((line.number, line.number_span.clone()));
            } else {
                let words = words(line, &parsed.body, &parsed.origins);
                read.split(words);
            }
        }
        read.first.push(read.statements.len());
        read
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
                    let words = std::mem::take(&mut statement.words);
                    self.push(Statement { line, words });
                }
                _ => statement.words.push(placed),
            }
        }
        self.push(statement);
    }

    fn push(&mut self, statement: Statement) {
        if !statement.words.is_empty() {
            self.statements.push(statement);
        }
    }

    /// Returns the statements with this command.
    pub fn with(&self, command: u8) -> impl Iterator<Item = &Statement> {
        self.statements
            .iter()
            .filter(move |statement| statement.command() == Some(command))
    }

    /// Whether any statement has this command.
    pub fn has(&self, command: u8) -> bool {
        self.with(command).next().is_some()
    }

    /// Returns the index of the line that a jump to `number` reaches: that line or the next one.
    pub fn line_from(&self, number: f64) -> Option<usize> {
        let line = self
            .highest
            .partition_point(|&highest| f64::from(highest) < number);
        (line < self.lines.len()).then_some(line)
    }

    /// Returns the index of the first statement at or after the line with this index; `None` after the last
    /// statement.
    pub fn first_of(&self, line: usize) -> Option<usize> {
        self.first
            .get(line)
            .copied()
            .filter(|&first| first < self.statements.len())
    }

    /// Returns the line number of a statement.
    pub fn number_of(&self, statement: &Statement) -> u16 {
        self.lines[statement.line].0
    }
}

/// Returns the words of a tokenised line.
fn words(line: &SourceLine, body: &[u8], origins: &[usize]) -> Vec<Placed> {
    let span = |from: usize, to: usize| {
        let first = &line.cells[origins[from].min(line.cells.len() - 1)];
        // A keyword in letters ends where the next word starts, without trailing spaces.
        let end = origins.get(to).copied().unwrap_or(line.cells.len());
        let last = line.cells[..end.min(line.cells.len())]
            .iter()
            .rposition(|cell| cell.code != b' ')
            .map_or(first, |last| &line.cells[last]);
        first.span.start..last.span.end.max(first.span.end)
    };
    let cell_span = |cell: usize| line.cells[cell.min(line.cells.len() - 1)].span.clone();
    let mut words: Vec<Placed> = Vec::new();
    let mut at = 0;
    while at < body.len() {
        let start = at;
        let word = match body[at] {
            token::NUMBER if at + 6 <= body.len() => {
                if let (
                    Some(Placed {
                        word: Word::Number(value),
                        ..
                    }),
                    Ok(hidden),
                ) = (words.last_mut(), body[at + 1..at + 6].try_into())
                {
                    *value = Float5(hidden);
                }
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
                    .is_some_and(|last| last.word == Word::Key(token::BIN))
                {
                    body[at..].iter().take_while(|code| code.is_ascii_digit()).count()
                } else {
                    number::literal_length(&body[at..]).max(1)
                };
                at += length;
                let text = String::from_utf8_lossy(&body[start..at]);
                Word::Number(number::decimal(&text).unwrap_or(Float5::ZERO))
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
        let inside = match &word {
            Word::Text(text) => start + 1..start + 1 + text.len(),
            Word::Name(_) => start..end,
            _ => end..end,
        };
        let is_text = matches!(word, Word::Text(_));
        words.push(Placed {
            span: span(start, end),
            word,
            inside: inside
                .filter(|&at| is_text || body[at] != b' ')
                .map(|at| cell_span(origins[at]))
                .collect(),
        });
        if is_remark {
            let text = body[end..].to_vec();
            if !text.is_empty() {
                words.push(Placed {
                    span: span(end, body.len()),
                    inside: (end..body.len()).map(|at| cell_span(origins[at])).collect(),
                    word: Word::Text(text),
                });
            }
            break;
        }
    }
    words
}
