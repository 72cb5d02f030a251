//! The rows of one line, and how good they are as a line.

use std::ops::Range;

use girafa_basic::grammar::Names;
use girafa_basic::token;

use super::fit::Extra;
use super::join::{self, Joined, NO_LINE};
use super::page::PageRow;
use super::swap::Swap;

/// Rows that belong to one line, or to none, and what their line numbers lie between.
pub(super) struct Unit<'a> {
    pub(super) rows: &'a [PageRow],
    pub(super) after: u16,
    pub(super) limit: u16,
    pub(super) names: &'a Names,
    pub(super) width: usize,
}

/// How good some rows are as lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Grade {
    /// How far before the end it goes wrong; 0 if everything parses.
    pub(super) wrong: usize,
    /// The rows that are doubtful.
    pub(super) doubtful: Vec<usize>,
    pub(super) cost: u32,
    /// How many keywords there are.
    pub(super) keywords: usize,
    /// How much work it was to find out, in [`Joined::steps`].
    pub(super) steps: usize,
}

/// How far before the end rows go wrong, how many of them are doubtful, and what the spaces put in cost.
pub(super) type Rank = (usize, usize, u32);

/// By how much a rank is worse than another, item by item.
pub(super) type RankChange = (isize, isize, i64);

impl Grade {
    /// What is less is better.
    pub(super) fn rank(&self) -> Rank {
        (self.wrong, self.doubtful.len(), self.cost)
    }

    /// By how much this is worse than another grade of the same line.
    pub(super) fn change_from(&self, before: &Grade) -> RankChange {
        (
            self.wrong.cast_signed() - before.wrong.cast_signed(),
            self.doubtful.len().cast_signed() - before.doubtful.len().cast_signed(),
            i64::from(self.cost) - i64::from(before.cost),
        )
    }
}

impl Unit<'_> {
    /// How good rows are in the unit's place.
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
            if joined.cost >= NO_LINE {
                verdict.wrong += 1 + (joined.cost - NO_LINE) as usize;
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

/// Is there something doubtful about a row of a line that parses?
pub(super) fn is_doubtful(joined: &Joined, row: usize) -> bool {
    let fit = joined.fits.get(row).copied().unwrap_or_default();
    fit.missing != 0 || joined.unseen_spaces(row) > 0 || matches!(fit.extra, Extra::Typed(_) | Extra::Run(_))
}

/// The rows of one line (or those before any), and what its number lies between.
#[derive(Clone, Debug)]
pub(super) struct LineRows {
    pub(super) rows: Range<usize>,
    pub(super) after: u16,
    pub(super) limit: u16,
}

/// The line that a row belongs to.
pub(super) fn line_of(lines: &[LineRows], row: usize) -> Option<&LineRows> {
    let before = lines.partition_point(|line| line.rows.start <= row);
    lines[..before].last().filter(|line| line.rows.contains(&row))
}

/// The line that some swaps change. `None` where there are no swaps, or they are not all of one line.
pub(super) fn place_of<'a>(lines: &'a [LineRows], swaps: &[Swap]) -> Option<&'a LineRows> {
    let line = line_of(lines, swaps.first()?.row)?;
    swaps
        .iter()
        .all(|swap| line.rows.contains(&swap.row))
        .then_some(line)
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
