//! Third-party programs that bypass BASIC: own loaders, files that contain the system variables, lines that
//! no editor creates, and code that returns into the ROM.

use std::fs;
use std::process::Output;

use girafa_spectrum::snapshot::Format;
use girafa_spectrum::tape::Header;
use girafa_spectrum::{Block, Spectrum};
use tempfile::TempDir;

use crate::strangers::{assert_says, blocks, code, program, with_tape};
use crate::support::{girafa, stderr, stdout};

/// A custom loader: `DI`, counts `edges` edges of the tape, `EI`, returns.
fn counts_edges(edges: u16) -> Vec<u8> {
    let [low, high] = edges.to_le_bytes();
    vec![
        0xF3, // DI
        0x11, low, high, // LD DE,edges
        0x0E, 0x00, // LD C,0
        0x3E, 0x7F, // wait: LD A,7F
        0xDB, 0xFE, // IN A,(FE)
        0xA9, // XOR C
        0xE6, 0x40, // AND 40
        0x28, 0xF7, // JR Z,wait
        0xA9, // XOR C
        0x4F, // LD C,A
        0x1B, // DEC DE
        0x7A, // LD A,D
        0xB3, // OR E
        0x20, 0xF0, // JR NZ,wait
        0xFB, // EI
        0xC9, // RET
    ]
}

/// The output of `run` for a `.tzx`: a program that counts `edges`, followed by two blocks of 1,000 pulses,
/// each with a stop-the-tape mark.
fn counting(edges: u16) -> Output {
    let listing = "10 CLEAR 39999: LOAD \"\"CODE\n20 RANDOMIZE USR 40000: PRINT \"ok\": STOP\n";
    let blocks = [blocks(listing), code(40_000, &counts_edges(edges)).to_vec()].concat();
    let mut image = b"ZXTape!\x1A\x01\x14".to_vec();
    for block in &blocks {
        image.extend([0x10, 0xE8, 0x03]);
        image.extend((block.bytes().len() as u16).to_le_bytes());
        image.extend(block.bytes());
    }
    for stop in [&[0x20, 0, 0][..], &[0x2A, 0, 0, 0, 0]] {
        image.extend([0x12, 0xD0, 0x07, 0xE8, 0x03]);
        image.extend(stop);
    }
    let directory = TempDir::new().unwrap();
    fs::write(directory.path().join("t.tzx"), image).unwrap();
    girafa(directory.path(), &["run", "t.tzx", "--time", "30s"])
}

/// At a stop mark the tape continues as soon as the program reads more, as if the user had pressed PLAY. The
/// end of the tape is reported, even to custom loaders.
#[test]
fn tapes_that_stop_and_tapes_that_end() {
    let stopped = "\nBytes: code\nok\n9 STOP statement, 20:3\n";
    for edges in [500, 1_900] {
        assert_says(&counting(edges), 0, stopped, "");
    }
    assert_says(
        &counting(2_500),
        1,
        "\nBytes: code\n",
        "girafa: the program waits for another block, but the tape has ended; it may be incomplete, or continue on another tape (--tape FILE.tap)\n",
    );
}

/// Changes the first line's number to 0 and lets the program start there.
fn line_zero(mut blocks: Vec<Block>) -> Vec<Block> {
    let header = Header {
        parameter_1: 0,
        ..Header::of(&blocks[0]).unwrap()
    };
    blocks[0] = header.block();
    let mut data = blocks[1].data().to_vec();
    data[..2].fill(0);
    blocks[1] = Block::new(0xFF, &data).unwrap();
    blocks
}

