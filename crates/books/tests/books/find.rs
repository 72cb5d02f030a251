//! Finds listings in texts: in the book's, with known positions, and in texts without listings.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use girafa_basic::llist;
use girafa_basic::tokenise::{self, Options};
use girafa_books::{Records, all_records, find, new};
use girafa_scan::fit::WHOLE_LINE_WIDTH;
use girafa_scan::scan::Width;
use girafa_scan::text::Text;
use girafa_test_support::{book_text, shared_text};

/// The lines of the text in the ranges `first-last`, joined by `+`, except blank lines and fences.
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
        let shared = best.intersection(rows).count();
        exact += usize::from(best == *rows);
        all += rows.len();
        covered += shared;
        let others = best.difference(rows).count();
        println!(
            "{id}: {shared} of {} rows found, {others} others with them",
            rows.len()
        );
    }
    let is_known = |found: &&BTreeSet<usize>| known.iter().any(|(_, rows)| !rows.is_disjoint(found));
    let false_ones = found.iter().filter(|found| !is_known(found)).count();
    println!(
        "{} listings, {exact} of them exactly; {covered} of {all} rows; {} found, {false_ones} of them are none",
        known.len(),
        found.len()
    );
    assert_eq!((known.len(), all, false_ones), (20, 2501, 0));
    assert!(exact >= 16 && covered >= 2493, "{exact} exactly, {covered} rows");
}

#[test]
fn the_companion_papers_have_no_listings() {
    for name in [
        "001_274472ac239115fe",
        "002_069bb899e4a26b44",
        "003_5fd25f74b40b966b",
        "004_e19879672321cfaa",
    ] {
        let Some(paper) = shared_text(&format!("seeds/{name}.txt")) else {
            return;
        };
        assert_eq!(found(&paper), [], "{name}");
    }
}

fn found(text: &str) -> Vec<find::Listing> {
    find::listings(&Text::new(text), Width::Auto).listings
}

/// The rows of Girafa's editions as LLIST prints them at a width, or with each line in one row.
fn editions(width: usize) -> Vec<(&'static str, Vec<String>)> {
    let edition = |&(id, text): &(&'static str, &str)| {
        let program = tokenise::program(text, &Options::default()).unwrap().program;
        let rows = llist::rows(&program, width);
        (id, rows.iter().map(|row| row.trim_end().to_owned()).collect())
    };
    girafa_listings::EDITIONS.iter().map(edition).collect()
}

const PROSE: &str =
    "\nO programa 10 mostra, em 1984, o que se disse.\n20 linhas bastam; 3 delas são de dados.\n\n";

/// A book of Girafa's editions with prose between them, and the lines of the text that contain each.
fn book_of_editions(width: usize) -> (String, Vec<RangeInclusive<usize>>) {
    let (mut book, mut places) = (String::new(), Vec::new());
    for (id, rows) in editions(width) {
        book += &format!("{PROSE}{id}\n\n").to_uppercase();
        let first = book.lines().count() + 1;
        rows.iter().for_each(|row| book += &format!("{row}\n"));
        places.push(first..=book.lines().count());
    }
    (book + PROSE, places)
}

#[test]
fn listings_between_prose_are_found_with_all_their_rows() {
    for width in [32, 40, 64, WHOLE_LINE_WIDTH] {
        let (book, places) = book_of_editions(width);
        let found = found(&book);
        let found_places: Vec<_> = found.iter().map(|listing| listing.rows.clone()).collect();
        let expected: Vec<_> = places.into_iter().map(|place| vec![place]).collect();
        assert_eq!(found_places, expected, "{width}");
        for (listing, (id, _)) in found.iter().zip(editions(width)) {
            assert_eq!(listing.width, width, "{id}");
            assert_eq!(listing.heading, Some(id.to_uppercase()));
        }
    }
}

