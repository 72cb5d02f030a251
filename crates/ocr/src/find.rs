//! Where the printed rows are.

use crate::{Grey, RowGrid};

/// Why no rows were found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoRows {
    /// Nothing is printed on it.
    #[error("the page is empty")]
    Empty,
    /// There is something, but no rows of cells.
    #[error("no rows of characters of one width are found")]
    NoGrid,
}

/// The printed rows in the order in which they are read: a magazine's columns one after the other, empty rows between others
/// among them. `columns` is how many cells a row has, if it is known; else it is found.
///
/// # Errors
/// There is nothing printed, or nothing in rows of cells.
pub fn find(_page: &Grey, _columns: Option<usize>) -> Result<Vec<RowGrid>, NoRows> {
    todo!()
}
