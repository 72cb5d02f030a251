//! The grammar of Sinclair BASIC: what the machine's editor accepts in a line, types included, and nothing
//! else.
//!
//! A line of character codes goes in and its tokenised body comes out. Keywords may be codes already (A5 to
//! FF) or spelled in letters; letters are only a keyword where the grammar can use it, so names that look
//! like keywords stay names: after LET everything up to the `=` is a name, and a name that the program
//! assigns to somewhere is that variable everywhere, unless the statement makes sense only with the keyword.
//! Where a listing has both, as LIST prints them, the name is not in capitals and the keyword is:
//! `PRINT cos+COS n`.
//!
//! ```text
//! line       = statement { ":" statement }            statement.rs
//! statement  = keyword followed by what it takes      statement.rs, items.rs (PRINT, INPUT)
//! expression = operands and operators by priority     expression.rs
//! word       = keyword or name, spelled in letters    words.rs
//! ```
//!
//! What was meant by a statement that does not parse is guessed in advice.rs.

mod advice;
mod expression;
mod habits;
mod items;
mod statement;
mod words;

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
    /// In upper case, without spaces; each with whether it is written so at an assignment.
    in_capitals: HashMap<String, bool>,
}

impl Names {
    /// No names.
    pub fn new() -> Names {
        Names::default()
    }

    /// The names, in upper case and without spaces.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.in_capitals.keys().map(String::as_str)
    }

    /// Whether the program assigns to `name`, which is in upper case and without spaces.
    fn contains(&self, name: &str) -> bool {
        self.in_capitals.contains_key(name)
    }

    /// Whether a word written like this is a keyword rather than the name that it could be too: it is in
    /// capitals, and no assignment writes the name so.
    fn is_keyword_by_case(&self, written: &str) -> bool {
        self.in_capitals.get(written) == Some(&false)
    }
}

/// All names of several parts of a program.
impl FromIterator<Names> for Names {
    fn from_iter<I: IntoIterator<Item = Names>>(parts: I) -> Names {
        let mut names = Names::new();
        for (name, is_in_capitals) in parts.into_iter().flat_map(|part| part.in_capitals) {
            *names.in_capitals.entry(name).or_default() |= is_in_capitals;
        }
        names
    }
}

/// From the names as [`Parsed::assigned`] has them.
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

/// What the grammar makes of a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parsed {
    /// The body as the machine stores it, without the closing 0D. Where there are errors it has gaps.
    pub body: Vec<u8>,
    /// For each byte of the body the index of the cell that it comes from (the first one of a keyword in
    /// letters; for hidden bytes the one after the number).
    pub origins: Vec<usize>,
    /// The names of numeric variables that the line assigns to, as they are written but for spaces; in
    /// statements that are wrong too.
    pub assigned: Vec<String>,
    /// What is wrong, at most one error in each statement, and warnings.
    pub diagnostics: Vec<Diagnostic>,
}

/// Parses a line. `end` is the place after it in the text, for what is missing there; `names` are the names
/// that the program assigns to (empty when they are not known yet: the line's own are in the result).
pub fn line(cells: &[Cell], end: usize, names: &Names, spaces: Spaces) -> Parsed {
    parsed(cells, end, names, spaces, false)
}

/// The same, and with each statement that does not parse what was probably meant.
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

/// Why a statement does not parse: what is wrong at which cell.
#[derive(Clone, Debug)]
struct Failure {
    at: usize,
    message: String,
    help: Option<String>,
    /// Does no command stand where a statement starts?
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

/// What was written last, as far as it decides about spaces.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Preceding {
    /// Nothing: the line starts here.
    Start,
    /// A keyword after which a listing prints a space.
    AfterSpacingKeyword,
    /// Anything else.
    Other,
}

/// A position to go back to.
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
    /// Is a word that is both a function and an assigned name read as its case says, which is the name unless
    /// only the function is in capitals? Else it is read the other way.
    names_first: bool,
    /// Was there such a word?
    doubtful_name: bool,
    spaces: Spaces,
    /// Is it to be said what was meant?
    advises: bool,
    /// How many operands are open around the one being read.
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

    /// The index after spaces and what counts as such: control codes with their operands.
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

    /// Steps over spaces and copies them, but for those that are implied: all plain ones if spaces are
    /// dropped, else the one that a listing shows around a keyword here.
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

    /// Steps over spaces and `length` cells, which stand for the one code `code`, and writes it.
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

    /// Copies cells as they stand, spaces included, up to index `end`.
    fn copy_to(&mut self, end: usize) {
        let end = end.min(self.cells.len());
        (self.at..end).for_each(|at| self.push_cell(at));
        self.at = end;
        self.place = Preceding::Other;
    }

    /// Takes the character `code` if it comes next.
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

    /// Puts in hidden bytes, unless the text has its own here.
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

    /// The failure that something is missing here.
    fn expected(&self, what: &str) -> Failure {
        let at = self.ahead();
        self.failure(at, format!("expected {what}, found {}", self.describe(at)))
    }

    /// What stands at a cell, for messages.
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

    /// The place in the text of what stands at a cell: a word, a symbol, or the line's end.
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
