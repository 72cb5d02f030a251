//! The reader of scans: texts, and pictures of pages.

use std::path::{Path, PathBuf};

use girafa_files::shown;
use girafa_ocr::Font;
use girafa_pages::{How, PageError, Read, pictures};
use girafa_restore::fit::UNBROKEN;
use girafa_restore::fixes::{self, Fixes};
use girafa_restore::review;
use girafa_restore::scan::{self, LONGEST, MOST_ROWS, Width};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::errors::{error, of_file};
use crate::path::Name;

/// The longest text of a font, in bytes.
const LONGEST_FONT: usize = 1 << 20;

/// A scanned listing that was read.
#[pyclass(frozen, get_all, module = "girafa")]
pub struct Scan {
    /// The text, a printed row a line, which rows, columns and corrections refer to: that of the scan, or what was read from pictures.
    pub text: String,
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
    /// The picture that it is on, with the number of the page where a file has several; None in a text.
    pub page: Option<String>,
    /// The middle of the character on that picture, in pixels from its top left corner: across and down.
    pub at: Option<(f32, f32)>,
    /// The corners of the character's cell there: upper left, upper right, lower right, lower left.
    pub corners: Option<Vec<(f32, f32)>>,
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

/// What is to be read.
enum Source {
    Text(String),
    /// The text in a file.
    File(PathBuf),
    /// Pictures of pages, in order.
    Pictures(Vec<PathBuf>),
}

impl Source {
    fn of(scan: &Bound<'_, PyAny>) -> PyResult<Source> {
        if let Ok(text) = scan.extract::<String>() {
            let is_one_row = !text.contains('\n');
            let path = PathBuf::from(&text);
            return Ok(match is_one_row {
                true if pictures::is_picture(&path) => Source::Pictures(vec![path]),
                true if is_text(&path) => Source::File(path),
                _ => Source::Text(text),
            });
        }
        if let Ok(Name(path)) = scan.extract() {
            return Ok(match pictures::is_picture(&path) {
                true => Source::Pictures(vec![path]),
                false => Source::File(path),
            });
        }
        let names: Vec<Name> = scan.extract().map_err(|_| {
            PyTypeError::new_err(
                "a scan's text is wanted, the name of its file, or names of pictures in order",
            )
        })?;
        let paths: Vec<PathBuf> = names.into_iter().map(|Name(path)| path).collect();
        match paths.iter().find(|path| !pictures::is_picture(path)) {
            None if !paths.is_empty() => Ok(Source::Pictures(paths)),
            None => Err(PyValueError::new_err("no picture is given")),
            Some(other) => Err(PyValueError::new_err(format!(
                "{}: several files have to be pictures (PNG, JPEG, WebP, TIFF, PNM)",
                shown(other)
            ))),
        }
    }

    fn read(self, py: Python<'_>, number: Option<usize>, how: &How) -> PyResult<Read> {
        let mut read = Read::default();
        match self {
            Source::Pictures(paths) => {
                let done = py.detach(|| {
                    pictures::each_page(&paths, number, |_, page| {
                        let named = |failed: PageError| error(format_args!("{}: {failed}", page.name));
                        read.add(&page, how).map_err(|failed| Failed(named(failed)))?;
                        // Ctrl+C, between two pages.
                        Python::attach(|py| py.check_signals()).map_err(Failed)
                    })
                });
                done.map_err(|Failed(raised)| raised)?;
            }
            Source::File(path) => {
                read.text = girafa_files::read_text_of(&path, "a scan", LONGEST).map_err(of_file)?;
            }
            Source::Text(text) => read.text = text,
        }
        if read.text.len() as u64 > LONGEST || read.text.lines().count() > MOST_ROWS {
            return Err(error(format_args!(
                "a scan of more than {LONGEST} bytes or {MOST_ROWS} rows is not read"
            )));
        }
        Ok(read)
    }
}

fn is_text(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("txt"))
}

/// Why pictures are not read: what is raised.
struct Failed(PyErr);

impl From<PageError> for Failed {
    fn from(failed: PageError) -> Failed {
        Failed(match failed {
            PageError::File(file) => of_file(file),
            failed => error(failed),
        })
    }
}

