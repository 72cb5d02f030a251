//! Converts BASIC variables to Python values.

use girafa_inspect::evaluate;
use girafa_inspect::variables::{Number, Value, Variable};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyMemoryView};

/// An answer to INPUT: a text, or a whole number.
#[derive(FromPyObject)]
pub enum Answer {
    Text(String),
    Number(i64),
}

impl From<Answer> for String {
    fn from(answer: Answer) -> String {
        match answer {
            Answer::Text(text) => text,
            Answer::Number(number) => number.to_string(),
        }
    }
}

/// The variables by name: numbers as int if whole, or else as float; strings as str; arrays as nested lists;
/// a FOR variable as its value.
pub fn of_variables<'py>(py: Python<'py>, variables: &[Variable]) -> PyResult<Bound<'py, PyDict>> {
    let all = PyDict::new(py);
    for Variable { name, value } in variables {
        let key = match value {
            // A number and an array may have the same name.
            Value::Numbers { .. } => format!("{name}()"),
            Value::Characters { .. } => format!("{name}()"),
            _ => name.clone(),
        };
        all.set_item(key, of_value(py, value)?)?;
    }
    Ok(all)
}

fn of_value<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    match value {
        Value::Number { value } | Value::For { value, .. } => number(py, *value),
        Value::String { value } => value.into_bound_py_any(py),
        Value::Numbers { dimensions, values } => {
            let values: Vec<Bound<PyAny>> = values
                .iter()
                .map(|&value| number(py, value))
                .collect::<PyResult<_>>()?;
            nested(py, dimensions, values)
        }
        Value::Characters { dimensions, values } => {
            let values: Vec<Bound<PyAny>> = values
                .iter()
                .map(|value| value.into_bound_py_any(py))
                .collect::<PyResult<_>>()?;
            let outer = dimensions.split_last().map_or(&[][..], |(_, outer)| outer);
            nested(py, outer, values)
        }
    }
}

/// Limit below which a double stores whole numbers exactly.
const MAX_EXACT_INTEGER: f64 = 9e15;

/// A number as PRINT would show it: 3, not 3.0.
pub fn number(py: Python<'_>, Number(value): Number) -> PyResult<Bound<'_, PyAny>> {
    let value = value.to_f64();
    if value.fract() == 0.0 && value.abs() < MAX_EXACT_INTEGER {
        (value as i64).into_bound_py_any(py)
    } else {
        value.into_bound_py_any(py)
    }
}

/// Nested lists, one level per dimension; a single value without dimensions.
fn nested<'py>(
    py: Python<'py>,
    dimensions: &[u16],
    mut values: Vec<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    for &dimension in dimensions.iter().skip(1).rev() {
        let rows = values.chunks(usize::from(dimension).max(1));
        values = rows
            .map(|row| Ok(PyList::new(py, row)?.into_any()))
            .collect::<PyResult<_>>()?;
    }
    if dimensions.is_empty() {
        return Ok(values
            .into_iter()
            .next()
            .unwrap_or_else(|| py.None().into_bound(py)));
    }
    Ok(PyList::new(py, values)?.into_any())
}

/// Sound samples as a memoryview of int16.
pub fn samples<'py>(py: Python<'py>, samples: &[i16]) -> PyResult<Bound<'py, PyAny>> {
    let bytes = PyBytes::new_with(py, 2 * samples.len(), |bytes| {
        for (bytes, sample) in bytes.as_chunks_mut().0.iter_mut().zip(samples) {
            *bytes = sample.to_ne_bytes();
        }
        Ok(())
    })?;
    PyMemoryView::from(&bytes)?.call_method1("cast", ("h",))
}

/// Converts a string's character codes to text.
pub fn text_of(codes: &[u8]) -> String {
    evaluate::text(codes)
}
