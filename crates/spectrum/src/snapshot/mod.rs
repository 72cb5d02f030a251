//! Snapshots: a machine stopped in mid-run, as a file.
//!
//! | format | keeps of the moment | loses |
//! | --- | --- | --- |
//! | `.sna` | registers, RAM, border | T-state, MEMPTR, Q, EI, HALT, PC's two bytes of stack |
//! | `.z80` | also the T-state (version 3) and the issue | MEMPTR, Q, EI, HALT |
//! | `.szx` | also MEMPTR, Q, EI, HALT, all of port FE | `LD A,I`'s moment, tape and printer |

pub mod sna;
pub mod szx;
pub mod z80;

use thiserror::Error;

use crate::machine::Spectrum;
use crate::rom::Rom;
use sna::SnaError;
use szx::SzxError;
use z80::Z80Error;

/// The formats of snapshots.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// 48K `.sna`.
    Sna,
    /// `.z80`, versions 1 to 3; written as version 3.
    Z80,
    /// `.szx` (zx-state).
    Szx,
}

/// Why a snapshot cannot be read or written.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SnapshotError {
    /// As a `.sna`.
    #[error(transparent)]
    Sna(#[from] SnaError),
    /// As a `.z80`.
    #[error(transparent)]
    Z80(#[from] Z80Error),
    /// As a `.szx`.
    #[error(transparent)]
    Szx(#[from] SzxError),
}

impl Format {
    /// The format that files with this extension (in small letters, without the dot) have.
    pub fn of_extension(extension: &str) -> Option<Format> {
        match extension {
            "sna" => Some(Format::Sna),
            "z80" => Some(Format::Z80),
            "szx" => Some(Format::Szx),
            _ => None,
        }
    }

    /// The machine in the snapshot `bytes`, with `rom` unless the snapshot brings its own.
    pub fn load(self, bytes: &[u8], rom: &Rom) -> Result<Spectrum, SnapshotError> {
        Ok(match self {
            Format::Sna => sna::load(bytes, rom)?,
            Format::Z80 => z80::load(bytes, rom)?,
            Format::Szx => szx::load(bytes, rom)?,
        })
    }

    /// `machine` as a snapshot.
    pub fn save(self, machine: &Spectrum) -> Result<Vec<u8>, SnapshotError> {
        Ok(match self {
            Format::Sna => sna::save(machine)?,
            Format::Z80 => z80::save(machine, z80::Version::Three)?,
            Format::Szx => szx::save(machine),
        })
    }
}

/// PC as a format without a place for the HALT state needs it: on the HALT, which is then executed again.
pub(crate) fn resumable_pc(machine: &Spectrum) -> u16 {
    machine.cpu.pc.wrapping_sub(u16::from(machine.cpu.halted))
}

/// Writes `bytes` to memory from `address` on.
pub(crate) fn fill(machine: &mut Spectrum, address: u16, bytes: &[u8]) {
    for (address, &byte) in (address..=0xFFFF).zip(bytes) {
        machine.poke(address, byte);
    }
}
