//! Loaders of our own in the manner of commercial ones, each with a tape of its own: how they look at the port, what their
//! blocks are like, where they load to. The recorder starts by itself when they listen, and goes on where they go on.

use crate::common::code::Code;
use crate::common::tape::tzx_of;
use crate::common::{CODE, machine, poke};
use girafa_spectrum::{Spectrum, Stop, Tape};

const DATA: [u8; 6] = [0x00, 0xFF, 0xA5, 0x3C, 0x81, 0x7E];
const TO: u16 = 0x9000;

/// What a loader counts passes in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Count {
    B,
    C,
    D,
    E,
    R,
}

impl Count {
    /// The register's number in an opcode; R is read into B.
    fn register(self) -> u8 {
        match self {
            Count::B | Count::R => 0,
            Count::C => 1,
            Count::D => 2,
            Count::E => 3,
        }
    }
}

/// The loop in which a loader waits for an edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wait {
    /// INC, RET Z, LD A, IN, perhaps RRA and RET NC, XOR, AND, JR.
    Xor,
    /// IN, XOR, AND, JR, DJNZ: counts down.
    Djnz,
    /// A loop for each level, which looks at bit 6 in the sign of A + A.
    Sign,
    /// IN D,(C) and BIT 6.
    BitOfD,
    /// All eight bits are compared.
    Whole,
}

/// How a loader waits for an edge.
#[derive(Debug, Clone, Copy)]
struct Manner {
    wait: Wait,
    /// The port's upper byte.
    high: u8,
    count: Count,
    /// What the count starts with: a search is over when it comes to 0.
    start: u8,
    /// SPACE ends it: the signal is looked at in bit 5, after a shift.
    has_break: bool,
    /// Pulses of a bit.
    pulses: u8,
    /// Rounds of 26 T-states after a search in vain.
    pause: u16,
}

const PLAIN: Manner = Manner {
    wait: Wait::Xor,
    high: 0x7F,
    count: Count::B,
    start: 0,
    has_break: true,
    pulses: 2,
    pause: 0,
};

/// Lengths of pulses, in T-states.
#[derive(Debug, Clone, Copy)]
struct Lengths {
    pilot: u16,
    sync: u16,
    zero: u16,
    one: u16,
}

impl Manner {
    /// R counts to 127 only, and five a pass.
    fn lengths(self) -> Lengths {
        let [pilot, sync, zero, one] = match self.count {
            Count::R => [900, 240, 360, 720],
            _ => [2168, 600, 900, 1800],
        };
        Lengths {
            pilot,
            sync,
            zero,
            one,
        }
    }

    /// T-states of a pass.
    fn pass(self) -> u16 {
        match (self.wait, self.count, self.has_break) {
            (Wait::Xor, Count::R, _) => 41,
            (Wait::Xor, _, false) => 50,
            (Wait::Xor, _, true) => 59,
            (Wait::Djnz, ..) => 49,
            (Wait::Sign, ..) => 42,
            (Wait::BitOfD, ..) => 49,
            (Wait::Whole, ..) => 43,
        }
    }

    /// The count after a pulse of this length: what is done between two waits takes some 150 T-states.
    fn limit(self, tstates: u16) -> u8 {
        let passes = tstates.saturating_sub(150) / self.pass();
        match self.count {
            Count::R => (passes * 5) as u8 & 0x7F,
            _ => self.start.wrapping_add(passes as u8),
        }
    }

    /// The register that has the last level.
    fn level(self) -> u8 {
        u8::from(self.count != Count::C)
    }

