//! Renumbering changes all references to lines and nothing else.

use std::collections::BTreeSet;

use girafa_basic::renumber::{Numbering, RenumberError, Renumbered, text};
use girafa_basic::tokenise::{self, Options};
use proptest::prelude::*;

fn by(first: u16, step: u16) -> Numbering {
    Numbering {
        first,
        step,
        ..Numbering::default()
    }
}

fn renumbered(listing: &str, numbering: &Numbering) -> (String, Vec<String>) {
    let renumbered: Renumbered =
        text(listing, numbering).unwrap_or_else(|error| panic!("{error}\n{listing}"));
    let notes = renumbered.notes.iter().map(|note| note.message.clone()).collect();
    (renumbered.apply(listing), notes)
}

/// Renumbers from 100 by 5 and expects no notes.
fn plain(listing: &str) -> String {
    let (listing, notes) = renumbered(listing, &by(100, 5));
    assert_eq!(notes, Vec::<String>::new(), "{listing}");
    listing
}

#[test]
fn all_that_names_a_line_follows() {
    let listing = "1 GO TO 2: GO SUB 3:RESTORE 4\n\
        2 RUN 3: LIST 4: LLIST 1: LIST #2,3: LIST #2;3: LLIST #2\n\
        3 SAVE \"x\" LINE 4: IF a=2 THEN IF b=3 THEN GO TO 2: GO SUB 3\n\
        4 RUN : LIST : RESTORE : SAVE \"4\"\n";
    let expected = "100 GO TO 105: GO SUB 110:RESTORE 115\n\
        105 RUN 110: LIST 115: LLIST 100: LIST #2,110: LIST #2;110: LLIST #2\n\
        110 SAVE \"x\" LINE 115: IF a=2 THEN IF b=3 THEN GO TO 105: GO SUB 110\n\
        115 RUN : LIST : RESTORE : SAVE \"4\"\n";
    assert_eq!(plain(listing), expected);
}

/// A width in a Rust format string is at most 65,535; a column may be larger.
#[test]
fn numbers_may_stand_in_any_column() {
    let blanks = " ".repeat(70_000);
    assert_eq!(
        plain(&format!("{blanks}1 STOP\n")),
        format!("{}100 STOP\n", &blanks[2..])
    );
}

#[test]
fn text_that_only_looks_like_a_reference_is_kept() {
    let listing = "1 REM go to 1\n2 PRINT \"GO TO 2\";2: LET a=2: INPUT LINE a$: DATA 2: POKE 2,2\n";
    let expected = "100 REM go to 1\n105 PRINT \"GO TO 2\";2: LET a=2: INPUT LINE a$: DATA 2: POKE 2,2\n";
    assert_eq!(plain(listing), expected);
}

#[test]
fn the_rest_stays_as_it_is_written() {
    let listing = |[first, second, to_first, to_second]: [&str; 4]| {
        format!(
            "\u{feff}# by hand\r\n{first} print  \"£\" :goto{to_second}\r\n\r\n# more\r\n \
             {second}  Go  To {to_first} : rem x \\\r\n  y\r\n"
        )
    };
    assert_eq!(
        plain(&listing(["1", "2", "1", "2"])),
        listing(["100", "105", "100", "105"])
    );
}

#[test]
fn numbers_stay_right_aligned_where_all_are() {
    assert_eq!(
        renumbered("   9 CLS \n  10 GO TO 9\n", &by(5, 5)).0,
        "   5 CLS \n  10 GO TO 5\n"
    );
    assert_eq!(
        renumbered("  9 CLS \n 10 CLS \n100 CLS \n", &by(800, 200)).0,
        "800 CLS \n1000 CLS \n1200 CLS \n"
    );
    assert_eq!(
        renumbered(" 9 CLS \n10 CLS \n", &by(9, 1)).0,
        " 9 CLS \n10 CLS \n"
    );
    assert_eq!(
        renumbered("  9 CLS \n10 CLS \n", &by(100, 1)).0,
        "  100 CLS \n101 CLS \n"
    );
}

#[test]
fn numbers_in_any_form() {
    assert_eq!(
        plain("1 CLS \n20 GO TO 2e1: GO TO 19.6: GO TO  20 : GO SUB.9\n"),
        "100 CLS \n105 GO TO 105: GO TO 105: GO TO  105 : GO SUB100\n"
    );
    // The hidden value counts.
    let hidden = "1 CLS \n2 GO TO 7\\{14}\\{0}\\{0}\\{2}\\{0}\\{0}: GO TO 1\n";
    assert_eq!(plain(hidden), "100 CLS \n105 GO TO 105: GO TO 100\n");
}

