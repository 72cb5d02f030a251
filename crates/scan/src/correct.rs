//! Corrections of scanned rows: characters that are wrong replaced by those that are right.

use std::collections::BTreeMap;
use std::ops::Range;

use girafa_basic::diagnostic::Diagnostics;
use girafa_basic::source::{self, Cell};

use super::fixes::Correction;
use super::page::{self, PageRow};
use super::text::Text;

/// Why a correction cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unfit {
    /// The wrong text is not there, or more than once.
    #[error("`{wrong}` is there {count} times, expected once")]
    NoMatch {
        /// The wrong text.
        wrong: String,
        /// How often it is there.
        count: usize,
    },
    /// Two corrections change the same characters.
    #[error("two corrections change the same characters")]
    Overlap,
    /// The right text has a character or escape that the machine does not know.
    #[error("`{right}` has a character that the Spectrum does not have")]
    NoCharacter {
        /// The right text.
        right: String,
    },
}

/// The rows in lines of a text, from 1, with corrections; code fences are left out, and end a block of rows
/// that are indented alike. Of lines before `first` only the rows that are lost below them are there.
/// Characters that the machine does not have are added to `diagnostics`.
///
/// # Errors
/// A correction does not fit: its line, and why.
pub fn rows(
    text: &Text<'_>,
    lines: impl IntoIterator<Item = usize>,
    first: usize,
    corrections: &[Correction],
    diagnostics: &mut Diagnostics,
) -> Result<Vec<PageRow>, (usize, Unfit)> {
    let mut by_line: BTreeMap<usize, Vec<&Correction>> = BTreeMap::new();
    for correction in corrections {
        by_line.entry(correction.line).or_default().push(correction);
    }
    let mut rows = Vec::new();
    let mut block = 0;
    for number in lines {
        let (scanned, start) = (text.line(number), text.start(number));
        let here = by_line.get(&number).map_or(&[][..], Vec::as_slice);
        let unfit = |unfit| (number, unfit);
        if number < first {
            // No listing starts here yet.
        } else if scanned.starts_with("```") {
            page::level_indents(&mut rows[block..]);
            block = rows.len();
        } else {
            let changes: Vec<(&str, &str)> =
                here.iter().filter_map(|correction| correction.change()).collect();
            let row = corrected(number, start, scanned, &changes, diagnostics);
            rows.push(row.map_err(unfit)?);
        }
        for lost in here.iter().filter(|correction| correction.change().is_none()) {
            rows.push(lost_row(number, start + scanned.len(), &lost.right).map_err(unfit)?);
        }
    }
    page::level_indents(&mut rows[block..]);
    Ok(rows)
}

/// Row `number` of a text, which starts at byte `start` of it, with corrections applied: pairs of what is
/// there once and what should. Errors: one does not fit.
fn corrected(
    number: usize,
    start: usize,
    scanned: &str,
    changes: &[(&str, &str)],
    diagnostics: &mut Diagnostics,
) -> Result<PageRow, Unfit> {
    if changes.is_empty() {
        return Ok(PageRow::new(number, start, scanned, diagnostics));
    }
    let mut places: Vec<(Range<usize>, &str)> = Vec::new();
    for &(wrong, right) in changes {
        let found: Vec<usize> = scanned.match_indices(wrong).map(|(at, _)| at).collect();
        let [at] = found[..] else {
            return Err(Unfit::NoMatch {
                wrong: wrong.to_string(),
                count: found.len(),
            });
        };
        places.push((at..at + wrong.len(), right));
    }
    places.sort_by_key(|(place, _)| place.start);
    let mut row = PageRow::new(number, start, scanned, &mut Diagnostics::default());
    let mut cells = Vec::new();
    let mut at = 0;
    for (place, right) in places {
        let kept = scanned.get(at..place.start).ok_or(Unfit::Overlap)?;
        cells.extend(page::cells(kept, start + at, diagnostics));
        cells.extend(right_cells(right, start + place.start..start + place.end)?);
        at = place.end;
    }
    cells.extend(page::cells(&scanned[at..], start + at, diagnostics));
    row.set_cells(cells);
    Ok(row)
}

/// A row that the scan lost, which goes below row `number`, ending at byte `end`. Errors: a character is
/// unknown.
fn lost_row(number: usize, end: usize, right: &str) -> Result<PageRow, Unfit> {
    let mut row = PageRow::new(number, end, "", &mut Diagnostics::default());
    row.set_cells(right_cells(right, end..end)?);
    Ok(row)
}

/// The characters of a correction's right text, all at the place of the wrong one.
fn right_cells(right: &str, span: Range<usize>) -> Result<Vec<Cell>, Unfit> {
    let counted = right.replace(page::COUNTED_SPACE, "\\{32}");
    let cells = source::cells(&counted).ok_or_else(|| Unfit::NoCharacter {
        right: right.to_string(),
    })?;
    Ok(cells
        .into_iter()
        .map(|cell| Cell {
            span: span.clone(),
            ..cell
        })
        .collect())
}
