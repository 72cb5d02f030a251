//! Decodes the effect of a ROM instruction on PC.

use girafa_z80::disassemble;

/// The control flow of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    /// Continues with the next instruction.
    On,
    /// Jumps to the address.
    Jump(u16),
    /// Jumps to the address or continues. A repeating block instruction branches to itself.
    Branch(u16),
    /// Calls the address; returns to the next instruction.
    Call(u16),
    /// Like [`Flow::Call`], or continues.
    CallIf(u16),
    /// Jumps to the address on the stack.
    Return,
    /// Like [`Flow::Return`], or continues.
    ReturnIf,
    /// Jumps to the address in a register.
    Computed,
    /// Interpreted, not compiled: I/O, HALT, EI, instructions that use I, R or interrupts, and undefined
    /// opcodes.
    Apart,
}

/// An instruction as needed by [`Cpu::step_const`](girafa_z80::Cpu::step_const).
#[derive(Clone, Copy, Debug)]
pub struct Instruction {
    /// 0, CB, ED, DD, FD, DDCB or FDCB.
    pub prefix: u16,
    /// The opcode after the prefix.
    pub opcode: u8,
    /// Length in bytes.
    pub length: u16,
    /// The control flow after it.
    pub flow: Flow,
}

/// Decodes the instruction at `pc` of `rom`. An instruction cut off by the end of `rom` is [`Flow::Apart`].
pub fn decode(rom: &[u8], pc: u16) -> Instruction {
    let byte = |address: u16| rom.get(usize::from(address)).copied().unwrap_or(0);
    let length = disassemble(byte, pc).length;
    let (first, second) = (byte(pc), byte(pc.wrapping_add(1)));
    let (prefix, opcode) = match (first, second) {
        (0xDD | 0xFD, 0xCB) => (u16::from(first) << 8 | 0xCB, byte(pc.wrapping_add(3))),
        (0xDD | 0xFD | 0xED | 0xCB, _) => (u16::from(first), second),
        _ => (0, first),
    };
    let is_whole = usize::from(pc) + usize::from(length) <= rom.len();
    let is_void = matches!(first, 0xDD | 0xFD) && length == 1;
    let last = pc.wrapping_add(length - 1);
    let word = u16::from_le_bytes([byte(last.wrapping_sub(1)), byte(last)]);
    let relative = pc
        .wrapping_add(length)
        .wrapping_add_signed(i16::from(byte(last) as i8));
    let flow = if !is_whole || is_void {
        Flow::Apart
    } else {
        match prefix {
            0 | 0xDD | 0xFD => plain(opcode, word, relative),
            0xED => after_ed(opcode, pc),
            _ => Flow::On,
        }
    };
    Instruction {
        prefix,
        opcode,
        length,
        flow,
    }
}

fn plain(opcode: u8, word: u16, relative: u16) -> Flow {
    match opcode {
        0x76 | 0xD3 | 0xDB | 0xFB => Flow::Apart,
        0x18 => Flow::Jump(relative),
        0x10 | 0x20 | 0x28 | 0x30 | 0x38 => Flow::Branch(relative),
        0xC3 => Flow::Jump(word),
        0xCD => Flow::Call(word),
        0xC9 => Flow::Return,
        0xE9 => Flow::Computed,
        _ => match opcode & 0xC7 {
            0xC0 => Flow::ReturnIf,
            0xC2 => Flow::Branch(word),
            0xC4 => Flow::CallIf(word),
            0xC7 => Flow::Call(u16::from(opcode & 0x38)),
            _ => Flow::On,
        },
    }
}

fn after_ed(opcode: u8, pc: u16) -> Flow {
    match opcode {
        // SBC and ADC, LD (nn) both ways, NEG, RRD and RLD; LDI, LDD, CPI, CPD.
        0x42..=0x44 | 0x4A..=0x4C | 0x52..=0x54 | 0x5A..=0x5C | 0x62..=0x64 | 0x6A..=0x6C | 0x67 | 0x6F => {
            Flow::On
        }
        0x72..=0x74 | 0x7A..=0x7C | 0xA0 | 0xA1 | 0xA8 | 0xA9 => Flow::On,
        0xB0 | 0xB1 | 0xB8 | 0xB9 => Flow::Branch(pc),
        _ => Flow::Apart,
    }
}
