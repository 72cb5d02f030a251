//! The rows of one line, and their quality as a line.

use std::ops::Range;

use girafa_basic::grammar::Names;
use girafa_basic::token;

use super::fit::Extra;
use super::join::{self, Joined, NO_LINE_COST};
use super::page::PageRow;
use super::swap::Swap;

/// The rows of a line (or those before the first), with the limits for its line number.
pub(super) struct Unit<'a> {
    pub(super) rows: &'a [PageRow],
    pub(super) after: u16,
    pub(super) limit: u16,
    pub(super) names: &'a Names,
    pub(super) width: usize,
}

/// The quality of rows as lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Grade {
    /// Distance of the parse error from the end; 0 if everything parses.
    pub(super) wrong: usize,
    /// The doubtful rows.
    pub(super) doubtful: Vec<usize>,
    pub(super) cost: u32,
    /// Number of keywords.
    pub(super) keywords: usize,
    /// The work done for the grade, in [`Joined::steps`].
    pub(super) steps: usize,
}

/// Distance of the parse error from the end, number of doubtful rows, and cost of the inserted spaces.
pub(super) type Rank = (usize, usize, u32);

/// The difference of two ranks, item by item; positive is worse.
pub(super) type RankChange = (isize, isize, i64);

impl Grade {
    /// The rank: smaller is better.
    pub(super) fn rank(&self) -> Rank {
        (self.wrong, self.doubtful.len(), self.cost)
    }

    /// Compares with another grade of the same line.
    pub(super) fn change_from(&self, before: &Grade) -> RankChange {
        (
            self.wrong.cast_signed() - before.wrong.cast_signed(),
            self.doubtful.len().cast_signed() - before.doubtful.len().cast_signed(),
            i64::from(self.cost) - i64::from(before.cost),
        )
    }
}

impl Unit<'_> {
    /// Grades rows in the unit's place.
    pub(super) fn verdict(&self, rows: &[PageRow]) -> Grade {
        let (before, groups) = join::groups(rows, self.after, self.names, self.width);
        let mut verdict = Grade {
            wrong: before.iter().map(|row| row.cells.len() + 1).sum(),
            doubtful: Vec::new(),
            cost: 0,
            keywords: 0,
            steps: 0,
        };
        let mut start = before.len();
        for group in &groups {
            let joined = join::join(group, self.names, self.width);
            verdict.steps += group.steps + joined.steps;
            if group.number >= self.limit {
                verdict.wrong += 1;
            }
            if joined.cost >= NO_LINE_COST {
                verdict.wrong += 1 + (joined.cost - NO_LINE_COST) as usize;
            } else {
                verdict.doubtful.extend(
                    (0..group.rows.len())
                        .filter(|&row| is_doubtful(&joined, row))
                        .map(|row| start + row),
                );
                verdict.cost += joined.cost;
                verdict.keywords += joined
                    .parsed
                    .body
                    .iter()
                    .filter(|&&code| code >= token::FIRST)
                    .count();
            }
            start += group.rows.len();
        }
        verdict
    }
}

/// Whether a row of a line that parses is doubtful.
pub(super) fn is_doubtful(joined: &Joined, row: usize) -> bool {
    let fit = joined.fits.get(row).copied().unwrap_or_default();
    fit.missing != 0 || joined.unseen_spaces(row) > 0 || matches!(fit.extra, Extra::Typed(_) | Extra::Run(_))
}

/// The rows of a line (or those before the first), with the limits for its line number.
#[derive(Clone, Debug)]
pub(super) struct LineRows {
    pub(super) rows: Range<usize>,
    pub(super) after: u16,
    pub(super) limit: u16,
}

/// Returns the line that contains a row.
pub(super) fn line_of(lines: &[LineRows], row: usize) -> Option<&LineRows> {
    let before = lines.partition_point(|line| line.rows.start <= row);
    lines[..before].last().filter(|line| line.rows.contains(&row))
}

/// Returns the line that some swaps change. `None` if there are no swaps, or they are not all in one line.
pub(super) fn place_of<'a>(lines: &'a [LineRows], swaps: &[Swap]) -> Option<&'a LineRows> {
    let line = line_of(lines, swaps.first()?.row)?;
    swaps
        .iter()
        .all(|swap| line.rows.contains(&swap.row))
        .then_some(line)
}

/// Returns the first row index and the unit of each line, with the limits for its number; the first unit has
/// the rows before any line.
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
