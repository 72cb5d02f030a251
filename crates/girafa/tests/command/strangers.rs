//! Third-party files: whatever a Spectrum accepts is run, and irregularities are reported.

use std::collections::BTreeMap;
use std::fs;
use std::process::Output;

use girafa_basic::program::Program;
use girafa_basic::{tap, tokenise};
use girafa_inspect::sysvars::ERR_SP;
use girafa_spectrum::snapshot::Format;
use girafa_spectrum::{Block, Spectrum, Tape};
use girafa_test_support::shared;
use tempfile::TempDir;

use crate::support::{girafa, stderr, stdout};

pub fn program(text: &str) -> Program {
    let options = tokenise::Options {
        name: "p".to_owned(),
        autostart: Some(10),
        ..Default::default()
    };
    tokenise::program(text, &options).unwrap().program
}

pub fn blocks(text: &str) -> Vec<Block> {
    tap::program_blocks(&program(text)).unwrap().to_vec()
}

/// The header and data blocks of a CODE file.
pub fn code(address: u16, bytes: &[u8]) -> [Block; 2] {
    let header = girafa_spectrum::tape::Header {
        kind: 3,
        name: b"code".to_vec(),
        length: bytes.len() as u16,
        parameter_1: address,
        parameter_2: 0x8000,
    };
    [header.block(), Block::new(0xFF, bytes).unwrap()]
}

/// The same block with a wrong checksum.
fn damaged(block: &Block) -> Block {
    let mut bytes = block.bytes().to_vec();
    *bytes.last_mut().unwrap() ^= 0x40;
    Block::from_bytes(bytes).unwrap()
}

/// The output of `girafa COMMAND t.tap` for a tape of these blocks.
pub fn with_tape(blocks: Vec<Block>, command: &str) -> Output {
    let directory = TempDir::new().unwrap();
    fs::write(directory.path().join("t.tap"), Tape::new(blocks).to_tap()).unwrap();
    girafa(directory.path(), &[command, "t.tap"])
}

pub fn assert_says(output: &Output, code: i32, out: &str, err: &str) {
    assert_eq!(
        (
            output.status.code(),
            stdout(output).as_str(),
            stderr(output).as_str()
        ),
        (Some(code), out, err)
    );
}

const OK_PROGRAM: &str = "10 PRINT \"ok\": STOP\n";
pub const OK_OUTPUT: &str = "ok\n9 STOP statement, 10:2\n";

/// A header block may have more bytes: a ROM stops reading after the checksum of the first 17.
#[test]
fn a_header_with_more_bytes() {
    let mut blocks = blocks(OK_PROGRAM);
    let mut bytes = blocks[0].bytes().to_vec();
    bytes.extend([0x50, 0x50]);
    blocks[0] = Block::from_bytes(bytes).unwrap();
    assert_eq!(stdout(&with_tape(blocks, "run")), OK_OUTPUT);
}

/// Machine code after the lines and after the variables is kept and does not cause an error. `list` and
/// `check` read the lines.
#[test]
fn bytes_after_the_lines() {
    let tail = [0x00, 0x14, 0xFF, 0xFF, 0x3E, 0x01, 0xC9];
    let program = Program {
        tail: tail.to_vec(),
        variables: vec![1, 2, 3],
        ..program(OK_PROGRAM)
    };
    let blocks = tap::program_blocks(&program).unwrap().to_vec();
    assert_says(&with_tape(blocks.clone(), "run"), 0, OK_OUTPUT, "");
    let message = "girafa: t.tap: the last 7 bytes are not BASIC lines: the program is truncated: line 20 (at byte 12) \
                needs 65535 bytes, but 3 are left\n";
    let listed = "  10 PRINT \"ok\": STOP\n";
    assert_says(&with_tape(blocks.clone(), "list"), 0, listed, message);
    let checked = format!("{message}t.tap: nothing found\n");
    assert_says(&with_tape(blocks.clone(), "check"), 0, "", &checked);
    let directory = TempDir::new().unwrap();
    let image = Tape::new(blocks.clone()).to_tap();
    fs::write(
        directory.path().join("t.bas"),
        stdout(&with_tape(blocks, "untap")),
    )
    .unwrap();
    let again = girafa(directory.path(), &["tap", "t.bas", "-o", "again.tap"]);
    assert_eq!(again.status.code(), Some(0), "{}", stderr(&again));
    let again = fs::read(directory.path().join("again.tap")).unwrap();
    // The tape's name is the name of the listing's file.
    assert_eq!(again[21..], image[21..]);
    // The program's own code is loaded with the lines.
    let peeks = "10 PRINT PEEK (PEEK 23627+256*PEEK 23628-3): STOP\n";
    let program = Program {
        tail: tail.to_vec(),
        ..self::program(peeks)
    };
    let blocks = tap::program_blocks(&program).unwrap().to_vec();
    assert_says(&with_tape(blocks, "run"), 0, "62\n9 STOP statement, 10:2\n", "");
}

