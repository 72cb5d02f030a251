//! The explanation of a program's error.
//!
//! `errors_with_source.txt` has listings, each followed by `>>`, the status line, a row of dashes, and the
//! explanation. `UPDATE_EXPECT=1` rewrites it.

use std::path::Path;

use girafa_basic::program::{Line, Program};
use girafa_basic::tokenise::{self, Options};
use girafa_inspect::StatementPlace;
use girafa_inspect::fault::{ErrorProbe, Kind, RuntimeError};
use girafa_session::boot::Boot;
use girafa_session::boot::StartCommand;
use girafa_session::driver::Driver;
use girafa_session::launch;
use girafa_spectrum::Spectrum;
use proptest::prelude::*;
use rayon::prelude::*;

use crate::rom;

const PROG: u16 = 0x5C53;

fn boot() -> Boot {
    Boot::new(&rom()).unwrap()
}

fn tokenised(listing: &str) -> Program {
    let options = Options {
        lenient: true,
        ..Options::default()
    };
    tokenise::program(listing, &options).unwrap().program
}

/// Runs `program` to its end, answering each INPUT with b.
fn ended(boot: &Boot, program: &Program, frames: u64) -> Driver {
    let launched = launch::placed(boot, program, StartCommand::Run).unwrap();
    let mut session = Driver::new(launched, boot.glyphs.clone())
        .answers(&["b", "b"])
        .unwrap();
    session.run(frames, &mut ());
    session
}

fn fault_of(listing: &str) -> Option<RuntimeError> {
    ended(&boot(), &tokenised(listing), 3000).fault()
}

/// The error of a command typed on a machine without a program.
fn fault_of_keys(keys: &str) -> Option<RuntimeError> {
    let boot = boot();
    let launched = launch::keys(&boot, keys).unwrap();
    let mut session = Driver::new(launched, boot.glyphs.clone()).hands_off();
    session.run(1000, &mut ());
    session.fault()
}

#[test]
fn every_error_as_it_is_shown() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/session/errors_with_source.txt");
    let kept = std::fs::read_to_string(&path).unwrap();
    let boot = boot();
    let entries: Vec<String> = kept
        .split("\n--------\n")
        .collect::<Vec<_>>()
        .par_iter()
        .map(|entry| {
            let listing = entry.split_once("\n>>\n").map_or(*entry, |(listing, _)| listing);
            let fault = ended(&boot, &tokenised(listing), 3000)
                .fault()
                .unwrap_or_else(|| panic!("no error: {listing}"));
            format!(
                "{listing}\n>>\n{}\n{}",
                fault.line_of_status(),
                fault.render("x.bas:1", false)
            )
        })
        .collect();
    let now = entries.join("\n--------\n");
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(&path, now + "\n").unwrap();
    } else {
        for (now, kept) in entries.iter().zip(kept.trim_end().split("\n--------\n")) {
            assert_eq!(now, kept);
        }
    }
}

/// A successful end, BREAK, and an end without a report are not errors.
#[test]
fn no_error() {
    for listing in ["10 PRINT 1\n", "10 STOP\n", "10 NEW\n", "10 GO TO 10\n"] {
        assert_eq!(fault_of(listing), None, "{listing}");
    }
}

/// In K mode, p is PRINT and l is LET.
#[test]
fn a_typed_line() {
    let fault = fault_of_keys("p1:pzz+1\n").unwrap();
    assert_eq!(fault.line_of_status(), "2 Variable not found: zz, 0:2");
    assert_eq!(fault.line(), None);
    assert_eq!(
        fault.render("x.bas", false),
        "\
error: 2 Variable not found: zz
 --> the typed line, statement 2
  |
0 | PRINT 1: PRINT zz+1
  |                ^^ this variable has not been set"
    );
}

/// The explanation shows the program in memory, not the one that was loaded: a POKE changes the variable
/// name.
#[test]
fn a_line_that_the_program_has_changed() {
    let fault = fault_of("10 POKE 23783,122: PRINT a\n").unwrap();
    assert_eq!(fault.statement.text, "POKE 23783,122: PRINT z");
    assert_eq!(fault.variable.as_deref(), Some("z"));
}

