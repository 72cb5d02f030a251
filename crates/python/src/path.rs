//! File names from Python.

use std::path::PathBuf;

use pyo3::prelude::*;

/// A file name: a str or an os.PathLike.
pub struct Name(pub PathBuf);

impl<'py> FromPyObject<'_, 'py> for Name {
    type Error = PyErr;

    fn extract(name: Borrowed<'_, 'py, PyAny>) -> PyResult<Name> {
        // A str with a lone surrogate is not a valid file name on any system. `fsencode` raises an exception
        // for it; the conversion below would panic.
        let os = name.py().import("os")?;
        os.call_method1("fsencode", (name,))?;
        Ok(Name(name.extract()?))
    }
}
