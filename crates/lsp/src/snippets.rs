//! Templates with places to fill in, for editors that can insert them.

use std::ops::Range;

use girafa_basic::index::IndexedLine;
use girafa_basic::program::LAST_LINE;

use crate::document::Document;
use crate::protocol::{CompletionItem, CompletionItemKind, TextEdit};

/// A template. Its rows are lines without their numbers; one row is a statement.
struct Snippet {
    name: &'static str,
    /// What the user types to find it.
    word: &'static str,
    detail: &'static str,
    /// In the notation of the protocol: `${1:a}` is the first place to fill in, with `a` in it.
    rows: &'static [&'static str],
}

const SNIPPETS: [Snippet; 9] = [
    Snippet {
        name: "FOR and NEXT",
        word: "for",
        detail: "a loop",
        rows: &["FOR ${1:n}=${2:1} TO ${3:10}", "${0:PRINT ${1:n}}", "NEXT ${1:n}"],
    },
    Snippet {
        name: "READ and DATA",
        word: "data",
        detail: "values, and the statement that takes them",
        rows: &["READ ${1:a}", "DATA ${0:1,2,3}"],
    },
    Snippet {
        name: "REM and RETURN",
        word: "sub",
        detail: "a subroutine",
        rows: &["REM ${1:name}", "$0", "RETURN"],
    },
    Snippet {
        name: "IF and THEN",
        word: "if",
        detail: "a condition",
        rows: &["IF ${1:a=1} THEN ${0:STOP}"],
    },
    Snippet {
        name: "INPUT with a question",
        word: "input",
        detail: "asks for a value",
        rows: &["INPUT \"${1:Nome? }\";${0:a\\$}"],
    },
    Snippet {
        name: "PRINT AT",
        word: "print",
        detail: "prints at a row and a column",
        rows: &["PRINT AT ${1:10},${2:0};${0:\"\"}"],
    },
    Snippet {
        name: "DEF FN with a parameter",
        word: "def",
        detail: "a function",
        rows: &["DEF FN ${1:f}(${2:x})=${0:${2:x}*${2:x}}"],
    },
    Snippet {
        name: "DIM of an array",
        word: "dim",
        detail: "an array",
        rows: &["DIM ${1:a}(${0:10})"],
    },
    Snippet {
        name: "REM girafa: allow",
        word: "rem",
        detail: "findings that are not reported in this line",
        rows: &["REM girafa: allow ${0:G004}"],
    },
];

/// The distance of line numbers where there is room.
const STEP: u32 = 10;

/// The templates of one statement, to replace a part of the text.
pub fn statements(document: &Document, part: &Range<usize>) -> Vec<CompletionItem> {
    let of_statement = SNIPPETS.iter().filter(|snippet| snippet.rows.len() == 1);
    of_statement
        .map(|snippet| item(document, part, snippet, snippet.rows[0].to_owned()))
        .collect()
}

/// The templates of several lines, to replace a part of the text at the start of a row. With line numbers that fit
/// between the other lines if the lines have numbers.
pub fn lines(document: &Document, part: &Range<usize>) -> Vec<CompletionItem> {
    let of_lines = SNIPPETS.iter().filter(|snippet| snippet.rows.len() > 1);
    let made = of_lines.filter_map(|snippet| {
        let numbers = numbers(document, part, snippet.rows.len())?;
        let rows = numbers.iter().zip(snippet.rows);
        let rows: Vec<String> = rows.map(|(number, row)| format!("{number}{row}")).collect();
        Some(item(document, part, snippet, rows.join("\n")))
    });
    made.collect()
}

fn item(document: &Document, part: &Range<usize>, snippet: &Snippet, text: String) -> CompletionItem {
    let edit = TextEdit::new(document.range(part), text);
    let item = CompletionItem::new(CompletionItemKind::SNIPPET, snippet.detail.to_owned(), edit);
    CompletionItem {
        label: snippet.name.to_owned(),
        // After the names and keywords.
        sort_text: Some(format!("3{}", snippet.name)),
        filter_text: Some(snippet.word),
        insert_text_format: Some(CompletionItem::TEMPLATE),
        ..item
    }
}

/// The numbers, each with a space, of `count` lines to be inserted; empty if the lines have none. `None` if the
/// lines around leave too little room.
fn numbers(document: &Document, part: &Range<usize>, count: usize) -> Option<Vec<String>> {
    let row = document.row_around(part.start);
    if !document.has_numbers(&row) {
        return Some(vec![String::new(); count]);
    }
    let (before, after): (Vec<&IndexedLine>, Vec<&IndexedLine>) = (document.index().lines.iter())
        .filter(|line| !row.contains(&line.number_span.start))
        .partition(|line| line.number_span.start < row.start);
    let before = before.last().map_or(0, |line| line.number.into());
    let end = after
        .first()
        .map_or(u32::from(LAST_LINE) + 1, |line| line.number.into());
    let gaps = count as u32 + 1;
    let first = (before / STEP + 1) * STEP;
    let (first, step) = if first + STEP * (gaps - 2) < end {
        (first, STEP)
    } else {
        let step = end.saturating_sub(before) / gaps;
        (before + step, step)
    };
    (step > 0).then(|| {
        (0..count as u32)
            .map(|at| format!("{} ", first + at * step))
            .collect()
    })
}
