//! What the readers of tape images share: bytes taken in order, and a tape put together.

use thiserror::Error;

use super::{Block, Item, TapError, Tape};
use crate::ula::CLOCK_HZ;

/// Bytes that the items of a tape may take in memory: four times what an hour of pulses does.
const MAX_BYTES: usize = 128 << 20;
/// Texts of an image that are kept, and bytes of each.
const MAX_NOTES: usize = 1_000;
const MAX_NOTE_LENGTH: usize = 4_096;

/// T-states of a millisecond.
const MILLISECOND: u32 = CLOCK_HZ / 1_000;

/// Why some bytes are no tape image. Offsets count from the file's start.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ImageError {
    /// As a `.tap`.
    #[error(transparent)]
    Tap(#[from] TapError),
    /// It does not begin as one.
    #[error("not a valid {format} file: it has another header")]
    Magic {
        /// The format's extension, with its dot.
        format: &'static str,
    },
    /// The file ends inside a block.
    #[error(
        "the {format} file is truncated: block {block} at offset {offset} needs {wanted} more bytes, but {found} are left"
    )]
    Truncated {
        /// The format's extension, with its dot.
        format: &'static str,
        /// Kind of the block, as the format names it.
        block: String,
        /// Offset of the block.
        offset: usize,
        /// Bytes that it should have from where they begin to miss.
        wanted: usize,
        /// Bytes left.
        found: usize,
    },
    /// There are more than 100,000 blocks or pieces.
    #[error(
        "the {format} file has more than {} blocks, the limit",
        girafa_tap::MAX_BLOCKS
    )]
    TooMany {
        /// The format's extension, with its dot.
        format: &'static str,
    },
    /// Its blocks take more memory than a tape may.
    #[error(
        "the {format} file takes more than {} MiB of memory: no tape is as long",
        MAX_BYTES >> 20
    )]
    TooLarge {
        /// The format's extension, with its dot.
        format: &'static str,
    },
    /// A block that is whole, and wrong or beyond this program.
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

/// Takes bytes in order.
pub(super) struct Reader<'a> {
    rest: &'a [u8],
    size: usize,
    format: &'static str,
    block: String,
    offset: usize,
}

impl<'a> Reader<'a> {
    /// After the first `skip` bytes of a file, which there are.
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

    /// Refuses a file of which so many blocks have been read into `builder`, but that has more.
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

    /// A block begins `back` bytes before: errors name it so.
    pub(super) fn begin(&mut self, block: String, back: usize) {
        self.block = block;
        self.offset = self.size - self.rest.len() - back;
    }

    pub(super) fn bytes(&mut self, wanted: usize) -> Result<&'a [u8], ImageError> {
        let Some((bytes, rest)) = self.rest.split_at_checked(wanted) else {
            return Err(ImageError::Truncated {
                format: self.format,
                block: self.block.clone(),
                offset: self.offset,
                wanted,
                found: self.rest.len(),
            });
        };
        self.rest = rest;
        Ok(bytes)
    }

    /// A little-endian number of `size` bytes, 4 at most.
    pub(super) fn number(&mut self, size: usize) -> Result<u32, ImageError> {
        let bytes = self.bytes(size)?;
        Ok(bytes
            .iter()
            .rev()
            .fold(0, |number, &byte| number << 8 | u32::from(byte)))
    }

    /// As many bytes as a number of `size` bytes says.
    pub(super) fn counted(&mut self, size: usize) -> Result<&'a [u8], ImageError> {
        let wanted = self.number(size)? as usize;
        self.bytes(wanted)
    }

    /// As [`counted`](Self::counted), of a text: what there is of it.
    pub(super) fn text(&mut self, size: usize) -> Result<&'a [u8], ImageError> {
        let wanted = self.number(size)? as usize;
        self.bytes(wanted.min(self.rest.len()))
    }

    /// All bytes that are left.
    pub(super) fn rest(&mut self) -> &'a [u8] {
        std::mem::take(&mut self.rest)
    }

    /// The next bytes, as many as a number of `size` bytes says, as a reader of its own for the same block.
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

    /// Where the block begins.
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

/// Puts a tape together.
#[derive(Default)]
pub(super) struct Builder {
    blocks: Vec<Block>,
    items: Vec<Item>,
    notes: Vec<String>,
    /// Bytes that items and blocks take.
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

    /// A text of the image; control codes become spaces. A long text is cut, and there are so many at most.
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

    /// Silence at low level after bits or pulses, of which the first millisecond ends the last pulse.
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

    /// The tape that plays in the items' order.
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

/// The pulse that ends bits before a pause: a millisecond of it, if there is one.
pub(super) fn tail(pause_milliseconds: u32) -> u32 {
    pause_milliseconds.min(1) * MILLISECOND
}
