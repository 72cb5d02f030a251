//! Interrupt mode 2, contention and the floating bus, as in timing tests from tape. The model in this file is
//! independent of the emulator and follows published facts: 69,888 T-states per frame, first contended
//! T-state 14,335, delays of 6 5 4 3 2 1 0 0 for 128 T-states in each of 192 lines of 224; the four cases of
//! contended ports; what the ULA reads in each eight T-states.

use crate::code_tapes::{CODE, With, bytes_at, each_way, run, tape_of};

const FRAME: u32 = 69_888;
const FIRST_CONTENDED: u32 = 14_335;

/// I = 38 to 3B: the ROM has FF there, so the vector is FFFF. JR (18) at FFFF takes its offset F3 from the
/// ROM's first byte (DI) and jumps to FFF4.
#[test]
fn vectors_in_the_rom() {
    for i in 0x38..=0x3B {
        vectors_in_the_rom_at(i);
    }
}

fn vectors_in_the_rom_at(i: u8) {
    let main = [
        0xF3, 0x3E, 0x18, 0x32, 0xFF, 0xFF, 0x3E, 0xC3, // DI: LD A,18: LD (FFFF),A: LD A,C3
        0x32, 0xF4, 0xFF, 0x21, 0x39, 0x80, 0x22, 0xF5, 0xFF, // LD (FFF4),A: LD HL,isr: LD (FFF5),HL
        0x11, 0x00, 0x00, 0x3E, i, 0xED, 0x47, 0xED, 0x5E, 0xFB, // LD DE,0: LD A,i: LD I,A: IM 2: EI
        0x06, 0x32, // LD B,50
        0x76, 0x10, 0xFD, 0xF3, 0xED, 0x56, 0x3E, 0x3F, 0xED,
        0x47, // wait: HALT: DJNZ wait: DI: IM 1: LD A,3F: LD I,A
        0xFB, 0xD5, 0x3E, 0x02, 0xCD, 0x01, 0x16, // EI: PUSH DE: LD A,2: CALL 1601
        0x3E, 0x0D, 0xD7, 0xD1, 0xCD, 0x50, 0x8E, // LD A,13: RST 10: POP DE: CALL 8E50
        0x01, 0x00, 0x00, 0xC9, // LD BC,0: RET
        0x13, 0xFB, 0xC9, // isr: INC DE: EI: RET
    ];
    each_way(true, &[(CODE, &main)], With::default(), |seen, how| {
        seen.shows_somewhere("0032", format!("{i:02X}, {how}"));
    });
}

/// I = 40: the vector at 40FF, in the screen.
#[test]
fn vectors_in_the_screen() {
    let main = [
        0xF3, 0x21, 0x2D, 0x80, 0x22, 0xFF, 0x40, 0x11, 0x00,
        0x00, // DI: LD HL,isr: LD (40FF),HL: LD DE,0
        0x3E, 0x40, 0xED, 0x47, 0xED, 0x5E, 0xFB, 0x06, 0x32, // LD A,40: LD I,A: IM 2: EI: LD B,50
        0x76, 0x10, 0xFD, 0x3E, 0x3F, 0xED, 0x47, 0xED, 0x56,
        0xD5, // wait: HALT: DJNZ wait: LD A,3F: LD I,A: IM 1: PUSH DE
        0x3E, 0x02, 0xCD, 0x01, 0x16, 0x3E, 0x0D, 0xD7, // LD A,2: CALL 1601: LD A,13: RST 10
        0xD1, 0xCD, 0x50, 0x8E, 0x01, 0x00, 0x00, 0xC9, // POP DE: CALL 8E50: LD BC,0: RET
        0x13, 0xFB, 0xC9, // isr: INC DE: EI: RET
    ];
    each_way(true, &[(CODE, &main)], With::default(), |seen, how| {
        seen.shows_somewhere("0032", how);
    });
}

