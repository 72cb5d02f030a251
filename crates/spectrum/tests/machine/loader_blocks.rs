//! Block layouts on the tapes of custom loaders, and when the recorder starts, waits and resumes
//! automatically.

use crate::common::CODE;
use crate::common::code::Code;
use crate::common::loader::{DATA, Manner, PLAIN_MANNER, Wait, program, runs_to_end, tape, with_tape};
use girafa_spectrum::{Spectrum, Tape};

/// Many short blocks, each with its number, four bytes and a checksum. After a different number or a wrong
/// checksum the loader tries the next block.
#[test]
fn numbered_blocks_with_sums() {
    let part = |number: u8, first: u8, error: u8| {
        let bytes = [first, first + 1, first + 2, first + 3];
        let sum = bytes.iter().fold(number, |sum, byte| sum.wrapping_add(*byte));
        let all = [&[number], &bytes[..], &[sum ^ error]].concat();
        PLAIN_MANNER.block(&all, 250)
    };
    let blocks = [
        part(7, 0x70, 0),
        part(0, 0x10, 0),
        part(1, 0x20, 1),
        part(1, 0x20, 0),
        part(0, 0x50, 0),
        part(2, 0x30, 0),
    ];
    let code = program(PLAIN_MANNER, |code| {
        code.put(&[0x11, 0x00, 0x90, 0xDD, 0x21, 0, 0]); // LD DE,9000: LD IX,0: the number in IXL
        code.label("part").to(&[0xCD], "pilot").to(&[0xCD], "byte");
        code.put(&[0xDD, 0x7D, 0xBD]).jump(0x20, "part"); // LD A,IXL: CP L: JR NZ,part
        code.put(&[0xDD, 0x67, 0xD5, 0x26, 4]); // LD IXH,A (the sum): PUSH DE: LD H,4
        code.label("next").to(&[0xCD], "byte");
        code.put(&[0x7D, 0x12, 0x13, 0xDD, 0x84, 0xDD, 0x67]); // LD A,L: LD (DE),A: INC DE: ADD A,IXH: LD IXH,A
        code.put(&[0x25]).jump(0x20, "next").to(&[0xCD], "byte"); // DEC H: JR NZ,next
        code.put(&[0xDD, 0x7C, 0xBD, 0xE1]).jump(0x28, "good"); // LD A,IXH: CP L: POP HL: JR Z,good
        code.put(&[0xEB]).jump(0x18, "part"); // EX DE,HL: JR part
        code.label("good").put(&[0xDD, 0x2C, 0xDD, 0x7D, 0xFE, 3]); // INC IXL: LD A,IXL: CP 3
        code.jump(0x20, "part").put(&[0x76]); // JR NZ,part: HALT
    });
    let mut machine = with_tape(CODE, &code, tape(&blocks));
    runs_to_end(&mut machine, 400);
    let want: Vec<u8> = [0x10u8, 0x20, 0x30].iter().flat_map(|&n| n..n + 4).collect();
    assert_eq!(&machine.memory()[0x9000..0x900C], &want[..]);
}

/// A loader that does not measure a pilot: it shifts in bits until a pattern matches, and pauses after a
/// search of about 100 reads.
#[test]
fn a_pattern_is_searched() {
    let manner = Manner {
        pulses: 1,
        start: 0x9C,
        ..PLAIN_MANNER
    };
    let code = program(manner, |code| {
        code.put(&[0x2E, 0])
            .label("search")
            .to(&[0xCD], "edge")
            .put(&[0x78, 0xA7])
            .jump(0x28, "tired"); // LD L,0; LD A,B: AND A
        code.put(&[0xFE, manner.limit(1350), 0x3F, 0xCB, 0x15, 0x7D, 0xFE, 0xE6]); // CP: CCF: RL L: LD A,L: CP E6
        code.jump(0x20, "search").put(&[0xDD, 0x21, 0x00, 0x90, 0x26, 6]); // JR NZ,search: LD IX,9000: LD H,6
        code.label("next")
            .to(&[0xCD], "byte")
            .put(&[0xDD, 0x75, 0, 0xDD, 0x23, 0x25]);
        code.jump(0x20, "next").put(&[0x76]);
        code.label("tired")
            .label("doze")
            .put(&[0x3D])
            .jump(0x20, "doze")
            .jump(0x18, "search"); // DEC A: JR NZ
    });
    let bytes = [&[0xE6], &DATA[..]].concat();
    let mut machine = with_tape(CODE, &code, tape(&[manner.block(&bytes, 100)]));
    runs_to_end(&mut machine, 100);
    assert_eq!(machine.memory()[0x9000..0x9006], DATA);
}

