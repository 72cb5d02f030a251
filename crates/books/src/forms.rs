//! Other forms of listings in texts: quoted mails, tables, Markdown, other zeros. They are converted to plain rows
//! before the text is searched and read. The rows keep their numbers.
//!
//! A form counts only if at least three line numbers near each other have it: prose and damaged rows of other
//! listings stay as they are.

use std::borrow::Cow;
use std::ops::RangeInclusive;

use girafa_basic::token;

/// Minimum number of lines in a form.
const MIN_LINES: usize = 3;
/// Maximum distance of two line numbers of a listing, in rows.
const MAX_DISTANCE: usize = 40;
/// Maximum number of margins inside each other, as in an answer to a quoted mail.
const MAX_MARGINS: usize = 4;
/// What Markdown escapes with a backslash. Without the characters that have another meaning after a backslash in
/// a listing: quotes, points, braces and letters.
const ESCAPED_IN_MARKDOWN: &str = "*_<>#[]()+-!|$~&=^;";

/// Returns a text with its listings as plain rows. It has as many rows as before.
///
/// - A margin of `>` or `|` is removed.
/// - A tab or other space after the line number becomes a space; a `:` or `.` there is removed.
/// - `Ø` becomes `0`; so does `O` in line numbers.
/// - A statement in the row below its number goes to the row of the number.
/// - The escapes of Markdown are undone.
pub fn plain(text: &str) -> Cow<'_, str> {
    let mut rows: Vec<Cow<'_, str>> = text.split('\n').map(Cow::Borrowed).collect();
    for _ in 0..MAX_MARGINS {
        remove_margins(&mut rows);
    }
    rewrite(&mut rows, space_after_number);
    rewrite(&mut rows, mark_after_number);
    undo(&mut rows, |row| row.contains('Ø'), |row| row.replace('Ø', "0"));
    rewrite(&mut rows, letter_in_number);
    join_numbers(&mut rows);
    undo(&mut rows, |row| unescaped(row) != row, unescaped);
    if rows.iter().all(|row| matches!(row, Cow::Borrowed(_))) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(rows.join("\n"))
}

/// The line number at the start of a row, with `O` and `Ø` for 0, and the rest of the row.
fn number(row: &str) -> Option<(u16, &str)> {
    let row = row.trim_start_matches(' ');
    let end = row.find(|character: char| !character.is_ascii_digit() && !matches!(character, 'O' | 'Ø'));
    let (digits, rest) = row.split_at(end.unwrap_or(row.len()));
    if !digits.starts_with(|first: char| first.is_ascii_digit()) || digits.chars().count() > 4 {
        return None;
    }
    let number = digits.replace(['O', 'Ø'], "0").parse().ok();
    number.filter(|&number| number > 0).map(|number| (number, rest))
}

fn starts_with_command(text: &str) -> bool {
    let command = token::command_at(&text.as_bytes()[..text.len().min(16)]);
    command.is_some_and(|(_, length)| !text[length..].starts_with(|next: char| next.is_ascii_lowercase()))
}

/// Groups rows with increasing line numbers near each other; each has at least [`MIN_LINES`].
fn runs(numbered: impl Iterator<Item = (usize, u16)>) -> Vec<Vec<usize>> {
    let mut runs: Vec<Vec<usize>> = Vec::new();
    let mut run: Vec<usize> = Vec::new();
    let mut last = 0;
    for (row, number) in numbered {
        let follows = run
            .last()
            .is_some_and(|&above| row - above <= MAX_DISTANCE && number > last);
        if !follows {
            runs.push(std::mem::take(&mut run));
        }
        run.push(row);
        last = number;
    }
    runs.push(run);
    runs.retain(|run| run.len() >= MIN_LINES);
    runs
}

