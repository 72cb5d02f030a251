//! LDIR and LDDR, many rounds at once: how long they take, and what they leave in memory.
//!
//! A round fetches two bytes, reads one, writes one, and then idles 2 T-states and 5 more, in which it goes
//! back, with the address it has written to on the bus: 21 T-states (Z80 CPU User Manual, Zilog UM0080).
//! Where the ULA holds it up, how long depends on the place in the television line alone.

use crate::{FETCH_TSTATES, FIRST_CONTENDED, LINE_TSTATES, RAM, SCREEN_ROWS, contention, is_contended};

/// T-states of a round that nothing holds up.
const FREE_TSTATES: u32 = 21;

/// Rounds of LDIR or LDDR that are to come, none of whose addresses leaves its 16 KiB.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BlockMove {
    from: u16,
    to: u16,
    rounds: u16,
    down: bool,
}

impl BlockMove {
    /// At most `rounds` of them; the next byte is read at `from` and written to `to`. LDDR: both go `down`.
    /// None where the bytes would be written to the ROM.
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

    /// Does those rounds that begin before the T-state `end`, whose instruction is fetched from where nothing
    /// is contended. `tstate` counts from the frame's start. Gives how many rounds there were.
    #[inline(never)]
    pub fn run(mut self, memory: &mut [u8; 0x1_0000], tstate: &mut u32, end: u32) -> u16 {
        self.rounds = pass(tstate, end, self.rounds, [self.from, self.to].map(is_contended));
        self.store(memory);
        self.rounds
    }

    /// Whether one of the rounds may write to `address` or the one after it: the instruction's own.
    pub fn may_reach(&self, address: u16) -> bool {
        let to_address = if self.down {
            self.to.wrapping_sub(address)
        } else {
            address.wrapping_add(1).wrapping_sub(self.to)
        };
        to_address <= self.rounds
    }

    /// Moves the bytes. Where a round reads what one before it has written, the bytes between repeat.
    fn store(&self, memory: &mut [u8; 0x1_0000]) {
        let (from, to) = (usize::from(self.from), usize::from(self.to));
        let apart = if self.down {
            from.wrapping_sub(to)
        } else {
            to.wrapping_sub(from)
        };
        // What is moved onto itself stays.
        let mut done = if apart == 0 { usize::from(self.rounds) } else { 0 };
        while done < usize::from(self.rounds) {
            // So many bytes stand there in order from the first one read: a whole number of repetitions.
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

/// T-states of a round that begins at a column of a television line of the screen, by whether addresses of
/// bytes read and written are contended.
static IN_LINE: [[u8; LINE_TSTATES as usize]; 4] = {
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

/// Lets the time of at most `most` rounds pass that begin before `end`; gives how many there are.
fn pass(tstate: &mut u32, end: u32, most: u16, contended: [bool; 2]) -> u16 {
    // Before a line's fetches, which is a line of the screen where a round cannot tell it from one, and after
    // those of the last.
    const BEFORE: u32 = FIRST_CONTENDED - (LINE_TSTATES - FETCH_TSTATES);
    const AFTER: u32 = FIRST_CONTENDED + (SCREEN_ROWS - 1) * LINE_TSTATES + FETCH_TSTATES;
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
    free(tstate, &mut left, end.min(BEFORE));
    let last = end.min(AFTER);
    let mut column = (*tstate + LINE_TSTATES - FIRST_CONTENDED % LINE_TSTATES) % LINE_TSTATES;
    while *tstate < last && left > 0 {
        let tstates = u32::from(IN_LINE[kind][column as usize]);
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
