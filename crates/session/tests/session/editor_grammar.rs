//! Compares the grammar with the ROM's editor. Thousands of valid and invalid lines are written to the edit
//! line, and the ROM checks their syntax. Both must accept the same lines and convert them to the same bytes.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use girafa_basic::diagnostic::Severity;
use girafa_basic::grammar::{self, Names};
use girafa_basic::source::Cell;
use girafa_basic::source::Spaces;
use girafa_session::boot::Boot;
use girafa_spectrum::Spectrum;
use proptest::prelude::*;

#[path = "editor_grammar/lines.rs"]
mod lines;

const E_LINE: u16 = 0x5C59;
const WORKSP: u16 = 0x5C61;
const STKBOT: u16 = 0x5C63;
const STKEND: u16 = 0x5C65;
/// RST 8: the error handler.
const ERROR: u16 = 0x0008;
/// Return address of the syntax check: unused RAM.
const RETURN: u16 = 0xFE00;
/// T-states until the syntax check counts as hanging.
const MAX_TSTATES: u64 = 100_000_000;

/// The ROM's editor.
struct Editor {
    machine: Spectrum,
    check_line: u16,
}

impl Editor {
    /// The built-in ROM, waiting for a key.
    fn new() -> Editor {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../roms-open/girafa48.sym");
        let symbols: HashMap<String, u16> = fs::read_to_string(path)
            .unwrap()
            .lines()
            .filter_map(symbol)
            .collect();
        Editor {
            machine: Boot::new(&girafa_rom::girafa48()).unwrap().ready,
            check_line: symbols["check_line"],
        }
    }

    /// Lets the ROM check a typed line without a line number. Returns its bytes with the numbers' binary
    /// forms, or the error code.
    fn check(&self, line: &[u8]) -> Result<Vec<u8>, u8> {
        let mut machine = self.machine.clone();
        let start = machine.peek16(E_LINE);
        let mut at = start;
        for &byte in line.iter().chain(&[0x0D, 0x80]) {
            machine.poke(at, byte);
            at += 1;
        }
        for pointer in [WORKSP, STKBOT, STKEND] {
            machine.poke16(pointer, at);
        }
        let sp = machine.cpu.sp - 2;
        machine.poke16(sp, RETURN);
        machine.cpu.sp = sp;
        machine.cpu.pc = self.check_line;
        machine.cpu.halted = false;
        machine.cpu.iff1 = false;
        let started = machine.tstates();
        loop {
            match machine.cpu.pc {
                RETURN => break,
                ERROR => return Err(machine.peek(machine.peek16(machine.cpu.sp))),
                _ => assert!(
                    machine.tstates() - started < MAX_TSTATES,
                    "the check of {line:02X?} hangs"
                ),
            }
            machine.step();
        }
        let end = usize::from(machine.peek16(WORKSP)) - 2;
        Ok(machine.memory()[usize::from(start)..end].to_vec())
    }
}

fn symbol(line: &str) -> Option<(String, u16)> {
    let mut words = line.split_whitespace();
    let name = words.next()?;
    let value = words.nth(1)?.trim_end_matches('H');
    Some((name.to_string(), u16::from_str_radix(value, 16).ok()?))
}

/// Parses the same line with the grammar. Returns its bytes, or the first error. Statements that need more than a
/// 48K count as errors.
fn parse(line: &[u8]) -> Result<Vec<u8>, String> {
    let cells: Vec<Cell> = line
        .iter()
        .enumerate()
        .map(|(at, &code)| Cell {
            code,
            // Two characters typed separately do not form a keyword that looks like them, and typed spaces
            // are kept.
            escaped: matches!(code, 0..=b' ' | b'<' | b'>'),
            span: at..at + 1,
        })
        .collect();
    let parsed = grammar::line(&cells, line.len(), &Names::new(), Spaces::Kept);
    let errors = parsed
        .diagnostics
        .iter()
        .filter(|found| found.severity == Severity::Error || found.code == Some(grammar::EXTENSION));
    match errors.map(|error| error.message.clone()).next() {
        Some(message) => Err(message),
        None => Ok(parsed.body),
    }
}

fn agree(editor: &Editor, line: &[u8]) -> Result<bool, String> {
    let (rom, grammar) = (editor.check(line), parse(line));
    let shown = lines::shown(line);
    match (&rom, &grammar) {
        (Ok(rom), Ok(grammar)) if rom == grammar => Ok(true),
        (Err(_), Err(_)) => Ok(false),
        _ => Err(format!("{shown}\nROM     {rom:02X?}\ngrammar {grammar:02X?}")),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, max_shrink_iters: 0, failure_persistence: None, ..ProptestConfig::default() })]

    /// 24 times 250 lines, generated from the rules of the manual, some with a few bytes changed.
    #[test]
    fn grammar_and_rom_accept_the_same_lines(
        cases in prop::collection::vec((prop::collection::vec(any::<u8>(), 10..120), prop::collection::vec(any::<(u8, u8, u8)>(), 0..3)), 250),
    ) {
        let editor = Editor::new();
        let mut wrong = Vec::new();
        let mut accepted = 0;
        for (choices, changes) in &cases {
            let line = lines::changed(&lines::line(choices), changes);
            match agree(&editor, &line) {
                Ok(good) => accepted += usize::from(good),
                Err(message) => wrong.push(message),
            }
        }
        wrong.sort_by_key(String::len);
        prop_assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), cases.len(), wrong[..wrong.len().min(25)].join("\n"));
        prop_assert!((50..230).contains(&accepted), "accepted {accepted} of {}", cases.len());
    }
}
