//! Girafa as WebAssembly, for the page in `web/` and for the package in `web/package`.
//!
//! ```text
//!   page ──► Machine ──► debugger ──► session::driver ──► spectrum
//!        ──► listing      (check, tokenise, list)
//!        ──► pages, scan  (a scanned or photographed listing read, and repaired)
//!        ──► book         (its listings restored, its programs compared with their references)
//!        ──► programs     (the included programs, for the build)
//!        ──► run          (listing in, transcript out)
//! ```
//!
//! Larger results are JSON, with the types in `web/src/girafa.ts`. An error is a JavaScript `Error` with the
//! same message as on the command line, except that errors in a listing are rows without a drawing.
#![forbid(unsafe_code)]

#[cfg(feature = "tools")]
pub mod book;
pub mod debug;
mod errors;
mod keys;
pub mod listing;
pub mod machine;
#[cfg(feature = "tools")]
pub mod pages;
#[cfg(feature = "tools")]
pub mod programs;
pub mod run;
#[cfg(feature = "tools")]
pub mod scan;
mod units;

use wasm_bindgen::prelude::*;

/// The version of Girafa.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}
