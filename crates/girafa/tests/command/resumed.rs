//! Snapshots that were stopped in the code of another ROM continue in ours.

use std::fs;

use girafa_inspect::other_rom::{foreign_return, rom_call};
use girafa_inspect::sysvars::{self, ERR_SP};
use girafa_session::{Boot, Driver, RunRequest, Until, launch};
use girafa_spectrum::Spectrum;
use girafa_spectrum::snapshot::Format;
use tempfile::TempDir;

use crate::support::{girafa, stderr, stdout};

/// An address in ROM that does not belong to the state of our ROM.
const PLACE: u16 = 0x2758;

/// Runs a listing until the machine is in a state.
fn stopped(listing: &str, is_there: impl Fn(&Spectrum) -> bool) -> Spectrum {
    let request = RunRequest::of_listing(listing).unwrap();
    let boot = || Boot::new(&girafa_rom::girafa48());
    let mut driver = request.start(boot).unwrap();
    while !sysvars::runs_program(driver.machine()) {
        driver.advance(Until::frames(1), &mut ());
    }
    let mut machine = driver.machine().clone();
    for _ in 0..3_000_000 {
        if is_there(&machine) {
            return machine;
        }
        machine.step();
    }
    panic!("never there: PC {:04X}", machine.cpu.pc)
}

fn is_in_rom(machine: &Spectrum) -> bool {
    machine.cpu.pc < 0x4000
}

/// Changes PC and the addresses on the stack to those of another ROM. The item with the error return address is
/// `below` bytes lower than ERR SP, as while a line is typed.
fn in_another_rom(mut machine: Spectrum, below: u16) -> Spectrum {
    const ERROR_RETURN: u16 = 0x1304;
    const USR_RETURN: u16 = 0x2D2B;
    let item = (machine.cpu.sp..0xFFFE).find(|&item| machine.peek16(item) == ERROR_RETURN);
    let item = item.expect("errors return to the ROM");
    machine.poke16(ERR_SP, item - below);
    let elsewhere = (0x1310..0x1400).find(|&address| {
        machine.poke16(item - below, address);
        foreign_return(&machine).is_some()
    });
    let elsewhere = elsewhere.expect("this ROM does not have calls everywhere");
    for between in (machine.cpu.sp..item).step_by(2) {
        if (0x100..0x4000).contains(&machine.peek16(between)) && machine.peek16(between) != USR_RETURN {
            machine.poke16(between, elsewhere);
        }
    }
    machine.poke16(item, 0x1303);
    if is_in_rom(&machine) && !sysvars::waits_for_key(&machine) {
        machine.cpu.pc = PLACE;
    }
    machine
}

/// The output of `girafa run` for a snapshot, and its first message.
fn run(machine: &Spectrum, arguments: &[&str]) -> (String, String) {
    let directory = TempDir::new().unwrap();
    fs::write(directory.path().join("s.szx"), Format::Szx.save(machine).unwrap()).unwrap();
    let output = girafa(directory.path(), &[&["run", "s.szx"], arguments].concat());
    let message = stderr(&output).lines().next().unwrap_or_default().to_owned();
    (stdout(&output), message)
}

fn says(how: &str) -> String {
    format!(
        "girafa: s.szx: warning: this snapshot was stopped in another ROM: {how}: if the program crashes, give that ROM with --rom FILE"
    )
}

/// Why: programs mostly wait in these states when a user saves them.
#[test]
fn a_statement_starts_again() {
    let input =
        "10 LET a=7: GO SUB 100: PRINT \"back\";a: STOP\n100 LET b=3: INPUT \"n? \";n: PRINT n*b: RETURN\n";
    let machine = stopped(input, |machine| {
        sysvars::in_input(machine) && sysvars::is_ready_for_key(machine)
    });
    let (text, message) = run(&in_another_rom(machine, 8), &["--answer", "14"]);
    assert_eq!(message, says("statement 100:2, which it was in, starts again"));
    assert_eq!(text, "42\nback7\n9 STOP statement, 10:4\n");

    let pause = "10 FOR i=1 TO 2: PAUSE 99: PRINT \"p\";i: NEXT i\n";
    let machine = stopped(pause, sysvars::is_in_pause);
    let (text, message) = run(&in_another_rom(machine, 0), &[]);
    assert_eq!(message, says("statement 10:2, which it was in, starts again"));
    assert_eq!(text, "p1\np2\n0 OK, 10:4\n");

    let key = "10 IF INKEY$=\"\" THEN GO TO 10\n20 PRINT \"key \";INKEY$\n";
    let machine = stopped(key, |machine| {
        machine.frames() > 300 && machine.peek16(sysvars::PPC) == 10
    });
    let (text, _) = run(&in_another_rom(machine, 0), &["--keys", "x"]);
    assert_eq!(text, "key x\n0 OK, 20:1\n");
}