/// Reads a scanned listing as `girafa typein` does, and gives its listing or what is doubtful in it.
///
/// `scan` is the scan's text, one printed row a line; the name of its file (a `pathlib.Path`, or a str of one row that ends in `.txt`);
/// or pictures of its pages: a name that ends as PNG, JPEG, WebP, TIFF and PNM files do, or a list of such names in order. `width` is
/// the columns of the paper, 0 where each row is a whole line; without it they are found. `fixes` is the text of a fixes file.
///
/// Of pictures each doubt has its place on them too. `page` is the only page that is read of a .tiff with several, from 1; `font` the text of
/// a font (`girafa typein --learn` makes one) where the characters are not the Spectrum's.
///
/// Raises FileNotFoundError; ValueError for a width that is none of 0 and 6 to 1,000; GirafaError where the scan is too long, a picture
/// cannot be read or has no listing on it, or a correction does not fit. Ctrl+C stops it between two pages.
#[pyfunction]
#[pyo3(signature = (scan, *, width = None, fixes = "", page = None, font = None))]
pub fn typein(
    py: Python<'_>,
    scan: &Bound<'_, PyAny>,
    width: Option<usize>,
    fixes: &str,
    page: Option<usize>,
    font: Option<&str>,
) -> PyResult<Scan> {
    let (columns, width) = match width {
        None => (None, Width::Auto),
        Some(0) => (None, Width::Columns(UNBROKEN)),
        Some(width @ 6..=1000) => (Some(width), Width::Columns(width)),
        Some(width) => {
            let message = format!("a width of {width}: 6 to 1000 columns are wanted, or 0");
            return Err(PyValueError::new_err(message));
        }
    };
    let source = Source::of(scan)?;
    let has_options = page.is_some() || font.is_some();
    if has_options && !matches!(source, Source::Pictures(_)) {
        return Err(PyTypeError::new_err("page and font go with pictures of pages"));
    }
    if page == Some(0) {
        return Err(PyValueError::new_err("page=0: pages are counted from 1"));
    }
    let mut how = How {
        columns,
        ..How::default()
    };
    if let Some(font) = font {
        if font.len() > LONGEST_FONT {
            return Err(error("font: a font of more than 1 MiB is not read"));
        }
        how.font = Font::parse(font).map_err(|failed| error(format_args!("font: {failed}")))?;
    }
    if fixes.len() as u64 > fixes::LONGEST {
        return Err(error(format_args!(
            "fixes of more than {} bytes are not read",
            fixes::LONGEST
        )));
    }
    let fixes = Fixes::parse(fixes).map_err(|failed| error(format_args!("fixes: {failed}")))?;
    let read = source.read(py, page, &how)?;
    let scan = py.detach(|| scan::read_seen(&read.text, &fixes, width, &read.uncertain));
    result(py, read, scan.map_err(error)?, &fixes)
}

/// What was read, as Python's objects.
fn result(py: Python<'_>, read: Read, scan: scan::Scan, fixes: &Fixes) -> PyResult<Scan> {
    let repair = |repair: &girafa_restore::repair::Repair| Repair {
        title: review::described(repair),
        changes: (repair.changes.iter())
            .map(|change| (change.line, change.wrong.clone(), change.right.clone()))
            .collect(),
    };
    let doubt = |doubt: &scan::Doubt| {
        let place = read.place(doubt.line, doubt.column);
        Py::new(
            py,
            Doubt {
                severity: doubt.diagnostic.severity.name().to_owned(),
                message: doubt.diagnostic.message.clone(),
                row: doubt.line,
                column: doubt.column,
                page: place.as_ref().map(|place| place.page.to_owned()),
                at: place.as_ref().map(|place| place.at.into()),
                corners: place.map(|place| place.corners.map(<(f32, f32)>::from).into()),
                repairs: doubt.repairs.iter().map(repair).collect(),
            },
        )
    };
    let doubts: Vec<Py<Doubt>> = scan.doubts.iter().map(doubt).collect::<PyResult<_>>()?;
    let suggested = review::suggestions(&scan, fixes, &read.text);
    let width = (scan.width < UNBROKEN).then_some(scan.width);
    let listing = if doubts.is_empty() {
        Some(review::listing(scan, &read.text).map_err(error)?)
    } else {
        None
    };
    Ok(Scan {
        text: read.text,
        width,
        listing,
        doubts,
        suggested,
    })
}
