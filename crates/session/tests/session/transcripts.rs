//! Printing the transcript of an auto-starting tape on an empty screen reproduces the program's screen. The
//! programs use all kinds of printing that do not overwrite text.

use std::collections::VecDeque;

use girafa_basic::{tap, tokenise};
use girafa_inspect::text::readable;
use girafa_session::outcome::{End, Outcome};
use girafa_session::request::{Loading, RunRequest, Source};
use girafa_spectrum::{Block, Tape};
use girafa_test_support::{Random, thorough};

use crate::code_tapes::{boot, bytes_file};

/// Number of programs, normally and in thorough tests.
const QUICK_COUNT: u64 = 300;
const THOROUGH_COUNT: u64 = 5_000;
/// One program in this many is loaded from tape pulses.
const REAL_TIME_INTERVAL: usize = 25;

/// Rows in which LOAD prints the name.
const NAME_ROWS: usize = 2;

const ROWS: usize = 22;
const COLUMNS: usize = 32;

/// A tape with an auto-starting program, and the names that LOAD prints for it.
struct Program {
    listing: String,
    name: String,
    blocks: Vec<Block>,
}

fn program(seed: u64) -> Program {
    let mut random = Random(seed);
    let mut listing = String::from("10 LET z$=\"\": OVER 0: INVERSE 0\n");
    let mut blocks = Vec::new();
    let first = first_statement(&mut random);
    listing.push_str(&format!("20 {first}\n"));
    let has_cleared = first == "CLS ";
    for number in 3..5 + random.below(25) {
        let statement = match random.below(12) {
            0 => {
                // A one-byte CODE file, whose name LOAD prints.
                blocks.extend(bytes_file(&word(&mut random), 40_000, &[7]));
                "LOAD \"\"CODE".to_owned()
            }
            1 => below(&mut random),
            2 => to_the_right(&mut random),
            _ => print(&mut random, has_cleared),
        };
        listing.push_str(&format!("{number}0 {statement}\n"));
    }
    let name = word(&mut random);
    let options = tokenise::Options {
        name: name.clone(),
        autostart: Some(10),
        ..Default::default()
    };
    let program = tokenise::program(&listing, &options).unwrap().program;
    let own = tap::program_blocks(&program).unwrap();
    Program {
        listing,
        name,
        blocks: own.into_iter().chain(blocks).collect(),
    }
}

/// The first statement, which clears, overwrites or keeps the row with the program's name.
fn first_statement(random: &mut Random) -> String {
    match random.below(6) {
        0 | 1 => "CLS ".to_owned(),
        2 => format!("PRINT AT 0,{};", random.below(32)),
        3 => format!("PRINT AT {},{};", random.below(22), random.below(32)),
        4 => "PRINT ".to_owned(),
        _ => "LET a=1".to_owned(),
    }
}

fn word(random: &mut Random) -> String {
    (0..1 + random.below(10))
        .map(|_| *random.pick(&['a', 'B', '7', '%', 'x', '£']))
        .filter(char::is_ascii)
        .chain(['w'])
        .take(10)
        .collect()
}

/// Prints some rows below the print position, if there are enough.
fn below(random: &mut Random) -> String {
    let (rows, column, text) = (1 + random.below(6), random.below(32), word(random));
    format!("LET r=24-PEEK 23689+{rows}: IF r<22 THEN PRINT AT r,{column};\"{text}\";")
}

/// Prints some columns to the right of the print position, if there are enough.
fn to_the_right(random: &mut Random) -> String {
    let (columns, text) = (1 + random.below(9), word(random));
    format!(
        "LET r=24-PEEK 23689: LET c=33-PEEK 23688+{columns}: IF r<22 AND c<32 THEN PRINT AT r,c;\"{text}\";"
    )
}

fn print(random: &mut Random, has_cleared: bool) -> String {
    let items: String = (0..1 + random.below(6))
        .map(|_| item(random, has_cleared))
        .collect();
    let end = *random.pick(&["", "", ";", ",", "'"]);
    format!("PRINT {items}z${end}")
}

