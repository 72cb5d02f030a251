//! Compares listings with those of an original machine.

use girafa_basic::diagnostic::Diagnostics;
use girafa_basic::llist;
use girafa_basic::program::{Line, Piece, Program, pieces};
use girafa_basic::token;
use girafa_basic::tokenise::{Options, program};
use girafa_scan::page::PageRow;
use girafa_scan::reader;
use girafa_test_support::shared_text;
use serde::Deserialize;

#[derive(Deserialize)]
struct Case {
    id: String,
    cat: String,
    bas: Option<String>,
    expect: Expect,
}

#[derive(Deserialize)]
struct Expect {
    screen: Option<Vec<String>>,
}

/// LIST on the screen breaks and spaces lines as LLIST does on paper, so every case that shows a full listing
/// is used.
#[test]
fn rows_are_the_same_as_on_the_machine() {
    let Some(cases) = shared_text("conformance/cases.jsonl") else {
        return;
    };
    let mut ran = 0;
    for case in cases.lines() {
        let case: Case = serde_json::from_str(case).unwrap();
        let (Some(text), Some(screen)) = (case.bas, case.expect.screen) else {
            continue;
        };
        let options = Options {
            lenient: true,
            ..Options::default()
        };
        let program = program(&text, &options).unwrap().program;
        // The cursor is where a LIST with a line number put it; replace it with the space that is otherwise
        // there.
        let shown: Vec<String> = screen
            .iter()
            .map(|row| {
                if row.get(4..5) == Some(">") {
                    row.replacen('>', " ", 1)
                } else {
                    row.clone()
                }
            })
            .collect();
        // The listed lines: all whose number is at the start of a row.
        let listed = |line: &&Line| {
            shown
                .iter()
                .any(|row| row.starts_with(&format!("{:4} ", line.number)))
        };
        let found = program.lines.iter().find(listed).is_some_and(|first| {
            let mut part = program.clone();
            part.lines.retain(|line| line.number >= first.number);
            let rows = llist::rows(&part, llist::WIDTH);
            shown.windows(rows.len()).any(|window| window == rows)
        });
        if case.cat == "list" && found {
            ran += 1;
        } else if case.cat == "list" && case.id.starts_with("list-tok") {
            panic!(
                "{}: {:?} is not in {shown:?}",
                case.id,
                llist::rows(&program, llist::WIDTH)
            );
        } else if case.cat == "list" {
            println!("not shown in full: {} {text:?}", case.id);
        }
    }
    println!("listings compared: {ran}");
    assert!(ran > 100, "{ran}");
}

/// Simulates what a page loses: spaces at the ends of rows, and the alignment of line numbers.
fn scanned(program: &Program) -> Vec<PageRow> {
    let mut diagnostics = Diagnostics::default();
    let rows = llist::rows(program, llist::WIDTH);
    rows.iter()
        .enumerate()
        .map(|(at, row)| PageRow::new(at + 1, 0, row.trim(), &mut diagnostics))
        .collect()
}

/// The lines' codes without spaces.
fn without_spaces(lines: &[Line]) -> Vec<(u16, Vec<u8>)> {
    lines
        .iter()
        .map(|line| {
            (
                line.number,
                line.body.iter().copied().filter(|&code| code != b' ').collect(),
            )
        })
        .collect()
}

/// Every program whose listing has only plain characters is read back from its listing with trimmed rows, as
/// in a scan. The codes are the same, and so are the spaces, except in broken strings, where the side of the
/// break that a space was on is unknown.
#[test]
fn a_trimmed_listing_is_read_back() {
    let Some(cases) = shared_text("conformance/cases.jsonl") else {
        return;
    };
    let (mut ran, mut exact) = (0, 0);
    for case in cases.lines() {
        let case: Case = serde_json::from_str(case).unwrap();
        let Some(text) = case.bas else { continue };
        let Ok(tokenised) = program(&text, &Options::default()) else {
            continue;
        };
        let program = tokenised.program;
        let characters = |code: u8| matches!(code, 32..=0x7f | 0xa5..=0xff);
        let is_plain = program.lines.iter().all(|line| {
            pieces(&line.body).all(|piece| !matches!(piece, Piece::Code(code) if !characters(code)))
                // Keywords in strings and remarks cannot be distinguished from text.
                && line.body.first().is_some_and(|&code| code == b':' || code != token::REM && token::is_command(code))
        });
        if !is_plain || text.contains("\\{") {
            continue;
        }
        let page = scanned(&program);
        let names = reader::names(&page, llist::WIDTH);
        let reading = reader::read(&page, llist::WIDTH, &names);
        assert!(
            !reading.diagnostics().has_errors(),
            "{}: {}\n{text}",
            case.id,
            reading.diagnostics()
        );
        assert_eq!(
            without_spaces(&reading.lines),
            without_spaces(&program.lines),
            "{}\n{text}",
            case.id
        );
        ran += 1;
        exact += usize::from(reading.lines == program.lines);
    }
    println!("read back: {ran}, with every space: {exact}");
    assert!(ran > 1_500, "{ran}");
    assert!(exact * 100 > ran * 99, "{exact} of {ran}");
}

/// A row like `60: PRINT` is a separate line, unless the row above is full and continues in it.
#[test]
fn a_line_may_start_with_a_colon() {
    let mut diagnostics = Diagnostics::default();
    let mut numbers = |rows: &[&str]| -> Vec<u16> {
        let rows: Vec<PageRow> = rows
            .iter()
            .enumerate()
            .map(|(at, row)| PageRow::new(at + 1, 100 * at, row, &mut diagnostics))
            .collect();
        let reading = reader::read(&rows, llist::WIDTH, &reader::names(&rows, llist::WIDTH));
        assert!(!reading.diagnostics().has_errors(), "{}", reading.diagnostics());
        reading.lines.iter().map(|line| line.number).collect()
    };
    assert_eq!(numbers(&["50 PRINT 1", "60: PRINT 2", "70 STOP"]), [50, 60, 70]);
    assert_eq!(numbers(&["10: PRINT 2", "20: STOP"]), [10, 20]);
    let full = "50 IF A$=\"ABCDEF\" THEN GO TO 1";
    assert_eq!(numbers(&[full, "60: PRINT 2", "70 STOP"]), [50, 70]);
    // A line 40 cannot follow line 50, so the row continues it.
    assert_eq!(numbers(&[full, "40: PRINT 2", "70 STOP"]), [50, 70]);
}

#[test]
fn a_row_that_cannot_be_full_is_reported() {
    let mut diagnostics = Diagnostics::default();
    let text = ["10 PRINT AT 10,10;\"ABCDEFGHIJK\"; A", "T 11,10;\"ABC\""].join("\n");
    let rows: Vec<PageRow> = text
        .split_inclusive('\n')
        .scan(0, |start, row| {
            let here = *start;
            *start += row.len();
            Some(PageRow::new(1, here, row.trim_end(), &mut diagnostics))
        })
        .collect();
    let reading = reader::read(&rows, llist::WIDTH, &reader::names(&rows, llist::WIDTH));
    let messages = reading.diagnostics().to_string();
    assert!(messages.contains("columns wide, more than 32"), "{messages}");
}
