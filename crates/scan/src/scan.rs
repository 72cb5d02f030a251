//! Reads a scanned listing with its corrections, and returns the doubts with likely repairs.

use std::collections::{BTreeMap, HashSet};
use std::ops::{Range, RangeInclusive};
use std::str::FromStr;

use crate::text::Text;
use girafa_basic::diagnostic::{Diagnostic, Diagnostics, Places, Severity};
use girafa_basic::head::{self, Head};
use girafa_basic::program::Line;
use girafa_basic::recognise;

use super::correct::{self, Unfit};
use super::draft::Draft;
use super::finding::{DoubtCode, Finding};
use super::fit::WHOLE_LINE_WIDTH;
use super::fixes::Fixes;
use super::page::{self, PageRow};
use super::reader::{self, ReadRow, Reading};
use super::repair::{self, Change, MAX_REPAIRS, Repair};
use super::source::Source;
use super::swap::{self, Swap};
use super::uncertain;
use super::unit::{LineRows, line_of, place_of};
use super::{characters, data, dialect, habits, numbers, runs, suspects, unread, width, words};

/// The width of a scan's rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Width {
    /// This many columns; [`WHOLE_LINE_WIDTH`] if each row is a whole line.
    Columns(usize),
    /// The width that makes the rows most consistent.
    #[default]
    Auto,
}

/// Minimum width of the paper.
pub const MIN_COLUMNS: usize = 6;

impl Width {
    /// Returns the width for [`MIN_COLUMNS`] to [`WHOLE_LINE_WIDTH`] columns, or for 0, which means that each row is
    /// a whole line. `None` for other numbers.
    pub fn new(columns: usize) -> Option<Width> {
        match columns {
            0 => Some(Width::Columns(WHOLE_LINE_WIDTH)),
            MIN_COLUMNS..=WHOLE_LINE_WIDTH => Some(Width::Columns(columns)),
            _ => None,
        }
    }

    /// Returns the number of columns if it is known and rows are broken at it.
    pub fn columns(self) -> Option<usize> {
        match self {
            Width::Columns(columns @ ..WHOLE_LINE_WIDTH) => Some(columns),
            _ => None,
        }
    }
}

/// The error for text that is not a width.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a number from {MIN_COLUMNS} to {WHOLE_LINE_WIDTH}, `auto` or `none`")]
pub struct WidthError;

/// Parses a number of columns, `auto`, or `none` if each row is a whole line.
impl FromStr for Width {
    type Err = WidthError;

    fn from_str(text: &str) -> Result<Width, WidthError> {
        match text {
            "auto" => Ok(Width::Auto),
            "none" => Ok(Width::Columns(WHOLE_LINE_WIDTH)),
            _ => {
                let columns = text.parse().ok().filter(|&columns| columns > 0);
                columns.and_then(Width::new).ok_or(WidthError)
            }
        }
    }
}

/// The result of reading a scan.
#[derive(Clone, Debug)]
pub struct Scan {
    /// The width of the rows; [`WHOLE_LINE_WIDTH`] if they are not broken at a width.
    pub width: usize,
    /// The lines that parse.
    pub lines: Vec<Line>,
    /// The program's name on tape as character codes; empty if no head comment has it.
    pub name: Vec<u8>,
    /// The line that LOAD starts the program at, if a head comment has it.
    pub autostart: Option<u16>,
    /// The rows of the scan with the corresponding rows of the program's listing.
    pub rows: Vec<ReadRow>,
    /// The doubts, sorted by position. The listing is complete only if there are none.
    pub doubts: Vec<Doubt>,
    /// Notes: first on the listing as a whole, then on statements that need more than a 48K, sorted by position.
    pub notes: Vec<Note>,
}

/// A note: what the reader of a listing should know, without a doubt about its characters.
#[derive(Clone, Debug)]
pub struct Note {
    /// The line of the text, from 1.
    pub line: usize,
    /// The message.
    pub diagnostic: Diagnostic,
}

