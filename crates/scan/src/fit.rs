//! Determines the spaces that make each row of a line exactly as wide as the paper.
//!
//! The characters of the line and their rows are known; the number of spaces that the scan dropped, at the
//! ends of rows and elsewhere, is not. Each way to fill every row but the last has a cost, and the cheapest
//! is taken. Spaces of keywords cost nothing; a row that is full exactly as scanned, and spaces at a break
//! inside a string or remark, cost little; other spaces that must have been typed between keywords cost much;
//! a row that cannot be filled costs most.

use girafa_basic::{llist, work};

/// A width that no line reaches, for listings that are not broken at a width: no row has to be filled.
pub const WHOLE_LINE_WIDTH: usize = 1000;

/// The measurements of a row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RowWidth {
    /// Columns from its first to its last character.
    pub inner: usize,
    /// Spaces before it in the scan.
    pub indent: usize,
    /// Whether it consists of asterisks in a remark, whose number a scan does not preserve.
    pub asterisks: bool,
    /// Spaces in the scan, outside strings, that do not belong to a keyword.
    pub typed: usize,
    /// Whether it has a run of spaces inside a string, which a scan may have shortened.
    pub run: bool,
    /// The break after it.
    pub gap: Gap,
}

/// The break between a row and the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Gap {
    /// Spaces that are certainly between the last character before and the first character after it.
    pub own: usize,
    /// Whether it is inside a string or remark.
    pub quoted: bool,
    /// Whether it is inside a keyword, where no other space is possible.
    pub inside_keyword: bool,
}

/// How a row is filled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fit {
    /// Spaces before its first character.
    pub lead: usize,
    /// Spaces after its last character.
    pub trail: usize,
    /// What is inserted in between.
    pub extra: Extra,
    /// Columns that are still missing for a full row (negative: too many).
    pub missing: isize,
}

/// What is inserted between a row's first and last character to fill it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Extra {
    /// Nothing.
    #[default]
    None,
    /// This many more asterisks.
    Asterisks(usize),
    /// This many of the spaces that the scan shows between keywords and symbols.
    Typed(usize),
    /// This many more spaces in a run inside a string.
    Run(usize),
}

const QUOTED_SPACES_COST: u32 = 2;
const ASTERISKS_COST: u32 = 1;
const SHORT_ASTERISKS_COST: u32 = 4;
const SCANNED_FULL_ROW_COST: u32 = 3;
const SCANNED_SPACES_COST: u32 = 6;
const PARTIAL_SPACES_COST: u32 = 9;
const LONGER_RUN_COST: u32 = 12;
const UNSEEN_SPACE_COST: u32 = 30;
/// The cost of a row that cannot be filled.
pub(super) const MISFIT_COST: u32 = 1000;

/// The work for fitting a row, relative to a row of 32 columns.
pub fn steps(width: usize) -> usize {
    match width {
        WHOLE_LINE_WIDTH.. => 0,
        _ => 1 + (width / llist::WIDTH).pow(2),
    }
}

/// Returns the cheapest way to make all rows but the last `width` columns wide, and its cost.
pub fn fit(rows: &[RowWidth], width: usize) -> (Vec<Fit>, u32) {
    let Some(last) = rows.len().checked_sub(1) else {
        return (Vec::new(), 0);
    };
    if width >= WHOLE_LINE_WIDTH {
        return (vec![Fit::default(); rows.len()], 0);
    }
    // `best[i][lead]`: the lowest cost up to row i if it starts with `lead` spaces, and the fit of its
    // predecessor.
    let mut best: Vec<Vec<Option<(u32, Fit)>>> = vec![vec![None; width + 1]; rows.len()];
    best[0][0] = Some((0, Fit::default()));
    for at in 0..last {
        let ends = ends(&rows[at], &best[at], width);
        best[at + 1] = starts(&rows[at], rows[at + 1].indent, &ends, width);
    }
    cheapest(rows, width, &best)
}

