//! Block instructions.
//!
//! | ED 101 r d 0 op | once, up | once, down | repeating, up | repeating, down |
//! | --------------- | -------- | ---------- | ------------- | --------------- |
//! | op = 00         | LDI A0   | LDD A8     | LDIR B0       | LDDR B8         |
//! | op = 01         | CPI A1   | CPD A9     | CPIR B1       | CPDR B9         |
//! | op = 10         | INI A2   | IND AA     | INIR B2       | INDR BA         |
//! | op = 11         | OUTI A3  | OUTD AB    | OTIR B3       | OTDR BB         |
//!
//! An unfinished repeating instruction takes 5 T-states to set PC back to itself, which also affects the
//! flags: Y and X are PC's, and H and P/V of the I/O ones change too (David Banks, "Undocumented Z80 Flags",
//! 2018).

use crate::flag::{C, H, N, PV, S, SZYX, SZYXP, X, Y, YX, Z};
use crate::{Bus, Cpu};

/// Bit 4 of the opcode: repeat.
const REPEAT_BIT: u8 = 0x10;
/// Bit 3 of the opcode: decrement addresses.
const DOWN_BIT: u8 = 0x08;

impl Cpu {
    #[inline(always)]
    pub(crate) fn execute_block<B: Bus>(&mut self, bus: &mut B, opcode: u8) {
        let step = if opcode & DOWN_BIT == 0 { 1 } else { -1 };
        let repeat = opcode & REPEAT_BIT != 0;
        match opcode & 3 {
            0 => self.block_load(bus, step, repeat),
            1 => self.block_compare(bus, step, repeat),
            2 => self.block_in(bus, step, repeat),
            _ => self.block_out(bus, step, repeat),
        }
    }

    /// LDI and variants. Y and X are bits 1 and 3 of the byte moved plus A.
    #[inline(always)]
    fn block_load<B: Bus>(&mut self, bus: &mut B, step: i16, repeat: bool) {
        let (hl, de, bc) = (self.hl(), self.de(), self.bc().wrapping_sub(1));
        let value = bus.read(hl);
        bus.write(de, value);
        bus.idle(de, 2);
        self.set_hl(hl.wrapping_add_signed(step));
        self.set_de(de.wrapping_add_signed(step));
        self.set_bc(bc);
        let shown = value.wrapping_add(self.a);
        self.set_flags(self.f & (S | Z | C) | shown << 4 & Y | shown & X | if bc != 0 { PV } else { 0 });
        if repeat && bc != 0 {
            self.repeat(bus, de);
            // Each round except the last leaves the same flags.
            let rounds = bus.move_block(self.pc, self.hl(), self.de(), bc - 1, step < 0);
            if rounds != 0 {
                self.skip_rounds(rounds, step);
            }
        }
    }

    /// Accounts for rounds of LDIR or LDDR that the bus has done.
    #[cold]
    fn skip_rounds(&mut self, rounds: u16, step: i16) {
        let bytes = rounds.wrapping_mul(step as u16);
        self.set_hl(self.hl().wrapping_add(bytes));
        self.set_de(self.de().wrapping_add(bytes));
        self.set_bc(self.bc() - rounds);
        self.r = self.r & 0x80 | self.r.wrapping_add((rounds << 1) as u8) & 0x7F;
    }

    /// CPI and variants. Y and X are bits 1 and 3 of A minus the byte minus the half carry.
    #[inline(always)]
    fn block_compare<B: Bus>(&mut self, bus: &mut B, step: i16, repeat: bool) {
        let (hl, bc) = (self.hl(), self.bc().wrapping_sub(1));
        let value = bus.read(hl);
        bus.idle(hl, 5);
        self.set_hl(hl.wrapping_add_signed(step));
        self.set_bc(bc);
        self.memptr = self.memptr.wrapping_add_signed(step);
        let result = self.a.wrapping_sub(value);
        let half = (self.a ^ value ^ result) & H;
        let shown = result.wrapping_sub(half >> 4);
        self.set_flags(
            SZYX[result as usize] & (S | Z)
                | shown << 4 & Y
                | half
                | shown & X
                | if bc != 0 { PV } else { 0 }
                | N
                | self.f & C,
        );
        if repeat && bc != 0 && result != 0 {
            self.repeat(bus, hl);
        }
    }

    /// INI and variants.
    #[inline(always)]
    fn block_in<B: Bus>(&mut self, bus: &mut B, step: i16, repeat: bool) {
        self.idle_ir(bus, 1);
        let (hl, port) = (self.hl(), self.bc());
        let value = bus.input_at(self.pc, port);
        bus.write(hl, value);
        self.memptr = port.wrapping_add_signed(step);
        self.b = self.b.wrapping_sub(1);
        self.set_hl(hl.wrapping_add_signed(step));
        self.block_io_flags(value, self.c.wrapping_add_signed(step as i8));
        if repeat && self.b != 0 {
            self.repeat_io(bus, hl, value);
        }
    }

    /// OUTI and variants: B is decremented before it becomes part of the port address.
    #[inline(always)]
    fn block_out<B: Bus>(&mut self, bus: &mut B, step: i16, repeat: bool) {
        self.idle_ir(bus, 1);
        let hl = self.hl();
        let value = bus.read(hl);
        self.b = self.b.wrapping_sub(1);
        let port = self.bc();
        bus.output(port, value);
        self.memptr = port.wrapping_add_signed(step);
        self.set_hl(hl.wrapping_add_signed(step));
        self.block_io_flags(value, self.l);
        if repeat && self.b != 0 {
            self.repeat_io(bus, port, value);
        }
    }

    /// Flags of the I/O instructions: H and C are the carry of the byte plus `addend`, P/V the parity of that
    /// sum's low three bits XOR B, N the byte's bit 7.
    #[inline(always)]
    fn block_io_flags(&mut self, value: u8, addend: u8) {
        let (sum, carry) = value.overflowing_add(addend);
        self.set_flags(
            SZYX[self.b as usize]
                | if carry { H | C } else { 0 }
                | SZYXP[(sum & 7 ^ self.b) as usize] & PV
                | value >> 6 & N,
        );
    }

    /// Sets PC back to the instruction, with `address` left on the bus.
    #[inline(always)]
    fn repeat<B: Bus>(&mut self, bus: &mut B, address: u16) {
        bus.idle(address, 5);
        self.pc = self.pc.wrapping_sub(2);
        self.memptr = self.pc.wrapping_add(1);
        self.set_flags(self.f & !YX | (self.pc >> 8) as u8 & YX);
    }

    /// As [`Cpu::repeat`]. The adjustment of B for the next round affects the flags: with carry, H is the
    /// half carry of B plus or minus 1 (minus if the byte was negative), and P/V takes the parity of that
    /// sum's low three bits; without carry, P/V takes the parity of B's low three bits.
    #[inline(always)]
    fn repeat_io<B: Bus>(&mut self, bus: &mut B, address: u16, value: u8) {
        self.repeat(bus, address);
        let (half, adjusted) = match (self.f & C != 0, self.f & N != 0) {
            (false, _) => (self.f & H, self.b),
            (true, true) => (if self.b & 0x0F == 0x00 { H } else { 0 }, self.b.wrapping_sub(1)),
            (true, false) => (if self.b & 0x0F == 0x0F { H } else { 0 }, self.b.wrapping_add(1)),
        };
        debug_assert_eq!(self.f & N != 0, value & 0x80 != 0);
        let parity = !SZYXP[(adjusted & 7) as usize] & PV;
        self.set_flags((self.f & !H | half) ^ parity);
    }
}
