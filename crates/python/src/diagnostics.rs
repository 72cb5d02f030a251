//! Diagnostics of listings.

use girafa_basic::diagnostic::Diagnostics;
use pyo3::prelude::*;

use crate::pickle::{Reduced, attributes, of_attributes};

/// An error, a warning or a note about a listing.
#[pyclass(frozen, get_all, eq, module = "girafa")]
#[derive(Clone, PartialEq)]
pub struct Diagnostic {
    /// `error`, `warning` or `note`.
    pub severity: String,
    /// The code of the finding, such as `G001`; None for errors of the tokeniser.
    pub code: Option<String>,
    /// The problem, in one sentence.
    pub message: String,
    /// The label of the marked text, such as what was expected; may be empty.
    pub label: String,
    /// How to solve the problem.
    pub help: Option<String>,
    /// The line of the text, from 1.
    pub line: usize,
    /// The column of the first marked character, from 1.
    pub column: usize,
    /// The range of characters in the text: the start, from 0, and the exclusive end.
    pub span: (usize, usize),
    /// Probable fixes, most likely first.
    pub fixes: Vec<Fix>,
}

/// A fix: a range of the text and its replacement.
#[pyclass(frozen, get_all, eq, module = "girafa")]
#[derive(Clone, PartialEq)]
pub struct Fix {
    /// A short description of the fix.
    pub title: String,
    /// The range of characters in the text: the start, from 0, and the exclusive end.
    pub span: (usize, usize),
    /// The text that replaces the range.
    pub replacement: String,
}

attributes!(Diagnostic {
    severity,
    code,
    message,
    label,
    help,
    line,
    column,
    span,
    fixes
});

#[pymethods]
impl Diagnostic {
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        of_attributes(slf)
    }

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

attributes!(Fix {
    title,
    span,
    replacement
});

#[pymethods]
impl Fix {
    /// Returns `text` with the fix applied.
    fn apply(&self, text: &str) -> String {
        let before = text.chars().take(self.span.0);
        let after = text.chars().skip(self.span.1);
        before.chain(self.replacement.chars()).chain(after).collect()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        of_attributes(slf)
    }

    fn __repr__(&self) -> String {
        format!("<fix: {}>", self.title)
    }
}

/// Converts diagnostics, with positions in characters, as Python counts them, instead of bytes.
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
