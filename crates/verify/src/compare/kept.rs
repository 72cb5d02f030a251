//! Limits the rows that are stored of a difference, whatever was printed.

use crate::compare::{Aspect, Backend, Difference, Verdict};

/// Maximum rows stored of a side, from a little before the first that differs.
pub const MAX_ROWS: usize = 1_000;
/// Maximum characters stored of a row, from a little before the first that differs.
pub const MAX_CHARACTERS: usize = 1_000;
/// Equal rows, and equal characters, before the first difference.
const CONTEXT: usize = 16;
/// The limits of rows and characters are not reduced further once they are at most this.
const MIN_ROWS: usize = 8;
/// Maximum bytes stored of the differences of all sessions of a suite.
const SUITE_BYTES: usize = 32 << 20;
/// Minimum share of one session, in bytes.
const MIN_BYTES: usize = 4 << 10;
/// Replaces the omitted part of a row.
const ELLIPSIS: &str = "...";

/// How much is stored.
#[derive(Clone, Copy)]
struct Room {
    rows: usize,
    characters: usize,
}

const MAX_ROOM: Room = Room {
    rows: MAX_ROWS,
    characters: MAX_CHARACTERS,
};

impl Difference {
    /// A difference between the rows of two backends, limited on each side to [`MAX_ROWS`] rows of
    /// [`MAX_CHARACTERS`] characters.
    pub fn new(part: Aspect, left: (Backend, Vec<String>), right: (Backend, Vec<String>)) -> Difference {
        let difference = Difference {
            part,
            left,
            right,
            before: 0,
            after: [0; 2],
        };
        difference.within(MAX_ROOM)
    }

    /// Size of its rows in bytes.
    fn size(&self) -> usize {
        let rows = self.left.1.iter().chain(&self.right.1);
        rows.map(|row| size_of::<String>() + row.len()).sum()
    }

    fn within(mut self, room: Room) -> Difference {
        let (left, right) = (&mut self.left.1, &mut self.right.1);
        if left.len().max(right.len()) > room.rows {
            let same = left.iter().zip(&*right).take_while(|(one, other)| one == other);
            let before = same.count().saturating_sub(CONTEXT.min(room.rows / 2));
            self.before += before;
            for (side, after) in [&mut *left, &mut *right].into_iter().zip(&mut self.after) {
                side.drain(..before);
                *after += side.len().saturating_sub(room.rows);
                side.truncate(room.rows);
                side.shrink_to_fit();
            }
        }
        let both = left.len().min(right.len());
        for (one, other) in left.iter_mut().zip(right.iter_mut()) {
            let same = one.chars().zip(other.chars()).take_while(|(a, b)| a == b);
            let from = same.count().saturating_sub(CONTEXT.min(room.characters / 2));
            (*one, *other) = (cut(one, from, room), cut(other, from, room));
        }
        let rest = left.iter_mut().skip(both).chain(right.iter_mut().skip(both));
        rest.for_each(|row| *row = cut(row, 0, room));
        self
    }
}

/// A row from a character on, if it is too long.
fn cut(row: &mut String, from: usize, room: Room) -> String {
    if row.len() <= room.characters || row.chars().count() <= room.characters {
        return std::mem::take(row);
    }
    let kept = row.chars().skip(from).take(room.characters).collect::<String>();
    let start = if from > 0 { ELLIPSIS } else { "" };
    let end = if row.chars().nth(from + room.characters).is_some() {
        ELLIPSIS
    } else {
        ""
    };
    format!("{start}{kept}{end}")
}

impl Verdict {
    /// Limits the verdict to its share of the space of a suite with `sessions` sessions.
    pub fn as_one_of(mut self, sessions: usize) -> Verdict {
        let bytes = (SUITE_BYTES / sessions.max(1)).max(MIN_BYTES);
        let mut room = MAX_ROOM;
        let size = |verdict: &Verdict| verdict.differences.iter().map(Difference::size).sum::<usize>();
        while size(&self) > bytes && room.rows > MIN_ROWS {
            room = Room {
                rows: room.rows / 2,
                characters: room.characters / 2,
            };
            let differences = std::mem::take(&mut self.differences).into_iter();
            self.differences = differences.map(|difference| difference.within(room)).collect();
        }
        for text in self.failure.iter_mut().chain(&mut self.remarks) {
            if let Some((end, _)) = text.char_indices().nth(bytes) {
                text.truncate(end);
                text.push_str(ELLIPSIS);
            }
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::diff::side_by_side;

    fn rows(count: usize, row: impl Fn(usize) -> String) -> Vec<String> {
        (0..count).map(row).collect()
    }

    fn difference(left: Vec<String>, right: Vec<String>) -> Difference {
        Difference::new(
            Aspect::Transcript,
            (Backend::Listing, left),
            (Backend::Expected, right),
        )
    }

    #[test]
    fn little_is_kept_whole() {
        let (left, right) = (rows(1_000, |n| n.to_string()), rows(3, |n| "x".repeat(n)));
        let kept = difference(left.clone(), right.clone());
        assert_eq!((kept.left.1, kept.right.1), (left, right));
        assert_eq!((kept.before, kept.after), (0, [0, 0]));
    }

    /// Rows keep their numbers, and omissions are marked.
    #[test]
    fn of_long_texts_what_differs_first_is_kept() {
        let left = rows(50_000, |n| n.to_string());
        let right = rows(30_000, |n| if n == 20_000 { "x".into() } else { n.to_string() });
        let kept = difference(left, right);
        assert_eq!((kept.left.1.len(), kept.right.1.len()), (1_000, 1_000));
        assert_eq!((kept.before, kept.after), (19_984, [29_016, 9_016]));
        let shown = side_by_side(&kept, false);
        assert!(shown.contains("20001 20000"), "{shown}");
        assert!(
            shown.ends_with("      ... 29016 and 9016 more rows are left out\n"),
            "{shown}"
        );
    }

    #[test]
    fn of_long_rows_what_differs_first_is_kept() {
        let long = |last: &str| "\0".repeat(16 << 20) + last;
        let kept = difference(vec![long("a")], vec![long("b"), "y".repeat(2_000)]);
        assert!(kept.left.1[0].starts_with("...\0") && kept.left.1[0].ends_with("\0a"));
        assert!(kept.right.1[0].ends_with("\0b"));
        assert_eq!(kept.right.1[1], "y".repeat(1_000) + "...");
    }

    /// The total size has a limit, however many sessions differ.
    #[test]
    fn sessions_share_what_there_is_room_for() {
        let texts = || {
            (
                rows(5_000, |n| format!("a{n}").repeat(40)),
                rows(5_000, |n| format!("b{n}").repeat(40)),
            )
        };
        let (left, right) = texts();
        let mut verdict = Verdict::failed("p", &crate::script::Script::named("s"), "x".repeat(1 << 20));
        verdict.differences = vec![difference(left, right)];
        for (sessions, most) in [(1, 32 << 20), (100, 336 << 10), (8_000, 5 << 10)] {
            let kept = verdict.clone().as_one_of(sessions);
            let bytes = kept.differences[0].size() + kept.failure.map_or(0, |failure| failure.len());
            assert!(bytes <= 2 * most, "{sessions}: {bytes}");
        }
    }
}
