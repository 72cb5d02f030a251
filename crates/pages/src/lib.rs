//! Files with pictures of printed pages as text.
//!
//! [`each_page`](pictures::each_page) decodes the pages of PNG, JPEG, WebP, TIFF and PNM files one after the other, within limits;
//! [`Read::add`] reads one: its rows are added to the text of all, with the characters that are uncertain
//! ([`Uncertain`](girafa_restore::seen::Uncertain)), and [`Read::place`] says where in which picture a character of the text stands.
//!
//! ```
//! use girafa_ocr::Grey;
//! use girafa_pages::{How, Page, Read};
//! let white = Page { name: "white.png".to_owned(), grey: Grey::new(700, 100, vec![255; 70_000]).unwrap() };
//! let nothing = Read::default().add(&white, &How::default());
//! assert!(nothing.is_err());
//! ```
#![forbid(unsafe_code)]

pub mod pictures;
mod read;

pub use pictures::Page;
pub use read::{How, Place, Read, Seen, SeenCell, readable, sinclair};
