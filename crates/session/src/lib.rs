//! Runs programs on a Spectrum: loads a program through the ROM, types answers when the ROM waits for INPUT,
//! and collects everything that the program shows. Expectations are in `girafa-verify`.
//!
//! ```
//! use girafa_session::{Boot, RunRequest};
//! let mut request = RunRequest::of_listing("10 INPUT \"Nome? \";n$\n20 PRINT \"Ola, \";n$")?;
//! request.answers = vec!["Ana".to_owned()];
//! let mut driver = request.start(|| Boot::new(&girafa_rom::girafa48()))?.with_transcript();
//! let outcome = driver.run(request.limit.frames(), &mut ());
//! assert_eq!((outcome.transcript.as_str(), outcome.report.as_str()), ("Ola, Ana\n", "0 OK, 20:1"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod beam_replay;
pub mod boot;
pub mod cassette;
pub mod driver;
pub mod emulator;
pub mod hardware;
pub mod history;
pub mod host_keys;
pub mod idle;
pub mod input;
pub mod key_rhythm;
pub mod key_script;
pub mod keyboard_state;
pub mod keys;
pub mod keystrokes;
pub mod launch;
pub mod limits;
pub mod listener;
mod observed;
mod observing;
pub mod outcome;
pub mod paper;
pub mod picture;
mod prompt;
pub mod recording;
pub mod request;
pub mod scripted_keys;
pub mod segment_summary;
pub mod tapes;
pub mod timeline;
pub mod transcript;
mod typing;

pub use boot::{Boot, BootError};
pub use driver::{Driver, Event, Until};
pub use listener::Listener;
pub use outcome::{End, Outcome};
pub use request::{Limit, Loading, RunError, RunRequest, Source};
