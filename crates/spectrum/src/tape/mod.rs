//! Tapes: `.tap`, `.tzx` and `.pzx` images, the recorder that plays and records them, and the instant way around it.
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
mod order;
mod pulses;
pub mod pzx;
mod reader;
mod trap;
pub mod tzx;

use std::sync::Arc;

use thiserror::Error;

use crate::facts::PAUSE_TSTATES;
pub use deck::Deck;
pub use item::{Data, Edge, Item, Stream, Symbol, Symbols};
pub use reader::ImageError;
pub(crate) use trap::{TRAPS, trap};

/// Most bytes of a block: its length is a word (Format: TAP).
pub const LONGEST_BLOCK: usize = 0xFFFF;

/// One block of a tape as it is on the tape: flag byte, data, checksum. At least one byte, at most 65,535.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block(Vec<u8>);

impl Block {
    /// The block that the ROM saves for `flag` (0 for a header, 255 for data) and `data`: both and the exclusive
    /// or of all of these. `None` when `data` is longer than 65,533 bytes.
    pub fn new(flag: u8, data: &[u8]) -> Option<Block> {
        let mut bytes = Vec::with_capacity(data.len() + 2);
        bytes.push(flag);
        bytes.extend_from_slice(data);
        bytes.push(parity(&bytes));
        Block::from_bytes(bytes)
    }

    /// A block of these very bytes, right or wrong. `None` when there are none or more than 65,535.
    pub fn from_bytes(bytes: Vec<u8>) -> Option<Block> {
        (1..=LONGEST_BLOCK).contains(&bytes.len()).then_some(Block(bytes))
    }

    /// All bytes: flag, data, checksum.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// The first byte: 0 for a header, 255 for data; programs of their own use others.
    pub fn flag(&self) -> u8 {
        self.0[0]
    }

    /// What stands between flag and checksum.
    pub fn data(&self) -> &[u8] {
        match self.0.as_slice() {
            [_, data @ .., _] => data,
            _ => &[],
        }
    }

    /// Whether the exclusive or of all bytes is 0, as the ROM demands. A block of one byte has no checksum.
    pub fn checksum_ok(&self) -> bool {
        self.0.len() > 1 && parity(&self.0) == 0
    }
}

fn parity(bytes: &[u8]) -> u8 {
    bytes.iter().fold(0, |parity, byte| parity ^ byte)
}

/// A tape: items in order, of which some are blocks at the ROM's speed. Cheap to clone.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tape {
    blocks: Arc<[Block]>,
    items: Arc<[Item]>,
    /// Indices of the items as they are played, loops, calls and jumps followed.
    order: Arc<[u32]>,
    notes: Arc<[String]>,
}

/// Why some bytes are not a `.tap` image. Blocks count from 1, offsets from 0.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum TapeError {
    /// No bytes at all.
    #[error("the .tap file is empty")]
    Empty,
    /// The file ends inside a block.
    #[error(
        "the .tap file is cut off: block {block} at offset {offset} should have {wanted} bytes, {found} are left"
    )]
    Truncated {
        /// Number of the block.
        block: usize,
        /// Offset of its length word.
        offset: usize,
        /// Bytes that its length word asks for.
        wanted: usize,
        /// Bytes left.
        found: usize,
    },
    /// The file ends inside a length word.
    #[error("the .tap file is cut off: one byte at offset {offset} where block {block} should begin")]
    HalfLength {
        /// Number of the block.
        block: usize,
        /// Offset of the byte.
        offset: usize,
    },
    /// A block without even a flag byte.
    #[error("this is no .tap file: block {block} at offset {offset} has no bytes")]
    EmptyBlock {
        /// Number of the block.
        block: usize,
        /// Offset of its length word.
        offset: usize,
    },
}

impl Tape {
    /// A tape of these blocks, a second's pause behind each.
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

    /// A tape of any of the formats, told apart by their first bytes: `.tzx`, `.pzx`, else `.tap`.
    pub fn from_image(bytes: &[u8]) -> Result<Tape, ImageError> {
        if bytes.starts_with(tzx::MAGIC) {
            tzx::read(bytes)
        } else if bytes.starts_with(pzx::MAGIC) {
            pzx::read(bytes)
        } else {
            Ok(Tape::from_tap(bytes)?)
        }
    }

    /// Reads a `.tap` image: blocks, each behind its length as a little-endian word. A wrong checksum is no
    /// error, as the tape can be played: see [`bad_checksums`](Self::bad_checksums).
    pub fn from_tap(bytes: &[u8]) -> Result<Tape, TapeError> {
        if bytes.is_empty() {
            return Err(TapeError::Empty);
        }
        let (mut blocks, mut rest) = (Vec::new(), bytes);
        while !rest.is_empty() {
            let (block, offset) = (blocks.len() + 1, bytes.len() - rest.len());
            let [low, high, body @ ..] = rest else {
                return Err(TapeError::HalfLength { block, offset });
            };
            let wanted = usize::from(u16::from_le_bytes([*low, *high]));
            let found = body.len();
            let Some((bytes, behind)) = body.split_at_checked(wanted) else {
                return Err(TapeError::Truncated {
                    block,
                    offset,
                    wanted,
                    found,
                });
            };
            blocks.push(Block::from_bytes(bytes.to_vec()).ok_or(TapeError::EmptyBlock { block, offset })?);
            rest = behind;
        }
        Ok(Tape::new(blocks))
    }

    /// All that is on the tape.
    pub fn items(&self) -> &[Item] {
        &self.items
    }

    /// What is played from this place on: items without the loops, calls and jumps between them.
    pub(crate) fn played(&self, from: usize) -> impl Iterator<Item = &Item> {
        let order = self.order.get(from..).unwrap_or_default();
        order.iter().map(|&index| &self.items[index as usize])
    }

    /// What the image says of itself in words: title, author, comments.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// The blocks at the ROM's speed as a `.tap` image.
    pub fn to_tap(&self) -> Vec<u8> {
        let block = |block: &Block| [&(block.0.len() as u16).to_le_bytes(), block.bytes()].concat();
        self.blocks.iter().flat_map(block).collect()
    }

    /// The blocks at the ROM's speed.
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// Numbers, from 1, of the blocks that the ROM will refuse because their checksum is wrong.
    pub fn bad_checksums(&self) -> Vec<usize> {
        (1..)
            .zip(self.blocks.iter())
            .filter(|(_, block)| !block.checksum_ok())
            .map(|(n, _)| n)
            .collect()
    }
}

/// How a `.tap` file of the ROM's begins: with a header, which is 19 bytes of flag 0.
const TAP_START: [u8; 3] = [19, 0, 0];

/// Whether `bytes` are a whole `.tap` file that begins with a header.
pub(crate) fn is_tap(bytes: &[u8]) -> bool {
    bytes.starts_with(&TAP_START) && Tape::from_tap(bytes).is_ok()
}

/// Whether `bytes` were meant as a `.tap` file, perhaps a damaged one.
pub(crate) fn looks_like_tap(bytes: &[u8]) -> bool {
    bytes.starts_with(&TAP_START) || Tape::from_tap(bytes).is_ok()
}
