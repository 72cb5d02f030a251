//! Scans: what is doubtful is told with its repair, nothing is changed by itself, and any text is read in bounded time.

use girafa_basic::book::record::{Correction, Kind};
use girafa_basic::listing::fit::UNBROKEN;
use girafa_basic::listing::fixes::Fixes;
use girafa_basic::listing::llist;
use girafa_basic::listing::scan::{self, Scan, ScanError, Width};
use girafa_basic::tokenise::{Options, program};
use proptest::prelude::*;

const LISTING: &str = "10 LET A$=\"S\": FOR I=1 TO 10: PRINT \"ROW\";I;\" OF 10\": NEXT I\n\
                       20 IF A$<>\"S\" AND I>10 THEN GO TO 10: LET I=0\n\
                       30 PRINT AT 10,10;\"THE END OF IT ALL\": GO TO 20\n";

/// The listing as a page shows it: rows of a width without the blanks at their ends.
fn page(width: usize) -> String {
    let program = program(LISTING, &Options::default()).unwrap().program;
    let rows = llist::rows(&program, width);
    rows.iter().map(|row| format!("{}\n", row.trim())).collect()
}

fn read(scan: &str, width: Width) -> Scan {
    scan::read(scan, &Fixes::default(), width).unwrap()
}

fn fixes(scan: &Scan) -> Fixes {
    let changes = scan
        .doubts
        .iter()
        .filter_map(|doubt| doubt.repairs.first())
        .flat_map(|repair| &repair.changes);
    let mut fixes = Fixes::default();
    for change in changes {
        // Several doubts of a row may have the same repair.
        if fixes.corrections.iter().any(|made| made.line == change.line) {
            continue;
        }
        fixes.corrections.push(Correction {
            line: change.line,
            wrong: change.wrong.clone(),
            right: change.right.clone(),
            kind: Kind::Scan,
            reason: "suggested".to_string(),
        });
    }
    // As it is written and read.
    Fixes::parse(&fixes.to_toml()).unwrap()
}

#[test]
fn a_clean_page_is_read_at_any_width() {
    let whole = program(LISTING, &Options::default()).unwrap().program.lines;
    for width in [24, 32, 40] {
        for wanted in [Width::Columns(width), Width::Auto] {
            let scan = read(&page(width), wanted);
            assert!(scan.doubts.is_empty(), "{width}: {:?}", scan.doubts);
            assert_eq!((scan.width, &scan.lines), (width, &whole));
        }
    }
}

#[test]
fn unwrapped_listings_are_read() {
    let whole = program(LISTING, &Options::default()).unwrap().program.lines;
    let one_row = LISTING.replace('\n', " ");
    for text in [LISTING, &one_row] {
        let scan = read(text, Width::Auto);
        assert!(scan.doubts.is_empty(), "{:?}", scan.doubts);
        assert_eq!((scan.width, &scan.lines), (UNBROKEN, &whole));
    }
}

#[test]
fn the_right_repair_comes_first() {
    let page = page(32);
    let whole = read(&page, Width::Columns(32)).lines;
    for (right, wrong) in [
        ("10 LET", "1O LET"),
        ("20 IF", "2O IF"),
        ("<>\"S\"", "((\">\"S\""),
        ("PRINT AT 10,10;", "PRINT AT 10.10;"),
        ("FOR I=1", "I=1"),
    ] {
        let damaged = page.replacen(right, wrong, 1);
        assert_ne!(damaged, page, "{right}");
        let scan = read(&damaged, Width::Columns(32));
        assert!(!scan.doubts.is_empty(), "{wrong}: nothing is told");
        let mended = scan::read(&damaged, &fixes(&scan), Width::Columns(32)).unwrap();
        let told: Vec<_> = scan.doubts.iter().map(|doubt| &doubt.repairs).collect();
        assert!(
            mended.doubts.is_empty(),
            "{wrong}: {told:?}, then {:?}",
            mended.doubts
        );
        assert_eq!(mended.lines, whole, "{wrong}: {told:?}");
    }
}

#[test]
fn corrections_that_do_not_fit_are_told() {
    let toml = |line: usize, wrong: &str| {
        format!(
            "[[correction]]\nline = {line}\nwrong = \"{wrong}\"\nright = \"x\"\nkind = \"scan\"\nreason = \"\"\n"
        )
    };
    let error = |toml: &str| {
        let fixes = Fixes::parse(toml).unwrap();
        scan::read("10 PRINT 1", &fixes, Width::Columns(32)).unwrap_err()
    };
    assert!(matches!(
        error(&toml(1, "STOP")),
        ScanError::NoMatch {
            line: 1,
            count: 0,
            ..
        }
    ));
    assert!(matches!(
        error(&toml(1, "1")),
        ScanError::NoMatch {
            line: 1,
            count: 2,
            ..
        }
    ));
    assert!(matches!(
        error(&toml(2, "1")),
        ScanError::NoLine { line: 2, count: 1 }
    ));
    assert!(Fixes::parse("[[correction]]\nrow = 1\n").is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn any_text_is_read(text in "(\\PC{0,40}\n){0,8}", width in 6usize..80) {
        let _ = read(&text, Width::Columns(width));
        let _ = read(&text, Width::Auto);
    }

}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    /// Damage that looks like a listing takes the most tries; their number is bounded, so this comes to an end.
    #[test]
    fn damaged_listings_are_read(places in prop::collection::vec((0usize..400, prop::sample::select(vec!['"', '(', ' ', ':', '0', 'O', '\n', 'Ç'])), 1..20)) {
        let mut signs: Vec<char> = page(32).chars().collect();
        for (place, sign) in places {
            let place = place % signs.len();
            signs[place] = sign;
        }
        let text: String = signs.into_iter().collect();
        let scan = read(&text, Width::Columns(32));
        for doubt in scan.doubts {
            prop_assert!(doubt.line >= 1 && doubt.column >= 1 && doubt.repairs.len() <= 3);
        }
    }
}