/// A place that is not certain.
#[derive(Clone, Debug)]
pub struct Doubt {
    /// The line of the text, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
    /// The kind of doubt.
    pub code: DoubtCode,
    /// The message.
    pub diagnostic: Diagnostic,
    /// The likely repairs, most likely first.
    pub repairs: Vec<Repair>,
}

/// Errors in corrections.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ScanError {
    /// A correction does not fit its row.
    #[error("{}", misfit(*line, reason))]
    Correction {
        /// The line of the text.
        line: usize,
        /// Why it does not fit.
        reason: Unfit,
    },
    /// A correction or doubt has a line number that is not in the text.
    #[error("line {line} is not in the scan, which has {count} lines")]
    NoLine {
        /// The line number.
        line: usize,
        /// The number of lines in the text.
        count: usize,
    },
}

fn misfit(line: usize, reason: &Unfit) -> String {
    match reason {
        Unfit::NoMatch { .. } => format!("the correction of line {line} does not fit: {reason}"),
        Unfit::Overlap => format!("two corrections of line {line} change the same characters"),
        Unfit::NoCharacter { .. } => format!("the correction of line {line}: {reason}"),
    }
}

/// Maximum length of a scan in bytes, the same as for a listing.
pub const MAX_BYTES: u64 = 1 << 20;
/// Maximum number of rows of a scan.
pub const MAX_ROWS: usize = 100_000;
/// Maximum number of repair attempts for a whole scan.
const MAX_TRIES: usize = 40_000;

/// Reads a scan. A listing in this project's text form is accepted too: its head comment is used, and
/// comments before the first row are omitted; other comments only if no line continues in the next row.
/// Errors: a correction does not fit.
pub fn read(scan: &str, fixes: &Fixes, width: Width) -> Result<Scan, ScanError> {
    read_source(Source::from(scan), fixes, width)
}

/// Like [`read`], for a text recognised in pictures: their uncertain characters and unread print are doubts
/// too, until corrected or accepted.
///
/// # Errors
/// A correction does not fit.
pub fn read_source(source: Source<'_>, fixes: &Fixes, width: Width) -> Result<Scan, ScanError> {
    let scan = source.text;
    let text = Text::new(scan);
    let mut diagnostics = Diagnostics::default();
    let head = Head::read(scan, &mut diagnostics);
    let with_code = |code: DoubtCode| move |diagnostic| Finding::new(code, diagnostic);
    let mut unknown: Vec<Finding> = diagnostics
        .into_iter()
        .map(with_code(DoubtCode::HeadComment))
        .collect();
    let mut diagnostics = Diagnostics::default();
    let mut rows = page(&text, fixes, &mut diagnostics)?;
    unknown.extend(
        diagnostics
            .into_iter()
            .map(with_code(DoubtCode::UnknownCharacter)),
    );
    let width = match width {
        Width::Columns(width) => width.min(WHOLE_LINE_WIDTH),
        Width::Auto => width::of(&rows),
    };
    if width >= WHOLE_LINE_WIDTH {
        rows.retain(|row| !is_comment(&row.scanned) || !fixes.changes(row.line).is_empty());
        rows = width::one_line_a_row(rows);
    }
    let names = reader::names(&rows, width);
    let reading = reader::read(&rows, width, &names);
    let mut found = doubts(&rows, width, &text, &reading, &unknown);
    found.extend(uncertain::doubts(&rows, width, &text, fixes, source.uncertain));
    found.extend(
        unread::doubts(&text, source.unread)
            .into_iter()
            .map(|finding| (finding, Vec::new())),
    );
    found.sort_by_key(|(finding, _)| finding.diagnostic.span.start);
    let mut notes = reading.notes;
    if found.iter().any(|(finding, _)| finding.is_error())
        && let Some(note) = recognise::dialect(scan)
    {
        notes.insert(0, note);
        for (_, repairs) in &mut found {
            repairs.retain(|repair| dialect::keeps_keywords(repair, &text));
        }
    }
    let places = Places::new(scan);
    let notes = notes.into_iter().map(|diagnostic| Note {
        line: places.of(diagnostic.span.start).0,
        diagnostic,
    });
    let notes = notes.collect();
    let doubts = found
        .into_iter()
        .map(|(Finding { code, diagnostic }, repairs)| {
            let (line, column) = places.of(diagnostic.span.start);
            Doubt {
                line,
                column,
                code,
                diagnostic,
                repairs,
            }
        })
        .filter(|doubt| doubt.diagnostic.severity == Severity::Error || !fixes.accepts(doubt.line))
        .collect();
    Ok(Scan {
        width,
        name: head.name,
        autostart: head.autostart,
        lines: reading.lines,
        rows: reading.rows,
        doubts,
        notes,
    })
}

