//! Tape loaders modelled on commercial ones, and tapes for them.

use girafa_spectrum::{Spectrum, Stop, Tape};

use super::code::Code;
use super::tape::tzx_of;
use super::{CODE, machine, poke};

/// The bytes to load.
pub const DATA: [u8; 6] = [0x00, 0xFF, 0xA5, 0x3C, 0x81, 0x7E];

/// The register in which a loader counts the passes of its loop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Count {
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

/// The type of loop in which a loader waits for an edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wait {
    /// INC, RET Z, LD A, IN, perhaps RRA and RET NC, XOR, AND, JR.
    Xor,
    /// IN, XOR, AND, JR, DJNZ: counts down.
    Djnz,
    /// A loop for each level, which tests bit 6 as the sign of A + A.
    Sign,
    /// IN D,(C) and BIT 6,D.
    BitOfD,
    /// Compares all eight bits.
    Whole,
}

/// The properties of a loader.
#[derive(Debug, Clone, Copy)]
pub struct Manner {
    /// The loop.
    pub wait: Wait,
    /// The high byte of the port address.
    pub high: u8,
    pub count: Count,
    /// Initial value of the count; a search times out when the count reaches 0.
    pub start: u8,
    /// SPACE aborts loading; the signal is tested in bit 5, after a shift.
    pub has_break: bool,
    /// Pulses per bit.
    pub pulses: u8,
    /// Length of the pause after a failed search, in rounds of 26 T-states.
    pub pause: u16,
}

pub const PLAIN_MANNER: Manner = Manner {
    wait: Wait::Xor,
    high: 0x7F,
    count: Count::B,
    start: 0,
    has_break: true,
    pulses: 2,
    pause: 0,
};

/// Pulse lengths in T-states.
#[derive(Debug, Clone, Copy)]
pub struct Lengths {
    pilot: u16,
    sync: u16,
    zero: u16,
    one: u16,
}

impl Manner {
    /// Shorter pulses for R, which counts only to 127, and by five per pass.
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

    /// T-states per pass of the loop.
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

    /// The count after a pulse of this length. The code between two waits takes about 150 T-states.
    pub fn limit(self, tstates: u16) -> u8 {
        let passes = tstates.saturating_sub(150) / self.pass();
        match self.count {
            Count::R => (passes * 5) as u8 & 0x7F,
            _ => self.start.wrapping_add(passes as u8),
        }
    }

    /// The register that holds the last level.
    fn level(self) -> u8 {
        u8::from(self.count != Count::C)
    }

    /// The routine `edge`; it returns with 0 in the count register on a timeout.
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
                // E holds the count and D the byte read: B and C hold the port.
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
        // Border stripes in black and cyan.
        code.put(&[0x07, 0x07, 0x07, 0xE6, 0x05, 0xD3, 0xFE]); // RLCA (3): AND 5: OUT (FE),A
        if self.count == Count::R {
            code.put(&[0xED, 0x5F, 0x47]); // LD A,R: LD B,A
        }
        code.put(&[0xC9]);
    }

    /// The routine `pilot`, which returns after the sync pulses; H counts pilot pulses.
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

    /// The routine `byte`, which reads the next byte into L.
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

    /// Appends all routines.
    pub fn put_all(self, code: &mut Code) {
        self.put_pilot(code);
        self.put_byte(code);
        self.put_edge(code);
    }

    /// Code that loads `count` bytes to addresses from `to` on, in the direction of `step`, and halts.
    pub fn loader(self, origin: u16, to: u16, count: u8, step: Step) -> Vec<u8> {
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

    /// A tape block of pilot, sync and these bytes, without flag byte or checksum, followed by a pause in
    /// milliseconds.
    pub fn block(self, bytes: &[u8], pause: u16) -> Vec<u8> {
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
        // A final pulse ends the last bit.
        pulses.push(sync);
        let mut block = vec![0x12];
        block.extend([pilot.to_le_bytes(), 300u16.to_le_bytes()].concat());
        block.extend([0x13, pulses.len() as u8]);
        block.extend(pulses.iter().flat_map(|pulse| pulse.to_le_bytes()));
        block.extend([0x20].into_iter().chain(pause.to_le_bytes()));
        block
    }
}

/// The direction in which a loader's address advances; the value is the second opcode byte of INC IX or DEC
/// IX.
#[derive(Debug, Clone, Copy)]
pub enum Step {
    Up = 0x23,
    Down = 0x2B,
}

/// A turbo-speed data block (11) of a `.tzx`.
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

pub fn tape(blocks: &[Vec<u8>]) -> Tape {
    let blocks: Vec<_> = blocks.iter().map(Vec::as_slice).collect();
    Tape::from_image(&tzx_of(&blocks)).unwrap()
}

/// A machine about to run the code at `origin`, with the tape in the recorder and the instant tape enabled,
/// the default for users.
pub fn with_tape(origin: u16, code: &[u8], tape: Tape) -> Spectrum {
    let mut machine = machine(&[]);
    poke(&mut machine, origin, code);
    machine.cpu.pc = origin;
    machine.set_instant_tape(true);
    machine.set_tape_starts_itself(true);
    machine.insert_tape(tape);
    machine
}

/// Runs until the program halts with interrupts disabled.
#[track_caller]
pub fn runs_to_end(machine: &mut Spectrum, frames: u64) {
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

/// A program followed by the loader routines that it uses.
pub fn program(manner: Manner, put: impl FnOnce(&mut Code)) -> Vec<u8> {
    let mut code = Code::at(CODE);
    put(code.put(&[0xF3, 0x0E, 0])); // DI: LD C,0
    manner.put_all(&mut code);
    code.bytes()
}
