//! Interrupts, HALT, and the rules about when an interrupt is accepted, which the single-step vectors do not
//! cover.
//!
//! Expected machine cycles are from the Z80 CPU User Manual (Zilog UM0080, "Timing" and "Interrupt
//! Response").

use crate::step;
use girafa_z80::{Bus, Cpu, flag};

/// A machine cycle and the address on the bus during it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Cycle {
    Fetch(u16),
    Read(u16),
    Write(u16, u8),
    Output(u16, u8),
    Input(u16),
    Idle(u16, u32),
    Acknowledge(u16, u16),
}
use Cycle::{Acknowledge, Fetch, Idle, Input, Output, Read, Write};

impl Cycle {
    fn tstates(self) -> u32 {
        match self {
            Fetch(_) | Output(..) | Input(_) => 4,
            Read(_) | Write(..) => 3,
            Idle(_, tstates) => tstates,
            Acknowledge(..) => 6,
        }
    }
}

/// 64K of RAM that records each cycle, and a device that answers interrupt acknowledge cycles with `data`.
struct Recorder {
    memory: Vec<u8>,
    data: u8,
    cycles: Vec<Cycle>,
}

impl Recorder {
    fn new(at: u16, code: &[u8]) -> Recorder {
        let mut memory = vec![0; 0x10000];
        memory[at as usize..at as usize + code.len()].copy_from_slice(code);
        Recorder {
            memory,
            data: 255,
            cycles: Vec::new(),
        }
    }

    /// The cycles since the last call, and their total T-states.
    fn take(&mut self) -> (Vec<Cycle>, u32) {
        let cycles = std::mem::take(&mut self.cycles);
        let tstates = cycles.iter().map(|cycle| cycle.tstates()).sum();
        (cycles, tstates)
    }
}

impl Bus for Recorder {
    fn fetch(&mut self, pc: u16, _: u16) -> u8 {
        self.cycles.push(Fetch(pc));
        self.memory[pc as usize]
    }

    fn read(&mut self, address: u16) -> u8 {
        self.cycles.push(Read(address));
        self.memory[address as usize]
    }

    fn write(&mut self, address: u16, value: u8) {
        self.cycles.push(Write(address, value));
        self.memory[address as usize] = value;
    }

    fn input(&mut self, port: u16) -> u8 {
        self.cycles.push(Input(port));
        0x3C
    }

    fn output(&mut self, port: u16, value: u8) {
        self.cycles.push(Output(port, value));
    }

    fn idle(&mut self, address: u16, tstates: u32) {
        self.cycles.push(Idle(address, tstates));
    }

    fn acknowledge(&mut self, pc: u16, ir: u16) -> u8 {
        self.cycles.push(Acknowledge(pc, ir));
        self.data
    }
}

/// A CPU about to execute at 8000 with interrupts enabled, its stack below 9000, I = 3F, R = 7F.
fn enabled(im: u8) -> Cpu {
    let mut cpu = Cpu::new();
    (cpu.pc, cpu.sp, cpu.im) = (0x8000, 0x9000, im);
    (cpu.iff1, cpu.iff2) = (true, true);
    (cpu.i, cpu.r) = (0x3F, 0x7F);
    cpu
}

/// The mode of BASIC and of most games: calls 0038 whatever is on the bus.
#[test]
fn mode_1_calls_0038_in_13_tstates() {
    let (mut cpu, mut bus) = (enabled(1), Recorder::new(0x8000, &[]));
    cpu.q = 0x28;
    bus.data = 0xC9;
    assert!(cpu.interrupt(&mut bus));
    let push = [Write(0x8FFF, 0x80), Write(0x8FFE, 0x00)];
    let cycles = [Acknowledge(0x8000, 0x3F7F), Idle(0x3F7F, 1), push[0], push[1]];
    assert_eq!(bus.take(), (cycles.to_vec(), 13));
    assert_eq!(
        (cpu.pc, cpu.memptr, cpu.sp, cpu.r),
        (0x0038, 0x0038, 0x8FFE, 0x00)
    );
    assert_eq!(
        (cpu.iff1, cpu.iff2),
        (false, false),
        "no interrupt interrupts its own handler"
    );
    assert_eq!(
        cpu.q, 0,
        "SCF in the handler must not see the flags as just written"
    );
    assert!(!cpu.interrupt(&mut bus), "IFF1 is reset");
    assert_eq!(bus.take(), (vec![], 0), "a refused interrupt takes no time");
}

