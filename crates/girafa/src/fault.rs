//! Where and why a program has stopped, for standard error and for JSON.

use std::ffi::OsStr;
use std::path::Path;

use girafa_cli_support::{eprint_coloured_line, has_error_terminal};
use girafa_inspect::fault::RuntimeError;
use girafa_session::outcome::Outcome;
use girafa_verify::origin;
use serde::Serialize;

/// The outcome of a run as JSON, with the error that it ended with or `null`.
#[derive(Serialize)]
pub struct OutcomeWithError<'a> {
    /// The outcome's own keys.
    #[serde(flatten)]
    pub outcome: &'a Outcome,
    /// The error.
    pub fault: Option<RuntimeError>,
}

/// Shows an error of the program called `name` on standard error.
pub fn show(fault: &RuntimeError, name: &OsStr) {
    let origin = origin::of_line(Path::new(name), fault.line());
    eprint_coloured_line(fault.render(&origin, has_error_terminal()));
}
