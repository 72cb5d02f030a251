//! Rows that start a line, but whose number or first keyword is misread, so that they are joined to the line
//! above.

use super::digits;
use super::draft::Draft;
use super::edits;
use super::join;
use super::keywords;
use super::page::PageRow;
use super::swap::{Swap, character_at, swapped};
use super::unit::LineRows;

/// Finds such rows in lines that do not parse: each becomes the start of a line if more of the text parses
/// then.
pub(super) fn hidden(draft: &mut Draft) {
    for place in draft.places().iter().rev() {
        if draft.budget.left(place) == 0 {
            continue;
        }
        let verdict = draft.verdict(place);
        draft.budget.spend(place, verdict.steps);
        let mut wrong = verdict.wrong;
        // Rows before the first line have no line to continue.
        let headless = !join::surely_starts_line(&draft.rows[place.rows.start]);
        let first = place.rows.start + usize::from(!headless);
        let mut limit = place.limit;
        for row in (first..place.rows.end).rev() {
            if wrong == 0 {
                break;
            }
            let after = numbers_before(draft, place, row);
            if let Some(number) =
                join::sure_number(&draft.rows[row]).filter(|&number| number > after && number < limit)
            {
                limit = number;
                continue;
            }
            wrong = begin_line(draft, place, row, (after, limit), wrong);
            limit = join::sure_number(&draft.rows[row]).unwrap_or(limit);
        }
    }
}

/// Returns the number of the last line that starts above a row.
fn numbers_before(draft: &Draft, place: &LineRows, row: usize) -> u16 {
    let above = draft.rows[place.rows.start..row].iter().rev();
    above.filter_map(join::sure_number).next().unwrap_or(place.after)
}

/// Makes a row start a line, with a number in the range `between`, if that improves the result; returns how
/// much of it still fails to parse.
fn begin_line(draft: &mut Draft, place: &LineRows, row: usize, between: (u16, u16), wrong: usize) -> usize {
    let mut best: Option<(usize, u32, Vec<PageRow>)> = None;
    let mut steps = 0;
    let left = draft.budget.left(place);
    let unit = draft.unit(place);
    for (cost, swap) in heads(&draft.rows[row], row, between) {
        if steps >= left {
            break;
        }
        let rows = swapped(unit.rows, place.rows.start, &[swap]);
        let verdict = unit.verdict(&rows);
        steps += verdict.steps;
        let worse = best
            .as_ref()
            .is_some_and(|(known, known_cost, _)| (verdict.wrong, cost) >= (*known, *known_cost));
        if verdict.wrong < wrong && !worse {
            best = Some((verdict.wrong, cost, rows));
        }
    }
    draft.budget.spend(place, steps);
    let Some((better, _, rows)) = best else {
        return wrong;
    };
    let span = character_at(&draft.rows[row], 0);
    draft.rows.splice(place.rows.clone(), rows);
    draft.note(row, span, "this row starts almost like a line");
    better
}

/// Returns changes that make a row start like a line, with a number in the range, most likely first.
pub(super) fn heads(row: &PageRow, index: usize, (after, limit): (u16, u16)) -> Vec<(u32, Swap)> {
    let text: Vec<char> = row.text().chars().collect();
    let Some(length) = number_length(&text) else {
        return Vec::new();
    };
    let rest = length
        + text[length..]
            .iter()
            .take_while(|&&character| character == ' ')
            .count();
    let number: String = text[..length].iter().collect();
    let tens = after.is_multiple_of(10) && (limit.is_multiple_of(10) || limit == u16::MAX);
    let fits = |number: &str| {
        number
            .parse()
            .is_ok_and(|number: u16| number > after && number < limit)
    };
    let mut numbers: Vec<(u32, String)> = spelled(&number)
        .into_iter()
        .flat_map(|(cost, number)| {
            let others = digits::readings(&number);
            let others = others
                .into_iter()
                .map(move |(more, number)| (cost + more, number));
            std::iter::once((cost, number)).chain(others)
        })
        .filter(|(_, number)| fits(number))
        .map(|(cost, number)| (cost + digits::odd(&number, tens), number))
        .collect();
    numbers.sort();
    numbers.truncate(MAX_HEADS);
    let mut words: Vec<(u32, usize, String)> = keywords::nearly(&text[rest..])
        .into_iter()
        .map(|nearly| {
            let word: String = text[rest..rest + nearly.at].iter().collect();
            (nearly.cost, rest + nearly.at + nearly.length, word + &nearly.put)
        })
        .collect();
    words.insert(0, (0, rest, String::new()));
    let mut found = Vec::new();
    for (cost, number) in &numbers {
        for (more, end, word) in &words {
            let swap = Swap::new(index, 0..*end, format!("{number} {word}"));
            let starting = &swapped(std::slice::from_ref(row), index, std::slice::from_ref(&swap))[0];
            if join::surely_starts_line(starting) {
                found.push((cost + more, swap));
            }
        }
    }
    found.sort_by_key(|(cost, _)| *cost);
    found.truncate(MAX_HEADS);
    found
}

/// Maximum number of line starts tried for a row.
const MAX_HEADS: usize = 8;

/// Whether a row starts with a number and a space, with misread digits allowed.
pub(super) fn starts_nearly(row: &PageRow) -> bool {
    let text: Vec<char> = row.text().chars().collect();
    number_length(&text).is_some()
}

/// The number of characters before the first space, if they are a number or may be one.
fn number_length(text: &[char]) -> Option<usize> {
    let length = text.iter().position(|&character| character == ' ')?;
    let digits = text[..length]
        .iter()
        .filter(|character| character.is_ascii_digit())
        .count();
    ((1..=digits::MAX_DIGITS + 1).contains(&length) && (digits * 2 >= length)).then_some(length)
}

/// Reads characters as a number, replacing letters by the digits that they resemble.
fn spelled(piece: &str) -> Vec<(u32, String)> {
    let mut readings: Vec<(u32, String)> = vec![(0, String::new())];
    for character in piece.chars() {
        let digits: Vec<(char, u32)> = match character.is_ascii_digit() {
            true => vec![(character, 0)],
            false => {
                let others = edits::confused(character).iter().copied();
                others
                    .filter(|(other, _)| other.is_ascii_digit())
                    .take(2)
                    .collect()
            }
        };
        readings = readings
            .iter()
            .flat_map(|(cost, number)| {
                digits
                    .iter()
                    .map(move |(digit, more)| (cost + more, format!("{number}{digit}")))
            })
            .collect();
    }
    readings
}
