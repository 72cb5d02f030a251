//! Which spaces make each row of a line exactly as wide as the paper.
//!
//! The characters of the line are known and so is the row that each stands in; what is not known is how many spaces a scan
//! dropped at the ends of rows and elsewhere. All ways to make every row but the last come out full are compared by what
//! they cost, and the cheapest is taken: spaces that keywords bring cost nothing, a row that is full exactly as scanned and
//! spaces at a break inside a string or remark little, other spaces that someone must have typed between keywords much, and
//! a row that cannot come out full most.

use girafa_basic::llist;
use girafa_basic::order::Order;

/// A width that no line reaches: for lines that are not broken by width, in whose rows nothing is to be filled.
pub const UNBROKEN: usize = 1000;

/// A row of a line as far as its width goes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RowWidth {
    /// Columns from its first to its last character.
    pub inner: usize,
    /// Spaces that the scan shows before it.
    pub indent: usize,
    /// Does it consist of asterisks in a remark, whose number a scan does not keep?
    pub asterisks: bool,
    /// Spaces in the scan, outside strings, that no keyword brings.
    pub typed: usize,
    /// Is there a run of spaces inside a string, which a scan may have shortened?
    pub run: bool,
    /// The break after it.
    pub gap: Gap,
}

/// The break between a row and the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Gap {
    /// Spaces that stand between the last character before and the first character after it in any case.
    pub own: usize,
    /// Is it inside a string or remark?
    pub quoted: bool,
    /// Is it inside a keyword, where no other space can stand?
    pub inside_keyword: bool,
}

/// How a row comes out full.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fit {
    /// Spaces before its first character.
    pub lead: usize,
    /// Spaces after its last character.
    pub trail: usize,
    /// What is put in between.
    pub extra: Extra,
    /// Columns that are missing (or too many, if negative) for a full row whatever is put in.
    pub missing: isize,
}

/// What is put in between a row's first and last character to fill it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Extra {
    /// Nothing.
    #[default]
    None,
    /// So many more asterisks.
    Asterisks(usize),
    /// So many of the spaces that the scan shows between keywords and symbols.
    Typed(usize),
    /// So many more spaces in a run inside a string.
    Run(usize),
}

const QUOTED_SPACES: u32 = 2;
const ASTERISKS: u32 = 1;
const SHORT_ASTERISKS: u32 = 4;
const FULL_AS_SCANNED: u32 = 3;
const TYPED_AS_SCANNED: u32 = 6;
const TYPED_IN_PART: u32 = 9;
const LONGER_RUN: u32 = 12;
const UNSEEN_TYPED_SPACE: u32 = 30;
const MISFIT: u32 = 1000;

/// How much work the fit of a row is, against that of a row of 32 columns.
pub fn steps(width: usize) -> usize {
    match width {
        UNBROKEN.. => 0,
        _ => 1 + (width / llist::WIDTH).pow(2),
    }
}

