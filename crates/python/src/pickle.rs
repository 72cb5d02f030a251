//! Pickling: an object is rebuilt from the values of its fields.

use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::compare::Verdict;
use crate::diagnostics::{Diagnostic, Fix};
use crate::machine::Why;
use crate::picture::Picture;
use crate::result::Result;
use crate::scan::{Doubt, Repair, Scan};

/// The result of `__reduce__`: the function that rebuilds the object, and its arguments.
pub type Reduced<'py> = (Bound<'py, PyAny>, (Bound<'py, PyString>, Bound<'py, PyTuple>));

/// Returns what `__reduce__` returns for an object with these values.
pub fn reduced<'py>(object: &Bound<'py, PyAny>, values: Bound<'py, PyTuple>) -> PyResult<Reduced<'py>> {
    let rebuild = object.py().import("girafa._girafa")?.getattr("_rebuild")?;
    Ok((rebuild, (object.get_type().name()?, values)))
}

macro_rules! classes {
    ($($class:ident { $($field:ident),+ })+) => {
        /// Returns what `__reduce__` returns for an object whose attributes are all its data.
        pub fn of_attributes<'py>(object: &Bound<'py, PyAny>) -> PyResult<Reduced<'py>> {
            let names: &[&str] = match object.get_type().name()?.to_string().as_str() {
                $(stringify!($class) => &[$(stringify!($field)),+],)+
                _ => &[],
            };
            let values: PyResult<Vec<Bound<'py, PyAny>>> = names.iter().map(|name| object.getattr(*name)).collect();
            reduced(object, PyTuple::new(object.py(), values?)?)
        }

        /// Rebuilds an object of a class of this module from the values that `__reduce__` returned.
        #[pyfunction]
        #[pyo3(name = "_rebuild")]
        pub fn rebuild(py: Python<'_>, class: &str, values: &Bound<'_, PyTuple>) -> PyResult<Py<PyAny>> {
            let mut values = values.iter();
            let mut next = || values.next().ok_or_else(|| PyValueError::new_err("the pickle lacks a value"));
            match class {
                $(stringify!($class) => {
                    $(let $field = next()?.extract()?;)+
                    $class { $($field),+ }.into_py_any(py)
                })+
                "Picture" => Picture::new(py, Picture::unpickled(&next()?)?).into_py_any(py),
                "Result" => Result::unpickled(next()?.cast()?)?.into_py_any(py),
                _ => Err(PyValueError::new_err(format!("unknown class {class}"))),
            }
        }
    };
}

classes! {
    Diagnostic { severity, code, message, label, help, line, column, span, fixes }
    Fix { title, span, replacement }
    Scan { text, width, listing, doubts, notes, suggested }
    Doubt { severity, message, row, column, page, at, corners, repairs }
    Repair { title, changes }
    Verdict { session, agrees, rows, ways, differences, remarks, failure }
    Why { name, value, line, statement, text, moment, reads, data, is_answer }
}
