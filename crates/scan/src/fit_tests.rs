//! Compares the fast algorithm for fitting rows with an exhaustive search.

use girafa_test_support::Random;

use super::*;

/// Returns a random row for paper of about this width.
fn row(random: &mut Random, width: usize) -> RowWidth {
    RowWidth {
        inner: if random.one_in(2) {
            width.saturating_sub(random.below(4))
        } else {
            random.below(width + 4)
        },
        indent: if random.one_in(2) {
            0
        } else {
            random.below(width + 2)
        },
        asterisks: random.one_in(5),
        typed: if random.one_in(2) { 0 } else { random.below(6) },
        run: random.one_in(4),
        gap: Gap {
            own: if random.one_in(2) {
                random.below(3)
            } else {
                random.below(width + 3)
            },
            quoted: random.one_in(2),
            inside_keyword: random.one_in(4),
        },
    }
}

#[test]
fn the_cheapest_fit_equals_that_of_an_exhaustive_search() {
    let mut random = Random(48_000);
    for _ in 0..6_000 {
        let width = 1 + random.below(40);
        let rows: Vec<RowWidth> = (0..1 + random.below(6))
            .map(|_| row(&mut random, width))
            .collect();
        assert_eq!(fit(&rows, width), one_by_one(&rows, width), "{width}: {rows:?}");
    }
}

/// The work is proportional to the number of rows and to the width.
#[test]
fn twice_the_width_is_twice_the_work() {
    let mut random = Random(7);
    let rows: Vec<RowWidth> = (0..50)
        .map(|_| RowWidth {
            indent: random.below(3),
            ..row(&mut random, 30)
        })
        .collect();
    let [narrow, wide] = [100, 200].map(|width| work::of(|| fit(&rows, width)));
    assert!(narrow > 0 && wide <= narrow * 22 / 10, "{narrow} {wide}");
}

/// Searches all fits of all rows exhaustively.
fn one_by_one(rows: &[RowWidth], width: usize) -> (Vec<Fit>, u32) {
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
        // Only the number of spaces at the end of this row matters for the next one: for each number the
        // cheapest fit, the first of equals, and the order in which they were found.
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
    cheapest(rows, width, &best)
}

/// Calls `take` with all fits of a row that starts with `lead` spaces, and their costs.
fn ways(row: &RowWidth, lead: usize, width: usize, mut take: impl FnMut(Fit, u32)) {
    let Some(room) = width.checked_sub(lead + row.inner) else {
        let missing = width as isize - (lead + row.inner) as isize;
        let cost = MISFIT_COST + missing.unsigned_abs() as u32;
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
                    SHORT_ASTERISKS_COST
                } else {
                    0
                },
            );
            continue;
        }
        if row.asterisks {
            push(Extra::Asterisks(count), ASTERISKS_COST);
        }
        if count <= row.typed {
            let cost = match lead + trail {
                0 if count == row.typed => SCANNED_FULL_ROW_COST,
                _ if count == row.typed => SCANNED_SPACES_COST,
                _ => PARTIAL_SPACES_COST,
            };
            push(Extra::Typed(count), cost);
        }
        if row.run {
            push(Extra::Run(count), LONGER_RUN_COST + count as u32);
        }
        let fit = Fit {
            lead,
            trail,
            extra: Extra::None,
            missing: count as isize,
        };
        take(fit, MISFIT_COST + count as u32);
    }
}

/// Returns the numbers of spaces that the next row can start with if this one ends with `trail`, with their
/// costs.
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
                odd + if unseen { QUOTED_SPACES_COST } else { 0 }
            }
            0 => 0,
            _ if inside_keyword => return None,
            _ => UNSEEN_SPACE_COST + more as u32,
        };
        Some((lead, cost))
    })
}
