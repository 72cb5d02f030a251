//! Reads scans: texts, and pictures of pages.

use std::path::{Path, PathBuf};

use girafa_files::shown;
use girafa_loader::characters::character_sets;
use girafa_ocr::Font;
use girafa_pages::{PageError, PageText, ReadOptions, font_of_rom, pictures};
use girafa_scan::{
    Fixes, FixesError, NoListing, Note, Options, TranscribeError, Transcription, Width,
    fixes::MAX_BYTES as MAX_FIXES,
    review, scan,
    scan::{MAX_BYTES, MAX_ROWS},
    transcribe,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::errors::{error, of_file, of_target};
use crate::interrupt::{Cancelled, interruptible};
use crate::path::{File, Name, rom_of};
use crate::pickle::{Reduced, attributes, of_attributes};

/// Maximum size of a font's text, in bytes.
const MAX_FONT_LENGTH: usize = 1 << 20;

/// The result of reading a scanned listing.
#[pyclass(frozen, get_all, module = "girafa")]
pub struct Scan {
    /// The text of the scan or of the pictures, one printed row per line. Rows, columns and corrections refer
    /// to it.
    pub text: String,
    /// Width of the paper in columns; None if lines are not split into rows.
    pub width: Option<usize>,
    /// The listing; None if there are doubts.
    pub listing: Option<String>,
    /// The doubts, in the order of the text.
    pub doubts: Vec<Py<Doubt>>,
    /// Notes about the listing, such as statements that need an Interface 1: (row, message).
    pub notes: Vec<(usize, String)>,
    /// The text of a fixes file with the most likely repair of each doubt, for `typein(fixes=...)`.
    pub suggested: String,
}

/// A doubt: a place that is probably misread.
#[pyclass(frozen, get_all, module = "girafa")]
pub struct Doubt {
    /// `error` or `warning`.
    pub severity: String,
    /// The problem, in one sentence.
    pub message: String,
    /// The row of the text, from 1.
    pub row: usize,
    /// The character in the row, from 1.
    pub column: usize,
    /// The picture, with the page number if the file has several pages; None if the scan is a text.
    pub page: Option<String>,
    /// The centre of the character in the picture: x and y in pixels from the top left corner.
    pub at: Option<(f32, f32)>,
    /// The corners of the character's cell in the picture: top left, top right, bottom right, bottom left.
    pub corners: Option<Vec<(f32, f32)>>,
    /// Probable repairs, most likely first.
    pub repairs: Vec<Repair>,
}

/// A repair of a doubt.
#[pyclass(frozen, get_all, module = "girafa")]
#[derive(Clone)]
pub struct Repair {
    /// A short description of the repair.
    pub title: String,
    /// The changes: (row, wrong text, right text).
    pub changes: Vec<(usize, String, String)>,
}

attributes!(Scan {
    text,
    width,
    listing,
    doubts,
    notes,
    suggested
});

#[pymethods]
impl Scan {
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        of_attributes(slf)
    }

    fn __repr__(&self) -> String {
        format!("<scan: {} uncertain places>", self.doubts.len())
    }
}

attributes!(Doubt {
    severity,
    message,
    row,
    column,
    page,
    at,
    corners,
    repairs
});

#[pymethods]
impl Doubt {
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        of_attributes(slf)
    }

    fn __repr__(&self) -> String {
        format!(
            "<{} at {}:{}: {}>",
            self.severity, self.row, self.column, self.message
        )
    }
}

attributes!(Repair { title, changes });

#[pymethods]
impl Repair {
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        of_attributes(slf)
    }

    fn __repr__(&self) -> String {
        format!("<repair: {}>", self.title)
    }
}

/// The input to read.
enum Source {
    Text(String),
    /// A text file.
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
                "expected a scan's text, the name of its file, or the names of pictures in order",
            )
        })?;
        let paths: Vec<PathBuf> = names.into_iter().map(|Name(path)| path).collect();
        match paths.iter().find(|path| !pictures::is_picture(path)) {
            None if !paths.is_empty() => Ok(Source::Pictures(paths)),
            None => Err(PyValueError::new_err("expected at least one picture")),
            Some(other) => Err(PyValueError::new_err(format!(
                "{}: several files must all be pictures (PNG, JPEG, WebP, TIFF, PNM)",
                shown(other)
            ))),
        }
    }

    fn read(self, number: Option<usize>, how: &ReadOptions, cancelled: &Cancelled) -> PyResult<PageText> {
        let mut read = PageText::default();
        match self {
            Source::Pictures(paths) => {
                let done = pictures::each_page(&paths, number, |_, page| {
                    if cancelled.is_set() {
                        return Err(Failed(error("interrupted")));
                    }
                    let named = |failed: PageError| error(format_args!("{}: {failed}", page.name));
                    read.add(&page, how).map_err(|failed| Failed(named(failed)))?;
                    Ok(())
                });
                done.map_err(|Failed(raised)| raised)?;
            }
            Source::File(path) => {
                read.text = girafa_files::read_text_of(&path, "a scan", MAX_BYTES).map_err(of_file)?;
            }
            Source::Text(text) => read.text = text,
        }
        Ok(read)
    }
}

fn is_text(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("txt"))
}

/// The exception raised when a picture cannot be read.
struct Failed(PyErr);

impl From<PageError> for Failed {
    fn from(failed: PageError) -> Failed {
        Failed(match failed {
            PageError::File(file) => of_file(file),
            failed => error(failed),
        })
    }
}