/// Replaces the rows that have a form, which `rewritten` returns in plain form with their line numbers.
fn rewrite(rows: &mut [Cow<'_, str>], rewritten: fn(&str) -> Option<(u16, String)>) {
    let found: Vec<(usize, u16, String)> = rows
        .iter()
        .enumerate()
        .filter_map(|(row, text)| rewritten(text).map(|(number, plain)| (row, number, plain)))
        .collect();
    let all = runs(found.iter().map(|&(row, number, _)| (row, number)));
    let mut accepted = all.into_iter().flatten().peekable();
    for (row, _, plain) in found {
        if accepted.next_if_eq(&row).is_some() {
            rows[row] = Cow::Owned(plain);
        }
    }
}

/// Changes the rows from the first to the last line number of each listing in which lines have a form.
fn undo(rows: &mut [Cow<'_, str>], has: fn(&str) -> bool, plain: fn(&str) -> String) {
    let numbered = rows.iter().enumerate().filter(|(_, row)| has(row));
    let numbered: Vec<(usize, u16)> = numbered
        .filter_map(|(at, row)| number(row).map(|(number, _)| (at, number)))
        .collect();
    for run in runs(numbered.into_iter()) {
        for row in &mut rows[run[0]..=run[run.len() - 1]] {
            if has(row) {
                *row = Cow::Owned(plain(row));
            }
        }
    }
}

/// `10<tab>PRINT` with a space for the tab, or for another kind of space.
fn space_after_number(row: &str) -> Option<(u16, String)> {
    let (number, rest) = number(row)?;
    let statement = rest.trim_start();
    let space = &rest[..rest.len() - statement.len()];
    let is_plain = space.chars().all(|character| character == ' ');
    let head = &row[..row.len() - rest.len()];
    (!is_plain && starts_with_command(statement)).then(|| (number, format!("{head} {statement}")))
}

/// `10: PRINT` or `10. PRINT` without the mark; in Markdown the point may be escaped.
fn mark_after_number(row: &str) -> Option<(u16, String)> {
    let (number, rest) = number(row)?;
    let statement = [":", "\\.", "."]
        .iter()
        .find_map(|mark| rest.strip_prefix(mark))?;
    let statement = statement.strip_prefix(' ')?.trim_start();
    let head = &row[..row.len() - rest.len()];
    starts_with_command(statement).then(|| (number, format!("{head} {statement}")))
}

/// `1O PRINT` with 0 for the letter.
fn letter_in_number(row: &str) -> Option<(u16, String)> {
    let (number, rest) = number(row)?;
    let head = &row[..row.len() - rest.len()];
    let statement = rest.strip_prefix(' ')?.trim_start();
    let has_letter = head.contains('O') && starts_with_command(statement);
    has_letter.then(|| (number, format!("{}{rest}", head.replace('O', "0"))))
}

/// Moves statements that are in the row below their number. Their row becomes empty.
fn join_numbers(rows: &mut [Cow<'_, str>]) {
    let alone = rows.windows(2).enumerate().filter_map(|(row, pair)| {
        let (number, rest) = number(&pair[0])?;
        (rest.trim().is_empty() && starts_with_command(pair[1].trim_start())).then_some((row, number))
    });
    let alone: Vec<(usize, u16)> = alone.collect();
    for row in runs(alone.into_iter()).into_iter().flatten() {
        let below = std::mem::take(&mut rows[row + 1]);
        rows[row] = Cow::Owned(format!("{} {}", rows[row].trim_end(), below.trim_start()));
    }
}

/// Removes a margin of `>` or `|` from rows that follow each other, if they have line numbers after it.
fn remove_margins(rows: &mut [Cow<'_, str>]) {
    for mark in ['>', '|'] {
        for block in blocks(rows, mark) {
            let inside = |row: &str| {
                row.trim_start()
                    .strip_prefix(mark)
                    .map(without_space)
                    .map(str::to_owned)
            };
            let plain: Vec<String> = rows[block.clone()].iter().filter_map(|row| inside(row)).collect();
            let numbered = plain.iter().enumerate().filter_map(|(row, text)| {
                let is_margin = text.trim_start().starts_with(['>', '|']);
                let found = if is_margin {
                    numbered_inside(text)
                } else {
                    number(text)
                };
                found.map(|(number, _)| (row, number))
            });
            if runs(numbered).is_empty() {
                continue;
            }
            for (row, text) in block.zip(plain) {
                rows[row] = Cow::Owned(text);
            }
        }
    }
}

/// The line number after several margins.
fn numbered_inside(row: &str) -> Option<(u16, &str)> {
    number(row.trim_start_matches(['>', '|', ' ']))
}

fn without_space(row: &str) -> &str {
    row.strip_prefix(' ').unwrap_or(row)
}

/// Ranges of rows that follow each other and start with a mark.
fn blocks(rows: &[Cow<'_, str>], mark: char) -> Vec<RangeInclusive<usize>> {
    let mut blocks: Vec<RangeInclusive<usize>> = Vec::new();
    for (row, text) in rows.iter().enumerate() {
        if !text.trim_start().starts_with(mark) {
            continue;
        }
        match blocks.last_mut() {
            Some(block) if *block.end() + 1 == row => *block = *block.start()..=row,
            _ => blocks.push(row..=row),
        }
    }
    blocks.retain(|block| block.end() - block.start() + 1 >= MIN_LINES);
    blocks
}

/// A row without the escapes of Markdown.
fn unescaped(row: &str) -> String {
    let mut plain = String::with_capacity(row.len());
    let mut rest = row.chars().peekable();
    while let Some(character) = rest.next() {
        let is_escape = character == '\\'
            && rest
                .peek()
                .is_some_and(|&next| ESCAPED_IN_MARKDOWN.contains(next));
        if !is_escape {
            plain.push(character);
            // The character after another backslash is escaped by it.
            if character == '\\' {
                plain.extend(rest.next());
            }
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    const LISTING: &str =
        "Prose.\n\n10 LET a=2*3\n20 FOR i=1 TO 10\n30 PRINT \"*\";a*i\n40 NEXT i\n\nMore.\n";

    /// Changes each row of the listing that starts with a number.
    fn in_form(change: impl Fn(&str, &str) -> String) -> String {
        let row = |row: &str| match row.split_once(' ') {
            Some((number, rest)) if number.parse::<u16>().is_ok() => change(number, rest),
            _ => row.to_owned(),
        };
        LISTING.split('\n').map(row).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn other_forms_become_plain() {
        let escaped = |rest: &str| rest.replace('*', "\\*").replace('=', "\\=");
        for form in [
            in_form(|number, rest| format!("{number}\t{rest}")),
            in_form(|number, rest| format!("{number}\u{a0}{rest}")),
            in_form(|number, rest| format!("{number}: {rest}")),
            in_form(|number, rest| format!("{number}\\. {rest}")),
            in_form(|number, rest| format!("{} {rest}", number.replace('0', "O"))),
            in_form(|number, rest| format!("{number} {rest}").replace('0', "Ø")),
            in_form(|number, rest| format!("> {number} {rest}")),
            in_form(|number, rest| format!(">> {number} {rest}")),
            in_form(|number, rest| format!("| > {number}\t{rest}")),
            in_form(|number, rest| format!("{number} {}", escaped(rest))),
            in_form(|number, rest| format!("> {number}. {}", escaped(rest))),
        ] {
            assert_eq!(plain(&form), LISTING, "{form}");
            assert_eq!(plain(&plain(&form)), LISTING);
        }
        let below = in_form(|number, rest| format!("{number}\n{rest}"));
        let joined = in_form(|number, rest| format!("{number} {rest}\n"));
        assert_eq!(plain(&below), joined);
    }

    #[test]
    fn what_has_no_form_stays() {
        for text in [
            LISTING,
            "",
            "> 10 PRINT 1\n> two\n> three\n",
            "10 IF a\n> 10 THEN PRINT 1\n20 IF a\n> 20 THEN PRINT 1\n30 STOP\n",
            "1: the first\n2: the second\n3: the third\n",
            "1\nPrintemps\n2\nRuns\n3\nLists\n",
            "OSLO\nØRSTA\nODDA\n",
            "10 PRINT \"\\a\\b\"\n20 PRINT \"\\*\"\n30 PRINT \"\\{7}\"\n",
        ] {
            assert!(matches!(plain(text), Cow::Borrowed(_)), "{text}");
        }
    }
}
