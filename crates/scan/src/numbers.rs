//! Line numbers that are misread, so that rows go on with the line above which are lines of their own.

use std::slice;

use girafa_basic::token;

use super::characters::{self, Part};
use super::digits::{MAX_DIGITS, number_of, odd, readings};
use super::draft::{Draft, Note};
use super::edits;
use super::fit::UNBROKEN;
use super::heads;
use super::join;
use super::page::PageRow;
use super::swap::{Swap, character_at, spliced, swapped};
use super::unit::LineRows;

/// Finds lines that others swallowed: because the other's number is read too great, or because their own is
/// not read as a number and what they stand in is a remark or a string, where anything goes.
pub(super) fn swallowed(draft: &mut Draft) {
    too_great(draft);
    in_text(draft);
    heads::hidden(draft);
}

/// The number of a line that swallows the lines below it, whose numbers rise and are less: most rows that
/// start as lines do have rising numbers, and it is not one of these.
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
        // Numbers go by tens where those around do.
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

/// The longest choice of numbers that rise, by their indices.
fn rising(heads: &[(usize, u16)]) -> Vec<usize> {
    // For each length the index of the least number that ends a choice of that length, and for each number
    // the one before it.
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(heads.len());
    for (index, &(_, number)) in heads.iter().enumerate() {
        let length = ends.partition_point(|&end| heads[end].1 < number);
        before.push(length.checked_sub(1).map(|last| ends[last]));
        match ends.get_mut(length) {
            // The first of equal numbers stays.
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

/// Rows inside a remark or string that start as a line does, if a character or two are taken for others.
/// Those with a number that fits are doubtful where nothing repairs them too, for a row of text that goes on
/// starts with one hardly ever.
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
            // A keyword that is nearly there, whatever stands above.
            swaps.extend(
                heads::heads(&draft.rows[row], row, (number, limit))
                    .into_iter()
                    .map(|(_, swap)| swap),
            );
            // With a number that fits and a keyword that is misread: only where the row above is not full,
            // for texts go over the ends of rows.
            let is_line = if draft.width >= UNBROKEN {
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

/// What makes a row start as a line does: characters of its number taken for digits, and one after it for the
/// space.
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

/// Does a row start with a number between two, by tens where these are, and a space?
pub(super) fn is_number_between(row: &PageRow, after: u16, limit: u16) -> bool {
    let tens = after.is_multiple_of(10) && (limit.is_multiple_of(10) || limit == u16::MAX);
    let fits = |number: u16| !tens || number.is_multiple_of(10);
    has_number_between(row, after, limit) && number_of(row).is_some_and(fits)
}

/// Does a row start with a number between two and a space?
fn has_number_between(row: &PageRow, after: u16, limit: u16) -> bool {
    let digits = row.digits();
    let fits = |number: u16| number > after && number < limit;
    let space = row.cells.get(digits).is_some_and(|cell| cell.code == b' ');
    digits <= MAX_DIGITS && space && number_of(row).is_some_and(fits)
}

/// What turns the word after a row's number into a keyword, the likeliest first.
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

/// How many letters the longest of the usual keywords has.
const MAX_LETTERS: usize = 7;

impl Draft {
    /// Does the line put in more spaces at the end of a row than stand between words?
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

    /// Do the rows of a place, with a swap in the first, make one line that parses, between the numbers
    /// around it?
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

    /// Makes a swap, and notes why.
    fn rewrite(&mut self, swap: Swap, message: &str) {
        let span = character_at(&self.rows[swap.row], swap.cells.start);
        let cells = spliced(&self.rows[swap.row], swap.cells, &swap.put);
        self.rows[swap.row].set_cells(cells);
        self.note(swap.row, span, message);
    }
}

/// Rows inside a line that start as a line does, with a number that is too small: one digit of it is wrong.
/// And the `>` of the current line, read as a bracket.
pub(super) fn too_small(draft: &mut Draft) {
    const MESSAGE: &str = "this row starts like a line, with a number that is too small";
    for place in draft.places().iter().rev() {
        for row in place.rows.clone().rev() {
            let (digits, text) = (draft.rows[row].digits(), draft.rows[row].text());
            if (1..=4).contains(&digits) && text[digits..].starts_with(')') {
                let cursor = vec![Swap::new(row, digits..digits + 1, ">")];
                let after = characters::of(&draft.rows[row..=row], row);
                if characters::keyword(&after[digits + 1..]).is_some_and(|keyword| keyword >= token::DEF_FN) {
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

/// How many numbers are tried for a row.
const MAX_NUMBERS: usize = 12;
