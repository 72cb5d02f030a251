//! Index of a listing's variables, functions, lines, subroutines and loops, for editors, which rebuild it
//! after each key. Lines that cannot be parsed are omitted.
//!
//! ```
//! use girafa_basic::index::{Index, Sort};
//! let listing = "10 LET a=1: GO SUB 100\n20 PRINT a\n100 RETURN\n";
//! let index = Index::read(listing);
//! let a = &index.uses[0];
//! assert_eq!((a.symbol.to_string(), a.symbol.sort), ("a".to_owned(), Sort::Number));
//! assert_eq!(index.of(&a.symbol).count(), 2);
//! assert_eq!(index.targets[0].line, Some(2));
//! assert_eq!(index.subroutines()[0].lines, 2..3);
//! ```

mod labels;
mod outline;
mod rename;

pub use outline::{Block, BlockKind};
pub use rename::{RenameError, Renamed, rename};

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

use crate::check::names;
use crate::check::statements::{Statement, Statements, Word};
use crate::renumber;
use crate::token;
use crate::tokenise;

pub use crate::source::Label;
pub use crate::symbol::Sort;

/// A variable, a function, or a parameter.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symbol {
    /// The name in upper case, without spaces; a string's ends in `$`.
    pub name: String,
    /// The kind of the name.
    pub sort: Sort,
}

/// Formatted as in a listing: `a`, `a$`, `a()`, `FN a`.
impl fmt::Display for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.name.to_lowercase();
        match self.sort {
            Sort::Array => write!(f, "{name}()"),
            Sort::Function => write!(f, "FN {name}"),
            _ => f.write_str(&name),
        }
    }
}

/// How a name is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Its value is read.
    Reads,
    /// It gets a value: by LET, FOR, READ or INPUT; a function by its DEF FN; a parameter by its declaration.
    Sets,
    /// It is created by DIM.
    Dims,
}

/// A use of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Use {
    /// The variable, function or parameter.
    pub symbol: Symbol,
    /// Byte range in the text, with the spaces inside the name but not those around it.
    pub span: Range<usize>,
    /// The index of its line.
    pub line: usize,
    /// How it is used there.
    pub access: Access,
    /// Whether it is the control variable of a FOR or NEXT, which has one letter.
    pub is_counter: bool,
}

/// A reference to a line by number: GO TO, GO SUB, RUN, RESTORE, LIST, LLIST, SAVE with LINE.
#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    /// The statement's keyword.
    pub what: &'static str,
    /// The range of the number.
    pub span: Range<usize>,
    /// The index of the line that contains it.
    pub from: usize,
    /// The number, as the machine rounds it.
    pub number: f64,
    /// The index of the line that it refers to: the one with this number, or the next; `None` after the last
    /// line.
    pub line: Option<usize>,
}

/// A line of the listing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexedLine {
    /// The line number.
    pub number: u16,
    /// The range of the number; empty if the lines have labels.
    pub number_span: Range<usize>,
    /// Whether it could be parsed.
    pub is_read: bool,
}

/// The kind of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A keyword with this token.
    Keyword(u8),
    /// An operator or another symbol.
    Symbol(u8),
    /// A number.
    Number,
    /// A string, with its quotes.
    Text,
    /// The text after REM.
    Remark,
    /// The name of the [`Use`] with this index.
    Name(usize),
}

/// A word and its range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marked {
    /// The kind of the word.
    pub mark: Mark,
    /// Byte range in the text.
    pub span: Range<usize>,
}

/// Index of the names, words and line references in a listing.
pub struct Index {
    /// The lines, in the order of the text.
    pub lines: Vec<IndexedLine>,
    /// The words, in the order of the text; THEN and colons are omitted.
    pub words: Vec<Marked>,
    /// The uses of names, in the order of the text.
    pub uses: Vec<Use>,
    /// The line references, in the order of the text.
    pub targets: Vec<Target>,
    /// The labels, in the order of the text.
    pub labels: Vec<Label>,
    statements: Statements,
}

impl Index {
    /// Indexes a listing as far as it can be parsed; the index is empty if the text is too long for a
    /// listing.
    pub fn read(text: &str) -> Index {
        let text = if text.len() > tokenise::MAX_TEXT_LENGTH {
            ""
        } else {
            text
        };
        Index::of_statements(Statements::read(text))
    }

    pub(crate) fn of_statements(mut statements: Statements) -> Index {
        let mut unread = statements.unread.iter().peekable();
        let lines = statements.lines.iter().map(|(number, span)| {
            let is_read = unread.next_if(|(_, place)| place == span).is_none();
            IndexedLine {
                number: *number,
                number_span: span.clone(),
                is_read,
            }
        });
        let mut index = Index {
            lines: lines.collect(),
            words: Vec::new(),
            uses: Vec::new(),
            targets: Vec::new(),
            labels: std::mem::take(&mut statements.labels),
            statements: Statements::read(""),
        };
        for (at, statement) in statements.statements.iter().enumerate() {
            index.words_of(at, statement);
            index.target(&statements, statement);
        }
        index.statements = statements;
        index
    }