/// Lists the lines `lines` of a scan, from 1, read separately with rows of `width` columns.
///
/// # Errors
/// A correction does not fit.
pub fn listed(
    scan: &str,
    fixes: &Fixes,
    width: usize,
    lines: RangeInclusive<usize>,
) -> Result<Vec<ReadRow>, ScanError> {
    let before = lines.start() - 1;
    let part: Vec<&str> = scan.lines().skip(before).take(lines.end() - before).collect();
    let part = part.join("\n");
    let mut here = fixes.clone();
    here.doubts.clear();
    here.corrections.retain_mut(|correction| {
        let is_here = lines.contains(&correction.line);
        correction.line = correction.line.saturating_sub(before);
        is_here
    });
    let mut rows = page(&Text::new(&part), &here, &mut Diagnostics::default())?;
    if width >= WHOLE_LINE_WIDTH {
        rows = width::one_line_a_row(rows);
    }
    let names = reader::names(&rows, width);
    let mut read = reader::read(&rows, width, &names).rows;
    for row in &mut read {
        row.page_line += before;
    }
    Ok(read)
}

/// Returns the width that [`Width::Auto`] selects for the rows of a scan; [`WHOLE_LINE_WIDTH`] if they are not broken
/// at a width.
pub fn width(scan: &str) -> usize {
    let rows = page(&Text::new(scan), &Fixes::default(), &mut Diagnostics::default());
    rows.map_or(WHOLE_LINE_WIDTH, |rows| width::of(&rows))
}

/// Returns all doubts with their repairs: first the most likely reading of the whole line, then the others.
fn doubts(
    rows: &[PageRow],
    width: usize,
    text: &Text<'_>,
    reading: &Reading,
    unknown: &[Finding],
) -> Vec<(Finding, Vec<Repair>)> {
    // Characters that the machine does not have are errors, whatever replaced them.
    let lost: HashSet<&Range<usize>> = unknown.iter().map(|found| &found.diagnostic.span).collect();
    let scanned: Vec<PageRow> = rows.iter().map(|row| without(row, &lost)).collect();
    let mut draft = Draft::new(rows, width);
    let mut others: Vec<Vec<Repair>> = vec![Vec::new(); rows.len()];
    numbers::swallowed(&mut draft);
    if width < WHOLE_LINE_WIDTH {
        runs::restore(&mut draft);
    }
    habits::undo(&mut draft);
    if width < WHOLE_LINE_WIDTH {
        runs::restore(&mut draft);
    }
    mend(&mut draft, &scanned, text, &mut others);
    suspect(&mut draft, &scanned, text, &mut others);
    let lines: Vec<LineRows> = Draft::new(rows, width).places();
    let repaired = draft.rows.clone();
    let repairs = |row: usize| {
        let line = line_of(&lines, row).map_or(row..row + 1, |line| line.rows.clone());
        let whole = repair::changes(&scanned[line.clone()], &repaired[line], text);
        let whole = whole
            .filter(|changes| !changes.is_empty())
            .map(|changes| Repair { changes, cost: 0 });
        let mut repairs: Vec<Repair> = whole.into_iter().collect();
        for other in &others[row] {
            if repairs.iter().all(|repair| repair.changes != other.changes) {
                repairs.push(other.clone());
            }
        }
        repairs.truncate(MAX_REPAIRS);
        repairs
    };
    let row_of = |place: usize| rows.partition_point(|row| row.span.start <= place).checked_sub(1);
    let mut found: Vec<(Finding, Vec<Repair>)> = Vec::new();
    let cleared = cleared(rows, &mut draft);
    let row_of_finding = |finding: &Finding| row_of(finding.diagnostic.span.start);
    let counts = |finding: &&Finding| row_of_finding(finding).is_none_or(|row| !cleared[row]);
    for finding in reading.findings.iter().filter(counts).chain(unknown) {
        let repairs = row_of_finding(finding).map(&repairs);
        found.push((finding.clone(), repairs.unwrap_or_default()));
    }
    let mut known: HashSet<usize> = found
        .iter()
        .filter_map(|(known, _)| row_of_finding(known))
        .collect();
    for note in &draft.notes {
        if !known.contains(&note.row) {
            known.extend(row_of(note.span.start));
            let diagnostic = Diagnostic::warning(note.span.clone(), note.message.clone(), "");
            let finding = Finding::new(DoubtCode::LikelyMisread, diagnostic);
            found.push((finding, repairs(note.row)));
        }
    }
    found
}