/// The machine after the program has stopped.
fn stopped(listing: &str) -> Spectrum {
    let directory = TempDir::new().unwrap();
    fs::write(directory.path().join("p.bas"), listing).unwrap();
    let output = girafa(directory.path(), &["run", "p.bas", "--save", "p.szx"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let snapshot = fs::read(directory.path().join("p.szx")).unwrap();
    Format::Szx.load(&snapshot, &girafa_rom::girafa48()).unwrap()
}

/// Loads memory saved by a command line, including the system variables: the machine is in the state of the
/// SAVE and continues after it in that command line, with its variables.
#[test]
fn memory_that_goes_on_where_it_was_saved() {
    let mut machine = stopped("10 STOP\n");
    let typed = "10 SAVE \"x\"CODE 23296,1900: PRINT \"on\";q: RANDOMIZE USR 24999: PRINT \"back\": STOP\n";
    let line = program(typed).lines[0].body.clone();
    let variables = [0x71, 0, 0, 9, 0, 0, 0x80]; // q = 9
    let vars = 24_000u16;
    let e_line = vars + variables.len() as u16;
    let work = e_line + line.len() as u16 + 2;
    let after_save = e_line + line.iter().position(|&byte| byte == b':').unwrap() as u16;
    let memory = [&variables[..], &line, &[0x0D, 0x80]].concat();
    for (address, byte) in (vars..).zip(memory) {
        machine.poke(address, byte);
    }
    machine.poke(24_999, 0xC9);
    let words = [
        (23_621, 65_534), // PPC: a command line
        (23_627, vars),
        (23_637, work - 1), // NXTLIN
        (23_641, e_line),
        (23_645, after_save), // CH_ADD
        (23_649, work),
        (23_651, work),
        (23_653, work),
    ];
    for (address, word) in words {
        for (address, byte) in (address..).zip(u16::to_le_bytes(word)) {
            machine.poke(address, byte);
        }
    }
    machine.poke(23_620, 0xFF); // NSPPC
    machine.poke(23_623, 1); // SUBPPC
    for start in [16_384, 23_296, 23_552] {
        let bytes = &machine.memory()[start..25_100];
        let loader = line_zero(blocks("10 LOAD \"\"CODE : PRINT \"never\"\n"));
        let output = with_tape([loader, code(start as u16, bytes).to_vec()].concat(), "run");
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let text = stdout(&output);
        assert!(text.ends_with("on9\nback\n9 STOP statement, 0:5\n"), "{text}");
    }
}

/// A program with line 0 runs, and it can read the address of the next line.
#[test]
fn programs_of_line_0() {
    let run = |listing: &str| with_tape(line_zero(blocks(listing)), "run");
    let output = run("10 BORDER 1: PRINT \"a\": STOP\n");
    assert_says(&output, 0, "a\n9 STOP statement, 0:3\n", "");
    let next_line = "10 LET a=USR (PEEK 23637+256*PEEK 23638+5): PRINT \"b\": STOP\n20 REM \\{201}\n";
    assert_says(&run(next_line), 0, "b\n9 STOP statement, 0:3\n", "");
    let lost = "error: 2 Variable not found: q\n --> t.tap, statement 0:2\n  |\n0 | PRINT \"c\": PRINT q\n  |                  ^ this variable has not been set\n";
    assert_says(
        &run("10 PRINT \"c\": PRINT q\n"),
        1,
        "c\n2 Variable not found, 0:2\n",
        lost,
    );
    // Machine code in a REM may contain the codes of ENTER and of a colon.
    let code =
        "10 LET a=USR (PEEK 23635+256*PEEK 23636+60): REM \\{13}:\\{249}\\{201}\n20 PRINT \"c\": STOP\n";
    let blocks = line_zero(self::blocks(code));
    let at = blocks[1].data().iter().position(|&byte| byte == 201).unwrap();
    let code = code.replace("+60", &format!("+{at}"));
    assert_says(&run(&code), 0, "c\n9 STOP statement, 20:2\n", "");
}

/// A tape whose header gives a wrong program length: the variables, which follow the lines, begin elsewhere.
/// Lines among them are skipped; if no variable and no end can be found, the program stops.
#[test]
fn programs_of_another_length() {
    let listing =
        "10 LET a=5: LET b$=\"x\"\n20 LET name=7: FOR i=1 TO 2: NEXT i\n30 PRINT a;b$;name;i\n40 PRINT c\n";
    let result_of = |length: Option<u16>, tail: &[u8]| {
        let mut blocks = blocks(listing);
        let header = Header::of(&blocks[0]).unwrap();
        let mut data = blocks[1].data().to_vec();
        let parameter_2 = length.unwrap_or(data.len() as u16);
        data.extend(tail);
        let length = data.len() as u16;
        blocks[0] = Header {
            length,
            parameter_2,
            ..header
        }
        .block();
        blocks[1] = Block::new(0xFF, &data).unwrap();
        let output = with_tape(blocks, "run");
        assert_eq!(output.status.code(), Some(1), "{parameter_2}");
        stdout(&output)
    };
    let right = "5x73\n2 Variable not found, 40:1\n";
    let data = blocks(listing)[1].data().to_vec();
    let lines: Vec<usize> = (0..4)
        .scan(0, |at, _| {
            let line = *at;
            *at += 4 + usize::from(u16::from_le_bytes([data[line + 2], data[line + 3]]));
            Some(line)
        })
        .collect();
    for line in lines {
        assert_eq!(result_of(Some(line as u16), &[]), right, "{line}");
    }
    assert_eq!(result_of(None, &[0; 128]), right);
    assert_eq!(
        result_of(None, &[0x20, 0, 2, 0, 1, 2]),
        right,
        "a line of four digits"
    );
    let lost = "2 Variable not found, ";
    for (length, tail) in [
        (Some(9), 0),
        (Some(data.len() as u16 + 30), 0),
        (None, 0x44),
        (None, 0xFF),
    ] {
        assert!(
            result_of(length, &[tail; 100]).contains(lost),
            "{length:?} {tail}"
        );
    }
}

/// An error is reported if the address to return to on errors is 1303, as on an original, or if the program
/// jumps there.
#[test]
fn errors_are_reported_from_1303() {
    let result_of = |listing: &str| {
        let output = with_tape(blocks(listing), "run");
        (output.status.code(), stdout(&output))
    };
    // LD HL,1303: LD SP,(ERR SP): EX (SP),HL: LD (IY+0),8: RET
    let trap = "10 FOR i=40000 TO 40012: READ a: POKE i,a: NEXT i: RANDOMIZE USR 40000\n\
                20 DATA 33,3,19,237,123,61,92,227,253,54,0,8,201\n";
    assert_eq!(result_of(trap), (Some(0), "9 STOP statement, 10:5\n".to_owned()));
    let item = "10 LET e=PEEK 23613+256*PEEK 23614: POKE e,3: POKE e+1,19: PRINT 1/0\n";
    assert_eq!(result_of(item), (Some(1), "6 Number too big, 10:4\n".to_owned()));
}

/// A snapshot of a program that waits for its tape has no tape.
#[test]
fn a_snapshot_that_waits_for_a_tape() {
    let mut machine = stopped("10 STOP\n");
    for (address, byte) in (40_000..).zip(counts_edges(100)) {
        machine.poke(address, byte);
    }
    machine.cpu.pc = 40_000;
    let directory = TempDir::new().unwrap();
    fs::write(
        directory.path().join("s.szx"),
        Format::Szx.save(&machine).unwrap(),
    )
    .unwrap();
    let output = girafa(directory.path(), &["run", "s.szx", "--time", "20s"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        stderr(&output).contains("the tape has ended"),
        "{}",
        stderr(&output)
    );
}
