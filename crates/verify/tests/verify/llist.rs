//! Compares LLIST on the emulated printer with the rows of `girafa_basic::llist`, and the program in memory
//! after LOAD with the one on tape, for every available program.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use girafa_basic::charset;
use girafa_basic::llist;
use girafa_basic::program::{Line, Program};
use girafa_basic::tokenise;
use girafa_books as book;
use girafa_inspect::text;
use girafa_session::boot::Boot;
use girafa_session::boot::StartCommand;
use girafa_session::driver::Driver;
use girafa_session::launch::{self, Launched};
use girafa_session::outcome::End;
use girafa_test_support::{book_text, thorough};
use girafa_verify::conform::case;
use proptest::prelude::*;

/// DELETE removes the RUN that the launch has typed; LLIST is V in extended mode.
const KEYS: &str = "{cs+0}{cs+ss}v\n";
/// Ten emulated minutes.
const FRAMES: u64 = 30_000;
const PROG: u16 = 0x5C53;
const VARS: u16 = 0x5C4B;
const E_LINE: u16 = 0x5C59;

/// Loads a program from tape and asserts that memory has the same program and variables as the tape.
fn loaded(boot: &Boot, program: &Program, name: &str) -> Launched {
    let program = Program {
        autostart: None,
        ..program.clone()
    };
    let loaded = launch::program(boot, &program, StartCommand::Run).unwrap_or_else(|e| panic!("{name}: {e}"));
    let machine = &loaded.machine;
    let [prog, vars, e_line] = [PROG, VARS, E_LINE].map(|pointer| usize::from(machine.peek16(pointer)));
    let memory = machine.memory();
    assert!(
        memory[prog..vars] == program.to_bytes(),
        "{name}: the program in memory"
    );
    // The variables area ends with 80h.
    assert_eq!(
        memory[vars..e_line - 1],
        program.variables,
        "{name}: the variables in memory"
    );
    assert_eq!(memory[e_line - 1], 0x80, "{name}");
    loaded
}

/// The rows that LLIST prints of a program loaded from tape.
fn paper(boot: &Boot, program: &Program, name: &str) -> Vec<String> {
    let launched = Launched {
        typist: launch::keys(boot, KEYS).unwrap().typist,
        ..loaded(boot, program, name)
    };
    let outcome = Driver::new(launched, boot.glyphs.clone()).run(FRAMES, &mut ());
    assert_eq!(outcome.end, End::Report, "{name}: {}", outcome.report);
    assert_eq!(outcome.report, "0 OK, 0:1", "{name}");
    outcome.printer.iter().map(|row| upright(row)).collect()
}

/// Converts inverse characters to plain ones: a colour code in a line changes no character.
fn upright(row: &str) -> String {
    row.chars()
        .map(|c| match u32::from(c) {
            code @ 0xE020..=0xE07F => text::ascii_char((code - 0xE000) as u8),
            _ => c,
        })
        .collect()
}

/// Converts a row of a listing to the characters recognised on paper. User-defined graphics initially look
/// like letters.
fn as_on_paper(row: &str) -> String {
    row.chars()
        .map(|c| match charset::from_char(c) {
            Some(code @ charset::UDGS..) => char::from(b'A' + code - charset::UDGS),
            Some(code @ charset::BLOCKS..) => text::block_char(code - charset::BLOCKS),
            Some(code) => text::ascii_char(code),
            None => c,
        })
        .collect()
}

fn compare(boot: &Boot, program: &Program, name: &str) -> usize {
    let rows: Vec<String> = llist::rows(program, llist::WIDTH)
        .iter()
        .map(|row| as_on_paper(row))
        .collect();
    assert_eq!(paper(boot, program, name), rows, "{name}");
    rows.len()
}

fn boot() -> Boot {
    Boot::new(&girafa_rom::girafa48()).unwrap()
}

fn repository(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name)
}

#[test]
fn conformance_programs() {
    let cases =
        case::read(&fs::read_to_string(repository("tests/conformance/cases.jsonl")).unwrap()).unwrap();
    let boot = boot();
    let (mut programs, mut rows) = (0, 0);
    let step = if thorough() { 1 } else { 4 };
    for case in cases.iter().step_by(step) {
        let Some(bas) = &case.bas else { continue };
        let options = tokenise::Options {
            lenient: true,
            ..Default::default()
        };
        let program = tokenise::program(bas, &options).unwrap().program;
        rows += compare(&boot, &program, &case.id);
        programs += 1;
    }
    println!("{programs} programs, {rows} rows");
    assert!(programs > 1000 / step);
}

#[test]
fn our_own_listings() {
    let boot = boot();
    for entry in fs::read_dir(repository("basic-listings")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "bas") {
            let text = fs::read_to_string(&path).unwrap();
            let program = tokenise::program(&text, &tokenise::Options::default())
                .unwrap()
                .program;
            compare(&boot, &program, &path.display().to_string());
        }
    }
}

/// Also prints how many scanned rows of the book equal the output of LLIST.
#[test]
fn the_book() {
    let Some(text) = book_text() else { return };
    let boot = boot();
    let (mut all, mut as_scanned) = (0, 0);
    for listing in book::import(&text, &[]).unwrap() {
        let printed = compare(&boot, &listing.program, &listing.id);
        let rows = listing.reading.rows.len();
        let same = listing.rows_as_scanned();
        println!(
            "{}: {printed} rows on paper; {same} of the page's {rows} agree as scanned, {:.1} %",
            listing.id,
            100.0 * same as f64 / rows.max(1) as f64
        );
        all += rows;
        as_scanned += same;
    }
    println!("all: {as_scanned} of {all}");
    assert!(all > 0);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    /// For any program, LOAD brings exactly the tape's bytes into memory, including variables and bytes after
    /// the lines.
    #[test]
    fn a_loaded_program_is_the_tapes(
        lines in prop::collection::btree_map(1..=9999u16, prop::collection::vec(any::<u8>(), 0..60), 1..30),
        number in any::<[u8; 5]>(),
        has_variable in any::<bool>(),
    ) {
        static BOOT: LazyLock<Boot> = LazyLock::new(boot);
        let lines = lines.into_iter().map(|(number, body)| Line { number, body }).collect();
        // A simple numeric variable, `a`.
        let variables = if has_variable { [&[0x61], &number[..]].concat() } else { Vec::new() };
        loaded(&BOOT, &Program { name: b"any".to_vec(), autostart: None, lines, tail: vec![0, 1, 255], variables }, "any program");
    }
}
