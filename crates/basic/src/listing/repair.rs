//! The likely repairs of a doubtful place: edits of its rows after which the line parses and the rows come out full.

use std::ops::Range;

use crate::book::record::Text;
use crate::charset;
use crate::diagnostic::Diagnostics;
use crate::grammar::Names;

use super::edits::{self, Edit};
use super::fit::Extra;
use super::join::{self, Joined, NO_LINE};
use super::page::{self, COUNTED_BLANK, PageRow};

/// A change of one row of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The line of the text, from 1.
    pub line: usize,
    /// What stands there, once.
    pub wrong: String,
    /// What should, in the notation of corrections.
    pub right: String,
}

/// A way to make a doubtful place right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repair {
    /// What is to be changed, at most one change in each row.
    pub changes: Vec<Change>,
    /// How unlikely it is; repairs of one place are sorted by it.
    pub cost: u32,
}

/// How many repairs are offered for a place.
pub const MOST_REPAIRS: usize = 3;
/// Lines with more rows than this are not repaired.
const MOST_ROWS: usize = 40;
/// How many edits a repair can have.
const MOST_EDITS: usize = 4;
/// How many unfinished repairs are followed at a time.
const BEAM: usize = 4;
/// How many tries a place gets.
const TRIES: usize = 3_000;

/// Rows that belong to one line, or to none, and what their line numbers lie between.
pub(super) struct Unit<'a> {
    pub(super) rows: &'a [PageRow],
    pub(super) after: u16,
    pub(super) limit: u16,
    pub(super) names: &'a Names,
    pub(super) width: usize,
}

/// How good some rows are as lines.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Verdict {
    /// How far before the end it goes wrong; 0 if everything parses.
    wrong: usize,
    /// The rows that are doubtful.
    doubtful: Vec<usize>,
    cost: u32,
}

/// Some edits of a unit.
struct Try {
    rows: Vec<PageRow>,
    edited: Vec<usize>,
    cost: u32,
    verdict: Verdict,
}

/// Is there something doubtful about a row of a line that parses?
pub(super) fn is_doubtful(joined: &Joined, row: usize) -> bool {
    let fit = joined.fits.get(row).copied().unwrap_or_default();
    fit.missing != 0 || joined.unseen_blanks(row) > 0 || matches!(fit.extra, Extra::Typed(_) | Extra::Run(_))
}

/// The repairs of row `row` of a unit, the likeliest first; `tries` is what all places together may still use.
pub(super) fn repairs(unit: &Unit<'_>, row: usize, text: &Text<'_>, tries: &mut usize) -> Vec<Repair> {
    if unit.rows.len() > MOST_ROWS || *tries == 0 {
        return Vec::new();
    }
    let first = Try {
        rows: unit.rows.to_vec(),
        edited: Vec::new(),
        cost: 0,
        verdict: unit.verdict(unit.rows),
    };
    let mut left = TRIES.min(*tries);
    *tries -= left;
    let before = first.verdict.clone();
    let mut beam = vec![first];
    let mut done: Vec<Try> = Vec::new();
    for _ in 0..MOST_EDITS {
        let mut next: Vec<Try> = Vec::new();
        for at in &beam {
            for (place, edit) in unit.edits(at, row) {
                if left == 0 {
                    break;
                }
                left -= 1;
                let Some(tried) = unit.tried(at, place, &edit) else {
                    continue;
                };
                if tried.is_done(&before, row) {
                    done.push(tried);
                } else if tried.verdict.wrong < at.verdict.wrong {
                    next.push(tried);
                }
            }
        }
        if !done.is_empty() || next.is_empty() {
            break;
        }
        next.sort_by_key(|tried| (tried.verdict.wrong, tried.cost, tried.verdict.doubtful.len()));
        next.truncate(BEAM);
        beam = next;
    }
    *tries += left;
    done.sort_by_key(|tried| (tried.verdict.doubtful.len(), tried.cost, tried.verdict.cost));
    let mut repairs: Vec<Repair> = Vec::new();
    for tried in &done {
        let changes: Option<Vec<Change>> = (0..unit.rows.len())
            .filter(|&row| unit.rows[row].cells != tried.rows[row].cells)
            .map(|row| change(&unit.rows[row], &tried.rows[row], text))
            .collect();
        let Some(changes) = changes.filter(|changes| !changes.is_empty()) else {
            continue;
        };
        if repairs.iter().all(|repair| repair.changes != changes) {
            repairs.push(Repair {
                changes,
                cost: tried.cost,
            });
        }
        if repairs.len() == MOST_REPAIRS {
            break;
        }
    }
    repairs
}

