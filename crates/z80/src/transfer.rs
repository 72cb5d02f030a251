//! Loads, exchanges and I/O, and their addressing modes.

use crate::registers::Index;
use crate::{Bus, Cpu};

impl Cpu {
    /// The address of the (HL) operand. (IX+d) takes 8 T-states: the read of the displacement, then the
    /// addition with the displacement's address left on the bus.
    #[inline(always)]
    fn address<B: Bus, X: Index>(&mut self, bus: &mut B) -> u16 {
        if X::PREFIXED {
            let displacement = self.operand(bus) as i8;
            self.idle_operand(bus, 5);
            self.memptr = X::get(self).wrapping_add_signed(displacement as i16);
            self.memptr
        } else {
            self.hl()
        }
    }

    /// LD r,(HL).
    #[inline(always)]
    pub(crate) fn load<B: Bus, X: Index>(&mut self, bus: &mut B) -> u8 {
        let address = self.address::<B, X>(bus);
        bus.read(address)
    }

    /// LD (HL),r.
    #[inline(always)]
    pub(crate) fn store<B: Bus, X: Index>(&mut self, bus: &mut B, value: u8) {
        let address = self.address::<B, X>(bus);
        bus.write(address, value);
    }

    /// LD (HL),n. After a prefix, the addition overlaps the read of n: only 2 of its 5 T-states remain.
    #[inline(always)]
    pub(crate) fn store_operand<B: Bus, X: Index>(&mut self, bus: &mut B) {
        if X::PREFIXED {
            let displacement = self.operand(bus) as i8;
            self.memptr = X::get(self).wrapping_add_signed(displacement as i16);
            let value = self.operand(bus);
            self.idle_operand(bus, 2);
            bus.write(self.memptr, value);
        } else {
            let value = self.operand(bus);
            bus.write(self.hl(), value);
        }
    }

    /// An operation on A and (HL).
    #[inline(always)]
    pub(crate) fn with_memory<B: Bus, X: Index>(
        &mut self,
        bus: &mut B,
        operation: impl FnOnce(&mut Self, u8),
    ) {
        let value = self.load::<B, X>(bus);
        operation(self, value);
    }

    /// An operation on A and n.
    #[inline(always)]
    pub(crate) fn with_operand<B: Bus>(&mut self, bus: &mut B, operation: impl FnOnce(&mut Self, u8)) {
        let value = self.operand(bus);
        operation(self, value);
    }

    /// INC (HL) and DEC (HL).
    #[inline(always)]
    pub(crate) fn modify_memory<B: Bus, X: Index>(
        &mut self,
        bus: &mut B,
        change: impl FnOnce(&mut Self, u8) -> u8,
    ) {
        let address = self.address::<B, X>(bus);
        self.modify(bus, address, change);
    }

    /// ADD HL,rr.
    #[inline(always)]
    pub(crate) fn add_index<B: Bus, X: Index>(&mut self, bus: &mut B, value: u16) {
        self.idle_ir(bus, 7);
        let sum = self.add16(X::get(self), value);
        X::set(self, sum);
    }

    /// LD A,(address).
    #[inline(always)]
    pub(crate) fn load_a<B: Bus>(&mut self, bus: &mut B, address: u16) {
        self.memptr = address.wrapping_add(1);
        self.a = bus.read(address);
    }

    /// LD (address),A. MEMPTR gets only the low byte of the next address; its high byte is A.
    #[inline(always)]
    pub(crate) fn store_a<B: Bus>(&mut self, bus: &mut B, address: u16) {
        self.memptr = u16::from_le_bytes([address.wrapping_add(1) as u8, self.a]);
        bus.write(address, self.a);
    }

    /// OUT (n),A: A is also the high byte of the port. MEMPTR as in [`Cpu::store_a`].
    #[inline(always)]
    pub(crate) fn out_operand<B: Bus>(&mut self, bus: &mut B) {
        let low = self.operand(bus);
        self.memptr = u16::from_le_bytes([low.wrapping_add(1), self.a]);
        bus.output(u16::from_le_bytes([low, self.a]), self.a);
    }

    /// IN A,(n): A is the high byte of the port. No flags change.
    #[inline(always)]
    pub(crate) fn in_operand<B: Bus>(&mut self, bus: &mut B) {
        let port = u16::from_le_bytes([self.operand(bus), self.a]);
        self.memptr = port.wrapping_add(1);
        self.a = bus.input_at(self.pc, port);
    }

    /// EX AF,AF'.
    #[inline(always)]
    pub(crate) fn exchange_af(&mut self) {
        let af = self.af();
        self.set_af(self.af_);
        self.af_ = af;
    }

    /// EXX.
    #[inline(always)]
    pub(crate) fn exchange_all(&mut self) {
        let (bc, de, hl) = (self.bc(), self.de(), self.hl());
        self.set_bc(self.bc_);
        self.set_de(self.de_);
        self.set_hl(self.hl_);
        (self.bc_, self.de_, self.hl_) = (bc, de, hl);
    }

    /// EX DE,HL.
    #[inline(always)]
    pub(crate) fn exchange_de_hl(&mut self) {
        let de = self.de();
        self.set_de(self.hl());
        self.set_hl(de);
    }

    /// EX (SP),HL.
    #[inline(always)]
    pub(crate) fn exchange_stack<B: Bus, X: Index>(&mut self, bus: &mut B) {
        let above = self.sp.wrapping_add(1);
        let low = bus.read(self.sp);
        let high = bus.read(above);
        bus.idle(above, 1);
        bus.write(above, X::high(self));
        bus.write(self.sp, X::low(self));
        bus.idle(self.sp, 2);
        self.memptr = u16::from_le_bytes([low, high]);
        X::set(self, self.memptr);
    }
}
