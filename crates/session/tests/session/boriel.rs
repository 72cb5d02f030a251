//! Programs compiled with zxbc (PyPI: zxbasic), whose run-time library calls many ROM routines. The programs
//! are our own; the expected output follows from what they compute.

use std::fs;
use std::process::Command;
use std::sync::LazyLock;

use girafa_session::boot::Boot;
use girafa_session::boot::StartCommand;
use girafa_session::driver::Driver;
use girafa_session::launch;
use girafa_session::outcome::{End, Outcome};
use girafa_spectrum::Tape;
use girafa_test_support::{has_command, root, thorough};

/// Twenty seconds.
const FRAMES: u64 = 1000;

/// Compiles a program to a tape. Returns `None` if the compiler is not available.
fn compiled(name: &str, source: &str) -> Option<Tape> {
    if !thorough() {
        println!("skipped: the compiler zxbc is for GIRAFA_THOROUGH=1, as .ci/nightly has it");
        return None;
    }
    if !has_command("zxbc") {
        return None;
    }
    let directory = root().join("target/tmp/boriel");
    fs::create_dir_all(&directory).unwrap();
    let [from, to] = ["bas", "tap"].map(|extension| directory.join(format!("{name}.{extension}")));
    fs::write(&from, source).unwrap();
    let output = Command::new("zxbc")
        .args(["-f", "tap", "-aB", "-o"])
        .args([&to, &from])
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{name}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    Some(Tape::from_tap(&fs::read(to).unwrap()).unwrap())
}

static BOOT: LazyLock<Boot> = LazyLock::new(|| Boot::new(&super::rom()).unwrap());

fn started(tape: &Tape) -> Driver {
    let launched = launch::tape(&BOOT, tape, StartCommand::Run).unwrap();
    Driver::new(launched, BOOT.glyphs.clone())
}

/// Types keys into a program with its own input routine, and then runs `frames` frames.
fn types(session: &mut Driver, keys: &str, frames: u32) {
    let mut typist = launch::keys(&BOOT, keys).unwrap().typist;
    for _ in 0..frames {
        typist.before_frame(session.machine_mut());
        session.machine_mut().run_frame();
        typist.after_frame(session.machine());
    }
}

/// The rows shown after a program has returned to its loader, without trailing empty rows.
fn shown(outcome: &Outcome) -> Vec<&str> {
    let rows = &outcome.screen[..22];
    let count = rows
        .iter()
        .rposition(|row| !row.is_empty())
        .map_or(0, |last| last + 1);
    rows[..count].iter().map(String::as_str).collect()
}

fn shows(name: &str, source: &str, rows: &[&str]) {
    let Some(tape) = compiled(name, source) else {
        return;
    };
    let outcome = started(&tape).run(FRAMES, &mut ());
    assert_eq!(shown(&outcome), rows, "{name}");
    assert_eq!(
        (outcome.end, outcome.report.as_str()),
        (End::Report, "0 OK, 30:1"),
        "{name}"
    );
}

#[test]
fn prints_every_type() {
    shows(
        "print",
        "CLS\nDIM a AS BYTE = -5\nDIM b AS UBYTE = 250\nDIM c AS INTEGER = -12345\nDIM d AS UINTEGER = 54321\n\
        DIM e AS LONG = -123456789\nDIM f AS ULONG = 4000000000\nDIM g AS FIXED = 2.5\nDIM h AS FLOAT = 3.25\n\
        PRINT a; \" \"; b\nPRINT c; \" \"; d\nPRINT e; \" \"; f\nPRINT g\nPRINT h\nPRINT h * 2 + .5\n\
        PRINT \"txt\"; AT 7, 5; \"at\"\nPRINT TAB 8; \"tab\"\nPRINT INK 2; PAPER 6; \"c\"\nPRINT 1, 2\n",
        &[
            "-5 250",
            "-12345 54321",
            "-123456789 4000000000",
            "2.5",
            "3.25",
            "7",
            "txt",
            "     at",
            "        tab",
            "c",
            "1               2",
        ],
    );
}

#[test]
fn calculates_with_floats() {
    shows(
        "floats",
        "CLS\nDIM x AS FLOAT\nDIM i AS UBYTE\nFOR i = 1 TO 4\nx = i\nx = x / 8\nPRINT x; \" \"; x * x; \" \"; 1 / x\nNEXT i\n\
        x = 2.25\nPRINT SQR(x); \" \"; INT(-x); \" \"; ABS(-x); \" \"; SGN(-x)\n\
        x = 0\nPRINT SIN(x); \" \"; COS(x); \" \"; EXP(x); \" \"; LN(x + 1); \" \"; ATN(x)\n\
        x = 1.5\nPRINT STR$(x); \" \"; VAL(\"2.5*3\")\nx = 2\nPRINT x ^ 10\n\
        x = 10000000000\nPRINT x; \" \"; x / 3\nIF x > 1 AND x < 1e11 THEN PRINT \"entre\"\n",
        &[
            "0.125 .015625 8",
            "0.25 .0625 4",
            "0.375 0.140625 2.6666667",
            "0.5 0.25 2",
            "1.5 -3 2.25 -1",
            "0 1 1 0 0",
            "1.5 7.5",
            "1024",
            "1E+10 3.3333333E+9",
            "entre",
        ],
    );
}

