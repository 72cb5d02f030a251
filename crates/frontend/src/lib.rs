//! The common part of the players of the emulated Spectrum, in a terminal or a window.
//!
//! ```text
//!   host keys ─┬─keymap──► chords ──HostKeys──► keyboard matrix ─┐
//!              └─commands──► Console ─┬──────────────────────► Emulator ──► cells (text, blocks, pixels)
//!                                     ├─ Recorder, Cassette      ├──────► listing with the running line, variables
//!                                     ├─ Files                   └──────► beeper edges, report
//!                                     └─ Debugger: the run's past, breakpoints, paper
//!   host clock ──Pacer──► frames due ──run──► Console::frame
//! ```
//!
//! This crate does not read a clock, draw or play sound. The front end implements [`Host`]: it provides the
//! time, maps its keys to those of [`keymap`] and [`commands`], and shows the [`Console`].
//!
//! ```no_run
//! use girafa_frontend::{cells, keymap::{self, HostKey, Shifts}};
//! use girafa_session::emulator::Emulator;
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let boot = girafa_session::boot::Boot::new(&girafa_rom::girafa48())?;
//! let nothing_loaded = girafa_session::launch::keys(&boot, "")?;
//! let mut emulator = Emulator::new(nothing_loaded, boot.glyphs);
//! emulator.press(&keymap::chords(HostKey::Char('p'), Shifts::default())?);
//! emulator.frame();
//! let cells = cells::of(emulator.machine(), emulator.glyphs());
//! # Ok(()) }
//! ```
#![forbid(unsafe_code)]

#[cfg(test)]
mod cassette_tests;
pub mod cells;
pub mod characters;
pub mod commands;
mod console;
pub mod face;
pub mod files;
pub mod keymap;
pub mod listing;
pub mod pacer;
pub mod recorder;
mod run;
pub mod variables;

pub use console::{Console, Pace, Settings};
pub use run::{Host, run};
