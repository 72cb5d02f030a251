//! Changes of a text: other characters for places in it.

use std::ops::Range;

/// Other text for a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The place: bytes of the text.
    pub span: Range<usize>,
    /// What goes there.
    pub replacement: String,
}

/// The text with the edits, which are in the order of their places and do not overlap.
pub fn apply(text: &str, edits: &[Edit]) -> String {
    let mut made = String::with_capacity(text.len());
    let mut at = 0;
    for edit in edits {
        made += &text[at..edit.span.start];
        made += &edit.replacement;
        at = edit.span.end;
    }
    made + &text[at..]
}
