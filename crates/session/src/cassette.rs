//! The cassette that SAVE records on, kept as a `.tap` file.

use std::sync::Arc;

use girafa_spectrum::tape::{Block, Header, TapError};
use girafa_spectrum::{Spectrum, Tape};

/// Frames after a header without a data block until the SAVE counts as complete. The ROM leaves a second
/// between header and data.
const HEADER_ALONE_FRAMES: u32 = 150;

/// The blocks that the machine has saved, in order.
#[derive(Debug, Clone, Default)]
pub struct Cassette {
    /// Shared with the checkpoints of the timeline.
    blocks: Arc<Vec<Block>>,
    bytes: usize,
    /// Frames since the last block was saved; `None` once the SAVE has been reported.
    news: Option<u32>,
}

/// A recording event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Recorded {
    /// A SAVE is complete.
    Saved,
    /// The cassette is full: the last SAVE is missing or incomplete.
    Full,
}

impl Cassette {
    /// Capacity of a cassette in bytes: more than three hours of tape.
    pub const MAX_BYTES: usize = 2 << 20;

    /// Creates a cassette from a `.tap` file; SAVE appends to its blocks.
    ///
    /// # Errors
    /// The file is damaged.
    pub fn from_tap(file: &[u8]) -> Result<Cassette, TapError> {
        let blocks = Arc::new(Tape::from_tap(file)?.blocks().to_vec());
        let bytes = file.len();
        Ok(Cassette {
            blocks,
            bytes,
            news: None,
        })
    }

    /// Records what the machine has saved. Call this after each frame. When a SAVE is complete, the cassette
    /// is rewound and inserted into the machine's recorder, so that VERIFY and LOAD find its blocks.
    pub fn after_frame(&mut self, machine: &mut Spectrum) -> Option<Recorded> {
        let mut is_full = false;
        if !machine.deck().saved().is_empty() {
            for block in machine.take_saved().blocks() {
                // A `.tap` file stores the block's length in two bytes.
                let bytes = self.bytes + block.bytes().len() + 2;
                is_full |= bytes > Cassette::MAX_BYTES;
                if !is_full {
                    Arc::make_mut(&mut self.blocks).push(block.clone());
                    self.bytes = bytes;
                    self.news = Some(0);
                }
            }
        }
        if is_full {
            return Some(Recorded::Full);
        }
        let quiet = self.news.as_mut()?;
        *quiet += 1;
        let is_complete =
            *quiet > HEADER_ALONE_FRAMES || self.blocks.last().is_some_and(|block| !is_header(block));
        if !is_complete {
            return None;
        }
        self.news = None;
        machine.insert_tape(self.tape());
        Some(Recorded::Saved)
    }

    /// Whether the cassette has blocks of an incomplete SAVE, which [`Self::after_frame`] has not reported
    /// yet.
    pub fn has_news(&self) -> bool {
        self.news.is_some()
    }

    /// The recorded blocks.
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// The cassette as a tape, rewound.
    pub fn tape(&self) -> Tape {
        Tape::new(self.blocks.to_vec())
    }
}

fn is_header(block: &Block) -> bool {
    Header::of(block).is_some()
}
