//! The 16 KiB that the machine starts with.

use std::fmt;

use thiserror::Error;

/// Bytes of a 48K ROM.
pub const ROM_SIZE: usize = 16_384;

/// A 48K ROM image: exactly 16,384 bytes.
#[derive(Clone, PartialEq, Eq)]
pub struct Rom(Box<[u8; ROM_SIZE]>);

/// Some bytes are not a 48K ROM: there are more or fewer than 16,384.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("expected a ROM of 16384 bytes, found {size}")]
pub struct RomError {
    /// Bytes given.
    pub size: usize,
}

impl Rom {
    /// Takes a copy of `bytes`.
    ///
    /// # Errors
    /// They are not 16,384.
    pub fn from_bytes(bytes: &[u8]) -> Result<Rom, RomError> {
        let size = bytes.len();
        let image: &[u8; ROM_SIZE] = bytes.try_into().map_err(|_| RomError { size })?;
        Ok(Rom::from(image))
    }

    /// The image.
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
