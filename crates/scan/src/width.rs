//! Determines the width of a scan's rows by trial, and handles listings that are not broken at a width.

use girafa_basic::grammar::Names;

use super::fit::WHOLE_LINE_WIDTH;
use super::heads;
use super::join::{self, NO_LINE_COST};
use super::page::PageRow;
use super::unit;
use girafa_basic::source::Cell;
use girafa_basic::{llist, work};

/// Maximum number of widths to try: those of the most frequent long rows, and of common printers.
const MAX_WIDTHS: usize = 6;
/// Maximum number of rows examined.
const MAX_SAMPLE_ROWS: usize = 200;
/// Minimum width; less has no room for a number and a keyword.
const MIN_WIDTH: usize = 12;

/// Returns the width at which most rows are full; [`WHOLE_LINE_WIDTH`] if none is better than no width at all.
pub fn of(rows: &[PageRow]) -> usize {
    let rows = &rows[..rows.len().min(MAX_SAMPLE_ROWS)];
    let names = Names::new();
    let (_, lines) = join::groups(rows, 0, &names, WHOLE_LINE_WIDTH);
    if lines.iter().all(|line| line.rows.len() == 1) {
        return WHOLE_LINE_WIDTH;
    }
    let mut lengths: Vec<(usize, usize)> = Vec::new();
    for row in lines.iter().flat_map(|line| &line.rows[..line.rows.len() - 1]) {
        // A line number of less than four digits is right-aligned on the paper.
        let digits = row.digits();
        for length in [
            row.cells.len(),
            row.cells.len() + 1,
            row.cells.len() + 4usize.saturating_sub(digits),
        ] {
            match lengths.iter_mut().find(|(known, _)| *known == length) {
                Some((_, count)) => *count += 1,
                None => lengths.push((length, 1)),
            }
        }
    }
    lengths.sort_by_key(|&(length, count)| (std::cmp::Reverse(count), length));
    let mut widths: Vec<usize> = lengths
        .iter()
        .map(|&(length, _)| length)
        .take(MAX_WIDTHS)
        .collect();
    let is_near = |width: usize| {
        let least = width - MAX_MISSING_COLUMNS..=width;
        lengths.iter().any(|(length, _)| least.contains(length))
    };
    widths.extend(COMMON_WIDTHS.into_iter().filter(|&width| is_near(width)));
    widths.retain(|width| (MIN_WIDTH..WHOLE_LINE_WIDTH / 4).contains(width));
    // Rows that continue in the next one, except those above a row that appears to start a line with a
    // misread number.
    let broken: Vec<&PageRow> = lines
        .iter()
        .flat_map(|line| line.rows.windows(2))
        .filter(|pair| !heads::starts_nearly(&pair[1]))
        .map(|pair| &pair[0])
        .collect();
    // If all these rows are nearly as wide as common paper, the missing characters may have been lost by the
    // scan.
    let full = |width: usize| {
        let broken = lines.iter().flat_map(|line| &line.rows[..line.rows.len() - 1]);
        broken
            .map(longest)
            .all(|length| (width - MAX_MISSING_COLUMNS..=width + 1).contains(&length))
    };
    let cost = |width: usize| {
        let misfits = misfits(rows, &names, width);
        let usual = COMMON_WIDTHS.contains(&width);
        let fits = misfits * 2 < broken.len() || usual && full(width);
        fits.then_some((misfits * 2 + if usual { 0 } else { UNCOMMON_WIDTH_COST }, width))
    };
    widths
        .into_iter()
        .filter_map(cost)
        .min()
        .map_or(WHOLE_LINE_WIDTH, |(_, width)| width)
}

/// Number of columns of a row, with its number right-aligned.
fn longest(row: &PageRow) -> usize {
    let digits = row.digits();
    let indent = if digits > 0 {
        4usize.saturating_sub(digits)
    } else {
        row.indent
    };
    row.cells.len() + indent
}

