//! `Cpu::run` omits work that most instructions do not need; it must have the same effect as a series of
//! steps.

use girafa_z80::{Bus, Cpu};

/// Memory, a clock, and ports that return the memory byte at their address.
#[derive(Clone, PartialEq)]
struct Plain {
    memory: Vec<u8>,
    tstates: u32,
}

impl Plain {
    fn take(&mut self, address: u16, tstates: u32) -> u8 {
        self.tstates += tstates;
        self.memory[usize::from(address)]
    }
}

impl Bus for Plain {
    fn fetch(&mut self, pc: u16, ir: u16) -> u8 {
        // Makes the T-states depend on the refresh address, so that R has to be right.
        self.tstates += u32::from(ir & 1);
        self.take(pc, 4)
    }

    fn read(&mut self, address: u16) -> u8 {
        self.take(address, 3)
    }

    fn write(&mut self, address: u16, value: u8) {
        self.tstates += 3;
        self.memory[usize::from(address)] = value;
    }

    fn input(&mut self, port: u16) -> u8 {
        self.take(port, 4)
    }

    fn output(&mut self, _: u16, _: u8) {
        self.tstates += 4;
    }

    fn idle(&mut self, _: u16, tstates: u32) {
        self.tstates += tstates;
    }

    fn acknowledge(&mut self, _: u16, _: u16) -> u8 {
        self.tstates += 6;
        0xFF
    }
}

fn random(state: &mut u64) -> u8 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
    (*state >> 56) as u8
}

/// Random programs. Half of the bytes are from instructions that affect the next one: EI, HALT, ED with LD
/// A,I and LD A,R, prefixes, and SCF and CCF, which depend on Q. They run in pieces of some T-states, with an
/// interrupt attempted between pieces.
#[test]
fn a_run_is_as_many_steps() {
    const EXIT_OPCODES: [u8; 12] = [
        0xFB, 0x76, 0xED, 0x57, 0xED, 0x5F, 0xDD, 0xFD, 0x37, 0x3F, 0xA7, 0xF3,
    ];
    let mut state = 1987;
    let (mut halts, mut interrupts) = (0, 0);
    for _ in 0..200 {
        let memory = (0..0x1_0000)
            .map(|_| match random(&mut state) {
                byte @ 0..0x80 => EXIT_OPCODES[usize::from(byte) % EXIT_OPCODES.len()],
                _ => random(&mut state),
            })
            .collect();
        let mut bus = Plain { memory, tstates: 0 };
        let mut cpu = Cpu::new();
        (cpu.pc, cpu.im) = (u16::from(random(&mut state)) << 8, 1);
        for _ in 0..300 {
            let end = bus.tstates + u32::from(random(&mut state));
            let (mut stepped, mut stepped_bus) = (cpu.clone(), bus.clone());
            while stepped_bus.tstates < end && !stepped.halted {
                stepped.step(&mut stepped_bus);
            }
            cpu.run(&mut bus, |_, bus| bus.tstates < end);
            assert_eq!(cpu, stepped);
            assert!(bus == stepped_bus);
            halts += u32::from(cpu.halted);
            interrupts += u32::from(cpu.interrupt(&mut bus));
            cpu.halted = false;
        }
    }
    // Check that the programs are not trivial.
    assert!(halts > 1_000 && interrupts > 1_000, "{halts} {interrupts}");
}

/// A chain of prefixes continues across the end of a step.
#[test]
fn an_endless_chain_of_prefixes() {
    let mut bus = Plain {
        memory: vec![0xDD; 0x1_0000],
        tstates: 0,
    };
    bus.memory[0x1000] = 0x23;
    let mut cpu = Cpu::new();
    cpu.run(&mut bus, |cpu, _| cpu.pc < 0x1000 || cpu.pc > 0xF000);
    assert_eq!((cpu.ix, cpu.hl(), cpu.pc), (1, 0, 0x1001));
}
