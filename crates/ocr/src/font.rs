//! What characters look like on the paper.

/// A character and its dots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Glyph {
    /// The character as a scan's text has it.
    pub text: char,
    /// Whether it is printed white on black.
    pub inverse: bool,
    /// Its eight rows of dots, the leftmost in the highest bit; 1 is ink.
    pub dots: [u8; 8],
}

/// The characters that a listing may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Font {
    /// Each with its dots, in any order; several may look alike.
    pub glyphs: Vec<Glyph>,
}
