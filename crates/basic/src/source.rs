//! The first stage of reading a program's text: converts physical lines to numbered lines of character codes,
//! each with its position.
//!
//! The notation is plain text with zmakebas's escapes: `\a` to `\u` are user-defined graphics, `\` with two
//! of space, dot, apostrophe and colon is a block graphic, `\*` the copyright sign, `` \` `` the pound sign;
//! further `\@`, `\\`, `\"`, `\{65}` or `\{0x41}` for any code, and `\{CHR$}` for a keyword's code. BASinC's
//! notation is accepted too: `\#065` is any code, `\{i2}`, `\{p6}`, `\{f1}`, `\{b1}`, `\{vi}`, `\{vn}` and
//! combinations such as `\{i2p6}` are colour codes, and the rows `Check 1A2B3C4D`, `Auto 10`, `Auto @loop` and
//! `Var a: Num = 5` are not program lines. A line that starts with `#` is a comment; a line that ends with `\`
//! continues in the next row. A file without line numbers is numbered 10, 20, 30..., or 10, 12, 14... if it has labels: `@loop:`
//! before a line, `@loop` in place of its number.

use std::collections::HashMap;
use std::ops::Range;

use crate::basinc::{escapes, rows};
pub use crate::cell::Cell;
use crate::charset;
use crate::diagnostic::{Diagnostic, Diagnostics, Severity};
use crate::program::LAST_LINE;
use crate::remark::Remark;
use crate::token;
use crate::work;

/// The characters that end a row of a text.
pub(crate) const ROW_ENDS: [char; 4] = ['\n', '\r', '\u{1a}', '\u{c}'];

/// How spaces outside strings and remarks are handled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Spaces {
    /// They are removed, as in zmakebas: `LET a = 1` is stored as `LET a=1`.
    #[default]
    Dropped,
    /// They are kept, as in the machine's editor, except for those that a listing shows around a keyword
    /// anyway.
    Kept,
}

/// A numbered line of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceLine {
    /// The line number.
    pub number: u16,
    /// The number's range in the text.
    pub number_span: Range<usize>,
    /// The cells after the number, spaces included.
    pub cells: Vec<Cell>,
    /// The end of the line in the text.
    pub end: usize,
}

/// A label in a text without line numbers: where a line defines it, or where it is used in place of a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The name, without `@`.
    pub name: String,
    /// The range in the text, `@` included, without the colon of a definition.
    pub span: Range<usize>,
    /// Whether it is the definition.
    pub is_definition: bool,
    /// The number of the line with this label; `None` if it is not defined.
    pub number: Option<u16>,
}

/// The first line number of a file without numbers.
const FIRST_LINE_NUMBER: u16 = 10;
/// The line increment of a file with labels, as in zmakebas.
const LABEL_STEP: u16 = 2;
/// The line increments of a file without numbers or labels; the first one that fits all lines is used.
const STEPS: [u16; 3] = [10, 2, 1];

/// Splits a text into numbered lines. Errors are added to `diagnostics`, and their lines are omitted or
/// fixed, so that the rest can still be checked. If `lenient`, numbers may be up to 65535 and in any order,
/// as on a tape.
pub fn lines(text: &str, lenient: bool, diagnostics: &mut Diagnostics) -> Vec<SourceLine> {
    lines_and_labels(text, lenient, diagnostics).0
}

/// As [`lines`], with the labels in the order of the text; none if its lines have numbers.
pub(crate) fn lines_and_labels(
    text: &str,
    lenient: bool,
    diagnostics: &mut Diagnostics,
) -> (Vec<SourceLine>, Vec<Label>) {
    let logical: Vec<Vec<Cell>> = Scanner::new(text, diagnostics)
        .filter(|cells| !is_blank(cells))
        .collect();
    match logical.iter().any(|cells| line_number(cells).is_some()) {
        true => (with_numbers(logical, lenient, diagnostics), Vec::new()),
        false => without_numbers(logical, diagnostics),
    }
}

/// Returns the numbers of the lines that define labels.
pub(crate) fn label_numbers(text: &str) -> HashMap<String, u16> {
    let (_, labels) = lines_and_labels(text, true, &mut Diagnostics::default());
    let labels = labels.into_iter().filter(|label| label.is_definition);
    labels
        .filter_map(|label| Some((label.name, label.number?)))
        .collect()
}

/// Returns the characters of a text without line structure, such as a name on tape. `None` if a character or
/// escape is unknown.
pub fn cells(text: &str) -> Option<Vec<Cell>> {
    let (cells, is_whole) = cells_as_far(text);
    is_whole.then_some(cells)
}