/// One long block whose parts a table distributes to many addresses.
#[test]
fn scattered_pieces() {
    let code = program(PLAIN_MANNER, |code| {
        code.to(&[0x31], "table").to(&[0xCD], "pilot_apart"); // LD SP,table: its words are popped
        code.label("piece").put(&[0xDD, 0xE1, 0xDD, 0x7C, 0xA7]); // POP IX: LD A,IXH: AND A
        code.jump(0x20, "go")
            .put(&[0x76])
            .label("go")
            .put(&[0xD1, 0xED, 0x73]); // JR NZ: HALT: POP DE: LD (kept),SP
        code.put(&[0x00, 0xA0, 0x31, 0x00, 0xFF, 0x63]); // kept = A000: LD SP,FF00: LD H,E
        code.label("next")
            .to(&[0xCD], "byte")
            .put(&[0xDD, 0x75, 0, 0xDD, 0x23, 0x25]);
        code.jump(0x20, "next")
            .put(&[0xED, 0x7B, 0x00, 0xA0])
            .jump(0x18, "piece"); // LD SP,(kept)
        code.label("pilot_apart")
            .put(&[0xE1, 0xED, 0x73, 0x00, 0xA0, 0x31, 0x00, 0xFF, 0xE5]); // POP HL: keep SP: PUSH HL
        code.to(&[0xCD], "pilot")
            .put(&[0xE1, 0xED, 0x7B, 0x00, 0xA0, 0xE9]); // POP HL: LD SP,(kept): JP (HL)
        code.put(&[0, 0]).label("table");
        for (to, count) in [(0xC000u16, 2u16), (0x4000, 1), (0x5C3B, 3)] {
            code.put(&to.to_le_bytes()).put(&count.to_le_bytes());
        }
        code.put(&[0, 0]);
    });
    let mut machine = with_tape(CODE, &code, tape(&[PLAIN_MANNER.block(&DATA, 100)]));
    runs_to_end(&mut machine, 100);
    assert_eq!(machine.memory()[0xC000..0xC002], DATA[..2]);
    assert_eq!(machine.peek(0x4000), DATA[2]);
    assert_eq!(machine.memory()[0x5C3B..0x5C3E], DATA[3..]);
}

/// What a program does between two blocks.
#[derive(Debug, Clone, Copy)]
enum Between {
    /// EI and HALT, this many times.
    Halts(u8),
    /// This many times half a second of work, less the first.
    Works(u8),
    /// This many times 1.2 seconds of a game that reads a key as fast as it can, less the first.
    Plays(u8),
}

