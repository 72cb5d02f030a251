//! The machine cycles of instructions.

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

    /// Extra T-states after an opcode fetch, with its refresh address left on the bus.
    #[inline(always)]
    pub(crate) fn idle_ir<B: Bus>(&mut self, bus: &mut B, tstates: u32) {
        bus.idle_refresh(self.last_ir(), tstates);
    }

    /// Extra T-states after the read of the last operand, with its address left on the bus.
    #[inline(always)]
    pub(crate) fn idle_operand<B: Bus>(&mut self, bus: &mut B, tstates: u32) {
        bus.idle(self.pc.wrapping_sub(1), tstates);
    }

    /// Reads the next byte of the instruction: 3 T-states.
    #[inline(always)]
    pub(crate) fn operand<B: Bus>(&mut self, bus: &mut B) -> u8 {
        let value = bus.operand(self.pc);
        self.pc = self.pc.wrapping_add(1);
        value
    }

    /// Reads the next two bytes of the instruction, low byte first: 6 T-states.
    #[inline(always)]
    pub(crate) fn operand16<B: Bus>(&mut self, bus: &mut B) -> u16 {
        let low = self.operand(bus);
        let high = self.operand(bus);
        u16::from_le_bytes([low, high])
    }

    /// Reads a word from memory: 6 T-states. MEMPTR becomes the address of its high byte.
    #[inline(always)]
    pub(crate) fn read16<B: Bus>(&mut self, bus: &mut B, address: u16) -> u16 {
        self.memptr = address.wrapping_add(1);
        let (low, high) = (bus.read(address), bus.read(self.memptr));
        u16::from_le_bytes([low, high])
    }

    /// Writes a word to memory: 6 T-states. MEMPTR becomes the address of its high byte.
    #[inline(always)]
    pub(crate) fn write16<B: Bus>(&mut self, bus: &mut B, address: u16, value: u16) {
        let [low, high] = value.to_le_bytes();
        self.memptr = address.wrapping_add(1);
        bus.write(address, low);
        bus.write(self.memptr, high);
    }

    /// Pushes a word onto the stack, high byte first: 6 T-states.
    #[inline(always)]
    pub(crate) fn push<B: Bus>(&mut self, bus: &mut B, value: u16) {
        let [low, high] = value.to_le_bytes();
        let above = self.sp.wrapping_sub(1);
        self.sp = self.sp.wrapping_sub(2);
        bus.write(above, high);
        bus.write(self.sp, low);
    }

    /// Pops a word from the stack: 6 T-states.
    #[inline(always)]
    pub(crate) fn pop<B: Bus>(&mut self, bus: &mut B) -> u16 {
        let (low, high) = (bus.read(self.sp), bus.read(self.sp.wrapping_add(1)));
        self.sp = self.sp.wrapping_add(2);
        u16::from_le_bytes([low, high])
    }

    /// Reads a byte, keeps the address on the bus for one T-state, and writes the byte that `change` returns:
    /// 7 T-states.
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
