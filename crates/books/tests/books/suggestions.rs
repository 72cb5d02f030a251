//! Measures how many of the records' corrections are suggested automatically for the book's scanned rows, and
//! how many doubts are reported for correct lines.

use girafa_books as book;
use girafa_scan::fixes::Fixes;
use girafa_scan::fixes::{Correction, Kind};
use girafa_scan::repair::Repair;
use girafa_scan::scan::{self, Scan, Width};
use girafa_test_support::book_text;

/// The results for corrections.
#[derive(Clone, Copy, Debug, Default)]
struct Count {
    first: usize,
    later: usize,
    reported: usize,
    missed: usize,
    /// All doubts, and those of lines that need no correction.
    doubts: usize,
    false_alarms: usize,
}

impl Count {
    fn all(&self) -> usize {
        self.first + self.later + self.reported + self.missed
    }

    fn add(&mut self, other: Count) {
        self.first += other.first;
        self.later += other.later;
        self.reported += other.reported;
        self.missed += other.missed;
        self.doubts += other.doubts;
        self.false_alarms += other.false_alarms;
    }
}

/// A row with changes applied. Significant spaces become spaces; the reader always drops those between
/// brackets.
fn changed(row: &str, changes: &[(&str, &str)]) -> String {
    let changed = changes.iter().fold(row.to_string(), |row, (wrong, right)| {
        row.replacen(wrong, right, 1)
    });
    changed.replace('␣', " ").replace(") (", ")(").trim().to_string()
}

/// Whether a suggestion makes the correction, alone or together with the row's other corrections.
fn makes(repair: &Repair, correction: &Correction, others: &[(&str, &str)], row: &str) -> bool {
    let this = changed(row, &[(&correction.wrong, &correction.right)]);
    repair
        .changes
        .iter()
        .filter(|change| change.line == correction.line)
        .map(|change| changed(row, &[(&change.wrong, &change.right)]))
        .any(|repaired| repaired == this || repaired == changed(row, others))
}

fn count(scan: &Scan, page: &[&str], corrections: &[&Correction]) -> Count {
    let mut count = Count::default();
    // The program line of each row of the page.
    let number = |line: usize| {
        scan.rows
            .iter()
            .find(|row| row.page_line == line)
            .map(|row| row.number)
    };
    for correction in corrections
        .iter()
        .filter(|correction| !correction.wrong.is_empty())
    {
        let others: Vec<(&str, &str)> = corrections
            .iter()
            .filter(|other| other.line == correction.line && !other.wrong.is_empty())
            .map(|other| (other.wrong.as_str(), other.right.as_str()))
            .collect();
        let row = page[correction.line - 1];
        let best = scan
            .doubts
            .iter()
            .filter_map(|doubt| {
                doubt
                    .repairs
                    .iter()
                    .position(|repair| makes(repair, correction, &others, row))
            })
            .min();
        let near = |line: usize| {
            line == correction.line || number(line).is_some() && number(line) == number(correction.line)
        };
        if best != Some(0) && std::env::var_os("GIRAFA_VERBOSE").is_some() {
            let near = scan.doubts.iter().find(|doubt| near(doubt.line));
            let near = near.map(|doubt| (doubt.line, &doubt.diagnostic.message, &doubt.repairs));
            println!(
                "{best:?}: {row}\n    `{}` is `{}`\n    {near:?}",
                correction.wrong, correction.right
            );
        }
        match best {
            Some(0) => count.first += 1,
            Some(_) => count.later += 1,
            None if scan.doubts.iter().any(|doubt| near(doubt.line)) => count.reported += 1,
            None => count.missed += 1,
        }
    }
    count.doubts = scan.doubts.len();
    // A lost row affects the lines above and below.
    let corrected: Vec<u16> = corrections
        .iter()
        .flat_map(|correction| {
            let below = number(correction.line + 1).filter(|_| correction.wrong.is_empty());
            [number(correction.line), below]
        })
        .flatten()
        .collect();
    let is_right = |line: usize| {
        let here = corrections.iter().any(|correction| correction.line == line);
        !here && number(line).is_none_or(|number| !corrected.contains(&number))
    };
    let false_alarms = scan.doubts.iter().filter(|doubt| is_right(doubt.line));
    count.false_alarms = false_alarms.clone().count();
    if std::env::var_os("GIRAFA_VERBOSE").is_some() {
        for doubt in false_alarms {
            println!(
                "false: line {}: {:?} {:?}",
                doubt.line, doubt.diagnostic.message, doubt.repairs
            );
        }
    }
    count
}

/// Reads each part of a listing from the scanned page, without corrections. "Found" is a suggestion that
/// makes the same row as the record; "reported" is a doubt in the program line without such a suggestion.
/// Rows that the scan lost and rows built from the book's words are not counted. A false alarm is a doubt in
/// a correct line.
#[test]
fn the_records_corrections_are_found() {
    let Some(text) = book_text() else { return };
    let page: Vec<&str> = text.lines().collect();
    let mut total = Count::default();
    println!("| record | corrections | first | among three | reported | missed | doubts | false alarms |");
    for record in book::all_records().unwrap() {
        let corrections: Vec<&Correction> = record
            .corrections
            .iter()
            .filter(|correction| correction.kind == Kind::Scan)
            .collect();
        let mut here = Count::default();
        for rows in &record.rows {
            let ranges: Vec<(usize, usize)> = rows
                .split('+')
                .filter_map(|range| range.split_once('-'))
                .map(|(first, last)| (first.parse().unwrap(), last.parse().unwrap()))
                .collect();
            let listed = |line: usize| ranges.iter().any(|&(first, last)| (first..=last).contains(&line));
            // Only the rows of the listing, at their line numbers in the text.
            let scan: String = (1..=page.len())
                .map(|line| if listed(line) { page[line - 1] } else { "" })
                .collect::<Vec<_>>()
                .join("\n");
            let read = scan::read(&scan, &Fixes::default(), Width::Columns(32)).unwrap();
            let corrections: Vec<&Correction> = corrections
                .iter()
                .copied()
                .filter(|correction| listed(correction.line))
                .collect();
            here.add(count(&read, &page, &corrections));
        }
        let Count {
            first,
            later,
            reported,
            missed,
            doubts,
            false_alarms,
        } = here;
        println!(
            "| {} | {} | {first} | {later} | {reported} | {missed} | {doubts} | {false_alarms} |",
            record.id,
            here.all()
        );
        total.add(here);
    }
    println!("{total:?} of {}", total.all());
    assert!(total.first >= MIN_FIRST_SUGGESTIONS, "{total:?}");
    assert!(
        total.first + total.later >= MIN_TOP_THREE_SUGGESTIONS,
        "{total:?}"
    );
    assert!(total.missed <= MAX_MISSED_CORRECTIONS, "{total:?}");
    assert!(total.false_alarms <= MAX_FALSE_ALARMS, "{total:?}");
}

/// Measured: 283 of 486 corrections are the first suggestion, 290 are among the first three, and 68 are not
/// reported, because the row parses and has a valid width; 5 of 355 doubts are in correct lines. Tighten
/// these limits when the results improve.
const MIN_FIRST_SUGGESTIONS: usize = 283;
const MIN_TOP_THREE_SUGGESTIONS: usize = 290;
const MAX_MISSED_CORRECTIONS: usize = 68;
const MAX_FALSE_ALARMS: usize = 5;
