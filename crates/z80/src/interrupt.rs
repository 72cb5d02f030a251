//! Interrupts.

use crate::flag::PV;
use crate::registers::Hl;
use crate::{AnyBus, Bus, Cpu};

impl Cpu {
    /// Accepts a maskable interrupt if possible: IFF1 is set, the last instruction was not EI, and no prefix
    /// is pending. Returns whether it was accepted.
    ///
    /// T-states (UM0080, "Interrupt Response"): 13 in mode 1; 19 in mode 2; in mode 0, 2 more than the
    /// instruction whose opcode the device supplies (RST: 13). R counts the acknowledge cycle.
    ///
    /// In mode 0, PC does not advance while the rest of the instruction is read, by plain reads at PC, which
    /// the device has to answer. (An opcode after a prefix is fetched from there too, but advances PC.)
    #[inline]
    pub fn interrupt<B: Bus>(&mut self, bus: &mut B) -> bool {
        if !self.iff1 || self.ei || self.pending_prefix != 0 {
            return false;
        }
        self.accept(bus);
        true
    }

    /// Accepts a non-maskable interrupt, in 11 T-states: a fetch whose opcode is ignored, then a call of
    /// 0066. It is accepted even directly after EI, but not while a prefix is pending. Returns whether it was
    /// accepted. IFF2 is kept so that RETN can restore IFF1.
    pub fn nmi<B: Bus>(&mut self, bus: &mut B) -> bool {
        if self.pending_prefix != 0 {
            return false;
        }
        self.end_last();
        self.halted = false;
        self.iff1 = false;
        bus.fetch(self.pc, self.ir());
        self.refresh();
        self.restart(bus, 0x66);
        true
    }

    fn accept<B: Bus>(&mut self, bus: &mut B) {
        if self.ld_a_ir {
            // NMOS: IFF2 is reset before P/V is set from it (Z80 Family Data Book 1989, "Questions and
            // Answers").
            self.f &= !PV;
        }
        self.end_last();
        self.halted = false;
        self.iff1 = false;
        self.iff2 = false;
        let data = bus.acknowledge(self.pc, self.ir());
        self.refresh();
        match self.im {
            0 => self.execute_supplied(bus, data),
            1 => self.restart(bus, 0x38),
            _ => {
                self.idle_ir(bus, 1);
                self.push(bus, self.pc);
                let target = self.read16(bus, u16::from_le_bytes([data, self.i]));
                self.jump(target);
            }
        }
    }

    /// Executes an instruction in mode 0. The bus is `dyn` to avoid another copy of the opcodes per bus type.
    fn execute_supplied(&mut self, bus: &mut dyn Bus, opcode: u8) {
        let operands = operands(opcode);
        let mut supplied = Supplied {
            bus,
            pc: self.pc,
            operands,
            operand_shown: false,
        };
        self.pc = self.pc.wrapping_sub(operands.into());
        if cfg!(target_family = "wasm") {
            self.execute::<_, Hl>(opcode, &mut AnyBus(&mut supplied), 0);
        } else {
            self.execute::<_, Hl>(opcode, &mut supplied, 0);
        }
    }
}

/// Number of bytes that follow an unprefixed opcode.
///
/// | 00 xx0 001, 00 1xx 010, 11 xxx 010, 11 xxx 100, C3, CD | nn     |
/// | 00 xxx 110, 11 xxx 110, D3, DB                         | n      |
/// | 00 010 000 to 00 111 000                               | d      |
fn operands(opcode: u8) -> u8 {
    match opcode {
        0x01 | 0x11 | 0x21 | 0x31 | 0x22 | 0x2A | 0x32 | 0x3A | 0xC3 | 0xCD => 2,
        0xD3 | 0xDB | 0x10 | 0x18 | 0x20 | 0x28 | 0x30 | 0x38 => 1,
        _ => match opcode & 0b1100_0111 {
            0b1100_0010 | 0b1100_0100 => 2,
            0b0000_0110 | 0b1100_0110 => 1,
            _ => 0,
        },
    }
}

/// The bus during an instruction supplied by a device. The CPU starts it with PC decremented by the number of
/// operands, so that PC is right once they are read; this bus corrects the addresses of these reads.
struct Supplied<'a> {
    bus: &'a mut dyn Bus,
    pc: u16,
    /// Operands left to read: they precede any other access.
    operands: u8,
    /// Whether the last access was the read of an operand.
    operand_shown: bool,
}

impl Bus for Supplied<'_> {
    fn fetch(&mut self, pc: u16, ir: u16) -> u8 {
        self.bus.fetch(pc, ir)
    }

    fn read(&mut self, address: u16) -> u8 {
        self.operand_shown = self.operands > 0;
        self.operands = self.operands.saturating_sub(1);
        self.bus.read(if self.operand_shown { self.pc } else { address })
    }

    fn write(&mut self, address: u16, value: u8) {
        self.operand_shown = false;
        self.bus.write(address, value);
    }

    fn input(&mut self, port: u16) -> u8 {
        self.bus.input(port)
    }

    fn input_at(&mut self, pc: u16, port: u16) -> u8 {
        self.bus.input_at(pc, port)
    }

    fn output(&mut self, port: u16, value: u8) {
        self.bus.output(port, value);
    }

    fn idle(&mut self, address: u16, tstates: u32) {
        self.bus
            .idle(if self.operand_shown { self.pc } else { address }, tstates);
    }

    fn acknowledge(&mut self, pc: u16, ir: u16) -> u8 {
        self.bus.acknowledge(pc, ir)
    }
}
