//! Transcribes a scan with its corrections to a listing, or returns the doubts.

use crate::fit::WHOLE_LINE_WIDTH;
use crate::fixes::Fixes;
use crate::reader::ReadRow;
use crate::repair::Repair;
use crate::review::{self, NoListing};
use crate::scan::{self, Doubt, MAX_BYTES, MAX_ROWS, Note, ScanError, Width};
use crate::source::Source;

/// Maximum distance in rows from a place to the other rows of its line.
const MAX_DISTANCE: usize = 40;

/// Options for a transcription.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The width of the paper.
    pub width: Width,
    /// The corrections to apply.
    pub fixes: Fixes,
}

/// The result of a transcription: the listing, or the doubts.
#[derive(Clone, Debug)]
pub struct Transcription<'a> {
    text: &'a str,
    /// The corrections that were applied.
    pub fixes: Fixes,
    /// The width of the paper; `None` if the rows are not broken at a width.
    pub width: Option<usize>,
    /// The rows of the scan with the corresponding listed rows.
    pub rows: Vec<ReadRow>,
    /// The doubts, sorted by position.
    pub doubts: Vec<Doubt>,
    /// Notes about the listing.
    pub notes: Vec<Note>,
    /// The listing, or why there is none.
    pub listing: Result<String, NoListing>,
}

/// Errors that prevent a transcription.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TranscribeError {
    /// The text is too long.
    #[error("a scan of {0} bytes exceeds the limit of {MAX_BYTES}")]
    TooLong(usize),
    /// The text has too many rows.
    #[error("a scan can have at most {MAX_ROWS} rows")]
    TooManyRows,
    /// A correction does not fit.
    #[error(transparent)]
    Correction(#[from] ScanError),
}

/// Transcribes a scan.
///
/// # Errors
/// The text is too long, or a correction does not fit.
pub fn transcribe(source: Source<'_>, options: Options) -> Result<Transcription<'_>, TranscribeError> {
    let text = source.text;
    if text.len() as u64 > MAX_BYTES {
        return Err(TranscribeError::TooLong(text.len()));
    }
    if text.lines().count() > MAX_ROWS {
        return Err(TranscribeError::TooManyRows);
    }
    let mut scan = scan::read_source(source, &options.fixes, options.width)?;
    let doubts = std::mem::take(&mut scan.doubts);
    let notes = std::mem::take(&mut scan.notes);
    Ok(Transcription {
        text,
        fixes: options.fixes,
        width: Width::Columns(scan.width).columns(),
        rows: std::mem::take(&mut scan.rows),
        listing: if doubts.is_empty() {
            review::listing(scan, text)
        } else {
            Err(NoListing::Doubtful)
        },
        doubts,
        notes,
    })
}

impl Transcription<'_> {
    /// Returns the text of a fixes file: the applied corrections, the most likely repair of each doubt, and
    /// the others in comments.
    pub fn suggestions(&self) -> String {
        review::suggestions(&self.doubts, &self.fixes, self.text)
    }

    /// Returns the rows of the line with a doubt, as they are listed after a repair.
    pub fn rows_with(&self, doubt: &Doubt, repair: &Repair) -> Vec<ReadRow> {
        let changed = repair.changes.iter().map(|change| change.line);
        let touched: Vec<usize> = changed.chain([doubt.line]).collect();
        let numbers: Vec<u16> = (self.rows.iter())
            .filter(|row| touched.contains(&row.page_line))
            .map(|row| row.number)
            .collect();
        // The line number may occur again far away.
        let is_near = |line: usize| {
            touched
                .iter()
                .any(|&touched| line.abs_diff(touched) <= MAX_DISTANCE)
        };
        let of_line = (self.rows.iter())
            .filter(|row| numbers.contains(&row.number) && is_near(row.page_line))
            .map(|row| row.page_line);
        let lines: Vec<usize> = of_line.chain(touched.iter().copied()).collect();
        let (Some(&first), Some(&last)) = (lines.iter().min(), lines.iter().max()) else {
            return Vec::new();
        };
        let with_repair = review::accepted(&self.fixes, repair, "", self.text);
        let width = self.width.unwrap_or(WHOLE_LINE_WIDTH);
        scan::listed(self.text, &with_repair, width, first..=last).unwrap_or_default()
    }
}