/// A program that loads three blocks of six bytes to 9000, 9100 and 9200, with something between them.
fn three_blocks(between: Between) -> Vec<u8> {
    program(PLAIN_MANNER, |code| {
        code.put(&[0xDD, 0x21, 0x00, 0x90]); // LD IX,9000
        code.label("part").to(&[0xCD], "pilot").put(&[0x26, 6]);
        code.label("next")
            .to(&[0xCD], "byte")
            .put(&[0xDD, 0x75, 0, 0xDD, 0x23, 0x25]);
        code.jump(0x20, "next").put(&[0xDD, 0x2E, 0, 0xDD, 0x24]); // LD IXL,0: INC IXH
        code.put(&[0xDD, 0x7C, 0xFE, 0x93])
            .jump(0x20, "pause")
            .put(&[0x76])
            .label("pause"); // LD A,IXH: CP 93: JR NZ: HALT
        match between {
            Between::Halts(count) => {
                code.put(&[0x06, count, 0xFB])
                    .label("halt")
                    .put(&[0x76])
                    .jump(0x10, "halt")
                    .put(&[0xF3]);
            }
            Between::Works(count) => {
                code.put(&[0x16, count, 0x21, 0, 0x1F]).label("work"); // LD D: LD HL,1F00
                code.put(&[0x2B, 0x7C, 0xB5])
                    .jump(0x20, "work")
                    .put(&[0x15])
                    .jump(0x20, "work");
            }
            Between::Plays(count) => {
                code.put(&[0x16, count, 0x21, 0, 0x10]).label("play"); // LD D: LD HL,1000
                code.put(&[0x3E, 0x7F, 0xDB, 0xFE, 0x1F]).to(&[0xD2], "part"); // IN: RRA: JP NC
                code.put(&[0x2B, 0x7C, 0xB5])
                    .jump(0x20, "play")
                    .put(&[0x15])
                    .jump(0x20, "play");
            }
        }
        code.to(&[0xC3], "part");
    })
}

fn loads_three(between: Between, tape: Tape) {
    let mut machine = with_tape(CODE, &three_blocks(between), tape);
    runs_to_end(&mut machine, 3000);
    for at in [0x9000, 0x9100, 0x9200] {
        assert_eq!(machine.memory()[at..at + 6], DATA, "{between:?} {at:04X}");
    }
}

/// A recorder that started automatically waits in a pause of the tape until the program reads the tape again.
#[test]
fn the_tape_waits_for_a_program_that_is_busy() {
    for between in [
        Between::Halts(2),
        Between::Halts(200),
        Between::Works(1),
        Between::Works(9),
        Between::Plays(1),
        Between::Plays(5),
    ] {
        let part = PLAIN_MANNER.block(&DATA, 1000);
        loads_three(between, tape(&[part.clone(), part.clone(), part.clone()]));
        // Blocks that stop the tape: a user would press PLAY when the program asks for it.
        for stop in [&[0x20, 0, 0][..], &[0x2A, 0, 0, 0, 0]] {
            let part = [&PLAIN_MANNER.block(&DATA, 20), stop].concat();
            loads_three(between, tape(&[part.clone(), part.clone(), part]));
        }
        let mut tap = Vec::new();
        for _ in 0..3 {
            tap.extend([6, 0]);
            tap.extend(DATA);
        }
        loads_three(between, Tape::from_image(&tap).unwrap());
    }
}

/// The same data at the ROM's speed in a `.pzx`: pulses, data, a pause.
#[test]
fn a_pzx_image() {
    let chunk = |tag: &[u8], body: &[u8]| [tag, &(body.len() as u32).to_le_bytes()[..], body].concat();
    let words = |words: &[u16]| {
        words
            .iter()
            .flat_map(|word| word.to_le_bytes())
            .collect::<Vec<_>>()
    };
    let mut data = (0x8000_0000u32 | 48).to_le_bytes().to_vec();
    data.extend(words(&[945]));
    data.extend([2, 2]);
    data.extend(words(&[855, 855, 1710, 1710]));
    data.extend(DATA);
    let part = [
        chunk(b"PULS", &words(&[0x8000 | 3000, 2168, 667, 735])),
        chunk(b"DATA", &data),
        chunk(b"PAUS", &3_500_000u32.to_le_bytes()),
    ]
    .concat();
    let image = [chunk(b"PZXT", &[1, 0]), part.clone(), part.clone(), part].concat();
    loads_three(Between::Works(9), Tape::from_image(&image).unwrap());
}

