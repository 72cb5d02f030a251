//! Loads run targets: files of all formats, listings of the book, included editions, ROMs. The result is a
//! machine that is ready to start.
//!
//! ```
//! use girafa_session::request::RunRequest;
//! let resolved = girafa_loader::resolve("nim")?;
//! let rom = girafa_loader::rom::load(None)?;
//! let (driver, notices) = girafa_loader::launch::start("nim", &resolved.target, &rom, RunRequest::default())?;
//! for notice in resolved.notices.iter().chain(&notices) {
//!     eprintln!("{}", notice.message(false));
//! }
//! # Ok::<(), girafa_loader::LoadError>(())
//! ```
#![forbid(unsafe_code)]

pub mod book;
pub mod characters;
pub mod editions;
mod error;
pub mod launch;
pub mod library;
pub mod listing;
pub mod open;
pub mod place;
pub mod recording;
mod resume;
pub mod rom;
pub mod scripts;
mod target;
mod unknown;

pub use error::{LoadError, Notice};
pub use target::{
    Picture, Resolved, Snapshot, Target, corrected, damaged, of_bytes, of_opened, resolve, tail,
};
