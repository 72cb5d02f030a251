//! Checks each instruction's length against the bytes that the processor itself reads.

use crate::step;
use girafa_z80::{Bus, Cpu, disassemble};

const START: u16 = 0x8000;

/// Memory that records how many bytes are read from the instruction's address on.
struct Watched {
    code: [u8; 8],
    read: u16,
}

impl Watched {
    fn at(&mut self, address: u16) -> u8 {
        let offset = address.wrapping_sub(START);
        if offset < 8 {
            self.read = self.read.max(offset + 1);
            return self.code[usize::from(offset)];
        }
        0
    }
}

impl Bus for Watched {
    fn fetch(&mut self, pc: u16, _: u16) -> u8 {
        self.at(pc)
    }
    fn read(&mut self, address: u16) -> u8 {
        self.at(address)
    }
    fn write(&mut self, _: u16, _: u8) {}
    fn input(&mut self, _: u16) -> u8 {
        0xFF
    }
    fn output(&mut self, _: u16, _: u8) {}
    fn idle(&mut self, _: u16, _: u32) {}
    fn acknowledge(&mut self, _: u16, _: u16) -> u8 {
        0xFF
    }
}

/// The number of bytes that the processor reads of the instruction at the start of `code`. Pointers and
/// operands point elsewhere.
fn length_by_cpu(code: [u8; 8], flags: u8) -> u16 {
    let mut bus = Watched { code, read: 0 };
    let mut cpu = Cpu::new();
    (cpu.pc, cpu.sp, cpu.f) = (START, 0x4000, flags);
    (cpu.ix, cpu.iy) = (0x4000, 0x4000);
    (cpu.b, cpu.c, cpu.d, cpu.e, cpu.h, cpu.l) = (0x40, 1, 0x40, 1, 0x40, 1);
    step(&mut cpu, &mut bus);
    bus.read
}

#[test]
fn every_instruction_has_the_length_that_the_processor_reads() {
    let operands = [0x11, 0x22, 0x33, 0x44];
    let mut checked = 0;
    let prefixes: [&[u8]; 7] = [
        &[],
        &[0xCB],
        &[0xED],
        &[0xDD],
        &[0xFD],
        &[0xDD, 0xCB, 0x11],
        &[0xFD, 0xCB, 0x11],
    ];
    for prefix in prefixes {
        for code in 0..=0xFF {
            let bytes: Vec<u8> = prefix
                .iter()
                .copied()
                .chain([code])
                .chain(operands)
                .take(8)
                .collect();
            let mut memory = [0; 8];
            memory[..bytes.len()].copy_from_slice(&bytes);
            let is_prefix =
                matches!(prefix, [] | [0xDD] | [0xFD]) && matches!(code, 0xCB | 0xDD | 0xED | 0xFD);
            if is_prefix {
                continue;
            }
            // If a condition is false, the operand may not be read, so the longer of both lengths is used.
            let length = length_by_cpu(memory, 0x00).max(length_by_cpu(memory, 0xFF));
            let found = disassemble(|address| memory[usize::from(address - START)], START);
            assert_eq!(found.length, length, "{bytes:02X?} {}", found.text);
            assert!(!found.text.is_empty() && found.text.is_ascii());
            checked += 1;
        }
    }
    assert_eq!(checked, 7 * 256 - 3 * 4);
}

#[test]
fn instructions_as_an_assembler_reads_them() {
    for (bytes, text) in [
        (&[0x3E, 0x2A][..], "LD A,2A"),
        (&[0xC3, 0x34, 0x12], "JP 1234"),
        (&[0x10, 0xFE], "DJNZ 8000"),
        (&[0xDD, 0x66, 0x05], "LD H,(IX+05)"),
        (&[0xFD, 0x65], "LD IYH,IYL"),
        (&[0xDD, 0x75, 0x80], "LD (IX-80),L"),
        (&[0xDD, 0xCB, 0x01, 0xC6], "SET 0,(IX+01)"),
        (&[0xDD, 0xCB, 0x01, 0x80], "RES 0,(IX+01),B"),
        (&[0xED, 0xB0], "LDIR"),
        (&[0xED, 0x4B, 0x00, 0x5C], "LD BC,(5C00)"),
        (&[0xED, 0x00], "DEFB ED,00"),
        (&[0xDD, 0xEB], "EX DE,HL"),
        (&[0xDD, 0xE3], "EX (SP),IX"),
        (&[0xCF], "RST 08"),
        (&[0x38, 0x00], "JR C,8002"),
    ] {
        let memory = |address: u16| bytes.get(usize::from(address - START)).copied().unwrap_or(0);
        let found = disassemble(memory, START);
        assert_eq!(
            (found.text.as_str(), usize::from(found.length)),
            (text, bytes.len())
        );
    }
    // The second prefix makes the first one ineffective.
    let found = disassemble(|_| 0xDD, START);
    assert_eq!((found.text.as_str(), found.length), ("DEFB DD", 1));
}
