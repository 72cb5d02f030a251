//! Reads files with pictures of printed pages as text.
//!
//! [`each_page`](pictures::each_page) decodes the pages of PNG, JPEG, WebP, TIFF and PNM files one after the
//! other, within limits; [`PageText::add`] reads one: its rows are added to the text of all, with the
//! characters that are uncertain ([`Uncertain`](girafa_scan::uncertain::Uncertain)), and [`PageText::place`]
//! gives the picture and the place of a character of the text.
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

/// Why a page is not read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PageError {
    /// Its file cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// Its file is not a picture that can be read.
    #[error("{name}: {reason}")]
    Picture {
        /// The file.
        name: String,
        /// What is wrong with it.
        reason: Unreadable,
    },
    /// Nothing is printed on it, or nothing in rows.
    #[error(transparent)]
    NoRows(#[from] NoRows),
    /// Something else has rows too, but no characters.
    #[error(
        "not a page of a listing, or not readable: {uncertain} of {all} characters are uncertain; {advice}"
    )]
    NoListing {
        /// Characters that are uncertain.
        uncertain: usize,
        /// All characters.
        all: usize,
        /// What helps.
        advice: Advice,
    },
}

pub use read::{PageText, Place, ReadCell, ReadOptions, ReadPage, font_of_rom, sinclair};