    /// `edge`: the count of the wait's register is 0 when it was in vain.
    fn put_edge(self, code: &mut Code) {
        let in_a = [0x3E, self.high, 0xDB, 0xFE]; // LD A,high: IN A,(FE)
        match self.wait {
            Wait::Xor => self.put_xor(code),
            Wait::Djnz => {
                code.label("edge").put(&[0x06, 0]).label("wait").put(&in_a); // LD B,0
                code.put(&[0xA9, 0xE6, 0x40]).jump(0x20, "seen"); // XOR C: AND 40: JR NZ,seen
                code.jump(0x10, "wait").put(&[0xC9]); // DJNZ wait: RET
                code.label("seen").put(&[0xA9, 0x4F]); // XOR C: LD C,A
                code.put(&[0xAF, 0x90, 0x47, 0xC9]); // XOR A: SUB B: LD B,A: RET
            }
            Wait::Sign => {
                code.label("edge").put(&[0x06, 0, 0xCB, 0x71]).jump(0x20, "high"); // LD B,0: BIT 6,C: JR NZ,high
                code.label("low").put(&[0x04, 0xC8]).put(&in_a); // INC B: RET Z
                code.put(&[0x87]).to(&[0xF2], "low").put(&[0x0E, 0x40, 0xC9]); // ADD A,A: JP P,low: LD C,40: RET
                code.label("high").put(&[0x04, 0xC8]).put(&in_a);
                code.put(&[0x87]).to(&[0xFA], "high").put(&[0x0E, 0x00, 0xC9]); // ADD A,A: JP M,high: LD C,0: RET
            }
            Wait::BitOfD => {
                // E has the count, D what is read: B and C are the port.
                code.label("edge")
                    .put(&[0xC5, 0xCB, 0x71, 0x01, 0xFE, self.high, 0x1E, 0]); // PUSH BC: BIT 6,C: LD BC: LD E,0
                code.jump(0x20, "high");
                for (name, jump, level) in [("low", 0x28, 0x40), ("high", 0x20, 0)] {
                    code.label(name).put(&[0x1C]).jump(0x28, "over"); // INC E: JR Z,over
                    code.put(&[0xED, 0x50, 0xCB, 0x72]).jump(jump, name); // IN D,(C): BIT 6,D: JR
                    code.put(&[0xC1, 0x0E, level, 0x43, 0xC9]); // POP BC: LD C,level: LD B,E: RET
                }
                code.label("over").put(&[0xC1, 0x43, 0xC9]); // POP BC: LD B,E: RET
            }
            Wait::Whole => {
                code.label("edge")
                    .put(&[0x06, 0])
                    .label("wait")
                    .put(&[0x04, 0xC8])
                    .put(&in_a); // LD B,0: INC B: RET Z
                code.put(&[0xB9]).jump(0x28, "wait").put(&[0x4F, 0xC9]); // CP C: JR Z,wait: LD C,A: RET
            }
        }
    }

    fn put_xor(self, code: &mut Code) {
        let (count, level) = (self.count.register(), self.level());
        code.label("edge");
        if self.count == Count::R {
            code.put(&[0xAF, 0xED, 0x4F]); // XOR A: LD R,A
        } else {
            code.put(&[count << 3 | 0x06, self.start]); // LD count,start
        }
        code.label("wait");
        if self.count != Count::R {
            code.put(&[count << 3 | 0x04, 0xC8]); // INC count: RET Z
        }
        code.put(&[0x3E, self.high, 0xDB, 0xFE]); // LD A,high: IN A,(FE)
        let mask = if self.has_break && self.count != Count::R {
            code.put(&[0x1F, 0xD0]); // RRA: RET NC
            0x20
        } else {
            0x40
        };
        code.put(&[0xA8 | level, 0xE6, mask]); // XOR level: AND mask
        code.jump(0x28, "wait"); // JR Z,wait
        code.put(&[0xA8 | level, 0x47 | level << 3]); // XOR level: LD level,A
        // Stripes of our own: black and cyan.
        code.put(&[0x07, 0x07, 0x07, 0xE6, 0x05, 0xD3, 0xFE]); // RLCA (3): AND 5: OUT (FE),A
        if self.count == Count::R {
            code.put(&[0xED, 0x5F, 0x47]); // LD A,R: LD B,A
        }
        code.put(&[0xC9]);
    }

