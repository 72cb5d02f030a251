//! Reads pictures of printed Sinclair listings: finds the rows, and reads their cells.
//!
//! [`find`](find::find) returns a [`RowGrid`] for each printed row of a [`Grey`] picture, whatever the
//! orientation and shape of the page; [`read`](read::read) returns the candidate characters of a [`Font`] for
//! each cell of these rows, with their likelihoods. [`learn`](learn::learn) returns the shapes on a page of
//! another printer, for making a font.
#![forbid(unsafe_code)]

mod assignment;
pub mod find;
pub mod font;
pub mod grey;
pub mod grid;
pub mod learn;
mod naming;
pub mod page;
pub mod read;
mod sinclair;

pub use font::{Font, Glyph};
pub use grey::Grey;
pub use grid::RowGrid;
