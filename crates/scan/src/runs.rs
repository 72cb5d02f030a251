//! Runs of asterisks and similar characters inside strings. A scan preserves only a few of them. But a
//! heading fills rows of the screen, and the rows of the listing are full too, and both together determine
//! the length:
//!
//! ```text
//! 310 PRINT : PRINT "*****       12, so that the row of the listing is full
//! *****": STOP                   20, so that the row of the screen is
//! ```

use std::ops::Range;

use girafa_basic::source::Cell;
use girafa_basic::token;

use super::characters::{self, Words};
use super::draft::Draft;
use super::join::{self, NO_LINE_COST};
use super::page::PageRow;
use super::swap::{self, Swap};
use super::unit::LineRows;
use girafa_basic::llist;

/// Characters used for headings.
const DECORATION: [u8; 3] = [b'*', b'=', b'_'];
/// Minimum length of a run.
const MIN_RUN: usize = 4;
/// Columns of the screen.
const SCREEN_COLUMNS: usize = llist::WIDTH;
/// Maximum number of rows of a heading in the listing.
const MAX_ROWS: usize = 16;

/// Restores the runs in all strings.
pub(super) fn restore(draft: &mut Draft) {
    let words = characters::vocabulary(&draft.rows);
    for place in draft.places().iter().rev() {
        if place.rows.len() > MAX_ROWS || draft.budget.left(place) == 0 {
            continue;
        }
        let Some(swaps) = swaps(draft, place, &words) else {
            continue;
        };
        let unit = draft.unit(place);
        let rows = swap::swapped(unit.rows, place.rows.start, &swaps);
        let (before, after) = (draft.verdict(place), unit.verdict(&rows));
        draft.budget.spend(place, before.steps + after.steps);
        if after.wrong <= before.wrong && after.doubtful.len() <= before.doubtful.len() {
            let first = swaps
                .iter()
                .map(|swap| (swap.row, swap.cells.start))
                .min()
                .unwrap_or_default();
            let span = swap::character_at(&draft.rows[first.0], first.1);
            draft.rows.splice(place.rows.clone(), rows);
            let message = "a row of one character is shorter than the rows of the listing and of the screen";
            draft.note(first.0, span, message);
        }
    }
}

/// A part of a string in one row.
struct Piece {
    row: usize,
    cells: Range<usize>,
    /// The repeated character if it is a run.
    character: Option<u8>,
}

/// A string with runs, from its opening quote.
struct Heading {
    pieces: Vec<Piece>,
    /// The row of the closing quote.
    end: usize,
    /// Superfluous quotes, and a missing one.
    quotes: Vec<Swap>,
}

fn swaps(draft: &Draft, place: &LineRows, words: &Words) -> Option<Vec<Swap>> {
    let rows = &draft.rows[place.rows.clone()];
    let text: Vec<characters::Character> = characters::of(rows, 0);
    let start = text
        .iter()
        .position(|character| character.code.is_ascii_uppercase())?;
    if characters::keyword(&text[start..]) == Some(token::REM) {
        return None;
    }
    let (row, quote) = opening(rows)?;
    let heading = Heading::of(rows, row, quote);
    if !is_short(draft, place, &heading) {
        return None;
    }
    let used = columns(draft, place, row, quote)?;
    let mut swaps = heading.solve(rows, row, draft.width.checked_sub(used)?, draft.width, words)?;
    swaps.extend(heading.quotes);
    swaps.iter_mut().for_each(|swap| swap.row += place.rows.start);
    let rows_before = &draft.rows;
    swaps.retain(|swap| {
        let there: String = rows_before[swap.row].cells[swap.cells.clone()]
            .iter()
            .map(|cell| char::from(cell.code))
            .collect();
        there != swap.put.replace('␣', " ")
    });
    (!swaps.is_empty()).then_some(swaps)
}

fn run_length(row: &PageRow, at: usize) -> usize {
    let character = row.cells[at].code;
    let length = row.cells[at..]
        .iter()
        .take_while(|cell| cell.code == character)
        .count();
    if DECORATION.contains(&character) && length >= MIN_RUN {
        length
    } else {
        0
    }
}

