//! Signature help: the parameters of the function or the statement that is being typed. Lines that are being typed
//! cannot be parsed, so this reads the row itself.

use std::ops::Range;

use girafa_basic::index::{Access, Sort};
use girafa_basic::meaning;

use crate::completion::is_quoted;
use crate::document::Document;
use crate::protocol::SignatureHelp;

/// Maximum length of a keyword in bytes, with a space.
const MAX_KEYWORD: usize = 10;

/// Returns the signature at byte `at`.
pub fn help(document: &Document, at: usize) -> Option<SignatureHelp> {
    let row = document.row_around(at);
    let before = &document.text[row.start..at.clamp(row.start, row.end)];
    if is_quoted(before) || before.trim_start().starts_with('#') {
        return None;
    }
    let typed = Typed::of(before);
    if let Some(&open) = typed.open.last()
        && let Some(found) = function(document, &before[..open])
    {
        return Some(signature(found, "", commas(&before[open + 1..])));
    }
    let statement = before[typed.statement..].trim_start_matches(|c: char| c.is_ascii_digit() || c == ' ');
    let (keyword, meaning) = (1..=MAX_KEYWORD).rev().find_map(|length| {
        let word = statement.get(..length)?;
        Some((word, meaning::of_keyword(word)?))
    })?;
    let arguments = &statement[keyword.len()..];
    let is_letter = |c: char| c.is_ascii_alphabetic();
    let goes_on = keyword.ends_with(is_letter) && arguments.starts_with(is_letter);
    if goes_on || meaning.syntax == meaning.keyword {
        return None;
    }
    Some(signature(
        meaning.syntax.to_owned(),
        meaning.text,
        commas(arguments),
    ))
}

/// Where the end of a row is.
struct Typed {
    /// The start of its statement.
    statement: usize,
    /// The parentheses that are open, outermost first.
    open: Vec<usize>,
}

impl Typed {
    fn of(before: &str) -> Typed {
        let mut typed = Typed {
            statement: 0,
            open: Vec::new(),
        };
        let mut in_string = false;
        for (at, c) in before.char_indices() {
            let rest = &before.as_bytes()[at..];
            let follows_letter = at > 0 && before.as_bytes()[at - 1].is_ascii_alphabetic();
            let is_then = !follows_letter && rest.len() >= 4 && rest[..4].eq_ignore_ascii_case(b"THEN");
            match c {
                '"' => in_string = !in_string,
                _ if in_string => {}
                ':' => (typed.statement, typed.open) = (at + 1, Vec::new()),
                '(' => typed.open.push(at),
                ')' => drop(typed.open.pop()),
                _ if is_then => (typed.statement, typed.open) = (at + 4, Vec::new()),
                _ => {}
            }
        }
        typed
    }
}

/// The head of the DEF FN of the function whose name the text ends with.
fn function(document: &Document, before: &str) -> Option<String> {
    let before = before.trim_end();
    let name_end = before.strip_suffix('$').unwrap_or(before).trim_end();
    let letter = name_end.chars().last().filter(char::is_ascii_alphabetic)?;
    let word = name_end[..name_end.len() - 1].trim_end();
    let is_call = word.len() >= 2
        && word.is_char_boundary(word.len() - 2)
        && word[word.len() - 2..].eq_ignore_ascii_case("FN");
    let dollar = if before.ends_with('$') { "$" } else { "" };
    let name = format!("{}{dollar}", letter.to_ascii_uppercase());
    let index = document.index();
    let definition = index.uses.iter().find(|found| {
        found.symbol.sort == Sort::Function && found.access == Access::Sets && found.symbol.name == name
    })?;
    let rest = &document.text[definition.span.start..];
    let head = &rest[..rest.find(')')? + 1];
    is_call.then(|| format!("FN {head}"))
}

/// Number of commas outside strings and parentheses.
fn commas(text: &str) -> u32 {
    let (mut depth, mut in_string, mut count) = (0_i32, false, 0);
    for c in text.chars() {
        match c {
            '"' => in_string = !in_string,
            _ if in_string => {}
            '(' => depth += 1,
            ')' => depth -= 1,
            ',' if depth == 0 => count += 1,
            _ => {}
        }
    }
    count
}

/// The signature with this text, whose parameters are between commas, after a parenthesis or a space.
fn signature(label: String, documentation: &str, active: u32) -> SignatureHelp {
    let inner: Range<usize> = match label.find('(') {
        Some(open) if label.starts_with("FN ") => open + 1..label.len() - 1,
        _ => label.find(' ').map_or(label.len(), |space| space + 1)..label.len(),
    };
    let mut parameters = Vec::new();
    let mut start = inner.start;
    for part in label[inner.clone()].split(',') {
        let end = start + part.len();
        let begin = end - part.trim_start().len();
        parameters.push([begin as u32, end as u32]);
        start = end + 1;
    }
    SignatureHelp::new(label, documentation.to_owned(), parameters, active)
}
