//! Names of files as Python gives them.

use std::path::PathBuf;

use pyo3::prelude::*;

/// A file's name: a str or an os.PathLike.
pub struct Name(pub PathBuf);

impl<'py> FromPyObject<'_, 'py> for Name {
    type Error = PyErr;

    fn extract(name: Borrowed<'_, 'py, PyAny>) -> PyResult<Name> {
        // A str with half a surrogate pair is not a name in any file system: that is an exception here, and a
        // panic in the conversion.
        let os = name.py().import("os")?;
        os.call_method1("fsencode", (name,))?;
        Ok(Name(name.extract()?))
    }
}
