//! Hover text: the meaning of a keyword, the lines that use a name, the measurements of a line.

use std::collections::BTreeSet;
use std::ops::Range;

use girafa_basic::index::{Access, Index, Mark, Sort, Symbol, Use};
use girafa_basic::meaning::{self, Meaning};

use crate::document::Document;
use crate::measured_lines;
use crate::protocol::{Hover, MarkupContent, MarkupKind};

/// Maximum length in bytes of a word that is examined in a line that does not parse.
const MAX_WORD_LENGTH: usize = 64;
/// Maximum number of lines listed for a name.
const MAX_LINES: usize = 20;

/// Returns the hover text at byte `at`.
pub fn hover(document: &Document, at: usize) -> Option<Hover> {
    let index = document.index();
    if let Some(label) = index.label_at(at) {
        return shown(
            document,
            &label.span,
            line_described(document, index.line_of(label)?),
        );
    }
    if let Some(line) = number_at(index, at) {
        let span = index.lines[line].number_span.clone();
        return shown(document, &span, line_facts(document, line)?);
    }
    if let Some(target) = index.target_at(at) {
        let text = target.line.map(|line| line_described(document, line));
        let text = text.unwrap_or_else(|| "beyond the last line".to_owned());
        return shown(document, &target.span, text);
    }
    match index.word_at(at) {
        Some(word) => match word.mark {
            Mark::Keyword(code) => shown(document, &word.span, explained(meaning::of_token(code)?)),
            Mark::Name(found) => shown(document, &word.span, named(index, &index.uses[found])),
            _ => None,
        },
        None => {
            let (span, meaning) = spelled_at(&document.text, at)?;
            shown(document, &span, explained(meaning))
        }
    }
}

fn shown(document: &Document, span: &Range<usize>, value: String) -> Option<Hover> {
    Some(Hover {
        contents: MarkupContent {
            kind: MarkupKind::Markdown,
            value,
        },
        range: document.range(span),
    })
}

/// A line's text and measurements.
fn line_described(document: &Document, line: usize) -> String {
    let text = format!("`{}`", line_text(document, line));
    let parts = [Some(text), line_facts(document, line)];
    parts.into_iter().flatten().collect::<Vec<_>>().join("\n\n")
}

/// Returns the index of the line whose number or label is at a position.
pub fn number_at(index: &Index, at: usize) -> Option<usize> {
    if let Some(label) = index.label_at(at) {
        return index.line_of(label).filter(|_| label.is_definition);
    }
    let line = index.line_at(at)?;
    let span = &index.lines[line].number_span;
    (!span.is_empty() && at <= span.end).then_some(line)
}

fn explained(meaning: Meaning) -> String {
    format!("```basic\n{}\n```\n{}", meaning.syntax, meaning.text)
}

/// The keyword around a position, spelled out, for lines that do not parse.
fn spelled_at(text: &str, at: usize) -> Option<(Range<usize>, Meaning)> {
    let is_letter = |c: char| c.is_ascii_alphabetic() || c == '$' || c == '#';
    let before = &text[..at];
    let start = before.trim_end_matches(is_letter).len();
    let word = &text[start..];
    let end = start + word.find(|c| !is_letter(c)).unwrap_or(word.len());
    if end - start > MAX_WORD_LENGTH {
        return None;
    }
    let alone = text.get(start..end)?;
    // For the keywords with two words, GO TO, GO SUB and DEF FN, the position may be in either word.
    let first = text[..start]
        .trim_end_matches(' ')
        .trim_end_matches(is_letter)
        .len();
    let rest = &text[end..];
    let second = end + rest.len() - rest.trim_start_matches(' ').trim_start_matches(is_letter).len();
    let second = second.min(end + MAX_WORD_LENGTH);
    let spans = [first..end, start..second, start..end];
    let found = spans.into_iter().find_map(|span| {
        let word = text
            .get(span.clone())
            .filter(|word| word.len() <= MAX_WORD_LENGTH)?;
        Some((span, meaning::of_keyword(word)?))
    });
    found.filter(|_| !alone.is_empty())
}

/// Describes the kind of a name.
pub fn described(symbol: &Symbol) -> String {
    let what = match symbol.sort {
        Sort::Number => "a number",
        Sort::Text => "a string",
        Sort::Array => "an array of numbers",
        Sort::Function => "a function",
        Sort::Parameter(_) => "a parameter",
    };
    what.to_owned()
}

fn named(index: &Index, found: &Use) -> String {
    let symbol = &found.symbol;
    let lines = |accesses: &[Access]| {
        let uses = index.of(symbol).filter(|found| accesses.contains(&found.access));
        let lines: BTreeSet<usize> = uses.map(|found| found.line).collect();
        let numbers = lines
            .iter()
            .take(MAX_LINES)
            .map(|&line| index.lines[line].number.to_string());
        let mut shown = numbers.collect::<Vec<_>>().join(", ");
        if lines.len() > MAX_LINES {
            shown = format!("{shown} and {} more", lines.len() - MAX_LINES);
        }
        (lines.len(), shown)
    };
    let (set, read) = match symbol.sort {
        Sort::Function => ("defined", "called"),
        Sort::Parameter(_) => ("named", "read"),
        _ => ("set", "read"),
    };
    let mut rows = vec![format!("`{symbol}`: {}", described(symbol))];
    for (what, accesses) in [("DIM", Access::Dims), (set, Access::Sets), (read, Access::Reads)] {
        let row = match lines(&[accesses]) {
            (0, _) if accesses == Access::Dims => continue,
            (0, _) => format!("{what} nowhere"),
            (1, line) => format!("{what} in line {line}"),
            (_, lines) => format!("{what} in lines {lines}"),
        };
        rows.push(row);
    }
    rows.join("  \n")
}

/// Returns a line's text, truncated if it is long.
pub fn line_text(document: &Document, line: usize) -> String {
    let row = document.row_around(document.index().lines[line].number_span.start);
    let text = document.text[row].trim();
    let cut: String = text.chars().take(80).collect();
    if cut.len() < text.len() { cut + "..." } else { cut }
}

/// The measurements of a line.
fn line_facts(document: &Document, line: usize) -> Option<String> {
    let facts = [
        measured_lines::time_of(document, line),
        measured_lines::runs_of(document, line).map(|runs| runs.to_string()),
    ];
    let facts: Vec<String> = facts.into_iter().flatten().collect();
    (!facts.is_empty()).then(|| facts.join("  \n"))
}
