//! A debug adapter for the BASIC of the ZX Spectrum: it translates the Debug Adapter Protocol of an editor to
//! calls of [`girafa_debugger`].
//!
//! ```text
//!  editor ══ stdio or TCP ══► wire ──► Server ─┬─ Source: rows and columns ◄──► statements
//!                                              ├─ Nodes: variables, system variables, registers
//!                                              └─ Debugger ──► machine, past
//! ```
//!
//! It does not read files: a [`Launcher`] loads the program that `launch` names. It serves one client, until
//! the client disconnects.
//!
//! ```
//! use girafa_dap::{Launcher, LaunchArguments, Loaded, serve};
//! struct Nothing;
//! impl Launcher for Nothing {
//!     fn launch(&self, _: &LaunchArguments) -> Result<Loaded, String> {
//!         Err("there is nothing here".to_owned())
//!     }
//! }
//! let request = r#"{"seq":1,"type":"request","command":"initialize","arguments":{"adapterID":"girafa"}}"#;
//! let input = format!("Content-Length: {}\r\n\r\n{request}", request.len());
//! let mut output = Vec::new();
//! serve(std::io::Cursor::new(input), &mut output, &Nothing)?;
//! assert!(String::from_utf8(output)?.contains("supportsStepBack"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod nodes;
mod server;
mod source;
mod wire;

use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};

use girafa_session::cassette::Cassette;
use girafa_session::driver::Driver;
use serde::Deserialize;

/// What `launch` says.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct LaunchArguments {
    /// What is to be run: a file or an id.
    pub program: String,
    /// The ROM's file, where it is not the usual one.
    pub rom: Option<PathBuf>,
    /// Answers to INPUT, in order.
    pub answers: Vec<String>,
    /// Keys that are pressed when the program looks for them ([`girafa_session::key_script`]).
    pub keys: String,
    /// The tape that SAVE records on and LOAD finds.
    pub tape: Option<PathBuf>,
    /// Stop at the first statement.
    pub stop_on_entry: bool,
    /// Stop at the end, to be able to go back, instead of ending the session.
    pub stop_at_end: bool,
    /// The errata of the book's record are applied.
    pub corrected: bool,
    /// The program is put in memory instead of loaded.
    pub poke: bool,
    /// The machine has no printer.
    pub no_printer: bool,
}

/// A program that is about to run.
#[derive(Debug)]
pub struct Loaded {
    /// What runs it, with the answers and keys that the client gives.
    pub driver: Driver,
    /// The listing's file and text, where it has been read from one.
    pub source: Option<(PathBuf, String)>,
    /// What the user should know.
    pub notices: Vec<String>,
}

/// Starts what a client names.
pub trait Launcher {
    /// Loads the program.
    ///
    /// # Errors
    /// It cannot be had, or does not parse: what is wrong, for the user.
    fn launch(&self, arguments: &LaunchArguments) -> Result<Loaded, String>;

    /// Keeps what SAVE has saved, where there is a file for it; says so.
    ///
    /// # Errors
    /// It cannot be written.
    fn keep(&self, _arguments: &LaunchArguments, _cassette: &Cassette) -> Result<String, String> {
        Ok(String::new())
    }

    /// The text that a listing's file has now.
    ///
    /// # Errors
    /// It cannot be read.
    fn text(&self, path: &Path) -> Result<String, String> {
        Err(format!("{}: not a program for the debugger", path.display()))
    }
}

/// Serves one client until it disconnects or is gone.
///
/// # Errors
/// What is said to it cannot be written.
pub fn serve(
    input: impl BufRead + Send + 'static,
    output: &mut impl Write,
    launcher: &dyn Launcher,
) -> io::Result<()> {
    server::Server::new(output, launcher).serve(input)
}
