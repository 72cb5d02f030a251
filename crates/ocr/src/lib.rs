//! Pictures of printed Sinclair listings: where the rows stand, and what each of their cells may say.
//!
//! [`find`](find::find) gives a [`RowGrid`] for each printed row of a [`Grey`] picture, however the page lies
//! in it; [`read`](read::read) gives for each cell of these rows the characters of a [`Font`] that it may be,
//! with their likelihoods. [`learn`](learn::learn) gives the shapes on a page of another printer, for a font
//! to be made of them.
#![forbid(unsafe_code)]

pub mod find;
pub mod font;
pub mod grey;
pub mod grid;
pub mod learn;
pub mod page;
pub mod read;
mod sinclair;

pub use font::{Font, Glyph};
pub use grey::Grey;
pub use grid::RowGrid;
