//! Wait states of a whole frame as flat tables.

use core::fmt;

use crate::{FETCH_TSTATES, FIRST_CONTENDED, FRAME_TSTATES, LINE_TSTATES, SCREEN_ROWS, contention};

/// Number of entries: a power of two, so that a masked index needs no bounds check. The entries after the end
/// of the frame are the top border of the next frame, into which an instruction may continue; no instruction
/// reaches its screen.
const SIZE: usize = FRAME_TSTATES.next_power_of_two() as usize;

/// Wait states of an access that begins at a T-state of the frame. The first entry is for the T-state before the
/// frame, so that late timing can use the same table, one entry earlier.
static TABLE: [u8; SIZE + 1] = {
    let mut table = [0; SIZE + 1];
    let mut line = 0;
    while line < SCREEN_ROWS {
        let mut column = 0;
        while column < FETCH_TSTATES {
            let tstate = FIRST_CONTENDED + line * LINE_TSTATES + column;
            table[1 + tstate as usize] = contention(tstate) as u8;
            column += 1;
        }
        line += 1;
    }
    table
};

/// Wait states of a contended access that begins at `tstate`, counted from the start of the frame.
#[inline(always)]
pub fn wait_states(tstate: u32) -> u32 {
    u32::from(TABLE[1 + (tstate as usize & (SIZE - 1))])
}

/// Wait states of two T-states without an access. Each is delayed separately; one table avoids two dependent
/// lookups. The first entry is as in [`TABLE`].
static IDLE_PAIR_WAITS: [u8; SIZE + 1] = {
    let mut table = [0; SIZE + 1];
    let mut tstate = 0;
    while tstate < SIZE {
        let first = TABLE[1 + tstate];
        table[1 + tstate] = first + TABLE[1 + ((tstate + first as usize + 1) & (SIZE - 1))];
        tstate += 1;
    }
    table
};

/// Wait states of two T-states that begin at `tstate` with a contended address left on the bus.
#[inline(always)]
pub fn wait_states_of_2(tstate: u32) -> u32 {
    u32::from(IDLE_PAIR_WAITS[1 + (tstate as usize & (SIZE - 1))])
}

/// The wait states of a ULA with early or late timing: two views of the same tables, so that an access need not
/// shift its T-state first.
#[derive(Clone, Copy)]
pub struct WaitStates {
    one: &'static [u8; SIZE],
    two: &'static [u8; SIZE],
}

impl WaitStates {
    /// The wait states with late timing, one T-state later, or with early timing.
    pub fn new(is_late: bool) -> WaitStates {
        let from = |table: &'static [u8; SIZE + 1]| {
            let table = if is_late {
                table.first_chunk()
            } else {
                table.last_chunk()
            };
            table.expect("the table is longer")
        };
        WaitStates {
            one: from(&TABLE),
            two: from(&IDLE_PAIR_WAITS),
        }
    }

    /// As [`wait_states`].
    #[inline(always)]
    pub fn of(self, tstate: u32) -> u32 {
        u32::from(self.one[tstate as usize & (SIZE - 1)])
    }

    /// As [`wait_states_of_2`].
    #[inline(always)]
    pub fn of_2(self, tstate: u32) -> u32 {
        u32::from(self.two[tstate as usize & (SIZE - 1)])
    }
}

impl fmt::Debug for WaitStates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WaitStates").finish_non_exhaustive()
    }
}