#[test]
fn the_start_after_loading_follows() {
    let listing = "# girafa: name=\"autostart=2\" autostart=2 spaces=kept\n1 CLS\n2 GO TO 1\n";
    let expected = "# girafa: name=\"autostart=2\" autostart=105 spaces=kept\n100 CLS\n105 GO TO 100\n";
    assert_eq!(plain(listing), expected);
    assert_eq!(plain("Auto 2\n1 CLS\n2 CLS\n"), "Auto 105\n100 CLS\n105 CLS\n");
    assert_eq!(plain("Auto 8224\n1 CLS\n"), "Auto 8224\n100 CLS\n");
}

#[test]
fn uncertain_targets_are_noted() {
    for (listing, expected, note) in [
        (
            "1 GO TO 3\n5 GO TO 0\n",
            "10 GO TO 20\n20 GO TO 0\n",
            "GO TO 3: line 3 did not exist; the next line was 5, now 20",
        ),
        (
            "1 GO TO 2*a\n",
            "10 GO TO 2*a\n",
            "GO TO 2*a: the target is computed, and is left unchanged",
        ),
        (
            "1 GO SUB VAL \"1\"\n",
            "10 GO SUB VAL \"1\"\n",
            "GO SUB VAL \"1\": the target is computed, and is left unchanged",
        ),
        (
            "1 SAVE \"a\" LINE a\n",
            "10 SAVE \"a\" LINE a\n",
            "LINE a: the target is computed, and is left unchanged",
        ),
        (
            "1 GO TO 9999\n",
            "10 GO TO 9999\n",
            "GO TO 9999 is beyond the last line; it stays so",
        ),
        (
            "1 GO TO 7\n",
            "10 GO TO 11\n",
            "GO TO 7 is beyond the last line; now it is GO TO 11",
        ),
        (
            "1 POKE 23618,1: POKE 23620,1\n",
            "10 POKE 23618,1: POKE 23620,1\n",
            "NEWPPC is set to a line number: check whether it is still right",
        ),
        (
            "1 MERGE \"\"\n",
            "10 MERGE \"\"\n",
            "MERGE puts the lines of another program among these, by its numbers",
        ),
        (
            "# girafa: lenient=yes\n1 GO TO GO TO\n",
            "# girafa: lenient=yes\n10 GO TO GO TO\n",
            "10 cannot come from the editor: targets in it are unchanged",
        ),
    ] {
        assert_eq!(
            renumbered(listing, &Numbering::default()),
            (expected.to_owned(), vec![note.to_owned()])
        );
    }
}

#[test]
fn a_note_has_the_new_number_of_its_line() {
    let listing = "1 CLS\n2 CLS: GO TO a\n";
    let renumbered = text(listing, &Numbering::default()).unwrap();
    let lines: Vec<_> = renumbered
        .notes
        .iter()
        .map(|note| renumbered.line_of(note, listing))
        .collect();
    assert_eq!(lines, [Some(20)]);
    assert_eq!(renumbered.numbers, [(1, 10), (2, 20)]);
}

#[test]
fn a_range_of_lines() {
    let listing = "10 GO TO 30\n20 GO TO 10\n30 GO TO 40\n40 GO TO 20\n";
    let range = Numbering {
        first: 31,
        step: 1,
        lines: 20..=30,
    };
    assert_eq!(
        renumbered(listing, &range).0,
        "10 GO TO 32\n31 GO TO 10\n32 GO TO 40\n40 GO TO 31\n"
    );
    let refused = |first, step| {
        let range = Numbering {
            first,
            step,
            ..range.clone()
        };
        text(listing, &range).unwrap_err().to_string()
    };
    assert_eq!(
        refused(39, 1),
        "line 30 would become line 40 and no longer be before line 40, which is not renumbered"
    );
    assert_eq!(
        refused(10, 1),
        "line 20 would become line 10 and no longer be after line 10, which is not renumbered"
    );
}

