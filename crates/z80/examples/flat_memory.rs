//! Runs a few instructions on flat memory and prints the registers and T-states after each:
//! `cargo run -p girafa-z80 --example flat_memory`

use girafa_z80::{Bus, Cpu};

/// Memory without contention: every machine cycle takes as long as the chip itself needs.
struct Flat {
    memory: [u8; 0x1_0000],
    tstates: u64,
}

impl Bus for Flat {
    fn fetch(&mut self, pc: u16, _: u16) -> u8 {
        self.tstates += 4;
        self.memory[usize::from(pc)]
    }
    fn read(&mut self, address: u16) -> u8 {
        self.tstates += 3;
        self.memory[usize::from(address)]
    }
    fn write(&mut self, address: u16, value: u8) {
        self.tstates += 3;
        self.memory[usize::from(address)] = value;
    }
    fn input(&mut self, _: u16) -> u8 {
        self.tstates += 4;
        0xFF
    }
    fn output(&mut self, _: u16, _: u8) {
        self.tstates += 4;
    }
    fn idle(&mut self, _: u16, tstates: u32) {
        self.tstates += u64::from(tstates);
    }
    fn acknowledge(&mut self, _: u16, _: u16) -> u8 {
        self.tstates += 6;
        0xFF
    }
}

/// Six times seven: LD HL,0 / LD DE,7 / LD B,6 / ADD HL,DE / DJNZ back to it / LD (8000),HL / HALT.
const PROGRAM: [u8; 15] = [
    0x21, 0, 0, 0x11, 7, 0, 0x06, 6, 0x19, 0x10, 0xFD, 0x22, 0x00, 0x80, 0x76,
];

fn main() {
    let mut bus = Flat {
        memory: [0; 0x1_0000],
        tstates: 0,
    };
    bus.memory[..PROGRAM.len()].copy_from_slice(&PROGRAM);
    let mut cpu = Cpu::new();
    println!("  PC   HL   DE  B  T-states");
    while !cpu.halted {
        cpu.step(&mut bus);
        println!(
            "{:04X} {:04X} {:04X} {:02X} {:9}",
            cpu.pc,
            cpu.hl(),
            cpu.de(),
            cpu.b,
            bus.tstates
        );
    }
    println!("At 8000: {}", bus.memory[0x8000]);
    assert_eq!(
        (bus.memory[0x8000], bus.tstates),
        (42, 10 + 10 + 7 + 6 * 11 + 5 * 13 + 8 + 16 + 4)
    );
}