/// Whether each row is correct once others are fixed: the unchanged rows of lines that were joined to another
/// line.
fn cleared(rows: &[PageRow], draft: &mut Draft) -> Vec<bool> {
    let is_changed = |row: usize| !repair::same_cells(&rows[row], &draft.rows[row]);
    let changed: Vec<bool> = (0..rows.len()).map(is_changed).collect();
    let mut cleared = vec![false; rows.len()];
    let places = draft.places();
    for swallowing in Draft::new(rows, draft.width).all_places() {
        if !changed[swallowing.rows.clone()].contains(&true) {
            continue;
        }
        let first = places.partition_point(|place| place.rows.start <= swallowing.rows.start);
        let inside = places[first..]
            .iter()
            .take_while(|place| place.rows.start < swallowing.rows.end);
        for place in inside {
            let inside = swallowing.rows.start < place.rows.start && place.rows.end <= swallowing.rows.end;
            if !inside || changed[place.rows.clone()].contains(&true) || draft.budget.left(place) == 0 {
                continue;
            }
            let verdict = draft.verdict(place);
            draft.budget.spend(place, verdict.steps);
            if verdict.wrong == 0 && verdict.doubtful.is_empty() {
                cleared[place.rows.clone()].fill(true);
            }
        }
    }
    cleared
}

/// Removes the replacements of characters that the machine does not have.
fn without(row: &PageRow, unknown: &HashSet<&Range<usize>>) -> PageRow {
    let mut row = row.clone();
    for cell in &mut row.cells {
        if unknown.contains(&cell.span) {
            cell.code = 0;
        }
    }
    row
}

/// Repairs each line, using the grammar and the widths, as long as that helps.
fn mend(draft: &mut Draft, scanned: &[PageRow], text: &Text<'_>, others: &mut [Vec<Repair>]) {
    let mut tries = MAX_TRIES;
    let words = characters::vocabulary(&draft.rows);
    for place in draft.places().iter().rev() {
        let mut passed: Vec<usize> = Vec::new();
        for _ in 0..MAX_PASSES {
            let steps = draft.budget.left(place);
            if steps == 0 {
                break;
            }
            let verdict = draft.verdict(place);
            draft.budget.spend(place, verdict.steps);
            let row = match verdict.wrong {
                0 => verdict.doubtful.iter().copied().find(|row| !passed.contains(row)),
                _ => passed.is_empty().then_some(0),
            };
            let Some(row) = row else { break };
            if verdict.wrong == 0 {
                passed.push(row);
            } else {
                passed.push(usize::MAX);
            }
            let unit = draft.unit(place);
            let scanned_here = &scanned[place.rows.clone()];
            let repaired = repair::mend(&unit, scanned_here, row, text, &words, &mut tries, steps);
            draft.budget.spend(place, repaired.steps);
            let Some(rows) = repaired.rows else { continue };
            for repair in repaired.repairs {
                let changed = |row: &usize| {
                    repair
                        .changes
                        .iter()
                        .any(|change| change.line == scanned[*row].line)
                };
                for row in place.rows.clone().filter(changed) {
                    others[row].push(repair.clone());
                }
            }
            draft.rows.splice(place.rows.clone(), rows);
        }
    }
    draft.learn_names();
}