/// The mode of games with their own handler: a table in I's page, with the entry selected by the bus. On the
/// Spectrum no device drives the bus, so the entry crosses a page boundary; the chip does not mask any bit.
#[test]
fn mode_2_goes_through_the_table_in_19_tstates() {
    let (mut cpu, mut bus) = (enabled(2), Recorder::new(0x3FFF, &[0x34, 0x12]));
    assert!(cpu.interrupt(&mut bus));
    let cycles = [
        Acknowledge(0x8000, 0x3F7F),
        Idle(0x3F7F, 1),
        Write(0x8FFF, 0x80),
        Write(0x8FFE, 0x00),
        Read(0x3FFF),
        Read(0x4000),
    ];
    assert_eq!(bus.take(), (cycles.to_vec(), 19));
    assert_eq!((cpu.pc, cpu.memptr, cpu.r), (0x1234, 0x1234, 0x00));
}

/// In mode 0 the opcode is read from the bus. On the Spectrum no device drives it, so it is RST 38, as in
/// mode 1.
#[test]
fn mode_0_executes_a_restart_in_13_tstates() {
    for (data, target) in [(0xFF, 0x38), (0xC7, 0x00), (0xD7, 0x10)] {
        let (mut cpu, mut bus) = (enabled(0), Recorder::new(0x8000, &[]));
        bus.data = data;
        assert!(cpu.interrupt(&mut bus));
        let cycles = [
            Acknowledge(0x8000, 0x3F7F),
            Idle(0x3F7F, 1),
            Write(0x8FFF, 0x80),
            Write(0x8FFE, 0x00),
        ];
        assert_eq!(bus.take(), (cycles.to_vec(), 13));
        assert_eq!((cpu.pc, cpu.r), (target, 0x00));
    }
}

/// The manual's other example, a CALL: the device supplies two more bytes. PC does not advance for them and
/// is the return address.
#[test]
fn mode_0_executes_a_call_in_19_tstates() {
    let (mut cpu, mut bus) = (enabled(0), Recorder::new(0x8000, &[0x77]));
    bus.data = 0xCD;
    assert!(cpu.interrupt(&mut bus));
    let cycles = [
        Acknowledge(0x8000, 0x3F7F),
        Read(0x8000),
        Read(0x8000),
        Idle(0x8000, 1),
        Write(0x8FFF, 0x80),
        Write(0x8FFE, 0x00),
    ];
    assert_eq!(bus.take(), (cycles.to_vec(), 19));
    assert_eq!((cpu.pc, cpu.sp), (0x7777, 0x8FFE));
}

/// Other opcodes work too, each with two T-states more than from memory, and continue at the program's PC.
#[test]
fn mode_0_executes_any_instruction() {
    /// Whether an instruction had the expected effect.
    type Check = fn(&Cpu, &Recorder) -> bool;
    // INC A; LD A,n; JR d; LD (nn),A; OUT (n),A; LD (HL),n
    let cases: [(u8, u32, Check); 6] = [
        (0x3C, 6, |cpu, _| cpu.a == 0x13 && cpu.pc == 0x8000),
        (0x3E, 9, |cpu, _| cpu.a == 0x40 && cpu.pc == 0x8000),
        (0x18, 14, |cpu, _| cpu.pc == 0x8040),
        (0x32, 15, |cpu, bus| {
            bus.memory[0x4040] == 0x12 && cpu.pc == 0x8000
        }),
        (0xD3, 13, |cpu, bus| {
            bus.cycles.contains(&Output(0x1240, 0x12)) && cpu.pc == 0x8000
        }),
        (0x36, 12, |cpu, bus| {
            bus.memory[0x7FFF] == 0x40 && cpu.pc == 0x8000
        }),
    ];
    for (data, tstates, right) in cases {
        let (mut cpu, mut bus) = (enabled(0), Recorder::new(0x8000, &[0x40]));
        bus.data = data;
        cpu.a = 0x12;
        cpu.set_hl(0x7FFF);
        assert!(cpu.interrupt(&mut bus));
        assert!(right(&cpu, &bus), "{data:02X}: {cpu:?} {:?}", bus.cycles);
        assert_eq!(bus.take().1, tstates, "{data:02X}");
    }
}

