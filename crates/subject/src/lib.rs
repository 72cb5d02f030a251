//! What a command is asked to run, from its name to a machine about to start it: files of all formats, listings of the
//! book, our editions of them, ROMs.
//!
//! ```
//! use girafa_subject::{launch::Launch, target};
//! let resolved = target::resolve("nim")?;
//! for notice in &resolved.notices {
//!     eprintln!("{}", notice.message(false));
//! }
//! let (launched, glyphs) = Launch::default().run("nim", &resolved.target)?;
//! # Ok::<(), girafa_subject::SubjectError>(())
//! ```
#![forbid(unsafe_code)]

pub mod book;
pub mod editions;
mod error;
pub mod launch;
pub mod listing;
pub mod rom;
pub mod scripts;
pub mod target;

pub use error::{Notice, SubjectError};
