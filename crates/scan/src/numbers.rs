//! Misread line numbers, which cause rows that start a line to be joined to the line above.

use std::slice;

use girafa_basic::token;

use super::characters::{self, Part};
use super::digits::{MAX_DIGITS, number_of, odd, readings};
use super::draft::{Draft, Note};
use super::edits;
use super::fit::WHOLE_LINE_WIDTH;
use super::heads;
use super::join;
use super::page::PageRow;
use super::swap::{Swap, character_at, spliced, swapped};
use super::unit::LineRows;

/// Finds lines that were joined to another line: because the other's number was read too large, or because
/// their own was not read as a number and they are inside a remark or a string, where anything is allowed.
pub(super) fn swallowed(draft: &mut Draft) {
    too_great(draft);
    in_text(draft);
    heads::hidden(draft);
}

/// Finds line numbers that are too large, so that the following lines, with smaller increasing numbers, are
/// joined to them: most rows that look like line starts have increasing numbers, and this one does not fit.
fn too_great(draft: &mut Draft) {
    const MESSAGE: &str = "the rows below start like lines, with smaller numbers";
    let numbered = |(row, content): (usize, &PageRow)| Some((row, join::sure_number(content)?));
    let heads: Vec<(usize, u16)> = draft.rows.iter().enumerate().filter_map(numbered).collect();
    let kept = rising(&heads);
    if kept.len() * 2 < heads.len() {
        return;
    }
    for (index, &(row, number)) in heads.iter().enumerate() {
        let next = kept.partition_point(|&kept| kept < index);
        if kept.get(next) == Some(&index) {
            continue;
        }
        let after = next.checked_sub(1).map_or(0, |above| heads[kept[above]].1);
        let Some(first) = kept
            .get(next)
            .map(|&below| heads[below].1)
            .filter(|&first| first < number)
        else {
            continue;
        };
        // Numbers are multiples of ten if their neighbours are.
        let tens = [first, after].iter().all(|number| number % 10 == 0);
        let written = number.to_string();
        let mut readings = readings(&written);
        readings.retain(|(_, reading)| {
            let reading: u16 = reading.parse().unwrap_or(0);
            reading > after && reading < first
        });
        readings.sort_by_key(|(cost, reading)| (cost + odd(reading, tens), reading.clone()));
        if let Some((_, reading)) = readings.first() {
            draft.rewrite(Swap::new(row, 0..written.len(), reading.as_str()), MESSAGE);
        }
    }
}

/// Returns the indices of the longest increasing subsequence of numbers.
fn rising(heads: &[(usize, u16)]) -> Vec<usize> {
    // For each length, the index of the smallest number that ends a subsequence of that length; for each
    // number, its predecessor.
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(heads.len());
    for (index, &(_, number)) in heads.iter().enumerate() {
        let length = ends.partition_point(|&end| heads[end].1 < number);
        before.push(length.checked_sub(1).map(|last| ends[last]));
        match ends.get_mut(length) {
            // Of equal numbers the first is kept.
            Some(end) if heads[*end].1 > number => *end = index,
            Some(_) => {}
            None => ends.push(index),
        }
    }
    let mut chosen = Vec::new();
    let mut at = ends.last().copied();
    while let Some(index) = at {
        chosen.push(index);
        at = before[index];
    }
    chosen.reverse();
    chosen
}

