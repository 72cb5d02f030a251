//! Completions at a position: commands and templates where a statement begins, elsewhere other keywords and the
//! listing's names, and line numbers or labels where a statement expects one.

use girafa_basic::index::{IndexedLine, Label, Sort, Symbol, Use};
use girafa_basic::{meaning, token};

use crate::document::Document;
use crate::protocol::{CompletionItem, CompletionItemKind, MarkupContent, MarkupKind, TextEdit};
use crate::{hover, snippets};

/// Words, without spaces, that a line number follows.
const LINE_NUMBER_WORDS: [&str; 8] = [
    "GOTO", "GOSUB", "RESTORE", "RUN", "LIST", "LLIST", "LINE", "MERGE",
];

/// Returns the completions at byte `at`. `is_space`: a typed space triggered the request. `has_snippets`: the
/// editor can insert templates.
pub fn items(document: &Document, at: usize, is_space: bool, has_snippets: bool) -> Vec<CompletionItem> {
    let row = document.row_around(at);
    let before = &document.text[row.start..at.clamp(row.start, row.end)];
    if is_quoted(before) || before.trim_start().starts_with('#') {
        return Vec::new();
    }
    if let Some(label) = label_typed(before) {
        return labels(document, row.start + label, at);
    }
    let digits = before.len() - before.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    if wants_line(&before[..before.len() - digits]) {
        let mut items = lines(document, at - digits, at);
        items.extend(labels(document, at, at));
        return items;
    }
    if is_space {
        return Vec::new();
    }
    let typed = before.trim_end_matches('$');
    let word = typed.trim_end_matches(|c: char| c.is_ascii_alphanumeric()).len();
    let start = row.start + word;
    if before[word..].starts_with(|c: char| c.is_ascii_digit()) {
        return Vec::new();
    }
    let part = start..at;
    let mut items = Vec::new();
    if before[..word].trim().is_empty() {
        if has_snippets {
            items = snippets::lines(document, &part);
        }
        if document.has_numbers(&row) {
            return items;
        }
    }
    let edit = |text: &str| TextEdit::new(document.range(&part), text.to_owned());
    let statement = last_statement(&before[..word]).unwrap_or_default().trim_start();
    if statement.is_empty() {
        items.extend(keywords(token::is_command, edit));
        if has_snippets {
            items.extend(snippets::statements(document, &part));
        }
        return items;
    }
    let mut items = names(document, at, edit);
    items.extend(keywords(|code| may_follow(code, statement), edit));
    items
}

/// Whether a keyword can be in a statement after its command.
fn may_follow(code: u8, statement: &str) -> bool {
    let command = token::command_at(statement.as_bytes()).map(|(command, _)| command);
    match code {
        token::INK..=token::OVER => matches!(
            command,
            Some(token::PRINT | token::LPRINT | token::INPUT | token::PLOT | token::DRAW | token::CIRCLE)
        ),
        token::DATA => matches!(command, Some(token::SAVE | token::LOAD | token::VERIFY)),
        _ => !token::is_command(code),
    }
}

/// Whether the end of a part of a row is inside a string or a remark.
pub fn is_quoted(before: &str) -> bool {
    last_statement(before).is_none()
}

/// The last statement of a part of a row, empty where one begins. The part after THEN is a separate statement.
/// `None` if the part ends inside a string or a remark.
fn last_statement(before: &str) -> Option<&str> {
    let line_number = before.trim_start_matches(|c: char| c == ' ' || c.is_ascii_digit());
    let mut start = before.len() - line_number.len();
    let mut in_string = false;
    let mut in_word = false;
    for (at, character) in before.char_indices() {
        in_string ^= character == '"';
        let rest = &before.as_bytes()[at..];
        let is_word = |word: &[u8]| {
            rest.len() > word.len()
                && rest[..word.len()].eq_ignore_ascii_case(word)
                && !rest[word.len()].is_ascii_alphanumeric()
        };
        match in_string {
            true => {}
            false if character == ':' => start = at + 1,
            false if in_word => {}
            false if is_word(b"REM") => return None,
            false if is_word(b"THEN") => start = at + 4,
            false => {}
        }
        in_word = character.is_ascii_alphabetic();
    }
    (!in_string).then(|| &before[start..])
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

/// The position of `@` in a part of a row that ends in a label.
fn label_typed(before: &str) -> Option<usize> {
    let start = before.rfind('@')?;
    let is_label = before[start..].chars().all(|c| c.is_ascii_graphic() && c != ':');
    (is_label && !before[..start].ends_with('\\')).then_some(start)
}

/// The labels of the listing.
fn labels(document: &Document, start: usize, end: usize) -> Vec<CompletionItem> {
    let index = document.index();
    let item = |label: &Label| {
        let line = index.line_of(label).map(|line| hover::line_text(document, line));
        let edit = TextEdit::new(document.range(&(start..end)), format!("@{}", label.name));
        CompletionItem::new(CompletionItemKind::REFERENCE, line.unwrap_or_default(), edit)
    };
    let definitions = index.labels.iter().filter(|label| label.is_definition);
    definitions.map(item).collect()
}

fn lines(document: &Document, start: usize, end: usize) -> Vec<CompletionItem> {
    let here = document.row_around(end);
    let index = document.index();
    let others = index
        .lines
        .iter()
        .enumerate()
        .filter(|(_, line)| !line.number_span.is_empty() && !here.contains(&line.number_span.start));
    let item = |(at, line): (usize, &IndexedLine)| {
        let edit = TextEdit::new(document.range(&(start..end)), line.number.to_string());
        CompletionItem {
            // Sorts by number, not alphabetically.
            sort_text: Some(format!("{:05}", line.number)),
            ..CompletionItem::new(
                CompletionItemKind::REFERENCE,
                hover::line_text(document, at),
                edit,
            )
        }
    };
    others.map(item).collect()
}

fn keywords(is_possible: impl Fn(u8) -> bool, edit: impl Fn(&str) -> TextEdit) -> Vec<CompletionItem> {
    let words = (token::FIRST..=u8::MAX)
        .filter(|&code| is_possible(code))
        .filter_map(meaning::of_token);
    words
        .filter(|meaning| meaning.keyword.starts_with(|c: char| c.is_ascii_alphabetic()))
        .map(|meaning| CompletionItem {
            documentation: Some(MarkupContent {
                kind: MarkupKind::PlainText,
                value: meaning.text.to_owned(),
            }),
            sort_text: Some(format!("2{}", meaning.keyword)),
            ..CompletionItem::new(
                CompletionItemKind::KEYWORD,
                meaning.syntax.to_owned(),
                edit(meaning.keyword),
            )
        })
        .collect()
}

/// The names of the listing, before the keywords.
fn names(document: &Document, end: usize, edit: impl Fn(&str) -> TextEdit) -> Vec<CompletionItem> {
    let names = document.index().names(Some(end));
    let item = |(symbol, found): (&Symbol, &Use)| {
        let written = &document.text[found.span.clone()];
        let kind = match symbol.sort {
            Sort::Function => CompletionItemKind::FUNCTION,
            _ => CompletionItemKind::VARIABLE,
        };
        CompletionItem {
            sort_text: Some(format!("1{written}")),
            ..CompletionItem::new(kind, hover::described(symbol), edit(written))
        }
    };
    names.into_iter().map(item).collect()
}
