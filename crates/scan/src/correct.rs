//! Applies corrections to scanned rows.

use std::collections::BTreeMap;
use std::ops::Range;

use girafa_basic::diagnostic::Diagnostics;
use girafa_basic::source::{self, Cell};

use super::fixes::Correction;
use super::page::{self, PageRow};
use super::text::Text;

/// Reasons why a correction cannot be applied.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unfit {
    /// The wrong text does not occur exactly once.
    #[error("`{wrong}` is there {count} times, expected once")]
    NoMatch {
        /// The wrong text.
        wrong: String,
        /// The number of occurrences.
        count: usize,
    },
    /// Two corrections change the same characters.
    #[error("two corrections change the same characters")]
    Overlap,
    /// The corrected text has a character or escape that the machine does not have.
    #[error("`{right}` has a character that the Spectrum does not have")]
    NoCharacter {
        /// The corrected text.
        right: String,
    },
}

/// Returns the rows of a text, numbered from 1, with corrections applied. Code fences are omitted, and end a
/// block of rows with the same indentation. Of lines before `first`, only lost rows below them are included.
/// Characters that the machine does not have are added to `diagnostics`.
///
/// # Errors
/// The line of a correction that does not fit, and the reason.
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
            // The listing has not started yet.
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

/// Returns row `number` of a text, which starts at byte `start`, with corrections applied: pairs of wrong and
/// corrected text. Errors: a correction does not fit.
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

/// Creates a row that the scan lost, below row `number`, which ends at byte `end`. Errors: a character is
/// unknown.
fn lost_row(number: usize, end: usize, right: &str) -> Result<PageRow, Unfit> {
    let mut row = PageRow::new(number, end, "", &mut Diagnostics::default());
    row.set_cells(right_cells(right, end..end)?);
    Ok(row)
}

/// The characters of a correction's new text, all at the position of the wrong text.
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