/// Returns the row and cell of the opening quote of the first string that starts with a run.
fn opening(rows: &[PageRow]) -> Option<(usize, usize)> {
    rows.iter().enumerate().find_map(|(row, content)| {
        let quote = (1..content.cells.len())
            .find(|&at| content.cells[at - 1].code == b'"' && run_length(content, at) > 0)?;
        Some((row, quote - 1))
    })
}

/// Whether the rows of a heading have an error: they do not parse, a row with a run is not full, or a run
/// that continues in the next row does not fill the screen's row.
fn is_short(draft: &Draft, place: &LineRows, heading: &Heading) -> bool {
    let rows = &draft.rows[place.rows.clone()];
    let (_, groups) = join::groups(rows, place.after, &draft.names, draft.width);
    let [group] = &groups[..] else { return true };
    let joined = join::join(group, &draft.names, draft.width);
    let runs = heading.pieces.iter().filter(|piece| piece.character.is_some());
    let over = heading.pieces.windows(2).any(|pair| {
        let length = pair[0].cells.len() + pair[1].cells.len();
        pair[0].row != pair[1].row
            && pair[0].character.is_some()
            && pair[0].character == pair[1].character
            && length % SCREEN_COLUMNS != 0
    });
    joined.cost >= NO_LINE_COST || over || runs.map(|run| run.row).any(|row| joined.added_spaces(row) > 0)
}

/// Number of columns in the listing's row up to and including a quote.
fn columns(draft: &Draft, place: &LineRows, row: usize, quote: usize) -> Option<usize> {
    let mut rows = draft.rows[place.rows.start..=place.rows.start + row].to_vec();
    let mut cells = rows[row].cells[..=quote].to_vec();
    cells.push(cells[quote].clone());
    rows[row].set_cells(cells);
    let (before, groups) = join::groups(&rows, place.after, &draft.names, draft.width);
    let [group] = &groups[..] else { return None };
    let joined = join::join(group, &draft.names, draft.width);
    let whole = before.is_empty() && joined.cost < NO_LINE_COST;
    let columns = whole
        .then(|| joined.columns())?
        .checked_sub(1 + row * draft.width)?;
    (columns < draft.width).then_some(columns)
}

/// The spaces before a row that continues a string: those of the page, or one if joining the parts gives no
/// word of the listing.
fn spaces_between(above: &PageRow, below: &PageRow, words: &Words) -> usize {
    let letter = |cell: &&Cell| cell.code.is_ascii_alphabetic();
    let mut word: Vec<char> = above
        .cells
        .iter()
        .rev()
        .take_while(letter)
        .map(|cell| char::from(cell.code))
        .collect();
    word.reverse();
    let head = word.len();
    word.extend(
        below
            .cells
            .iter()
            .take_while(letter)
            .map(|cell| char::from(cell.code)),
    );
    let word: String = word.into_iter().collect();
    let apart = head > 0 && word.len() > head && words.get(&word).copied().unwrap_or(0) < 2;
    below.indent.max(usize::from(apart))
}

impl Heading {
    fn of(rows: &[PageRow], row: usize, quote: usize) -> Heading {
        let mut heading = Heading {
            pieces: Vec::new(),
            end: rows.len() - 1,
            quotes: Vec::new(),
        };
        for (index, content) in rows.iter().enumerate().skip(row) {
            let mut at = if index == row { quote + 1 } else { 0 };
            while at < content.cells.len() {
                let code = content.cells[at].code;
                let run = run_length(content, at);
                if run > 0 {
                    heading.push(index, at..at + run, Some(code));
                    at += run;
                } else if code == b'"' {
                    let goes_on = at + 1 == content.cells.len()
                        && rows.get(index + 1).is_some_and(|next| {
                            !next.is_empty()
                                && run_length(next, 0) > 0
                                && heading.character() == Some(next.cells[0].code)
                        });
                    if !goes_on {
                        heading.end = index;
                        return heading;
                    }
                    heading.quotes.push(Swap::new(index, at..at + 1, ""));
                    at += 1;
                } else {
                    let plain = |at: &usize| content.cells[*at].code != b'"' && run_length(content, *at) == 0;
                    let end = (at..content.cells.len())
                        .take_while(plain)
                        .last()
                        .map_or(at + 1, |last| last + 1);
                    let inked = |at: &usize| content.cells[*at].code != b' ';
                    let first = (at..end).find(inked);
                    let last = (at..end).rev().find(inked);
                    if let (Some(first), Some(last)) = (first, last) {
                        heading.push(index, first..last + 1, None);
                    }
                    at = end;
                }
            }
        }
        let length = rows[heading.end].cells.len();
        heading.quotes.push(Swap::new(heading.end, length..length, "\""));
        heading
    }

