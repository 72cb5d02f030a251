//! The items of a tape.

/// An item of a tape. Lengths are in T-states. The signal changes at the start of each pulse, unless a level
/// is given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Item {
    /// A block at the ROM's speed.
    Block {
        /// Index into the tape's [blocks](super::Tape::blocks).
        index: usize,
        /// Length of the pulse after the block; 0 for none.
        tail: u32,
    },
    /// Bits at another speed.
    Data(Data),
    /// Equal pulses.
    Tone {
        /// Length of each pulse.
        pulse: u32,
        /// Number of pulses.
        count: u32,
    },
    /// Symbols of an alphabet of waveforms.
    Symbols(Symbols),
    /// Single pulses.
    Pulses {
        /// Level of the first pulse; `None` for a change of the signal.
        start: Option<bool>,
        /// Lengths of the pulses.
        pulses: Vec<u32>,
    },
    /// The signal stays at a level.
    Pause {
        /// The level.
        level: bool,
        /// Length of the pause.
        tstates: u32,
    },
    /// Sets the signal to this level, without taking time.
    Level(bool),
    /// The recorder stops until it is started again.
    Stop,
    /// Plays the following items, up to the next [`EndRepeat`](Item::EndRepeat), this many times. Not nested.
    Repeat(u16),
    /// The end of a repeated sequence.
    EndRepeat,
    /// Continues at the item with this index, from 0; the number of items is the end of the tape.
    Jump(usize),
    /// Plays each sequence that begins at one of these item indices, from 0, up to its
    /// [`Return`](Item::Return). Not nested.
    Call(Vec<usize>),
    /// The end of a called sequence.
    Return,
}

impl Item {
    /// Memory size of the item, in bytes.
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

/// The signal change at the start of a pulse.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Edge {
    /// The signal changes.
    Change,
    /// The signal stays the same, which extends the previous pulse.
    Same,
    /// The signal is set to this level, possibly its current one.
    To(bool),
}

/// A stream of symbols, each consisting of a few pulses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Symbols {
    /// The symbols, at most 256.
    pub alphabet: Vec<Symbol>,
    /// The symbols to play; each of them has at least one pulse.
    pub stream: Stream,
    /// Length of the pulse after the symbols, in T-states; 0 for none.
    pub tail: u32,
}

/// A waveform.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Symbol {
    /// Edge of the first pulse; the signal changes at the others.
    pub start: Edge,
    /// Lengths of the pulses, in T-states.
    pub pulses: Vec<u32>,
}

/// Symbols in order, as indices into their alphabet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stream {
    /// Runs: a symbol and its repeat count.
    Runs(Vec<(u8, u32)>),
    /// Symbols of a fixed number of bits.
    Packed {
        /// Bits per symbol, 1 to 8.
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

    /// The run with this index: a symbol and its repeat count. `None` after the last.
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

/// Bits as pulses of any length; lengths are in T-states.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Data {
    /// Level of the first pulse; `None` for a change of the signal.
    pub start: Option<bool>,
    /// Length and number of the pilot pulses.
    pub pilot: (u32, u32),
    /// Lengths of the pulses between pilot and bits.
    pub sync: Vec<u32>,
    /// Lengths of the pulses of a 0.
    pub zero: Vec<u32>,
    /// Lengths of the pulses of a 1.
    pub one: Vec<u32>,
    /// The bytes, bit 7 first.
    pub bytes: Vec<u8>,
    /// Number of bits used: at most eight per byte.
    pub bits: usize,
    /// Length of the pulse after the bits; 0 for none.
    pub tail: u32,
}
