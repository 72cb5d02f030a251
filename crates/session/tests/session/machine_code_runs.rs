//! Loading and ending third-party programs: BASIC loaders of many kinds, modified registers and interrupt
//! states, abnormal ends.

use girafa_session::End;

use crate::code_tapes::{
    CODE, Shown, With, blocks, both_ways, bytes_at, each_way, pulses, roms, run, tape_of,
};

/// A routine that returns this value to USR.
fn result(value: u8) -> [u8; 4] {
    [0x01, value, 0x00, 0xC9] // LD BC,value: RET
}

/// Runs a listing followed by tape blocks.
fn load(listing: &str, blocks: &[Vec<u8>]) -> Shown {
    run(&tape_of(listing, blocks), With::default())
}

#[test]
fn loaders() {
    let low = "10 CLEAR VAL \"24999\": LOAD \"\"CODE: CLS: PRINT USR VAL \"25000\"\n";
    load(low, &bytes_at(25_000, &result(77))).shows(0, &["77"], "CLEAR VAL");

    let picture = [vec![0; 6144], vec![0x28; 768]].concat();
    let screen = "10 BORDER 0: INK 7: PAPER 0: CLS: LOAD \"\"SCREEN$: PRINT AT 0,0;: LOAD \"\"CODE: PRINT AT 10,3;\"v=\";USR 32768\n";
    let blocks = [bytes_at(0x4000, &picture), bytes_at(CODE, &result(3))].concat();
    let seen = load(screen, &blocks);
    seen.shows(10, &["   v=3"], "SCREEN$ first");
    assert_eq!(seen.outcome.border, 0);

    // The second block is loaded at another address by LOAD "" CODE 40000; the third is found by its name,
    // "tests", which all blocks have.
    let several = "10 CLEAR 32767: LOAD \"\"CODE: PRINT AT 0,0; INK 7;\"wait\": LOAD \"\"CODE 40000: PRINT AT 1,0;: LOAD \"tests\"CODE\n\
                   20 CLS: PRINT USR 32768;\" \";USR 40000;\" \";USR 50000\n";
    let blocks = [
        bytes_at(CODE, &result(1)),
        bytes_at(CODE, &result(2)),
        bytes_at(50_000, &result(3)),
    ];
    load(several, &blocks.concat()).shows(0, &["1 2 3"], "several blocks");

    // The first byte after the REM of the first line is 23755 + 5.
    let rem = "1 REM 1234567\n10 FOR i=23760 TO 23766: READ a: POKE i,a: NEXT i: CLS: PRINT USR 23760\n\
               20 DATA 62,65,215,1,99,0,201: REM LD A,65: RST 16: LD BC,99: RET\n";
    load(rem, &[]).shows(0, &["A99"], "in a REM");

    // The program counts its calls.
    let counter = [
        0x2A, 0x00, 0x90, 0x23, 0x22, 0x00, 0x90, // LD HL,(9000): INC HL: LD (9000),HL
        0x44, 0x4D, 0xC9, // LD B,H: LD C,L: RET
    ];
    let calls = "10 CLEAR 32767: LOAD \"\"CODE: POKE 36864,0: POKE 36865,0\n\
                 20 FOR n=1 TO 300: LET a=USR 32768: NEXT n: CLS: PRINT a;\" \";USR 32768+USR 32768*2\n";
    load(calls, &bytes_at(CODE, &counter)).shows(0, &["300 905"], "called often");
}

/// A tape without any standard-speed block, even for the program.
#[test]
fn a_tape_of_other_speed() {
    let tape = pulses(&blocks(true, &[(CODE, &result(77))]), 0);
    for with in roms() {
        let seen = run(&tape, with);
        assert!(
            seen.screen.iter().any(|row| row.ends_with("77")),
            "{with}: {:?}",
            seen.screen
        );
        seen.ends_well(with);
    }
}

