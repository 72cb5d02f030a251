//! Checks listings and converts them to tapes and to the output of LLIST.

use girafa_basic::program::Program;
use girafa_basic::tokenise::{self as tokeniser, Options};
use girafa_basic::{check as checks, llist as printed, tap};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::diagnostics::{Diagnostic, diagnostics};
use crate::errors::{error, of_listing};
use crate::interrupt::interruptible;

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

/// Returns the bytes of a .tap file with the listing's program, as `girafa tap` writes it. The program is
/// called `name` and starts at its first line.
///
/// Raises ListingError if the listing has errors.
#[pyfunction]
#[pyo3(signature = (listing, *, name = "listing"))]
pub fn tokenise<'py>(py: Python<'py>, listing: &str, name: &str) -> PyResult<Bound<'py, PyBytes>> {
    let mut program = program(py, listing, name)?;
    program.start_itself();
    let tape = tap::from_program(&program).map_err(error)?;
    Ok(PyBytes::new(py, &tape))
}

/// Returns all diagnostics of a listing, in the order of its text, as `girafa check` finds them.
#[pyfunction]
pub fn check(py: Python<'_>, listing: &str) -> PyResult<Vec<Diagnostic>> {
    let text = listing.to_owned();
    let found = interruptible(py, move |_| checks::all(&text, false))?;
    Ok(diagnostics(listing, &found))
}

/// Returns the rows that LLIST prints for a listing, `width` columns wide.
///
/// Raises ListingError if the listing has errors, and ValueError if the width is not from 6 to 1,000.
#[pyfunction]
#[pyo3(signature = (listing, *, width = 32))]
pub fn llist(py: Python<'_>, listing: &str, width: usize) -> PyResult<Vec<String>> {
    if !WIDTHS.contains(&width) {
        let message = format!("width={width}: expected 6 to 1000");
        return Err(pyo3::exceptions::PyValueError::new_err(message));
    }
    Ok(printed::rows(&program(py, listing, "listing")?, width))
}