/// A prefix that the device supplies takes its opcode from memory at PC.
#[test]
fn mode_0_prefix_goes_on_at_pc() {
    let (mut cpu, mut bus) = (enabled(0), Recorder::new(0x8000, &[0x44]));
    bus.data = 0xED;
    cpu.a = 1;
    assert!(cpu.interrupt(&mut bus));
    assert_eq!(
        (bus.take().0, cpu.a),
        (vec![Acknowledge(0x8000, 0x3F7F), Fetch(0x8000)], 0xFF)
    );
}

/// NMI: a discarded fetch and a call of 0066, 11 T-states. IFF2 keeps the value of IFF1, and RETN restores
/// it: a handler must not change whether interrupts are enabled.
#[test]
fn nmi_calls_0066_in_11_tstates_and_retn_restores_iff1() {
    for enabled_before in [true, false] {
        let (mut cpu, mut bus) = (enabled(1), Recorder::new(0x0066, &[0xED, 0x45]));
        (cpu.iff1, cpu.iff2) = (enabled_before, enabled_before);
        assert!(cpu.nmi(&mut bus));
        let cycles = [
            Fetch(0x8000),
            Idle(0x3F7F, 1),
            Write(0x8FFF, 0x80),
            Write(0x8FFE, 0x00),
        ];
        assert_eq!(bus.take(), (cycles.to_vec(), 11));
        assert_eq!((cpu.pc, cpu.memptr, cpu.r), (0x0066, 0x0066, 0x00));
        assert_eq!((cpu.iff1, cpu.iff2), (false, enabled_before));
        step(&mut cpu, &mut bus);
        assert_eq!((cpu.pc, cpu.iff1), (0x8000, enabled_before));
    }
}

/// EI takes effect after the next instruction, so that `EI: RET` leaves a handler before the next interrupt
/// enters it; otherwise the stack would grow without end. A series of EIs delays interrupts further.
#[test]
fn ei_delays_interrupts_by_one_instruction() {
    let (mut cpu, mut bus) = (enabled(1), Recorder::new(0x8000, &[0xFB, 0xFB, 0xC9]));
    (cpu.iff1, cpu.iff2) = (false, false);
    for _ in 0..2 {
        step(&mut cpu, &mut bus);
        assert!(cpu.iff1 && cpu.iff2 && cpu.ei);
        assert!(!cpu.interrupt(&mut bus));
    }
    step(&mut cpu, &mut bus);
    assert!(!cpu.ei);
    assert!(cpu.interrupt(&mut bus));
    assert_eq!(cpu.sp, 0x9000, "RET was executed first");
}

/// EI: DI does not let an interrupt in, and an NMI does not wait for EI.
#[test]
fn ei_di_lets_nothing_in_but_an_nmi() {
    let (mut cpu, mut bus) = (enabled(1), Recorder::new(0x8000, &[0xFB, 0xF3]));
    step(&mut cpu, &mut bus);
    let mut other = cpu.clone();
    assert!(other.nmi(&mut bus));
    assert!(!other.ei);
    step(&mut cpu, &mut bus);
    assert!(!cpu.interrupt(&mut bus));
}

/// HALT executes NOPs at the next byte until an interrupt, incrementing R. The return address is after HALT,
/// so that `HALT` waits for one interrupt, not for ever.
#[test]
fn halt_fetches_until_an_interrupt() {
    for nmi in [false, true] {
        let (mut cpu, mut bus) = (enabled(1), Recorder::new(0x8000, &[0x76, 0x3C]));
        let a = cpu.a;
        step(&mut cpu, &mut bus);
        assert!(cpu.halted);
        for _ in 0..3 {
            step(&mut cpu, &mut bus);
        }
        assert_eq!(
            bus.take(),
            (
                [Fetch(0x8000), Fetch(0x8001), Fetch(0x8001), Fetch(0x8001)].to_vec(),
                16
            )
        );
        assert_eq!((cpu.r, cpu.pc, cpu.a), (0x03, 0x8001, a));
        assert!(if nmi {
            cpu.nmi(&mut bus)
        } else {
            cpu.interrupt(&mut bus)
        });
        assert!(!cpu.halted);
        assert_eq!(bus.memory[0x8FFE..0x9000], [0x01, 0x80]);
    }
}

