//! Machine cycles that instructions are made of.

use crate::{Bus, Cpu};

impl Cpu {
    /// Opcode fetch: 4 T-states.
    #[inline(always)]
    pub(crate) fn fetch<B: Bus>(&mut self, bus: &mut B) -> u8 {
        let opcode = bus.fetch(self.pc, self.ir());
        self.pc = self.pc.wrapping_add(1);
        self.refresh();
        opcode
    }

    /// T-states that lengthen an opcode fetch, its refresh address left on the bus.
    #[inline(always)]
    pub(crate) fn idle_ir<B: Bus>(&mut self, bus: &mut B, tstates: u32) {
        bus.idle_refresh(self.last_ir(), tstates);
    }

    /// T-states that lengthen the read of the last operand, its address left on the bus.
    #[inline(always)]
    pub(crate) fn idle_operand<B: Bus>(&mut self, bus: &mut B, tstates: u32) {
        bus.idle(self.pc.wrapping_sub(1), tstates);
    }

    /// The next byte of the instruction: 3 T-states.
    #[inline(always)]
    pub(crate) fn operand<B: Bus>(&mut self, bus: &mut B) -> u8 {
        let value = bus.operand(self.pc);
        self.pc = self.pc.wrapping_add(1);
        value
    }

    /// The next two bytes of the instruction, low byte first: 6 T-states.
    #[inline(always)]
    pub(crate) fn operand16<B: Bus>(&mut self, bus: &mut B) -> u16 {
        let low = self.operand(bus);
        let high = self.operand(bus);
        u16::from_le_bytes([low, high])
    }

    /// A word from memory: 6 T-states. MEMPTR is left at its high byte.
    #[inline(always)]
    pub(crate) fn read16<B: Bus>(&mut self, bus: &mut B, address: u16) -> u16 {
        self.memptr = address.wrapping_add(1);
        let (low, high) = (bus.read(address), bus.read(self.memptr));
        u16::from_le_bytes([low, high])
    }

    /// A word to memory: 6 T-states. MEMPTR is left at its high byte.
    #[inline(always)]
    pub(crate) fn write16<B: Bus>(&mut self, bus: &mut B, address: u16, value: u16) {
        let [low, high] = value.to_le_bytes();
        self.memptr = address.wrapping_add(1);
        bus.write(address, low);
        bus.write(self.memptr, high);
    }

    /// A word onto the stack, high byte first: 6 T-states.
    #[inline(always)]
    pub(crate) fn push<B: Bus>(&mut self, bus: &mut B, value: u16) {
        let [low, high] = value.to_le_bytes();
        let above = self.sp.wrapping_sub(1);
        self.sp = self.sp.wrapping_sub(2);
        bus.write(above, high);
        bus.write(self.sp, low);
    }

    /// A word from the stack: 6 T-states.
    #[inline(always)]
    pub(crate) fn pop<B: Bus>(&mut self, bus: &mut B) -> u16 {
        let (low, high) = (bus.read(self.sp), bus.read(self.sp.wrapping_add(1)));
        self.sp = self.sp.wrapping_add(2);
        u16::from_le_bytes([low, high])
    }

    /// Reads a byte, keeps the address on the bus for one T-state, and writes what `change` makes of the
    /// byte: 7 T-states.
    #[inline(always)]
    pub(crate) fn modify<B: Bus>(
        &mut self,
        bus: &mut B,
        address: u16,
        change: impl FnOnce(&mut Self, u8) -> u8,
    ) {
        let value = bus.read(address);
        bus.idle(address, 1);
        let value = change(self, value);
        bus.write(address, value);
    }
}
