//! The paper's file of problems, each a list of a board and a reserve.
//!
//! ```text
//! (
//!   (((branca quadrada alta oca) 0 0 0) (0 0 0 0) (0 0 0 0) (0 0 0 0))
//!   ((preta quadrada alta oca) (branca redonda alta oca))
//! )
//! ```
//!
//! A board is four rows of four squares; a square is a piece or `0`; a piece is its four properties in any
//! order. Case is ignored, and `;` starts a comment that ends with the row.

use std::collections::HashSet;
use std::fmt;

use super::{Board, PROPERTIES, Piece, ROW, State};

/// The six problems in the program for the Spectrum, A to F.
pub const PROBLEMS: &str = include_str!("problemas.dat");

/// An error in a file of problems, with its position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileError {
    /// The row, counted from 1.
    pub line: usize,
    /// The column, counted from 1.
    pub column: usize,
    /// The error.
    pub what: String,
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let FileError { line, column, what } = self;
        write!(f, "line {line}, column {column}: {what}")
    }
}

impl std::error::Error for FileError {}

/// Parses the problems of a file.
///
/// # Errors
/// The first syntax error.
pub fn problems(text: &str) -> Result<Vec<State>, FileError> {
    let mut reader = Reader {
        tokens: tokens(text),
        next: 0,
    };
    let mut problems = Vec::new();
    while reader.next + 1 < reader.tokens.len() {
        problems.push(reader.problem()?);
    }
    Ok(problems)
}

/// A parenthesis, a word, or the end of the text (the empty word), with its position.
struct Token<'a> {
    text: &'a str,
    line: usize,
    column: usize,
}

/// The tokens, ending with the end of the text.
fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut end = (1, 1);
    for (line, row) in (1..).zip(text.lines()) {
        let row = row.split(';').next().unwrap_or_default();
        let mut word: Option<usize> = None;
        let mut push = |from: usize, to: usize| {
            tokens.push(Token {
                text: &row[from..to],
                line,
                column: row[..from].chars().count() + 1,
            });
        };
        for (at, c) in row.char_indices() {
            let parenthesis = matches!(c, '(' | ')');
            if parenthesis || c.is_whitespace() {
                if let Some(from) = word.take() {
                    push(from, at);
                }
                if parenthesis {
                    push(at, at + 1);
                }
            } else {
                word.get_or_insert(at);
            }
        }
        if let Some(from) = word {
            push(from, row.len());
        }
        end = (line, row.chars().count() + 1);
    }
    tokens.push(Token {
        text: "",
        line: end.0,
        column: end.1,
    });
    tokens
}

struct Reader<'a> {
    tokens: Vec<Token<'a>>,
    next: usize,
}

impl<'a> Reader<'a> {
    fn problem(&mut self) -> Result<State, FileError> {
        let mut used = HashSet::new();
        self.take("(", "a problem")?;
        self.take("(", "a board")?;
        let mut board = Board::default();
        for row in 0..ROW {
            self.take("(", "a row of the board")?;
            for column in 0..ROW {
                board.0[ROW * row + column] = if self.peek() == "0" {
                    self.next += 1;
                    None
                } else {
                    Some(self.piece(&mut used)?)
                };
            }
            self.take(")", "the end of a row of four squares")?;
        }
        self.take(")", "the end of a board of four rows")?;
        self.take("(", "the reserve")?;
        let mut reserve = Vec::new();
        while self.peek() != ")" {
            reserve.push(self.piece(&mut used)?);
        }
        self.take(")", "the end of the reserve")?;
        self.take(")", "the end of the problem")?;
        Ok(State { board, reserve })
    }

    fn piece(&mut self, used: &mut HashSet<Piece>) -> Result<Piece, FileError> {
        let start = self.next;
        self.take("(", "a piece")?;
        let mut values = [None; PROPERTIES.len()];
        while self.peek() != ")" {
            let word = self.peek().to_ascii_lowercase();
            let found = PROPERTIES.iter().enumerate().find_map(|(property, names)| {
                let value = names.iter().position(|name| *name == word)?;
                Some((property, value as u8))
            });
            match found {
                Some((property, value)) if values[property].is_none() => values[property] = Some(value),
                Some(_) => return Err(self.error(format!("a second {} for one piece", self.kind(&word)))),
                None => return Err(self.error(format!("{} is not a property of a piece", self.name()))),
            }
            self.next += 1;
        }
        let [Some(colour), Some(shape), Some(height), Some(inside)] = values else {
            return Err(self.error("a piece has four properties".to_owned()));
        };
        self.next += 1;
        let piece = Piece(colour << 3 | shape << 2 | height << 1 | inside);
        if !used.insert(piece) {
            self.next = start;
            return Err(self.error(format!("{piece} is there twice")));
        }
        Ok(piece)
    }

    /// The pair of values that a word belongs to.
    fn kind(&self, word: &str) -> String {
        let pair = PROPERTIES.iter().find(|names| names.contains(&word));
        pair.map_or(String::new(), |names| names.join("/"))
    }

    fn peek(&self) -> &'a str {
        self.tokens[self.next].text
    }

    /// A name for the current token, for a message.
    fn name(&self) -> String {
        match self.peek() {
            "" => "the end of the file".to_owned(),
            text => format!("{text:?}"),
        }
    }

    fn take(&mut self, text: &str, what: &str) -> Result<(), FileError> {
        if self.peek() != text {
            return Err(self.error(format!("{what} is expected here, not {}", self.name())));
        }
        self.next += 1;
        Ok(())
    }

    fn error(&self, what: String) -> FileError {
        let Token { line, column, .. } = self.tokens[self.next];
        FileError { line, column, what }
    }
}
