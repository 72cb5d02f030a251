//! The grammar of Sinclair BASIC: exactly what the machine's editor accepts in a line, types included; and, with
//! a warning, the statements of common extensions.
//!
//! The input is a line of character codes, the output its tokenised body. Keywords may be codes already (A5
//! to FF) or spelled in letters. Letters are a keyword only where the grammar allows one, so that names that
//! look like keywords stay names: after LET everything up to the `=` is a name, and a name that the program
//! assigns to anywhere is that variable everywhere, unless the statement is valid only with the keyword. If a
//! listing has both, as LIST prints them, the keyword is the one in capitals: `PRINT cos+COS n`.
//!
//! ```text
//! line       = statement { ":" statement }            statement.rs
//! statement  = keyword followed by what it takes      statement.rs, items.rs (PRINT, INPUT)
//! expression = operands and operators by priority     expression.rs
//! word       = keyword or name, spelled in letters    words.rs
//! ```
//!
//! extensions.rs has the statements of Interface 1, DISCiPLE, +D, Spectrum 128 and +3.
//! advice.rs guesses what a statement that does not parse was meant to be.

mod advice;
mod expression;
mod extensions;
mod habits;
mod items;
mod statement;
mod words;

pub use extensions::EXTENSION;

pub(crate) use expression::{FUNCTION, NEGATION, NOT, priority};

use crate::work;
use std::collections::HashMap;
use std::ops::Range;

use crate::diagnostic::Diagnostic;
use crate::source::Cell;
use crate::source::Spaces;
use crate::token;

/// Names of numeric variables that a program assigns to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    /// The upper-case name without spaces; whether an assignment writes it in capitals.
    in_capitals: HashMap<String, bool>,
}

impl Names {
    /// Creates an empty set.
    pub fn new() -> Names {
        Names::default()
    }

    /// Iterates over the names, in upper case and without spaces.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.in_capitals.keys().map(String::as_str)
    }

    /// Whether the program assigns to `name`, which must be in upper case and without spaces.
    fn contains(&self, name: &str) -> bool {
        self.in_capitals.contains_key(name)
    }

    /// Whether a word that could be a keyword or a name is a keyword because it is in capitals and no
    /// assignment writes the name so.
    fn is_keyword_by_case(&self, written: &str) -> bool {
        self.in_capitals.get(written) == Some(&false)
    }
}

/// Merges the names of several parts of a program.
impl FromIterator<Names> for Names {
    fn from_iter<I: IntoIterator<Item = Names>>(parts: I) -> Names {
        let mut names = Names::new();
        for (name, is_in_capitals) in parts.into_iter().flat_map(|part| part.in_capitals) {
            *names.in_capitals.entry(name).or_default() |= is_in_capitals;
        }
        names
    }
}

/// Collects names in the form of [`Parsed::assigned`].
impl FromIterator<String> for Names {
    fn from_iter<I: IntoIterator<Item = String>>(written: I) -> Names {
        let mut names = Names::new();
        for written in written {
            let name = written.to_ascii_uppercase();
            let is_in_capitals = written == name;
            *names.in_capitals.entry(name).or_default() |= is_in_capitals;
        }
        names
    }
}

/// The result of parsing a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parsed {
    /// The body as the machine stores it, without the final 0D. With errors it is incomplete.
    pub body: Vec<u8>,
    /// For each byte of the body, the index of the cell that it comes from (the first one of a keyword in
    /// letters; for hidden bytes the one after the number).
    pub origins: Vec<usize>,
    /// The names of numeric variables that the line assigns to, as written but without spaces; including
    /// those of statements with errors.
    pub assigned: Vec<String>,
    /// Warnings, and at most one error for each statement.
    pub diagnostics: Vec<Diagnostic>,
}

/// Parses a line. `end` is the position after it in the text, for reporting missing parts; `names` are the
/// names that the program assigns to (empty when not known yet: the result has those of the line itself).
pub fn line(cells: &[Cell], end: usize, names: &Names, spaces: Spaces) -> Parsed {
    parsed(cells, end, names, spaces, false)
}

/// Like [`line()`], and adds advice to each error.
pub fn line_with_advice(cells: &[Cell], end: usize, names: &Names, spaces: Spaces) -> Parsed {
    parsed(cells, end, names, spaces, true)
}

fn parsed(cells: &[Cell], end: usize, names: &Names, spaces: Spaces, advises: bool) -> Parsed {
    work::add(cells.len());
    let mut parser = Parser {
        cells,
        end,
        at: 0,
        place: Preceding::Start,
        names,
        names_first: true,
        doubtful_name: false,
        spaces,
        advises,
        depth: 0,
        parsed: Parsed::default(),
    };
    parser.statements();
    parser.parsed
}

/// A parse failure: the error and its cell.
#[derive(Clone, Debug)]
struct Failure {
    at: usize,
    message: String,
    help: Option<String>,
    /// Whether the statement does not start with a command.
    is_no_command: bool,
}

type Parse<T = ()> = Result<T, Failure>;

impl Failure {
    fn help(self, help: impl Into<String>) -> Failure {
        Failure {
            help: Some(help.into()),
            ..self
        }
    }
}

/// The preceding output, as far as it determines spaces.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Preceding {
    /// The start of the line.
    Start,
    /// A keyword after which a listing prints a space.
    AfterSpacingKeyword,
    /// Anything else.
    Other,
}

/// A position for backtracking.
struct Mark {
    at: usize,
    place: Preceding,
    body: usize,
    diagnostics: usize,
}