/// A damaged block that is not loaded causes a warning; one that is loaded causes report R.
#[test]
fn wrong_checksums() {
    let warning = |blocks: &str| format!("girafa: t.tap: warning: {blocks} with report R\n");
    let one = warning("block 3 has a wrong checksum: LOAD stops there");
    let two = warning("blocks 3, 4 and 5 have wrong checksums: LOAD stops there");
    let bad = damaged(&Block::new(0x98, &[1, 2, 3]).unwrap());
    let never = [blocks(OK_PROGRAM), vec![bad.clone()]].concat();
    assert_says(&with_tape(never.clone(), "run"), 0, OK_OUTPUT, &one);
    assert_says(&with_tape(never, "list"), 0, "  10 PRINT \"ok\": STOP\n", &one);
    let several = [
        blocks(OK_PROGRAM),
        vec![
            bad,
            Block::from_bytes(vec![7]).unwrap(),
            damaged(&blocks(OK_PROGRAM)[1]),
        ],
    ]
    .concat();
    assert_says(&with_tape(several, "run"), 0, OK_OUTPUT, &two);

    let mut own = blocks(OK_PROGRAM);
    own[1] = damaged(&own[1]);
    let output = with_tape(own, "run");
    assert_eq!(output.status.code(), Some(1));
    assert!(
        stdout(&output).ends_with("R Tape loading error, 0:1\n"),
        "{}",
        stdout(&output)
    );
    let mut loaded = blocks("10 LOAD \"\"CODE\n20 PRINT \"never\"\n");
    let [header, data] = code(40_000, &[1, 2, 3]);
    loaded.extend([header, damaged(&data)]);
    let output = with_tape(loaded, "run");
    assert_eq!(output.status.code(), Some(1));
    assert!(
        stdout(&output).ends_with("R Tape loading error, 10:1\n"),
        "{}",
        stdout(&output)
    );
    assert!(stderr(&output).contains("block 4 has a wrong checksum"));
    // A header with a wrong checksum is skipped; the next program is loaded.
    let mut passed = blocks("10 PRINT \"no\"\n");
    passed[0] = damaged(&passed[0]);
    assert_eq!(
        stdout(&with_tape([passed, blocks(OK_PROGRAM)].concat(), "run")),
        OK_OUTPUT
    );
}

