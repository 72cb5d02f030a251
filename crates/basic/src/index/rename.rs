//! Renames a variable, a function, a parameter or a label.

use std::ops::Range;

use super::{Access, Index, Sort, Symbol, labels};
use crate::check::statements::Word;
use crate::diagnostic::Diagnostic;
use crate::edit::{self, Edit};
use crate::token;
use crate::tokenise::{self, Options};

/// The result of renaming.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Renamed {
    /// The edits, sorted by position.
    pub edits: Vec<Edit>,
    /// Places to check by hand: strings for VAL that contain the name, saved variables.
    pub notes: Vec<Diagnostic>,
}

/// Reasons why a name cannot be changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RenameError {
    /// There is no name at the position.
    #[error("expected the name of a variable, a function or a label here")]
    NoName,
    /// The listing has errors, and the lines with errors could contain the name.
    #[error("fix the errors in the listing first")]
    Mistakes,
    /// The new name is not a valid name.
    #[error("`{0}` is not a name: a name consists of letters and digits and starts with a letter")]
    NotAName(String),
    /// The new name is not a valid label.
    #[error("`{0}` is not a label: a label consists of visible ASCII characters other than `:` and `\\`")]
    NotALabel(String),
    /// The new name is another label.
    #[error("the listing already has the label `@{0}`")]
    LabelClash(String),
    /// Only the name of a numeric variable may have more than one letter.
    #[error("{what} has one letter{}, not `{name}`", if *is_text { " and $" } else { "" })]
    OneLetter {
        /// The kind of name that is renamed.
        what: &'static str,
        /// The new name.
        name: String,
        /// Whether it is the name of a string.
        is_text: bool,
    },
    /// The type would change from string to number or the other way round.
    #[error("{0} is {has}: the name of it {must}", has = if *.1 { "a string" } else { "a number" }, must = if *.1 { "ends in $" } else { "has no $" })]
    OtherType(String, bool),
    /// The new name is already used.
    #[error("the listing already has `{0}`, in line {1}")]
    Clash(String, u16),
    /// The text would be parsed differently: the name would be a keyword there, or a parameter.
    #[error("with the name `{0}`, line {1} would be parsed differently")]
    ReadsOtherwise(String, u16),
}

/// Renames the symbol at a position of the text.
///
/// # Errors
/// See [`RenameError`].
pub fn rename(text: &str, at: usize, name: &str) -> Result<Renamed, RenameError> {
    if tokenise::program(text, &Options::default()).is_err() {
        return Err(RenameError::Mistakes);
    }
    let index = Index::read(text);
    if let Some(label) = index.label_at(at) {
        return labels::rename(text, &index, label, name.trim());
    }
    let symbol = index.use_at(at).ok_or(RenameError::NoName)?.symbol.clone();
    let name = name.trim();
    check_name(&index, &symbol, name)?;
    let renamed = Symbol {
        name: name.to_ascii_uppercase(),
        sort: symbol.sort,
    };
    if renamed != symbol
        && let Some(other) = index.of(&renamed).next()
    {
        let line = index.lines[other.line].number;
        return Err(RenameError::Clash(renamed.to_string(), line));
    }
    let edits: Vec<Edit> = index
        .of(&symbol)
        .map(|found| Edit {
            span: found.span.clone(),
            replacement: name.to_owned(),
        })
        .collect();
    let edited = edit::apply(text, &edits);
    if let Some(line) = read_otherwise(&index, &Index::read(&edited), &symbol, &renamed) {
        return Err(RenameError::ReadsOtherwise(name.to_owned(), line));
    }
    Ok(Renamed {
        edits,
        notes: notes(&index, &symbol),
    })
}

