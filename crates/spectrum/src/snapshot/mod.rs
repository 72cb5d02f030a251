//! Snapshots: the state of a stopped machine, as a file.
//!
//! | format | stores | loses |
//! | --- | --- | --- |
//! | `.sna` | registers, RAM, border | T-state, MEMPTR, Q, EI, HALT, PC's two bytes of stack |
//! | `.z80` | also the T-state (version 3) and the issue | MEMPTR, Q, EI, HALT |
//! | `.szx` | also MEMPTR, Q, EI, HALT, all of port FE, late timing | the state after `LD A,I`, tape and printer |

pub mod sna;
pub mod szx;
pub mod z80;

use thiserror::Error;

use crate::machine::Spectrum;
use crate::rom::Rom;
use sna::SnaError;
use szx::SzxError;
use z80::Z80Error;

/// Snapshot formats.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// 48K `.sna`.
    Sna,
    /// `.z80`, versions 1 to 3; written as version 3.
    Z80,
    /// `.szx` (zx-state).
    Szx,
}

/// Errors while reading or writing a snapshot.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SnapshotError {
    /// An error of the `.sna` format.
    #[error(transparent)]
    Sna(#[from] SnaError),
    /// An error of the `.z80` format.
    #[error(transparent)]
    Z80(#[from] Z80Error),
    /// An error of the `.szx` format.
    #[error(transparent)]
    Szx(#[from] SzxError),
}

impl Format {
    /// The format for a file extension, in lower case and without the dot.
    pub fn of_extension(extension: &str) -> Option<Format> {
        match extension {
            "sna" => Some(Format::Sna),
            "z80" => Some(Format::Z80),
            "szx" => Some(Format::Szx),
            _ => None,
        }
    }

    /// The extension of the format's files, without the dot.
    pub fn extension(self) -> &'static str {
        match self {
            Format::Sna => "sna",
            Format::Z80 => "z80",
            Format::Szx => "szx",
        }
    }

    /// Loads the snapshot `bytes` into a machine with `rom`, unless the snapshot contains its own ROM.
    pub fn load(self, bytes: &[u8], rom: &Rom) -> Result<Spectrum, SnapshotError> {
        Ok(match self {
            Format::Sna => sna::load(bytes, rom)?,
            Format::Z80 => z80::load(bytes, rom)?,
            Format::Szx => szx::load(bytes, rom)?,
        })
    }

    /// Saves the state of `machine` as a snapshot.
    pub fn save(self, machine: &Spectrum) -> Result<Vec<u8>, SnapshotError> {
        Ok(match self {
            Format::Sna => sna::save(machine)?,
            Format::Z80 => z80::save(machine, z80::Version::Three)?,
            Format::Szx => szx::save(machine),
        })
    }
}

/// The PC to save in a format that cannot represent the HALT state: the address of the HALT, which is
/// executed again after loading.
pub(crate) fn resumable_pc(machine: &Spectrum) -> u16 {
    machine.cpu.pc.wrapping_sub(u16::from(machine.cpu.halted))
}

/// Writes `bytes` to memory from `address`.
pub(crate) fn fill(machine: &mut Spectrum, address: u16, bytes: &[u8]) {
    for (address, &byte) in (address..=0xFFFF).zip(bytes) {
        machine.poke(address, byte);
    }
}