    /// `pilot`: returns after the sync. H counts.
    fn put_pilot(self, code: &mut Code) {
        let Lengths { pilot, .. } = self.lengths();
        let take = 0x78 | self.count.register(); // LD A,count
        code.label("pilot").put(&[0x26, 0x40]); // LD H,64
        code.label("more").to(&[0xCD], "edge").put(&[take]);
        code.put(&[0xFE, self.limit(pilot / 3 * 2)]).jump(0x38, "vain"); // CP: JR C,vain
        code.put(&[0x25]).jump(0x20, "more"); // DEC H: JR NZ,more
        code.label("sync").to(&[0xCD], "edge").put(&[take]);
        code.put(&[0xFE, self.limit(pilot / 2)]).jump(0x30, "sync"); // CP: JR NC,sync
        code.to(&[0xC3], "edge"); // JP edge
        code.label("vain");
        if self.pause > 0 {
            let [low, high] = self.pause.to_le_bytes();
            code.put(&[0xA7]).jump(0x20, "pilot"); // AND A: JR NZ,pilot
            code.put(&[0x21, low, high]); // LD HL,pause
            code.label("rest").put(&[0x2B, 0x7C, 0xB5]).jump(0x20, "rest"); // DEC HL: LD A,H: OR L: JR NZ,rest
        }
        code.jump(0x18, "pilot");
    }

    /// `byte`: the next byte to L.
    fn put_byte(self, code: &mut Code) {
        let Lengths { zero, one, .. } = self.lengths();
        code.label("byte").put(&[0x2E, 0x01]).label("bit"); // LD L,1
        if self.pulses == 2 {
            code.to(&[0xCD], "edge");
        }
        code.to(&[0xCD], "edge").put(&[0x78 | self.count.register()]);
        code.put(&[0xFE, self.limit((zero + one) / 2), 0x3F, 0xCB, 0x15]); // CP: CCF: RL L
        code.jump(0x30, "bit").put(&[0xC9]); // JR NC,bit: RET
    }

    /// All routines.
    fn put_all(self, code: &mut Code) {
        self.put_pilot(code);
        self.put_byte(code);
        self.put_edge(code);
    }

    /// Loads `count` bytes from `to` on, each address `step` after the other, and halts.
    fn loader(self, origin: u16, to: u16, count: u8, step: Step) -> Vec<u8> {
        let [low, high] = to.to_le_bytes();
        let mut code = Code::at(origin);
        code.put(&[0xF3, 0xDD, 0x21, low, high, 0x06 | self.level() << 3, 0]); // DI: LD IX,to: LD level,0
        code.to(&[0xCD], "pilot").put(&[0x26, count]); // LD H,count
        code.label("next").to(&[0xCD], "byte");
        code.put(&[0xDD, 0x75, 0x00, 0xDD, step as u8]); // LD (IX+0),L: INC IX or DEC IX
        code.put(&[0x25]).jump(0x20, "next").put(&[0x76]); // DEC H: JR NZ,next: HALT
        self.put_all(&mut code);
        code.bytes()
    }

    /// A block of pilot, sync and these bytes, without flag byte or checksum, and a pause in milliseconds.
    fn block(self, bytes: &[u8], pause: u16) -> Vec<u8> {
        let lengths = self.lengths();
        if self.pulses == 2 {
            return turbo(lengths, bytes, pause);
        }
        let Lengths {
            pilot,
            sync,
            zero,
            one,
        } = lengths;
        let mut pulses = vec![sync, sync];
        for byte in bytes {
            pulses.extend(
                (0..8)
                    .rev()
                    .map(|bit| if byte >> bit & 1 == 1 { one } else { zero }),
            );
        }
        // The last pulse has an end.
        pulses.push(sync);
        let mut block = vec![0x12];
        block.extend([pilot.to_le_bytes(), 300u16.to_le_bytes()].concat());
        block.extend([0x13, pulses.len() as u8]);
        block.extend(pulses.iter().flat_map(|pulse| pulse.to_le_bytes()));
        block.extend([0x20].into_iter().chain(pause.to_le_bytes()));
        block
    }
}

#[derive(Debug, Clone, Copy)]
enum Step {
    Up = 0x23,
    Down = 0x2B,
}