/// Reads a scanned listing as `girafa typein` does, and returns the listing or its doubts.
///
/// `scan` is the text of the scan, one printed row per line; the name of its file (a `pathlib.Path`, or a str
/// of one row that ends in `.txt`); or pictures of its pages: the name of a PNG, JPEG, WebP, TIFF or PNM
/// file, or a list of such names in order. `width` is the width of the paper in columns, or 0 if each row is
/// a whole line; by default it is detected. `fixes` is the text of a fixes file.
///
/// The other options are for pictures only, where each doubt also has its position in the picture. `page` is
/// the only page to read of a TIFF file with several pages, from 1. `font` is a font if the characters
/// are not the ROM's: its text (`girafa typein --learn` makes one), or a `pathlib.Path` of such a text or of a
/// snapshot or tape that contains the font; or a list of fonts, of which the best-fitting glyphs are used.
/// `rom` is the name of a ROM of 16,384 bytes that has the font. By default, the font is from the ROM of
/// GIRAFA_ROM, or else from the built-in ROM.
///
/// Raises FileNotFoundError if a file does not exist; ValueError if the width is not 0 or from 6 to 1,000;
/// and GirafaError if the scan is too long, a picture cannot be read or has no listing, or a correction does
/// not fit.
#[pyfunction]
#[pyo3(signature = (scan, *, width = None, fixes = "", page = None, font = None, rom = None))]
pub fn typein(
    py: Python<'_>,
    scan: &Bound<'_, PyAny>,
    width: Option<usize>,
    fixes: &str,
    page: Option<usize>,
    font: Option<Fonts>,
    rom: Option<File>,
) -> PyResult<Scan> {
    let columns = width.unwrap_or_default();
    let width = width
        .map_or(Some(Width::Auto), Width::new)
        .ok_or_else(|| PyValueError::new_err(format!("width {columns}: expected 6 to 1000, or 0")))?;
    let source = Source::of(scan)?;
    let is_of_pictures = matches!(source, Source::Pictures(_));
    let has_options = page.is_some() || font.is_some() || rom.is_some();
    if has_options && !is_of_pictures {
        return Err(PyTypeError::new_err("page, font and rom need pictures of pages"));
    }
    if page == Some(0) {
        return Err(PyValueError::new_err("page=0: pages are counted from 1"));
    }
    let mut how = ReadOptions {
        columns: width.columns(),
        ..ReadOptions::default()
    };
    if is_of_pictures {
        how.font = joined(py, font, rom)?;
    }
    let fixes = Fixes::parse(fixes).map_err(|failed| match failed {
        FixesError::TooLong(_) => error(format_args!("fixes: at most {MAX_FIXES} bytes")),
        failed => error(format_args!("fixes: {failed}")),
    })?;
    let read = interruptible(py, move |cancelled| source.read(page, &how, cancelled))??;
    let options = Options { width, fixes };
    let transcribed = py.detach(|| transcribe(read.source(), options));
    let transcription = transcribed.map_err(|failed| match failed {
        TranscribeError::TooLong(_) | TranscribeError::TooManyRows => error(format_args!(
            "a scan can have at most {MAX_BYTES} bytes and {MAX_ROWS} rows"
        )),
        failed => error(failed),
    })?;
    result(py, &read, transcription)
}

/// A font, or several.
#[derive(FromPyObject)]
pub enum Fonts {
    One(FontSource),
    Several(Vec<FontSource>),
}

/// The text of a font, or a file: a text, or a snapshot or tape that contains the font.
#[derive(FromPyObject)]
pub enum FontSource {
    Text(String),
    File(PathBuf),
}

/// The glyphs of all fonts that a picture may use.
fn joined(py: Python<'_>, sources: Option<Fonts>, rom: Option<File>) -> PyResult<Font> {
    let sources = match sources {
        Some(Fonts::One(source)) => vec![source],
        Some(Fonts::Several(sources)) => sources,
        None => Vec::new(),
    };
    let has_fonts = !sources.is_empty();
    let mut fonts = Vec::new();
    for source in sources {
        let (text, name) = match source {
            FontSource::Text(text) => (text, "font".to_owned()),
            FontSource::File(path) => {
                if let Some(sets) = character_sets(&path).map_err(|failed| of_target(py, failed))? {
                    fonts.extend(sets.iter().map(Font::sinclair));
                    continue;
                }
                let text = girafa_files::read_text_of(&path, "a font", MAX_FONT_LENGTH as u64);
                (text.map_err(of_file)?, girafa_files::shown(&path))
            }
        };
        if text.len() > MAX_FONT_LENGTH {
            return Err(error("font: a font can have at most 1 MiB"));
        }
        fonts.push(Font::parse(&text).map_err(|failed| error(format_args!("{name}: {failed}")))?);
    }
    if !has_fonts || rom.is_some() {
        let rom = rom_of(py, rom)?;
        fonts.extend(font_of_rom(rom.rom().bytes()));
    }
    let most = Font::MAX_GLYPHS;
    Font::joined(fonts).ok_or_else(|| error(format_args!("font: more than {most} characters in all fonts")))
}

/// Converts the result to Python objects.
fn result(py: Python<'_>, read: &PageText, transcription: Transcription<'_>) -> PyResult<Scan> {
    let repair = |repair: &girafa_scan::Repair| Repair {
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
    let doubts = transcription.doubts.iter().map(doubt).collect::<PyResult<_>>()?;
    let note = |note: &Note| (note.line, note.diagnostic.message.clone());
    let notes = transcription.notes.iter().map(note).collect();
    let suggested = transcription.suggestions();
    Ok(Scan {
        text: read.text.clone(),
        width: transcription.width,
        listing: match transcription.listing {
            Err(NoListing::Doubtful) => None,
            listing => Some(listing.map_err(error)?),
        },
        doubts,
        notes,
        suggested,
    })
}