#[test]
fn damage_and_page_breaks_do_not_end_a_listing() {
    let page = "10 LET A=1\n2O LET B=2\n30 PRNT A\n40 PRINT B\n\n  47\n\nO CALCULO\n\n50 LET A=A+B: LET C=C+\n1\n\
                500 PRINT A\n70 PRINT C\n80 GOTO 50\n";
    let listings = found(page);
    let rows: Vec<_> = listings.iter().flat_map(|listing| listing.rows.clone()).collect();
    let written: Vec<usize> = rows.into_iter().flatten().collect();
    let lines: Vec<&str> = page.lines().collect();
    let kept: Vec<&str> = written
        .iter()
        .map(|&row| lines[row - 1])
        .filter(|row| !row.is_empty())
        .collect();
    let expected: Vec<&str> = lines
        .iter()
        .copied()
        .filter(|row| !["", "  47", "O CALCULO"].contains(row))
        .collect();
    assert_eq!((listings.len(), kept), (1, expected));

    // The first and the last line are damaged too.
    let ends = "10 LTE A=1\n20 LET B=2\n30 PRINT A\n40 PRINT B\n50 STPO\n";
    assert_eq!(found(ends)[0].rows, vec![1..=5]);
}

#[test]
fn short_listings_are_found() {
    for text in [
        "10 INPUT a,b\n20 PRINT a+b\n30 GO TO 10\n",
        "1 CLS\n2 PRINT \"A\"\n3 PAUSE 0\n",
        "10 let a=1\n20 print a\n30 goto 10\n",
    ] {
        let listings = found(text);
        assert_eq!(
            (listings.len(), listings[0].rows.clone()),
            (1, vec![1..=3]),
            "{text}"
        );
    }
}

#[test]
fn prose_tables_and_other_numbered_rows_are_not_listings() {
    let texts = [
        "1 INTRODUCTION\n2 DATA FORMATS\n3 LIST OF FIGURES\n4 NEW FEATURES\n5 INPUT AND OUTPUT\n6 READ ERRORS\n",
        "1. Print the page.\n2. If it is wet, let it dry.\n3. For more, read on.\n4. Stop.\n",
        "10 For the first time\n20 If you want it\n30 Let us go\n40 Return to sender\n50 Stop it\n",
        "1981 New models\n1982 Print run: 40\n1983 Stop of production\n1984 Next model\n",
        "1 DATA 12\n2 DATA 14\n3 DATA 17\n4 DATA 3\n",
        "3 fix: input of (a)\n4 new: list of [b]\n5 copy: data to c\n6 print “x”\n",
        "100 LD A,1\n110 CALL 5\n120 RET\n130 DEFB 3\n",
        "10 PRINT \"A\"\n\nO mesmo com duas linhas:\n\n10 PRINT \"A\"\n20 GO TO 10\n",
        "",
        "\n\n```\n",
    ];
    for text in texts {
        assert_eq!(found(text), [], "{text}");
    }
}

/// Twice the text takes twice the work.
#[test]
fn the_work_grows_with_the_text() {
    let (book, _) = book_of_editions(32);
    let hard = [
        book,
        "10 PRINT \"a\";\n".repeat(3_000),
        (1..3_000).map(|line| format!("{line} DATA 1,2,3\n")).collect(),
        "1 REM\n9 REM x\n5 LET a=1\n\n\n```\n".repeat(2_000),
        "7 IF\n".repeat(9_000),
        "1".repeat(20_000) + "\n",
    ];
    for text in hard {
        let steps = |text: &str| find::listings(&Text::new(text), Width::Auto).steps;
        let (once, twice) = (steps(&text), steps(&(text.clone() + &text)));
        assert!(
            once < 400 * text.len() && twice <= once * 2 + once / 4 + 100,
            "{once} {twice}"
        );
    }
}

