//! Arithmetic and logic: each operation with all eight flags.
//!
//! Sources: Zilog UM0080 for the documented flags; Sean Young, "The Undocumented Z80 Documented", for Y and
//! X; Patrik Rak's findings on Q for SCF and CCF.

use crate::Cpu;
use crate::flag::{C, H, N, PV, S, SZYX, SZYXP, YX, Z};

impl Cpu {
    /// Writes F, and Q with the same value.
    #[inline(always)]
    pub(crate) fn set_flags(&mut self, flags: u8) {
        self.f = flags;
        self.q = flags;
    }

    #[inline(always)]
    pub(crate) fn add(&mut self, value: u8) {
        self.add_with(value, 0);
    }

    #[inline(always)]
    pub(crate) fn adc(&mut self, value: u8) {
        self.add_with(value, self.f & C);
    }

    #[inline(always)]
    fn add_with(&mut self, value: u8, carry: u8) {
        let sum = self.a as u16 + value as u16 + carry as u16;
        let result = sum as u8;
        let overflow = (self.a ^ result) & (value ^ result) & 0x80;
        self.set_flags(
            SZYX[result as usize] | (self.a ^ value ^ result) & H | overflow >> 5 | (sum >> 8) as u8,
        );
        self.a = result;
    }

    #[inline(always)]
    pub(crate) fn sub(&mut self, value: u8) {
        self.a = self.subtract(value, 0);
    }

    #[inline(always)]
    pub(crate) fn sbc(&mut self, value: u8) {
        self.a = self.subtract(value, self.f & C);
    }

    /// As SUB without the result, except that Y and X are the operand's.
    #[inline(always)]
    pub(crate) fn cp(&mut self, value: u8) {
        self.subtract(value, 0);
        self.set_flags(self.f & !YX | value & YX);
    }

    /// A - value - carry: sets the flags and returns the result.
    #[inline(always)]
    fn subtract(&mut self, value: u8, carry: u8) -> u8 {
        let difference = (self.a as u16)
            .wrapping_sub(value as u16)
            .wrapping_sub(carry as u16);
        let result = difference as u8;
        let overflow = (self.a ^ value) & (self.a ^ result) & 0x80;
        self.set_flags(
            SZYX[result as usize]
                | (self.a ^ value ^ result) & H
                | overflow >> 5
                | N
                | (difference >> 8) as u8 & C,
        );
        result
    }

    #[inline(always)]
    pub(crate) fn and(&mut self, value: u8) {
        self.a &= value;
        self.set_flags(SZYXP[self.a as usize] | H);
    }

    #[inline(always)]
    pub(crate) fn xor(&mut self, value: u8) {
        self.a ^= value;
        self.set_flags(SZYXP[self.a as usize]);
    }

    #[inline(always)]
    pub(crate) fn or(&mut self, value: u8) {
        self.a |= value;
        self.set_flags(SZYXP[self.a as usize]);
    }

    #[inline(always)]
    pub(crate) fn inc(&mut self, value: u8) -> u8 {
        let result = value.wrapping_add(1);
        let half = if result & 0x0F == 0 { H } else { 0 };
        let overflow = if result == 0x80 { PV } else { 0 };
        self.set_flags(self.f & C | SZYX[result as usize] | half | overflow);
        result
    }

    #[inline(always)]
    pub(crate) fn dec(&mut self, value: u8) -> u8 {
        let result = value.wrapping_sub(1);
        let half = if value & 0x0F == 0 { H } else { 0 };
        let overflow = if value == 0x80 { PV } else { 0 };
        self.set_flags(self.f & C | SZYX[result as usize] | half | overflow | N);
        result
    }

    /// ADD HL,rr and variants: the sum of two words. S, Z and P/V are unchanged; Y and X are the high byte's.
    #[inline(always)]
    pub(crate) fn add16(&mut self, left: u16, right: u16) -> u16 {
        self.memptr = left.wrapping_add(1);
        let sum = left as u32 + right as u32;
        let result = sum as u16;
        self.set_flags(
            self.f & (S | Z | PV)
                | (result >> 8) as u8 & YX
                | ((left ^ right ^ result) >> 8) as u8 & H
                | (sum >> 16) as u8,
        );
        result
    }

    /// ADC HL,rr.
    #[inline(always)]
    pub(crate) fn adc16(&mut self, right: u16) {
        let left = self.hl();
        self.memptr = left.wrapping_add(1);
        let sum = left as u32 + right as u32 + (self.f & C) as u32;
        let result = sum as u16;
        let overflow = (left ^ result) & (right ^ result) & 0x8000;
        self.set_flags(
            (result >> 8) as u8 & (S | YX)
                | if result == 0 { Z } else { 0 }
                | ((left ^ right ^ result) >> 8) as u8 & H
                | (overflow >> 13) as u8
                | (sum >> 16) as u8,
        );
        self.set_hl(result);
    }

