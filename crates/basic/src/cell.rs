//! The unit that a listing is read in.

use std::ops::Range;

/// One character code and where it came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The code in the machine's character set.
    pub code: u8,
    /// Written as an escape: never part of a keyword spelled in letters.
    pub escaped: bool,
    /// Its place in the text.
    pub span: Range<usize>,
}
