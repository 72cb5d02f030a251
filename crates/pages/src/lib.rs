//! Reads pictures of printed pages as text.
//!
//! [`each_page`](pictures::each_page) decodes the pages of PNG, JPEG, WebP, TIFF and PNM files one after the
//! other, within limits; [`PageText::add`] reads one page and adds its rows to the text, with the uncertain
//! characters ([`Uncertain`](girafa_scan::uncertain::Uncertain)); [`PageText::place`] returns the page and
//! the position on it of a character of the text.
//!
//! ```
//! use girafa_ocr::Grey;
//! use girafa_pages::{ReadOptions, Page, PageText};
//! let white = Page { name: "white.png".to_owned(), grey: Grey::new(700, 100, vec![255; 70_000]).unwrap() };
//! let nothing = PageText::default().add(&white, &ReadOptions::default());
//! assert!(nothing.is_err());
//! ```
#![forbid(unsafe_code)]

mod decode;
pub mod pictures;
mod read;

pub use decode::Unreadable;
use girafa_files::FileError;
use girafa_ocr::find::NoRows;
use girafa_ocr::page::Advice;
pub use pictures::Page;

/// Why a page cannot be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PageError {
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// The file is not a readable picture.
    #[error("{name}: {reason}")]
    Picture {
        /// The file.
        name: String,
        /// The error.
        reason: Unreadable,
    },
    /// The page is empty, or has no rows of characters.
    #[error(transparent)]
    NoRows(#[from] NoRows),
    /// The page has rows, but most characters in them are uncertain, so it is not a listing.
    #[error(
        "not a page of a listing, or not readable: {uncertain} of {all} characters are uncertain; {advice}"
    )]
    NoListing {
        /// The number of uncertain characters.
        uncertain: usize,
        /// The number of characters.
        all: usize,
        /// A suggestion for the user.
        advice: Advice,
    },
}

pub use read::{PageText, Place, ReadCell, ReadOptions, ReadPage, font_of_rom, sinclair};