/// A tape without a program that begins with code is loaded with LOAD ""CODE; one with neither is refused.
#[test]
fn tapes_without_a_program() {
    let directory = TempDir::new().unwrap();
    let tape = Tape::new(code(40_000, b"Girafa").to_vec()).to_tap();
    fs::write(directory.path().join("c.tap"), tape).unwrap();
    let output = girafa(directory.path(), &["run", "c.tap", "--save", "c.sna"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stdout(&output).ends_with("0 OK, 0:1\n"), "{}", stdout(&output));
    let snapshot = fs::read(directory.path().join("c.sna")).unwrap();
    let at = 27 + 40_000 - 16_384;
    assert_eq!(&snapshot[at..at + 6], b"Girafa");

    let lone = vec![Block::new(0xFF, &[1, 2, 3]).unwrap()];
    let output = with_tape(lone.clone(), "run");
    assert_eq!(output.status.code(), Some(5));
    assert!(
        stderr(&output).contains("there is nothing to load on the tape"),
        "{}",
        stderr(&output)
    );
    for (command, blocks) in [("list", lone), ("list", code(1, b"x").to_vec())] {
        let output = with_tape(blocks, command);
        assert_says(
            &output,
            5,
            "",
            "girafa: t.tap: there is no BASIC program on the tape\n",
        );
    }
    let mut headless = blocks(OK_PROGRAM);
    headless[0] = damaged(&headless[0]);
    let output = with_tape(headless, "run");
    assert_eq!(output.status.code(), Some(5));
    assert!(
        stderr(&output).contains("the header of the program in block 1 is damaged"),
        "{}",
        stderr(&output)
    );
    // The tape ends after the header: the ROM waits.
    let output = with_tape(blocks(OK_PROGRAM)[..1].to_vec(), "run");
    assert_eq!(output.status.code(), Some(1));
    assert!(
        stderr(&output).contains("waits for another block"),
        "{}",
        stderr(&output)
    );
}

/// Files from bug reports.
#[test]
fn reproductions() {
    let directory = TempDir::new().unwrap();
    let run = |name: &str| {
        let path = shared(&format!("outside/{name}"))?;
        Some(girafa(directory.path(), &["run", path.to_str()?]))
    };
    let outputs = [
        ("program_with_tail.tap", OK_OUTPUT),
        ("wrong_checksum_later.tap", OK_OUTPUT),
        ("pause0_last.bas", "x\n0 OK, 20:1\n"),
        ("keyword_and_variable.bas", "1 2\n0 OK, 20:1\n"),
        ("keyword_and_variable3.bas", "3\n0 OK, 30:1\n"),
    ];
    for (name, expected) in outputs {
        let Some(output) = run(name) else { return };
        assert_eq!(
            (output.status.code(), stdout(&output).as_str()),
            (Some(0), expected),
            "{name}"
        );
    }
}

/// Runs these programs and compares end, report and transcript with those of an original 48K.
#[test]
fn programs_do_what_an_original_shows() {
    let Some(runs) = shared("outside/runs") else {
        return;
    };
    let expected = fs::read(runs.join("expected.json")).unwrap();
    let expected: BTreeMap<String, serde_json::Value> = serde_json::from_slice(&expected).unwrap();
    assert!(expected.len() >= 10);
    let directory = TempDir::new().unwrap();
    for (name, original) in expected {
        let path = runs.join(&name);
        let output = girafa(
            directory.path(),
            &["run", path.to_str().unwrap(), "--json", "--time", "2m"],
        );
        let seen: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        for part in ["end", "report", "transcript"] {
            assert_eq!(seen[part], original[part], "{name}");
        }
    }
}

/// Assembler sources also use the extension `.z80`, whatever their length.
#[test]
fn sources_are_not_snapshots() {
    let directory = TempDir::new().unwrap();
    for (name, lines) in [("short.z80", 3), ("long.z80", 4_000), ("long.sna", 4_000)] {
        let source = "start:\tld a,7\t; caf\u{e9}\n".repeat(lines);
        fs::write(directory.path().join(name), source).unwrap();
        let message =
            format!("girafa: {name}: not a snapshot: this is text, such as the source of an assembler\n");
        for command in ["run", "list", "check"] {
            assert_says(&girafa(directory.path(), &[command, name]), 5, "", &message);
        }
    }
}

/// Shows a picture: prints its text, and writes its pixels as PNG.
#[test]
fn pictures() {
    let directory = TempDir::new().unwrap();
    let directory = directory.path();
    let save = ["run", "p.bas", "--save", "p.sna", "--screen", "want.png"];
    fs::write(
        directory.join("p.bas"),
        "10 BORDER 7: PRINT \"Girafa\": PLOT 128,88: DRAW INK 2;50,50: GO TO 20\n20 GO TO 20\n",
    )
    .unwrap();
    let output = girafa(directory, &[&save[..], &["--time", "2s"]].concat());
    assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
    let snapshot = fs::read(directory.join("p.sna")).unwrap();
    fs::write(directory.join("p.scr"), &snapshot[27..27 + 6912]).unwrap();
    fs::write(directory.join("mono.scr"), &snapshot[27..27 + 6144]).unwrap();
    let output = girafa(directory, &["run", "p.scr", "--screen", "got.png"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stdout(&output).starts_with("Girafa\n\n"), "{}", stdout(&output));
    let [want, got] = ["want.png", "got.png"].map(|name| fs::read(directory.join(name)).unwrap());
    assert!(want == got);
    assert_eq!(stdout(&girafa(directory, &["run", "mono.scr"])), stdout(&output));
    let output = girafa(directory, &["info", "p.scr"]);
    assert_says(&output, 0, ".scr screen picture\n", "");
    let output = girafa(directory, &["list", "p.scr"]);
    assert_eq!(output.status.code(), Some(5));
    assert!(
        stderr(&output).contains("a picture contains no program"),
        "{}",
        stderr(&output)
    );
    fs::write(directory.join("short.scr"), [0; 100]).unwrap();
    let output = girafa(directory, &["run", "short.scr"]);
    assert_eq!(output.status.code(), Some(5));
    assert!(
        stderr(&output).contains("expected 6912 bytes, or 6144 without colours, found 100"),
        "{}",
        stderr(&output)
    );
}

/// A snapshot of another ROM, whose stack has addresses in that ROM, is reported immediately in one line;
/// snapshots of our ROM are not.
#[test]
fn snapshots_of_another_rom() {
    let directory = TempDir::new().unwrap();
    let directory = directory.path();
    let endless = "10 INPUT a: PRINT a\n20 FOR i=1 TO 9: PRINT SIN i: NEXT i: GO TO 20\n";
    fs::write(directory.join("p.bas"), endless).unwrap();
    let run = |arguments: &[&str]| girafa(directory, arguments);
    for (extension, format) in [("sna", Format::Sna), ("z80", Format::Z80), ("szx", Format::Szx)] {
        let [ours, theirs] = [format!("ours.{extension}"), format!("theirs.{extension}")];
        let saved = run(&["run", "p.bas", "--answer", "1", "--time", "3s", "--save", &ours]);
        assert_eq!(saved.status.code(), Some(3), "{}", stderr(&saved));
        let output = run(&["run", &ours, "--frames", "10"]);
        assert!(!stderr(&output).contains("another ROM"), "{}", stderr(&output));
        let mut machine = format
            .load(&fs::read(directory.join(&ours)).unwrap(), &girafa_rom::girafa48())
            .unwrap();
        lead_elsewhere(&mut machine);
        fs::write(directory.join(&theirs), format.save(&machine).unwrap()).unwrap();
        let output = run(&["run", &theirs, "--frames", "10"]);
        let message = stderr(&output);
        let first = message.lines().next().unwrap_or_default();
        assert!(
            first.starts_with(&format!(
                "girafa: {theirs}: warning: this snapshot was made with another ROM"
            )) && first.ends_with("--rom FILE"),
            "{message}"
        );
    }
}

/// Why: the format keeps PC on the stack. Such files exist: other programs write them without an error.
#[test]
fn a_sna_whose_stack_is_in_rom() {
    let directory = TempDir::new().unwrap();
    let mut machine = Spectrum::new(&girafa_rom::girafa48());
    machine.cpu.sp = 0x8000;
    let mut bytes = Format::Sna.save(&machine).unwrap();
    for (sp, warns) in [(0x3FFF_u16, true), (0xFFFF, true), (0x4000, false)] {
        bytes[23..25].copy_from_slice(&sp.to_le_bytes());
        fs::write(directory.path().join("s.sna"), &bytes).unwrap();
        let message = stderr(&girafa(directory.path(), &["run", "s.sna", "--frames", "1"]));
        let warning = format!("girafa: s.sna: warning: SP is {sp:04X}, in ROM");
        assert_eq!(message.contains(&warning), warns, "{message}");
    }
}

/// Changes the error return address to one that does not follow a call in this ROM.
fn lead_elsewhere(machine: &mut Spectrum) {
    let item = machine.peek16(ERR_SP);
    for address in 0x1300u16..0x1400 {
        let [low, high] = address.to_le_bytes();
        machine.poke(item, low);
        machine.poke(item + 1, high);
        if girafa_inspect::other_rom::foreign_address(machine).is_some() {
            return;
        }
    }
    panic!("this ROM has calls everywhere");
}

/// Without a printer, and before a program uses it, its port floats like any unused port, which mostly reads as
/// 255, a value that the printer never gives. Without it, LPRINT has no effect, and there is no paper.
#[test]
fn the_printer_can_be_unplugged() {
    let directory = TempDir::new().unwrap();
    let directory = directory.path();
    let count = "LET n=0: FOR i=1 TO 50: LET n=n+(IN 251=255): NEXT i: PRINT n>9";
    let floats = format!("10 {count}\n20 LPRINT \"x\": {count}\n");
    fs::write(directory.join("p.bas"), floats).unwrap();
    let run = |arguments: &[&str]| {
        let output = girafa(directory, arguments);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        stdout(&output)
    };
    let [floating, answered] = ["1\n1\n0 OK, 20:6\n", "1\n0\n0 OK, 20:6\n"];
    assert_eq!(
        run(&["run", "p.bas", "--no-printer", "--paper", "none.png"]),
        floating
    );
    assert!(!directory.join("none.png").exists());
    assert_eq!(run(&["run", "p.bas", "--paper", "p.png"]), answered);
    assert!(directory.join("p.png").exists());
    fs::write(directory.join("want.txt"), floating).unwrap();
    let compared = |extra: &[&str]| {
        let arguments = [&["compare", "p.bas", "--expect", "want.txt"], extra].concat();
        girafa(directory, &arguments).status.code()
    };
    assert_eq!((compared(&["--no-printer"]), compared(&[])), (Some(0), Some(1)));
}

/// Why: what a program prints does not depend on it, but T-states do.
#[test]
fn late_timing() {
    let work = TempDir::new().unwrap();
    let directory = work.path();
    fs::write(directory.join("p.bas"), "10 FOR i=1 TO 20: PRINT i;: NEXT i\n").unwrap();
    let [early, late, snapshot] = [
        ["p.bas", "--save", "early.szx"].as_slice(),
        &["p.bas", "--late", "--save", "late.szx"],
        &["late.szx", "--frames", "10", "--save", "again.szx"],
    ]
    .map(|arguments| {
        let output = girafa(directory, &[&["run", "--json"], arguments].concat());
        serde_json::from_slice::<serde_json::Value>(&output.stdout).unwrap()
    });
    assert_eq!(early["transcript"], late["transcript"]);
    let lines = |more: &[&str]| stdout(&girafa(directory, &[&["profile", "p.bas"], more].concat()));
    assert_ne!(lines(&[]), lines(&["--late"]));
    assert_eq!(snapshot["end"], "frames");
    let late_flag =
        ["early.szx", "late.szx", "again.szx"].map(|name| fs::read(directory.join(name)).unwrap()[7]);
    assert_eq!(late_flag, [0, 1, 1]);
}

#[test]
fn endings_without_a_report_have_messages() {
    let run = |code: &str, time: &str| {
        let directory = TempDir::new().unwrap();
        let listing = format!("10 CLEAR 32767: {code}: PRINT \"on\": RANDOMIZE USR 32768\n");
        fs::write(directory.path().join("p.bas"), listing).unwrap();
        girafa(directory.path(), &["run", "p.bas", "--time", time])
    };
    // DI: HALT, and a JR to itself.
    let stopped = run("POKE 32768,243: POKE 32769,118", "30s");
    assert_says(
        &stopped,
        1,
        "on\n",
        "girafa: the machine has halted (HALT with interrupts disabled)\n",
    );
    let endless = run("POKE 32768,24: POKE 32769,254", "1s");
    assert_eq!(endless.status.code(), Some(3));
    assert!(
        stderr(&endless).starts_with("girafa: time limit: still running in 10:5 after 51 frames"),
        "{}",
        stderr(&endless)
    );
}

/// A program that ends without a report succeeds only if it has run NEW.
#[test]
fn ends_without_a_report() {
    let run = |listing: &str| {
        let directory = TempDir::new().unwrap();
        fs::write(directory.path().join("p.bas"), listing).unwrap();
        girafa(directory.path(), &["run", "p.bas"])
    };
    let new = run("10 PRINT \"x\": NEW\n");
    assert_eq!(new.status.code(), Some(0), "{}", stderr(&new));
    let reset = run("10 PRINT \"x\": RANDOMIZE USR 0\n");
    assert_eq!(reset.status.code(), Some(1));
    assert_eq!(
        stderr(&reset),
        "girafa: the program ended without a report: the machine was reset\n"
    );
    // Jumps to the main loop at its well-known address.
    let main_loop = run("10 PRINT \"x\": RANDOMIZE USR 4777\n");
    assert_eq!(main_loop.status.code(), Some(1));
    assert_eq!(
        stderr(&main_loop),
        "girafa: the program ended without a report: the bottom rows of the screen show \"\"\n"
    );
    // A report in the program's own font.
    let own_font = run("10 POKE 23606,8: PRINT \"x\"\n");
    assert_says(&own_font, 0, "x\n0 OK, 10:2\n", "");
    let own_error = run("10 POKE 23606,8: PRINT x\n");
    assert_eq!(own_error.status.code(), Some(1));
    assert_eq!(stdout(&own_error), "2 Variable not found, 10:2\n");
}
