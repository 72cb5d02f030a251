//! The notation of BASinC: its rows that are not program lines, and its escapes.
//!
//! ```text
//! Auto 30
//!
//! # Run-time Variables
//!
//! Var g: Num = 7
//! Var n$: Str = "seven"
//!
//! # End Run-time Variables
//!
//!   30 PRINT "\{i2p6}red on yellow";g
//! ```

pub(crate) mod escapes;
pub(crate) mod rows;
mod text;
pub(crate) mod variables;

pub use text::from_program;
