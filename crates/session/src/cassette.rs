//! The cassette that SAVE records on, to be kept as a `.tap` file.

use std::sync::Arc;

use girafa_spectrum::tape::{Block, Header, TapError};
use girafa_spectrum::{Spectrum, Tape};

/// Frames without a further block after which a header that stands alone is all that was saved: the ROM
/// leaves a second between header and data.
const HEADER_ALONE_FRAMES: u32 = 150;

/// What the machine has saved, block after block.
#[derive(Debug, Clone, Default)]
pub struct Cassette {
    /// Shared with the copies of a machine's past.
    blocks: Arc<Vec<Block>>,
    bytes: usize,
    /// Frames since a block came that is not reported yet.
    news: Option<u32>,
}

/// What has come onto a cassette.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Recorded {
    /// A SAVE is complete.
    Saved,
    /// The cassette is full: the last SAVE is not on it, or not whole.
    Full,
}

impl Cassette {
    /// Bytes that a cassette holds; it takes nothing more then. More than three hours of tape.
    pub const MAX_BYTES: usize = 2 << 20;

    /// A cassette with the blocks of a `.tap` file on it; SAVE adds to them.
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

    /// Takes what the machine has saved, to be called after each frame. When a SAVE is complete the cassette
    /// goes into the machine's recorder, wound to its start, so that VERIFY and LOAD find what is on it.
    pub fn after_frame(&mut self, machine: &mut Spectrum) -> Option<Recorded> {
        let mut is_full = false;
        if !machine.deck().saved().is_empty() {
            for block in machine.take_saved().blocks() {
                // Two bytes of length in the file.
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

    /// Whether something has come onto it that [`Self::after_frame`] has not reported yet: half a SAVE.
    pub fn has_news(&self) -> bool {
        self.news.is_some()
    }

    /// Blocks on it.
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// The cassette, wound to its start.
    pub fn tape(&self) -> Tape {
        Tape::new(self.blocks.to_vec())
    }
}

fn is_header(block: &Block) -> bool {
    Header::of(block).is_some()
}