#[test]
fn new_records_import_what_was_found() {
    for width in [32, WHOLE_LINE_WIDTH] {
        let (book, _) = book_of_editions(width);
        let new_records = new::records(&book, "livro", Width::Auto).unwrap();
        let records = Records::of_files(&new_records.files).unwrap();
        // Lines are inserted above: the records must still find their rows.
        for text in [book.clone(), format!("um\ndois\n\n{book}")] {
            let read = records.each(&text, &[]).unwrap();
            assert_eq!(read.len(), girafa_listings::EDITIONS.len());
            for ((record, read), (id, source)) in read.iter().zip(girafa_listings::EDITIONS) {
                assert_eq!(record.id, *id);
                let expected = tokenise::program(source, &Options::default()).unwrap().program;
                if let Ok(read) = read {
                    assert_eq!(read.program.lines.len(), expected.lines.len(), "{id}");
                }
            }
            let whole = read.iter().filter(|(_, read)| read.is_ok()).count();
            assert!(whole * 10 >= read.len() * 9, "{whole} of {}", read.len());
        }
        let listings = book.lines().filter(|row| row.len() > 12 && row.contains(' '));
        for row in listings {
            let is_quoted = |(_, toml): &(String, String)| toml.contains(row.trim());
            assert!(!new_records.files.iter().any(is_quoted), "{row}");
        }
    }
}

#[test]
fn a_text_without_listings_makes_no_records() {
    let error = new::records("Era uma vez.\n", "conto", Width::Auto).unwrap_err();
    assert_eq!(error, new::NewError::NoListing);
}

/// Listings in other forms than rows that start with a number and a space are found, and read as plain ones.
#[test]
fn other_forms() {
    let rows = [
        "10 LET a=100*3",
        "20 FOR i=1 TO 10",
        "30 PRINT i;\"*\";a",
        "40 NEXT i",
        "50 GO TO 10",
    ];
    let changed = |change: &dyn Fn(&str, &str) -> String| {
        let rows = rows.iter().filter_map(|row| row.split_once(' '));
        let rows: Vec<String> = rows
            .map(|(number, statement)| change(number, statement))
            .collect();
        format!(
            "Some prose.\n\n{}\n\nMore prose, 10 words or so.\n",
            rows.join("\n")
        )
    };
    let expected = tokenise::program(&rows.join("\n"), &Options::default())
        .unwrap()
        .program;
    for text in [
        changed(&|number, statement| format!("{number}\t{statement}")),
        changed(&|number, statement| format!("{number}\u{a0}{statement}")),
        changed(&|number, statement| format!("{number}: {statement}")),
        changed(&|number, statement| format!("{number} {statement}").replace('0', "Ø")),
        changed(&|number, statement| format!("{} {statement}", number.replace('0', "O"))),
        changed(&|number, statement| format!("> {number} {statement}")),
        changed(&|number, statement| format!("| {number}  {statement}")),
        changed(&|number, statement| format!("{number}\n{statement}")),
        changed(&|number, statement| {
            format!("{number} {}", statement.replace('*', "\\*").replace(['='], "\\="))
        }),
    ] {
        let new_records =
            new::records(&text, "livro", Width::Auto).unwrap_or_else(|error| panic!("{text}{error}"));
        let [(_, listing)] = &new_records.listings[..] else {
            panic!("{text}")
        };
        assert_eq!((listing.lines, listing.numbers), (5, (10, 50)), "{text}");
        let records = Records::of_files(&new_records.files).unwrap();
        let [read] = &records.import(&text, &[]).unwrap()[..] else {
            panic!("{text}")
        };
        assert_eq!(read.program.lines, expected.lines, "{text}");
    }
    for text in [
        "10 READ x,y,z\n20 PRINT x,y,z\n30 DATA 10,20,30\n40 STOP\n",
        "10 PRINT 1\n20 PRINT 2\n30 PRINT 3\n40 PRINT 4\n",
    ] {
        assert_eq!(found(text).len(), 1, "{text}");
    }
    for text in [
        "10 Read the manual, twice\n20 Print the page, fold it\n30 Stop\n40 Copy\n",
        "245 PRINT key P\n246 PLOT key Q\n247 RUN key R\n248 SAVE key S\n",
    ] {
        assert_eq!(found(text), [], "{text}");
    }
}
