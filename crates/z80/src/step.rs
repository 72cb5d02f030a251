//! One instruction at a time.

use crate::registers::{Hl, Ix, Iy};
use crate::{Bus, Cpu};

/// Prefixes that one step takes before it leaves the rest of the chain to the next: memory full of them must
/// not hold the caller for ever.
const MAX_PREFIXES: u32 = 256;

impl Cpu {
    /// Executes one instruction with all its prefixes; in the HALT state, one NOP.
    ///
    /// A repeating block instruction is one step a round. A chain of 256 or more DD and FD prefixes is cut
    /// into steps, between which no interrupt is accepted.
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

    /// Executes instructions as [`step`](Self::step) does, as long as `goes_on` says so, which is asked
    /// before each, and until it halts. No interrupt is accepted in the meantime.
    #[inline(always)]
    pub fn run<B: Bus>(&mut self, bus: &mut B, goes_on: impl Fn(&Cpu, &B) -> bool) {
        while !self.halted && goes_on(self, bus) {
            self.step_apart(bus);
            // Most instructions leave nothing that the next has to look at but Q.
            let mut leaves = self.has_pending_state();
            while !leaves && goes_on(self, bus) {
                let q = core::mem::take(&mut self.q);
                let opcode = self.fetch(bus);
                leaves = self.execute::<B, Hl>(opcode, bus, q);
            }
        }
    }

    /// [`Cpu::step`], compiled apart: it is not for most instructions.
    #[cold]
    #[inline(never)]
    fn step_apart<B: Bus>(&mut self, bus: &mut B) {
        self.step(bus);
    }

    /// Clears what the last instruction left for the next alone, and gives its Q.
    #[inline(always)]
    pub(crate) fn end_last(&mut self) -> u8 {
        self.ei = false;
        self.ld_a_ir = false;
        core::mem::take(&mut self.q)
    }

    /// Whether the last instruction has left more than Q for the next: it was HALT, EI, `LD A,I` or `LD A,R`,
    /// or a prefix.
    #[inline(always)]
    pub fn has_pending_state(&self) -> bool {
        self.halted || self.ei || self.ld_a_ir || self.pending_prefix != 0
    }

    /// In the HALT state the chip fetches the byte after HALT again and again and ignores it.
    #[cold]
    fn halt_nop<B: Bus>(&mut self, bus: &mut B) {
        bus.fetch(self.pc, self.ir());
        self.refresh();
    }

    /// Goes on after a DD or FD: of several, the last counts; ED cancels it. Gives what [`Cpu::execute`]
    /// gives.
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
