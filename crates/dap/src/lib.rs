//! A debug adapter for the BASIC of the ZX Spectrum: it translates the Debug Adapter Protocol of an editor to
//! calls of [`girafa_debugger`].
//!
//! ```text
//!  editor ══ stdio or TCP ══► wire ──► Server ─┬─ Source: rows and columns ◄──► statements
//!                                              ├─ Nodes: variables, system variables, registers
//!                                              └─ Debugger ──► machine, past
//! ```
//!
//! It does not read files: a [`Launcher`] loads the program that `launch` names. [`serve`] serves one client,
//! until the client disconnects. A player has a [`Port`] instead, at which one client after another attaches to
//! the program that it runs.
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
mod port;
mod server;
mod source;
mod wire;

use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};

use girafa_session::cassette::Cassette;
use girafa_session::driver::Driver;
use girafa_session::hardware::Pace;
use serde::Deserialize;

pub use port::Port;

/// The arguments of a `launch` request.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct LaunchArguments {
    /// The program to run: a file or an id.
    pub program: String,
    /// The ROM file, if not the default one.
    pub rom: Option<PathBuf>,
    /// Answers to INPUT, in order.
    pub answers: Vec<String>,
    /// Keys pressed when the program reads the keyboard ([`girafa_session::key_script`]).
    pub keys: String,
    /// The tape for SAVE and LOAD.
    pub tape: Option<PathBuf>,
    /// Run without debugging: nothing stops the program, and its past is not recorded.
    pub no_debug: bool,
    /// Stop at the first statement.
    pub stop_on_entry: bool,
    /// Stop at the end instead of ending the session, so that the user can step back.
    pub stop_at_end: bool,
    /// Run at the Spectrum's speed, with keys from the client and sound for it.
    pub real_time: bool,
    /// Apply the errata of the book's record.
    pub corrected: bool,
    /// Write the program to memory instead of loading it.
    pub poke: bool,
    /// Run without a printer.
    pub no_printer: bool,
    /// Emulate late timing.
    pub late: bool,
    /// How long the routines of Girafa's ROM take.
    pub pace: Pace,
}

/// A program that is ready to run.
#[derive(Debug)]
pub struct Loaded {
    /// The driver, with the answers and keys from the client.
    pub driver: Driver,
    /// The file and text of the listing, if the program comes from one.
    pub source: Option<(PathBuf, String)>,
    /// Notices for the user.
    pub notices: Vec<String>,
}

/// Loads the programs that clients launch, and reads their listings.
pub trait Launcher {
    /// Loads the program. A launcher for a player, which has its program, loads none.
    ///
    /// # Errors
    /// A message for the user: the program cannot be loaded or parsed.
    fn launch(&self, arguments: &LaunchArguments) -> Result<Loaded, String> {
        Err(format!("{}: cannot be launched here", arguments.program))
    }

    /// Writes what SAVE recorded to the tape file, if there is one, and returns a message for the user.
    ///
    /// # Errors
    /// The file cannot be written.
    fn keep(&self, _arguments: &LaunchArguments, _cassette: &Cassette) -> Result<String, String> {
        Ok(String::new())
    }

    /// Returns the current text of a listing file.
    ///
    /// # Errors
    /// The file cannot be read.
    fn text(&self, path: &Path) -> Result<String, String> {
        Err(format!("{}: not a program for the debugger", path.display()))
    }
}

/// Serves one client until it disconnects.
///
/// # Errors
/// Writing to the client failed.
pub fn serve(
    input: impl BufRead + Send + 'static,
    output: &mut impl Write,
    launcher: &dyn Launcher,
) -> io::Result<()> {
    server::Server::new(output, launcher).serve(input)
}
