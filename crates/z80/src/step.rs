//! Execution of single instructions.

use crate::registers::{Hl, Ix, Iy};
use crate::{Bus, Cpu};

/// Maximum number of prefixes in one step; the next step continues the chain. Otherwise memory full of
/// prefixes would block the caller for ever.
const MAX_PREFIXES: u32 = 256;

impl Cpu {
    /// Executes one instruction with all its prefixes; in the HALT state, one NOP.
    ///
    /// Each round of a repeating block instruction is one step. A chain of 256 or more DD and FD prefixes is
    /// split into steps, between which no interrupt is accepted.
    #[inline(always)]
    pub fn step<B: Bus>(&mut self, bus: &mut B) {
        let q = self.end_last();
        if self.halted {
            self.halt_nop(bus);
        } else if self.pending_prefix != 0 {
            self.execute_prefixed(bus, self.pending_prefix, q);
        } else {
            let opcode = self.fetch(bus);
            self.execute::<B, Hl>(opcode, bus, q);
        }
    }

    /// Executes instructions as [`step`](Self::step) does, until the CPU halts or `goes_on`, called before
    /// each, returns false. No interrupt is accepted in the meantime.
    #[inline(always)]
    pub fn run<B: Bus>(&mut self, bus: &mut B, goes_on: impl Fn(&Cpu, &B) -> bool) {
        while !self.halted && goes_on(self, bus) {
            self.step_apart(bus);
            // Fast path: most instructions leave no pending state except Q.
            let mut leaves = self.has_pending_state();
            while !leaves && goes_on(self, bus) {
                let q = core::mem::take(&mut self.q);
                let opcode = self.fetch(bus);
                leaves = self.execute::<B, Hl>(opcode, bus, q);
            }
        }
    }

    /// Out-of-line [`Cpu::step`], for the few instructions with pending state.
    #[cold]
    #[inline(never)]
    fn step_apart<B: Bus>(&mut self, bus: &mut B) {
        self.step(bus);
    }

    /// Clears the state that the last instruction left for the next, and returns its Q.
    #[inline(always)]
    pub(crate) fn end_last(&mut self) -> u8 {
        self.ei = false;
        self.ld_a_ir = false;
        core::mem::take(&mut self.q)
    }

    /// Whether the last instruction has left state other than Q for the next: it was HALT, EI, `LD A,I` or
    /// `LD A,R`, or a prefix.
    #[inline(always)]
    pub fn has_pending_state(&self) -> bool {
        self.halted || self.ei || self.ld_a_ir || self.pending_prefix != 0
    }

    /// In the HALT state the chip repeatedly fetches the byte after HALT and ignores it.
    #[cold]
    fn halt_nop<B: Bus>(&mut self, bus: &mut B) {
        bus.fetch(self.pc, self.ir());
        self.refresh();
    }

    /// Executes the rest of an instruction after DD or FD: the last of several prefixes counts; ED cancels
    /// it. Returns the same as [`Cpu::execute`].
    #[inline(never)]
    pub(crate) fn execute_prefixed<B: Bus>(&mut self, bus: &mut B, mut prefix: u8, q: u8) -> bool {
        self.pending_prefix = 0;
        for _ in 1..MAX_PREFIXES {
            let opcode = self.fetch(bus);
            match opcode {
                0xDD | 0xFD => prefix = opcode,
                0xED => return self.execute_ed(bus),
                0xCB => {
                    let index = if prefix == 0xDD { self.ix } else { self.iy };
                    self.execute_index_cb(bus, index);
                    return false;
                }
                _ if prefix == 0xDD => return self.execute::<B, Ix>(opcode, bus, q),
                _ => return self.execute::<B, Iy>(opcode, bus, q),
            }
        }
        self.pending_prefix = prefix;
        self.q = q;
        true
    }
}