/// Checks that the new name is valid for this kind of symbol.
fn check_name(index: &Index, symbol: &Symbol, name: &str) -> Result<(), RenameError> {
    let letters = name.strip_suffix('$').unwrap_or(name);
    let is_name = letters.starts_with(|c: char| c.is_ascii_alphabetic())
        && letters.chars().all(|c| c.is_ascii_alphanumeric());
    if !is_name {
        return Err(RenameError::NotAName(name.to_owned()));
    }
    let is_text = symbol.name.ends_with('$');
    if is_text != name.ends_with('$') {
        return Err(RenameError::OtherType(symbol.to_string(), is_text));
    }
    let what = match symbol.sort {
        Sort::Number if index.of(symbol).any(|found| found.is_counter) => "the variable of a FOR",
        Sort::Number => return Ok(()),
        Sort::Text => "a string's name",
        Sort::Array => "an array's name",
        Sort::Function => "a function's name",
        Sort::Parameter(_) => "a parameter of DEF FN",
    };
    if letters.len() == 1 {
        return Ok(());
    }
    Err(RenameError::OneLetter {
        what,
        name: name.to_owned(),
        is_text,
    })
}

/// A parsed word: its line index; for a name, its symbol and access; otherwise the word.
type Read = (usize, Option<Symbol>, Option<Access>, Option<Word>);

/// Returns the number of the first line that is parsed differently after the renaming.
fn read_otherwise(before: &Index, after: &Index, symbol: &Symbol, renamed: &Symbol) -> Option<u16> {
    let meanings = |index: &Index, is_renamed: bool| -> Vec<Read> {
        let mut uses = index.uses.iter();
        let words = index.statements.statements.iter().flat_map(|statement| {
            let words = statement.words.iter();
            words.map(|placed| (statement.line, &placed.word))
        });
        words
            .map(|(line, word)| match word {
                Word::Name(_) => {
                    let found = uses.next();
                    let meaning = found.map(|found| {
                        let is_it = !is_renamed && found.symbol == *symbol;
                        if is_it {
                            renamed.clone()
                        } else {
                            found.symbol.clone()
                        }
                    });
                    (line, meaning, found.map(|found| found.access), None)
                }
                word => (line, None, None, Some(word.clone())),
            })
            .collect()
    };
    let (before_words, after_words) = (meanings(before, false), meanings(after, true));
    let number = |line: usize| before.lines.get(line).map_or(0, |line| line.number);
    let pairs = before_words.iter().zip(&after_words);
    let unlike = pairs.clone().find(|(before, after)| before != after);
    let unlike = unlike.map(|(before, _)| number(before.0));
    let is_longer = before_words.len() != after_words.len();
    let last = before_words.last().map_or(0, |(line, ..)| number(*line));
    unlike.or(is_longer.then_some(last))
}

/// Notes about places that the renaming cannot change.
fn notes(index: &Index, symbol: &Symbol) -> Vec<Diagnostic> {
    let is_global = !matches!(symbol.sort, Sort::Parameter(_));
    let mut notes = Vec::new();
    for statement in &index.statements.statements {
        let vals = statement.words.windows(2);
        for pair in vals.filter(|pair| matches!(pair[0].word, Word::Key(token::VAL | token::VAL_S))) {
            match &pair[1].word {
                Word::Text(text) if names_in(text).any(|name| name == symbol.name) => {
                    let message = format!("this string has `{symbol}` for VAL: it is not renamed");
                    notes.push(note(pair[1].span.clone(), message));
                }
                _ => {}
            }
        }
    }
    let has_saved = index.statements.saved.iter().flatten();
    if is_global && has_saved.clone().any(|saved| saved.name == symbol.name) {
        let message = format!("the saved variables include `{symbol}`: it is not renamed there");
        notes.push(note(0..0, message));
    }
    notes
}

fn note(span: Range<usize>, message: String) -> Diagnostic {
    Diagnostic::warning(span, message, "")
}

/// The names in a string, in upper case.
fn names_in(text: &[u8]) -> impl Iterator<Item = String> {
    let words = text.split(|code| !code.is_ascii_alphanumeric() && *code != b'$');
    words.map(|word| String::from_utf8_lossy(word).to_ascii_uppercase())
}
