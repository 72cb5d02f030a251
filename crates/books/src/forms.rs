//! Other forms of listings in texts: quoted mails, tables, Markdown, other zeros. They are converted to plain rows
//! before the text is searched and read. The rows keep their numbers.
//!
//! A form counts only if at least three line numbers near each other have it: prose and damaged rows of other
//! listings stay as they are. The text is read row by row, and only the numbers of rows in a form are kept, as a
//! text may have millions of rows.

use std::borrow::Cow;
use std::ops::Range;

use girafa_basic::token;

/// Minimum number of lines in a form.
const MIN_LINES: usize = 3;
/// Maximum distance of two line numbers of a listing, in rows.
const MAX_DISTANCE: u32 = 40;
/// Maximum number of margins inside each other, as in an answer to a quoted mail.
const MAX_MARGINS: usize = 4;
/// What Markdown escapes with a backslash. Without the characters that have another meaning after a backslash in
/// a listing: quotes, points, braces and letters.
const ESCAPED_IN_MARKDOWN: &str = "*_<>#[]()+-!|$~&=^;";

/// A row, counted from 0, with its line number.
type Numbered = (u32, u16);

/// Returns a text with its listings as plain rows. It has as many rows as before.
///
/// - A margin of `>` or `|` is removed.
/// - A tab or other space after the line number becomes a space; a `:` or `.` there is removed.
/// - `Ø` becomes `0`; so does `O` in line numbers.
/// - A statement in the row below its number goes to the row of the number.
/// - The escapes of Markdown are undone.
pub fn plain(text: &str) -> Cow<'_, str> {
    let mut text = Cow::Borrowed(text);
    for _ in 0..MAX_MARGINS {
        let Some(without) = without_margins(&text) else {
            break;
        };
        text = Cow::Owned(without);
    }
    let steps: [fn(&str) -> Option<String>; 6] = [
        |text| rewritten(text, space_after_number),
        |text| rewritten(text, mark_after_number),
        |text| undone(text, |row| row.contains('Ø').then(|| row.replace('Ø', "0"))),
        |text| rewritten(text, letter_in_number),
        with_joined_numbers,
        |text| undone(text, unescaped),
    ];
    for step in steps {
        if let Some(changed) = step(&text) {
            text = Cow::Owned(changed);
        }
    }
    text
}

/// The rows of a text, counted from 0.
fn rows(text: &str) -> impl Iterator<Item = (u32, &str)> {
    (0..).zip(text.split('\n'))
}

/// Returns a text with changed rows: `change` is called with those in the ranges, and returns `None` for rows that
/// stay. `None` if there are no ranges.
fn changed(text: &str, ranges: &[Range<u32>], change: impl Fn(&str) -> Option<String>) -> Option<String> {
    if ranges.is_empty() {
        return None;
    }
    let mut ranges = ranges.iter().peekable();
    let mut out = String::with_capacity(text.len());
    for (at, row) in rows(text) {
        if at > 0 {
            out.push('\n');
        }
        ranges.next_if(|range| range.end <= at);
        let is_inside = ranges.peek().is_some_and(|range| range.contains(&at));
        match Some(row).filter(|_| is_inside).and_then(&change) {
            Some(changed) => out += &changed,
            None => out += row,
        }
    }
    Some(out)
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

/// Groups rows with increasing line numbers near each other; each group has at least [`MIN_LINES`].
fn runs(numbered: &[Numbered]) -> Vec<&[Numbered]> {
    let follows = |above: &Numbered, below: &Numbered| below.0 - above.0 <= MAX_DISTANCE && below.1 > above.1;
    let runs = numbered.chunk_by(follows);
    runs.filter(|run| run.len() >= MIN_LINES).collect()
}

/// Changes the rows that have a form, which `plain` returns in plain form with their line numbers.
fn rewritten(text: &str, plain: fn(&str) -> Option<(u16, String)>) -> Option<String> {
    let numbered = rows(text).filter_map(|(at, row)| plain(row).map(|(number, _)| (at, number)));
    let numbered: Vec<Numbered> = numbered.collect();
    let accepted: Vec<Range<u32>> = runs(&numbered)
        .concat()
        .iter()
        .map(|&(at, _)| at..at + 1)
        .collect();
    changed(text, &accepted, |row| plain(row).map(|(_, plain)| plain))
}

/// Changes the rows from the first to the last line number of each listing in which lines have a form; `plain`
/// returns rows of that form in plain form.
fn undone(text: &str, plain: fn(&str) -> Option<String>) -> Option<String> {
    let with_form = rows(text).filter(|(_, row)| plain(row).is_some());
    let numbered: Vec<Numbered> = with_form
        .filter_map(|(at, row)| number(row).map(|(number, _)| (at, number)))
        .collect();
    let listings = runs(&numbered);
    let ranges: Vec<Range<u32>> = listings
        .iter()
        .map(|run| run[0].0..run[run.len() - 1].0 + 1)
        .collect();
    changed(text, &ranges, plain)
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
fn with_joined_numbers(text: &str) -> Option<String> {
    let pairs = rows(text).zip(text.split('\n').skip(1));
    let alone = pairs.filter_map(|((at, row), below)| {
        let (number, rest) = number(row)?;
        (rest.trim().is_empty() && starts_with_command(below.trim_start())).then_some((at, number))
    });
    let alone: Vec<Numbered> = alone.collect();
    let mut joined = runs(&alone).concat().into_iter().map(|(at, _)| at).peekable();
    joined.peek()?;
    let mut out = String::with_capacity(text.len());
    let mut rows = rows(text);
    while let Some((at, row)) = rows.next() {
        if at > 0 {
            out.push('\n');
        }
        if joined.next_if_eq(&at).is_none() {
            out += row;
            continue;
        }
        let below = rows.next().map_or("", |(_, below)| below);
        out.extend([row.trim_end(), " ", below.trim_start(), "\n"]);
    }
    Some(out)
}

/// Removes one margin of `>` or `|` from rows that follow each other, if they have line numbers after it.
fn without_margins(text: &str) -> Option<String> {
    let mut ranges: Vec<Range<u32>> = Vec::new();
    let mut block = (None, 0);
    let mut numbered: Vec<Numbered> = Vec::new();
    let mut end = 0;
    for (at, row) in rows(text) {
        let mark = row
            .trim_start()
            .chars()
            .next()
            .filter(|mark| matches!(mark, '>' | '|'));
        if mark != block.0 {
            ranges.extend((!runs(&numbered).is_empty()).then_some(block.1..at));
            numbered.clear();
            block = (mark, at);
        }
        if mark.is_some() {
            let inside = number(row.trim_start_matches(['>', '|', ' ']));
            numbered.extend(inside.map(|(number, _)| (at, number)));
        }
        end = at + 1;
    }
    ranges.extend((!runs(&numbered).is_empty()).then_some(block.1..end));
    changed(text, &ranges, |row| {
        let inside = row.trim_start().strip_prefix(['>', '|'])?;
        Some(inside.strip_prefix(' ').unwrap_or(inside).to_owned())
    })
}

/// A row without the escapes of Markdown; `None` if it has none.
fn unescaped(row: &str) -> Option<String> {
    if !row.contains('\\') {
        return None;
    }
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
    (plain != row).then_some(plain)
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
