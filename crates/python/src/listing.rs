//! Listings: what is wrong with them, as tapes, as LLIST prints them.

use girafa_basic::diagnostic::Diagnostics;
use girafa_basic::program::Program;
use girafa_basic::tokenise::{self as tokeniser, Options};
use girafa_basic::{check as checks, llist as printed, tap};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::errors::{error, of_listing};

/// Columns of the narrowest and the widest row that LLIST prints.
const WIDTHS: std::ops::RangeInclusive<usize> = 6..=1_000;

/// Something wrong with a listing, or doubtful in it.
#[pyclass(frozen, get_all, eq, module = "girafa")]
#[derive(Clone, PartialEq)]
pub struct Diagnostic {
    /// `error`, `warning` or `note`.
    pub severity: String,
    /// What kind of finding it is, such as `G001`; None for errors of the tokeniser.
    pub code: Option<String>,
    /// What is wrong, in one sentence.
    pub message: String,
    /// What stands at the place.
    pub label: String,
    /// What to do about it.
    pub help: Option<String>,
    /// The row of the text, from 1.
    pub line: usize,
    /// The first character of the place, from 1.
    pub column: usize,
    /// The place in the text: its first character, from 0, and the one after it.
    pub span: (usize, usize),
    /// Repairs that are likely to be right, the likeliest first.
    pub fixes: Vec<Fix>,
}

/// A repair: other text for a place.
#[pyclass(frozen, get_all, eq, module = "girafa")]
#[derive(Clone, PartialEq)]
pub struct Fix {
    /// What it does.
    pub title: String,
    /// The place in the text: its first character, from 0, and the one after it.
    pub span: (usize, usize),
    /// What goes there.
    pub replacement: String,
}

#[pymethods]
impl Diagnostic {
    fn __repr__(&self) -> String {
        let Diagnostic {
            severity,
            line,
            column,
            message,
            ..
        } = self;
        format!("<{severity} at {line}:{column}: {message}>")
    }
}

#[pymethods]
impl Fix {
    /// The text with the repair made.
    fn apply(&self, text: &str) -> String {
        let before = text.chars().take(self.span.0);
        let after = text.chars().skip(self.span.1);
        before.chain(self.replacement.chars()).chain(after).collect()
    }

    fn __repr__(&self) -> String {
        format!("<fix: {}>", self.title)
    }
}

/// Findings with places in characters, as Python counts them.
pub fn diagnostics(text: &str, found: &Diagnostics) -> Vec<Diagnostic> {
    let characters = |byte: usize| text.get(..byte).map_or(0, |before| before.chars().count());
    let one = |found: &girafa_basic::diagnostic::Diagnostic| {
        let before = text.get(..found.span.start).unwrap_or_default();
        let row = before.rsplit('\n').next().unwrap_or_default();
        Diagnostic {
            severity: found.severity.name().to_owned(),
            code: found.code.map(str::to_owned),
            message: found.message.clone(),
            label: found.label.clone(),
            help: found.help.clone(),
            line: before.matches('\n').count() + 1,
            column: row.chars().count() + 1,
            span: (characters(found.span.start), characters(found.span.end)),
            fixes: (found.fixes.iter())
                .map(|fix| Fix {
                    title: fix.title.clone(),
                    span: (characters(fix.span.start), characters(fix.span.end)),
                    replacement: fix.replacement.clone(),
                })
                .collect(),
        }
    };
    found.iter().map(one).collect()
}

/// The program of a listing.
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

/// The bytes of a .tap with the listing's program, called `name`, which starts at its first line: those of `girafa tap`.
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
/// Raises ListingError where it has mistakes, ValueError for a width that is none of 6 to 1,000.
#[pyfunction]
#[pyo3(signature = (listing, *, width = 32))]
pub fn llist(py: Python<'_>, listing: &str, width: usize) -> PyResult<Vec<String>> {
    if !WIDTHS.contains(&width) {
        let message = format!("a width of {width}: 6 to 1000 columns are wanted");
        return Err(pyo3::exceptions::PyValueError::new_err(message));
    }
    Ok(printed::rows(&program(py, listing, "listing")?, width))
}
