//! Reads a whole listing from a page, and compares its LLIST output with the page.

use girafa_basic::charset;
use girafa_basic::diagnostic::{Diagnostic, Diagnostics, Severity};
use girafa_basic::grammar::{self, Names};
use girafa_basic::program::Line;

use super::finding::{DoubtCode, Finding};
use super::fit::{Extra, MISFIT_COST, WHOLE_LINE_WIDTH};
use super::join::{self, Group, Joined, NO_LINE_COST};
use super::page::PageRow;
use girafa_basic::llist;

/// The result of reading a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// The program's lines.
    pub lines: Vec<Line>,
    /// The page's rows, each next to the row that LLIST prints for it.
    pub rows: Vec<ReadRow>,
    /// Errors and doubts (warnings), with places in the text.
    pub findings: Vec<Finding>,
    /// Statements that need more than a 48K; they are not in doubt.
    pub notes: Vec<Diagnostic>,
}

/// A row of the page and the corresponding row of the restored program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadRow {
    /// The number of its program line.
    pub number: u16,
    /// Its line in the text, from 1.
    pub page_line: usize,
    /// The row as scanned, without leading and trailing spaces.
    pub scanned: String,
    /// The row as LLIST prints it, without trailing spaces; empty if the listing has no such row.
    pub listed: String,
}

impl ReadRow {
    /// Whether the row of the page equals the LLIST row, except for properties that a scan does not preserve:
    /// spaces, and the length of a row of asterisks.
    pub fn as_scanned(&self) -> bool {
        squeezed(without_cursor(&self.scanned).chars()) == squeezed(self.listed.chars())
    }
}

/// The result of parsing rows as a single line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineTrial {
    /// Whether they parse.
    pub parses: bool,
    /// Whether they parse and all rows are exactly full.
    pub is_full: bool,
    /// The line in machine codes, after its number.
    pub body: Vec<u8>,
    /// The work done: about the number of rows read.
    pub steps: usize,
}

/// Parses rows as line `number` of a listing whose names are not known.
pub fn try_line(number: u16, rows: &[PageRow], width: usize) -> LineTrial {
    let group = Group {
        number,
        rows,
        steps: 0,
    };
    let joined = join::join(&group, &Names::new(), width);
    let full = if width < WHOLE_LINE_WIDTH {
        MISFIT_COST
    } else {
        NO_LINE_COST
    };
    LineTrial {
        parses: joined.cost < NO_LINE_COST,
        is_full: joined.cost < full,
        steps: joined.steps,
        body: joined.parsed.body,
    }
}

/// Returns the names of numeric variables that a listing assigns to.
pub fn names(rows: &[PageRow], width: usize) -> Names {
    let rows: Vec<PageRow> = rows.iter().filter(|row| !row.is_empty()).cloned().collect();
    let none = Names::new();
    let (_, groups) = join::groups(&rows, 0, &none, width);
    groups
        .iter()
        .flat_map(|group| join::join(group, &none, width).parsed.assigned)
        .collect()
}

/// Reads a listing with rows of `width` columns; `names` are those that the whole program assigns to.
pub fn read(rows: &[PageRow], width: usize, names: &Names) -> Reading {
    let rows: Vec<PageRow> = rows.iter().filter(|row| !row.is_empty()).cloned().collect();
    let (before, groups) = join::groups(&rows, 0, names, width);
    let mut reading = Reading::default();
    for row in before {
        let label = "expected a line number and a keyword";
        let diagnostic = Diagnostic::error(row.span.clone(), "this row belongs to no line", label);
        reading.findings.push(Finding::new(DoubtCode::NoLine, diagnostic));
    }
    for group in &groups {
        let joined = join::join(group, names, width);
        reading.take(group, &joined, width);
    }
    reading
        .findings
        .sort_by_key(|finding| finding.diagnostic.span.start);
    reading
}

impl Reading {
    /// Adds a later reading: its lines replace those with the same number.
    pub fn put_over(&mut self, later: Reading) {
        let replaced = |number: u16| later.lines.iter().any(|line| line.number == number);
        self.lines.retain(|line| !replaced(line.number));
        self.rows.retain(|row| !replaced(row.number));
        self.lines.extend(later.lines);
        self.lines.sort_by_key(|line| line.number);
        self.rows.extend(later.rows);
        self.findings.extend(later.findings);
        self.notes.extend(later.notes);
    }

    /// Returns the diagnostics of all findings, without their codes.
    pub fn diagnostics(&self) -> Diagnostics {
        self.findings
            .iter()
            .map(|finding| finding.diagnostic.clone())
            .collect()
    }

