//! Listings found in texts: in the book's, of which it is known where they stand, and in texts that have none.

use std::collections::BTreeSet;

use girafa_restore::book::record::Text;
use girafa_restore::book::{all_records, find};
use girafa_restore::scan::Width;
use girafa_test_support::book_text;

/// The lines of the text that some ranges `first-last`, joined by `+`, name, but for blank lines and fences.
fn rows(text: &Text<'_>, entries: &[String]) -> BTreeSet<usize> {
    let ranges = entries.iter().flat_map(|entry| entry.split('+'));
    let range = |range: &str| {
        let (first, last) = range.split_once('-').unwrap();
        first.parse::<usize>().unwrap()..=last.parse().unwrap()
    };
    written(text, ranges.flat_map(range))
}

fn written(text: &Text<'_>, lines: impl Iterator<Item = usize>) -> BTreeSet<usize> {
    let is_row = |line: &usize| {
        let content = text.line(*line).trim();
        !content.is_empty() && !content.starts_with("```")
    };
    lines.filter(is_row).collect()
}

#[test]
fn the_books_listings_are_found_where_their_records_have_them() {
    let Some(book) = book_text() else { return };
    let text = Text::new(&book);
    let found: Vec<BTreeSet<usize>> = find::listings(&text, Width::Auto)
        .listings
        .iter()
        .map(|listing| written(&text, listing.rows.iter().cloned().flatten()))
        .collect();
    let known: Vec<(String, BTreeSet<usize>)> = all_records()
        .unwrap()
        .iter()
        .filter(|record| !record.rows.is_empty())
        .map(|record| (record.id.clone(), rows(&text, &record.rows)))
        .filter(|(_, rows)| rows.len() > 3)
        .collect();
    let (mut exact, mut all, mut covered) = (0, 0, 0);
    for (id, rows) in &known {
        let best = found.iter().max_by_key(|found| found.intersection(rows).count());
        let best = best.cloned().unwrap_or_default();
        exact += usize::from(best == *rows);
        all += rows.len();
        covered += best.intersection(rows).count();
        println!(
            "{id}: {} rows, {} found, {} others",
            rows.len(),
            best.intersection(rows).count(),
            best.difference(rows).count()
        );
    }
    for found in &found {
        if known.iter().all(|(_, rows)| rows.is_disjoint(found)) {
            println!("{:?}: no record's", (found.first(), found.last()));
        }
    }
    println!(
        "{} listings with rows of their own, {exact} found exactly; {covered} of {all} rows; {} found",
        known.len(),
        found.len()
    );
}
