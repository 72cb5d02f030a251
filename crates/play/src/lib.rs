//! What a player of the emulated Spectrum needs, whatever it draws with: a terminal or a window.
//!
//! ```text
//!   host keys ──keymap──► chords ──Hands──► keyboard matrix ─┐
//!   wall clock ──Pace──► frames due ────────────────────────► Player ──► cells (text, blocks, pixels)
//!                                                               ├─────► listing with the running line
//!                                                               ├─────► beeper edges, paper, report
//!                                                               └─────► what SAVE records: Cassette
//! ```
//!
//! Nothing here looks at a clock, draws or makes a sound: the front end says what time it is.
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

pub mod cassette;
pub mod cells;
pub mod face;
mod hands;
pub mod keymap;
pub mod listing;
mod pace;
pub mod paper;
mod player;
pub mod signs;

pub use hands::Hands;
pub use pace::Pace;
pub use player::Player;
