//! The Spectrum in a window, but for the window: keys in, pictures and samples out.
//!
//! ```text
//!   window ──Event──► Desk ──┬─ Player (crates/play), tapes, paper, listing
//!                            ├─ frame() ──► samples ──► ring ──► device's thread, or a null device
//!                            ├─ picture() ──► Canvas, enlarged by whole numbers ──► window
//!                            └─ Effect: files to write, a state to load, quit
//!   clock, ring's level ──► Pacer ──► how many frames are due
//! ```
//!
//! Nothing here looks at a clock, opens a window or a file: all is a function of what comes in. The command
//! `girafa-desktop` (`src/shell`) holds the window and the sound device.
//!
//! ```no_run
//! use girafa_desktop::desk::{Desk, Settings};
//! let (launched, glyphs) = girafa_subject::launch::Launch::default().bare()?;
//! let mut desk = Desk::new(girafa_play::Player::new(launched, glyphs), "48K", Settings::default());
//! desk.frame();
//! let picture = desk.picture();
//! # Ok::<(), girafa_subject::SubjectError>(())
//! ```
#![forbid(unsafe_code)]

pub mod canvas;
pub mod commands;
pub mod desk;
mod font;
mod help;
pub mod keyboard;
pub mod null;
pub mod pacer;
mod panes;
pub mod ring;
mod tapes;

pub use tapes::Reel;
