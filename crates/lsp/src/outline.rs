//! The structure of a listing: folding ranges, symbols and semantic tokens.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use girafa_basic::index::{Access, Block, BlockKind, Index, Label, Mark, Sort, Symbol};
use serde_json::{Value, json};

use crate::document::Document;
use crate::protocol::{DocumentSymbol, FoldingRange, FoldingRangeKind, SemanticToken, SymbolKind};

/// The token types, in the order of their numbers.
const KINDS: [&str; 9] = [
    "keyword",
    "operator",
    "number",
    "string",
    "comment",
    "variable",
    "function",
    "parameter",
    "label",
];

/// The numbers of the token types.
const KEYWORD: u32 = 0;
const OPERATOR: u32 = 1;
const NUMBER: u32 = 2;
const STRING: u32 = 3;
const COMMENT: u32 = 4;
const VARIABLE: u32 = 5;
const FUNCTION: u32 = 6;
const PARAMETER: u32 = 7;
const LABEL: u32 = 8;
/// Token modifiers, as bits: set here, declared here.
const MODIFICATION: u32 = 1;
const DECLARATION: u32 = 2;

/// Returns the legend for the numbers in [`tokens`].
pub fn legend() -> Value {
    json!({ "tokenTypes": KINDS, "tokenModifiers": ["modification", "declaration"] })
}

/// Maximum number of tokens in a response: a listing that fits in memory has fewer.
const MAX_TOKENS: usize = 100_000;

/// Returns the tokens of the rows in a byte range in the protocol's format: each position is relative to the
/// previous one.
pub fn tokens(document: &Document, range: Range<usize>) -> Vec<SemanticToken> {
    let index = document.index();
    let mut words: Vec<(Range<usize>, u32, u32)> = Vec::new();
    let declaration = |label: &Label| if label.is_definition { DECLARATION } else { 0 };
    words.extend((index.labels.iter()).map(|label| (label.span.clone(), LABEL, declaration(label))));
    let numbers = index.lines.iter().map(|line| line.number_span.clone());
    words.extend(numbers.map(|span| (span, LABEL, DECLARATION)));
    words.extend(index.targets.iter().map(|target| (target.span.clone(), LABEL, 0)));
    let mut end = 0;
    for word in &index.words {
        let then = then_between(&document.text, end..word.span.start);
        words.extend(then.map(|span| (span, KEYWORD, 0)));
        end = word.span.end;
        let (kind, modifiers) = match word.mark {
            Mark::Keyword(_) => (KEYWORD, 0),
            Mark::Symbol(b'+' | b'-' | b'*' | b'/' | b'^' | b'=' | b'<' | b'>') => (OPERATOR, 0),
            Mark::Symbol(_) => continue,
            Mark::Number if index.target_at(word.span.start).is_some() => continue,
            Mark::Number => (NUMBER, 0),
            Mark::Text => (STRING, 0),
            Mark::Remark => (COMMENT, 0),
            Mark::Name(found) => {
                let found = &index.uses[found];
                let kind = match found.symbol.sort {
                    Sort::Function => FUNCTION,
                    Sort::Parameter(_) => PARAMETER,
                    _ => VARIABLE,
                };
                let is_made = matches!(found.symbol.sort, Sort::Function | Sort::Parameter(_));
                let modifiers = match found.access {
                    Access::Reads => 0,
                    Access::Sets if is_made => DECLARATION,
                    Access::Sets => MODIFICATION,
                    Access::Dims => DECLARATION,
                };
                (kind, modifiers)
            }
        };
        words.push((word.span.clone(), kind, modifiers));
    }
    words.extend(comments(document).map(|span| (span, COMMENT, 0)));
    words.retain(|(span, ..)| !span.is_empty() && span.start < range.end && span.end > range.start);
    words.sort_by_key(|(span, ..)| span.start);
    words.truncate(MAX_TOKENS);
    relative(document, &words)
}

/// The position of THEN: like a colon it separates statements, so it is not a word of either.
fn then_between(text: &str, gap: Range<usize>) -> Option<Range<usize>> {
    let between = text.get(gap.clone())?;
    let at = between
        .as_bytes()
        .windows(4)
        .position(|word| word.eq_ignore_ascii_case(b"THEN"))?;
    Some(gap.start + at..gap.start + at + 4)
}

/// The rows that are comments of the file: they begin with `#`.
fn comments(document: &Document) -> impl Iterator<Item = Range<usize>> {
    let rows = (0..document.rows()).filter_map(|row| document.row_span(row));
    rows.filter(|row| {
        document.text[row.clone()]
            .trim_start_matches([' ', '\t'])
            .starts_with('#')
    })
}

