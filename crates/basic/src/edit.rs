//! Text edits: replacements for ranges of a text.

use std::ops::Range;

/// A replacement for a range of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// Byte range in the text.
    pub span: Range<usize>,
    /// The new text.
    pub replacement: String,
}

/// Applies edits to a text. They must be sorted by position and must not overlap.
pub fn apply(text: &str, edits: &[Edit]) -> String {
    let mut edited = String::with_capacity(text.len());
    let mut at = 0;
    for edit in edits {
        edited += &text[at..edit.span.start];
        edited += &edit.replacement;
        at = edit.span.end;
    }
    edited + &text[at..]
}
