//! The frame interrupt against every kind of instruction, started at every T-state.
//!
//! Why: an interrupt is accepted only between instructions, wherever /INT arrives. A core that samples it too
//! early, between the T-states of a long instruction or inside a chain of prefixes, starts handlers at other
//! T-states and returns to other addresses. Programs that count T-states from their handler on show it in
//! their picture.
//!
//! Sources: Zilog UM0080 ("Interrupt Response": /INT is sampled in the last T-state of an instruction; the
//! tables of the instructions' T-states; each round of a repeating block instruction is an instruction, with
//! PC back at it). T-states of undocumented instructions: Sean Young, "The Undocumented Z80 Documented". The
//! length of /INT: the project's list of facts.

use crate::common::model::FRAME;
use crate::common::{CODE, poke, rom};
use After::{Next, Same, Skip, To};
use girafa_spectrum::{Spectrum, Stop};

/// T-states for which /INT is low.
const INT: u32 = 32;

/// PC after an instruction.
#[derive(Debug, Clone, Copy)]
enum After {
    Next,
    /// At the instruction itself.
    Same,
    /// This many bytes after the instruction's start.
    Skip(u16),
    To(u16),
}

/// The return address of RET. HALTs are there and at every other address that programs reach.
const RETURN_ADDRESS: u16 = 0x7676;
/// Values of BC: with B = 5 block instructions repeat; with B = 1 or BC = 1 they end.
const REPEAT_BC: u16 = 0x05FF;
const LAST_B: u16 = 0x01FF;
const LAST_BC: u16 = 0x0001;