/// Finds rows inside a remark or string that look like a line start if one or two characters are replaced. A
/// row with a plausible number is reported even without a repair, because a continued row of text rarely
/// starts with one.
fn in_text(draft: &mut Draft) {
    const MESSAGE: &str = "this row continues a remark or string, but starts like a line";
    for place in draft.places().iter().rev() {
        let start = place.rows.start;
        let Some(number) = join::sure_number(&draft.rows[start]) else {
            continue;
        };
        let characters = characters::of(&draft.rows[place.rows.clone()], start);
        let quoted = |row: &usize| {
            let first = characters
                .iter()
                .find(|character| character.row == *row && character.at == 0);
            first.is_some_and(|first| first.part != Part::Code)
        };
        let rows: Vec<usize> = (start + 1..place.rows.end).filter(quoted).collect();
        let (mut end, mut limit) = (place.rows.end, place.limit);
        for row in rows.into_iter().rev() {
            let line = LineRows {
                rows: row..end,
                after: number,
                limit,
            };
            let mut swaps = numbered(&draft.rows[row], row);
            // A misread keyword, regardless of the row above.
            swaps.extend(
                heads::heads(&draft.rows[row], row, (number, limit))
                    .into_iter()
                    .map(|(_, swap)| swap),
            );
            // A plausible number and a misread keyword: only if the row above is not full, because text
            // continues in the next row.
            let is_line = if draft.width >= WHOLE_LINE_WIDTH {
                has_number_between(&draft.rows[row], number, limit)
            } else {
                is_number_between(&draft.rows[row], number, limit) && draft.ends_short(place, row - 1)
            };
            if is_line {
                swaps.extend(with_keyword(&draft.rows[row], row));
            }
            let swap = swaps.into_iter().find(|swap| draft.parses(&line, swap));
            if let Some(swap) = swap {
                draft.rewrite(swap, MESSAGE);
                end = row;
                limit = join::sure_number(&draft.rows[row]).unwrap_or(limit);
            } else if is_line {
                let span = draft.rows[row].cells[0].span.clone();
                let message = MESSAGE.to_owned();
                draft.notes.push(Note { row, span, message });
            }
        }
    }
}

/// Returns swaps that make a row start like a line: digits for characters of its number, and a space for the
/// one after it.
fn numbered(row: &PageRow, index: usize) -> Vec<Swap> {
    let digit = |code: u8| {
        let character = char::from(code);
        let others = edits::confused(character).iter().map(|&(other, _)| other);
        std::iter::once(character)
            .chain(others)
            .find(char::is_ascii_digit)
    };
    let plain: Vec<u8> = row
        .cells
        .iter()
        .map(|cell| cell.code)
        .take(MAX_DIGITS + 1)
        .collect();
    let mut found = Vec::new();
    for length in 1..=MAX_DIGITS.min(plain.len().saturating_sub(1)) {
        let Some(number) = plain[..length]
            .iter()
            .map(|&code| digit(code))
            .collect::<Option<String>>()
        else {
            break;
        };
        let separated = matches!(plain[length], b' ' | b'>');
        let misread = b".,:;-'".contains(&plain[length]);
        if plain[..length].iter().any(u8::is_ascii_digit) && (separated || misread) {
            let (cells, put) = match misread {
                true => (0..length + 1, format!("{number} ")),
                false => (0..length, number),
            };
            found.push(Swap::new(index, cells, put));
        }
    }
    found
}

/// Whether a row starts with a number in the range, a multiple of ten if both limits are, and a space.
pub(super) fn is_number_between(row: &PageRow, after: u16, limit: u16) -> bool {
    let tens = after.is_multiple_of(10) && (limit.is_multiple_of(10) || limit == u16::MAX);
    let fits = |number: u16| !tens || number.is_multiple_of(10);
    has_number_between(row, after, limit) && number_of(row).is_some_and(fits)
}

/// Whether a row starts with a number in the range and a space.
fn has_number_between(row: &PageRow, after: u16, limit: u16) -> bool {
    let digits = row.digits();
    let fits = |number: u16| number > after && number < limit;
    let space = row.cells.get(digits).is_some_and(|cell| cell.code == b' ');
    digits <= MAX_DIGITS && space && number_of(row).is_some_and(fits)
}

/// Returns swaps that turn the word after a row's number into a keyword, most likely first.
fn with_keyword(row: &PageRow, index: usize) -> Vec<Swap> {
    let digits = row.digits();
    let parts = vec![Part::Code; row.cells.len()];
    let window = digits + 1..digits + 1 + MAX_LETTERS;
    let mut swaps = Vec::new();
    for edit in edits::edits(&row.cells, &parts, window, 0) {
        let swap = Swap::new(index, edit.cells, edit.put);
        let mut starting = row.clone();
        starting.set_cells(spliced(row, swap.cells.clone(), &swap.put));
        if join::surely_starts_line(&starting) {
            swaps.push(swap);
        }
    }
    swaps
}

