//! Tapes: `.tap`, `.tzx` and `.pzx` images, the recorder that plays and records them, and instant loading and
//! saving.
//!
//! ```text
//!   .tap .tzx .pzx
//!     └────► Tape ──► Deck ── pulses ─────► port FE bit 6        play
//!                      │ ▲─── decoder ◄──── port FE bit 3        record
//!                      └─ trap: the ROM's routines at 0556 and 04C2 answered at once
//! ```

mod csw;
mod deck;
mod decoder;
mod generalized;
mod item;
mod listening;
mod order;
pub mod plus3dos;
mod pulses;
pub mod pzx;
mod reader;
mod trap;
pub mod tzx;

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::ula::PAUSE_TSTATES;
pub use deck::Deck;
pub use girafa_tap::{Block, Header, MAX_BLOCK_LENGTH, TapError};
pub use item::{Data, Edge, Item, Stream, Symbol, Symbols};
pub(crate) use listening::listens;
pub use reader::ImageError;
pub(crate) use trap::{TRAPS, trap};

/// A tape: items in order, some of which are blocks at the ROM's speed. Cheap to clone.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tape {
    blocks: Arc<[Block]>,
    items: Arc<[Item]>,
    /// Indices of the items in playing order, with loops, calls and jumps resolved.
    order: Arc<[u32]>,
    notes: Arc<[String]>,
}

impl Tape {
    /// Makes a tape of these blocks, with a pause of one second after each.
    pub fn new(blocks: Vec<Block>) -> Tape {
        let tail = PAUSE_TSTATES;
        let items = (0..blocks.len()).map(|index| Item::Block { index, tail });
        Tape {
            items: items.collect(),
            order: (0..).take(blocks.len()).collect(),
            blocks: blocks.into(),
            notes: Arc::default(),
        }
    }

    /// Reads a tape of any format, detected by its first bytes: `.tzx`, `.pzx`, a file from a +3 disk,
    /// otherwise `.tap`.
    pub fn from_image(bytes: &[u8]) -> Result<Tape, ImageError> {
        if bytes.starts_with(tzx::MAGIC) {
            tzx::read(bytes)
        } else if bytes.starts_with(pzx::MAGIC) {
            pzx::read(bytes)
        } else if bytes.starts_with(plus3dos::MAGIC) {
            plus3dos::read(bytes)
        } else {
            Ok(Tape::from_tap(bytes)?)
        }
    }

    /// Reads a `.tap` image. A wrong checksum is not an error, as the tape can still be played: see
    /// [`bad_checksums`](Self::bad_checksums).
    ///
    /// # Errors
    /// Those of [`girafa_tap::read`].
    pub fn from_tap(bytes: &[u8]) -> Result<Tape, TapError> {
        Ok(Tape::new(girafa_tap::read(bytes)?))
    }

    /// All items of the tape.
    pub fn items(&self) -> &[Item] {
        &self.items
    }

    /// The items played from this position on, without the loops, calls and jumps between them.
    pub(crate) fn played(&self, from: usize) -> impl Iterator<Item = &Item> {
        let order = self.order.get(from..).unwrap_or_default();
        order.iter().map(|&index| &self.items[index as usize])
    }

    /// The tape from one of its [`blocks`](Self::blocks) on, counted from 0; items that are never played
    /// after it are dropped. `None` if the block is not played.
    pub fn from_block(&self, block: usize) -> Option<Tape> {
        let is_it =
            |&at: &u32| matches!(self.items[at as usize], Item::Block { index, .. } if index == block);
        let start = self.order.iter().position(is_it)?;
        let mut kept: BTreeMap<u32, u32> = BTreeMap::new();
        let (mut items, mut blocks) = (Vec::new(), Vec::new());
        let order = self.order[start..].iter().map(|&at| {
            *kept.entry(at).or_insert_with(|| {
                let mut item = self.items[at as usize].clone();
                if let Item::Block { index, .. } = &mut item {
                    blocks.push(self.blocks[*index].clone());
                    *index = blocks.len() - 1;
                }
                items.push(item);
                items.len() as u32 - 1
            })
        });
        let order = order.collect();
        Some(Tape {
            blocks: blocks.into(),
            items: items.into(),
            order,
            notes: self.notes.clone(),
        })
    }

    /// Texts in the image: title, author, comments.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// The blocks at the ROM's speed as a `.tap` image.
    pub fn to_tap(&self) -> Vec<u8> {
        girafa_tap::write(&self.blocks)
    }

    /// The blocks at the ROM's speed.
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// Numbers, from 1, of the blocks that the ROM will reject because of a wrong checksum.
    pub fn bad_checksums(&self) -> Vec<usize> {
        (1..)
            .zip(self.blocks.iter())
            .filter(|(_, block)| !block.checksum_ok())
            .map(|(n, _)| n)
            .collect()
    }
}