/// Block 11 of a `.tzx`.
fn turbo(lengths: Lengths, bytes: &[u8], pause: u16) -> Vec<u8> {
    let Lengths {
        pilot,
        sync,
        zero,
        one,
    } = lengths;
    let mut block = vec![0x11];
    for length in [pilot, sync, sync, zero, one, 300] {
        block.extend(length.to_le_bytes());
    }
    block.push(8);
    block.extend(pause.to_le_bytes());
    block.extend(&(bytes.len() as u32).to_le_bytes()[..3]);
    block.extend(bytes);
    block
}

fn tape(blocks: &[Vec<u8>]) -> Tape {
    let blocks: Vec<_> = blocks.iter().map(Vec::as_slice).collect();
    Tape::from_image(&tzx_of(&blocks)).unwrap()
}

/// A machine about to run the code at `origin`, with the tape in a recorder as users have it.
fn with_tape(origin: u16, code: &[u8], tape: Tape) -> Spectrum {
    let mut machine = machine(&[]);
    poke(&mut machine, origin, code);
    machine.cpu.pc = origin;
    machine.set_instant_tape(true);
    machine.set_tape_starts_itself(true);
    machine.insert_tape(tape);
    machine
}

/// Runs until it halts with interrupts off.
#[track_caller]
fn runs_to_end(machine: &mut Spectrum, frames: u64) {
    for _ in 0..frames {
        assert_eq!(machine.run_frame(), Stop::Frame);
        if machine.cpu.halted && !machine.cpu.iff1 {
            return;
        }
    }
    let cpu = &machine.cpu;
    panic!(
        "no end in {frames} frames, {cpu:04X?}, tape plays: {}",
        machine.deck().is_playing()
    );
}

#[track_caller]
fn loads_at(manner: Manner, origin: u16, to: u16, step: Step) {
    let code = manner.loader(origin, to, 6, step);
    let mut machine = with_tape(origin, &code, tape(&[manner.block(&DATA, 100)]));
    runs_to_end(&mut machine, 100);
    let at = |n: u16| match step {
        Step::Up => to + n,
        Step::Down => to - n,
    };
    let loaded: Vec<_> = (0..6).map(|n| machine.peek(at(n))).collect();
    assert_eq!(loaded, DATA, "{manner:?} at {origin:04X}");
}

#[track_caller]
fn loads(manner: Manner) {
    loads_at(manner, CODE, TO, Step::Up);
}

/// Whatever half-rows are selected, whatever counts, and however many pulses a bit has.
#[test]
fn ports_counts_and_pulses() {
    for high in [0x00, 0x7F, 0xBF, 0xFE, 0xFF] {
        for count in [Count::B, Count::C, Count::D, Count::E, Count::R] {
            for pulses in [1, 2] {
                // A shift and RET NC are a look for a key, where keys are selected.
                for has_break in [false, count != Count::R] {
                    loads(Manner {
                        high,
                        count,
                        pulses,
                        has_break,
                        ..PLAIN
                    });
                }
            }
        }
    }
}

/// Searches of 50 to 250 reads with pauses between them.
#[test]
fn searches_and_pauses() {
    for start in [0x00, 0x64, 0x9C, 0xC0] {
        for pause in [0, 80, 160, 400, 1000] {
            loads(Manner {
                start,
                pause,
                ..PLAIN
            });
        }
    }
}

/// Other loops than the ROM's.
#[test]
fn waits() {
    for wait in [Wait::Djnz, Wait::Sign, Wait::BitOfD] {
        for high in [0x00, 0x7F, 0xBF, 0xFE, 0xFF] {
            for pulses in [1, 2] {
                loads(Manner {
                    wait,
                    high,
                    pulses,
                    ..PLAIN
                });
            }
        }
    }
    // With keys in the byte no difference is left to a wait for a key.
    loads(Manner {
        wait: Wait::Whole,
        high: 0xFF,
        ..PLAIN
    });
}

/// In upper RAM and in RAM that the ULA holds up; up and down, over the screen and the system variables.
#[test]
fn places() {
    for origin in [0x5E00, 0x7F00, 0x8000, 0xFE00] {
        for (to, step) in [
            (0x4000, Step::Up),
            (0x5AFF, Step::Down),
            (0x5C00, Step::Up),
            (0x5CB5, Step::Down),
            (0xC000, Step::Down),
        ] {
            loads_at(PLAIN, origin, to, step);
        }
    }
}