/// With interrupts disabled, only NMI and reset end HALT.
#[test]
fn halt_with_interrupts_disabled_stays() {
    let (mut cpu, mut bus) = (enabled(1), Recorder::new(0x8000, &[0xF3, 0x76]));
    step(&mut cpu, &mut bus);
    step(&mut cpu, &mut bus);
    assert!(!cpu.interrupt(&mut bus) && cpu.halted);
    cpu.reset();
    assert!(!cpu.halted && cpu.pc == 0);
}

/// `EI: HALT` must not wake before HALT is executed: the interrupt comes after HALT's own fetch at the
/// earliest.
#[test]
fn ei_halt_is_left_behind_halt() {
    let (mut cpu, mut bus) = (enabled(1), Recorder::new(0x8000, &[0xFB, 0x76]));
    step(&mut cpu, &mut bus);
    assert!(!cpu.interrupt(&mut bus));
    step(&mut cpu, &mut bus);
    assert!(cpu.interrupt(&mut bus));
    assert_eq!(bus.memory[0x8FFE..0x9000], [0x02, 0x80]);
}

/// Programs use `LD A,I` and `LD A,R` to test whether interrupts are enabled. On NMOS chips the answer is
/// "no" if an interrupt is accepted right then, so programs ask twice. Other flags do not change, and one
/// instruction later the answer does not change either.
#[test]
fn ld_a_i_shows_disabled_when_interrupted_right_then() {
    for opcode in [0x57, 0x5F] {
        for im in 0..=2 {
            let (mut cpu, mut bus) = (enabled(im), Recorder::new(0x8000, &[0xED, opcode, 0x00]));
            cpu.f = flag::C;
            step(&mut cpu, &mut bus);
            let f = cpu.f;
            assert!(f & flag::PV != 0 && f & flag::C != 0);

            let mut interrupted = cpu.clone();
            assert!(interrupted.interrupt(&mut bus));
            assert_eq!(interrupted.f, f & !flag::PV);

            let mut later = cpu.clone();
            step(&mut later, &mut bus);
            assert!(later.interrupt(&mut bus));
            assert_eq!(later.f, f);

            assert!(cpu.nmi(&mut bus));
            assert_eq!(cpu.f, f, "an NMI does not reset IFF2");
        }
    }
}

/// No interrupt comes between a prefix and its opcode: it would return to the opcode without its prefix. Only
/// the last of several prefixes counts.
#[test]
fn a_step_takes_a_chain_of_prefixes_with_its_instruction() {
    let (mut cpu, mut bus) = (
        enabled(1),
        Recorder::new(0x8000, &[0xFD, 0xFD, 0xDD, 0x21, 0x34, 0x12]),
    );
    let iy = cpu.iy;
    step(&mut cpu, &mut bus);
    assert_eq!((cpu.ix, cpu.iy, cpu.pc, cpu.r), (0x1234, iy, 0x8006, 0x03));
    assert_eq!(bus.take().1, 3 * 4 + 10);
}

/// A chain longer than in any real program is split into several steps, so that a machine whose memory is
/// full of prefixes does not hang the host. The split has no other effect: no interrupt is accepted there,
/// and the last prefix and Q are kept.
#[test]
fn an_endless_chain_of_prefixes_neither_hangs_nor_lets_interrupts_in() {
    let mut code = vec![0xDD; 999];
    code.extend([0xFD, 0x24, 0x37]);
    let (mut cpu, mut bus) = (enabled(1), Recorder::new(0x8000, &code));
    cpu.iy = 0x1234;
    let mut steps = 0;
    while cpu.pc != 0x8000 + 1001 {
        assert!(steps == 0 || !cpu.interrupt(&mut bus) && !cpu.nmi(&mut bus));
        step(&mut cpu, &mut bus);
        steps += 1;
    }
    assert!(steps > 1);
    assert_eq!((cpu.iy, bus.take().1), (0x1334, 1001 * 4));
    assert!(cpu.clone().interrupt(&mut bus) && cpu.clone().nmi(&mut bus));

    let mut endless = Recorder::new(0, &[0xDD; 0x10000]);
    for _ in 0..1000 {
        step(&mut cpu, &mut endless);
        assert!(!cpu.interrupt(&mut endless));
    }
    assert!(endless.take().1 >= 4000);

    // SCF after a split sees Q as the instruction before the chain left it.
    let mut chain = vec![0xDD; 300];
    chain.push(0x37);
    let (mut cpu, mut bus) = (enabled(1), Recorder::new(0x8000, &chain));
    (cpu.a, cpu.f, cpu.q) = (0, 0x28, 0x28);
    while cpu.pc != 0x8000 + 301 {
        step(&mut cpu, &mut bus);
    }
    assert_eq!(cpu.f & (flag::Y | flag::X), 0);
}