impl Try {
    /// Does everything parse, are the edited rows full and the row in question too, and is nothing newly doubtful?
    fn is_done(&self, before: &Verdict, row: usize) -> bool {
        let doubtful = &self.verdict.doubtful;
        let wrong_before = before.wrong > 0;
        self.verdict.wrong == 0
            && self.edited.iter().all(|edited| !doubtful.contains(edited))
            && (wrong_before || !doubtful.contains(&row))
            && (wrong_before || doubtful.iter().all(|other| before.doubtful.contains(other)))
    }
}

impl Unit<'_> {
    /// How good rows are in the unit's place.
    fn verdict(&self, rows: &[PageRow]) -> Verdict {
        let (before, groups) = join::groups(rows, self.after, self.names, self.width);
        let mut verdict = Verdict {
            wrong: before.iter().map(|row| row.cells.len() + 1).sum(),
            doubtful: Vec::new(),
            cost: 0,
        };
        let mut start = before.len();
        for group in &groups {
            let joined = join::join(group, self.names, self.width);
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
            }
            start += group.rows.len();
        }
        verdict
    }

    /// The edits worth trying: in the row in question if everything parses, else about the place where it goes wrong.
    fn edits(&self, at: &Try, row: usize) -> Vec<(usize, Edit)> {
        let all = |row: usize, missing| {
            let cells = &at.rows[row].cells;
            edits::edits(cells, 0..cells.len(), missing)
                .into_iter()
                .map(move |edit| (row, edit))
                .collect::<Vec<_>>()
        };
        if at.verdict.wrong == 0 {
            return all(row, self.missing(at, row));
        }
        let Some((row, cell)) = self.place_of_error(at) else {
            return Vec::new();
        };
        let mut found = Vec::new();
        let mut push = |row: usize, window: Range<usize>| {
            let cells = &at.rows[row].cells;
            found.extend(edits::edits(cells, window, 0).into_iter().map(|edit| (row, edit)));
        };
        push(row, cell.saturating_sub(REACH)..cell + 3);
        if cell < REACH && row > 0 {
            let length = at.rows[row - 1].cells.len();
            push(row - 1, length.saturating_sub(REACH - cell)..length);
        }
        // A line number that was misread makes the line above go on into this one.
        if row + 1 < at.rows.len() {
            push(row + 1, 0..NUMBER);
        }
        found.sort_by_key(|(_, edit)| edit.cost);
        found
    }

    /// The row and cell where the rows first go wrong.
    fn place_of_error(&self, at: &Try) -> Option<(usize, usize)> {
        let (before, groups) = join::groups(&at.rows, self.after, self.names, self.width);
        if !before.is_empty() {
            return Some((0, 0));
        }
        let mut start = 0;
        for group in &groups {
            let joined = join::join(group, self.names, self.width);
            if joined.cost >= NO_LINE {
                let spans = joined
                    .parsed
                    .diagnostics
                    .iter()
                    .map(|diagnostic| diagnostic.span.start);
                let wrong = spans.min()?;
                let row = group
                    .rows
                    .iter()
                    .rposition(|row| row.span.start <= wrong)
                    .unwrap_or(0);
                let cells = &group.rows[row].cells;
                let cell = cells
                    .iter()
                    .position(|cell| cell.span.end > wrong)
                    .unwrap_or(cells.len());
                return Some((start + row, cell));
            }
            start += group.rows.len();
        }
        None
    }

    /// How many columns a row lacks, or what it has too many, negative.
    fn missing(&self, at: &Try, row: usize) -> isize {
        let (before, groups) = join::groups(&at.rows, self.after, self.names, self.width);
        let mut start = before.len();
        for group in &groups {
            if (start..start + group.rows.len()).contains(&row) {
                let joined = join::join(group, self.names, self.width);
                let fit = joined.fits.get(row - start).copied().unwrap_or_default();
                return match fit.extra {
                    Extra::Typed(count) | Extra::Run(count) => count as isize,
                    _ if fit.missing == 0 => joined.unseen_blanks(row - start) as isize,
                    _ => fit.missing,
                };
            }
            start += group.rows.len();
        }
        0
    }

    /// One edit more, and how good the rows are then.
    fn tried(&self, at: &Try, place: usize, edit: &Edit) -> Option<Try> {
        if at.rows[place].span.is_empty() {
            return None;
        }
        let mut rows = at.rows.clone();
        let row = &mut rows[place];
        let here = row
            .cells
            .get(edit.cells.start)
            .map_or(row.span.end, |cell| cell.span.start);
        let end = edit.cells.end.checked_sub(1).filter(|_| !edit.cells.is_empty());
        let span = here..end
            .and_then(|end| row.cells.get(end))
            .map_or(here, |cell| cell.span.end);
        let mut put = page::cells(&edit.put, 0, &mut Diagnostics::default());
        put.iter_mut().for_each(|cell| cell.span = span.clone());
        let mut cells = row.cells.clone();
        cells.splice(edit.cells.clone(), put);
        row.set_cells(cells);
        let verdict = self.verdict(&rows);
        let mut edited = at.edited.clone();
        edited.push(place);
        Some(Try {
            rows,
            edited,
            cost: at.cost + edit.cost + 1,
            verdict,
        })
    }
}

