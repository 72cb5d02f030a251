//! The class `Why`.

use pyo3::prelude::*;

use crate::pickle::{Reduced, attributes, of_attributes};

/// Why a variable has its value.
#[pyclass(frozen, get_all, module = "girafa")]
pub struct Why {
    /// The name of the variable.
    pub name: String,
    /// Its value, in BASIC notation; None if the variable does not exist.
    pub value: Option<String>,
    /// The line of the statement that set the variable; None if it was set from outside the program.
    pub line: Option<u16>,
    /// The number of the statement in the line, from 1; None if it was set from outside the program.
    pub statement: Option<u8>,
    /// The text of the statement, or `a change from outside the program`.
    pub text: String,
    /// The start of the statement, for `goto`: a frame, and T-states in that frame.
    pub moment: (u64, u32),
    /// The variables that the statement read: names and values.
    pub reads: Vec<(String, Option<String>)>,
    /// The line of the DATA statement that the value was read from; None for other statements.
    pub data: Option<u16>,
    /// Whether the value was typed as an answer to INPUT.
    pub is_answer: bool,
}

attributes!(Why {
    name,
    value,
    line,
    statement,
    text,
    moment,
    reads,
    data,
    is_answer
});

#[pymethods]
impl Why {
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        of_attributes(slf)
    }

    fn __repr__(&self) -> String {
        let value = self.value.as_deref().unwrap_or("not there");
        let place = self.line.zip(self.statement);
        let place = place.map_or_else(String::new, |(line, statement)| format!("{line}:{statement} "));
        format!("<{} = {value}, by {place}{}>", self.name, self.text)
    }
}