#[test]
fn the_fields() {
    let listing = "10 GO SUB 30\n20 STOP\n30 DIM a(2,3): LET i=7: GO SUB 50\n40 STOP\n50 LET a(2,i-1)=1\n";
    let fault = fault_of(listing).unwrap();
    assert_eq!(
        (fault.code, fault.message.as_str()),
        (Some('3'), "Subscript wrong")
    );
    let place = |line, statement| StatementPlace { line, statement };
    let calls: Vec<(StatementPlace, &str)> = fault
        .calls
        .iter()
        .map(|call| (call.place, call.text.as_str()))
        .collect();
    assert_eq!(calls, [(place(30, 3), "GO SUB 50"), (place(10, 1), "GO SUB 30")]);
    let json = serde_json::to_value(&fault).unwrap();
    let expected = serde_json::json!({
        "code": "3", "message": "Subscript wrong", "subject": "a(2,6)",
        "line": 50, "statement": 1, "text": "LET a(2,i-1)=1", "columns": { "start": 8, "end": 11 },
        "label": "i-1 is 6: subscript 2 of a goes from 1 to 3",
        "within": null, "variable": "a", "value": null,
        "subscripts": [
            { "text": "2", "value": 2.0, "most": 2 },
            { "text": "i-1", "value": 6.0, "most": 3 },
        ],
        "calls": [
            { "line": 30, "statement": 3, "text": "GO SUB 50" },
            { "line": 10, "statement": 1, "text": "GO SUB 30" },
        ],
        "depth": 2,
    });
    assert_eq!(json, expected);
    let within = fault_of("10 DEF FN f(x)=1/x\n20 PRINT FN f(0)\n")
        .unwrap()
        .within
        .unwrap();
    assert_eq!((within.what, within.passage.line), (Kind::DefFn, 10));
}

/// Without a recorded error, as after loading a snapshot, the report and the memory must suffice.
#[test]
fn without_a_witness() {
    let boot = boot();
    let nobody = ErrorProbe::default();
    for (listing, expected) in [
        ("10 LET a=1: PRINT a;b\n", "2 Variable not found: b, 10:2"),
        (
            "10 DIM a(3): LET i=4: PRINT a(1);a(i)\n",
            "3 Subscript wrong: a(4), 10:3",
        ),
        (
            "10 GO SUB 20\n20 LET x=0: PRINT 2/x\n",
            "6 Number too big, 20:2, from 10:1",
        ),
    ] {
        let session = ended(&boot, &tokenised(listing), 500);
        let fault = RuntimeError::of(session.machine(), &boot.glyphs, &nobody).unwrap();
        assert_eq!(fault.line_of_status(), expected);
        assert!(!fault.statement.columns.is_empty(), "{fault:?}");
    }
}

/// Control codes from the machine's memory are not sent to a terminal.
#[test]
fn no_control_codes() {
    let program = Program {
        lines: vec![Line {
            number: 10,
            body: b"\xF5\"\x1b[2J\x07\x10\x02\x16\x00\x00\x7f\x9f\":\xF5zz".to_vec(),
        }],
        ..Program::default()
    };
    let fault = ended(&boot(), &program, 500).fault().unwrap();
    let shown = fault.render("x", false);
    assert!(shown.contains("\\{27}[2J\\{7}\\{16}"), "{shown}");
    assert!(
        shown
            .chars()
            .all(|character| character == '\n' || !character.is_control()),
        "{shown:?}"
    );
}

/// Analyses a machine with a report on the screen and random changes in the rest of its memory. Must not
/// panic and must end in bounded time, also if the error itself is recorded with such memory.
fn is_looked_at(machine: &Spectrum, boot: &Boot, pokes: &[(u16, u8)], code: u8) -> Option<RuntimeError> {
    let mut machine = machine.clone();
    for &(address, value) in pokes {
        machine.poke(address, value);
    }
    let mut probe = ErrorProbe::default();
    let mut then = machine.clone();
    let sp = 0xFF00;
    then.cpu.sp = sp;
    [(sp, 0x00), (sp + 1, 0xFE), (0xFE00, code)]
        .into_iter()
        .for_each(|(address, value)| then.poke(address, value));
    assert!(probe.observe(&then, 8) && !probe.observe(&then, 9));
    let fault = RuntimeError::of(&machine, &boot.glyphs, &probe)?;
    let _ = RuntimeError::of(&machine, &boot.glyphs, &ErrorProbe::default())?;
    let shown = fault.render("x", true) + &fault.line_of_status();
    assert!(shown.len() < 100_000);
    let json = serde_json::to_string(&fault).unwrap();
    assert!(json.len() < 1_000_000);
    Some(fault)
}

