//! What a tape is made of.

/// One item of a tape. Lengths are T-states; the signal changes at the start of each pulse, unless a level is given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Item {
    /// A block at the ROM's speed.
    Block {
        /// Which one of the tape's [blocks](super::Tape::blocks).
        index: usize,
        /// Length of the pulse behind it; 0 for none.
        tail: u32,
    },
    /// Bits at another speed.
    Data(Data),
    /// Equal pulses.
    Tone {
        /// Length of each.
        pulse: u32,
        /// How many.
        count: u32,
    },
    /// Single pulses.
    Pulses {
        /// Level of the first; `None` where the signal changes.
        start: Option<bool>,
        /// Their lengths.
        pulses: Vec<u32>,
    },
    /// The signal stays at a level.
    Pause {
        /// The level.
        level: bool,
        /// For how long.
        tstates: u32,
    },
    /// The signal takes this level, without time.
    Level(bool),
    /// The recorder stops until it is started again.
    Stop,
    /// What follows, up to the next [`EndRepeat`](Item::EndRepeat), is played so many times. Not nested.
    Repeat(u16),
    /// The end of what is repeated.
    EndRepeat,
}

/// Bits as pulses of any length, in T-states.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Data {
    /// Level of the first pulse; `None` where the signal changes.
    pub start: Option<bool>,
    /// Length and number of the pilot's pulses.
    pub pilot: (u32, u32),
    /// Pulses between pilot and bits.
    pub sync: Vec<u32>,
    /// Pulses of a 0.
    pub zero: Vec<u32>,
    /// Pulses of a 1.
    pub one: Vec<u32>,
    /// The bytes, bit 7 first.
    pub bytes: Vec<u8>,
    /// Bits that count: at most eight a byte.
    pub bits: usize,
    /// Length of the pulse behind the bits; 0 for none.
    pub tail: u32,
}