/// A program that waits for a key does not start the tape, however fast it reads the port.
#[test]
fn keys_do_not_start_the_tape() {
    let key = |put: &dyn Fn(&mut Code)| {
        let mut code = Code::at(CODE);
        put(code.label("loop"));
        code.bytes()
    };
    let programs = [
        // SPACE, by row 7F: RRA.
        key(&|code| {
            code.put(&[0x3E, 0x7F, 0xDB, 0xFE, 0x1F])
                .jump(0x38, "loop")
                .put(&[0x76]);
        }),
        // Any key: AND 1F; OR E0; the whole byte.
        key(&|code| {
            code.put(&[0xAF, 0xDB, 0xFE, 0x2F, 0xE6, 0x1F])
                .jump(0x28, "loop")
                .put(&[0x76]);
        }),
        key(&|code| {
            code.put(&[0xAF, 0xDB, 0xFE, 0xF6, 0xE0, 0x3C])
                .jump(0x28, "loop")
                .put(&[0x76]);
        }),
        key(&|code| {
            code.put(&[0xAF, 0xDB, 0xFE, 0xFE, 0xBF])
                .jump(0x28, "loop")
                .put(&[0x76]);
        }),
        // BIT 0 of a byte read by IN A,(C).
        key(&|code| {
            code.put(&[0x01, 0xFE, 0x7F, 0xED, 0x78, 0xCB, 0x47])
                .jump(0x20, "loop")
                .put(&[0x76]);
        }),
        // Row by row.
        key(&|code| {
            code.put(&[0x01, 0xFE, 0xFE])
                .label("row")
                .put(&[0xED, 0x78, 0x2F, 0xE6, 0x1F, 0x20, 0x04, 0xCB, 0x00]);
            code.jump(0x18, "row").put(&[0x76]);
        }),
        // A tune, until SPACE.
        key(&|code| {
            code.put(&[0x7A, 0xEE, 0x10, 0x57, 0xD3, 0xFE, 0x06, 0x20, 0x10, 0xFE]); // LD A,D: XOR 10: LD D,A: OUT: DJNZ
            code.put(&[0x3E, 0x7F, 0xDB, 0xFE, 0x1F])
                .jump(0x38, "loop")
                .put(&[0x76]);
        }),
        // Noise made from the port's value, which is never tested.
        key(&|code| {
            code.put(&[0xDB, 0xFE, 0x82, 0x57]).jump(0x18, "loop");
        }),
    ];
    for (number, code) in programs.iter().enumerate() {
        let mut machine = with_tape(CODE, code, tape(&[PLAIN_MANNER.block(&DATA, 100)]));
        for _ in 0..100 {
            machine.run_frame();
            assert!(!machine.deck().is_playing(), "program {number}");
        }
        assert!(
            !machine.cpu.halted,
            "program {number} takes no key that is not there"
        );
    }
}

/// A loader that keeps listening after the end of the tape is detected, whatever its loop.
#[test]
fn a_loader_that_listens_in_vain() {
    for wait in [Wait::Xor, Wait::Djnz, Wait::Sign] {
        let manner = Manner { wait, ..PLAIN_MANNER };
        let code = program(manner, |code| {
            code.label("again").to(&[0xCD], "pilot").jump(0x18, "again");
        });
        let mut machine = with_tape(CODE, &code, tape(&[manner.block(&DATA, 100)]));
        let in_vain = |machine: &Spectrum| machine.deck().listened_in_vain(machine.tstates());
        for _ in 0..20 {
            machine.run_frame();
            assert_eq!(in_vain(&machine), None, "the tape plays, or is about to");
        }
        for _ in 0..200 {
            machine.run_frame();
        }
        let tstates = in_vain(&machine).expect("a loader listens");
        assert!((100 * 69_888..200 * 69_888).contains(&tstates), "{tstates}");
        // A halted program no longer listens.
        machine.cpu.halted = true;
        machine.run_frame();
        assert_eq!(in_vain(&machine), None);
    }
}
