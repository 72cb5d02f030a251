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

/// How a loader waits for an edge.
#[derive(Debug, Clone, Copy)]
struct Manner {
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
        match (self.count, self.has_break) {
            (Count::R, _) => 41,
            (_, false) => 50,
            (_, true) => 59,
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
            pulses.extend((0..8).rev().map(|bit| if byte >> bit & 1 == 1 { one } else { zero }));
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
    panic!("no end in {frames} frames, {cpu:04X?}, tape plays: {}", machine.deck().is_playing());
}

#[track_caller]
fn loads(manner: Manner) {
    let code = manner.loader(CODE, TO, 6, Step::Up);
    let mut machine = with_tape(CODE, &code, tape(&[manner.block(&DATA, 100)]));
    runs_to_end(&mut machine, 100);
    assert_eq!(machine.memory()[0x9000..0x9006], DATA, "{manner:?}");
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
            loads(Manner { start, pause, ..PLAIN });
        }
    }
}
