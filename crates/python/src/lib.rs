//! Girafa for Python: the compiled part of the package `girafa`.
//!
//! ```text
//!   run        ──► result      text in, transcript out
//!   machine    ──► why, state  a machine with its history; the cause of a variable's value; a saved state
//!   listing                    tokenise, check, format of listings
//!   scan                       a scanned listing read
//!   compare                    a program and its reference
//!   command                    the command `girafa`
//!   errors                     exceptions with file, line and column
//!   path                       files, and their names
//!   interrupt                  Ctrl+C
//!   pickle, rebuild            objects as the values of their attributes, and back
//! ```
//!
//! The global interpreter lock is released while a machine runs.
#![forbid(unsafe_code)]

mod command;
mod compare;
mod diagnostics;
mod errors;
mod interrupt;
mod listing;
mod machine;
mod path;
mod pickle;
mod picture;
mod rebuild;
mod result;
mod run;
mod scan;
mod state;
mod values;
mod why;

use pyo3::prelude::*;

/// The compiled part of `girafa`.
#[pymodule]
#[pyo3(name = "_girafa")]
mod module {
    #[pymodule_export]
    use crate::command::command;
    #[pymodule_export]
    use crate::compare::{Sessions, Verdict, compare};
    #[pymodule_export]
    use crate::diagnostics::{Diagnostic, Fix};
    #[pymodule_export]
    use crate::errors::{GirafaError, GirafaWarning, ListingError, OutOfAnswers};
    #[pymodule_export]
    use crate::listing::{check, llist, tokenise};
    #[pymodule_export]
    use crate::machine::Machine;
    #[pymodule_export]
    use crate::picture::Picture;
    #[pymodule_export]
    use crate::rebuild::rebuild;
    #[pymodule_export]
    use crate::result::Result;
    #[pymodule_export]
    use crate::run::run;
    #[pymodule_export]
    use crate::scan::{Doubt, Repair, Scan, typein};
    #[pymodule_export]
    use crate::state::State;
    #[pymodule_export]
    use crate::why::Why;

    use super::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("SAMPLE_RATE", crate::run::RATE)?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