/// Finds the cheapest last row and follows the path back: `best[i][lead]` is the cost up to row i if it
/// starts with `lead` spaces, and the fit of its predecessor.
fn cheapest(rows: &[RowWidth], width: usize, best: &[Vec<Option<(u32, Fit)>>]) -> (Vec<Fit>, u32) {
    let last = rows.len() - 1;
    let ends = best[last].iter().enumerate().filter_map(|(lead, slot)| {
        let (cost, _) = (*slot)?;
        let over = (lead + rows[last].inner).saturating_sub(width);
        Some((
            cost + if over > 0 { MISFIT_COST + over as u32 } else { 0 },
            lead,
            over,
        ))
    });
    let (cost, mut lead, over) = ends.min().unwrap_or_default();
    let mut fits = vec![Fit {
        lead,
        missing: -(over as isize),
        ..Fit::default()
    }];
    if rows[last].asterisks && over == 0 {
        fits[0].extra = Extra::Asterisks(width.saturating_sub(lead + rows[last].inner));
    }
    for at in (1..=last).rev() {
        let (_, fit) = best[at][lead].unwrap_or_default();
        lead = fit.lead;
        fits.push(fit);
    }
    fits.reverse();
    (fits, cost)
}

/// A fit of a row with all rows before it. Ordered by cost; of equal costs, the one with fewer spaces before
/// the row is taken, then the one with fewer after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Placement {
    cost: u32,
    lead: usize,
    trail: usize,
    /// The order in which kinds of insertions are tried.
    kind: u8,
}

/// Returns, for each number of spaces at the end of a row, the cheapest fit. The cheapest start is updated
/// while `lead` increases, so that the work is linear in the width, not quadratic.
fn ends(row: &RowWidth, best: &[Option<(u32, Fit)>], width: usize) -> Vec<Option<Placement>> {
    work::add(width + 1);
    let cost_of = |lead: usize| best[lead].map(|(cost, _)| cost);
    let mut ends: Vec<Option<Placement>> = vec![None; width + 1];
    let most = width.checked_sub(row.inner);
    let too_wide = most.map_or(0, |most| most + 1);
    for lead in too_wide..=width {
        if let Some(cost) = cost_of(lead) {
            let over = (lead + row.inner - width) as u32;
            take(
                &mut ends,
                Placement::new(cost + MISFIT_COST + over, lead, 0, MISSING_COLUMNS),
            );
        }
    }
    let Some(most) = most else { return ends };
    // Among the starts that leave room for more than the spaces after the row: the cheapest for insertions
    // whose cost grows with their length, and the cheapest for those with a fixed cost.
    let mut by_count: Option<(u32, usize)> = None;
    let mut by_cost: Option<(u32, usize)> = None;
    for lead in 0..=most {
        let trail = most - lead;
        if let Some(cost) = cost_of(lead) {
            let kind = if row.asterisks && trail > 0 {
                SHORT_ASTERISKS_COST
            } else {
                0
            };
            take(&mut ends, Placement::new(cost + kind, lead, trail, FULL_ROW));
            for count in 1..=row.typed.min(trail) {
                let cost = cost + typed_cost(row, lead + trail - count, count);
                take(&mut ends, Placement::new(cost, lead, trail - count, TYPED_SPACES));
            }
            // Counted as if the row started in the first column.
            let whole = cost + (most - lead) as u32;
            by_count = Some(by_count.map_or((whole, lead), |known| known.min((whole, lead))));
            by_cost = Some(by_cost.map_or((cost, lead), |known| known.min((cost, lead))));
        }
        let Some(trail) = trail.checked_sub(1) else {
            continue;
        };
        if let Some((whole, lead)) = by_count {
            let cost = whole - trail as u32;
            take(
                &mut ends,
                Placement::new(cost + MISFIT_COST, lead, trail, MISSING_COLUMNS),
            );
            if row.run {
                take(
                    &mut ends,
                    Placement::new(cost + LONGER_RUN_COST, lead, trail, SPACE_RUN),
                );
            }
        }
        if let Some((cost, lead)) = by_cost.filter(|_| row.asterisks) {
            take(
                &mut ends,
                Placement::new(cost + ASTERISKS_COST, lead, trail, ADDED_ASTERISKS),
            );
        }
    }
    ends
}

/// The kinds of a [`Placement`].
const FULL_ROW: u8 = 0;
const ADDED_ASTERISKS: u8 = 1;
const TYPED_SPACES: u8 = 2;
const SPACE_RUN: u8 = 3;
const MISSING_COLUMNS: u8 = 4;

impl Placement {
    fn new(cost: u32, lead: usize, trail: usize, kind: u8) -> Placement {
        Placement {
            cost,
            lead,
            trail,
            kind,
        }
    }

