//! Opcodes after ED, except the block instructions.
//!
//! | pattern   | instruction                             |
//! | --------- | --------------------------------------- |
//! | 01 r  000 | IN r,(C); r = 110: flags only           |
//! | 01 r  001 | OUT (C),r; r = 110: 0                   |
//! | 01 rr0010 | SBC HL,rr                               |
//! | 01 rr1010 | ADC HL,rr                               |
//! | 01 rr0011 | LD (nn),rr                              |
//! | 01 rr1011 | LD rr,(nn)                              |
//! | 01 xxx100 | NEG                                     |
//! | 01 xxx101 | RETN (001: RETI, with the same effect)  |
//! | 01 xm 110 | IM 0, 0, 1, 2 for m = 00, 01, 10, 11    |
//! | 01 xxx111 | LD I,A  LD R,A  LD A,I  LD A,R  RRD  RLD, then two NOPs |
//! | 10 1xx0xx | block instructions                      |
//! | others    | NOP                                     |

use crate::flag::{C, PV, SZYX, SZYXP};
use crate::{Bus, Cpu};

impl Cpu {
    /// Fetches and executes an opcode after ED. Returns the same as [`Cpu::execute`].
    #[inline]
    pub(crate) fn execute_ed<B: Bus>(&mut self, bus: &mut B) -> bool {
        let opcode = self.fetch(bus);
        self.execute_after_ed(opcode, bus)
    }

    #[inline(always)]
    pub(crate) fn operation_ed<const OPCODE: u8, B: Bus>(&mut self, bus: &mut B) -> bool {
        match OPCODE {
            0x40 => self.b = self.in_c(bus),
            0x48 => self.c = self.in_c(bus),
            0x50 => self.d = self.in_c(bus),
            0x58 => self.e = self.in_c(bus),
            0x60 => self.h = self.in_c(bus),
            0x68 => self.l = self.in_c(bus),
            0x70 => {
                self.in_c(bus);
            }
            0x78 => self.a = self.in_c(bus),

            0x41 => self.out_c(bus, self.b),
            0x49 => self.out_c(bus, self.c),
            0x51 => self.out_c(bus, self.d),
            0x59 => self.out_c(bus, self.e),
            0x61 => self.out_c(bus, self.h),
            0x69 => self.out_c(bus, self.l),
            0x71 => self.out_c(bus, 0),
            0x79 => self.out_c(bus, self.a),

            0x42 => self.sbc_hl(bus, self.bc()),
            0x52 => self.sbc_hl(bus, self.de()),
            0x62 => self.sbc_hl(bus, self.hl()),
            0x72 => self.sbc_hl(bus, self.sp),

            0x4A => self.adc_hl(bus, self.bc()),
            0x5A => self.adc_hl(bus, self.de()),
            0x6A => self.adc_hl(bus, self.hl()),
            0x7A => self.adc_hl(bus, self.sp),

            0x43 => self.store_pair(bus, self.bc()),
            0x53 => self.store_pair(bus, self.de()),
            0x63 => self.store_pair(bus, self.hl()),
            0x73 => self.store_pair(bus, self.sp),

            0x4B => {
                let value = self.load_pair(bus);
                self.set_bc(value);
            }
            0x5B => {
                let value = self.load_pair(bus);
                self.set_de(value);
            }
            0x6B => {
                let value = self.load_pair(bus);
                self.set_hl(value);
            }
            0x7B => self.sp = self.load_pair(bus),

            0x44 | 0x4C | 0x54 | 0x5C | 0x64 | 0x6C | 0x74 | 0x7C => self.neg(),

            0x45 | 0x4D | 0x55 | 0x5D | 0x65 | 0x6D | 0x75 | 0x7D => {
                self.iff1 = self.iff2;
                self.ret(bus);
            }

            0x46 | 0x4E | 0x66 | 0x6E => self.im = 0,
            0x56 | 0x76 => self.im = 1,
            0x5E | 0x7E => self.im = 2,

            0x47 => {
                self.idle_ir(bus, 1);
                self.i = self.a;
            }
            0x4F => {
                self.idle_ir(bus, 1);
                self.r = self.a;
            }
            0x57 => {
                self.idle_ir(bus, 1);
                self.show_iff2(self.i);
            }
            0x5F => {
                self.idle_ir(bus, 1);
                self.show_iff2(self.r);
            }
            0x67 => self.rotate_digits(bus, |a, value| (a & 0xF0 | value & 0x0F, a << 4 | value >> 4)),
            0x6F => self.rotate_digits(bus, |a, value| (a & 0xF0 | value >> 4, value << 4 | a & 0x0F)),

            // Separate copies for LDI, LDIR and LDDR, the most frequent block moves.
            0xA0 => self.execute_block(bus, 0xA0),
            0xB0 => self.execute_block(bus, 0xB0),
            0xB8 => self.execute_block(bus, 0xB8),
            0xA1..=0xA3 | 0xA8..=0xAB | 0xB1..=0xB3 | 0xB9..=0xBB => self.execute_block(bus, OPCODE),

            _ => {}
        }
        self.ld_a_ir
    }

    /// IN r,(C).
    #[inline(always)]
    fn in_c<B: Bus>(&mut self, bus: &mut B) -> u8 {
        let port = self.bc();
        self.memptr = port.wrapping_add(1);
        let value = bus.input_at(self.pc, port);
        self.set_flags(SZYXP[value as usize] | self.f & C);
        value
    }

    /// OUT (C),r.
    #[inline(always)]
    fn out_c<B: Bus>(&mut self, bus: &mut B, value: u8) {
        let port = self.bc();
        self.memptr = port.wrapping_add(1);
        bus.output(port, value);
    }

    #[inline(always)]
    fn adc_hl<B: Bus>(&mut self, bus: &mut B, value: u16) {
        self.idle_ir(bus, 7);
        self.adc16(value);
    }

    #[inline(always)]
    fn sbc_hl<B: Bus>(&mut self, bus: &mut B, value: u16) {
        self.idle_ir(bus, 7);
        self.sbc16(value);
    }

    #[inline(always)]
    fn store_pair<B: Bus>(&mut self, bus: &mut B, value: u16) {
        let address = self.operand16(bus);
        self.write16(bus, address, value);
    }

    #[inline(always)]
    fn load_pair<B: Bus>(&mut self, bus: &mut B) -> u16 {
        let address = self.operand16(bus);
        self.read16(bus, address)
    }

    /// LD A,I and LD A,R: P/V is IFF2.
    #[inline(always)]
    fn show_iff2(&mut self, value: u8) {
        self.a = value;
        self.set_flags(SZYX[value as usize] | if self.iff2 { PV } else { 0 } | self.f & C);
        self.ld_a_ir = true;
    }

    /// RRD and RLD: `rotated` computes the new A and the new byte at (HL) from the old ones.
    #[inline(always)]
    fn rotate_digits<B: Bus>(&mut self, bus: &mut B, rotated: impl FnOnce(u8, u8) -> (u8, u8)) {
        let address = self.hl();
        self.memptr = address.wrapping_add(1);
        let value = bus.read(address);
        bus.idle(address, 4);
        let (a, value) = rotated(self.a, value);
        bus.write(address, value);
        self.a = a;
        self.set_flags(SZYXP[a as usize] | self.f & C);
    }
}
