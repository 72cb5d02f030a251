//! A headless, deterministic ZX Spectrum 48K.
//!
//! ```text
//!   Rom ──► Spectrum ── cpu (girafa-z80) ◄─Bus─► Board ─┬─ memory, clock, contention, floating bus
//!                │                                      ├─ keyboard, border, beeper
//!                ├─ breakpoints                         ├─ tape deck (plays and records)
//!                └─ screen() ► Image                    └─ ZX Printer ► finished rows
//! ```
//!
//! A machine is a value: it can be cloned and compared, and does no input or output of its own. Time passes
//! only inside [`Spectrum::step`], [`Spectrum::run_frame`] and [`Spectrum::resume`].
//!
//! ```
//! use girafa_spectrum::{Rom, Spectrum};
//! let mut rom = vec![0; 16_384];
//! rom[..5].copy_from_slice(&[0x3E, 2, 0xD3, 0xFE, 0x76]); // LD A,2: OUT (254),A: HALT
//! let mut machine = Spectrum::new(&Rom::from_bytes(&rom)?);
//! machine.run_frame();
//! assert_eq!((machine.border(), machine.frames()), (2, 1));
//! # Ok::<(), girafa_spectrum::RomError>(())
//! ```
//!
//! A picture shows the screen as it is in memory. Changes under the beam, and snow, appear only while
//! [`Spectrum::watch_beam`] is on. The border is always exact.
#![forbid(unsafe_code)]

mod beam;
mod board;
mod border;
mod breakpoints;
mod compiled;
mod issue;
mod keyboard;
mod machine;
mod playback;
pub mod printer;
mod rom;
pub mod rzx;
mod screen;
mod screen_cells;
pub mod snapshot;
pub mod sound;
pub mod tape;
pub mod time;
mod write_watch;

pub use board::Board;
pub use breakpoints::Breakpoints;
pub use girafa_ula as ula;
pub use girafa_ula::FRAME_TSTATES;
pub use issue::Issue;
pub use keyboard::{Key, KeyReads, Keyboard};
pub use machine::{Spectrum, Stop};
pub use playback::{Difference, Differing, Playback, PlaybackEnd};
pub use printer::{DotRow, Printer};
pub use rom::{Delays, ROM_SIZE, Rom, RomError};
pub use screen::{Image, Screen};
pub use screen_cells::ScreenCells;
pub use tape::{Block, TapError, Tape};
pub use write_watch::{Write, WriteRange};
