//! Wait states of a whole frame as flat tables.

use crate::{FETCH_TSTATES, FIRST_CONTENDED, FRAME_TSTATES, LINE_TSTATES, SCREEN_ROWS, contention};

/// Number of entries: a power of two, so that a masked index needs no bounds check. The entries after the end
/// of the frame are the top border of the next frame, into which an instruction may continue; no instruction
/// reaches its screen.
const SIZE: usize = FRAME_TSTATES.next_power_of_two() as usize;

/// Wait states of an access that begins at a T-state of the frame.
static TABLE: [u8; SIZE] = {
    let mut table = [0; SIZE];
    let mut line = 0;
    while line < SCREEN_ROWS {
        let mut column = 0;
        while column < FETCH_TSTATES {
            let tstate = FIRST_CONTENDED + line * LINE_TSTATES + column;
            table[tstate as usize] = contention(tstate) as u8;
            column += 1;
        }
        line += 1;
    }
    table
};

/// Wait states of a contended access that begins at `tstate`, counted from the start of the frame.
#[inline(always)]
pub fn wait_states(tstate: u32) -> u32 {
    u32::from(TABLE[tstate as usize & (SIZE - 1)])
}

/// Wait states of two T-states without an access. Each is delayed separately; one table avoids two dependent
/// lookups.
static IDLE_PAIR_WAITS: [u8; SIZE] = {
    let mut table = [0; SIZE];
    let mut tstate = 0;
    while tstate < SIZE {
        let first = TABLE[tstate];
        table[tstate] = first + TABLE[(tstate + first as usize + 1) & (SIZE - 1)];
        tstate += 1;
    }
    table
};

/// Wait states of two T-states that begin at `tstate` with a contended address left on the bus.
#[inline(always)]
pub fn wait_states_of_2(tstate: u32) -> u32 {
    u32::from(IDLE_PAIR_WAITS[tstate as usize & (SIZE - 1)])
}