/// IY, IX, the alternate registers and the interrupt state may have any value on return: BASIC continues and
/// gives the right results and report.
#[test]
fn registers_are_the_programs_own() {
    let main = [
        0xF3, 0xED, 0x5E, 0xFD, 0x21, 0x00, 0x00, // DI: IM 2: LD IY,0
        0xDD, 0x21, 0x34, 0x12, 0xD9, 0x21, 0x00, 0x00, // LD IX,1234: EXX: LD HL,0
        0x11, 0xFF, 0xFF, 0x01, 0x78, 0x56, 0xD9, 0x08, 0xAF,
        0x08, // LD DE,FFFF: LD BC,5678: EXX: EX AF,AF': XOR A: EX AF,AF'
        0xED, 0x56, 0x01, 0x37, 0x00, 0xC9, // IM 1: LD BC,55: RET
    ];
    let listing = "10 CLEAR 32767: LOAD \"\"CODE: CLS: PRINT USR 32768: PRINT INT (100*SQR 2)\n\
                   20 FOR n=1 TO 10: NEXT n: PRINT n: IF USR 32768=55 THEN PRINT \"good\"\n\
                   30 LET a=2+USR 32768*2: PRINT a\n";
    let seen = load(listing, &bytes_at(CODE, &main));
    seen.shows(0, &["55", "141", "11", "good", "112"], "registers");
    assert_eq!(seen.outcome.report, "0 OK, 30:2");
}

/// Tests all RAM except the program's, with the stack there; a write to the ROM has no effect.
#[test]
fn memory_test() {
    let main = [
        0xF3, 0xED, 0x73, 0x00, 0x8F, 0x31, 0x80, 0x8F, // DI: LD (8F00),SP: LD SP,8F80
        0x11, 0x00, 0x00, 0x21, 0x00, 0x40, // LD DE,0: LD HL,4000
        0x7C, 0xFE, 0x80, 0x20, 0x03, 0x21, 0x00, 0x90, // next: LD A,H: CP 80: JR NZ,try: LD HL,9000
        0x4E, 0x3E, 0x55, 0xCD, 0x49, 0x80, // try: LD C,(HL): LD A,55: CALL keep
        0x3E, 0xAA, 0xCD, 0x49, 0x80, 0x71, 0x23, 0x7C,
        0xB5, // LD A,AA: CALL keep: LD (HL),C: INC HL: LD A,H: OR L
        0x20, 0xE7, 0x21, 0x00, 0x00, 0x4E, 0x36, 0x55,
        0x7E, // JR NZ,next: LD HL,0: LD C,(HL): LD (HL),55: LD A,(HL)
        0xED, 0x7B, 0x00, 0x8F, 0xFB, 0xC5, 0xF5, 0xD5, 0x3E,
        0x02, // LD SP,(8F00): EI: PUSH BC: PUSH AF: PUSH DE: LD A,2
        0xCD, 0x01, 0x16, 0xD1, 0xCD, 0x50, 0x8E, // CALL 1601: POP DE: CALL 8E50
        0xF1, 0xCD, 0x10, 0x8E, 0xC1, 0x79, 0xCD, 0x10,
        0x8E, // POP AF: CALL 8E10: POP BC: LD A,C: CALL 8E10
        0xC9, // RET
        0x77, 0xBE, 0xC0, 0x13, 0xC9, // keep: LD (HL),A: CP (HL): RET NZ: INC DE: RET
    ];
    both_ways(true, &[(CODE, &main)], With::default(), |seen, how| {
        // Twice (4000 + 7000) bytes: 16K below 8000 and 28K from 9000, modulo 10000.
        let count = (2 * (0x4000 + 0x7000)) % 0x1_0000;
        let rows = seen.screen.concat();
        assert!(rows.contains(&format!("{count:04X}F3F3")), "{how}: {rows}");
        seen.ends_well(how);
    });
}

