//! The 16 KiB that the machine starts with.

use std::fmt;

use thiserror::Error;

/// Bytes of a 48K ROM.
pub const ROM_SIZE: usize = 16_384;

/// A 48K ROM image: exactly 16,384 bytes.
#[derive(Clone, PartialEq, Eq)]
pub struct Rom(Box<[u8]>);

/// Why some bytes are not a 48K ROM.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum RomError {
    /// No bytes at all.
    #[error("the ROM is empty: a 48K ROM has 16384 bytes")]
    Empty,
    /// The bytes are a tape's.
    #[error("this is a .tap tape image of {size} bytes, not a ROM: give it as the program to run")]
    Tape {
        /// Bytes given.
        size: usize,
    },
    /// The bytes are a snapshot's.
    #[error("this is a .sna snapshot of {size} bytes, not a ROM: give it as the program to run")]
    Snapshot {
        /// Bytes given.
        size: usize,
    },
    /// Some other number of bytes.
    #[error("the ROM has {size} bytes: a 48K ROM has exactly 16384")]
    Size {
        /// Bytes given.
        size: usize,
    },
}

/// The image that `roms-open/build.py --commit` puts beside its source.
const GIRAFA48: &[u8; ROM_SIZE] = include_bytes!("../../../roms-open/girafa48.rom");

impl Rom {
    /// Our own ROM, whose source is in `roms-open/`.
    pub fn girafa48() -> Rom {
        Rom(GIRAFA48.as_slice().into())
    }

    /// Takes a copy of `bytes`, which must be 16,384; says what they look like when they are not.
    pub fn from_bytes(bytes: &[u8]) -> Result<Rom, RomError> {
        let size = bytes.len();
        match size {
            ROM_SIZE if !crate::tape::is_tap(bytes) => Ok(Rom(bytes.into())),
            0 => Err(RomError::Empty),
            crate::sna::SIZE => Err(RomError::Snapshot { size }),
            _ if crate::tape::looks_like_tap(bytes) => Err(RomError::Tape { size }),
            _ => Err(RomError::Size { size }),
        }
    }

    /// Takes a copy of bytes whose number is known to be right.
    pub(crate) fn exactly(bytes: &[u8]) -> Rom {
        debug_assert_eq!(bytes.len(), ROM_SIZE);
        Rom(bytes.into())
    }

    /// The image.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }
}

impl fmt::Debug for Rom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rom").finish_non_exhaustive()
    }
}