/// Applies the most likely alternative of each suspect, and reports the others.
fn suspect(draft: &mut Draft, scanned: &[PageRow], text: &Text<'_>, others: &mut [Vec<Repair>]) {
    for find in [
        suspects::dimensions,
        suspects::find,
        suspects::lost_routines,
        data::find,
        words::find,
    ] {
        let places = draft.places();
        // From last to first, so that changes do not move earlier positions; only one suspect per position is
        // applied.
        let mut last: BTreeMap<usize, usize> = BTreeMap::new();
        for mut suspect in find(draft) {
            let free = |swap: &Swap| last.get(&swap.row).is_none_or(|&first| swap.cells.end <= first);
            suspect.alternatives.retain(|swaps| swaps.iter().all(free));
            let known = suspect.alternatives.is_empty();
            let candidates = suspect.alternatives.iter().filter_map(|swaps| {
                let lines = place_of(&places, swaps)?.rows.clone();
                let rows = swap::swapped(&draft.rows[lines.clone()], lines.start, swaps);
                let changed = |row: &usize| swaps.iter().any(|swap| swap.row == *row);
                let pairs = lines.zip(rows).filter(|(row, _)| changed(row));
                let (before, after): (Vec<PageRow>, Vec<PageRow>) =
                    pairs.map(|(row, after)| (scanned[row].clone(), after)).unzip();
                repair::changes(&before, &after, text)
            });
            let candidates: Vec<Vec<Change>> = candidates.collect();
            match draft.make(&places, &suspect.alternatives, &suspect.message) {
                Some(taken) => {
                    let swaps = &suspect.alternatives[taken];
                    for swap in swaps {
                        last.insert(swap.row, swap.cells.start);
                    }
                    let row = swaps.iter().map(|swap| swap.row).min().unwrap_or_default();
                    others[row].extend(candidates.into_iter().map(|changes| Repair { changes, cost: 1 }));
                }
                // It is an error even though there is no likely alternative.
                None if known => {
                    let (row, at) = suspect.place;
                    let span = swap::character_at(&draft.rows[row], at);
                    draft.note(row, span, &suspect.message);
                }
                None => {}
            }
        }
    }
}

/// Maximum number of rows of a line that are fixed in sequence.
const MAX_PASSES: usize = 8;

/// Returns the rows of a scan with its corrections; code fences end a block.
fn page(text: &Text<'_>, fixes: &Fixes, diagnostics: &mut Diagnostics) -> Result<Vec<PageRow>, ScanError> {
    let count = text.count();
    let named = fixes.corrections.iter().map(|correction| correction.line);
    let mut named = named.chain(fixes.doubts.iter().map(|doubt| doubt.line));
    if let Some(line) = named.find(|line| !(1..=count).contains(line)) {
        return Err(ScanError::NoLine { line, count });
    }
    // Rows before the start of the listing.
    let in_front = |&number: &usize| {
        let scanned = text.line(number);
        scanned.trim().is_empty() || is_comment(scanned) && fixes.changes(number).is_empty()
    };
    let first = (1..=count).find(|number| !in_front(number)).unwrap_or(count + 1);
    let rows = correct::rows(text, 1..=count, first, &fixes.corrections, diagnostics);
    let mut page = rows.map_err(|(line, reason)| ScanError::Correction { line, reason })?;
    page.retain(|row| !row.is_empty());
    Ok(page)
}

/// Whether a row is a comment of the text form. On a page a row that starts like this can only be a
/// continuation.
fn is_comment(row: &str) -> bool {
    let row = row.trim_start_matches(|c: char| c.is_whitespace() || c == page::BYTE_ORDER_MARK);
    row.starts_with(head::MARK)
        || row
            .strip_prefix('#')
            .is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t']))
}