/// Programs that end with an error, and the error's number minus one.
const FAILING_PROGRAMS: [(&str, u8); 4] = [
    ("10 GO SUB 20\n20 LET a(2)=zz+1: REM x\n", 1),
    ("10 DIM a(3): LET b$=\"x\"\n20 PRINT a(1);b$(2 TO 5);a(9)\n", 2),
    ("10 DEF FN f(x)=1/x: PRINT 1\n20 PRINT VAL \"2+FN f(0)\"\n", 5),
    ("10 DATA 1,2\n20 READ a: POKE a*70000,1\n", 10),
];

#[test]
fn whole_memory() {
    let boot = boot();
    for (listing, code) in FAILING_PROGRAMS {
        let session = ended(&boot, &tokenised(listing), 500);
        assert!(
            is_looked_at(session.machine(), &boot, &[], code).is_some(),
            "{listing}"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(200) })]

    /// Random bytes in system variables, especially pointers, in the stack and in the program.
    #[test]
    fn any_memory(
        which in 0usize..4,
        variables in prop::collection::vec((0x5C00u16..0x5CB6, any::<u8>()), 0..12),
        program in prop::collection::vec((0x5CCBu16..0x5D20, any::<u8>()), 0..12),
        rest in prop::collection::vec((0x5B00u16.., any::<u8>()), 0..40),
    ) {
        thread_local! {
            static BOOT: Boot = boot();
        }
        BOOT.with(|boot| {
            let (listing, code) = FAILING_PROGRAMS[which];
            let session = ended(boot, &tokenised(listing), 500);
            let pokes = [variables, program, rest].concat();
            // The rows of the report are not changed.
            is_looked_at(session.machine(), boot, &pokes, code);
        });
    }
}

/// A cyclic chain of lines, lines of length 0, and a program that fills all memory.
#[test]
fn damaged_programs() {
    let boot = boot();
    let session = ended(&boot, &tokenised("10 GO SUB 20\n20 PRINT zz\n"), 500);
    let fill = |from: u16, to: u16, value: u8| {
        (from..to)
            .map(move |address| (address, value))
            .collect::<Vec<_>>()
    };
    for pokes in [
        fill(0x5CCB, 0xFFFF, 0),
        fill(0x5CCB, 0xFFFF, 0xFF),
        fill(0x5CCB, 0xFFFF, b'('),
        fill(0x5CCB, 0xFFFF, b'"'),
        fill(0x5CCB, 0xFFFF, b'a'),
        fill(0x5C3A, 0x5CB6, 0xFF),
        fill(0x5C3A, 0x5CB6, 0),
        vec![(PROG, 0), (PROG + 1, 0)],
        vec![(0x5C4C, 0xFF), (0x5CCD, 0), (0x5CCE, 0)],
    ] {
        is_looked_at(session.machine(), &boot, &pokes, 1);
    }
    // Lines of 40,000 brackets, parsed as names with subscripts or as nested subscripts.
    for (pair, statement, code) in [
        ("a(", "PRINT zz", 1),
        ("a(", "DIM a(0)", 2),
        ("()", "DIM a(0)", 2),
        ("1/", "PRINT 1/0", 5),
        ("VAL", "PRINT VAL \"1/0\"", 5),
        ("0,", "POKE 70000,1", 10),
        ("\"\"", "PRINT VAL \")\"", 11),
        ("FN", "PRINT FN z(1)", 24),
    ] {
        let codes: Vec<u8> = match pair {
            "VAL" => vec![0xB0],
            "FN" => vec![0xA8, b'z', b'('],
            pair => pair.bytes().collect(),
        };
        let session = ended(&boot, &tokenised(&format!("10 GO SUB 20\n20 {statement}\n")), 500);
        for size in [3_900, 35_000] {
            let body = b"\xF4a".iter().chain(codes.iter().cycle());
            let mut line = vec![0, 20];
            line.extend((size + 1u16).to_le_bytes());
            line.extend(body.copied().take(size.into()));
            line.push(b'\r');
            let vars = 0x5CCB + size + 5;
            let mut pokes: Vec<(u16, u8)> = (0x5CCB..).zip(line).collect();
            pokes.extend([(0x5C4B, vars as u8), (0x5C4C, (vars >> 8) as u8)]);
            pokes.extend((vars..vars + 8).map(|address| (address, 0x80)));
            let started = std::time::Instant::now();
            let fault = is_looked_at(session.machine(), &boot, &pokes, code).unwrap();
            assert!(fault.statement.text.len() > 3_000, "{statement}");
            let took = started.elapsed();
            assert!(took.as_secs() < 5, "{pair} in {statement}: {took:?}");
        }
    }
}
