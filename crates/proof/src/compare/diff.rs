//! Two texts side by side.

use std::fmt::Write;

use similar::{Algorithm, DiffOp, capture_diff_slices};

use crate::compare::Difference;

/// Columns of a side: a row of the screen.
const WIDTH: usize = 32;
/// Equal rows shown before and after different ones.
const CONTEXT: usize = 3;

const RED: &str = "\x1b[31m";
const GREEN: &str = "\x1b[32m";
const BOLD: &str = "\x1b[1m";
const PLAIN: &str = "\x1b[0m";

/// One row of a side-by-side: `None` where a side has nothing there. Rows are numbered from 1.
type Pair<'a> = (Option<(usize, &'a str)>, Option<(usize, &'a str)>);

/// The rows that differ, with some around them: `!` between changed ones, `<` and `>` beside those of one side. With
/// `colour` what differs is red on the left and green on the right.
pub fn side_by_side(difference: &Difference, colour: bool) -> String {
    let (left, right) = (&difference.left.1, &difference.right.1);
    let pairs = pairs(left, right);
    let mut out = String::new();
    let (bold, plain) = if colour { (BOLD, PLAIN) } else { ("", "") };
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
    let mut left_out = false;
    for (at, pair) in pairs.iter().enumerate() {
        if !near(at) {
            left_out = true;
            continue;
        }
        if std::mem::take(&mut left_out) {
            out.push_str("      ...\n");
        }
        out.push_str(&row(pair, colour));
    }
    if left_out {
        out.push_str("      ...\n");
    }
    out
}

fn pairs<'a>(left: &'a [String], right: &'a [String]) -> Vec<Pair<'a>> {
    let mut pairs = Vec::new();
    for op in capture_diff_slices(Algorithm::Myers, left, right) {
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

fn row((left, right): &Pair<'_>, colour: bool) -> String {
    let mark = match (left, right) {
        (Some((_, left)), Some((_, right))) if left == right => ' ',
        (Some(_), Some(_)) => '!',
        (Some(_), None) => '<',
        _ => '>',
    };
    let paint = colour && mark != ' ';
    let side = |side: Option<(usize, &str)>, hue: &str| {
        let (number, text) = side.map_or((String::new(), ""), |(number, text)| (number.to_string(), text));
        let padding = " ".repeat(WIDTH.saturating_sub(text.chars().count()));
        if paint {
            format!("{number:>5} {hue}{text}{PLAIN}{padding}")
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
    use crate::compare::Way;
    use crate::sessions::Compared;

    fn difference() -> Difference {
        let rows = |text: &str| text.split(' ').map(str::to_owned).collect();
        Difference {
            part: Compared::Transcript,
            left: (Way::Original, rows("a b c d e f g h x j")),
            right: (Way::Reference, rows("a b c d e f g h i j k")),
        }
    }

    #[test]
    fn what_differs_stands_side_by_side() {
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