#[test]
fn draws_lines_circles_and_arcs() {
    let source = "#include <point.bas>\nCLS\nPLOT 10, 10\nDRAW 50, 0\n\
        PRINT POINT(10, 10); POINT(60, 10); POINT(61, 10); POINT(30, 11)\n\
        CIRCLE 100, 100, 20\nPRINT POINT(120, 100); POINT(80, 100); POINT(100, 120); POINT(100, 100)\n\
        PLOT 150, 50\nDRAW 40, 0, 3.14159\nPRINT POINT(150, 50); POINT(190, 50); POINT(170, 50); POINT(170, 30)\n";
    let Some(tape) = compiled("graphics", source) else {
        return;
    };
    let outcome = started(&tape).run(FRAMES, &mut ());
    assert_eq!(outcome.screen[..3], ["1100", "1110", "1101"]);
    assert_eq!(outcome.report, "0 OK, 30:1");
}

#[test]
fn reads_characters_and_attributes() {
    shows(
        "screen",
        "#include <screen.bas>\n#include <attr.bas>\nCLS\nPRINT AT 3, 4; \"Ab9\"\n\
        PRINT AT 0, 0; SCREEN$(3, 4); SCREEN$(3, 5); SCREEN$(3, 6)\n\
        PRINT AT 5, 5; INK 2; PAPER 6; BRIGHT 1; \"X\"\nPRINT AT 1, 0; ATTR(5, 5); \" \"; ATTR(6, 6)\n",
        &["Ab9", "114 56", "", "    Ab9", "", "     X"],
    );
}

#[test]
fn beeps_with_variables() {
    shows(
        "beep",
        "CLS\nDIM t AS FLOAT = .1\nDIM n AS FLOAT = 9\nBEEP .05, 0\nBEEP t, n\nBEEP t, n - 12\nPRINT \"fim\"\n",
        &["fim"],
    );
}

#[test]
fn keeps_arrays_and_strings() {
    shows(
        "arrays",
        "CLS\nDIM a(3, 4) AS INTEGER\nDIM f(5) AS FLOAT\nDIM i, j AS UBYTE\nDIM s AS STRING\n\
        FOR i = 0 TO 3\nFOR j = 0 TO 4\na(i, j) = i * 10 + j\nNEXT j\nf(i) = i\nf(i) = f(i) / 2\nNEXT i\n\
        PRINT a(3, 4); \" \"; a(1, 2); \" \"; f(3)\ns = \"abcdef\"\nPRINT s(2 TO 4); \" \"; LEN(s); \" \"; s + \"ghi\"\n\
        PRINT CHR$(65); CODE(\"B\"); \" \"; s(1)\ns = s(3 TO)\nPRINT s\n",
        &["34 12 1.5", "cde 6 abcdefghi", "A66 b", "def"],
    );
}

#[test]
fn pokes_pauses_and_clears() {
    shows(
        "memory",
        "POKE 50000, 77\nDIM r AS FLOAT\nRANDOMIZE 5\nr = RND\nPAUSE 2\nBORDER 3\nINK 1: PAPER 5\nCLS\n\
        PRINT PEEK(50000); \" \"; PEEK(UINTEGER, 23606)\nPRINT r >= 0 AND r < 1\nPRINT \"[\"; INKEY$; \"]\"\n\
        PRINT \"\\A\\::\\' \"\n",
        &["77 15360", "1", "[]", "A█\u{E182}"],
    );
}

#[test]
fn asks() {
    let source = "#include <input.bas>\nCLS\nDIM s AS STRING\nDIM n AS FLOAT\ns = INPUT(10)\nn = VAL(s)\n\
        PRINT AT 0, 0; \"<\"; s; \"> \"; n * 2\n";
    let Some(tape) = compiled("input", source) else {
        return;
    };
    let mut session = started(&tape);
    let outcome = session.run(100, &mut ());
    assert_ne!(outcome.end, End::Report, "it waits");
    types(&mut session, "2.5\n", 200);
    let outcome = session.run(FRAMES, &mut ());
    assert_eq!(shown(&outcome)[0], "<2.5> 5");
    assert_eq!(outcome.report, "0 OK, 30:1");
}

#[test]
fn saves_loads_and_verifies() {
    let fill = "CLS\nDIM i AS UBYTE\nFOR i = 0 TO 9\nPOKE 50000 + CAST(UINTEGER, i), i * i\nNEXT i\n\
        SAVE \"dados\" CODE 50000, 10\nPRINT AT 5, 0; \"fim\"\n";
    let load = "CLS\nLOAD \"dados\" CODE 51000, 10\nPRINT AT 5, 0; PEEK(51003); \" \"; PEEK(51009)\n\
        PAUSE 1\nVERIFY \"dados\" CODE 51000, 10\nPRINT AT 6, 0; \"igual\"\n";
    let Some(tape) = compiled("save", fill) else {
        return;
    };
    let mut session = started(&tape);
    session.run(100, &mut ());
    // SAVE waits for a key.
    types(&mut session, "\n", 100);
    let outcome = session.run(FRAMES, &mut ());
    assert_eq!(outcome.screen[5], "fim");
    assert_eq!(outcome.report, "0 OK, 30:1");
    let saved = session.machine_mut().take_saved();
    let [header, data] = saved.blocks() else {
        panic!("{} blocks", saved.blocks().len())
    };
    assert_eq!(header.bytes()[..12], *b"\x00\x03dados     ");
    assert_eq!(data.bytes()[1..11], [0, 1, 4, 9, 16, 25, 36, 49, 64, 81]);

    let Some(tape) = compiled("load", load) else {
        return;
    };
    let blocks = [tape.blocks(), saved.blocks(), saved.blocks()].concat();
    let outcome = started(&Tape::new(blocks)).run(FRAMES, &mut ());
    assert_eq!(outcome.screen[5], "9 81");
    assert_eq!(outcome.screen[6], "igual");
    assert_eq!(outcome.report, "0 OK, 30:1");
}