/// The widths of the ZX Printer and of other common printers.
const COMMON_WIDTHS: [usize; 3] = [llist::WIDTH, 64, 80];
/// Maximum number of columns by which a full row can seem too short, because of spaces at its end and lost
/// characters.
const MAX_MISSING_COLUMNS: usize = 4;
/// Cost of an uncommon width; a row that is not full costs two.
const UNCOMMON_WIDTH_COST: usize = 3;

/// Number of continued rows that are not full.
fn misfits(rows: &[PageRow], names: &Names, width: usize) -> usize {
    let (_, groups) = join::groups(rows, 0, names, width);
    groups
        .iter()
        .map(|group| {
            let joined = join::join(group, names, width);
            if joined.cost >= NO_LINE_COST {
                return 0;
            }
            (0..group.rows.len())
                .filter(|&row| unit::is_doubtful(&joined, row))
                .count()
        })
        .sum()
}

/// Splits the rows of a listing with missing line breaks: a row with several lines is cut before each number
/// that follows a line that parses and starts another one.
pub(super) fn one_line_a_row(rows: Vec<PageRow>) -> Vec<PageRow> {
    rows.into_iter().flat_map(cut).collect()
}

fn cut(row: PageRow) -> Vec<PageRow> {
    let names = Names::new();
    let mut left = READS_PER_CHARACTER * row.cells.len() + BASE_READS;
    let mut parses = |row: &PageRow| {
        // A row that would take too long is not cut.
        let affordable = row.cells.len() <= left;
        left = left.saturating_sub(row.cells.len());
        if !affordable {
            return false;
        }
        let (before, groups) = join::groups(std::slice::from_ref(row), 0, &names, WHOLE_LINE_WIDTH);
        before.is_empty()
            && groups.len() == 1
            && groups
                .iter()
                .all(|group| join::join(group, &names, WHOLE_LINE_WIDTH).cost < NO_LINE_COST)
    };
    let mut pieces = Vec::new();
    let mut rest = row;
    'rows: while !parses(&rest) {
        work::add(rest.cells.len());
        let above = number_of(&rest.cells);
        let mut quoted = false;
        let mut tries = 0;
        for at in 1..rest.cells.len() {
            quoted ^= rest.cells[at].code == b'"';
            let starts = rest.cells[at - 1].code == b' ' && rest.cells[at].code.is_ascii_digit();
            if quoted || !starts {
                continue;
            }
            let tail = &rest.cells[at..];
            if !join::starts_line(tail) || number_of(tail) <= above {
                continue;
            }
            tries += 1;
            let head = piece(&rest, &rest.cells[..at]);
            if parses(&head) {
                pieces.push(head);
                rest = piece(&rest, tail);
                continue 'rows;
            }
            if tries == MAX_CUTS {
                break;
            }
        }
        break;
    }
    pieces.push(rest);
    pieces
}

/// Maximum number of cut positions tried in a row before it is left unchanged.
const MAX_CUTS: usize = 20;
/// Number of characters read for the cuts of a row: per character of the row, and in any case.
const READS_PER_CHARACTER: usize = 50;
const BASE_READS: usize = 200_000;

fn number_of(cells: &[Cell]) -> Option<u32> {
    let digits = cells
        .iter()
        .map(|cell| cell.code)
        .take_while(u8::is_ascii_digit)
        .take(5);
    digits.fold(None, |number, digit| {
        Some(number.unwrap_or(0) * 10 + u32::from(digit - b'0'))
    })
}

fn piece(row: &PageRow, cells: &[Cell]) -> PageRow {
    let mut piece = PageRow {
        line: row.line,
        span: row.span.clone(),
        scanned: row.scanned.clone(),
        indent: row.indent,
        cells: Vec::new(),
    };
    piece.set_cells(cells.to_vec());
    let ends = piece.cells.first().zip(piece.cells.last());
    if let Some((first, last)) = ends {
        piece.span = first.span.start..last.span.end;
    }
    piece
}
