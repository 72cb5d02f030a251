//! Characters that were uncertain in pictures.

use girafa_scan::Source;
use girafa_scan::finding::DoubtCode;
use girafa_scan::fixes::Fixes;
use girafa_scan::review;
use girafa_scan::scan::{self, Scan, Width};
use girafa_scan::uncertain::Uncertain;
use girafa_scan::unread::UnreadPrint;

const PAGE: &str = "  10 LET a=5: PRlNT a\n  20 PRINT \"SOMA 0\": GO TO 1O\n  30 REM \\ \\\n";

fn uncertain(line: usize, column: usize, likelihood: f32, others: &[(char, f32)]) -> Uncertain {
    Uncertain {
        line,
        column,
        likelihood,
        others: others.to_vec(),
        place: "at 8,9 of a.png".to_owned(),
    }
}

fn seen() -> [Uncertain; 3] {
    [
        uncertain(1, 17, 0.6, &[('1', 0.3), ('I', 0.1)]),
        uncertain(2, 18, 0.7, &[('O', 0.3)]),
        uncertain(2, 29, 0.5, &[('0', 0.49)]),
    ]
}

fn read(fixes: &Fixes, seen: &[Uncertain]) -> Scan {
    let source = Source {
        uncertain: seen,
        ..Source::from(PAGE)
    };
    scan::read_source(source, fixes, Width::Columns(32)).unwrap()
}

/// The first suggested change of the uncertain character at a position.
fn likeliest(scan: &Scan, line: usize, column: usize) -> (String, String) {
    let doubt = scan
        .doubts
        .iter()
        .find(|doubt| {
            (doubt.line, doubt.column) == (line, column) && doubt.code == DoubtCode::UncertainCharacter
        })
        .unwrap();
    let change = &doubt.repairs[0].changes[0];
    (change.wrong.clone(), change.right.clone())
}

#[test]
fn the_grammar_decides_where_it_can() {
    let scan = read(&Fixes::default(), &seen());
    assert_eq!(likeliest(&scan, 1, 17), ("l".to_owned(), "I".to_owned()));
    // The change includes enough context to be unique in the row.
    assert_eq!(likeliest(&scan, 2, 29), ("1O".to_owned(), "10".to_owned()));
    // In a string any character is possible, and the one read is the most likely; the context is needed as
    // the row has two 0s.
    assert_eq!(likeliest(&scan, 2, 18), ("0\"".to_owned(), "0\"".to_owned()));
    let message = &scan.doubts[0].diagnostic.message;
    assert!(
        scan.doubts
            .iter()
            .any(|doubt| doubt.diagnostic.message == "read as `l` (60 %), may be `1` (30 %) or `I` (10 %)"),
        "{message}"
    );
}

#[test]
fn suggestions_resolve_all_doubts() {
    let scan = read(&Fixes::default(), &seen());
    let fixes = review::suggestions(&scan.doubts, &Fixes::default(), PAGE);
    let scan = read(&Fixes::parse(&fixes).unwrap(), &seen());
    assert!(scan.doubts.is_empty(), "{:?}\n{fixes}", scan.doubts);
    let listing = review::listing(scan, PAGE).unwrap();
    assert!(
        listing.contains("PRINT a\n20 PRINT \"SOMA 0\": GO TO 10"),
        "{listing}"
    );
}

#[test]
fn an_accepted_row_has_no_uncertain_characters() {
    let fixes = Fixes::parse("[[doubt]]\nline = 2\nnote = \"a\"\n").unwrap();
    let scan = read(&fixes, &seen()[1..2]);
    assert!(
        scan.doubts
            .iter()
            .all(|doubt| doubt.code != DoubtCode::UncertainCharacter)
    );
}

#[test]
fn positions_outside_the_page_are_ignored() {
    for (line, column) in [(0, 1), (9, 1), (1, 0), (1, 99)] {
        let scan = read(&Fixes::default(), &[uncertain(line, column, 0.5, &[('a', 0.5)])]);
        assert!(
            scan.doubts
                .iter()
                .all(|doubt| doubt.code != DoubtCode::UncertainCharacter)
        );
    }
}

#[test]
fn a_backslash_is_escaped_in_corrections() {
    let scan = read(&Fixes::default(), &[uncertain(3, 12, 0.5, &[('/', 0.5)])]);
    let fixes = review::suggestions(&scan.doubts, &Fixes::default(), PAGE);
    let again = scan::read(PAGE, &Fixes::parse(&fixes).unwrap(), Width::Columns(32));
    assert!(again.is_ok(), "{fixes}");
}

/// Print that is not in any row is doubtful until the adjacent row is accepted.
#[test]
fn print_that_was_not_read() {
    let page = "  10 LET a=5\n  20 PRINT a\n";
    let unread = [UnreadPrint {
        line: 2,
        place: "at 8,90 to 300,120 of a.png".to_owned(),
    }];
    let source = Source {
        unread: &unread,
        ..Source::from(page)
    };
    let read = |fixes: &str| scan::read_source(source, &Fixes::parse(fixes).unwrap(), Width::Auto).unwrap();
    let [doubt] = &read("").doubts[..] else {
        panic!("one doubt")
    };
    assert_eq!(
        (doubt.line, doubt.column, doubt.code),
        (2, 3, DoubtCode::UnreadPrint)
    );
    assert_eq!(
        doubt.diagnostic.message,
        "print at 8,90 to 300,120 of a.png was not read"
    );
    assert!(doubt.repairs.is_empty());
    assert_eq!(
        read("[[doubt]]\nline = 2\nnote = \"a page number\"\n")
            .doubts
            .len(),
        0
    );
}
