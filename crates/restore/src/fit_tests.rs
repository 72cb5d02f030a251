//! The quick way to fit rows gives what looking at all ways gives.

use super::*;

/// Numbers that look like chance.
struct Chance(u64);

impl Chance {
    /// Below `most`.
    fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % most
    }

    fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    fn row(&mut self, width: usize) -> RowWidth {
        RowWidth {
            inner: if self.one_in(2) {
                width.saturating_sub(self.below(4))
            } else {
                self.below(width + 4)
            },
            indent: if self.one_in(2) { 0 } else { self.below(width + 2) },
            asterisks: self.one_in(5),
            typed: if self.one_in(2) { 0 } else { self.below(6) },
            run: self.one_in(4),
            gap: Gap {
                own: if self.one_in(2) {
                    self.below(3)
                } else {
                    self.below(width + 3)
                },
                quoted: self.one_in(2),
                inside_keyword: self.one_in(4),
            },
        }
    }
}

#[test]
fn the_cheapest_ways_are_those_of_all_ways() {
    let mut chance = Chance(48_000);
    for _ in 0..6_000 {
        let width = 1 + chance.below(40);
        let rows: Vec<RowWidth> = (0..1 + chance.below(6)).map(|_| chance.row(width)).collect();
        assert_eq!(fit(&rows, width), one_by_one(&rows, width), "{width}: {rows:?}");
    }
}

/// The work goes with the rows and with the width.
#[test]
fn twice_the_width_is_twice_the_work() {
    let mut chance = Chance(7);
    let rows: Vec<RowWidth> = (0..50)
        .map(|_| RowWidth {
            indent: chance.below(3),
            ..chance.row(30)
        })
        .collect();
    let [narrow, wide] = [100, 200].map(|width| work::of(|| fit(&rows, width)));
    assert!(narrow > 0 && wide <= narrow * 22 / 10, "{narrow} {wide}");
}

/// All ways of all rows, one after the other.
fn one_by_one(rows: &[RowWidth], width: usize) -> (Vec<Fit>, u32) {
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
        ends.sort_by_key(|&(order, ..)| order);
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