/// Why: music and clocks driven by interrupts continue while a program fills or moves memory, and the result
/// of the block operation must still be complete. Each round of a repeating block instruction is a separate
/// instruction (UM0080, "LDIR" and similar: PC is decremented by two, and interrupts are sampled after each
/// transfer). An interrupt comes between two rounds and returns to the instruction; a round that repeats
/// takes 21 T-states, the last 16. Interrupted after every round, it must end with the same registers and
/// memory as without interrupts. MEMPTR and flags differ when it is interrupted, which the vectors check.
#[test]
fn a_repeating_block_instruction_can_be_interrupted() {
    for opcode in [0xB0, 0xB1, 0xB2, 0xB3, 0xB8, 0xB9, 0xBA, 0xBB] {
        let start = |interrupted: bool| {
            let mut bus = Recorder::new(0x8000, &[0xED, opcode]);
            bus.memory[0x38..0x3B].copy_from_slice(&[0xFB, 0xED, 0x4D]); // EI: RETI
            bus.memory[0xA000 - 8..0xA000 + 8].copy_from_slice(b"0123456789ABCDEF");
            let mut cpu = enabled(1);
            (cpu.a, cpu.iff1) = (0x55, interrupted);
            cpu.set_bc(if opcode & 2 != 0 { 0x0510 } else { 5 });
            cpu.set_hl(0xA000);
            cpu.set_de(0xB000);
            (cpu, bus)
        };
        let ends = [true, false].map(|interrupted| {
            let (mut cpu, mut bus) = start(interrupted);
            for round in 1..=5 {
                step(&mut cpu, &mut bus);
                let (next, tstates) = if round < 5 { (0x8000, 21) } else { (0x8002, 16) };
                assert_eq!(
                    (cpu.pc, bus.take().1),
                    (next, tstates),
                    "{opcode:02X}, round {round}"
                );
                assert_eq!(cpu.interrupt(&mut bus), interrupted);
                if interrupted {
                    assert_eq!(bus.memory[0x8FFE..0x9000], next.to_le_bytes(), "{opcode:02X}");
                    step(&mut cpu, &mut bus);
                    step(&mut cpu, &mut bus);
                    assert_eq!((cpu.pc, cpu.sp), (next, 0x9000), "{opcode:02X}: returned");
                    bus.take();
                }
            }
            bus.memory[0x8FFE..0x9000].fill(0);
            (cpu.af(), cpu.bc(), cpu.de(), cpu.hl(), bus.memory)
        });
        assert!(ends[0] == ends[1], "{opcode:02X}");
    }
}

/// Reset: the start address and the registers after it (UM0080, "RESET"); a snapshot or a Reset key depends
/// on it.
#[test]
fn reset_keeps_the_registers_that_the_chip_keeps() {
    let mut cpu = enabled(2);
    (cpu.ix, cpu.hl_, cpu.halted, cpu.ei) = (0x1234, 0x5678, true, true);
    cpu.set_bc(0x9ABC);
    cpu.reset();
    assert_eq!(
        (cpu.pc, cpu.i, cpu.r, cpu.im, cpu.iff1, cpu.iff2),
        (0, 0, 0, 0, false, false)
    );
    assert_eq!(
        (cpu.af(), cpu.sp, cpu.halted, cpu.ei),
        (0xFFFF, 0xFFFF, false, false)
    );
    assert_eq!((cpu.ix, cpu.hl_, cpu.bc()), (0x1234, 0x5678, 0x9ABC));
}
