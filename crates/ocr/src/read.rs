//! What the cells of printed rows may say.

use crate::{Font, Grey, RowGrid};

/// A character that a cell may be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    /// Its place in the font.
    pub glyph: usize,
    /// The natural logarithm of how likely it is; those of all glyphs of a cell sum up to 1 as likelihoods.
    pub log_likelihood: f32,
}

/// What a cell may be, the likeliest first; those that are less likely by a factor of a million are left out. Never empty.
pub type Candidates = Vec<Candidate>;

/// What each cell of each row may be.
pub fn read(_page: &Grey, _rows: &[RowGrid], _font: &Font) -> Vec<Vec<Candidates>> {
    todo!()
}