    fn take(&mut self, group: &Group<'_>, joined: &Joined, width: usize) {
        for diagnostic in joined.parsed.diagnostics.iter().cloned() {
            if diagnostic.code == Some(grammar::EXTENSION) {
                self.notes.push(diagnostic);
            } else {
                self.findings.push(Finding::new(DoubtCode::Syntax, diagnostic));
            }
        }
        let wrong = joined
            .parsed
            .diagnostics
            .iter()
            .any(|diagnostic| diagnostic.severity == Severity::Error);
        let mut listed = Vec::new();
        if !wrong {
            let line = joined.restored();
            listed = llist::line_rows(&line, width);
            self.lines.push(line);
            self.doubts(group, joined, &listed, width);
        }
        for (index, row) in group.rows.iter().enumerate() {
            let listed = listed.get(index).cloned().unwrap_or_default();
            self.rows.push(ReadRow {
                number: group.number,
                page_line: row.line,
                scanned: row.scanned.to_string(),
                listed,
            });
        }
    }

    /// Adds doubts about a line that parses: rows that are not full, and guesses.
    fn doubts(&mut self, group: &Group<'_>, joined: &Joined, listed: &[String], width: usize) {
        let mut doubt = |row: &PageRow, code: DoubtCode, message: String, label: &str| {
            let diagnostic = Diagnostic::warning(row.span.clone(), message, label);
            self.findings.push(Finding::new(code, diagnostic));
        };
        for (index, (row, fit)) in group.rows.iter().zip(&joined.fits).enumerate() {
            let found = width as isize - fit.missing;
            match fit.missing {
                0 => {}
                1.. => doubt(
                    row,
                    DoubtCode::RowTooNarrow,
                    format!("this row is {found} columns wide, not {width}"),
                    "a character or space was lost here",
                ),
                _ => doubt(
                    row,
                    DoubtCode::RowTooWide,
                    format!("this row is {found} columns wide, more than {width}"),
                    "a character too many, or two rows in one",
                ),
            }
            if let unseen @ 1.. = joined.unseen_spaces(index) {
                let found = width.saturating_sub(unseen);
                doubt(
                    row,
                    DoubtCode::RowTooNarrow,
                    format!("this row is {found} columns wide, not {width}"),
                    "a character was lost at its end, or a space was typed there",
                );
            }
            let assumed = match fit.extra {
                Extra::Typed(count) => {
                    format!("{count} space(s) between keywords or symbols of this row count as typed")
                }
                Extra::Run(count) => {
                    format!("{count} space(s) were added to a string of this row that already has some")
                }
                Extra::None | Extra::Asterisks(_) => continue,
            };
            let label = "without them the row is too short";
            doubt(row, DoubtCode::AssumedSpaces, assumed, label);
        }
        if width >= WHOLE_LINE_WIDTH {
            return;
        }
        let mut rows = group.rows.iter().zip(listed);
        if let Some((row, listed)) = rows.find(|(row, listed)| !same_characters(row, listed)) {
            let message = "the restored line wraps at other places than the page".to_owned();
            doubt(row, DoubtCode::RowBreaks, message, &format!("listed: {listed}"));
        } else if listed.iter().skip(group.rows.len()).any(|row| !row.is_empty()) {
            let message = format!(
                "the page has {} rows for line {}, LLIST has {}",
                group.rows.len(),
                group.number,
                listed.len()
            );
            doubt(&group.rows[0], DoubtCode::RowBreaks, message, "");
        }
    }
}

/// Whether a row of the page, with its corrections, has the same characters as a listed one, ignoring spaces
/// and asterisks.
fn same_characters(row: &PageRow, listed: &str) -> bool {
    let characters: String = row
        .cells
        .iter()
        .filter_map(|cell| charset::to_char(cell.code))
        .collect();
    squeezed(without_cursor(&characters).chars()) == squeezed(listed.chars())
}

/// Removes the cursor between the number of the current line and the rest.
fn without_cursor(row: &str) -> String {
    let digits = row.chars().take_while(char::is_ascii_digit).count();
    let (number, rest) = row.split_at(digits);
    format!(
        "{number}{}",
        rest.strip_prefix('>').filter(|_| digits > 0).unwrap_or(rest)
    )
}

/// Normalises characters: without spaces, in capitals, with one asterisk for a run of them, and plain dashes
/// and quotes.
fn squeezed(characters: impl Iterator<Item = char>) -> String {
    let mut squeezed = String::new();
    for character in characters {
        let plain = charset::from_char(character)
            .and_then(charset::to_char)
            .unwrap_or(character);
        if plain != ' ' && (plain != '*' || !squeezed.ends_with('*')) {
            squeezed.push(plain.to_ascii_uppercase());
        }
    }
    squeezed
}
