//! The bus for compiled code: memory and clock, no I/O ports.

use girafa_ula::{BlockMove, RAM, contention, is_contended};
use girafa_z80::Bus;

use crate::ROM;

/// The T-state of a frame from which no compiled code is entered: the longest path through a tree would end
/// after the frame.
pub(crate) const ENTRY_DEADLINE: u32 = include!(concat!(env!("OUT_DIR"), "/deadline.rs"));

/// Memory and clock. The bytes of an instruction come from the compiled ROM, and their fetches are not
/// contended.
pub(crate) struct RomBus<'a> {
    pub memory: &'a mut [u8; 0x1_0000],
    /// T-states since the frame's start.
    pub tstate: u32,
    /// All bits are set if delays pass, none if they do not.
    pace: u32,
}

impl RomBus<'_> {
    /// A bus for `memory` at `tstate`; `is_paced`: delays pass.
    pub fn new(memory: &mut [u8; 0x1_0000], tstate: u32, is_paced: bool) -> RomBus<'_> {
        let pace = if is_paced { u32::MAX } else { 0 };
        RomBus { memory, tstate, pace }
    }

    /// Lets the delay before an instruction pass.
    #[inline(always)]
    pub fn delay(&mut self, tstates: u32) {
        self.tstate += tstates & self.pace;
    }

    /// Whether compiled code has to end before this delay: the frame is nearly over after it.
    #[inline(always)]
    pub fn ends_before(&self, delay: u32) -> bool {
        self.tstate + (delay & self.pace) >= ENTRY_DEADLINE
    }

    /// A bus for the same memory with a separate copy of the clock.
    #[inline(always)]
    pub fn apart(&mut self) -> RomBus<'_> {
        RomBus {
            memory: self.memory,
            tstate: self.tstate,
            pace: self.pace,
        }
    }

    #[inline(always)]
    fn contend(&mut self, address: u16) {
        if is_contended(address) {
            self.tstate += contention::wait_states(self.tstate);
        }
    }

    #[inline(always)]
    fn store(&mut self, address: u16, value: u8) {
        if address >= RAM {
            self.memory[usize::from(address)] = value;
        }
    }
}

impl Bus for RomBus<'_> {
    #[inline(always)]
    fn fetch(&mut self, pc: u16, _: u16) -> u8 {
        self.tstate += 4;
        ROM[usize::from(pc) % ROM.len()]
    }

    #[inline(always)]
    fn operand(&mut self, pc: u16) -> u8 {
        self.tstate += 3;
        ROM[usize::from(pc) % ROM.len()]
    }

    #[inline(always)]
    fn read(&mut self, address: u16) -> u8 {
        self.contend(address);
        self.tstate += 3;
        self.memory[usize::from(address)]
    }

    #[inline(always)]
    fn write(&mut self, address: u16, value: u8) {
        self.contend(address);
        self.tstate += 3;
        self.store(address, value);
    }

    fn input(&mut self, _: u16) -> u8 {
        unreachable!("no port is read in compiled code")
    }

    fn output(&mut self, _: u16, _: u8) {
        unreachable!("no port is written to in compiled code")
    }

    #[inline(always)]
    fn idle(&mut self, address: u16, tstates: u32) {
        if is_contended(address) {
            for _ in 0..tstates / 2 {
                self.tstate += contention::wait_states_of_2(self.tstate) + 2;
            }
            if tstates % 2 == 1 {
                self.tstate += contention::wait_states(self.tstate) + 1;
            }
        } else {
            self.tstate += tstates;
        }
    }

    /// The refresh address is not contended: [`crate::goes`] has checked that.
    #[inline(always)]
    fn idle_refresh(&mut self, _: u16, tstates: u32) {
        self.tstate += tstates;
    }

    fn move_block(&mut self, _: u16, from: u16, to: u16, rounds: u16, down: bool) -> u16 {
        BlockMove::new(from, to, rounds, down).run(self.memory, &mut self.tstate, ENTRY_DEADLINE)
    }

    fn acknowledge(&mut self, _: u16, _: u16) -> u8 {
        unreachable!("no interrupt is accepted in compiled code")
    }
}