/// A PRINT item with the separator after it. Does not overwrite the program's name.
fn item(random: &mut Random, has_cleared: bool) -> String {
    let text = word(random);
    let after = *random.pick(&[";", ";", ";", "'", ","]);
    match random.below(13) {
        0 => format!("TAB {};", random.below(64)),
        1 if has_cleared => format!("OVER 1;\"{text}\";OVER 0{after}"),
        2 => format!("INVERSE 1;\"{text}\";INVERSE 0{after}"),
        3 => format!("INK {};PAPER 9;\"{text}\"{after}", random.below(10)),
        4 => format!("CHR$ 16+CHR$ {}+\"{text}\"{after}", random.below(8)),
        5 => format!("\"{text}x\"+CHR$ 8+\"y\"{after}"),
        6 => format!("\"{text}\"+CHR$ 6+\"{text}\"{after}"),
        7 => format!("\"{text}\"+CHR$ 13+\"{text}\"{after}"),
        8 => format!("CHR$ 23+CHR$ {}+CHR$ 0+\"{text}\"{after}", random.below(32)),
        9 => format!("CHR$ {}{after}", 129 + random.below(14)),
        10 => format!("CHR$ {}{after}", 165 + random.below(91)),
        11 => format!("{}{after}", random.below(70_000)),
        _ => format!("\"{text}\"{after}"),
    }
}

fn run(program: &Program, loading: Loading) -> Outcome {
    let request = RunRequest {
        loading,
        ..RunRequest::of(Source::Tape(Tape::new(program.blocks.clone())))
    };
    let mut driver = request
        .start(|| Ok(boot(false).clone()))
        .unwrap()
        .with_transcript();
    driver.run(20 * 60 * 50, &mut ())
}

/// The upper screen after printing the rows of a transcript from row `first` on.
fn replayed(transcript: &str, first: usize) -> Vec<String> {
    let mut rows: VecDeque<&str> = transcript.lines().collect();
    (0..first).for_each(|_| rows.push_front(""));
    rows.resize(rows.len().max(ROWS), "");
    rows.drain(..rows.len() - ROWS);
    rows.into_iter().map(|row| readable(row).into_owned()).collect()
}

/// Whether a screen equals `replayed`, except for remains of `name`, which LOAD has printed in the top rows.
fn is_like(screen: &[String], replayed: &[String], name: &str) -> bool {
    let cells = |row: &str| {
        let mut cells: Vec<char> = row.chars().collect();
        cells.resize(COLUMNS, ' ');
        cells
    };
    let name = cells(&format!("Program: {name}"));
    screen
        .iter()
        .zip(replayed)
        .enumerate()
        .all(|(row, (seen, expected))| {
            let (seen, expected) = (cells(seen), cells(expected));
            let is_left =
                |column: usize| row < NAME_ROWS && expected[column] == ' ' && seen[column] == name[column];
            (0..COLUMNS).all(|column| seen[column] == expected[column] || is_left(column))
        })
}

#[test]
fn a_transcript_gives_the_screen() {
    let count = if thorough() { THOROUGH_COUNT } else { QUICK_COUNT };
    for seed in 0..count {
        let program = program(seed);
        let loading = match Random(seed).one_in(REAL_TIME_INTERVAL) {
            true => Loading::RealTime,
            false => Loading::Instant,
        };
        let outcome = run(&program, loading);
        let about = format!(
            "seed {seed}, {loading:?}\n{}{}",
            program.listing, outcome.transcript
        );
        assert_eq!(outcome.end, End::Report, "{about}");
        assert!(
            outcome.ended_well() && outcome.shows_report(),
            "{about}{}",
            outcome.report
        );
        let screen: Vec<String> = outcome.screen[..ROWS]
            .iter()
            .map(|row| readable(row).into_owned())
            .collect();
        // LOAD leaves the print position below the name.
        let mut firsts = 0..=NAME_ROWS;
        assert!(
            firsts.any(|first| is_like(&screen, &replayed(&outcome.transcript, first), &program.name)),
            "{about}{screen:#?}"
        );
    }
}
