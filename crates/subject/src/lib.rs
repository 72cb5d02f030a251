//! What a command is asked to run, from its name to a machine about to start it: files of all formats, listings of the
//! book, our editions of them, ROMs.
//!
//! ```
//! use girafa_subject::launch::Launch;
//! let resolved = girafa_subject::resolve("nim")?;
//! for notice in &resolved.notices {
//!     eprintln!("{}", notice.message(false));
//! }
//! let (launched, glyphs) = Launch::default().run("nim", &resolved.subject)?;
//! # Ok::<(), girafa_subject::SubjectError>(())
//! ```
#![forbid(unsafe_code)]

pub mod book;
pub mod editions;
mod error;
pub mod launch;
pub mod library;
pub mod listing;
pub mod place;
pub mod rom;
pub mod scripts;
mod subject;

pub use error::{Notice, SubjectError};
pub use subject::{
    Picture, Resolved, Snapshot, Subject, corrected, damaged, of_bytes, resolve, tail, tape_of,
};
