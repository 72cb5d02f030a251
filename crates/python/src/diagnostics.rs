//! Diagnostics of listings.

use girafa_basic::diagnostic::Diagnostics;
use pyo3::prelude::*;

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
