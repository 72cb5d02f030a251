//! Finds likely repairs of a doubt: edits of its rows with which the line parses and the rows are exactly
//! full.

use std::collections::HashMap;
use std::ops::Range;

use crate::text::Text;

use super::characters::{self, Words};
use super::edits;
use super::fit::Extra;
use super::join::{self, NO_LINE_COST};
use super::page::PageRow;
use super::steps::{Parts, REACH, Step, lost_names, near_keywords, quotes, shifts, shorter_words};
use super::swap::{self, Swap, notation};
use super::unit::{Grade, Unit};

/// A change of one row of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The line of the text, from 1.
    pub line: usize,
    /// The wrong text, which occurs once in the row.
    pub wrong: String,
    /// The corrected text, in the notation of corrections.
    pub right: String,
}

/// A repair of a doubt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repair {
    /// The changes, at most one in each row.
    pub changes: Vec<Change>,
    /// Its cost: higher is less likely. The repairs of a doubt are sorted by cost.
    pub cost: u32,
}

/// Maximum number of repairs offered for a doubt.
pub const MAX_REPAIRS: usize = 3;
/// Maximum number of rows of a line that is repaired.
const MAX_ROWS: usize = 40;
/// Maximum number of edits in a repair.
const MAX_EDITS: usize = 4;
/// Beam width: number of partial repairs that are extended at a time.
const BEAM_WIDTH: usize = 4;
/// An attempt at a line of n rows is weighted as 1 + n²/`ROW_WEIGHT_DIVISOR`.
const ROW_WEIGHT_DIVISOR: usize = 9;
/// Maximum number of attempts for a doubt.
const MAX_TRIES: usize = 3_000;

/// A set of edits of a unit.
struct Try {
    rows: Vec<PageRow>,
    edited: Vec<usize>,
    cost: u32,
    verdict: Grade,
}

/// The result of repairing a row.
#[derive(Default)]
pub(super) struct Repaired {
    /// The likely repairs of the scanned rows, most likely first.
    pub(super) repairs: Vec<Repair>,
    /// The rows after the most likely repair.
    pub(super) rows: Option<Vec<PageRow>>,
    /// The work done, in [`Joined::steps`].
    pub(super) steps: usize,
}

