//! What a player of the emulated Spectrum needs, whatever it draws with: a terminal or a window.
//!
//! ```text
//!   host keys ─┬─keymap──► chords ──Hands──► keyboard matrix ─┐
//!              └─commands──► Console ─┬──────────────────────► Player ──► cells (text, blocks, pixels)
//!                                     ├─ Recorder, Cassette      ├──────► listing with the running line, variables
//!                                     ├─ Files                   └──────► beeper edges, report
//!                                     └─ Debugger: the run's past, breakpoints, paper
//!   host clock ──Pacer──► frames due ──run──► Console::frame
//! ```
//!
//! Nothing here looks at a clock, draws or makes a sound: the front end is a [`Host`], which says what time it is, maps its
//! keys to those of [`keymap`] and [`commands`] and shows the [`Console`].
//!
//! ```no_run
//! use girafa_play::{Player, cells, keymap::{self, HostKey, Shifts}};
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let boot = girafa_session::boot::Boot::new(&girafa_rom::girafa48())?;
//! let nothing_loaded = girafa_session::launch::keys(&boot, "")?;
//! let mut player = Player::new(nothing_loaded, boot.glyphs);
//! player.press(&keymap::chords(HostKey::Char('p'), Shifts::default())?);
//! player.frame();
//! let cells = cells::of(player.machine(), player.glyphs());
//! # Ok(()) }
//! ```
#![forbid(unsafe_code)]

#[cfg(test)]
mod cassette_tests;
pub mod cells;
pub mod characters;
pub mod commands;
mod console;
pub mod debug;
pub mod face;
pub mod files;
mod hands;
pub mod journal;
pub mod keymap;
pub mod listing;
pub mod marks;
pub mod pacer;
pub mod paper;
mod player;
pub mod recorder;
mod run;
pub mod variables;

pub use console::{Console, Pace, Settings};
pub use hands::Hands;
pub use player::{Pause, Player, TypeError};
pub use run::{Host, run};
