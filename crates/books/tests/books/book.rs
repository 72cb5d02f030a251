//! The book's listings: restored from its text, and as the machine lists them.

use girafa_basic::check;
use girafa_basic::tokenise::{Options, program};
use girafa_books::{self as book, ImportError};
use girafa_scan::finding::DoubtCode;
use girafa_test_support::book_text;

/// Records match the book, restored programs parse, and their text gives the same bytes again.
#[test]
fn every_record_restores_its_listing() {
    let Some(text) = book_text() else { return };
    let programs = book::import(&text, &[]).unwrap();
    assert_eq!(programs.len(), book::records().unwrap().len());
    let (mut rows, mut as_scanned) = (0, 0);
    for restored in &programs {
        let misfits: Vec<_> = restored
            .reading
            .findings
            .iter()
            .filter(|finding| {
                finding.is_error() || matches!(finding.code, DoubtCode::RowTooNarrow | DoubtCode::RowTooWide)
            })
            .collect();
        assert!(misfits.is_empty(), "{}: {misfits:?}", restored.id);
        let back = program(&restored.source, &Options::default()).unwrap().program;
        assert_eq!(back, restored.program, "{}", restored.id);
        rows += restored.reading.rows.len();
        as_scanned += restored.rows_as_scanned();
        println!(
            "{}: {} rows, {} as scanned",
            restored.id,
            restored.reading.rows.len(),
            restored.rows_as_scanned()
        );
    }
    println!("rows {rows}, as scanned {as_scanned}");
}

#[test]
fn another_text_is_reported_at_once() {
    assert!(matches!(
        book::import("not the book", &[]),
        Err(ImportError::NotTheBook(_))
    ));
    assert!(matches!(book::import("", &[]), Err(ImportError::NotTheBook(_))));
}

#[test]
fn an_unknown_program_is_reported() {
    let error = book::import("", &["hanoy"]).unwrap_err();
    assert!(
        error.to_string().contains("`hanoy`") && error.to_string().contains("hanoi"),
        "{error}"
    );
}

#[test]
fn both_kinds_of_line_ends_are_accepted() {
    let Some(text) = book_text() else { return };
    let windows = text.replace('\n', "\r\n");
    let sources = |text: &str| {
        book::import(text, &["hanoi"])
            .unwrap()
            .into_iter()
            .map(|program| program.source)
            .collect::<Vec<_>>()
    };
    assert_eq!(sources(&windows), sources(&text));
}

#[test]
fn a_changed_listing_is_reported() {
    let Some(text) = book_text() else { return };
    let changed = text.replace(
        "30 INPUT \"NUMERO DE ANEIS ? \";",
        "30 INPUT \"QUANTOS ANEIS ? \";",
    );
    assert!(book::import(&changed, &["hanoi"]).is_err());
}

/// The book's listings are known to run, so they must have no errors.
#[test]
fn the_book_has_no_errors() {
    let Some(text) = book_text() else { return };
    for listing in book::import(&text, &[]).unwrap() {
        let found = check::text(&listing.source).unwrap();
        assert!(
            !found.has_errors(),
            "{}",
            found.render(&listing.id, &listing.source, false)
        );
        for finding in found
            .iter()
            .filter(|finding| !matches!(finding.code, Some("G020" | "G022")))
        {
            println!("{}", finding.render(&listing.id, &listing.source, false));
        }
    }
}