/// Like [`cells`], but stops at the first unknown character; returns whether all are known.
pub(crate) fn cells_as_far(text: &str) -> (Vec<Cell>, bool) {
    let mut diagnostics = Diagnostics::default();
    let mut scanner = Scanner {
        text,
        at: 0,
        remark: Remark::default(),
        diagnostics: &mut diagnostics,
    };
    let mut cells = Vec::new();
    while !scanner.rest().is_empty() {
        if scanner.cell(&mut cells).is_none() {
            return (cells, false);
        }
    }
    (cells, true)
}

fn is_blank(cells: &[Cell]) -> bool {
    cells.iter().all(|cell| cell.code == b' ' && !cell.escaped)
}

fn leading_spaces(cells: &[Cell]) -> usize {
    cells
        .iter()
        .take_while(|cell| cell.code == b' ' && !cell.escaped)
        .count()
}

/// The line number at the start of a line: the cell range of its digits.
fn line_number(cells: &[Cell]) -> Option<Range<usize>> {
    let start = leading_spaces(cells);
    let digits = cells[start..]
        .iter()
        .take_while(|cell| cell.code.is_ascii_digit() && !cell.escaped)
        .count();
    (digits > 0).then_some(start..start + digits)
}

fn span_of(cells: &[Cell]) -> Range<usize> {
    cells.first().map_or(0, |cell| cell.span.start)..cells.last().map_or(0, |cell| cell.span.end)
}

fn with_numbers(logical: Vec<Vec<Cell>>, lenient: bool, diagnostics: &mut Diagnostics) -> Vec<SourceLine> {
    let mut lines = Vec::new();
    let mut last: Option<u16> = None;
    for cells in logical {
        let whole = span_of(&cells[leading_spaces(&cells)..]);
        let Some(digits) = line_number(&cells) else {
            let first = whole.start..whole.start + 1;
            let help = match lines.is_empty() {
                true => "write a number before it, such as 10",
                false => "write a number before it, or end the line above with a backslash to continue that",
            };
            diagnostics.push(
                Diagnostic::error(
                    first,
                    "this line has no number",
                    "expected a line number from 0 to 9999",
                )
                .help(help),
            );
            continue;
        };
        let number_span = span_of(&cells[digits.clone()]);
        let written = cells[digits.clone()].iter().fold(0u32, |number, cell| {
            number
                .saturating_mul(10)
                .saturating_add(u32::from(cell.code - b'0'))
        });
        let number = match u16::try_from(written) {
            Ok(number @ 0..=LAST_LINE) => number,
            Ok(number) if lenient => number,
            _ => {
                let label = "a line number must be from 0 to 9999";
                let written: String = cells[digits].iter().map(|cell| char::from(cell.code)).collect();
                diagnostics.push(Diagnostic::error(
                    number_span,
                    format!("line number {written} is out of range"),
                    label,
                ));
                continue;
            }
        };
        match last.filter(|_| !lenient) {
            Some(last) if number == last => diagnostics.push(
                Diagnostic::error(
                    number_span.clone(),
                    format!("there are two lines {number}"),
                    "the second of them",
                )
                .help("the machine keeps only the last one"),
            ),
            Some(last) if number < last => diagnostics.push(Diagnostic::error(
                number_span.clone(),
                format!("line {number} comes after line {last}"),
                "line numbers must increase",
            )),
            _ => last = Some(number),
        }
        let body = digits.end + leading_spaces(&cells[digits.end..]).min(1);
        lines.push(SourceLine {
            number,
            number_span,
            cells: cells[body..].to_vec(),
            end: whole.end,
        });
    }
    lines
}

/// The label that a line defines (without `@`), and the index of the first cell after its colon.
fn label_definition(cells: &[Cell]) -> Option<(String, usize)> {
    let start = leading_spaces(cells);
    let (name, end) = label_at(cells, start)?;
    (cells.get(end)?.code == b':').then_some((name, end + 1))
}

/// The label used at `start`, and the index after it.
fn label_at(cells: &[Cell], start: usize) -> Option<(String, usize)> {
    if cells
        .get(start)
        .is_none_or(|cell| cell.code != b'@' || cell.escaped)
    {
        return None;
    }
    let name: String = cells[start + 1..]
        .iter()
        .map(|cell| char::from(cell.code))
        .take_while(|&c| c.is_ascii_graphic() && c != ':')
        .collect();
    let end = start + 1 + name.len();
    (!name.is_empty()).then_some((name, end))
}

