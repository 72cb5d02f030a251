//! The ROM image of the machine, 16 KiB.

use std::fmt;

use thiserror::Error;

/// Size of a 48K ROM in bytes.
pub const ROM_SIZE: usize = 16_384;

/// A 48K ROM image: exactly 16,384 bytes; it may have [`Delays`].
#[derive(Clone, PartialEq, Eq)]
pub struct Rom {
    image: Box<[u8; ROM_SIZE]>,
    delays: Option<&'static Delays>,
}

/// T-states that pass before instructions of a ROM, so that its routines take as long as those of another.
#[derive(PartialEq, Eq)]
pub struct Delays {
    by_address: [u16; ROM_SIZE],
    list: &'static [(u16, u16)],
    longest: u16,
}

/// The bytes are not a 48K ROM: there are more or fewer than 16,384.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("expected a ROM of 16384 bytes, found {size}")]
pub struct RomError {
    /// Number of bytes found.
    pub size: usize,
}

impl Delays {
    /// Delays from addresses and their T-states.
    ///
    /// # Panics
    /// An address is not in ROM.
    pub const fn new(list: &'static [(u16, u16)]) -> Delays {
        let mut by_address = [0; ROM_SIZE];
        let mut longest = 0;
        let mut index = 0;
        while index < list.len() {
            let (address, tstates) = list[index];
            by_address[address as usize] = tstates;
            if longest < tstates {
                longest = tstates;
            }
            index += 1;
        }
        Delays {
            by_address,
            list,
            longest,
        }
    }

    /// The addresses and their T-states.
    pub(crate) fn list(&self) -> &'static [(u16, u16)] {
        self.list
    }

    /// The longest of them, in T-states.
    pub(crate) fn longest(&self) -> u32 {
        u32::from(self.longest)
    }

    /// The T-states before the instruction at `pc`.
    pub(crate) fn at(&self, pc: u16) -> u32 {
        self.by_address
            .get(usize::from(pc))
            .map_or(0, |&tstates| u32::from(tstates))
    }
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

    pub(crate) fn of(image: &[u8; ROM_SIZE], delays: Option<&'static Delays>) -> Rom {
        Rom {
            image: Box::new(*image),
            delays,
        }
    }

    /// The bytes of the image.
    pub fn bytes(&self) -> &[u8; ROM_SIZE] {
        &self.image
    }

    /// This image with delays ([`Spectrum::set_paced`](crate::Spectrum::set_paced)).
    pub fn with_delays(mut self, delays: &'static Delays) -> Rom {
        self.delays = Some(delays);
        self
    }

    /// Its delays, if it has any.
    pub fn delays(&self) -> Option<&'static Delays> {
        self.delays
    }
}

impl From<&[u8; ROM_SIZE]> for Rom {
    fn from(image: &[u8; ROM_SIZE]) -> Rom {
        Rom::of(image, None)
    }
}

impl fmt::Debug for Delays {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Delays").finish_non_exhaustive()
    }
}

impl fmt::Debug for Rom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rom").finish_non_exhaustive()
    }
}
