//! The unit of tokenising: one character code with its position.

use std::ops::Range;

/// A character code and its position in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The code in the machine's character set.
    pub code: u8,
    /// Whether it was written as an escape. An escaped code is never part of a keyword spelled in letters.
    pub escaped: bool,
    /// Byte range in the text.
    pub span: Range<usize>,
}