/// Numbers the lines. Returns them and the labels, in the order of the text.
fn without_numbers(logical: Vec<Vec<Cell>>, diagnostics: &mut Diagnostics) -> (Vec<SourceLine>, Vec<Label>) {
    let mut numbers = HashMap::new();
    let mut labels = Vec::new();
    let mut lines = Vec::new();
    let is_labelled = logical.iter().any(|cells| label_definition(cells).is_some());
    let step = if is_labelled {
        LABEL_STEP
    } else {
        step_for(logical.len())
    };
    let mut number = FIRST_LINE_NUMBER;
    if let Some(first) = logical.first() {
        let start = span_of(&first[leading_spaces(first)..]).start;
        let message = format!(
            "no line has a number: they are numbered {FIRST_LINE_NUMBER}, {}, ...",
            FIRST_LINE_NUMBER + step
        );
        diagnostics.push(Diagnostic {
            severity: Severity::Note,
            ..Diagnostic::warning(start..start, message, "")
        });
    }
    for mut cells in logical {
        let whole = span_of(&cells[leading_spaces(&cells)..]);
        if let Some((name, end)) = label_definition(&cells) {
            let span = whole.start..cells[end - 1].span.start;
            if numbers.insert(name.clone(), number).is_some() {
                let message = format!("label @{name} is defined twice");
                diagnostics.push(Diagnostic::error(span.clone(), message, ""));
            }
            labels.push(Label {
                name,
                span,
                is_definition: true,
                number: Some(number),
            });
            cells.drain(..end);
        }
        if is_blank(&cells) {
            continue;
        }
        cells.drain(..leading_spaces(&cells));
        lines.push(SourceLine {
            number,
            number_span: whole.start..whole.start,
            cells,
            end: whole.end,
        });
        number += step;
        if number > LAST_LINE {
            let message = "more lines than line numbers";
            diagnostics.push(Diagnostic::error(
                whole,
                message,
                "the number of this line would be above 9999",
            ));
            break;
        }
    }
    for line in &mut lines {
        line.cells = resolve_labels(&line.cells, &numbers, &mut labels, diagnostics);
    }
    labels.sort_by_key(|label| label.span.start);
    (lines, labels)
}

/// The line increment for this number of lines.
fn step_for(lines: usize) -> u16 {
    let has_room =
        |step: &u16| usize::from(FIRST_LINE_NUMBER) + lines * usize::from(*step) <= usize::from(LAST_LINE);
    STEPS.into_iter().find(has_room).unwrap_or(1)
}

/// Replaces the labels of a line by numbers, and adds them to `labels`.
fn resolve_labels(
    cells: &[Cell],
    numbers: &HashMap<String, u16>,
    labels: &mut Vec<Label>,
    diagnostics: &mut Diagnostics,
) -> Vec<Cell> {
    let mut resolved = Vec::new();
    let mut at = 0;
    while at < cells.len() {
        let Some((name, end)) = label_at(cells, at) else {
            resolved.push(cells[at].clone());
            at += 1;
            continue;
        };
        let span = span_of(&cells[at..end]);
        labels.push(Label {
            name: name.clone(),
            span: span.clone(),
            is_definition: false,
            number: numbers.get(&name).copied(),
        });
        match numbers.get(&name) {
            Some(number) => resolved.extend(number.to_string().bytes().map(|code| Cell {
                code,
                escaped: false,
                span: span.clone(),
            })),
            None => {
                let message = format!("there is no label @{name}");
                diagnostics
                    .push(Diagnostic::error(span, message, "").help("a plain `@` is written `\\@` here"));
            }
        }
        at = end;
    }
    resolved
}

/// Returns the codes for a name in the braces of an escape: a number, a keyword, or colours and their values
/// in BASinC's notation.
fn named(name: &str) -> Option<Vec<u8>> {
    if let Some(digits) = name.strip_prefix("0x").or(name.strip_prefix("0X")) {
        return u8::from_str_radix(digits, 16).ok().map(|code| vec![code]);
    }
    if let Ok(code) = name.parse() {
        return Some(vec![code]);
    }
    if let Some((code, length)) = token::longest_at(name.as_bytes())
        && length == name.len()
    {
        return Some(vec![code]);
    }
    escapes::colours(name)
}

/// Maximum length in bytes of a name in braces, so that a missing brace does not cause a search of the whole
/// text.
const MAX_NAME_LENGTH: usize = 64;

/// Converts a text to logical lines of cells: removes comments, joins continued lines, decodes escapes.
struct Scanner<'a> {
    text: &'a str,
    at: usize,
    /// The remark state of the current line.
    remark: Remark,
    diagnostics: &'a mut Diagnostics,
}

impl<'a> Scanner<'a> {
    fn new(text: &'a str, diagnostics: &'a mut Diagnostics) -> Scanner<'a> {
        let at = if text.starts_with('\u{feff}') {
            '\u{feff}'.len_utf8()
        } else {
            0
        };
        Scanner {
            text,
            at,
            remark: Remark::default(),
            diagnostics,
        }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Skips a newline of either kind, if there is one.
    fn take_newline(&mut self) -> bool {
        let length = if self.rest().starts_with("\r\n") {
            2
        } else {
            usize::from(self.rest().starts_with(ROW_ENDS))
        };
        self.at += length;
        length > 0
    }

