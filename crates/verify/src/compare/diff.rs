//! Shows two texts side by side.

use std::borrow::Cow;
use std::fmt::Write;

use girafa_basic::shown::is_plain;
use girafa_inspect::text::readable;
use similar::DiffOp;
use similar::algorithms::{Capture, Compact, Replace, myers};

use crate::compare::{Backend, Difference};

/// Columns of a side: the width of a screen row.
const WIDTH: usize = 32;
/// Equal rows shown before and after different ones.
const CONTEXT: usize = 3;

const RED: &str = "\x1b[31m";
const GREEN: &str = "\x1b[32m";
const BOLD: &str = "\x1b[1m";
const RESET: &str = "\x1b[0m";

/// One row of a side-by-side view: `None` where a side has no row. Rows are numbered from 1.
pub type Pair<'a> = (Option<(usize, &'a str)>, Option<(usize, &'a str)>);

/// Shows the rows that differ, with context: `!` between changed rows, `<` and `>` next to rows of one side
/// only. With `colour`, differences are red on the left and green on the right.
pub fn side_by_side(difference: &Difference, colour: bool) -> String {
    let (left, right) = (&difference.left.1, &difference.right.1);
    let pairs = pairs(left, right);
    let mut out = String::new();
    let (bold, plain) = if colour { (BOLD, RESET) } else { ("", "") };
    let _ = writeln!(
        out,
        "{bold}{:>5} {:WIDTH$}   {:>5} {}{plain}",
        "",
        format!("{} ({})", difference.left.0.name(), difference.part.name()),
        "",
        difference.right.0.name()
    );
    let is_equal = |pair: &Pair<'_>| matches!(pair, (Some((_, left)), Some((_, right))) if left == right);
    let near = |at: usize| {
        let from = at.saturating_sub(CONTEXT);
        pairs[from..(at + CONTEXT + 1).min(pairs.len())]
            .iter()
            .any(|pair| !is_equal(pair))
    };
    let mut left_out = difference.before > 0;
    for (at, pair) in pairs.iter().enumerate() {
        if !near(at) {
            left_out = true;
            continue;
        }
        if std::mem::take(&mut left_out) {
            out.push_str("      ...\n");
        }
        out.push_str(&row(pair, difference.before, colour));
    }
    match difference.after {
        [0, 0] if left_out => out.push_str("      ...\n"),
        [0, 0] => {}
        [left, right] => {
            let _ = writeln!(out, "      ... {left} and {right} more rows are left out");
        }
    }
    out
}

/// The first difference in one line: `transcript, row 1: listing "4", expected "3"`.
pub fn first_row(difference: &Difference) -> String {
    let (left, right) = (&difference.left.1, &difference.right.1);
    let same = |(left, right): &(&String, &String)| left == right;
    let equal = left.iter().zip(right).take_while(same).count();
    let side = |(backend, rows): &(Backend, Vec<String>)| match rows.get(equal) {
        Some(row) => format!("{} {:?}", backend.name(), legible(row)),
        None => format!("{} has no such row", backend.name()),
    };
    format!(
        "{}, row {}: {}, {}",
        difference.part.name(),
        difference.before + equal + 1,
        side(&difference.left),
        side(&difference.right)
    )
}

/// Maximum number of rows of both sides, without the equal rows at the beginning and the end, for which a
/// minimal diff is computed: its time is quadratic.
const MAX_ALIGNED_ROWS: usize = 8_000;

/// Aligns the rows of two texts with the fewest changes.
pub fn pairs<'a>(left: &'a [String], right: &'a [String]) -> Vec<Pair<'a>> {
    let mut pairs = Vec::new();
    for op in changes(left, right) {
        let (from, to) = (op.old_range(), op.new_range());
        let length = match op {
            DiffOp::Equal { len, .. } => len,
            _ => from.len().max(to.len()),
        };
        for n in 0..length {
            let side = |range: &std::ops::Range<usize>, rows: &'a [String]| {
                let at = range.start + n;
                (at < range.end).then(|| (at + 1, rows[at].as_str()))
            };
            pairs.push((side(&from, left), side(&to, right)));
        }
    }
    pairs
}

