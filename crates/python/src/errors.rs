//! Exceptions.

use std::ffi::CString;
use std::io::{self, ErrorKind};

use girafa_basic::diagnostic::Diagnostics;
use girafa_basic::shown::shown;
use girafa_files::{FileError, Reason};
use girafa_loader::{LoadError, Notice};
use girafa_session::request::RunError;
use pyo3::create_exception;
use pyo3::exceptions::{
    PyException, PyFileNotFoundError, PyIsADirectoryError, PyOSError, PyPermissionError, PyUserWarning,
    PyValueError,
};
use pyo3::prelude::*;

use crate::diagnostics::diagnostics;

create_exception!(
    girafa,
    GirafaError,
    PyException,
    "Something could not be run, read or written; the message has the reason, the place, and what to do."
);
create_exception!(
    girafa,
    ListingError,
    GirafaError,
    "A listing has errors. `file`, `line` and `column` (from 1, of the text) describe the first, `diagnostics` has all."
);
create_exception!(
    girafa,
    OutOfAnswers,
    GirafaError,
    "The program asks for more input than it was given. `prompt` is what it asks, `result` the result so far."
);

create_exception!(
    girafa,
    GirafaWarning,
    PyUserWarning,
    "A program is run, but something about its file is wrong; the message says what."
);

/// Warns of what is wrong with a target, with the messages that the command shows.
///
/// # Errors
/// The user's filter turns the warning into an exception.
pub fn warn(py: Python<'_>, notices: &[Notice]) -> PyResult<()> {
    let category = py.get_type::<GirafaWarning>();
    for notice in notices.iter().filter(|notice| notice.is_warning()) {
        let message = shown(&notice.message(false)).into_owned();
        PyErr::warn(py, &category, &CString::new(message)?, 1)?;
    }
    Ok(())
}

/// A `GirafaError` with the message that the command shows.
pub fn error(message: impl std::fmt::Display) -> PyErr {
    GirafaError::new_err(shown(&message.to_string()).into_owned())
}

/// The exception for a target that cannot be run.
pub fn of_target(py: Python<'_>, failed: LoadError) -> PyErr {
    match &failed {
        LoadError::Listing {
            name, text, errors, ..
        } => of_listing(py, name, text, errors, failed.message(false)),
        LoadError::File(FileError {
            reason: Reason::System(reason),
            ..
        }) => of_system(reason, failed.message(false)),
        LoadError::Run(RunError::Answer { .. }) => PyValueError::new_err(failed.message(false)),
        _ => GirafaError::new_err(failed.message(false)),
    }
}

/// The exception for a file that cannot be read or written.
pub fn of_file(failed: FileError) -> PyErr {
    match &failed.reason {
        Reason::System(reason) => of_system(reason, failed.to_string()),
        _ => error(failed),
    }
}

/// The OSError for an error of the operating system.
fn of_system(reason: &io::Error, message: String) -> PyErr {
    let message = shown(&message).into_owned();
    match reason.kind() {
        ErrorKind::NotFound => PyFileNotFoundError::new_err(message),
        ErrorKind::PermissionDenied => PyPermissionError::new_err(message),
        ErrorKind::IsADirectory => PyIsADirectoryError::new_err(message),
        _ => PyOSError::new_err(message),
    }
}

/// The exception for the errors of a listing.
pub fn of_listing(py: Python<'_>, name: &str, text: &str, errors: &Diagnostics, message: String) -> PyErr {
    let error = ListingError::new_err(message);
    let found = diagnostics(text, errors);
    let value = error.value(py);
    let first = found.first().map(|found| (found.line, found.column));
    let set = || -> PyResult<()> {
        value.setattr("file", name)?;
        value.setattr("line", first.map(|(line, _)| line))?;
        value.setattr("column", first.map(|(_, column)| column))?;
        value.setattr("diagnostics", found)
    };
    match set() {
        Ok(()) => error,
        Err(failed) => failed,
    }
}
