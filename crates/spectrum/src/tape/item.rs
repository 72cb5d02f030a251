//! What a tape is made of.

/// One item of a tape. Lengths are T-states; the signal changes at the start of each pulse, unless a level is
/// given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Item {
    /// A block at the ROM's speed.
    Block {
        /// Which one of the tape's [blocks](super::Tape::blocks).
        index: usize,
        /// Length of the pulse after it; 0 for none.
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
    /// Symbols of an alphabet of wave forms.
    Symbols(Symbols),
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
    /// The tape goes on at the item of this index, from 0; the number of items is its end.
    Jump(usize),
    /// Each sequence that begins at the item of one of these indices, from 0, is played up to its
    /// [`Return`](Item::Return). Not nested.
    Call(Vec<usize>),
    /// The end of a sequence that is called.
    Return,
}

impl Item {
    /// Bytes of memory that it takes.
    pub(super) fn size(&self) -> usize {
        let heap = match self {
            Item::Data(data) => {
                let pulses = [&data.sync, &data.zero, &data.one].map(|pulses| size_of_val(pulses.as_slice()));
                data.bytes.len() + pulses.iter().sum::<usize>()
            }
            Item::Symbols(Symbols { alphabet, stream, .. }) => {
                let symbol = |symbol: &Symbol| size_of_val(symbol) + size_of_val(symbol.pulses.as_slice());
                let stream = match stream {
                    Stream::Runs(runs) => size_of_val(runs.as_slice()),
                    Stream::Packed { bytes, .. } => bytes.len(),
                };
                alphabet.iter().map(symbol).sum::<usize>() + stream
            }
            Item::Pulses { pulses, .. } => size_of_val(pulses.as_slice()),
            Item::Call(sequences) => size_of_val(sequences.as_slice()),
            _ => 0,
        };
        size_of::<Item>() + heap
    }
}

/// What the signal does at the start of a pulse.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Edge {
    /// It changes.
    Change,
    /// It stays, which makes the pulse before longer.
    Same,
    /// It takes this level, which it may have already.
    To(bool),
}

/// A stream of symbols, each of which is a few pulses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Symbols {
    /// The symbols that there are, 256 at most.
    pub alphabet: Vec<Symbol>,
    /// Which of them are played, all of which have a pulse at least.
    pub stream: Stream,
    /// Length of the pulse after them, in T-states; 0 for none.
    pub tail: u32,
}

/// A wave form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Symbol {
    /// How the first pulse begins; the signal changes at the others.
    pub start: Edge,
    /// Lengths of the pulses, in T-states.
    pub pulses: Vec<u32>,
}

/// Symbols in order, as indices of their alphabet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stream {
    /// Symbols, each with the number of times that it is played.
    Runs(Vec<(u8, u32)>),
    /// Symbols of a few bits.
    Packed {
        /// Bits of a symbol, 1 to 8.
        width: usize,
        /// The bits, bit 7 first.
        bytes: Vec<u8>,
        /// Number of symbols.
        count: usize,
    },
}

impl Stream {
    /// Number of symbols that are played.
    pub fn count(&self) -> u64 {
        match self {
            Stream::Runs(runs) => runs.iter().map(|&(_, times)| u64::from(times)).sum(),
            Stream::Packed { count, .. } => *count as u64,
        }
    }

    /// The run of this index: a symbol and how often it is played. `None` after the last.
    pub fn run(&self, index: usize) -> Option<(u8, u32)> {
        match self {
            Stream::Runs(runs) => runs.get(index).copied(),
            Stream::Packed { width, bytes, count } => {
                let bit = |at: usize| bytes[at / 8] >> (7 - at % 8) & 1;
                let symbol =
                    || (index * width..(index + 1) * width).fold(0, |symbol, at| symbol << 1 | bit(at));
                (index < *count).then(|| (symbol(), 1))
            }
        }
    }
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
    /// Length of the pulse after the bits; 0 for none.
    pub tail: u32,
}