/// A suite of 150 tests that takes three minutes and stops at `scroll?`; the transcript has every line.
#[test]
fn a_long_suite() {
    let main = [
        0xCD, 0x6B, 0x0D, 0x3E, 0x02, 0xCD, 0x01, 0x16, // CALL D6B: LD A,2: CALL 1601
        0xAF, // XOR A
        0xF5, 0x21, 0x00, 0x82, 0xCD, 0x00, 0x8E, // test: PUSH AF: LD HL,8200: CALL 8E00
        0xF1, 0xF5, 0xCD, 0x10, 0x8E, 0x21, 0x10, 0x82, // POP AF: PUSH AF: CALL 8E10: LD HL,8210
        0xCD, 0x00, 0x8E, 0x06, 0x3C, // CALL 8E00: LD B,60
        0x76, 0x10, 0xFD, 0xF1, 0x3C, 0xFE, 0x96, 0x20,
        0xE3, // wait: HALT: DJNZ wait: POP AF: INC A: CP 150: JR NZ,test
        0x01, 0x00, 0x00, 0xC9, // LD BC,0: RET
    ];
    let pieces: [(u16, &[u8]); 3] = [(CODE, &main), (0x8200, b"Test $"), (0x8210, b" OK\x0D$")];
    each_way(false, &pieces, With::default(), |seen, how| {
        let lines: String = (0..150).map(|test| format!("Test {test:02X} OK\n")).collect();
        let transcript = &seen.outcome.transcript;
        // First LOAD prints the name of the block.
        assert!(transcript.ends_with(&format!("\n{lines}")), "{how}: {transcript}");
        // The first page has 22 lines, and each answer scrolls by 22 more.
        assert_eq!(seen.outcome.scrolls, (150 - 22 + 1_u32).div_ceil(22), "{how}");
        seen.ends_well(how);
        assert!(seen.outcome.tstates > 150 * 60 * 69_888, "{how}");
    });
}

/// HALT with interrupts disabled, a jump to 0, an endless loop, and a LOAD at the end of the tape each end
/// the run.
#[test]
fn endings_without_a_report() {
    let listing = "10 CLEAR 32767: LOAD \"\"CODE: CLS: PRINT \"on\": RANDOMIZE USR 32768\n";
    for (what, main, end) in [
        ("DI: HALT", &[0xF3, 0x76][..], End::Idle),
        ("DI: JR here", &[0xF3, 0x18, 0xFE], End::Frames),
        ("JR here", &[0x18, 0xFE], End::Frames),
    ] {
        let with = With {
            seconds: Some(30),
            ..With::default()
        };
        let seen = run(&tape_of(listing, &bytes_at(CODE, main)), with);
        assert_eq!(seen.screen[0], "on", "{what}");
        assert_eq!(seen.outcome.end, end, "{what}");
    }
    let reset = load(listing, &bytes_at(CODE, &[0xC3, 0x00, 0x00]));
    assert_eq!(reset.outcome.end, End::Report);
    assert!(reset.screen[23].starts_with('©'), "{:?}", reset.screen);

    // LOAD "" CODE, VERIFY, and a call of 0556, without a block left on the tape.
    let waits = [
        0x37, 0x3E, 0xFF, 0xDD, 0x21, 0x00, 0x90, // SCF: LD A,FF: LD IX,9000
        0x11, 0x10, 0x00, 0xC3, 0x56, 0x05, // LD DE,16: JP 0556
    ];
    for (listing, blocks) in [
        ("10 PRINT \"on\": LOAD \"\"CODE\n", vec![]),
        (
            "10 CLEAR 32767: LOAD \"\"CODE: LOAD \"\"CODE\n",
            bytes_at(CODE, &[0xC9]).to_vec(),
        ),
        (listing, bytes_at(CODE, &waits).to_vec()),
    ] {
        for with in roms() {
            let seen = run(&tape_of(listing, &blocks), with);
            assert_eq!(seen.outcome.end, End::TapeRanOut, "{listing} {with}");
            assert!(
                seen.outcome.tstates < 50 * 69_888,
                "{listing}: it takes an instant to see"
            );
        }
    }
}
