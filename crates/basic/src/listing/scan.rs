//! A scanned listing read with its corrections, and every doubtful place with its likely repairs.

use crate::book::record::Text;
use crate::diagnostic::{Diagnostic, Diagnostics, Severity};
use crate::grammar::Names;
use crate::program::Line;

use super::correct::{self, Unfit};
use super::fit::UNBROKEN;
use super::fixes::Fixes;
use super::join;
use super::page::{self, PageRow};
use super::reader::{self, ReadRow};
use super::repair::{self, Repair, Unit};
use super::{suspects, width};

/// How wide the rows of a scan are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// So many columns.
    Columns(usize),
    /// What makes the rows most consistent.
    Auto,
}

/// What was read.
#[derive(Clone, Debug)]
pub struct Scan {
    /// The width that the rows have; [`UNBROKEN`] if they are not broken by width.
    pub width: usize,
    /// The program's lines that parse.
    pub lines: Vec<Line>,
    /// The scan's rows beside those that the program lists.
    pub rows: Vec<ReadRow>,
    /// What is doubtful, by place; the listing is only read when there is nothing.
    pub doubts: Vec<Doubt>,
}

/// A doubtful place.
#[derive(Clone, Debug)]
pub struct Doubt {
    /// The line of the text, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
    /// What is wrong.
    pub diagnostic: Diagnostic,
    /// The likely repairs, the likeliest first.
    pub repairs: Vec<Repair>,
}

/// Corrections that cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ScanError {
    /// A correction's wrong text is not there once.
    #[error(
        "the correction of line {line} does not fit: `{wrong}` stands there {count} times, should be once"
    )]
    NoMatch {
        /// The line of the text.
        line: usize,
        /// The wrong text.
        wrong: String,
        /// How often it is there.
        count: usize,
    },
    /// Two corrections change the same signs.
    #[error("two corrections of line {0} change the same signs")]
    Overlap(usize),
    /// A right text that cannot be.
    #[error("the correction of line {line}: `{right}` has a character that the Spectrum does not have")]
    NoCharacter {
        /// The line of the text.
        line: usize,
        /// The right text.
        right: String,
    },
    /// A correction or doubt names a line that there is not.
    #[error("there is no line {line} in the scan, which has {count}")]
    NoLine {
        /// The line named.
        line: usize,
        /// How many there are.
        count: usize,
    },
}

/// How many tries at repairs a whole scan gets.
const TRIES: usize = 200_000;

/// Reads a scan. Errors: a correction does not fit.
pub fn read(scan: &str, fixes: &Fixes, width: Width) -> Result<Scan, ScanError> {
    let text = Text::new(scan);
    let mut diagnostics = Diagnostics::default();
    let rows = page(&text, fixes, &mut diagnostics)?;
    let width = match width {
        Width::Columns(width) => width.min(UNBROKEN),
        Width::Auto => width::of(&rows),
    };
    let rows = if width >= UNBROKEN {
        width::one_line_a_row(rows)
    } else {
        rows
    };
    let names = reader::names(&rows, width);
    let reading = reader::read(&rows, width, &names);
    let mut found: Vec<(Diagnostic, Vec<Repair>)> = suspects::unknown_characters(&diagnostics, &rows, &text);
    let mut tries = TRIES;
    let units = units(&rows, &names, width);
    let mut seen: Vec<(usize, Vec<Repair>)> = Vec::new();
    for diagnostic in reading.diagnostics.iter() {
        let Some(row) = rows
            .iter()
            .rposition(|row| row.span.start <= diagnostic.span.start)
        else {
            found.push((diagnostic.clone(), Vec::new()));
            continue;
        };
        let known = seen
            .iter()
            .find(|(known, _)| *known == row)
            .map(|(_, repairs)| repairs.clone());
        let repairs = known.unwrap_or_else(|| {
            let repairs = repairs_of(row, &units, &text, &mut tries);
            seen.push((row, repairs.clone()));
            repairs
        });
        found.push((diagnostic.clone(), repairs));
    }
    found.extend(suspects::misread(&units, &text));
    found.sort_by_key(|(diagnostic, _)| diagnostic.span.start);
    let doubts = found
        .into_iter()
        .map(|(diagnostic, repairs)| {
            let (line, column) = diagnostic.position(scan);
            Doubt {
                line,
                column,
                diagnostic,
                repairs,
            }
        })
        .filter(|doubt| doubt.diagnostic.severity == Severity::Error || !fixes.accepts(doubt.line))
        .collect();
    Ok(Scan {
        width,
        lines: reading.lines,
        rows: reading.rows,
        doubts,
    })
}

/// The rows of a scan with its corrections; code fences end a block.
fn page(text: &Text<'_>, fixes: &Fixes, diagnostics: &mut Diagnostics) -> Result<Vec<PageRow>, ScanError> {
    let count = text.count();
    let named = fixes.corrections.iter().map(|correction| correction.line);
    let mut named = named.chain(fixes.doubts.iter().map(|doubt| doubt.line));
    if let Some(line) = named.find(|line| !(1..=count).contains(line)) {
        return Err(ScanError::NoLine { line, count });
    }
    let mut page = Vec::new();
    let mut block = 0;
    for number in 1..=count {
        let scanned = text.line(number);
        let start = text.start(number);
        let unfit = |unfit| match unfit {
            Unfit::NoMatch { wrong, count } => ScanError::NoMatch {
                line: number,
                wrong,
                count,
            },
            Unfit::Overlap => ScanError::Overlap(number),
            Unfit::NoCharacter { right } => ScanError::NoCharacter { line: number, right },
        };
        if scanned.starts_with("```") {
            page::level_indents(&mut page[block..]);
            block = page.len();
        } else {
            let row = correct::corrected(number, start, scanned, &fixes.changes(number), diagnostics);
            page.push(row.map_err(unfit)?);
        }
        for lost in fixes.lost(number) {
            page.push(correct::lost_row(number, start + scanned.len(), &lost.right).map_err(unfit)?);
        }
    }
    page::level_indents(&mut page[block..]);
    page.retain(|row| !row.is_empty());
    Ok(page)
}

/// The rows' indices of each line, the first for those before any, with the numbers that they lie between.
pub(super) fn units<'a>(rows: &'a [PageRow], names: &'a Names, width: usize) -> Vec<(usize, Unit<'a>)> {
    let (before, groups) = join::groups(rows, 0, names, width);
    let mut units = Vec::new();
    let mut start = before.len();
    let mut after = 0;
    let limits: Vec<u16> = groups
        .iter()
        .map(|group| group.number)
        .chain([u16::MAX])
        .collect();
    let unit = |rows, after, limit| Unit {
        rows,
        after,
        limit,
        names,
        width,
    };
    if !before.is_empty() {
        units.push((0, unit(before, 0, limits[0])));
    }
    for (index, group) in groups.iter().enumerate() {
        units.push((start, unit(group.rows, after, limits[index + 1])));
        start += group.rows.len();
        after = group.number;
    }
    units
}

fn repairs_of(row: usize, units: &[(usize, Unit<'_>)], text: &Text<'_>, tries: &mut usize) -> Vec<Repair> {
    match units.iter().rev().find(|(start, _)| *start <= row) {
        Some((start, unit)) => repair::repairs(unit, row - start, text, tries),
        None => Vec::new(),
    }
}
