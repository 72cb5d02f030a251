//! The Spectrum in a window, without the window itself: keys in, pictures and samples out.
//!
//! ```text
//!   window ──Event──► Desk ──┬─ Console (crates/frontend): machine, commands, tapes, paper, files
//!                            ├─ frame() ──► samples ──► ring ──► device's thread, or a null device
//!                            └─ picture() ──► Canvas, enlarged by whole numbers ──► window
//! ```
//!
//! This library does not read a clock or open a window: its output depends only on its input. The command
//! `girafa-desktop` (`src/shell`) has the window and the sound device, and is the host of `girafa_frontend`'s
//! main loop.
//!
//! ```no_run
//! use girafa_desktop::{desk::Desk, keyboard::Layout};
//! use girafa_frontend::{Settings, files::{Disk, Files}};
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use girafa_session::emulator::Emulator;
//! let boot = girafa_session::boot::Boot::new(&girafa_rom::girafa48())?;
//! let launched = girafa_session::launch::keys(&boot, "")?;
//! let disk = Disk {
//!     read: |path| std::fs::read(path).map_err(|error| error.to_string()),
//!     write: |path, bytes| std::fs::write(path, bytes).map_err(|error| error.to_string()),
//!     write_new: |path, bytes| std::fs::write(path, bytes).map(|()| true).map_err(|error| error.to_string()),
//! };
//! let files = Files::new(".".as_ref(), "48K", disk)?;
//! let player = Emulator::new(launched, boot.glyphs);
//! let mut desk = Desk::new(player, files, Settings::default(), Layout::Meaning, Some(44_100));
//! let samples = desk.frame();
//! let picture = desk.picture();
//! # Ok(()) }
//! ```
#![forbid(unsafe_code)]

pub mod canvas;
pub mod desk;
mod font;
mod help;
pub mod keyboard;
pub mod null;
mod panes;
pub mod ring;
