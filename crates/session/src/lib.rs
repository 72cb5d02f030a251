//! Sessions with a Spectrum: a program loaded through the ROM, answers typed on the keyboard matrix when the ROM waits
//! for INPUT, everything that it shows collected. Nothing here knows what a program should print: that is `girafa-proof`.
//!
//! ```
//! use girafa_session::{boot::Boot, launch::{self, StartCommand}, session::Session};
//! use girafa_basic::tokenise;
//! let listing = "10 INPUT \"Nome? \";n$\n20 PRINT \"Ola, \";n$";
//! let program = tokenise::program(listing, &tokenise::Options::default())?.program;
//! let boot = Boot::new(&girafa_rom::girafa48())?;
//! let launched = launch::program(&boot, &program, StartCommand::Run)?;
//! let mut session = Session::new(launched, boot.glyphs.clone()).answers(&["Ana"])?.with_transcript();
//! let outcome = session.run(50 * 60, &mut ());
//! assert_eq!((outcome.transcript.as_str(), outcome.report.as_str()), ("Ola, Ana\n", "0 OK, 20:1"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

pub mod boot;
pub mod cassette;
pub mod dictation;
pub mod finger;
pub mod hand;
pub mod insight;
pub mod key_script;
pub mod keys;
pub mod keystrokes;
pub mod launch;
pub mod listener;
pub mod other_rom;
pub mod outcome;
pub mod paper;
pub mod picture;
mod place;
pub mod polls;
pub mod session;
pub mod sysvars;
pub mod tapes;
pub mod television;
pub mod text;
pub mod timeline;
pub mod transcript;
mod typist;
pub mod wait;
