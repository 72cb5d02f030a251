//! The reader of scans.

use girafa_restore::fit::UNBROKEN;
use girafa_restore::fixes::{self, Fixes};
use girafa_restore::review;
use girafa_restore::scan::{self, LONGEST, MOST_ROWS, Width};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::errors::error;

/// A scanned listing that was read.
#[pyclass(frozen, get_all, module = "girafa")]
pub struct Scan {
    /// Columns of the paper; None where the rows are not broken by width.
    pub width: Option<usize>,
    /// The listing; None while a place is doubtful.
    pub listing: Option<String>,
    /// The doubtful places, in the order of the text.
    pub doubts: Vec<Py<Doubt>>,
    /// A fixes file with the likeliest repair of each place, for `typein(fixes=...)`.
    pub suggested: String,
}

/// A doubtful place.
#[pyclass(frozen, get_all, module = "girafa")]
pub struct Doubt {
    /// `error` or `warning`.
    pub severity: String,
    /// What is doubtful.
    pub message: String,
    /// The row of the scan, from 1.
    pub row: usize,
    /// The character of the row, from 1.
    pub column: usize,
    /// Likely repairs, the likeliest first.
    pub repairs: Vec<Repair>,
}

/// A repair of a doubtful place.
#[pyclass(frozen, get_all, module = "girafa")]
#[derive(Clone)]
pub struct Repair {
    /// What it does.
    pub title: String,
    /// What is read instead of what, and in which row: (row, wrong, right).
    pub changes: Vec<(usize, String, String)>,
}

#[pymethods]
impl Scan {
    fn __repr__(&self) -> String {
        format!("<scan: {} doubtful places>", self.doubts.len())
    }
}

#[pymethods]
impl Doubt {
    fn __repr__(&self) -> String {
        format!(
            "<{} at {}:{}: {}>",
            self.severity, self.row, self.column, self.message
        )
    }
}

#[pymethods]
impl Repair {
    fn __repr__(&self) -> String {
        format!("<repair: {}>", self.title)
    }
}

/// Reads a scanned listing, one printed row a line, as `girafa typein` does. `width` is the columns of the paper, 0 where
/// each row is a whole line; without it they are found. `fixes` is the text of a fixes file.
///
/// Raises ValueError for a width that is none of 0 and 6 to 1,000, GirafaError where the scan is too long or a correction does not fit.
#[pyfunction]
#[pyo3(signature = (text, *, width = None, fixes = ""))]
pub fn typein(py: Python<'_>, text: &str, width: Option<usize>, fixes: &str) -> PyResult<Scan> {
    if text.len() as u64 > LONGEST || text.lines().count() > MOST_ROWS {
        return Err(error(format_args!(
            "a scan of more than {LONGEST} bytes or {MOST_ROWS} rows is not read"
        )));
    }
    let width = match width {
        None => Width::Auto,
        Some(0) => Width::Columns(UNBROKEN),
        Some(width @ 6..=1000) => Width::Columns(width),
        Some(width) => {
            let message = format!("a width of {width}: 6 to 1000 columns are wanted, or 0");
            return Err(PyValueError::new_err(message));
        }
    };
    if fixes.len() as u64 > fixes::LONGEST {
        return Err(error(format_args!(
            "fixes of more than {} bytes are not read",
            fixes::LONGEST
        )));
    }
    let fixes = Fixes::parse(fixes).map_err(|failed| error(format_args!("fixes: {failed}")))?;
    let scan = py.detach(|| scan::read(text, &fixes, width)).map_err(error)?;
    let doubt = |doubt: &scan::Doubt| {
        let repair = |repair: &girafa_restore::repair::Repair| Repair {
            title: review::described(repair),
            changes: (repair.changes.iter())
                .map(|change| (change.line, change.wrong.clone(), change.right.clone()))
                .collect(),
        };
        Py::new(
            py,
            Doubt {
                severity: doubt.diagnostic.severity.name().to_owned(),
                message: doubt.diagnostic.message.clone(),
                row: doubt.line,
                column: doubt.column,
                repairs: doubt.repairs.iter().map(repair).collect(),
            },
        )
    };
    let doubts: Vec<Py<Doubt>> = scan.doubts.iter().map(doubt).collect::<PyResult<_>>()?;
    let suggested = review::suggestions(&scan, &fixes, text);
    let width = (scan.width < UNBROKEN).then_some(scan.width);
    let listing = if doubts.is_empty() {
        Some(review::listing(scan, text).map_err(error)?)
    } else {
        None
    };
    Ok(Scan {
        width,
        listing,
        doubts,
        suggested,
    })
}
