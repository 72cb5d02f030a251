//! Removes columns that do not belong to a listing: dirt along its edge, such as the shadow of a sheet or a
//! torn edge, has ink in the cells of many rows.

use std::ops::Range;

use super::PageRead;
use crate::find::COLUMNS;
use crate::grid::along;
use crate::read::Candidates;
use crate::{Font, RowGrid};

/// Minimum number of rows for recognizing dirt.
const MIN_ROWS: usize = 8;
/// Minimum log likelihood of a character that counts: the logarithm of 0.9.
const MIN_LOG_LIKELIHOOD: f32 = -0.105;
/// Maximum horizontal offset in cells between the starts of consecutive rows of a listing.
const MAX_OFFSET: f32 = 3.0;

/// Removes the columns at the edges that have ink but no characters in any row of a listing.
pub(super) fn without_dirt(mut page: PageRead) -> PageRead {
    for listing in listings(&page.rows) {
        let cells = &page.cells[listing.clone()];
        let kept = kept(cells, &page.font);
        for row in listing {
            let RowGrid { top, bottom } = &mut page.rows[row];
            for corners in [top, bottom] {
                *corners = corners[kept.start..=kept.end].to_vec();
            }
            page.cells[row] = page.cells[row][kept.clone()].to_vec();
        }
    }
    page
}

/// Returns the groups of consecutive rows with the same number of cells that begin below each other.
pub(super) fn listings(rows: &[RowGrid]) -> Vec<Range<usize>> {
    let mut listings: Vec<Range<usize>> = Vec::new();
    for (at, row) in rows.iter().enumerate() {
        match listings.last_mut() {
            Some(listing) if hangs_together(&rows[at - 1], row) => listing.end = at + 1,
            _ => listings.push(at..at + 1),
        }
    }
    listings
}

fn hangs_together(above: &RowGrid, row: &RowGrid) -> bool {
    let count = row.columns();
    let [left, right] = [0.0, count as f32].map(|across| row.at(across, 0.5));
    let cells = along(left, right, above.at(0.0, 0.5)) * count as f32;
    above.columns() == count && cells.abs() < MAX_OFFSET
}

/// Returns the range of columns of a listing to keep.
fn kept(cells: &[Vec<Candidates>], font: &Font) -> Range<usize> {
    let mut kept = 0..cells.first().map_or(0, Vec::len);
    if cells.len() < MIN_ROWS {
        return kept;
    }
    let is_dirt = |column: usize| {
        let best = || cells.iter().filter_map(|row| row[column].first());
        let is_ink = |glyph: usize| font.glyphs[glyph].has_ink();
        let is_text = |glyph: usize| {
            let glyph = &font.glyphs[glyph];
            !glyph.inverse && !glyph.is_block()
        };
        best().any(|best| is_ink(best.glyph))
            && !best().any(|best| {
                is_ink(best.glyph) && is_text(best.glyph) && best.log_likelihood > MIN_LOG_LIKELIHOOD
            })
    };
    // A listing of the usual width has no extra columns: ink that is not a character is graphics.
    let may_go = |kept: &Range<usize>| kept.len() > 1 && kept.len() != COLUMNS;
    while may_go(&kept) && is_dirt(kept.end - 1) {
        kept.end -= 1;
    }
    while may_go(&kept) && is_dirt(kept.start) {
        kept.start += 1;
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Glyph;
    use crate::read::Candidate;

    /// Returns the columns kept for rows that are read like this; `?` is an `A` that is hardly more likely
    /// than another character.
    fn kept_of(rows: &[&str]) -> Range<usize> {
        let glyph = |text: char| Glyph {
            text,
            inverse: false,
            dots: [u8::from(text != ' '); 8],
        };
        let font = Font {
            glyphs: " A█".chars().map(glyph).collect(),
        };
        let cell = |text: char| {
            let glyph = font.glyphs.iter().position(|glyph| glyph.text == text);
            vec![Candidate {
                glyph: glyph.unwrap_or(1),
                log_likelihood: if text == '?' { -0.7 } else { 0.0 },
            }]
        };
        let cells: Vec<Vec<Candidates>> = rows.iter().map(|row| row.chars().map(cell).collect()).collect();
        kept(&cells, &font)
    }

    #[test]
    fn marks_beside_all_rows_are_not_a_column() {
        let mut rows = ["A A  ██"; 10];
        assert_eq!(kept_of(&rows), 0..5);
        rows[3] = "AAA   ?";
        assert_eq!(kept_of(&rows), 0..5);
        rows[7] = "AAAAA█A";
        assert_eq!(kept_of(&rows), 0..7);
        assert_eq!(kept_of(&["█A "; 10]), 1..3);
        // Empty columns are spaces, and a few rows are not enough.
        assert_eq!(kept_of(&["  A  "; 10]), 0..5);
        assert_eq!(kept_of(&["A█"; 3]), 0..2);
        assert_eq!(kept_of(&[]), 0..0);
        // All 32 columns are kept.
        let [graphics, dirt] = ["█", "██"].map(|end| "A".repeat(31) + end);
        assert_eq!(kept_of(&[graphics.as_str(); 10]), 0..32);
        assert_eq!(kept_of(&[dirt.as_str(); 10]), 0..32);
    }

    #[test]
    fn listings_side_by_side_are_separate() {
        let row = |left: f32, top: f32, columns: usize| {
            let edge = |y: f32| (0..=columns).map(|at| [left + 8.0 * at as f32, y]).collect();
            RowGrid {
                top: edge(top),
                bottom: edge(top + 8.0),
            }
        };
        let rows = [
            row(0.0, 0.0, 32),
            row(2.0, 10.0, 32),
            row(300.0, 0.0, 32),
            row(300.0, 10.0, 33),
        ];
        assert_eq!(listings(&rows), [0..2, 2..3, 3..4]);
    }
}
