//! Shared by the readers of tape images: reading bytes in order, and building a tape.

use thiserror::Error;

use super::{Block, Item, TapError, Tape};
use crate::ula::CLOCK_HZ;

/// Maximum memory for the items of a tape, in bytes: four times that of an hour of pulses.
const MAX_BYTES: usize = 128 << 20;
/// Maximum number of texts kept from an image, and maximum length of each in bytes.
const MAX_NOTES: usize = 1_000;
const MAX_NOTE_LENGTH: usize = 4_096;

/// T-states per millisecond.
const MILLISECOND: u32 = CLOCK_HZ / 1_000;

/// Errors while reading a tape image. Offsets count from the start of the file.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ImageError {
    /// An error of the `.tap` format.
    #[error(transparent)]
    Tap(#[from] TapError),
    /// The file does not have the format's header.
    #[error("not a valid {format} file: it has another header")]
    Magic {
        /// The format's extension, with its dot.
        format: &'static str,
    },
    /// The file ends inside a block.
    #[error(
        "the {format} file is truncated: block {block} at offset {offset} needs {expected} more bytes, but {found} are left"
    )]
    Truncated {
        /// The format's extension, with its dot.
        format: &'static str,
        /// Kind of the block, as the format names it.
        block: String,
        /// Offset of the block.
        offset: usize,
        /// Bytes needed at the point where the file ends.
        expected: usize,
        /// Bytes left in the file.
        found: usize,
    },
    /// The file has more than 100,000 blocks or items.
    #[error(
        "the {format} file has more than {} blocks, the limit",
        girafa_tap::MAX_BLOCKS
    )]
    TooMany {
        /// The format's extension, with its dot.
        format: &'static str,
    },
    /// The blocks need more memory than the limit.
    #[error(
        "the {format} file takes more than {} MiB of memory: no tape is as long",
        MAX_BYTES >> 20
    )]
    TooLarge {
        /// The format's extension, with its dot.
        format: &'static str,
    },
    /// A complete block is invalid or not supported.
    #[error("the {format} file's block {block} at offset {offset} {what}")]
    Block {
        /// The format's extension, with its dot.
        format: &'static str,
        /// Kind of the block, as the format names it.
        block: String,
        /// Offset of the block.
        offset: usize,
        /// What is wrong with it.
        what: &'static str,
    },
}

/// Reads bytes in order.
pub(super) struct Reader<'a> {
    rest: &'a [u8],
    size: usize,
    format: &'static str,
    block: String,
    offset: usize,
}

impl<'a> Reader<'a> {
    /// Creates a reader that starts after the first `skip` bytes of a file, which must have as many.
    pub(super) fn new(bytes: &'a [u8], skip: usize, format: &'static str) -> Self {
        Reader {
            rest: &bytes[skip..],
            size: bytes.len(),
            format,
            block: String::new(),
            offset: 0,
        }
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.rest.is_empty()
    }

    /// Fails if the `blocks` read so far, or the items or memory of `builder`, exceed the limits.
    pub(super) fn limit(&self, blocks: usize, builder: &Builder) -> Result<(), ImageError> {
        let format = self.format;
        if blocks.max(builder.items.len()) > girafa_tap::MAX_BLOCKS {
            return Err(ImageError::TooMany { format });
        }
        if builder.kept > MAX_BYTES {
            return Err(ImageError::TooLarge { format });
        }
        Ok(())
    }

    /// Begins a block that started `back` bytes ago; errors then name it.
    pub(super) fn begin(&mut self, block: String, back: usize) {
        self.block = block;
        self.offset = self.size - self.rest.len() - back;
    }

