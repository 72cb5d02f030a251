//! Errors in rows that are not from a file.

use girafa_basic::diagnostic::{Excerpt, render_error};

fn excerpt(place: &str, number: Option<usize>, row: &str, mark: std::ops::Range<usize>) -> Excerpt {
    Excerpt {
        place: place.to_owned(),
        number,
        row: row.to_owned(),
        mark,
        label: "here".to_owned(),
    }
}

#[test]
fn rows_with_places_and_notes() {
    let excerpts = [
        excerpt("p.bas:3, statement 30:1", Some(30), "PRINT VAL a$", 6..12),
        excerpt("the text of VAL", None, "1/0", 0..3),
    ];
    let notes = ["called from 10:1 GO SUB 30".to_owned(), "and 5 more".to_owned()];
    let expected = "\
error: 6 Number too big
  --> p.bas:3, statement 30:1
   |
30 | PRINT VAL a$
   |       ^^^^^^ here
  ::: the text of VAL
   |
   | 1/0
   | ^^^ here
   |
   = called from 10:1 GO SUB 30
   = and 5 more";
    assert_eq!(
        render_error("6 Number too big", &excerpts, &notes, false),
        expected
    );
    let coloured = render_error("6 Number too big", &excerpts, &notes, true);
    let mut plain = String::new();
    let mut is_code = false;
    for character in coloured.chars() {
        is_code |= character == '\u{1b}';
        if !is_code {
            plain.push(character);
        }
        is_code &= character != 'm';
    }
    assert_ne!(coloured, plain);
    let trimmed = |text: &str| {
        text.lines()
            .map(|row| row.trim_end().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(trimmed(&plain), trimmed(expected));
}

/// Invalid marks, marks inside a character, and rows too long to show.
#[test]
fn any_mark() {
    for (start, end) in [(0, 0), (4, 4), (1, 2), (2, 900), (3, 1)] {
        let mark = start..end;
        let shown = render_error(
            "x",
            &[excerpt("p", Some(1), "\u{25cf}\u{25cf}", mark)],
            &[],
            false,
        );
        assert!(shown.contains("\u{25cf}"), "{shown}");
    }
    let long = excerpt("p", Some(1), &"a".repeat(100_000), 5..6);
    assert_eq!(render_error("x", &[long], &[], false), "error: x\n--> p");
}
