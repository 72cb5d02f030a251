//! ZX Spectrum tapes as `.tap` files: a sequence of blocks, each preceded by its length as a little-endian
//! word.
//!
//! A block is a flag (00 header, FF data, others are used by custom loaders), the data, and a checksum that
//! makes the exclusive or of all bytes zero (Format: TAP). A header is a block of flag 00 whose data has 17
//! bytes: see [`Header`].
//!
//! ```
//! use girafa_tap::{Block, read, write};
//! let block = Block::new(0xFF, &[1, 2]).unwrap();
//! assert_eq!(write(std::slice::from_ref(&block)), [4, 0, 0xFF, 1, 2, 0xFC]);
//! assert_eq!(read(&[4, 0, 0xFF, 1, 2, 0xFC])?, [block]);
//! # Ok::<(), girafa_tap::TapError>(())
//! ```
#![forbid(unsafe_code)]

use std::sync::Arc;

use thiserror::Error;

/// Maximum number of bytes in a block: its length is a word (Format: TAP).
pub const MAX_BLOCK_LENGTH: usize = 0xFFFF;

/// The flag of a header block.
pub const HEADER: u8 = 0x00;
/// The flag of a data block that has a header.
pub const DATA: u8 = 0xFF;

/// A block as it is on the tape: flag byte, data, checksum. At least one byte, at most 65,535. Cheap to
/// clone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block(Arc<[u8]>);

impl Block {
    /// Makes the block that the ROM saves for `flag` (0 for a header, 255 for data) and `data`: both,
    /// followed by the exclusive or of all these bytes. `None` if `data` is longer than 65,533 bytes.
    pub fn new(flag: u8, data: &[u8]) -> Option<Block> {
        let mut bytes = Vec::with_capacity(data.len() + 2);
        bytes.push(flag);
        bytes.extend_from_slice(data);
        bytes.push(parity(&bytes));
        Block::from_bytes(bytes)
    }

    /// Makes a block of exactly these bytes, valid or not. `None` if there are none or more than 65,535.
    pub fn from_bytes(bytes: Vec<u8>) -> Option<Block> {
        (1..=MAX_BLOCK_LENGTH)
            .contains(&bytes.len())
            .then(|| Block(bytes.into()))
    }

    /// All bytes: flag, data, checksum.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// The first byte: 0 for a header, 255 for data; custom loaders use others.
    pub fn flag(&self) -> u8 {
        self.0[0]
    }

    /// The bytes between flag and checksum.
    pub fn data(&self) -> &[u8] {
        match &*self.0 {
            [_, data @ .., _] => data,
            _ => &[],
        }
    }

    /// Whether the exclusive or of all bytes is 0, as the ROM requires. A block of one byte has no checksum.
    pub fn checksum_ok(&self) -> bool {
        self.0.len() > 1 && parity(&self.0) == 0
    }

    /// The actual checksum of the block and the correct one; `None` for a block of one byte, which has none.
    pub fn checksum(&self) -> Option<(u8, u8)> {
        match &*self.0 {
            [rest @ .., found] if !rest.is_empty() => Some((*found, parity(rest))),
            _ => None,
        }
    }
}

fn parity(bytes: &[u8]) -> u8 {
    bytes.iter().fold(0, |parity, byte| parity ^ byte)
}

/// The description of the data block that follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// [`PROGRAM`](Self::PROGRAM), [`NUMBERS`](Self::NUMBERS), [`CHARACTERS`](Self::CHARACTERS) or
    /// [`BYTES`](Self::BYTES).
    pub kind: u8,
    /// The file's name, without trailing spaces that pad it to ten characters.
    pub name: Vec<u8>,
    /// Length of the data block, without flag and checksum.
    pub length: u16,
    /// The first parameter: autostart line (8000 hex or more: none), the array's name, or the address.
    pub parameter_1: u16,
    /// The second parameter: for a program, the offset of its variables.
    pub parameter_2: u16,
}

impl Header {
    /// The kind of a BASIC program.
    pub const PROGRAM: u8 = 0;
    /// The kind of an array of numbers.
    pub const NUMBERS: u8 = 1;
    /// The kind of an array of characters.
    pub const CHARACTERS: u8 = 2;
    /// The kind of a block of bytes: machine code, or a picture of the screen.
    pub const BYTES: u8 = 3;

    /// The first parameter of a program without autostart; larger values mean the same.
    pub const NO_AUTOSTART: u16 = 0x8000;

    /// Number of bytes in a header between flag and checksum.
    pub const LENGTH: usize = 17;