    /// Returns the resulting fit.
    fn fit(self, row: &RowWidth, width: usize) -> Fit {
        let columns = self.lead + row.inner + self.trail;
        let count = width.saturating_sub(columns);
        Fit {
            lead: self.lead,
            trail: self.trail,
            extra: match self.kind {
                ADDED_ASTERISKS => Extra::Asterisks(count),
                TYPED_SPACES => Extra::Typed(count),
                SPACE_RUN => Extra::Run(count),
                _ => Extra::None,
            },
            missing: if self.kind == MISSING_COLUMNS {
                width as isize - columns as isize
            } else {
                0
            },
        }
    }
}

fn take(ends: &mut [Option<Placement>], way: Placement) {
    let slot = &mut ends[way.trail];
    *slot = Some(slot.map_or(way, |known| known.min(way)));
}

/// The cost of inserting `count` of the spaces that the scan shows, with `about` spaces around the row.
fn typed_cost(row: &RowWidth, about: usize, count: usize) -> u32 {
    match about {
        0 if count == row.typed => SCANNED_FULL_ROW_COST,
        _ if count == row.typed => SCANNED_SPACES_COST,
        _ => PARTIAL_SPACES_COST,
    }
}

/// Returns, for each number of spaces before the next row, the cheapest fit of the row above; the page shows
/// `indent` spaces.
fn starts(
    row: &RowWidth,
    indent: usize,
    ends: &[Option<Placement>],
    width: usize,
) -> Vec<Option<(u32, Fit)>> {
    work::add(width + 1);
    let Gap {
        own,
        quoted,
        inside_keyword,
    } = row.gap;
    // The cheapest from each number of spaces on: with a fixed cost, and with a cost of one per space.
    let mut from: Vec<Option<Placement>> = vec![None; width + 2];
    let mut from_counted: Vec<Option<Placement>> = vec![None; width + 2];
    for trail in (0..=width).rev() {
        let counted = |way: Placement| Placement {
            cost: way.cost + trail as u32,
            ..way
        };
        from[trail] = ends[trail]
            .into_iter()
            .chain(from[trail + 1])
            .min_by_key(Placement::order);
        from_counted[trail] = ends[trail]
            .map(counted)
            .into_iter()
            .chain(from_counted[trail + 1])
            .min_by_key(Placement::order);
    }
    let start = |lead: usize| -> Option<(u32, Placement)> {
        let least = own.saturating_sub(lead);
        if least > width {
            return None;
        }
        let mut found: Option<(u32, Placement)> = None;
        let mut offer = |cost: u32, way: Option<Placement>| {
            if let Some(way) = way {
                let better = |known: &(u32, Placement)| (cost, way.place()) < (known.0, known.1.place());
                if found.as_ref().is_none_or(better) {
                    found = Some((cost, way));
                }
            }
        };
        if quoted {
            // More spaces than the page shows cost more.
            let shown = (own + lead.min(indent)).checked_sub(lead);
            let odd = lead.abs_diff(indent).min(10) as u32;
            let first_unseen = shown.map_or(0, |shown| shown + 1).clamp(least, width + 1);
            work::add(first_unseen - least);
            for way in ends[least..first_unseen].iter().flatten() {
                offer(way.cost + odd, Some(*way));
            }
            let unseen = from[first_unseen];
            offer(
                unseen.map_or(0, |way| way.cost + odd + QUOTED_SPACES_COST),
                unseen,
            );
            return found;
        }
        let exact = own.checked_sub(lead);
        if let Some(way) = exact.and_then(|trail| ends[trail]) {
            offer(way.cost, Some(way));
        }
        if !inside_keyword {
            let more = from_counted[exact.map_or(0, |trail| trail + 1)];
            let cost = more.map_or(0, |way| way.cost + UNSEEN_SPACE_COST + lead as u32 - own as u32);
            offer(cost, more);
        }
        found
    };
    (0..=width)
        .map(|lead| start(lead).map(|(cost, way)| (cost, way.fit(row, width))))
        .collect()
}

impl Placement {
    /// Of equal costs the first is taken.
    fn place(&self) -> (usize, usize) {
        (self.lead, self.trail)
    }

    fn order(&self) -> (u32, usize, usize) {
        (self.cost, self.lead, self.trail)
    }
}

#[cfg(test)]
#[path = "fit_tests.rs"]
mod tests;