/// Returns the repairs of row `row` of a unit; `scanned` are its rows in the scan, `tries` the attempts left
/// for all doubts, `steps` the work allowed for this one.
pub(super) fn mend(
    unit: &Unit<'_>,
    scanned: &[PageRow],
    row: usize,
    text: &Text<'_>,
    words: &Words,
    tries: &mut usize,
    steps: usize,
) -> Repaired {
    if unit.rows.len() > MAX_ROWS || *tries == 0 {
        return Repaired::default();
    }
    let first = Try {
        rows: unit.rows.to_vec(),
        edited: Vec::new(),
        cost: 0,
        verdict: unit.verdict(unit.rows),
    };
    // An attempt at a long line takes as long as many at a short one.
    let weight = 1 + unit.rows.len() * unit.rows.len() / ROW_WEIGHT_DIVISOR;
    let granted = MAX_TRIES.min(*tries) / weight;
    let mut left = granted;
    let before = first.verdict.clone();
    let mut repaired = Repaired {
        steps: before.steps,
        ..Repaired::default()
    };
    let mut beam = vec![first];
    let mut done: Vec<Try> = Vec::new();
    for _ in 0..MAX_EDITS {
        let mut next: Vec<Try> = Vec::new();
        for at in &beam {
            for step in unit.steps(at, row, words) {
                if left == 0 || repaired.steps >= steps {
                    break;
                }
                left -= 1;
                let tried = unit.tried(at, &step);
                repaired.steps += tried.verdict.steps;
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
        next.truncate(BEAM_WIDTH);
        beam = next;
    }
    *tries -= ((granted - left) * weight).min(*tries);
    let mut ranked: Vec<(_, Try)> = done
        .into_iter()
        .map(|tried| {
            let strange = strangeness(unit.rows, &tried.rows, words);
            let lost = if before.wrong > 0 {
                0
            } else {
                before.keywords.saturating_sub(tried.verdict.keywords)
            };
            let strange = strange + LOST_KEYWORD_COST * lost as u32;
            (
                (
                    tried.verdict.doubtful.len(),
                    tried.cost + strange + tried.verdict.cost / SPACE_COST_DIVISOR,
                    tried.verdict.cost,
                ),
                tried,
            )
        })
        .collect();
    ranked.sort_by_key(|(rank, _)| *rank);
    for (_, tried) in ranked {
        let Some(changes) = changes(scanned, &tried.rows, text).filter(|changes| !changes.is_empty()) else {
            continue;
        };
        let is_new = repaired.repairs.iter().all(|repair| repair.changes != changes);
        if repaired.rows.is_none() {
            repaired.rows = Some(tried.rows);
        }
        if is_new {
            repaired.repairs.push(Repair {
                changes,
                cost: tried.cost,
            });
        }
        if repaired.repairs.len() == MAX_REPAIRS {
            break;
        }
    }
    repaired
}

/// Returns the changes between two versions of rows; `None` if one cannot be written in the notation of
/// corrections.
pub(super) fn changes(wrong: &[PageRow], right: &[PageRow], text: &Text<'_>) -> Option<Vec<Change>> {
    let pairs = wrong
        .iter()
        .zip(right)
        .filter(|(wrong, right)| !same_cells(wrong, right));
    pairs.map(|(wrong, right)| change(wrong, right, text)).collect()
}

/// Whether two rows have the same characters.
pub(super) fn same_cells(one: &PageRow, other: &PageRow) -> bool {
    let characters = |row: &PageRow| {
        row.cells
            .iter()
            .map(|cell| (cell.code, cell.escaped))
            .collect::<Vec<_>>()
    };
    characters(one) == characters(other)
}

/// Cost of new words that do not occur elsewhere in the listing, and of removed words that do.
fn strangeness(before: &[PageRow], after: &[PageRow], words: &Words) -> u32 {
    let mut balance: HashMap<String, i32> = HashMap::new();
    for word in characters::words(after) {
        *balance.entry(word).or_default() += 1;
    }
    for word in characters::words(before) {
        *balance.entry(word).or_default() -= 1;
    }
    let known = |word: &String| words.get(word).copied().unwrap_or(0);
    let cost = balance.iter().map(|(word, &count)| match count {
        1.. if known(word) == 0 => 3,
        ..=-1 if known(word) > 1 => 1,
        _ => 0,
    });
    cost.sum()
}

impl Try {
    /// Whether everything parses, the edited rows and the row in question are full, and there are no new
    /// doubts.
    fn is_done(&self, before: &Grade, row: usize) -> bool {
        let doubtful = &self.verdict.doubtful;
        let wrong_before = before.wrong > 0;
        self.verdict.wrong == 0
            && self.edited.iter().all(|edited| !doubtful.contains(edited))
            && (wrong_before || !doubtful.contains(&row))
            && (wrong_before || doubtful.iter().all(|other| before.doubtful.contains(other)))
    }
}

impl Unit<'_> {
    /// Returns the edits worth trying: in the row in question and at its ends if everything parses, otherwise
    /// near the parse error.
    fn steps(&self, at: &Try, row: usize, words: &Words) -> Vec<Step> {
        let parts = Parts::of(&at.rows);
        let mut steps = Vec::new();
        let mut push = |row: usize, window: Range<usize>, missing: isize| {
            let cells = &at.rows[row].cells;
            for edit in edits::edits(cells, parts.row(row), window, missing) {
                let swap = Swap::new(row, edit.cells, edit.put);
                steps.push(Step {
                    swaps: vec![swap],
                    cost: edit.cost,
                });
            }
        };
        if at.verdict.wrong == 0 {
            // The edited rows must be full first, then the row in question.
            let edited = at
                .edited
                .iter()
                .copied()
                .find(|edited| at.verdict.doubtful.contains(edited));
            let row = edited.unwrap_or(row);
            let missing = self.missing(at, row);
            push(row, 0..at.rows[row].cells.len(), missing);
            if missing == 1 {
                steps.extend(shorter_words(&at.rows, row, words));
            }
            for above in [row.checked_sub(1), Some(row)].into_iter().flatten() {
                steps.extend(shifts(&at.rows, above));
            }
        } else if let Some((row, cell)) = self.place_of_error(at) {
            push(row, cell.saturating_sub(REACH)..cell + 3, 0);
            if cell < REACH && row > 0 {
                let length = at.rows[row - 1].cells.len();
                push(row - 1, length.saturating_sub(REACH - cell)..length, 0);
            }
            // If the next line's number was misread, its row is joined to this line.
            if row + 1 < at.rows.len() {
                push(row + 1, 0..MAX_NUMBER_CELLS, 0);
            }
            for above in [row.checked_sub(1), Some(row)].into_iter().flatten() {
                steps.extend(shifts(&at.rows, above));
            }
            steps.extend(near_keywords(&at.rows, row, cell));
            steps.extend(quotes(&at.rows, row, cell));
            steps.extend(lost_names(&at.rows[row], row, cell, words));
        }
        steps.sort_by_key(|step| step.cost);
        steps
    }

    /// The row and cell of the first parse error.
    fn place_of_error(&self, at: &Try) -> Option<(usize, usize)> {
        let (before, groups) = join::groups(&at.rows, self.after, self.names, self.width);
        if !before.is_empty() {
            return Some((0, 0));
        }
        let mut start = 0;
        for group in &groups {
            let joined = join::join(group, self.names, self.width);
            if joined.cost >= NO_LINE_COST {
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

    /// Number of columns missing in a row; negative if there are too many.
    fn missing(&self, at: &Try, row: usize) -> isize {
        let (before, groups) = join::groups(&at.rows, self.after, self.names, self.width);
        let mut start = before.len();
        for group in &groups {
            if (start..start + group.rows.len()).contains(&row) {
                let joined = join::join(group, self.names, self.width);
                let fit = joined.fits.get(row - start).copied().unwrap_or_default();
                return match fit.extra {
                    Extra::Typed(count) | Extra::Run(count) => count as isize,
                    _ if fit.missing == 0 => joined.unseen_spaces(row - start) as isize,
                    _ => fit.missing,
                };
            }
            start += group.rows.len();
        }
        0
    }

    /// Applies one more step and grades the rows.
    fn tried(&self, at: &Try, step: &Step) -> Try {
        let rows = swap::swapped(&at.rows, 0, &step.swaps);
        let verdict = self.verdict(&rows);
        let mut edited = at.edited.clone();
        edited.extend(step.swaps.iter().map(|swap| swap.row));
        Try {
            rows,
            edited,
            cost: at.cost + step.cost + 1,
            verdict,
        }
    }
}

/// Factor by which changes of spaces cost less than changes of other characters.
const SPACE_COST_DIVISOR: u32 = 4;
/// Additional cost of a repair for each keyword that it replaces.
const LOST_KEYWORD_COST: u32 = 5;
/// Maximum number of cells of a line number.
const MAX_NUMBER_CELLS: usize = 4;

/// Returns the change that turns the characters of `wrong` into those of `right`, with as much of the row
/// around them as is needed to make it unique. `None` if that is impossible.
pub(super) fn change(wrong: &PageRow, right: &PageRow, text: &Text<'_>) -> Option<Change> {
    let (base, text) = (text.start(wrong.line), text.line(wrong.line));
    let same = |(a, b): &(&girafa_basic::source::Cell, &girafa_basic::source::Cell)| {
        a.code == b.code && a.escaped == b.escaped
    };
    let (old, new) = (&wrong.cells, &right.cells);
    let mut first = old.iter().zip(new).take_while(same).count();
    let shortest = old.len().min(new.len());
    let mut after = old
        .iter()
        .rev()
        .zip(new.iter().rev())
        .take_while(same)
        .count()
        .min(shortest - first);
    loop {
        let last = old.len() - after;
        // The characters that one correction inserted are not split.
        if first > 0 && first < old.len() && old[first - 1].span == old[first].span {
            first -= 1;
            continue;
        }
        if after > 0 && last > 0 && old[last - 1].span == old[last].span {
            after -= 1;
            continue;
        }
        if first < last {
            let place = old[first].span.start.checked_sub(base)?..old[last - 1].span.end.checked_sub(base)?;
            let piece = text.get(place)?;
            if !piece.is_empty() && is_only(text, piece) {
                return Some(Change {
                    line: wrong.line,
                    wrong: piece.to_string(),
                    right: notation(&new[first..new.len() - after]),
                });
            }
        }
        match (after, first) {
            (1.., _) if after >= first || first == 0 => after -= 1,
            (_, 1..) => first -= 1,
            _ => return None,
        }
    }
}

/// Whether a piece occurs exactly once in a text, overlapping occurrences included.
pub(super) fn is_only(text: &str, piece: &str) -> bool {
    text.find(piece) == text.rfind(piece)
}
