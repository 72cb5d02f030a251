//! Tapes and the recorder.

use girafa_z80::Cpu;
use thiserror::Error;

use crate::ula::Ula;

/// One block of a tape: flag byte, data, checksum.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block(pub Vec<u8>);

/// A tape: blocks in order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tape {
    /// The blocks.
    pub blocks: Vec<Block>,
}

/// Why some bytes are not a `.tap` image.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum TapeError {
    /// No bytes at all.
    #[error("the tape is empty")]
    Empty,
}

impl Tape {
    /// Reads a `.tap` image.
    pub fn from_tap(bytes: &[u8]) -> Result<Tape, TapeError> {
        if bytes.is_empty() {
            Err(TapeError::Empty)
        } else {
            Ok(Tape::default())
        }
    }
}

pub(crate) fn looks_like_tap(bytes: &[u8]) -> bool {
    Tape::from_tap(bytes).is_ok()
}

/// The tape recorder.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Deck {
    tape: Option<Tape>,
    instant: bool,
}

impl Deck {
    pub(crate) fn insert(&mut self, tape: Tape) {
        self.tape = Some(tape);
    }
    pub(crate) fn eject(&mut self) -> Option<Tape> {
        self.tape.take()
    }
    pub(crate) fn play(&mut self, _now: u64) {}
    pub(crate) fn stop(&mut self, _now: u64) {}
    pub(crate) fn set_instant(&mut self, on: bool) {
        self.instant = on;
    }
    pub(crate) fn take_saved(&mut self) -> Tape {
        Tape::default()
    }
    /// Whether calls of the ROM's tape routines are answered at once.
    pub fn is_instant(&self) -> bool {
        self.instant
    }
    pub(crate) fn ear(&mut self, _now: u64) -> Option<bool> {
        None
    }
    pub(crate) fn mic(&mut self, _now: u64) {}
    pub(crate) fn listen(&mut self, _now: u64) {}
}

pub(crate) fn trap(_cpu: &mut Cpu, _ula: &mut Ula) -> bool {
    false
}
