//! Interrupts.

use crate::flag::PV;
use crate::registers::Hl;
use crate::{Bus, Cpu};

impl Cpu {
    /// Accepts a maskable interrupt, if the chip would now: IFF1 is set, the last instruction was not EI, and no
    /// prefix waits for its opcode. Gives whether it did.
    ///
    /// T-states: mode 0 as the instruction that the device supplies, plus 2 (RST: 13); mode 1: 13; mode 2: 19
    /// (UM0080, "Interrupt response"). R counts the acknowledge cycle.
    #[inline]
    pub fn interrupt<B: Bus>(&mut self, bus: &mut B) -> bool {
        if !self.iff1 || self.ei || self.pending_prefix != 0 {
            return false;
        }
        self.accept_maskable(bus);
        true
    }

    fn accept_maskable<B: Bus>(&mut self, bus: &mut B) {
        if self.ld_a_ir {
            // NMOS: IFF2 is already reset when P/V takes its value (Zilog, Z80 Family Data Book 1989, Q&A).
            self.f &= !PV;
        }
        self.end_last();
        self.halted = false;
        self.iff1 = false;
        self.iff2 = false;
        let data = bus.acknowledge(self.pc, self.ir());
        self.refresh();
        match self.im {
            0 => self.execute::<B, Hl>(data, bus, 0),
            1 => self.restart(bus, 0x38),
            _ => {
                self.idle_ir(bus, 1);
                self.push(bus, self.pc);
                let target = self.read16(bus, u16::from_le_bytes([data, self.i]));
                self.jump(target);
            }
        }
    }

    /// Accepts a non-maskable interrupt, in 11 T-states; only between a prefix and its opcode the chip would not.
    /// Gives whether it did. IFF2 keeps IFF1 for RETN.
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
}
