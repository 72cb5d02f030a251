//! Reads the pages of picture files, decoded within limits and converted to grey.

use std::path::{Path, PathBuf};

use girafa_files::FileError;
use girafa_ocr::Grey;

use crate::PageError;
use crate::decode::{Format, Unreadable, decode, tiff_pages};

/// A page to read.
pub struct Page {
    /// The file name, followed by the page number if the file has several pages.
    pub name: String,
    /// Its pixels.
    pub grey: Grey,
}

/// Whether a file has the extension of a picture.
pub fn is_picture(path: &Path) -> bool {
    Format::of_name(path).is_some()
}

/// Passes each page of the files to `take`, with the number of pages known so far. Only one page is in memory
/// at a time. `number` selects a single page of a file with several.
///
/// # Errors
/// Unsupported or damaged picture, too many pixels, or an error from `take`.
pub fn each_page<E: From<PageError>>(
    files: &[PathBuf],
    number: Option<usize>,
    mut take: impl FnMut(usize, Page) -> Result<(), E>,
) -> Result<(), E> {
    let mut pages = files.len();
    for path in files {
        let name = girafa_files::shown(path);
        let bytes = girafa_files::read(path).map_err(|failed: FileError| PageError::from(failed))?;
        each_page_of(&name, &bytes, number, |is_last, page| {
            pages += usize::from(number.is_none() && !is_last);
            take(pages, page)
        })?;
    }
    Ok(())
}

/// Passes each page of a file, or only page `number`, to `take`, with whether it is the last.
///
/// # Errors
/// Unsupported or damaged picture, too many pixels, no such page, or an error from `take`.
pub fn each_page_of<E: From<PageError>>(
    name: &str,
    bytes: &[u8],
    number: Option<usize>,
    mut take: impl FnMut(bool, Page) -> Result<(), E>,
) -> Result<(), E> {
    /// Why decoding stopped: an error in the file, or an error from the callback.
    enum Ended<E> {
        Picture(Unreadable),
        Taken(E),
    }
    impl<E> From<Unreadable> for Ended<E> {
        fn from(reason: Unreadable) -> Ended<E> {
            Ended::Picture(reason)
        }
    }
    let done = decoded(bytes, number, |page, is_last, grey| {
        let name = if page == 1 && is_last {
            name.to_owned()
        } else {
            format!("{name}, page {page}")
        };
        take(is_last, Page { name, grey }).map_err(Ended::Taken)
    });
    done.map_err(|ended| match ended {
        Ended::Taken(failed) => failed,
        Ended::Picture(reason) => {
            let name = name.to_owned();
            PageError::Picture { name, reason }.into()
        }
    })
}

/// Passes each page of a file, or only page `number`, to `take`, with its number, from 1, and whether it is
/// the last.
fn decoded<E: From<Unreadable>>(
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
