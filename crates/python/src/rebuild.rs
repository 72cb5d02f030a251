//! Rebuilds pickled objects.

use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::compare::Verdict;
use crate::diagnostics::{Diagnostic, Fix};
use crate::machine::Machine;
use crate::pickle::{Attributes, next};
use crate::picture::Picture;
use crate::result::Result;
use crate::scan::{Doubt, Repair, Scan};
use crate::state::State;
use crate::why::Why;

/// Rebuilds an object of a class of this module from the values that `__reduce__` returned.
#[pyfunction]
#[pyo3(name = "_rebuild")]
pub fn rebuild(py: Python<'_>, class: &str, values: &Bound<'_, PyTuple>) -> PyResult<Py<PyAny>> {
    match class {
        "Diagnostic" => Diagnostic::of_values(values)?.into_py_any(py),
        "Fix" => Fix::of_values(values)?.into_py_any(py),
        "Scan" => Scan::of_values(values)?.into_py_any(py),
        "Doubt" => Doubt::of_values(values)?.into_py_any(py),
        "Repair" => Repair::of_values(values)?.into_py_any(py),
        "Verdict" => Verdict::of_values(values)?.into_py_any(py),
        "Why" => Why::of_values(values)?.into_py_any(py),
        "State" => State::unpickled(values)?.into_py_any(py),
        "Machine" => Machine::unpickled(values)?.into_py_any(py),
        "Picture" => Picture::new(py, Picture::unpickled(&next(&mut values.iter())?)?).into_py_any(py),
        "Result" => Result::unpickled(next(&mut values.iter())?.cast()?)?.into_py_any(py),
        _ => Err(PyValueError::new_err(format!("unknown class {class}"))),
    }
}