/// Mode 2 stays on after the return to BASIC: the handler counts and continues at 0038, so PAUSE and the
/// keyboard work.
#[test]
fn mode_2_stays_on() {
    // An interrupt can come between a PEEK and PAUSE.
    let main = [
        0xF3, 0x21, 0x00, 0xFE, 0x11, 0x01, 0xFE, 0x01, 0x00,
        0x01, // DI: LD HL,FE00: LD DE,FE01: LD BC,256
        0x36, 0xFD, 0xED, 0xB0, 0x3E, 0xC3, 0x32, 0xFD, 0xFD, // LD (HL),FD: LDIR: LD A,C3: LD (FDFD),A
        0x21, 0x24, 0x80, 0x22, 0xFE, 0xFD, 0x3E, 0xFE, 0xED,
        0x47, // LD HL,isr: LD (FDFE),HL: LD A,FE: LD I,A
        0xED, 0x5E, 0xFB, 0x01, 0x00, 0x00, 0xC9, // IM 2: EI: LD BC,0: RET
        0xE5, 0x2A, 0x00, 0x8F, 0x23, 0x22, 0x00, 0x8F,
        0xE1, // isr: PUSH HL: LD HL,(8F00): INC HL: LD (8F00),HL: POP HL
        0xC3, 0x38, 0x00, // JP 038
    ];
    let listing = "10 CLEAR 32767: LOAD \"\"CODE: CLS: PRINT USR 32768\n\
                   20 LET a=PEEK 36608: PAUSE 10: LET b=PEEK 36608: IF b-a=10 OR b-a=11 THEN PRINT \"ten\"\n\
                   30 PAUSE 0: INPUT a$: PRINT a$\n";
    let code = [&main[..], &[0; 0x1000][..0x1000 - main.len()]].concat();
    let with = With {
        answers: &["ok"],
        ..With::default()
    };
    let seen = run(&tape_of(listing, &bytes_at(CODE, &code)), with);
    seen.shows(0, &["0", "ten", "ok"], "at once");
}

/// Contention delay in T-states of an access at T-state `t` of the frame.
fn held_up(t: u32) -> u32 {
    let Some(since) = t.checked_sub(FIRST_CONTENDED) else {
        return 0;
    };
    match (since / 224, since % 224) {
        (0..192, at @ 0..128) => [6, 5, 4, 3, 2, 1, 0, 0][at as usize % 8],
        _ => 0,
    }
}

fn is_contended(address: u16) -> bool {
    matches!(address, 0x4000..0x8000)
}

/// A part of an instruction.
enum Step {
    /// A memory access: address, T-states.
    At(u16, u32),
    /// T-states without contention.
    Idle(u32),
    Port(u16),
}

impl Step {
    /// The T-state at which it ends if it begins at `t`.
    fn from(&self, mut t: u32) -> u32 {
        match *self {
            Step::At(address, tstates) => {
                t += if is_contended(address) { held_up(t) } else { 0 };
                t + tstates
            }
            Step::Idle(tstates) => t + tstates,
            Step::Port(port) => match (is_contended(port), port & 1 == 0) {
                (false, false) => t + 4,
                (false, true) => t + 1 + held_up(t + 1) + 3,
                (true, true) => {
                    t += held_up(t) + 1;
                    t + held_up(t) + 3
                }
                (true, false) => (0..4).fold(t, |t, _| t + held_up(t) + 1),
            },
        }
    }
}

/// The steps of instructions from `start` on, given their length in bytes and the step after the fetch of all
/// bytes (the first fetch takes four T-states, the others three).
fn loop_of(start: u16, instructions: &[(u16, Step)]) -> Vec<Vec<Step>> {
    let mut pc = start;
    let mut steps = Vec::new();
    for (length, last) in instructions {
        let mut one: Vec<Step> = (0..*length)
            .map(|byte| Step::At(pc + byte, if byte == 0 { 4 } else { 3 }))
            .collect();
        one.push(match *last {
            Step::At(address, tstates) => Step::At(address, tstates),
            Step::Idle(tstates) => Step::Idle(tstates),
            Step::Port(port) => Step::Port(port),
        });
        steps.push(one);
        pc += length;
    }
    steps
}

/// Number of executions of the loop's first instruction from T-state `t` until the next interrupt.
fn turns(steps: &[Vec<Step>], mut t: u32) -> u32 {
    let mut turns = 0;
    for (place, one) in (0..steps.len()).cycle().zip(steps.iter().cycle()) {
        if t >= FRAME {
            break;
        }
        turns += u32::from(place == 0);
        t = one.iter().fold(t, |t, step| step.from(t));
    }
    turns
}