    /// Returns the uses of a symbol.
    pub fn of<'a>(&'a self, symbol: &'a Symbol) -> impl Iterator<Item = &'a Use> {
        self.uses.iter().filter(move |found| found.symbol == *symbol)
    }

    /// Returns the variables, arrays and functions, each with its first use; parameters are omitted, because
    /// they are only visible in their definition. A name that ends at `typed` is still being typed and does
    /// not count.
    pub fn names(&self, typed: Option<usize>) -> BTreeMap<&Symbol, &Use> {
        let mut names = BTreeMap::new();
        for found in &self.uses {
            let is_seen = !matches!(found.symbol.sort, Sort::Parameter(_));
            if is_seen && typed != Some(found.span.end) {
                names.entry(&found.symbol).or_insert(found);
            }
        }
        names
    }

    /// Returns the use whose name contains a position or ends there.
    pub fn use_at(&self, at: usize) -> Option<&Use> {
        let after = self.uses.partition_point(|found| found.span.start <= at);
        let found = &self.uses[after.checked_sub(1)?];
        (at <= found.span.end).then_some(found)
    }

    /// Returns the word at a position.
    pub fn word_at(&self, at: usize) -> Option<&Marked> {
        let after = self.words.partition_point(|found| found.span.start <= at);
        let found = &self.words[after.checked_sub(1)?];
        (at < found.span.end).then_some(found)
    }

    /// Returns the line reference whose number contains a position or ends there.
    pub fn target_at(&self, at: usize) -> Option<&Target> {
        let after = self.targets.partition_point(|found| found.span.start <= at);
        let found = &self.targets[after.checked_sub(1)?];
        (at <= found.span.end).then_some(found)
    }

    /// Returns the index of the line that contains a position.
    pub fn line_at(&self, at: usize) -> Option<usize> {
        let after = self.lines.partition_point(|line| line.number_span.start <= at);
        after.checked_sub(1)
    }

    /// Returns the ranges of a line's statements, including DATA, REM and DEF FN. The part after THEN is a
    /// separate statement.
    pub fn statements_of(&self, line: usize) -> impl Iterator<Item = Range<usize>> {
        let from = self.statements.first_of(line).unwrap_or(usize::MAX);
        let statements = self.statements.statements.iter().skip(from);
        statements
            .take_while(move |statement| statement.line == line)
            .map(Statement::span)
    }

    fn words_of(&mut self, at: usize, statement: &Statement) {
        let parameters = names::parameters(statement);
        let targets = names::targets(statement);
        let is_remark = statement.command() == Some(token::REM);
        let mut in_head = statement.command() == Some(token::DEF_FN);
        for (word, placed) in statement.words.iter().enumerate() {
            in_head &= placed.word != Word::Symbol(b')');
            let mark = match &placed.word {
                Word::Key(code) => Mark::Keyword(*code),
                Word::Symbol(code) => Mark::Symbol(*code),
                Word::Number(_) => Mark::Number,
                Word::Text(_) if is_remark => Mark::Remark,
                Word::Text(_) => Mark::Text,
                Word::Name(name) => {
                    let (sort, access) = match names::variable(statement, word) {
                        // The name of DEF FN or FN.
                        None if word == 1 && statement.command() == Some(token::DEF_FN) => {
                            (Sort::Function, Access::Sets)
                        }
                        None => (Sort::Function, Access::Reads),
                        Some(_) if in_head => (Sort::Parameter(at), Access::Sets),
                        Some(variable) if !variable.array && parameters.contains(name.as_str()) => {
                            (Sort::Parameter(at), Access::Reads)
                        }
                        Some(variable) => {
                            let access = match statement.command() {
                                Some(token::DIM) if targets.contains(&word) => Access::Dims,
                                _ if targets.contains(&word) => Access::Sets,
                                _ => Access::Reads,
                            };
                            (variable.sort(), access)
                        }
                    };
                    self.uses.push(Use {
                        symbol: Symbol {
                            name: name.clone(),
                            sort,
                        },
                        span: placed.span.clone(),
                        line: statement.line,
                        access,
                        is_counter: word == 1
                            && matches!(statement.command(), Some(token::FOR | token::NEXT)),
                    });
                    Mark::Name(self.uses.len() - 1)
                }
            };
            self.words.push(Marked {
                mark,
                span: placed.span.clone(),
            });
        }
    }

    fn target(&mut self, statements: &Statements, statement: &Statement) {
        let Some((what, [placed])) = renumber::target(statement) else {
            return;
        };
        let Word::Number(value) = placed.word else { return };
        let number = (value.to_f64() + 0.5).floor();
        self.targets.push(Target {
            what,
            span: placed.span.clone(),
            from: statement.line,
            number,
            line: statements.line_from(number),
        });
    }
}