    /// The rest of the row, without its newline.
    fn row(&self) -> &'a str {
        let rest = self.rest();
        let row = &rest[..rest.find(ROW_ENDS).unwrap_or(rest.len())];
        work::add(row.len() + 1);
        row
    }

    fn skip_line(&mut self) {
        self.at += self.row().len();
    }

    /// The codes of the escape whose backslash is the current character, and its length in the text; `None`
    /// if it is not an escape.
    fn escape(&self) -> Option<(Vec<u8>, usize)> {
        let after = &self.rest()[1..];
        let mut characters = after.chars();
        let first = characters.next()?;
        let code = match first {
            '\\' | '@' | '"' => first as u8,
            '`' => charset::POUND,
            '*' => charset::COPYRIGHT,
            'a'..='u' | 'A'..='U' => charset::UDGS + (first.to_ascii_lowercase() as u8 - b'a'),
            '{' => {
                let end = after.bytes().take(MAX_NAME_LENGTH).position(|byte| byte == b'}');
                work::add(end.unwrap_or(MAX_NAME_LENGTH));
                let end = end?;
                let name = &after[1..end];
                return Some((named(name)?, 1 + name.len() + 2));
            }
            '#' => {
                let code = after.get(1..4)?.parse().ok()?;
                return Some((vec![code], 5));
            }
            _ => {
                let code = charset::block_from_drawing(first, characters.next()?)?;
                return Some((vec![code], 3));
            }
        };
        Some((vec![code], 2))
    }

    /// Reports a character that the Spectrum does not have, from `start` on. In a remark, where it makes no
    /// difference, an accented letter is replaced by the plain letter.
    fn unknown(&mut self, character: char, start: usize, cells: &mut Vec<Cell>) {
        let shown = character.escape_debug();
        let message = format!("the Spectrum has no character `{shown}`");
        let span = start..self.at;
        let Some(code) = charset::without_accent(character) else {
            self.diagnostics.push(Diagnostic::error(span, message, ""));
            return;
        };
        let letter = char::from(code);
        if !self.remark.contains(cells) {
            let error = Diagnostic::error(span.clone(), message, "");
            let title = format!("write `{letter}`");
            self.diagnostics.push(error.fix(title, span, letter));
            return;
        }
        if !std::mem::replace(&mut self.remark.is_noted, true) {
            let message = "the Spectrum has no letters with accents: in this remark they are written without";
            self.diagnostics.push(Diagnostic {
                severity: Severity::Note,
                ..Diagnostic::error(span.clone(), message, format!("`{letter}` is written"))
            });
        }
        cells.push(Cell {
            code,
            escaped: false,
            span,
        });
    }

    /// Adds the next character or escape of the line. Reports and omits an unknown one.
    fn cell(&mut self, cells: &mut Vec<Cell>) -> Option<()> {
        let start = self.at;
        let character = self.rest().chars().next()?;
        if character == '\\' {
            if let Some((codes, length)) = self.escape() {
                self.at += length;
                cells.extend(codes.into_iter().map(|code| Cell {
                    code,
                    escaped: true,
                    span: start..self.at,
                }));
                return Some(());
            }
            self.at += 1;
            self.diagnostics.push(
                Diagnostic::error(start..self.at, "unknown escape", "")
                    .help("a plain backslash is written `\\\\`; any code can be written as `\\{65}`"),
            );
            return None;
        }
        self.at += character.len_utf8();
        match charset::from_char(character) {
            Some(code) => {
                cells.push(Cell {
                    code,
                    escaped: false,
                    span: start..self.at,
                });
                Some(())
            }
            None => {
                self.unknown(character, start, cells);
                None
            }
        }
    }
}

impl Iterator for Scanner<'_> {
    type Item = Vec<Cell>;

    fn next(&mut self) -> Option<Vec<Cell>> {
        if self.rest().is_empty() {
            return None;
        }
        if self.rest().trim_start_matches([' ', '\t']).starts_with('#') {
            self.skip_line();
            self.take_newline();
            return Some(Vec::new());
        }
        if rows::entry(self.row()).is_some() {
            self.skip_line();
            self.take_newline();
            return Some(Vec::new());
        }
        self.remark = Remark::default();
        let mut cells = Vec::new();
        while !self.rest().is_empty() && !self.take_newline() {
            if self.rest().starts_with('\\') {
                let backslash = self.at;
                self.at += 1;
                if self.rest().is_empty() || self.take_newline() {
                    continue;
                }
                self.at = backslash;
            }
            let _ = self.cell(&mut cells);
        }
        work::add(cells.len());
        Some(cells)
    }
}