/// Four loops, each from one interrupt to the next: in contended memory; in uncontended memory; there,
/// reading the screen; there, reading a port that is contended in every T-state. The model must predict the
/// number of iterations.
#[test]
fn turns_between_two_interrupts() {
    let main = [
        0xF3, 0x21, 0x00, 0xFE, 0x11, 0x01, 0xFE, 0x01, 0x00,
        0x01, // DI: LD HL,FE00: LD DE,FE01: LD BC,256
        0x36, 0xFD, 0xED, 0xB0, 0x3E, 0xC3, 0x32, 0xFD, 0xFD, // LD (HL),FD: LDIR: LD A,C3: LD (FDFD),A
        0x21, 0x00, 0x81, 0x11, 0x00, 0x60, 0x01, 0x09, 0x00, // LD HL,8100: LD DE,6000: LD BC,9
        0xED, 0xB0, 0x11, 0x00, 0x90, 0x0E, 0x1B, 0xED, 0xB0, // LDIR: LD DE,9000: LD C,27: LDIR
        0x11, 0x00, 0x60, 0xCD, 0x41, 0x80, // LD DE,6000: CALL count
        0x11, 0x00, 0x90, 0xCD, 0x41, 0x80, // LD DE,9000: CALL count
        0x11, 0x09, 0x90, 0xCD, 0x41, 0x80, // LD DE,9009: CALL count
        0x11, 0x12, 0x90, 0xCD, 0x41, 0x80, // LD DE,9012: CALL count
        0x01, 0x00, 0x00, 0xC9, // LD BC,0: RET
        0xF3, 0x3E, 0xFE, 0xED, 0x47, 0xED, 0x5E, // count: DI: LD A,FE: LD I,A: IM 2
        0xED, 0x73, 0x00, 0x8F, 0x21, 0x54, 0x80, 0x22, 0xFE,
        0xFD, // LD (8F00),SP: LD HL,first: LD (FDFE),HL
        0xFB, 0x76, // EI: HALT
        0x21, 0x61, 0x80, 0x22, 0xFE, 0xFD, 0x21, 0x00, 0x00,
        0xC1, // first: LD HL,next: LD (FDFE),HL: LD HL,0: POP BC
        0xD5, 0xFB, 0xC9, // PUSH DE: EI: RET
        0xED, 0x7B, 0x00, 0x8F, 0xE5, 0x3E, 0x3F, 0xED,
        0x47, // next: LD SP,(8F00): PUSH HL: LD A,3F: LD I,A
        0xED, 0x56, 0xFB, 0x3E, 0x02, 0xCD, 0x01, 0x16, // IM 1: EI: LD A,2: CALL 1601
        0x3E, 0x0D, 0xD7, 0xD1, 0xCD, 0x50, 0x8E, // LD A,13: RST 10: POP DE: CALL 8E50
        0xC9, // RET
    ];
    let loops = [
        0x23, 0x3A, 0x00, 0x60, 0xDB, 0xFE, 0xC3, 0x00, 0x60, // INC HL: LD A,(6000): IN A,(FE): JP 6000
        0x23, 0x3A, 0x00, 0x90, 0xDB, 0xFE, 0xC3, 0x00, 0x90, // INC HL: LD A,(9000): IN A,(FE): JP 9000
        0x23, 0x3A, 0x00, 0x40, 0xDB, 0xFE, 0xC3, 0x09, 0x90, // INC HL: LD A,(4000): IN A,(FE): JP 9009
        0x23, 0x3E, 0x40, 0xDB, 0xFF, 0x00, 0xC3, 0x12,
        0x90, // INC HL: LD A,40: IN A,(FF): NOP: JP 9012
    ];
    let of = |start: u16, from: u16| {
        loop_of(
            start,
            &[
                (1, Step::Idle(2)),
                (3, Step::At(from, 3)),
                // The high byte of the port is A, the byte read from `from`: INC HL (23) or an empty byte of
                // the screen.
                (2, Step::Port(0x23FE)),
                (3, Step::Idle(0)),
            ],
        )
    };
    let last = loop_of(
        0x9012,
        &[
            (1, Step::Idle(2)),
            (2, Step::Idle(0)),
            (2, Step::Port(0x40FF)),
            (1, Step::Idle(0)),
            (3, Step::Idle(0)),
        ],
    );
    let loops_as_steps = [of(0x6000, 0x6000), of(0x9000, 0x9000), of(0x9009, 0x4000), last];
    each_way(
        true,
        &[(CODE, &main), (0x8100, &loops)],
        With::default(),
        |seen, how| {
            seen.ends_well(how);
            let mut rows = seen.screen.iter().filter(|row| row.len() == 4);
            for (number, steps) in loops_as_steps.iter().enumerate() {
                let row = rows.next().expect("a number");
                let counted = u32::from_str_radix(row, 16).unwrap();
                // HALT ends up to 3 T-states late; then 19 T-states for the interrupt, 10 for JP, and 71 to
                // the loop.
                let expected = [0, 1, 2, 3].map(|late| turns(steps, late + 100));
                assert!(
                    expected.contains(&counted),
                    "{how}, loop {number}: {counted}, not of {expected:?}"
                );
                assert!(expected[0] - expected[3] <= 1);
            }
        },
    );
}