struct Parser<'a> {
    cells: &'a [Cell],
    end: usize,
    at: usize,
    place: Preceding,
    names: &'a Names,
    /// Whether a word that is both a function and an assigned name is read according to its case: as the
    /// name, unless only the function is in capitals. Otherwise it is read the other way.
    names_first: bool,
    /// Whether there was such a word.
    doubtful_name: bool,
    spaces: Spaces,
    /// Whether to add advice to errors.
    advises: bool,
    /// Number of operands open around the current one.
    depth: usize,
    parsed: Parsed,
}

impl Parser<'_> {
    fn mark(&self) -> Mark {
        let Parsed {
            body, diagnostics, ..
        } = &self.parsed;
        Mark {
            at: self.at,
            place: self.place,
            body: body.len(),
            diagnostics: diagnostics.len(),
        }
    }

    fn reset(&mut self, mark: &Mark) {
        self.at = mark.at;
        self.place = mark.place;
        self.parsed.body.truncate(mark.body);
        self.parsed.origins.truncate(mark.body);
        self.parsed.diagnostics.truncate(mark.diagnostics);
    }

    /// The index after spaces and equivalent cells: control codes with their operands.
    fn ahead(&self) -> usize {
        let mut at = self.at;
        while let Some(cell) = self.cells.get(at) {
            at += match cell.code {
                b' ' => 1,
                token::NUMBER | b'\r' => break,
                16..=21 => 2,
                22 | 23 => 3,
                0..=31 => 1,
                _ => break,
            };
        }
        at.min(self.cells.len())
    }

    /// The next code that is not a space.
    fn peek(&self) -> Option<u8> {
        self.cells.get(self.ahead()).map(|cell| cell.code)
    }

    fn push(&mut self, code: u8, origin: usize) {
        self.parsed.body.push(code);
        self.parsed.origins.push(origin);
    }

    fn push_cell(&mut self, at: usize) {
        self.push(self.cells[at].code, at);
    }

    /// Skips spaces and copies those that are not implied: with dropped spaces, no plain space; otherwise all
    /// but the one that a listing shows around a keyword here.
    fn copy_spaces(&mut self, next: u8) {
        let end = self.ahead();
        let shown = match self.place {
            Preceding::Start => false,
            Preceding::AfterSpacingKeyword => true,
            Preceding::Other => token::leading_space(next),
        };
        let mut own = usize::from(shown);
        for at in self.at..end {
            let plain = self.cells[at].code == b' ' && !self.cells[at].escaped;
            match (plain, self.spaces) {
                (true, Spaces::Dropped) => {}
                (true, Spaces::Kept) if own > 0 => own -= 1,
                _ => self.push_cell(at),
            }
        }
        self.at = end;
    }

    /// Skips spaces and `length` cells, which represent the code `code`, and writes it.
    fn put(&mut self, code: u8, length: usize) {
        self.copy_spaces(code);
        self.push(code, self.at);
        self.at += length;
        self.place = if token::trailing_space(code) {
            Preceding::AfterSpacingKeyword
        } else {
            Preceding::Other
        };
    }

    /// Copies cells unchanged, spaces included, up to index `end`.
    fn copy_to(&mut self, end: usize) {
        let end = end.min(self.cells.len());
        (self.at..end).for_each(|at| self.push_cell(at));
        self.at = end;
        self.place = Preceding::Other;
    }

    /// Takes the character `code` if it is next.
    fn take(&mut self, code: u8) -> bool {
        let here = self.peek() == Some(code);
        if here {
            self.put(code, 1);
        }
        here
    }

    /// Takes the character `code`, or fails.
    fn expect(&mut self, code: u8) -> Parse {
        if self.take(code) {
            Ok(())
        } else {
            Err(self.expected(&format!("`{}`", char::from(code))))
        }
    }

    /// Writes hidden bytes, unless the text has its own here.
    fn hide(&mut self, bytes: [u8; 5]) {
        match self.cells.get(self.at) {
            Some(cell) if cell.code == token::NUMBER => self.copy_to(self.at + 6),
            _ => {
                self.push(token::NUMBER, self.at);
                bytes.iter().for_each(|&byte| self.push(byte, self.at));
            }
        }
    }

    fn failure(&self, at: usize, message: impl Into<String>) -> Failure {
        Failure {
            at,
            message: message.into(),
            help: None,
            is_no_command: false,
        }
    }

    /// Creates a failure: `what` is missing here.
    fn expected(&self, what: &str) -> Failure {
        let at = self.ahead();
        self.failure(at, format!("expected {what}, found {}", self.describe(at)))
    }

    /// Describes the word or symbol at a cell, for messages.
    fn describe(&self, at: usize) -> String {
        let Some(cell) = self.cells.get(at) else {
            return "the end of the line".to_string();
        };
        if let Some(keyword) = token::text(cell.code) {
            return format!("`{keyword}`");
        }
        let word: String = self.cells[at..self.word_end(at).max(at + 1)]
            .iter()
            .map(|cell| char::from(cell.code))
            .collect();
        match cell.code {
            b':' => "the end of the statement".to_string(),
            b' '..=b'~' => format!("`{word}`"),
            code => format!("the character {code}"),
        }
    }

    /// The range in the text of the word or symbol at a cell, or of the line's end.
    fn span(&self, at: usize) -> Range<usize> {
        match self.cells.get(at) {
            Some(cell) => cell.span.start..self.cells[self.word_end(at).max(at + 1) - 1].span.end,
            None => self.end..self.end,
        }
    }

    fn diagnostic(&self, failure: Failure) -> Diagnostic {
        let diagnostic = Diagnostic::error(self.span(failure.at), failure.message, "");
        Diagnostic {
            help: failure.help,
            ..diagnostic
        }
    }
}