    /// Reads a block as a header; `None` if it is not one. The checksum is not verified, unless more bytes follow:
    /// a ROM takes the first of them for the checksum, and ignores the others.
    pub fn of(block: &Block) -> Option<Header> {
        let data = block.data();
        if block.flag() != HEADER || data.len() < Header::LENGTH {
            return None;
        }
        let is_followed = data.len() > Header::LENGTH;
        if is_followed && parity(&block.bytes()[..Header::LENGTH + 2]) != 0 {
            return None;
        }
        let word = |at: usize| u16::from_le_bytes([data[at], data[at + 1]]);
        let name = &data[1..11];
        let used = name.iter().rposition(|&c| c != b' ').map_or(0, |last| last + 1);
        Some(Header {
            kind: data[0],
            name: name[..used].to_vec(),
            length: word(11),
            parameter_1: word(13),
            parameter_2: word(15),
        })
    }

    /// The line at which a program starts automatically.
    pub fn autostart(&self) -> Option<u16> {
        (self.kind == Header::PROGRAM && self.parameter_1 < Header::NO_AUTOSTART).then_some(self.parameter_1)
    }

    /// Makes the header block. Names are truncated to ten characters.
    pub fn block(&self) -> Block {
        let mut bytes = vec![HEADER, self.kind];
        bytes.extend(self.name.iter().copied().chain(std::iter::repeat(b' ')).take(10));
        for word in [self.length, self.parameter_1, self.parameter_2] {
            bytes.extend(word.to_le_bytes());
        }
        bytes.push(parity(&bytes));
        Block(bytes.into())
    }
}

/// Errors while reading a `.tap` image. Blocks count from 1, offsets from 0.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TapError {
    /// The file is empty.
    #[error("the .tap file is empty")]
    Empty,
    /// The first block's length is impossible, so this is not a `.tap` file.
    #[error("not a valid .tap file: the first block of {wanted} bytes does not fit in a file of {size}")]
    NotATap {
        /// The length in the first two bytes.
        wanted: usize,
        /// The file's size.
        size: usize,
    },
    /// The file has more than [`MAX_BLOCKS`] blocks.
    #[error("the .tap file has more than {MAX_BLOCKS} blocks, the limit")]
    TooMany,
    /// The file ends inside a block.
    #[error(
        "the .tap file is truncated: block {block} at offset {offset} needs {wanted} bytes, but {found} are left"
    )]
    Truncated {
        /// Number of the block.
        block: usize,
        /// Offset of its length word.
        offset: usize,
        /// Length of the block.
        wanted: usize,
        /// Bytes left in the file.
        found: usize,
    },
    /// The file ends inside a length word.
    #[error("the .tap file is truncated: one byte at offset {offset}, where block {block} should start")]
    HalfLength {
        /// Number of the block.
        block: usize,
        /// Offset of the byte.
        offset: usize,
    },
    /// A block has no flag byte.
    #[error("not a valid .tap file: block {block} at offset {offset} is empty")]
    EmptyBlock {
        /// Number of the block.
        block: usize,
        /// Offset of its length word.
        offset: usize,
    },
}

/// Reads a `.tap` image. A wrong checksum is not an error: such a block can still be played.
///
/// # Errors
/// The file is empty, not a `.tap` file, truncated, or has too many blocks.
pub fn read(bytes: &[u8]) -> Result<Vec<Block>, TapError> {
    if bytes.is_empty() {
        return Err(TapError::Empty);
    }
    let (mut blocks, mut rest) = (Vec::new(), bytes);
    while !rest.is_empty() {
        if blocks.len() == MAX_BLOCKS {
            return Err(TapError::TooMany);
        }
        let (block, offset) = (blocks.len() + 1, bytes.len() - rest.len());
        let [low, high, body @ ..] = rest else {
            return Err(TapError::HalfLength { block, offset });
        };
        let length = usize::from(u16::from_le_bytes([*low, *high]));
        let found = body.len();
        let Some((content, after)) = body.split_at_checked(length) else {
            // Tapes saved by the ROM begin with a header. If the file does not, and its first block does not
            // fit, it is not a `.tap` file.
            return Err(if block == 1 && body.first() != Some(&HEADER) {
                let size = bytes.len();
                TapError::NotATap { wanted: length, size }
            } else {
                TapError::Truncated {
                    block,
                    offset,
                    wanted: length,
                    found,
                }
            });
        };
        blocks.push(Block::from_bytes(content.to_vec()).ok_or(TapError::EmptyBlock { block, offset })?);
        rest = after;
    }
    Ok(blocks)
}

/// Maximum number of blocks read from a file; no real cassette could hold as many.
pub const MAX_BLOCKS: usize = 100_000;

/// Writes these blocks as a `.tap` image.
pub fn write(blocks: &[Block]) -> Vec<u8> {
    let size = blocks.iter().map(|block| block.0.len() + 2).sum();
    let mut bytes = Vec::with_capacity(size);
    for Block(block) in blocks {
        bytes.extend((block.len() as u16).to_le_bytes());
        bytes.extend_from_slice(block);
    }
    bytes
}
