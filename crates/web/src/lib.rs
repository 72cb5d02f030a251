//! Girafa as WebAssembly, for the page in `web/` and for the package in `web/package`.
//!
//! ```text
//!   page ──► Machine ──► play::journal ──► session, spectrum
//!        ──► listing      (check, tokenise, list)
//!        ──► scan         (a scanned listing read, and repaired)
//!        ──► book         (its listings restored, its programs beside their references)
//!        ──► programs     (what comes with it)
//!        ──► run          (text in, transcript out)
//! ```
//!
//! Whatever has more than a few fields goes over as JSON, whose types are in `web/src/girafa.ts`. An error is a JavaScript
//! `Error` with the command's message, mistakes of a listing as rows without a drawing.
#![forbid(unsafe_code)]

#[cfg(feature = "tools")]
pub mod book;
pub mod listing;
pub mod machine;
pub mod programs;
mod said;
#[cfg(feature = "tools")]
pub mod scan;
mod units;

use wasm_bindgen::prelude::*;

/// The version of Girafa.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}