    fn push(&mut self, row: usize, cells: Range<usize>, character: Option<u8>) {
        self.pieces.push(Piece {
            row,
            cells,
            character,
        });
    }

    /// The character of the last part.
    fn character(&self) -> Option<u8> {
        self.pieces.last()?.character
    }

    /// Computes the lengths of the runs and of the spaces next to them so that both the rows of the listing
    /// and those of the screen are full; `room` columns are left in the first row.
    fn solve(
        &self,
        rows: &[PageRow],
        first: usize,
        room: usize,
        width: usize,
        words: &Words,
    ) -> Option<Vec<Swap>> {
        let mut swaps = Vec::new();
        // The column of the string on the screen, if it starts at the left edge.
        let mut column = 0;
        for (row, content) in rows.iter().enumerate().take(self.end + 1).skip(first) {
            let mut room = if row == first { room } else { width };
            let here: Vec<usize> = (0..self.pieces.len())
                .filter(|&at| self.pieces[at].row == row)
                .collect();
            let text: usize = here
                .iter()
                .filter(|&&at| self.pieces[at].character.is_none())
                .map(|&at| self.pieces[at].cells.len())
                .sum();
            let mut text = text;
            for (index, &at) in here.iter().enumerate() {
                let piece = &self.pieces[at];
                let before = if index > 0 {
                    Some(&self.pieces[here[index - 1]])
                } else {
                    None
                };
                let last = index + 1 == here.len();
                let closes = row == self.end && last;
                let goes_on = at.checked_sub(1).map(|at| &self.pieces[at]).is_some_and(|above| {
                    above.row != row && above.character.is_some() && above.character == piece.character
                });
                let gap_start = before.map_or(piece.cells.start, |before| before.cells.end);
                let scanned = piece.cells.start - gap_start;
                let mut gap = scanned;
                let length = match piece.character {
                    None => {
                        // After a run whose length is determined by the screen, spaces fill the row of the
                        // listing.
                        if before.is_some_and(|before| before.character.is_some()) && last && row != self.end
                        {
                            gap = room.checked_sub(piece.cells.len())?;
                        } else if index == 0 && row != first {
                            gap = spaces_between(&rows[row - 1], content, words);
                        }
                        text -= piece.cells.len();
                        piece.cells.len()
                    }
                    Some(_) if goes_on => SCREEN_COLUMNS - column % SCREEN_COLUMNS,
                    Some(_) if last && !closes => {
                        if before.is_some() {
                            gap = (SCREEN_COLUMNS - column % SCREEN_COLUMNS) % SCREEN_COLUMNS;
                        }
                        room.checked_sub(gap)?
                    }
                    Some(_) if closes => SCREEN_COLUMNS - (column + gap) % SCREEN_COLUMNS,
                    Some(_) => {
                        let next = &self.pieces[here[index + 1]];
                        room.checked_sub(text + (next.cells.start - piece.cells.end))?
                    }
                };
                if piece.character.is_some() && length == 0 {
                    return None;
                }
                if row < self.end {
                    room = room.checked_sub(gap + length)?;
                }
                column += gap + length;
                if gap != scanned && before.is_some() {
                    swaps.push(Swap::new(row, gap_start..piece.cells.start, "␣".repeat(gap)));
                } else if index == 0 && gap != scanned && gap != content.indent {
                    swaps.push(Swap::new(row, 0..piece.cells.start, "␣".repeat(gap)));
                }
                if let Some(character) = piece.character {
                    let run = char::from(character).to_string().repeat(length);
                    swaps.push(Swap::new(row, piece.cells.clone(), run));
                }
            }
            // The remaining columns of the listing's row are spaces at its end, or at the start of the next.
            if row < self.end {
                column += room;
            }
        }
        (column % SCREEN_COLUMNS == 0).then_some(swaps)
    }
}
