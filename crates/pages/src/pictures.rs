//! Pictures of pages: decoded within limits, and made grey.

use std::path::{Path, PathBuf};

use girafa_files::FileError;
use girafa_ocr::Grey;

use crate::PageError;
use crate::decode::{Format, Unreadable, decode, tiff_pages};

/// Where the pages of a file end early: with the file, or with whoever takes them.
enum Ended<E> {
    Picture(Unreadable),
    Taken(E),
}

impl<E> From<Unreadable> for Ended<E> {
    fn from(reason: Unreadable) -> Ended<E> {
        Ended::Picture(reason)
    }
}

/// A page to be read.
pub struct Page {
    /// The file, and the number of the page in it where it has several.
    pub name: String,
    /// Its pixels.
    pub grey: Grey,
}

/// Whether a file's name is that of a picture.
pub fn is_picture(path: &Path) -> bool {
    Format::of_name(path).is_some()
}

/// Gives each page of the files to `take`, one after the other, so that no two are held at a time, and how
/// many pages are known by then. `number` is the only page that is taken of a file with several.
///
/// # Errors
/// A file is not a picture that can be read, or has too many pixels; `take` fails.
pub fn each_page<E: From<PageError>>(
    files: &[PathBuf],
    number: Option<usize>,
    mut take: impl FnMut(usize, Page) -> Result<(), E>,
) -> Result<(), E> {
    let mut pages = files.len();
    for path in files {
        let name = girafa_files::shown(path);
        let bytes = girafa_files::read(path).map_err(|failed: FileError| PageError::from(failed))?;
        let done = each_page_of(&bytes, number, |page, is_last, grey| {
            let name = if page == 1 && is_last {
                name.clone()
            } else {
                format!("{name}, page {page}")
            };
            pages += usize::from(number.is_none() && !is_last);
            take(pages, Page { name, grey }).map_err(Ended::Taken)
        });
        match done {
            Ok(()) => {}
            Err(Ended::Taken(failed)) => return Err(failed),
            Err(Ended::Picture(reason)) => return Err(PageError::Picture { name, reason }.into()),
        }
    }
    Ok(())
}

/// Gives each page of a file to `take`, or only page `number`, with its number, from 1, and whether it is the
/// last.
///
/// # Errors
/// It is not a picture that can be read, or has too many pixels, or not that page; `take` fails.
pub fn each_page_of<E: From<Unreadable>>(
    bytes: &[u8],
    number: Option<usize>,
    mut take: impl FnMut(usize, bool, Grey) -> Result<(), E>,
) -> Result<(), E> {
    if Format::of_bytes(bytes) == Some(Format::Tiff) {
        return tiff_pages(bytes, number, take);
    }
    if number.is_some_and(|number| number != 1) {
        return Err(Unreadable::OnePage.into());
    }
    take(1, true, decode(bytes)?)
}