#[test]
fn listings_that_cannot_be_renumbered() {
    let refused = |listing: &str, numbering: Numbering| text(listing, &numbering).unwrap_err().to_string();
    let three = "1 CLS\n2 CLS\n3 CLS\n";
    assert_eq!(
        refused(three, by(9000, 500)),
        "3 lines from 9000 by 500 go up to 10000, beyond 9999: the step can be at most 499"
    );
    assert_eq!(
        refused(three, by(9998, 1)),
        "3 lines from 9998 by 1 go up to 10000, beyond 9999"
    );
    assert_eq!(
        renumbered(three, &by(9997, 1)).0,
        "9997 CLS\n9998 CLS\n9999 CLS\n"
    );
    let nothing = "first line 0, step 1: lines are numbered from 1 to 9999, and the step is at least 1";
    assert_eq!(refused(three, by(0, 1)), nothing);
    assert_eq!(
        refused(three, by(1, 0)),
        nothing.replace("line 0, step 1", "line 1, step 0")
    );
    let range = Numbering {
        lines: 4..=9,
        ..Numbering::default()
    };
    assert_eq!(refused(three, range.clone()), "no line has a number from 4 to 9");
    assert_eq!(
        refused("@a: GO TO @a\n", by(10, 10)),
        "this listing has labels instead of line numbers; to number it, make a tape of it (girafa tap) and renumber that"
    );
    assert_eq!(
        renumbered("# olá\nPRINT 1\n\n  GO TO 20\n", &by(100, 5)).0,
        "# olá\n100 PRINT 1\n\n  105 GO TO 105\n"
    );
    assert!(matches!(
        text("1 GOTT 1\n", &by(1, 1)),
        Err(RenumberError::Mistakes(_))
    ));
    let tape = "# girafa: lenient=yes\n7 CLS\n5 GO TO 7\n5 GO TO 6\n";
    assert_eq!(
        refused(
            tape,
            Numbering {
                lines: 4..=6,
                ..range
            }
        ),
        "the line numbers do not increase: renumber all lines, not 4 to 6"
    );
    assert_eq!(
        renumbered(tape, &by(1, 1)).0,
        "# girafa: lenient=yes\n1 CLS\n2 GO TO 1\n3 GO TO 1\n"
    );
}

/// A part of a line and the lines that it refers to.
#[derive(Clone, Debug)]
struct Part {
    before: &'static str,
    targets: Vec<u16>,
}

fn part() -> impl Strategy<Value = Part> {
    let words = [
        "GO TO ",
        "gosub",
        "RESTORE ",
        "RUN ",
        "LIST #2,",
        "LLIST ",
        "SAVE \"1\" LINE ",
        "IF 1=1 THEN GO TO ",
    ];
    let naming = (
        prop::sample::select(words.to_vec()),
        prop_oneof![1..60u16, 0..9999u16],
    );
    let others = ["PRINT \"GO TO 1\";1", "LET a=1", "BEEP 1,1", "GO TO a*1", ""];
    prop_oneof![
        3 => naming.prop_map(|(before, target)| Part { before, targets: vec![target] }),
        1 => prop::sample::select(others.to_vec()).prop_map(|before| Part { before, targets: Vec::new() }),
    ]
}

fn listing(lines: &[(u16, Vec<Part>)], number: impl Fn(u16) -> u16, target: impl Fn(u16) -> u16) -> String {
    let written = |part: &Part| {
        part.targets
            .iter()
            .fold(part.before.to_owned(), |text, &to| text + &target(to).to_string())
    };
    let line = |(at, parts): &(u16, Vec<Part>)| {
        let parts: Vec<String> = parts.iter().map(written).collect();
        format!("{} {}: REM GO TO 1\n", number(*at), parts.join(":"))
    };
    lines.iter().map(line).collect()
}

proptest! {
    #[test]
    fn every_target_leads_where_it_led(
        numbers in prop::collection::btree_set(1..70u16, 1..25),
        parts in prop::collection::vec(prop::collection::vec(part(), 1..4), 25),
        first in 1..500u16,
        step in 1..300u16,
    ) {
        let lines: Vec<(u16, Vec<Part>)> = numbers.iter().copied().zip(parts).collect();
        let new = |at: usize| first + step * at as u16;
        let last = new(lines.len() - 1);
        let place = |numbers: &BTreeSet<u16>, number: u16| numbers.iter().position(|&line| line >= number);
        let target = |to: u16| match place(&numbers, to) {
            _ if to == 0 => 0,
            Some(at) => new(at),
            None => to.max(last + 1),
        };
        let before = listing(&lines, |number| number, |to| to);
        let (after, notes) = renumbered(&before, &by(first, step));
        prop_assert_eq!(&after, &listing(&lines, |number| new(place(&numbers, number).unwrap()), target));
        let named = lines.iter().flat_map(|(_, parts)| parts).flat_map(|part| &part.targets);
        let unknown = named.filter(|&&to| to > 0 && !numbers.contains(&to)).count();
        let computed = lines.iter().flat_map(|(_, parts)| parts).filter(|part| part.before == "GO TO a*1").count();
        prop_assert_eq!(notes.len(), unknown + computed);
        // Renumbering to the same numbers again changes nothing.
        prop_assert_eq!(&renumbered(&after, &by(first, step)).0, &after);
    }

    #[test]
    fn any_text_is_renumbered_or_refused(listing in "([1-9][0-9]{0,3} (GO TO|RUN|LIST #|SAVE \"\" LINE|REM|\\\\\\{14\\}) ?[0-9.e#,\\\\{}14é ]{0,12}\n){0,5}") {
        if let Ok(renumbered) = text(&listing, &Numbering::default()) {
            let after = renumbered.apply(&listing);
            prop_assert!(tokenise::program(&after, &Options::default()).is_ok(), "{}\n{}", listing, after);
        }
    }
}
