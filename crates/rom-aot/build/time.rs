//! How long an instruction can take at most, as the interpreter says.

use girafa_ula::contention;
use girafa_z80::{Bus, Cpu};

/// Counts T-states; each that may be held up is held up as long as any.
struct Slowest<'a> {
    rom: &'a [u8],
    tstates: u32,
}

/// Wait states of one access.
fn most_waited() -> u32 {
    let line = girafa_ula::FIRST_CONTENDED..girafa_ula::FIRST_CONTENDED + girafa_ula::LINE_TSTATES;
    line.map(contention).max().unwrap_or(0)
}

impl Slowest<'_> {
    fn pass(&mut self, tstates: u32, accesses: u32) {
        self.tstates += tstates + accesses * most_waited();
    }
}

impl Bus for Slowest<'_> {
    fn fetch(&mut self, pc: u16, _: u16) -> u8 {
        self.pass(4, 0);
        self.rom[usize::from(pc)]
    }

    fn operand(&mut self, pc: u16) -> u8 {
        self.pass(3, 0);
        self.rom[usize::from(pc)]
    }

    fn read(&mut self, _: u16) -> u8 {
        self.pass(3, 1);
        0
    }

    fn write(&mut self, _: u16, _: u8) {
        self.pass(3, 1);
    }

    fn input(&mut self, _: u16) -> u8 {
        unreachable!("no port is read")
    }

    fn output(&mut self, _: u16, _: u8) {
        unreachable!("no port is written to")
    }

    fn idle(&mut self, _: u16, tstates: u32) {
        self.pass(tstates, tstates);
    }

    fn idle_refresh(&mut self, _: u16, tstates: u32) {
        self.pass(tstates, 0);
    }

    fn acknowledge(&mut self, _: u16, _: u16) -> u8 {
        unreachable!("no interrupt is accepted")
    }
}

/// The most T-states of the instruction at `pc`, whichever way it goes: conditions hold or not, counters end
/// or not.
pub fn most_tstates(rom: &[u8], pc: u16) -> u32 {
    let states = [0x00, 0xFF].into_iter().flat_map(|f| {
        let counters = [0x0101, 0x0201, 0x0001, 0x0002, 0x0000];
        counters.into_iter().map(move |bc| (f, bc))
    });
    states
        .map(|(f, bc)| {
            let mut cpu = Cpu::new();
            (cpu.pc, cpu.f) = (pc, f);
            cpu.set_bc(bc);
            let mut bus = Slowest { rom, tstates: 0 };
            cpu.step(&mut bus);
            bus.tstates
        })
        .max()
        .unwrap_or(0)
}