#[test]
fn the_editor_waits_for_a_line() {
    let machine = stopped("10 PRINT \"old\": STOP\n", |machine| {
        machine.frames() > 100 && sysvars::is_ready_for_key(machine)
    });
    let theirs = in_another_rom(machine, 6);
    let (_, message) = run(&theirs, &[]);
    assert_eq!(message, says("the editor waits for a new line"));
    // A key types RUN.
    let loaded = girafa_loader::of_bytes("s.szx".as_ref(), Format::Szx.save(&theirs).unwrap()).unwrap();
    let request = RunRequest::default();
    let rom = girafa_loader::rom::load(None).unwrap();
    let (driver, _) = girafa_loader::launch::start("s.szx", &loaded.target, &rom, request).unwrap();
    let mut boot = Boot::new(&girafa_rom::girafa48()).unwrap();
    boot.ready = driver.machine().clone();
    let typed = launch::keys(&boot, "r\n").unwrap();
    let mut driver = Driver::new(typed, boot.glyphs.clone()).with_transcript();
    let outcome = driver.run(500, &mut ());
    assert_eq!(outcome.report, "9 STOP statement, 10:2");
    assert_eq!(outcome.transcript, "old\n");
}

/// Machine code that BASIC called continues. When it returns, BASIC goes on after the call.
#[test]
fn machine_code_returns_to_the_next_statement() {
    // LD B,100: HALT: DJNZ: RET
    let waits = "6,100,118,16,253,201";
    // CALL 028E: INC E: JR Z: RET, until a key is pressed.
    let scans = "205,142,2,28,40,250,201";
    for (code, keys, is_there) in [
        (waits, &[][..], is_halted as fn(&Spectrum) -> bool),
        (scans, &["--keys", "x"], is_scanning),
    ] {
        let count = code.split(',').count() - 1;
        let listing = format!(
            "10 FOR i=0 TO {count}: READ a: POKE 40000+i,a: NEXT i\n20 DATA {code}\n30 LET a=USR 40000: PRINT \"next\": GO SUB 50\n40 STOP\n50 PRINT \"sub\": RETURN\n"
        );
        let machine = stopped(&listing, |machine| {
            machine.peek16(sysvars::PPC) == 30 && is_there(machine)
        });
        let (text, message) = run(&in_another_rom(machine, 0), keys);
        let how = "its machine code continues, and returns to the statement after 30:1";
        assert_eq!(message, says(how));
        assert_eq!(text, "next\nsub\n9 STOP statement, 40:1\n");
    }
}

fn is_halted(machine: &Spectrum) -> bool {
    machine.cpu.halted && (40_000..50_000).contains(&machine.cpu.pc)
}

fn is_scanning(machine: &Spectrum) -> bool {
    machine.cpu.iff1 && rom_call(machine).is_some_and(|call| call.entry == 0x028E && call.sp > machine.cpu.sp)
}

/// What cannot be continued is reported as before.
#[test]
fn memory_that_is_out_of_order_is_not_continued() {
    let machine = stopped("10 PAUSE 0\n", sysvars::is_in_pause);
    let mut theirs = in_another_rom(machine, 0);
    theirs.poke16(sysvars::VARS, 0x4000);
    let (_, message) = run(&theirs, &["--frames", "1"]);
    assert!(
        message.contains("made with another ROM and returns into it at 1303"),
        "{message}"
    );
}