/// Bytes, T-states, BC before, PC after. A is 55, different from every byte that is read; flags are 0.
type Instruction = (&'static [u8], u32, u16, After);

#[rustfmt::skip]
const INSTRUCTIONS: &[Instruction] = &[
    // without prefix
    (&[0x00], 4, REPEAT_BC, Next),                     // NOP
    (&[0x76], 4, REPEAT_BC, Next),                     // HALT
    (&[0x03], 6, REPEAT_BC, Next),                     // INC BC
    (&[0xF9], 6, REPEAT_BC, Next),                     // LD SP,HL
    (&[0x46], 7, REPEAT_BC, Next),                     // LD B,(HL)
    (&[0x36, 0x00], 10, REPEAT_BC, Next),              // LD (HL),n
    (&[0x34], 11, REPEAT_BC, Next),                    // INC (HL)
    (&[0x09], 11, REPEAT_BC, Next),                    // ADD HL,BC
    (&[0x32, 0x00, 0x90], 13, REPEAT_BC, Next),        // LD (nn),A
    (&[0x3A, 0x00, 0x90], 13, REPEAT_BC, Next),        // LD A,(nn)
    (&[0x22, 0x00, 0x90], 16, REPEAT_BC, Next),        // LD (nn),HL
    (&[0x2A, 0x00, 0x90], 16, REPEAT_BC, Next),        // LD HL,(nn)
    (&[0xE3], 19, REPEAT_BC, Next),                    // EX (SP),HL
    (&[0xE1], 10, REPEAT_BC, Next),                    // POP HL
    (&[0xE5], 11, REPEAT_BC, Next),                    // PUSH HL
    (&[0xC5], 11, REPEAT_BC, Next),                    // PUSH BC
    (&[0xD3, 0xFF], 11, REPEAT_BC, Next),              // OUT (n),A
    (&[0xDB, 0xFF], 11, REPEAT_BC, Next),              // IN A,(n)
    // jumps, taken and not
    (&[0xC3, 0x00, 0x90], 10, REPEAT_BC, To(0x9000)),  // JP nn
    (&[0xCA, 0x00, 0x90], 10, REPEAT_BC, Next),        // JP Z,nn
    (&[0xE9], 4, REPEAT_BC, To(0x9200)),               // JP (HL)
    (&[0x18, 0x10], 12, REPEAT_BC, Skip(0x12)),        // JR d
    (&[0x20, 0x10], 12, REPEAT_BC, Skip(0x12)),        // JR NZ,d
    (&[0x28, 0x10], 7, REPEAT_BC, Next),               // JR Z,d
    (&[0x10, 0x10], 13, REPEAT_BC, Skip(0x12)),        // DJNZ d
    (&[0x10, 0xFE], 13, REPEAT_BC, Same),              // DJNZ to itself
    (&[0x10, 0x10], 8, LAST_B, Next),                  // DJNZ that ends
    (&[0xCD, 0x00, 0x90], 17, REPEAT_BC, To(0x9000)),  // CALL nn
    (&[0xC4, 0x00, 0x90], 17, REPEAT_BC, To(0x9000)),  // CALL NZ,nn
    (&[0xCC, 0x00, 0x90], 10, REPEAT_BC, Next),        // CALL Z,nn
    (&[0xC7], 11, REPEAT_BC, To(0x0000)),              // RST 0
    (&[0xC9], 10, REPEAT_BC, To(RETURN_ADDRESS)),      // RET
    (&[0xC0], 11, REPEAT_BC, To(RETURN_ADDRESS)),      // RET NZ
    (&[0xC8], 5, REPEAT_BC, Next),                     // RET Z
    // CB
    (&[0xCB, 0x00], 8, REPEAT_BC, Next),               // RLC B
    (&[0xCB, 0x06], 15, REPEAT_BC, Next),              // RLC (HL)
    (&[0xCB, 0x46], 12, REPEAT_BC, Next),              // BIT 0,(HL)
    (&[0xCB, 0xC6], 15, REPEAT_BC, Next),              // SET 0,(HL)
    // DD, FD
    (&[0xDD, 0x00], 8, REPEAT_BC, Next),               // NOP after a prefix that has no effect on it
    (&[0xDD, 0xFD, 0xDD, 0x00], 16, REPEAT_BC, Next),  // after three
    (&[0xFD, 0xDD, 0x21, 0, 0], 18, REPEAT_BC, Next),  // LD IX,nn after a prefix of IY
    (&[0xDD, 0x24], 8, REPEAT_BC, Next),               // INC IXH
    (&[0xDD, 0x23], 10, REPEAT_BC, Next),              // INC IX
    (&[0xDD, 0xF9], 10, REPEAT_BC, Next),              // LD SP,IX
    (&[0xDD, 0x21, 0x00, 0x90], 14, REPEAT_BC, Next),  // LD IX,nn
    (&[0xDD, 0x09], 15, REPEAT_BC, Next),              // ADD IX,BC
    (&[0xDD, 0xE1], 14, REPEAT_BC, Next),              // POP IX
    (&[0xFD, 0xE5], 15, REPEAT_BC, Next),              // PUSH IY
    (&[0xDD, 0xE9], 8, REPEAT_BC, To(0x9100)),         // JP (IX)
    (&[0xDD, 0x46, 0x00], 19, REPEAT_BC, Next),        // LD B,(IX+d)
    (&[0xFD, 0x70, 0x00], 19, REPEAT_BC, Next),        // LD (IY+d),B
    (&[0xDD, 0x36, 0x00, 0x00], 19, REPEAT_BC, Next),  // LD (IX+d),n
    (&[0xDD, 0x86, 0x00], 19, REPEAT_BC, Next),        // ADD A,(IX+d)
    (&[0xDD, 0x22, 0x00, 0x90], 20, REPEAT_BC, Next),  // LD (nn),IX
    (&[0xFD, 0x2A, 0x00, 0x90], 20, REPEAT_BC, Next),  // LD IY,(nn)
    (&[0xDD, 0x34, 0x00], 23, REPEAT_BC, Next),        // INC (IX+d)
    (&[0xDD, 0xE3], 23, REPEAT_BC, Next),              // EX (SP),IX
    (&[0xFD, 0xE3], 23, REPEAT_BC, Next),              // EX (SP),IY
    // DD CB, FD CB
    (&[0xDD, 0xCB, 0x00, 0x06], 23, REPEAT_BC, Next),  // RLC (IX+d)
    (&[0xFD, 0xCB, 0x00, 0x46], 20, REPEAT_BC, Next),  // BIT 0,(IY+d)
    (&[0xDD, 0xCB, 0x00, 0xC6], 23, REPEAT_BC, Next),  // SET 0,(IX+d)
    (&[0xFD, 0xCB, 0x00, 0xC0], 23, REPEAT_BC, Next),  // SET 0,(IY+d),B (undocumented)
    // ED
    (&[0xED, 0x00], 8, REPEAT_BC, Next),               // undefined: two NOPs
    (&[0xED, 0x44], 8, REPEAT_BC, Next),               // NEG
    (&[0xED, 0x47], 9, REPEAT_BC, Next),               // LD I,A
    (&[0xED, 0x4F], 9, REPEAT_BC, Next),               // LD R,A
    (&[0xED, 0x57], 9, REPEAT_BC, Next),               // LD A,I
    (&[0xED, 0x5F], 9, REPEAT_BC, Next),               // LD A,R
    (&[0xED, 0x40], 12, REPEAT_BC, Next),              // IN B,(C)
    (&[0xED, 0x70], 12, REPEAT_BC, Next),              // IN F,(C) (undocumented)
    (&[0xED, 0x41], 12, REPEAT_BC, Next),              // OUT (C),B
    (&[0xED, 0x71], 12, REPEAT_BC, Next),              // OUT (C),0 (undocumented)
    (&[0xED, 0x45], 14, REPEAT_BC, To(RETURN_ADDRESS)),  // RETN
    (&[0xED, 0x4D], 14, REPEAT_BC, To(RETURN_ADDRESS)),  // RETI
    (&[0xED, 0x42], 15, REPEAT_BC, Next),              // SBC HL,BC
    (&[0xED, 0x4A], 15, REPEAT_BC, Next),              // ADC HL,BC
    (&[0xED, 0x67], 18, REPEAT_BC, Next),              // RRD
    (&[0xED, 0x6F], 18, REPEAT_BC, Next),              // RLD
    (&[0xED, 0x43, 0x00, 0x90], 20, REPEAT_BC, Next),  // LD (nn),BC
    (&[0xED, 0x4B, 0x00, 0x90], 20, REPEAT_BC, Next),  // LD BC,(nn)
    (&[0xED, 0x73, 0x00, 0x90], 20, REPEAT_BC, Next),  // LD (nn),SP
    (&[0xED, 0x7B, 0x00, 0x90], 20, REPEAT_BC, Next),  // LD SP,(nn)
    // block instructions that do not repeat
    (&[0xED, 0xA0], 16, REPEAT_BC, Next),              // LDI
    (&[0xED, 0xA8], 16, REPEAT_BC, Next),              // LDD
    (&[0xED, 0xA1], 16, REPEAT_BC, Next),              // CPI
    (&[0xED, 0xA9], 16, REPEAT_BC, Next),              // CPD
    (&[0xED, 0xA2], 16, REPEAT_BC, Next),              // INI
    (&[0xED, 0xAA], 16, REPEAT_BC, Next),              // IND
    (&[0xED, 0xA3], 16, REPEAT_BC, Next),              // OUTI
    (&[0xED, 0xAB], 16, REPEAT_BC, Next),              // OUTD
    // block instructions that repeat: a round that repeats, and the last
    (&[0xED, 0xB0], 21, REPEAT_BC, Same),              // LDIR
    (&[0xED, 0xB0], 16, LAST_BC, Next),
    (&[0xED, 0xB8], 21, REPEAT_BC, Same),              // LDDR
    (&[0xED, 0xB8], 16, LAST_BC, Next),
    (&[0xED, 0xB1], 21, REPEAT_BC, Same),              // CPIR
    (&[0xED, 0xB1], 16, LAST_BC, Next),
    (&[0xED, 0xB9], 21, REPEAT_BC, Same),              // CPDR
    (&[0xED, 0xB9], 16, LAST_BC, Next),
    (&[0xED, 0xB2], 21, REPEAT_BC, Same),              // INIR
    (&[0xED, 0xB2], 16, LAST_B, Next),
    (&[0xED, 0xBA], 21, REPEAT_BC, Same),              // INDR
    (&[0xED, 0xBA], 16, LAST_B, Next),
    (&[0xED, 0xB3], 21, REPEAT_BC, Same),              // OTIR
    (&[0xED, 0xB3], 16, LAST_B, Next),
    (&[0xED, 0xBB], 21, REPEAT_BC, Same),              // OTDR
    (&[0xED, 0xBB], 16, LAST_B, Next),
];

/// A machine about to execute `bytes` at `at`, with HALTs in the rest of RAM and interrupts enabled in mode
/// `im`; the table of mode 2 and the stack contain [`RETURN_ADDRESS`].
fn machine(at: u16, bytes: &[u8], bc: u16, im: u8) -> Spectrum {
    let mut machine = Spectrum::new(&rom());
    for address in 0x4000..=0xFFFF {
        machine.poke(address, 0x76);
    }
    poke(&mut machine, at, bytes);
    let cpu = &mut machine.cpu;
    (cpu.pc, cpu.sp, cpu.im, cpu.i) = (at, 0xFF00, im, 0xB0);
    (cpu.iff1, cpu.iff2) = (true, true);
    (cpu.a, cpu.f, cpu.ix, cpu.iy) = (0x55, 0, 0x9100, 0x9180);
    cpu.set_bc(bc);
    cpu.set_de(0x9300);
    cpu.set_hl(0x9200);
    machine
}

/// Each instruction, in contended memory and elsewhere, in each mode, started at every T-state from where it
/// ends with the frame up to T-state 40 of the next frame. If /INT is low at its start, the interrupt is
/// accepted first and returns to it, unless a preceding EI delays the interrupt. Once started, the
/// instruction takes all its T-states, and then the interrupt is accepted if /INT is low.
#[test]
fn every_instruction_at_every_tstate() {
    for &(bytes, tstates, bc, after) in INSTRUCTIONS {
        for (at, im) in [(CODE, 0), (CODE, 1), (CODE, 2), (0x6000, 1)] {
            let next = match after {
                Next => at + bytes.len() as u16,
                Same => at,
                Skip(bytes) => at + bytes,
                To(address) => address,
            };
            let (handler, takes) = if im == 2 { (0x7676, 19) } else { (0x38, 13) };
            let first = machine(at, bytes, bc, im);
            for behind_ei in [false, true] {
                for start in FRAME - tstates - 1..FRAME + 40 {
                    let tell =
                        format!("{bytes:02X?} at {at:04X}, mode {im}, T-state {start}, EI: {behind_ei}");
                    let mut machine = first.clone();
                    machine.set_frame_tstate(start);
                    machine.cpu.ei = behind_ei;
                    let mut now = start % FRAME;
                    if now >= INT || behind_ei {
                        machine.step();
                        now = (now + tstates) % FRAME;
                        assert_eq!((machine.cpu.pc, machine.frame_tstate()), (next, now), "{tell}");
                        if now >= INT {
                            // /INT is not low, so the next instruction is executed: a HALT, or this one
                            // again.
                            let sp = machine.cpu.sp;
                            machine.step();
                            assert!(machine.cpu.iff1, "{tell}: interrupted too late");
                            assert!(matches!(after, To(_)) || machine.cpu.sp == sp, "{tell}");
                            continue;
                        }
                    }
                    let back = machine.cpu.pc;
                    machine.step();
                    let cpu = &machine.cpu;
                    assert_eq!(
                        (cpu.pc, machine.frame_tstate(), cpu.iff1, cpu.halted),
                        (handler, now + takes, false, false),
                        "{tell}"
                    );
                    assert_eq!(machine.peek16(cpu.sp), back, "{tell}: the way back");
                }
            }
        }
    }
}

/// Why: the test above covers `step`, but programs are run by `run_frame`, whose loop checks /INT in its own
/// way. Both must give the same machine two frames later, from every T-state and for every first instruction.
#[test]
fn runs_are_interrupted_where_steps_are() {
    for &(bytes, tstates, bc, _) in INSTRUCTIONS {
        let first = machine(CODE, bytes, bc, 2);
        for start in FRAME - tstates - 1..FRAME + 40 {
            let mut fast = first.clone();
            fast.set_frame_tstate(start);
            fast.cpu.ei = start % 2 == 0;
            let mut slow = fast.clone();
            for frame in 1..=2 {
                assert_eq!(fast.run_frame(), Stop::Frame);
                while slow.frames() < frame {
                    // Once /INT is high again, a halted processor may be run with `run_frame`: `halt.rs`
                    // shows that this is right.
                    if slow.cpu.halted && slow.frame_tstate() >= INT {
                        slow.run_frame();
                    } else {
                        slow.step();
                    }
                }
                assert!(
                    fast == slow,
                    "{bytes:02X?} from T-state {start}: frame {frame} differs"
                );
            }
        }
    }
}

/// No interrupt is accepted right after EI or DI although /INT is low: after EI one more instruction is
/// executed first, after DI interrupts are disabled (UM0080). From every T-state.
#[test]
fn never_right_behind_ei_or_di() {
    for (opcode, enabled) in [(0xFB, true), (0xF3, false)] {
        for start in FRAME - 10..FRAME + INT {
            let mut machine = machine(CODE, &[opcode, 0x00], REPEAT_BC, 1);
            (machine.cpu.iff1, machine.cpu.ei) = (start < FRAME, true);
            machine.set_frame_tstate(start);
            machine.step();
            machine.step();
            let now = (start + 8) % FRAME;
            assert_eq!(
                (machine.cpu.pc, machine.frame_tstate()),
                (CODE + 2, now),
                "{opcode:02X}, T-state {start}"
            );
            machine.step();
            let interrupted = machine.cpu.pc == 0x38;
            assert_eq!(interrupted, enabled && now < INT, "{opcode:02X}, T-state {start}");
        }
    }
}

/// Why: programs use LD A,I or LD A,R to find out whether interrupts are enabled, and an NMOS Z80 answers
/// "no" if an interrupt is accepted right then (Z80 Family Data Book 1989, "Questions and Answers"). The
/// T-states of the frame at which that happens follow from /INT.
#[test]
fn ld_a_i_answers_no_where_the_interrupt_comes_right_then() {
    for opcode in [0x57, 0x5F] {
        for start in FRAME - 12..FRAME + 40 {
            let mut machine = machine(CODE, &[0xED, opcode, 0x00], REPEAT_BC, 1);
            machine.cpu.ei = true;
            machine.set_frame_tstate(start);
            machine.step();
            assert_eq!(machine.cpu.f & 4, 4);
            machine.step();
            let interrupted = (start + 9) % FRAME < INT;
            assert_eq!(
                (machine.cpu.pc == 0x38, machine.cpu.f & 4 == 0),
                (interrupted, interrupted),
                "{opcode:02X}, T-state {start}"
            );
        }
    }
}
