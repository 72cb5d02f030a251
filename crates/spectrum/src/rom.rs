//! The ROM image of the machine, 16 KiB.

use std::fmt;

use thiserror::Error;

/// Size of a 48K ROM in bytes.
pub const ROM_SIZE: usize = 16_384;

/// A 48K ROM image: exactly 16,384 bytes.
#[derive(Clone, PartialEq, Eq)]
pub struct Rom(Box<[u8; ROM_SIZE]>);

/// The bytes are not a 48K ROM: there are more or fewer than 16,384.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("expected a ROM of 16384 bytes, found {size}")]
pub struct RomError {
    /// Number of bytes found.
    pub size: usize,
}

impl Rom {
    /// Copies `bytes` into a ROM image.
    ///
    /// # Errors
    /// `bytes` does not have exactly 16,384 bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Rom, RomError> {
        let size = bytes.len();
        let image: &[u8; ROM_SIZE] = bytes.try_into().map_err(|_| RomError { size })?;
        Ok(Rom::from(image))
    }

    /// The bytes of the image.
    pub fn bytes(&self) -> &[u8; ROM_SIZE] {
        &self.0
    }
}

impl From<&[u8; ROM_SIZE]> for Rom {
    fn from(image: &[u8; ROM_SIZE]) -> Rom {
        Rom(Box::new(*image))
    }
}

impl fmt::Debug for Rom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rom").finish_non_exhaustive()
    }
}
