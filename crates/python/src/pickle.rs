//! Pickling: an object is rebuilt from the values of its attributes, by `rebuild.rs`.

use pyo3::PyClass;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

/// The result of `__reduce__`: the function that rebuilds the object, and its arguments.
pub type Reduced<'py> = (Bound<'py, PyAny>, (Bound<'py, PyString>, Bound<'py, PyTuple>));

/// Returns what `__reduce__` returns for an object with these values.
pub fn reduced<'py>(object: &Bound<'py, PyAny>, values: Bound<'py, PyTuple>) -> PyResult<Reduced<'py>> {
    let rebuild = object.py().import("girafa._girafa")?.getattr("_rebuild")?;
    Ok((rebuild, (object.get_type().name()?, values)))
}

/// Returns what `__reduce__` returns for an object whose attributes are all its data.
pub fn of_attributes<'py, T: Attributes>(object: &Bound<'py, T>) -> PyResult<Reduced<'py>> {
    let object = object.as_any();
    let names = T::NAMES.iter();
    let values: PyResult<Vec<Bound<'py, PyAny>>> = names.map(|name| object.getattr(*name)).collect();
    reduced(object, PyTuple::new(object.py(), values?)?)
}

/// A class whose attributes are all its data. [`attributes!`] implements it.
pub trait Attributes: PyClass + Sized {
    /// The names of the attributes.
    const NAMES: &'static [&'static str];

    /// Creates an object with these values of the attributes.
    fn of_values(values: &Bound<'_, PyTuple>) -> PyResult<Self>;
}

/// Returns the next value of a pickle.
pub fn next<'py>(values: &mut impl Iterator<Item = Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
    values
        .next()
        .ok_or_else(|| PyValueError::new_err("the pickle lacks a value"))
}

/// Implements [`Attributes`] for a class with public fields.
macro_rules! attributes {
    ($class:ident { $($field:ident),+ $(,)? }) => {
        impl $crate::pickle::Attributes for $class {
            const NAMES: &'static [&'static str] = &[$(stringify!($field)),+];

            fn of_values(values: &Bound<'_, pyo3::types::PyTuple>) -> PyResult<$class> {
                let mut values = values.iter();
                Ok($class { $($field: $crate::pickle::next(&mut values)?.extract()?),+ })
            }
        }
    };
}
pub(crate) use attributes;
