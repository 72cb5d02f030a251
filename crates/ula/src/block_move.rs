//! Many rounds of LDIR or LDDR at once: their time and their effect on memory.
//!
//! A round fetches two bytes, reads one, writes one, and then idles for 2 T-states and, to repeat, for 5
//! more, with the address of the write on the bus: 21 T-states (Z80 CPU User Manual, Zilog UM0080). Its
//! contention depends only on the position in the television line.

use crate::{FETCH_TSTATES, FIRST_CONTENDED, LINE_TSTATES, RAM, SCREEN_ROWS, contention, is_contended};

/// T-states of an uncontended round.
const FREE_TSTATES: u32 = 21;

/// A number of rounds of LDIR or LDDR, in which neither address leaves its 16 KiB.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BlockMove {
    from: u16,
    to: u16,
    rounds: u16,
    down: bool,
}

impl BlockMove {
    /// Creates a move of at most `rounds` rounds. The next byte is read at `from` and written to `to`.
    /// `down`: LDDR, both addresses decrease. There are no rounds if the bytes would be written to ROM.
    pub fn new(from: u16, to: u16, rounds: u16, down: bool) -> BlockMove {
        let boundary = |address: u16| {
            let within = address & 0x3FFF;
            if down { within + 1 } else { 0x4000 - within }
        };
        let most = if to < RAM {
            0
        } else {
            boundary(from).min(boundary(to))
        };
        BlockMove {
            from,
            to,
            rounds: rounds.min(most),
            down,
        }
    }

    /// Executes the rounds that begin before the T-state `end`, for an instruction in uncontended memory.
    /// `tstate` counts from the start of the frame. Returns the number of rounds.
    #[inline(never)]
    pub fn run(mut self, memory: &mut [u8; 0x1_0000], tstate: &mut u32, end: u32) -> u16 {
        self.rounds = pass(tstate, end, self.rounds, [self.from, self.to].map(is_contended));
        self.store(memory);
        self.rounds
    }

    /// Whether a round may write to `address` or the next one, where the instruction itself is.
    pub fn may_reach(&self, address: u16) -> bool {
        let to_address = if self.down {
            self.to.wrapping_sub(address)
        } else {
            address.wrapping_add(1).wrapping_sub(self.to)
        };
        to_address <= self.rounds
    }

    /// Moves the bytes. If a round reads a byte that an earlier round has written, the bytes between repeat.
    fn store(&self, memory: &mut [u8; 0x1_0000]) {
        let (from, to) = (usize::from(self.from), usize::from(self.to));
        let apart = if self.down {
            from.wrapping_sub(to)
        } else {
            to.wrapping_sub(from)
        };
        // Bytes moved to their own address do not change.
        let mut done = if apart == 0 { usize::from(self.rounds) } else { 0 };
        while done < usize::from(self.rounds) {
            // The number of bytes from the first one read that are already final: a whole number of
            // repetitions.
            let bytes = apart.saturating_add(done).min(usize::from(self.rounds) - done);
            if self.down {
                memory.copy_within(from + 1 - bytes..=from, to + 1 - done - bytes);
            } else {
                memory.copy_within(from..from + bytes, to + done);
            }
            done += bytes;
        }
    }
}

/// T-states of a round by the column of a screen line in which it begins, and by whether the addresses read
/// and written are contended.
static LINE_ROUNDS: [[u8; LINE_TSTATES as usize]; 4] = {
    let mut table = [[0; LINE_TSTATES as usize]; 4];
    let mut kind = 0;
    while kind < 4 {
        let mut column = 0;
        while column < LINE_TSTATES {
            table[kind][column as usize] = round(column, kind & 1 != 0, kind & 2 != 0) as u8;
            column += 1;
        }
        kind += 1;
    }
    table
};

/// T-states of a round that begins at a column of the screen's first line.
const fn round(column: u32, read: bool, written: bool) -> u32 {
    let start = FIRST_CONTENDED + column;
    let mut tstate = start + 8;
    if read {
        tstate += contention(tstate);
    }
    tstate += 3;
    if written {
        tstate += contention(tstate) + 3;
        let mut idle = 0;
        while idle < 7 {
            tstate += contention(tstate) + 1;
            idle += 1;
        }
    } else {
        tstate += 10;
    }
    tstate - start
}

/// Advances `tstate` by at most `most` rounds that begin before `end`; returns their number.
fn pass(tstate: &mut u32, end: u32, most: u16, contended: [bool; 2]) -> u16 {
    // `BORDER_START`: the start of the border before the first fetch; from there on, a round takes the same time
    // as in a screen line. `LAST_FETCH_END`: the end of the last line's fetches.
    const BORDER_START: u32 = FIRST_CONTENDED - (LINE_TSTATES - FETCH_TSTATES);
    const LAST_FETCH_END: u32 = FIRST_CONTENDED + (SCREEN_ROWS - 1) * LINE_TSTATES + FETCH_TSTATES;
    let [read, written] = contended;
    let kind = usize::from(read) | usize::from(written) << 1;
    let mut left = u32::from(most);
    let free = |tstate: &mut u32, left: &mut u32, end: u32| {
        let rounds = end.saturating_sub(*tstate).div_ceil(FREE_TSTATES).min(*left);
        *tstate += rounds * FREE_TSTATES;
        *left -= rounds;
    };
    if kind == 0 {
        free(tstate, &mut left, end);
        return most - left as u16;
    }
    free(tstate, &mut left, end.min(BORDER_START));
    let last = end.min(LAST_FETCH_END);
    let mut column = (*tstate + LINE_TSTATES - FIRST_CONTENDED % LINE_TSTATES) % LINE_TSTATES;
    while *tstate < last && left > 0 {
        let tstates = u32::from(LINE_ROUNDS[kind][column as usize]);
        *tstate += tstates;
        column += tstates;
        if column >= LINE_TSTATES {
            column -= LINE_TSTATES;
        }
        left -= 1;
    }
    free(tstate, &mut left, end);
    most - left as u16
}