/// How many cells before the place where a line goes wrong the cause is looked for.
const REACH: usize = 14;
/// How many cells a line number takes at most.
const NUMBER: usize = 4;

/// The change that makes the signs of `right` of those of `wrong`, with so much of the row around them that it is there only
/// once. `None` if there is no such.
pub(super) fn change(wrong: &PageRow, right: &PageRow, text: &Text<'_>) -> Option<Change> {
    let (base, text) = (text.start(wrong.line), text.line(wrong.line));
    let same =
        |(a, b): &(&crate::source::Cell, &crate::source::Cell)| a.code == b.code && a.escaped == b.escaped;
    let (old, new) = (&wrong.cells, &right.cells);
    let mut first = old.iter().zip(new).take_while(same).count();
    let shortest = old.len().min(new.len());
    let mut behind = old
        .iter()
        .rev()
        .zip(new.iter().rev())
        .take_while(same)
        .count()
        .min(shortest - first);
    loop {
        let last = old.len() - behind;
        // Signs that one correction brought, or none at all, are not cut.
        if first > 0 && first < old.len() && old[first - 1].span == old[first].span {
            first -= 1;
            continue;
        }
        if behind > 0 && last > 0 && old[last - 1].span == old[last].span {
            behind -= 1;
            continue;
        }
        if first < last {
            let place = old[first].span.start.checked_sub(base)?..old[last - 1].span.end.checked_sub(base)?;
            let piece = text.get(place)?;
            if !piece.is_empty() && text.matches(piece).count() == 1 {
                return Some(Change {
                    line: wrong.line,
                    wrong: piece.to_string(),
                    right: notation(&new[first..new.len() - behind]),
                });
            }
        }
        match (behind, first) {
            (1.., _) if behind >= first || first == 0 => behind -= 1,
            (_, 1..) => first -= 1,
            _ => return None,
        }
    }
}

/// Signs in the notation of corrections.
fn notation(cells: &[crate::source::Cell]) -> String {
    cells
        .iter()
        .map(|cell| match (cell.code, cell.escaped) {
            (b' ', true) => COUNTED_BLANK.to_string(),
            (b'\\', _) => "\\\\".to_string(),
            (code, _) => charset::to_char(code).map_or_else(|| format!("\\{{{code}}}"), String::from),
        })
        .collect()
}
