//! Jumps, calls and returns.

use crate::{Bus, Cpu};

impl Cpu {
    /// Jumps to `target`, which is also stored in MEMPTR.
    #[inline(always)]
    pub(crate) fn jump(&mut self, target: u16) {
        self.memptr = target;
        self.pc = target;
    }

    /// JR: the displacement is read whether it jumps or not.
    #[inline(always)]
    pub(crate) fn relative_if<B: Bus>(&mut self, bus: &mut B, condition: bool) {
        let displacement = self.operand(bus) as i8;
        if condition {
            self.idle_operand(bus, 5);
            self.jump(self.pc.wrapping_add_signed(displacement as i16));
        }
    }

    #[inline(always)]
    pub(crate) fn djnz<B: Bus>(&mut self, bus: &mut B) {
        self.idle_ir(bus, 1);
        self.b = self.b.wrapping_sub(1);
        self.relative_if(bus, self.b != 0);
    }

    /// JP: MEMPTR is set to the target whether it jumps or not.
    #[inline(always)]
    pub(crate) fn jump_if<B: Bus>(&mut self, bus: &mut B, condition: bool) {
        self.memptr = self.operand16(bus);
        if condition {
            self.pc = self.memptr;
        }
    }

    /// CALL: MEMPTR is set to the target whether it calls or not.
    #[inline(always)]
    pub(crate) fn call_if<B: Bus>(&mut self, bus: &mut B, condition: bool) {
        self.memptr = self.operand16(bus);
        if condition {
            self.idle_operand(bus, 1);
            self.push(bus, self.pc);
            self.pc = self.memptr;
        }
    }

    /// RET cc.
    #[inline(always)]
    pub(crate) fn return_if<B: Bus>(&mut self, bus: &mut B, condition: bool) {
        self.idle_ir(bus, 1);
        if condition {
            self.ret(bus);
        }
    }

    #[inline(always)]
    pub(crate) fn ret<B: Bus>(&mut self, bus: &mut B) {
        let target = self.pop(bus);
        self.jump(target);
    }

    /// RST, and the call of an acknowledged interrupt.
    #[inline(always)]
    pub(crate) fn restart<B: Bus>(&mut self, bus: &mut B, target: u16) {
        self.idle_ir(bus, 1);
        self.push(bus, self.pc);
        self.jump(target);
    }
}
