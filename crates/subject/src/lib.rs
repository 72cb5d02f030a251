//! What a command is asked to run, from its name to a machine about to start it: files of all formats, listings of the
//! book, our editions of them, ROMs. And what goes wrong on the way, as one message and an exit code.
//!
//! ```no_run
//! use girafa_subject::{launch::Launch, target};
//! let launch = Launch { rom: None, poke: false };
//! let (launched, glyphs) = launch.run("nim", &target::resolve("nim")?)?;
//! # Ok::<(), girafa_subject::exit::Failure>(())
//! ```
#![forbid(unsafe_code)]

pub mod book;
pub mod editions;
pub mod exit;
pub mod files;
pub mod launch;
pub mod listing;
pub mod rom;
pub mod scripts;
pub mod target;
