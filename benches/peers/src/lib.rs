//! Runs the same 48K snapshot on Girafa and its peers, a frame (69,888 T-states) at a time.
//!
//! There are two kinds of runner. *Machines* (Girafa, SPECTRUSTY, RustZX) have the ULA's contention and
//! devices; *cores* (girafa-z80, z80emu) have flat memory, no contention, and the frame interrupt.

mod agree;
mod cores;
mod machines;
mod sna;
mod workload;

pub use agree::agree;
pub use cores::{FlatGirafa, FlatZ80emu};
pub use machines::{Girafa, RustZx, Spectrusty};
pub use sna::Sna;
pub use workload::{WORKLOADS, snapshot};

/// Something that runs a snapshot.
pub trait Runner {
    /// Starts from a 16 KiB ROM and a 48K .sna.
    fn start(rom: &[u8], sna: &[u8]) -> Self;
    /// Runs one frame.
    fn frame(&mut self);
}