    pub(super) fn bytes(&mut self, count: usize) -> Result<&'a [u8], ImageError> {
        let Some((bytes, rest)) = self.rest.split_at_checked(count) else {
            return Err(ImageError::Truncated {
                format: self.format,
                block: self.block.clone(),
                offset: self.offset,
                expected: count,
                found: self.rest.len(),
            });
        };
        self.rest = rest;
        Ok(bytes)
    }

    /// Reads a little-endian number of `size` bytes, at most 4.
    pub(super) fn number(&mut self, size: usize) -> Result<u32, ImageError> {
        let bytes = self.bytes(size)?;
        Ok(bytes
            .iter()
            .rev()
            .fold(0, |number, &byte| number << 8 | u32::from(byte)))
    }

    /// Reads a length of `size` bytes, then as many bytes.
    pub(super) fn counted(&mut self, size: usize) -> Result<&'a [u8], ImageError> {
        let count = self.number(size)? as usize;
        self.bytes(count)
    }

    /// As [`counted`](Self::counted), but for a text, which may be truncated.
    pub(super) fn text(&mut self, size: usize) -> Result<&'a [u8], ImageError> {
        let count = self.number(size)? as usize;
        self.bytes(count.min(self.rest.len()))
    }

    /// Takes all remaining bytes.
    pub(super) fn rest(&mut self) -> &'a [u8] {
        std::mem::take(&mut self.rest)
    }

    /// Reads a length of `size` bytes and returns a reader of as many bytes, for the same block.
    pub(super) fn inside(&mut self, size: usize) -> Result<Reader<'a>, ImageError> {
        let rest = self.counted(size)?;
        Ok(Reader {
            rest,
            size: rest.len(),
            format: self.format,
            block: self.block.clone(),
            offset: self.offset,
        })
    }

    /// Offset of the current block.
    pub(super) fn offset(&self) -> usize {
        self.offset
    }

    pub(super) fn error(&self, what: &'static str) -> ImageError {
        ImageError::Block {
            format: self.format,
            block: self.block.clone(),
            offset: self.offset,
            what,
        }
    }
}

/// Builds a tape.
#[derive(Default)]
pub(super) struct Builder {
    blocks: Vec<Block>,
    items: Vec<Item>,
    notes: Vec<String>,
    /// Memory of items and blocks, in bytes.
    kept: usize,
}

impl Builder {
    pub(super) fn item(&mut self, item: Item) {
        self.kept += item.size();
        self.items.push(item);
    }

    pub(super) fn items(&mut self) -> &mut Vec<Item> {
        &mut self.items
    }

    pub(super) fn block(&mut self, block: Block, tail: u32) {
        self.items.push(Item::Block {
            index: self.blocks.len(),
            tail,
        });
        self.kept += block.bytes().len();
        self.blocks.push(block);
    }

    /// Adds a text of the image. Control codes become spaces. Long texts are truncated, and texts beyond the
    /// limit are dropped.
    pub(super) fn note(&mut self, bytes: &[u8]) {
        if self.notes.len() > MAX_NOTES {
            return;
        }
        let text: String = bytes
            .iter()
            .take(MAX_NOTE_LENGTH)
            .map(|&byte| {
                if (b' '..0x7F).contains(&byte) {
                    char::from(byte)
                } else {
                    ' '
                }
            })
            .collect();
        let text = text.trim();
        if self.notes.len() == MAX_NOTES {
            self.notes.push("more texts are left out".to_owned());
        } else if !text.is_empty() {
            let cut = if bytes.len() > MAX_NOTE_LENGTH { "..." } else { "" };
            self.notes.push(format!("{text}{cut}"));
        }
    }

    /// Adds the rest of a pause after bits or pulses, at low level; its first millisecond is the last pulse's
    /// tail.
    pub(super) fn rest_of_pause(&mut self, milliseconds: u32) {
        if milliseconds > 1 {
            self.pause(milliseconds - 1);
        }
    }

    pub(super) fn pause(&mut self, milliseconds: u32) {
        self.items.push(Item::Pause {
            level: false,
            tstates: milliseconds * MILLISECOND,
        });
    }

    /// Builds the tape, which plays the items in order.
    pub(super) fn tape(self) -> Tape {
        let order = (0..).take(self.items.len()).collect();
        self.tape_in_order(order)
    }

    pub(super) fn tape_in_order(self, order: Vec<u32>) -> Tape {
        Tape {
            order: order.into(),
            blocks: self.blocks.into(),
            items: self.items.into(),
            notes: self.notes.into(),
        }
    }
}

/// The tail after bits, before a pause: at most one millisecond of it.
pub(super) fn tail(pause_milliseconds: u32) -> u32 {
    pause_milliseconds.min(1) * MILLISECOND
}
