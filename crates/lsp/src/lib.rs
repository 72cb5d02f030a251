//! A language server for Sinclair BASIC that implements the Language Server Protocol 3.17.
//!
//! It serves one connection, such as standard input and output, and handles one message at a time:
//!
//! ```
//! use std::io::Cursor;
//! let message = |json: &str| format!("Content-Length: {}\r\n\r\n{json}", json.len());
//! let input = [
//!     r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#,
//!     r#"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"#,
//!     r#"{"jsonrpc":"2.0","method":"exit"}"#,
//! ];
//! let input: String = input.iter().map(|json| message(json)).collect();
//! let mut output = Vec::new();
//! girafa_lsp::serve(Cursor::new(input), &mut output)?;
//! assert!(String::from_utf8_lossy(&output).contains("\"hoverProvider\":true"));
//! # Ok::<(), girafa_lsp::ServeError>(())
//! ```
//!
//! Positions count UTF-16 code units, the protocol's default. A listing is parsed again after each change:
//! from a keystroke to the diagnostics of 1,000 lines it takes 12 ms (`cargo bench -p girafa-lsp`).
//! Measurements of runs come from files next to the listing `x.bas`: `x.profile.json` and `x.cover.json`,
//! which `girafa profile x.bas --json` and `girafa cover x.bas --json` print.
//!
//! Limits: 16 MiB per message, 1 MiB per listing (a longer one gets a single diagnostic that says so), 200
//! open listings, and 1,000 diagnostics per listing.
//!
//! ```text
//! transport.rs    bytes to messages
//! server.rs       the connection's life, and what each message asks
//! protocol/       the structures of the protocol
//! document.rs     a text with its changes, places in it, and what is known about it
//! findings.rs     diagnostics and quick fixes
//! completion.rs   what could be typed
//! snippets.rs     templates with places to fill in
//! hover.rs        what stands here
//! navigation.rs   definitions, references, renaming
//! outline.rs      folding, symbols, colours
//! measured.rs     what a run has measured: T-states, coverage
//! ```
#![forbid(unsafe_code)]

mod calls;
mod completion;
mod document;
mod findings;
mod hover;
mod lenses;
mod measured;
mod measured_lines;
mod navigation;
mod outline;
mod protocol;
mod server;
mod signature;
mod snippets;
mod transport;

pub use server::{ServeError, serve};
