//! Our editions of the programs: all exist, and none repeats the book's lines. `programs.rs` compares their
//! behaviour.

use girafa_test_support::book_text;
use std::collections::BTreeSet;

use crate::support::editions;
use girafa_books as book;

#[test]
fn every_program_has_an_edition() {
    let records = book::records().expect("the records");
    let of_papers = girafa_reference::papers::PROGRAMS.iter();
    let ids: BTreeSet<String> = records
        .into_iter()
        .map(|record| record.id)
        .chain(of_papers.map(|(id, _)| (*id).to_owned()))
        .collect();
    let editions = editions();
    for id in &ids {
        assert!(editions.contains_key(id), "{id} has no edition");
    }
}

/// Editions do not repeat the book's lines, except for statements that any programmer would write.
#[test]
fn editions_are_not_the_listings() {
    let Some(text) = book_text() else { return };
    for original in book::import(&text, &[]).expect("the book's listings") {
        let edition = &editions()[&original.id];
        let lines: BTreeSet<&[u8]> = original.program.lines.iter().map(|line| &line.body[..]).collect();
        for line in &edition.lines {
            // Printed text must be the same, and short lines such as RETURN are trivial.
            let shows = line.body.contains(&b'"');
            assert!(
                shows || line.body.len() < 24 || !lines.contains(&line.body[..]),
                "{}: line {} is the book's",
                original.id,
                line.number
            );
        }
    }
}