fn relative(document: &Document, words: &[(Range<usize>, u32, u32)]) -> Vec<SemanticToken> {
    let mut tokens = Vec::with_capacity(words.len());
    let (mut row, mut column) = (0, 0);
    let mut last = 0;
    for (span, kind, modifiers) in words {
        if span.start < last {
            continue;
        }
        last = span.end;
        // A token cannot span rows, so a word that continues in the next row is split.
        let mut at = span.start;
        for part in document.text[span.clone()].split_inclusive('\n') {
            let letters = part.trim_end_matches(['\n', '\r']);
            let range = document.range(&(at..at + letters.len()));
            at += part.len();
            let length = range.end.character.saturating_sub(range.start.character);
            if length == 0 || range.start.line != range.end.line {
                continue;
            }
            let delta_line = range.start.line - row;
            let delta_start = if delta_line == 0 {
                range.start.character - column
            } else {
                range.start.character
            };
            (row, column) = (range.start.line, range.start.character);
            tokens.push(SemanticToken {
                delta_line,
                delta_start,
                length,
                token_type: *kind,
                token_modifiers_bitset: *modifiers,
            });
        }
    }
    tokens
}

/// The place of a line's label, which may be in the row above, or of its number.
pub fn name_of(index: &Index, line: usize) -> Option<Range<usize>> {
    let number = &index.lines.get(line)?.number_span;
    Some(
        index
            .definition_of(line)
            .map_or(number, |label| &label.span)
            .clone(),
    )
}

/// The rows of a range of lines, from the start of the first to the end of the last.
pub fn rows(document: &Document, lines: &Range<usize>) -> Range<usize> {
    let start_of = |line| Some(name_of(document.index(), line)?.start);
    let start = start_of(lines.start).unwrap_or(0);
    let end = start_of(lines.end).unwrap_or(document.text.len());
    start..start + document.text[start..end].trim_end().len()
}

/// Returns the folding ranges: subroutines, loops and groups of remarks.
pub fn folding(document: &Document) -> Vec<FoldingRange> {
    let blocks = document.index().blocks();
    let ranges = blocks.iter().map(|block| {
        let lines = document.range(&rows(document, &block.lines));
        FoldingRange {
            start_line: lines.start.line,
            end_line: lines.end.line,
            kind: match block.kind {
                BlockKind::Remarks => FoldingRangeKind::Comment,
                BlockKind::Subroutine | BlockKind::Loop => FoldingRangeKind::Region,
            },
        }
    });
    ranges.filter(|range| range.end_line > range.start_line).collect()
}

/// Returns the document symbols: subroutines, other labels, functions and variables.
pub fn symbols(document: &Document) -> Vec<DocumentSymbol> {
    let index = document.index();
    let mut symbols: Vec<DocumentSymbol> = Vec::new();
    let subroutines = index.subroutines();
    for Block { lines, .. } in &subroutines {
        symbols.push(symbol(
            document,
            format!("GO SUB {}", index.line_name(lines.start)),
            index.remark(lines.start),
            SymbolKind::FUNCTION,
            &rows(document, lines),
            &name_of(index, lines.start).unwrap_or_default(),
        ));
    }
    let starts: BTreeSet<usize> = subroutines.iter().map(|block| block.lines.start).collect();
    let is_other = |label: &&Label| {
        label.is_definition && index.line_of(label).is_none_or(|line| !starts.contains(&line))
    };
    for label in index.labels.iter().filter(is_other) {
        let (name, detail) = (
            format!("@{}", label.name),
            index.line_of(label).and_then(|line| index.remark(line)),
        );
        symbols.push(symbol(
            document,
            name,
            detail,
            SymbolKind::KEY,
            &label.span,
            &label.span,
        ));
    }
    let mut names: BTreeMap<&Symbol, &Range<usize>> = BTreeMap::new();
    let definitions = index.uses.iter().filter(|found| found.access != Access::Reads);
    for found in definitions.filter(|found| !matches!(found.symbol.sort, Sort::Parameter(_))) {
        names.entry(&found.symbol).or_insert(&found.span);
    }
    for (found, span) in names {
        let kind = match found.sort {
            Sort::Function => SymbolKind::FUNCTION,
            Sort::Array => SymbolKind::ARRAY,
            Sort::Text => SymbolKind::STRING,
            Sort::Number | Sort::Parameter(_) => SymbolKind::VARIABLE,
        };
        symbols.push(symbol(document, found.to_string(), None, kind, span, span));
    }
    symbols
}

fn symbol(
    document: &Document,
    name: String,
    detail: Option<String>,
    kind: SymbolKind,
    span: &Range<usize>,
    selection: &Range<usize>,
) -> DocumentSymbol {
    DocumentSymbol {
        name,
        detail,
        kind,
        range: document.range(span),
        selection_range: document.range(selection),
    }
}