/// A program that uses the routines of a manner, which stand after it.
fn program(manner: Manner, put: impl FnOnce(&mut Code)) -> Vec<u8> {
    let mut code = Code::at(CODE);
    put(code.put(&[0xF3, 0x0E, 0])); // DI: LD C,0
    manner.put_all(&mut code);
    code.bytes()
}

/// Many short blocks, each with its number, four bytes and a checksum: another number or a wrong sum, and the next is tried.
#[test]
fn numbered_blocks_with_sums() {
    let part = |number: u8, first: u8, error: u8| {
        let bytes = [first, first + 1, first + 2, first + 3];
        let sum = bytes.iter().fold(number, |sum, byte| sum.wrapping_add(*byte));
        let all = [&[number], &bytes[..], &[sum ^ error]].concat();
        PLAIN.block(&all, 250)
    };
    let blocks = [
        part(7, 0x70, 0),
        part(0, 0x10, 0),
        part(1, 0x20, 1),
        part(1, 0x20, 0),
        part(0, 0x50, 0),
        part(2, 0x30, 0),
    ];
    let code = program(PLAIN, |code| {
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

/// No pilot is measured: bits are shifted in until a pattern is there, and a search of 100 reads or so is followed by a rest.
#[test]
fn a_pattern_is_searched() {
    let manner = Manner {
        pulses: 1,
        start: 0x9C,
        ..PLAIN
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

/// One long block whose pieces a table sends to many places.
#[test]
fn scattered_pieces() {
    let code = program(PLAIN, |code| {
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
    let mut machine = with_tape(CODE, &code, tape(&[PLAIN.block(&DATA, 100)]));
    runs_to_end(&mut machine, 100);
    assert_eq!(machine.memory()[0xC000..0xC002], DATA[..2]);
    assert_eq!(machine.peek(0x4000), DATA[2]);
    assert_eq!(machine.memory()[0x5C3B..0x5C3E], DATA[3..]);
}

/// What a program does between two blocks.
#[derive(Debug, Clone, Copy)]
enum Between {
    /// EI and HALT, so many times.
    Halts(u8),
    /// So many times half a second of work, less the first.
    Works(u8),
    /// So many times 1.2 seconds of a game that looks at a key, as fast as it can, less the first.
    Plays(u8),
}

/// Loads three blocks of six bytes to 9000, 9100 and 9200, with something between them.
fn three_blocks(between: Between) -> Vec<u8> {
    program(PLAIN, |code| {
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

/// A recorder that started by itself waits in a pause of the tape until the program asks for more.
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
        let part = PLAIN.block(&DATA, 1000);
        loads_three(between, tape(&[part.clone(), part.clone(), part.clone()]));
        // The tape says where to stop: somebody would press PLAY when the program asks for it.
        for stop in [&[0x20, 0, 0][..], &[0x2A, 0, 0, 0, 0]] {
            let part = [&PLAIN.block(&DATA, 20), stop].concat();
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

/// The same bytes at the ROM's speed in a `.pzx`: pulses, data, a pause.
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

/// What waits for a key does not start the tape, however fast it looks.
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
        // BIT 0 of a port in BC.
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
        // Noise by what the port has, and no look at it.
        key(&|code| {
            code.put(&[0xDB, 0xFE, 0x82, 0x57]).jump(0x18, "loop");
        }),
    ];
    for (number, code) in programs.iter().enumerate() {
        let mut machine = with_tape(CODE, code, tape(&[PLAIN.block(&DATA, 100)]));
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

/// What is left over when the tape is at its end: a loader that goes on listening is noticed, whatever it is.
#[test]
fn a_loader_that_listens_in_vain() {
    for wait in [Wait::Xor, Wait::Djnz, Wait::Sign] {
        let manner = Manner { wait, ..PLAIN };
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
        // It no longer listens.
        machine.cpu.halted = true;
        machine.run_frame();
        assert_eq!(in_vain(&machine), None);
    }
}
