//! Files from Python.

use std::path::PathBuf;

use girafa_loader::rom::{self, Named};
use pyo3::prelude::*;

use crate::errors::{of_file, of_target};

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

/// A file: its name, or the bytes in it.
#[derive(FromPyObject)]
pub enum File {
    #[pyo3(annotation = "bytes")]
    Bytes(Vec<u8>),
    #[pyo3(annotation = "str or os.PathLike")]
    Named(Name),
}

impl File {
    /// The bytes of the file.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn bytes(self) -> PyResult<Vec<u8>> {
        match self {
            File::Bytes(bytes) => Ok(bytes),
            File::Named(Name(path)) => girafa_files::read(&path).map_err(of_file),
        }
    }
}

/// The ROM in a file, or the default ROM.
///
/// # Errors
/// It cannot be read or is not a ROM.
pub fn rom_of(py: Python<'_>, file: Option<File>) -> PyResult<Named> {
    let rom = match file {
        None => rom::load(None),
        Some(File::Bytes(bytes)) => Named::of_bytes(&bytes),
        Some(File::Named(Name(path))) => rom::load(Some(&path)),
    };
    rom.map_err(|failed| of_target(py, failed))
}