/// Number of letters in the longest of the common keywords.
const MAX_LETTERS: usize = 7;

impl Draft {
    /// Whether the line is fitted with more spaces at the end of a row than are usual between words.
    fn ends_short(&mut self, place: &LineRows, row: usize) -> bool {
        if self.budget.left(place) == 0 {
            return false;
        }
        let unit = self.unit(place);
        let (_, groups) = join::groups(unit.rows, place.after, &self.names, self.width);
        let [group] = &groups[..] else { return false };
        let joined = join::join(group, &self.names, self.width);
        let short = joined.added_spaces(row - place.rows.start) > 1;
        self.budget.spend(place, group.steps + joined.steps);
        short
    }

    /// Whether the rows of a place, with a swap in the first one, are a line that parses, between the
    /// neighbouring numbers.
    fn parses(&mut self, place: &LineRows, swap: &Swap) -> bool {
        if self.budget.left(place) == 0 {
            return false;
        }
        let rows = swapped(
            &self.rows[place.rows.clone()],
            place.rows.start,
            std::slice::from_ref(swap),
        );
        let fits = |number: u16| number > place.after && number < place.limit;
        if !join::sure_number(&rows[0]).is_some_and(fits) {
            return false;
        }
        let verdict = self.unit(place).verdict(&rows);
        self.budget.spend(place, verdict.steps);
        verdict.wrong == 0
    }

    /// Applies a swap and adds a note.
    fn rewrite(&mut self, swap: Swap, message: &str) {
        let span = character_at(&self.rows[swap.row], swap.cells.start);
        let cells = spliced(&self.rows[swap.row], swap.cells, &swap.put);
        self.rows[swap.row].set_cells(cells);
        self.note(swap.row, span, message);
    }
}

/// Corrects rows inside a line that look like a line start but have a number that is too small: one of its
/// digits is wrong. Also the `>` of the current line, read as a bracket.
pub(super) fn too_small(draft: &mut Draft) {
    const MESSAGE: &str = "this row starts like a line, with a number that is too small";
    for place in draft.places().iter().rev() {
        for row in place.rows.clone().rev() {
            let (digits, text) = (draft.rows[row].digits(), draft.rows[row].text());
            if (1..=4).contains(&digits) && text[digits..].starts_with(')') {
                let cursor = vec![Swap::new(row, digits..digits + 1, ">")];
                let after = characters::of(&draft.rows[row..=row], row);
                if characters::keyword(&after[digits + 1..]).is_some_and(token::is_command) {
                    draft.make(
                        slice::from_ref(place),
                        &[cursor],
                        "the cursor of the current line was read as a bracket",
                    );
                }
            } else if row > place.rows.start && digits >= 2 && join::surely_starts_line(&draft.rows[row]) {
                let above = number_of(&draft.rows[place.rows.start]);
                let number = text[..digits].to_string();
                let fits = |reading: &str| {
                    let reading: u16 = reading.parse().unwrap_or(0);
                    above.is_some_and(|above| reading > above) && reading < place.limit
                };
                let mut readings = readings(&number);
                readings.retain(|(_, reading)| fits(reading));
                let tens = [above.unwrap_or(0), place.limit]
                    .iter()
                    .all(|number| number % 10 == 0 || *number == u16::MAX);
                readings.sort_by_key(|(cost, reading)| (cost + odd(reading, tens), reading.clone()));
                let swaps = readings
                    .iter()
                    .map(|(_, reading)| vec![Swap::new(row, 0..digits, reading.clone())]);
                let alternatives: Vec<Vec<Swap>> = swaps.take(MAX_NUMBERS).collect();
                if !fits(&number) {
                    draft.make(slice::from_ref(place), &alternatives, MESSAGE);
                }
            }
        }
    }
}

/// Maximum number of line numbers tried for a row.
const MAX_NUMBERS: usize = 12;