    /// SBC HL,rr.
    #[inline(always)]
    pub(crate) fn sbc16(&mut self, right: u16) {
        let left = self.hl();
        self.memptr = left.wrapping_add(1);
        let difference = (left as u32)
            .wrapping_sub(right as u32)
            .wrapping_sub((self.f & C) as u32);
        let result = difference as u16;
        let overflow = (left ^ right) & (left ^ result) & 0x8000;
        self.set_flags(
            (result >> 8) as u8 & (S | YX)
                | if result == 0 { Z } else { 0 }
                | ((left ^ right ^ result) >> 8) as u8 & H
                | (overflow >> 13) as u8
                | N
                | (difference >> 16) as u8 & C,
        );
        self.set_hl(result);
    }

    /// DAA: corrects A after an addition or subtraction of two BCD numbers.
    #[inline]
    pub(crate) fn daa(&mut self) {
        let mut correction = 0;
        let mut carry = self.f & C;
        if self.f & H != 0 || self.a & 0x0F > 9 {
            correction = 0x06;
        }
        if carry != 0 || self.a > 0x99 {
            correction |= 0x60;
            carry = C;
        }
        let result = if self.f & N == 0 {
            self.a.wrapping_add(correction)
        } else {
            self.a.wrapping_sub(correction)
        };
        self.set_flags(SZYXP[result as usize] | (self.a ^ result) & H | self.f & N | carry);
        self.a = result;
    }

    #[inline(always)]
    pub(crate) fn cpl(&mut self) {
        self.a = !self.a;
        self.set_flags(self.f & (S | Z | PV | C) | self.a & YX | H | N);
    }

    #[inline(always)]
    pub(crate) fn neg(&mut self) {
        let value = self.a;
        self.a = 0;
        self.sub(value);
    }

    /// SCF. Y and X come from A, and also from F unless the previous instruction (its Q) wrote F.
    #[inline(always)]
    pub(crate) fn scf(&mut self, q: u8) {
        self.set_flags(self.f & (S | Z | PV) | (q ^ self.f | self.a) & YX | C);
    }

    /// CCF. Y and X as in SCF.
    #[inline(always)]
    pub(crate) fn ccf(&mut self, q: u8) {
        let carry = self.f & C;
        self.set_flags(self.f & (S | Z | PV) | (q ^ self.f | self.a) & YX | carry << 4 | carry ^ C);
    }

    #[inline(always)]
    pub(crate) fn rlca(&mut self) {
        self.a = self.a.rotate_left(1);
        self.rotated_a(self.a & C);
    }

    #[inline(always)]
    pub(crate) fn rrca(&mut self) {
        let carry = self.a & C;
        self.a = self.a.rotate_right(1);
        self.rotated_a(carry);
    }

    #[inline(always)]
    pub(crate) fn rla(&mut self) {
        let carry = self.a >> 7;
        self.a = self.a << 1 | self.f & C;
        self.rotated_a(carry);
    }

    #[inline(always)]
    pub(crate) fn rra(&mut self) {
        let carry = self.a & C;
        self.a = self.a >> 1 | self.f << 7;
        self.rotated_a(carry);
    }

    #[inline(always)]
    fn rotated_a(&mut self, carry: u8) {
        self.set_flags(self.f & (S | Z | PV) | self.a & YX | carry);
    }

    /// The operation selected by bits 5 to 3 of a CB opcode below 40.
    ///
    /// | bits | 000 | 001 | 010 | 011 | 100 | 101 | 110 | 111 |
    /// | ---- | --- | --- | --- | --- | --- | --- | --- | --- |
    /// |      | RLC | RRC | RL  | RR  | SLA | SRA | SLL | SRL |
    #[inline(always)]
    pub(crate) fn rotate(&mut self, opcode: u8, value: u8) -> u8 {
        let (result, carry) = match opcode >> 3 & 7 {
            0 => (value.rotate_left(1), value >> 7),
            1 => (value.rotate_right(1), value & 1),
            2 => (value << 1 | self.f & C, value >> 7),
            3 => (value >> 1 | self.f << 7, value & 1),
            4 => (value << 1, value >> 7),
            5 => (value >> 1 | value & 0x80, value & 1),
            6 => (value << 1 | 1, value >> 7),
            _ => (value >> 1, value & 1),
        };
        self.set_flags(SZYXP[result as usize] | carry);
        result
    }

    /// BIT: Y and X come from `shown`.
    #[inline(always)]
    pub(crate) fn bit(&mut self, opcode: u8, value: u8, shown: u8) {
        let tested = value & 1 << (opcode >> 3 & 7);
        self.set_flags(SZYXP[tested as usize] & !YX | shown & YX | H | self.f & C);
    }
}
