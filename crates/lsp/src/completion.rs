//! Completions at a position: keywords, the listing's names, and line numbers where a statement expects one.

use girafa_basic::index::{Sort, Symbol, Use};
use girafa_basic::{meaning, token};

use crate::document::Document;
use crate::hover;
use crate::protocol::{CompletionItem, CompletionItemKind, MarkupContent, MarkupKind, TextEdit};

/// Words, without spaces, that a line number follows.
const LINE_NUMBER_WORDS: [&str; 8] = [
    "GOTO", "GOSUB", "RESTORE", "RUN", "LIST", "LLIST", "LINE", "MERGE",
];

/// Returns the completions at byte `at`. `is_space`: a typed space triggered the request.
pub fn items(document: &Document, at: usize, is_space: bool) -> Vec<CompletionItem> {
    let row = document.row_around(at);
    let before = &document.text[row.start..at.clamp(row.start, row.end)];
    if is_quoted(before) || before.trim_start().starts_with('#') {
        return Vec::new();
    }
    let digits = before.len() - before.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    if wants_line(&before[..before.len() - digits]) {
        return lines(document, at - digits, at);
    }
    if is_space {
        return Vec::new();
    }
    let typed = before.trim_end_matches('$');
    let word = typed.trim_end_matches(|c: char| c.is_ascii_alphanumeric()).len();
    let start = row.start + word;
    if before[word..].starts_with(|c: char| c.is_ascii_digit()) || before[..word].trim().is_empty() {
        return Vec::new();
    }
    let mut items = keywords(document, start, at);
    items.extend(names(document, start, at));
    items
}

/// Whether the end of the text is inside a string or a remark.
pub fn is_quoted(before: &str) -> bool {
    let mut in_string = false;
    let mut in_word = false;
    for (at, character) in before.char_indices() {
        in_string ^= character == '"';
        let rest = &before.as_bytes()[at..];
        let is_remark =
            rest.len() > 3 && rest[..3].eq_ignore_ascii_case(b"REM") && !rest[3].is_ascii_alphanumeric();
        if !in_string && !in_word && is_remark {
            return true;
        }
        in_word = character.is_ascii_alphabetic();
    }
    in_string
}

fn wants_line(before: &str) -> bool {
    let letters = before.trim_end();
    // GO TO and GO SUB may contain a space; this also accepts a name such as `ago to`.
    let compact: String = letters
        .chars()
        .rev()
        .take(10)
        .filter(|c| *c != ' ')
        .collect::<Vec<_>>()
        .into_iter()
        .rev()
        .collect();
    let compact = compact.to_ascii_uppercase();
    LINE_NUMBER_WORDS.iter().any(|word| {
        let rest = compact.strip_suffix(word);
        rest.is_some_and(|rest| !rest.ends_with(|c: char| c.is_ascii_alphabetic()) || rest.ends_with("THEN"))
    })
}

fn lines(document: &Document, start: usize, end: usize) -> Vec<CompletionItem> {
    let here = document.row_around(end);
    let index = document.index();
    let others = index
        .lines
        .iter()
        .enumerate()
        .filter(|(_, line)| !line.number_span.is_empty() && !here.contains(&line.number_span.start));
    let item = |(at, line): (usize, &girafa_basic::index::IndexedLine)| {
        let label = line.number.to_string();
        CompletionItem {
            kind: CompletionItemKind::REFERENCE,
            detail: hover::line_text(document, at),
            // Sorts by number, not alphabetically.
            sort_text: Some(format!("{:05}", line.number)),
            text_edit: edit(document, start, end, &label),
            label,
            documentation: None,
        }
    };
    others.map(item).collect()
}

fn keywords(document: &Document, start: usize, end: usize) -> Vec<CompletionItem> {
    let words = (token::FIRST..=u8::MAX).filter_map(meaning::of_token);
    words
        .filter(|meaning| meaning.keyword.starts_with(|c: char| c.is_ascii_alphabetic()))
        .map(|meaning| CompletionItem {
            label: meaning.keyword.to_owned(),
            kind: CompletionItemKind::KEYWORD,
            detail: meaning.syntax.to_owned(),
            documentation: Some(MarkupContent {
                kind: MarkupKind::PlainText,
                value: meaning.text.to_owned(),
            }),
            sort_text: None,
            text_edit: edit(document, start, end, meaning.keyword),
        })
        .collect()
}

fn names(document: &Document, start: usize, end: usize) -> Vec<CompletionItem> {
    let names = document.index().names(Some(end));
    let item = |(symbol, found): (&Symbol, &Use)| {
        let written = document.text[found.span.clone()].to_owned();
        let kind = match symbol.sort {
            Sort::Function => CompletionItemKind::FUNCTION,
            _ => CompletionItemKind::VARIABLE,
        };
        CompletionItem {
            text_edit: edit(document, start, end, &written),
            label: written,
            kind,
            detail: hover::described(symbol),
            documentation: None,
            sort_text: None,
        }
    };
    names.into_iter().map(item).collect()
}

fn edit(document: &Document, start: usize, end: usize, text: &str) -> TextEdit {
    let range = document.range(&(start..end));
    TextEdit::new(range, text.to_owned())
}
