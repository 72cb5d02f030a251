//! A whole listing read from a page, and listed again beside it.

use girafa_basic::charset;
use girafa_basic::diagnostic::{Diagnostic, Diagnostics, Severity};
use girafa_basic::grammar::Names;
use girafa_basic::program::Line;

use super::fit::{Extra, UNBROKEN};
use super::join::{self, Group, Joined};
use super::page::PageRow;
use girafa_basic::llist;

/// What was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The program's lines.
    pub lines: Vec<Line>,
    /// The page's rows, each beside the row that LLIST prints for it.
    pub rows: Vec<ReadRow>,
    /// What is wrong (errors) and what is doubtful (warnings), with places in the text.
    pub diagnostics: Diagnostics,
}

/// A row of the page and what the restored program lists for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadRow {
    /// The number of the program line that it belongs to.
    pub number: u16,
    /// The line of the text that it stands in, from 1.
    pub page_line: usize,
    /// The row as scanned, without spaces at its ends.
    pub scanned: String,
    /// The row as LLIST prints it, without spaces at its end; empty if the listing has no such row.
    pub listed: String,
}

impl ReadRow {
    /// Is the row on the page what LLIST prints, but for what a scan does not keep: spaces, and how long a row of asterisks
    /// is?
    pub fn as_scanned(&self) -> bool {
        squeezed(without_cursor(&self.scanned).chars()) == squeezed(self.listed.chars())
    }
}

/// The names of numeric variables that a listing assigns to.
pub fn names(rows: &[PageRow], width: usize) -> Names {
    let rows: Vec<PageRow> = rows.iter().filter(|row| !row.is_empty()).cloned().collect();
    let none = Names::new();
    let (_, groups) = join::groups(&rows, 0, &none, width);
    groups
        .iter()
        .flat_map(|group| join::join(group, &none, width).parsed.assigned)
        .collect()
}

/// Reads a listing whose rows are `width` columns wide; `names` are those that the whole program assigns to.
pub fn read(rows: &[PageRow], width: usize, names: &Names) -> Reading {
    let rows: Vec<PageRow> = rows.iter().filter(|row| !row.is_empty()).cloned().collect();
    let mut diagnostics = Diagnostics::default();
    let (before, groups) = join::groups(&rows, 0, names, width);
    for row in before {
        let label = "a line number and a keyword are wanted";
        diagnostics.push(Diagnostic::error(
            row.span.clone(),
            "this row belongs to no line",
            label,
        ));
    }
    let mut reading = Reading {
        lines: Vec::new(),
        rows: Vec::new(),
        diagnostics,
    };
    for group in &groups {
        let joined = join::join(group, names, width);
        reading.take(group, &joined, width);
    }
    reading.diagnostics = reading.diagnostics.sorted();
    reading
}

impl Reading {
    /// Adds what was read later: its lines replace those of the same number.
    pub fn put_over(&mut self, later: Reading) {
        let replaced = |number: u16| later.lines.iter().any(|line| line.number == number);
        self.lines.retain(|line| !replaced(line.number));
        self.rows.retain(|row| !replaced(row.number));
        self.lines.extend(later.lines);
        self.lines.sort_by_key(|line| line.number);
        self.rows.extend(later.rows);
        later
            .diagnostics
            .iter()
            .for_each(|diagnostic| self.diagnostics.push(diagnostic.clone()));
    }

    fn take(&mut self, group: &Group<'_>, joined: &Joined, width: usize) {
        joined
            .parsed
            .diagnostics
            .iter()
            .for_each(|diagnostic| self.diagnostics.push(diagnostic.clone()));
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

    /// What is doubtful in a line that parses: rows that do not come out full, and guesses.
    fn doubts(&mut self, group: &Group<'_>, joined: &Joined, listed: &[String], width: usize) {
        for (index, (row, fit)) in group.rows.iter().zip(&joined.fits).enumerate() {
            let span = row.span.clone();
            let mut doubt = |message: String, label: &str| {
                self.diagnostics
                    .push(Diagnostic::warning(span.clone(), message, label));
            };
            match fit.missing {
                0 => {}
                missing @ 1.. => doubt(
                    format!(
                        "this row is {} columns wide, not {width}",
                        width as isize - missing
                    ),
                    "a character is lost here, or a space",
                ),
                missing => doubt(
                    format!(
                        "this row is {} columns wide, more than {width}",
                        width as isize - missing
                    ),
                    "a character too many, or two rows in one",
                ),
            }
            if let unseen @ 1.. = joined.unseen_spaces(index) {
                doubt(
                    format!(
                        "this row is {} columns wide, not {width}",
                        width.saturating_sub(unseen)
                    ),
                    "a character is lost at its end, or someone typed a space there",
                );
            }
            match fit.extra {
                Extra::Typed(count) => doubt(
                    format!(
                        "{count} space(s) between keywords or symbols of this row are taken for typed ones"
                    ),
                    "without them the row is too short",
                ),
                Extra::Run(count) => doubt(
                    format!("{count} space(s) are put into a string of this row where it has some already"),
                    "without them the row is too short",
                ),
                Extra::None | Extra::Asterisks(_) => {}
            }
        }
        if width >= UNBROKEN {
            return;
        }
        let mut wrong_rows = group
            .rows
            .iter()
            .zip(listed)
            .filter(|(row, listed)| !same_characters(row, listed));
        if let Some((row, listed)) = wrong_rows.next() {
            let message = "the restored line breaks its rows elsewhere than the page";
            self.diagnostics.push(Diagnostic::warning(
                row.span.clone(),
                message,
                format!("listed: {listed}"),
            ));
        } else if listed.iter().skip(group.rows.len()).any(|row| !row.is_empty()) {
            let message = format!(
                "the page has {} rows for line {}, LLIST {}",
                group.rows.len(),
                group.number,
                listed.len()
            );
            self.diagnostics
                .push(Diagnostic::warning(group.rows[0].span.clone(), message, ""));
        }
    }
}

/// Does a row of the page, with its corrections, have the characters of a listed one, spaces and asterisks aside?
fn same_characters(row: &PageRow, listed: &str) -> bool {
    let characters: String = row
        .cells
        .iter()
        .filter_map(|cell| charset::to_char(cell.code))
        .collect();
    squeezed(without_cursor(&characters).chars()) == squeezed(listed.chars())
}

/// A row without the cursor that stands between the number of the current line and the rest.
fn without_cursor(row: &str) -> String {
    let digits = row.chars().take_while(char::is_ascii_digit).count();
    let (number, rest) = row.split_at(digits);
    format!(
        "{number}{}",
        rest.strip_prefix('>').filter(|_| digits > 0).unwrap_or(rest)
    )
}

/// Characters without spaces, in capitals, with one asterisk for a run of them, and dashes and quotes in their plain forms.
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
