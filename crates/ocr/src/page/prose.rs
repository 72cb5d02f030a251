//! Leaves out prose above and below a listing that was taken for rows of it.

use std::ops::Range;

use super::edges::listings;
use super::marks::Marks;
use super::{Area, MAX_UNCERTAIN_PERCENT, MIN_CERTAIN_CONFIDENCE, PageRead};
use crate::RowGrid;
use crate::grid::along;

/// Rows with fewer uncertain cells may be badly printed.
const MIN_UNCERTAIN: usize = 8;
/// The share of uncertain cells of prose is at least this many times that of the listing.
const MIN_RATIO: usize = 2;
/// Rows that are farther apart are not next to each other, in heights of rows.
const MAX_PITCH: f32 = 1.8;

/// Returns the marks without those of prose: rows at either end of a listing that are separated from the others by an
/// empty one, and mostly uncertain though the others are not. `None` if there are no such rows.
pub(super) fn without_prose(marks: &Marks, read: &PageRead) -> Option<Marks> {
    if listings(&read.rows).len() != 1 {
        return None;
    }
    let rows = (0..read.rows.len()).map(|row| {
        let is_first = row == 0 || is_apart(&read.rows[row - 1], &read.rows[row]);
        (is_first, Count::of(read, row))
    });
    let listing = listing(&groups(rows));
    let above = listing.start.checked_sub(1).map(|row| &read.rows[row]);
    let below = read.rows.get(listing.end);
    let is_prose = |mark: &Area| {
        let down = |row: &RowGrid| {
            let [top, bottom] = [0.0, 1.0].map(|down| row.at(row.columns() as f32 / 2.0, down));
            along(top, bottom, mark.middle())
        };
        above.is_some_and(|row| down(row) < 1.0) || below.is_some_and(|row| down(row) > 0.0)
    };
    marks.without(is_prose)
}

/// The number of certain characters in a row, and of uncertain cells.
#[derive(Clone, Copy, Debug, Default)]
struct Count {
    certain: usize,
    uncertain: usize,
}

impl Count {
    fn of(read: &PageRead, row: usize) -> Count {
        let mut count = Count::default();
        for best in read.cells[row].iter().filter_map(|candidates| candidates.first()) {
            if best.log_likelihood.exp() < MIN_CERTAIN_CONFIDENCE {
                count.uncertain += 1;
            } else {
                count.certain += usize::from(read.font.glyphs[best.glyph].text != ' ');
            }
        }
        count
    }

    fn plus(self, other: Count) -> Count {
        Count {
            certain: self.certain + other.certain,
            uncertain: self.uncertain + other.uncertain,
        }
    }

    fn all(self) -> usize {
        self.certain + self.uncertain
    }

    fn is_prose(self) -> bool {
        self.uncertain >= MIN_UNCERTAIN && self.uncertain * 100 > self.all() * MAX_UNCERTAIN_PERCENT
    }
}

/// Whether rows are not next to each other.
fn is_apart(above: &RowGrid, row: &RowGrid) -> bool {
    let place = |row: &RowGrid, down: f32| row.at(row.columns() as f32 / 2.0, down);
    along(place(above, 0.0), place(above, 1.0), place(row, 0.0)) > MAX_PITCH
}

/// Groups rows that are next to each other; each row may be the first of a group.
fn groups(rows: impl Iterator<Item = (bool, Count)>) -> Vec<(Range<usize>, Count)> {
    let mut groups: Vec<(Range<usize>, Count)> = Vec::new();
    let mut was_empty = true;
    for (row, (is_first, count)) in rows.enumerate() {
        match groups.last_mut().filter(|_| !is_first && !was_empty) {
            Some((rows, sum)) => (*rows, *sum) = (rows.start..row + 1, sum.plus(count)),
            None => groups.push((row..row + 1, count)),
        }
        was_empty = count.all() == 0;
    }
    groups
}

/// Returns the rows of a listing without the prose above and below, which is in whole groups.
fn listing(groups: &[(Range<usize>, Count)]) -> Range<usize> {
    let is_listing = |(_, count): &(Range<usize>, Count)| !count.is_prose();
    let all = 0..groups.last().map_or(0, |(rows, _)| rows.end);
    let (Some(first), Some(last)) = (
        groups.iter().position(is_listing),
        groups.iter().rposition(is_listing),
    ) else {
        return all;
    };
    let sum = |groups: &[(Range<usize>, Count)]| {
        (groups.iter()).fold(Count::default(), |sum, (_, count)| sum.plus(*count))
    };
    let (listing, prose) = (
        sum(&groups[first..=last]),
        sum(&groups[..first]).plus(sum(&groups[last + 1..])),
    );
    if listing.uncertain * MIN_RATIO * prose.all() > prose.uncertain * listing.all() {
        return all;
    }
    groups[first].0.start..groups[last].0.end
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the rows of the listing; each character of a row is a certain character, an uncertain cell (`?`) or a
    /// space.
    fn listing_of(rows: &[&str]) -> Range<usize> {
        let count = |row: &&str| Count {
            certain: row.chars().filter(|cell| !" ?".contains(*cell)).count(),
            uncertain: row.matches('?').count(),
        };
        listing(&groups(rows.iter().map(|row| (false, count(row)))))
    }

    #[test]
    fn uncertain_rows_before_an_empty_row_are_prose() {
        let rows = [
            "?x?????????",
            "??????",
            "",
            "10 PRINT AT 5,5;\"ABCDE\"",
            "20 PAUSE 100: GO TO 10",
            "",
            "????",
            "????????",
        ];
        // An empty row belongs to the rows above.
        assert_eq!(listing_of(&rows), 3..6);
        assert_eq!(listing_of(&rows[1..]), 0..5);
    }

    #[test]
    fn prose_is_more_uncertain_than_the_listing() {
        let rows = ["10 PR??? a", "20 P???E b", "", "????????"];
        assert_eq!(listing_of(&rows), 0..3);
        assert_eq!(listing_of(&[rows[0], "20 ?????", "", "xx????????"]), 0..4);
    }

    #[test]
    fn bad_print_is_not_prose() {
        // In the row next to the listing, in a few cells, and on the whole page.
        for first in [
            "?x?????????\n10 PRINT a",
            "\n???????\n\n10 PRINT a",
            "????????\n\n?? ???? a",
            "????????",
        ] {
            let rows: Vec<&str> = first.split('\n').collect();
            assert_eq!(listing_of(&rows), 0..rows.len(), "{first}");
        }
    }
}