/// The cheapest way to make all rows but the last `width` columns wide, and what it costs.
pub fn fit(rows: &[RowWidth], width: usize) -> (Vec<Fit>, u32) {
    let Some(last) = rows.len().checked_sub(1) else {
        return (Vec::new(), 0);
    };
    if width >= UNBROKEN {
        return (vec![Fit::default(); rows.len()], 0);
    }
    // best[i][lead]: the cheapest cost up to row i if it starts with `lead` spaces, and how its predecessor came out.
    let mut best: Vec<Vec<Option<(u32, Fit)>>> = vec![vec![None; width + 1]; rows.len()];
    best[0][0] = Some((0, Fit::default()));
    for at in 0..last {
        // The next row asks only how many spaces end this one: for each number the cheapest way, the first found of equals,
        // and the order in which they are found.
        let mut ends: Vec<Option<(usize, u32, Fit)>> = vec![None; width + 1];
        let mut order = 0;
        for (lead, slot) in best[at].iter().enumerate() {
            let Some((cost, _)) = *slot else { continue };
            ways(&rows[at], lead, width, |fit, row_cost| {
                order += 1;
                let total = cost + row_cost;
                let slot = &mut ends[fit.trail];
                if slot.is_none_or(|(_, known, _)| total < known) {
                    *slot = Some((order, total, fit));
                }
            });
        }
        let mut ends: Vec<(usize, u32, Fit)> = ends.into_iter().flatten().collect();
        ends.order_by_key(|&(order, ..)| order);
        for (_, cost, fit) in ends {
            for (next_lead, gap_cost) in leads(&rows[at], &rows[at + 1], fit.trail, width) {
                let total = cost + gap_cost;
                let slot = &mut best[at + 1][next_lead];
                if slot.is_none_or(|(known, _)| total < known) {
                    *slot = Some((total, fit));
                }
            }
        }
    }
    let ends = best[last].iter().enumerate().filter_map(|(lead, slot)| {
        let (cost, _) = (*slot)?;
        let over = (lead + rows[last].inner).saturating_sub(width);
        Some((cost + if over > 0 { MISFIT + over as u32 } else { 0 }, lead, over))
    });
    let (cost, mut lead, over) = ends.min().unwrap_or_default();
    let mut fits = vec![Fit {
        lead,
        missing: -(over as isize),
        ..Fit::default()
    }];
    if rows[last].asterisks && over == 0 {
        fits[0].extra = Extra::Asterisks(width - lead - rows[last].inner);
    }
    for at in (1..=last).rev() {
        let (_, fit) = best[at][lead].unwrap_or_default();
        lead = fit.lead;
        fits.push(fit);
    }
    fits.reverse();
    (fits, cost)
}

/// Gives `take` the ways a row that starts with `lead` spaces can come out full, with their costs.
fn ways(row: &RowWidth, lead: usize, width: usize, mut take: impl FnMut(Fit, u32)) {
    let Some(room) = width.checked_sub(lead + row.inner) else {
        let missing = width as isize - (lead + row.inner) as isize;
        let cost = MISFIT + missing.unsigned_abs() as u32;
        let fit = Fit {
            lead,
            missing,
            ..Fit::default()
        };
        return take(fit, cost);
    };
    for trail in 0..=room {
        let count = room - trail;
        let mut push = |extra, cost| {
            let fit = Fit {
                lead,
                trail,
                extra,
                missing: 0,
            };
            take(fit, cost);
        };
        if count == 0 {
            push(
                Extra::None,
                if row.asterisks && room > 0 {
                    SHORT_ASTERISKS
                } else {
                    0
                },
            );
            continue;
        }
        if row.asterisks {
            push(Extra::Asterisks(count), ASTERISKS);
        }
        if count <= row.typed {
            let cost = match lead + trail {
                0 if count == row.typed => FULL_AS_SCANNED,
                _ if count == row.typed => TYPED_AS_SCANNED,
                _ => TYPED_IN_PART,
            };
            push(Extra::Typed(count), cost);
        }
        if row.run {
            push(Extra::Run(count), LONGER_RUN + count as u32);
        }
        let fit = Fit {
            lead,
            trail,
            extra: Extra::None,
            missing: count as isize,
        };
        take(fit, MISFIT + count as u32);
    }
}

/// The numbers of spaces that the next row can start with if `trail` end this one, with their costs.
fn leads(row: &RowWidth, next: &RowWidth, trail: usize, width: usize) -> impl Iterator<Item = (usize, u32)> {
    let indent = next.indent;
    let Gap {
        own,
        quoted,
        inside_keyword,
    } = row.gap;
    let least = own.saturating_sub(trail);
    (least..=width).filter_map(move |lead| {
        let more = trail + lead - own;
        let cost = match more {
            _ if quoted => {
                let unseen = more > lead.min(indent);
                let odd = lead.abs_diff(indent).min(10) as u32;
                odd + if unseen { QUOTED_SPACES } else { 0 }
            }
            0 => 0,
            _ if inside_keyword => return None,
            _ => UNSEEN_TYPED_SPACE + more as u32,
        };
        Some((lead, cost))
    })
}
