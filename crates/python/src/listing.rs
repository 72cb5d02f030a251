//! Checks listings and converts them to tapes and to the output of LLIST.

use girafa_basic::program::Program;
use girafa_basic::tokenise::{self as tokeniser, Options};
use girafa_basic::{check as checks, llist as printed, tap};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::diagnostics::{Diagnostic, diagnostics};
use crate::errors::{error, of_listing};

/// Supported widths of LLIST in columns.
const WIDTHS: std::ops::RangeInclusive<usize> = 6..=1_000;

/// Tokenises a listing.
pub fn program(py: Python<'_>, listing: &str, name: &str) -> PyResult<Program> {
    let options = Options {
        name: name.to_owned(),
        ..Options::default()
    };
    match tokeniser::program(listing, &options) {
        Ok(done) => Ok(done.program),
        Err(mistakes) => {
            let message = mistakes.render(name, listing, false);
            Err(of_listing(py, name, listing, &mistakes, message))
        }
    }
}

/// The bytes of a .tap with the listing's program, called `name`, which starts at its first line: those of
/// `girafa tap`.
///
/// Raises ListingError where it has mistakes.
#[pyfunction]
#[pyo3(signature = (listing, *, name = "listing"))]
pub fn tokenise<'py>(py: Python<'py>, listing: &str, name: &str) -> PyResult<Bound<'py, PyBytes>> {
    let mut program = program(py, listing, name)?;
    program.autostart = program.lines.first().map(|line| line.number);
    let tape = tap::from_program(&program).map_err(error)?;
    Ok(PyBytes::new(py, &tape))
}

/// What is wrong with a listing or doubtful in it, in the order of its text: all that `girafa check` finds.
#[pyfunction]
pub fn check(py: Python<'_>, listing: &str) -> Vec<Diagnostic> {
    let found = py.detach(|| checks::all(listing, false));
    diagnostics(listing, &found)
}

/// The rows that LLIST prints for a listing, `width` columns wide.
///
/// Raises ListingError where it has mistakes, ValueError for a width that is not one of 6 to 1,000.
#[pyfunction]
#[pyo3(signature = (listing, *, width = 32))]
pub fn llist(py: Python<'_>, listing: &str, width: usize) -> PyResult<Vec<String>> {
    if !WIDTHS.contains(&width) {
        let message = format!("width={width}: expected 6 to 1000");
        return Err(pyo3::exceptions::PyValueError::new_err(message));
    }
    Ok(printed::rows(&program(py, listing, "listing")?, width))
}
