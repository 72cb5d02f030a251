//! Reports a program's runtime error on standard error and as JSON.

use std::ffi::OsStr;
use std::path::Path;

use girafa_cli_support::{eprint_coloured_line, has_error_terminal};
use girafa_inspect::fault::RuntimeError;
use girafa_session::outcome::Outcome;
use girafa_verify::origin;
use serde::Serialize;

/// The outcome of a run as JSON, with its runtime error or `null`.
#[derive(Serialize)]
pub struct OutcomeWithError<'a> {
    /// The outcome, whose keys are part of this object.
    #[serde(flatten)]
    pub outcome: &'a Outcome,
    /// The runtime error.
    pub fault: Option<RuntimeError>,
}

/// Prints a runtime error of the program `name` on standard error.
pub fn show(fault: &RuntimeError, name: &OsStr) {
    let origin = origin::of_line(Path::new(name), fault.line());
    eprint_coloured_line(fault.render(&origin, has_error_terminal()));
}