/// The byte on the bus at `t`, with the first pixel row and the first attribute row filled as the program
/// does.
fn on_the_bus(t: u32) -> u8 {
    let Some(since) = t.checked_sub(FIRST_CONTENDED + 3) else {
        return 0xFF;
    };
    let (line, at) = (since / 224, since % 224);
    if line >= 192 || at >= 128 {
        return 0xFF;
    }
    let column = (at / 8 * 2) as u8;
    let pixels = |column: u8| if line == 0 { 0x80 | column } else { 0 };
    let attribute = |column: u8| if line < 8 { 0xC0 | column } else { 0x38 };
    match at % 8 {
        0 => pixels(column),
        1 => attribute(column),
        2 => pixels(column + 1),
        3 => attribute(column + 1),
        _ => 0xFF,
    }
}

/// Counts until the first byte on the floating bus after an interrupt, and stores 16 reads from there on.
#[test]
fn floating_bus() {
    let main = [
        0x3E, 0x02, 0xCD, 0x01, 0x16, 0xF3, 0x21, 0x00, 0xFE, // LD A,2: CALL 1601: DI: LD HL,FE00
        0x11, 0x01, 0xFE, 0x01, 0x00, 0x01, 0x36, 0xFD, 0xED,
        0xB0, // LD DE,FE01: LD BC,256: LD (HL),FD: LDIR
        0x3E, 0xC3, 0x32, 0xFD, 0xFD, 0x21, 0x39, 0x80, // LD A,C3: LD (FDFD),A: LD HL,start
        0x22, 0xFE, 0xFD, 0x3E, 0xFE, 0xED, 0x47, 0xED, 0x5E, // LD (FDFE),HL: LD A,FE: LD I,A: IM 2
        0x21, 0x00, 0x40, 0x11, 0x00, 0x58, // LD HL,4000: LD DE,5800
        0x7D, 0xF6, 0x80, 0x77, 0xF6, 0xC0, 0x12,
        0x23, // fill: LD A,L: OR 80: LD (HL),A: OR C0: LD (DE),A: INC HL
        0x1C, 0xCB, 0x6D, 0x28, 0xF3, 0xFB, 0x76, // INC E: BIT 5,L: JR Z,fill: EI: HALT
        0xE1, 0x21, 0x00, 0x00, 0x11, 0x00, 0x8F, 0x06,
        0x10, // start: POP HL: LD HL,0: LD DE,8F00: LD B,10
        0x3E, 0xFF, // LD A,FF
        0x23, 0xDB, 0xFF, 0xFE, 0xFF, 0xCA, 0x44, 0x80, // wait: INC HL: IN A,(FF): CP FF: JP Z,wait
        0x12, 0x1C, 0xDB, 0xFF, 0x10, 0xFA, // store: LD (DE),A: INC E: IN A,(FF): DJNZ store
        0x3E, 0x3F, 0xED, 0x47, 0xED, 0x56, 0xFB, 0x3E, 0x0D,
        0xD7, // LD A,3F: LD I,A: IM 1: EI: LD A,13: RST 10
        0xEB, 0xCD, 0x50, 0x8E, 0x21, 0x00, 0x8F, 0x06,
        0x10, // EX DE,HL: CALL 8E50: LD HL,8F00: LD B,16
        0x7E, 0xCD, 0x10, 0x8E, 0x23, 0x10, 0xF9, // show: LD A,(HL): CALL 8E10: INC HL: DJNZ show
        0x01, 0x00, 0x00, 0xC9, // LD BC,0: RET
    ];
    // HALT ends up to 3 T-states late; 19 T-states for the interrupt, 10 for JP, 10 for POP HL, 10 or 7 for
    // each of three LD rr,nn, and 7 for LD A.
    let read = |late: u32| {
        let (mut t, mut count) = (late + 19 + 10 + 10 + 10 + 10 + 7 + 7, 0u32);
        let mut byte;
        loop {
            t += 6 + 11;
            count += 1;
            byte = on_the_bus(t - 1);
            t += 7 + 10;
            if byte != 0xFF {
                break;
            }
        }
        let mut text = format!("{count:04X}");
        for _ in 0..16 {
            text += &format!("{byte:02X}");
            t += 7 + 4 + 11;
            byte = on_the_bus(t - 1);
            t += 13;
        }
        text
    };
    let expected = [0, 1, 2, 3].map(read);
    each_way(false, &[(CODE, &main)], With::default(), |seen, how| {
        let row = seen
            .screen
            .iter()
            .position(|row| row.starts_with("01A"))
            .expect("the count");
        let found = seen.screen[row..row + 2].concat();
        assert!(expected.contains(&found), "{how}: {found}, not of {expected:?}");
        seen.ends_well(how);
    });
}
