//! A model of the 48K's timing, independent of the emulator's code: from the project's list of facts (69,888
//! T-states a frame, 224 a line; from T-state 14,335 on accesses wait 6 5 4 3 2 1 0 0 over 128 T-states of
//! each of 192 lines; ports have four contention patterns) and, where a function says so, from public
//! knowledge of the ULA.

/// T-states of a line.
pub const LINE: u32 = 224;
/// T-states of a frame.
pub const FRAME: u32 = 312 * LINE;

/// Contention delay of an access that begins at `tstate`.
pub fn delay(tstate: u32) -> u32 {
    let place = i64::from(tstate) - 14_335;
    if !(0..192 * 224).contains(&place) || place % 224 >= 128 {
        return 0;
    }
    6_u32.saturating_sub((place % 8) as u32)
}

/// Whether the memory at `address` is contended: the second 16 KiB, which the processor shares with the ULA.
fn is_shared(address: u16) -> bool {
    (0x4000..0x8000).contains(&address)
}

/// The current T-state of a processor subject to contention.
#[derive(Debug, Clone, Copy)]
pub struct Clock(pub u32);

/// The timing of a port access.
#[derive(Debug, Clone, Copy)]
pub struct PortAccess {
    /// The T-state at which an OUT's byte arrives: the second of the access.
    pub arrives: u32,
    /// The T-state in which an IN samples its byte: the last of the access.
    pub taken: u32,
}

impl Clock {
    /// A memory access of `tstates` T-states: it waits once, at its start.
    pub fn memory(&mut self, address: u16, tstates: u32) {
        if is_shared(address) {
            self.0 += delay(self.0);
        }
        self.0 += tstates;
    }

    /// Internal T-states during which `address` stays on the bus: each is delayed separately.
    pub fn idle(&mut self, address: u16, tstates: u32) {
        for _ in 0..tstates {
            self.memory(address, 1);
        }
    }

    /// A port access. Public; T-states with contention (C) and without (N):
    ///
    /// | high byte 40 to 7F | bit 0 | |
    /// | --- | --- | --- |
    /// | no | 0 | N:1 C:3 |
    /// | no | 1 | N:4 |
    /// | yes | 0 | C:1 C:3 |
    /// | yes | 1 | C:1 C:1 C:1 C:1 |
    pub fn port(&mut self, port: u16) -> PortAccess {
        self.memory(port, 1);
        let arrives = self.0;
        if port & 1 == 0 {
            self.0 += delay(self.0) + 3;
        } else {
            self.idle(port, 3);
        }
        PortAccess {
            arrives,
            taken: self.0 - 1,
        }
    }
}
