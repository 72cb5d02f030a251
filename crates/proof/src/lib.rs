//! Sessions with a Spectrum: a program loaded through the ROM, answers typed on the keyboard matrix when the ROM waits
//! for INPUT, everything that it shows collected.
//!
//! ```no_run
//! use girafa_proof::{boot::Boot, launch, session::Session};
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let rom = girafa_spectrum::Rom::from_bytes(&std::fs::read("girafa48.rom")?)?;
//! let boot = Boot::new(&rom)?;
//! let launched = launch::tape(&boot, &std::fs::read("hanoi.tap")?)?;
//! let mut session = Session::new(launched, boot.glyphs.clone()).answers(&["3", "1", "3"])?.with_transcript();
//! println!("{}", session.run(50 * 60, &mut ()).transcript);
//! # Ok(()) }
//! ```

pub mod boot;
pub mod compare;
pub mod conform;
pub mod dictation;
pub mod insight;
pub mod keys;
pub mod keystrokes;
pub mod launch;
pub mod outcome;
pub mod paper;
pub mod picture;
mod place;
pub mod session;
pub mod sessions;
pub mod sysvars;
pub mod television;
pub mod text;
pub mod transcript;
mod typist;
pub mod wait;