/// The changes from `left` to `right`. Texts with too long a differing part are compared row by row.
fn changes(left: &[String], right: &[String]) -> Vec<DiffOp> {
    let same = |pair: &(&String, &String)| pair.0 == pair.1;
    let before = left.iter().zip(right).take_while(same).count();
    let (old, new) = (&left[before..], &right[before..]);
    let after = old.iter().rev().zip(new.iter().rev()).take_while(same).count();
    let (old_len, new_len) = (old.len() - after, new.len() - after);
    if old_len + new_len <= MAX_ALIGNED_ROWS {
        // Does the same as `capture_diff_slices`, which would link all other algorithms.
        let mut found = Compact::new(Replace::new(Capture::new()), left, right);
        let Ok(()) = myers::diff(&mut found, left, 0..left.len(), right, 0..right.len());
        return found.into_inner().into_inner().into_ops();
    }
    let equal = |old_index, new_index, len| DiffOp::Equal {
        old_index,
        new_index,
        len,
    };
    let replaced = DiffOp::Replace {
        old_index: before,
        old_len,
        new_index: before,
        new_len,
    };
    vec![
        equal(0, 0, before),
        replaced,
        equal(before + old_len, before + new_len, after),
    ]
}

/// Makes a text safe for a terminal: replaces the machine's own characters and marks control characters.
pub fn legible(text: &str) -> Cow<'_, str> {
    let is_private = |c: char| ('\u{E000}'..='\u{F8FF}').contains(&c);
    let readable = match text.contains(is_private) {
        true => readable(text),
        false => Cow::Borrowed(text),
    };
    if readable.chars().all(is_plain) {
        readable
    } else {
        readable.replace(|c| !is_plain(c), "\u{FFFD}").into()
    }
}

/// One row of the view; `before` rows are left out before the first.
fn row((left, right): &Pair<'_>, before: usize, colour: bool) -> String {
    let mark = match (left, right) {
        (Some((_, left)), Some((_, right))) if left == right => ' ',
        (Some(_), Some(_)) => '!',
        (Some(_), None) => '<',
        _ => '>',
    };
    let paint = colour && mark != ' ';
    let side = |side: Option<(usize, &str)>, hue: &str| {
        let (number, text) = side.map_or((String::new(), ""), |(number, text)| {
            ((before + number).to_string(), text)
        });
        let text = legible(text);
        let padding = " ".repeat(WIDTH.saturating_sub(text.chars().count()));
        if paint {
            format!("{number:>5} {hue}{text}{RESET}{padding}")
        } else {
            format!("{number:>5} {text}{padding}")
        }
    };
    let row = format!("{} {mark} {}", side(*left, RED), side(*right, GREEN));
    row.trim_end().to_owned() + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::Aspect;

    fn difference() -> Difference {
        let rows = |text: &str| text.split(' ').map(str::to_owned).collect();
        Difference {
            part: Aspect::Transcript,
            left: (Backend::Original, rows("a b c d e f g h x j")),
            right: (Backend::Reference, rows("a b c d e f g h i j k")),
            before: 0,
            after: [0; 2],
        }
    }

    /// A minimal diff of such texts would take minutes.
    #[test]
    fn long_texts_that_differ_are_held_against_each_other_row_by_row() {
        let rows = |name: &str, count: usize| {
            let different = (0..count).map(|n| format!("{name}{n}"));
            std::iter::once("first".to_owned())
                .chain(different)
                .chain(std::iter::once("last".to_owned()))
                .collect::<Vec<_>>()
        };
        let difference = Difference {
            part: Aspect::Transcript,
            left: (Backend::Listing, rows("a", 100_000)),
            right: (Backend::Expected, rows("b", 300_000)),
            before: 0,
            after: [0; 2],
        };
        let shown = side_by_side(&difference, false);
        assert_eq!(shown.lines().count(), 1 + 1 + 300_000 + 1);
        assert!(shown.contains(" 2 a0 "), "{}", &shown[..200]);
        assert!(
            shown
                .lines()
                .last()
                .is_some_and(|row| row.ends_with("300002 last"))
        );
    }

    #[test]
    fn control_characters_do_not_reach_a_terminal() {
        assert_eq!(legible("a\u{E041}^\x1b[0m\u{F000}"), "aA↑\u{FFFD}[0m\u{FFFD}");
        assert_eq!(legible("2^3"), "2^3");
    }

    #[test]
    fn differences_are_shown_side_by_side() {
        let pad = " ".repeat(31);
        let equal = |n: usize, c: char| format!("{n:>5} {c}{pad}   {n:>5} {c}\n");
        let expected = format!(
            "      original (transcript)                    reference\n      ...\n{}{}{}    9 x{pad} !     9 i\n{}{:>38} >    11 k\n",
            equal(6, 'f'),
            equal(7, 'g'),
            equal(8, 'h'),
            equal(10, 'j'),
            ""
        );
        assert_eq!(side_by_side(&difference(), false), expected);
        assert!(side_by_side(&difference(), true).contains("\x1b[31mx\x1b[0m"));
    }
}
