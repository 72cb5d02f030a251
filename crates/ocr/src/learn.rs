//! Collects the shapes on a page, so that a user can name each once.

use crate::font::bits;
use crate::read::Candidates;
use crate::{Font, Glyph, Grey, RowGrid, read};

/// Minimum mean probability of a character in the cells of a shape that is surely this character.
const MIN_SHARE: f32 = 0.9;

/// A group of cells that look alike.
#[derive(Clone, Debug, PartialEq)]
pub struct Cluster {
    /// The mean ink of each of the eight by eight dots, row by row: 0 is paper, 1 full ink.
    pub dots: [[f32; 8]; 8],
    /// The row and column of each cell.
    pub cells: Vec<[usize; 2]>,
}

/// The character that a shape is, by the reading of its cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Name {
    /// The character.
    pub text: char,
    /// Whether it is white on black.
    pub inverse: bool,
    /// Whether this is sure.
    pub is_sure: bool,
}

impl Cluster {
    /// Returns the dots in the format of a [`Glyph`].
    pub fn bits(&self) -> [u8; 8] {
        bits(self.dots.as_flattened())
    }
}

/// Returns the shapes of all cells that are not empty, most common first. Stains and faults may split a
/// character into several clusters; two characters that differ by less than the noise share one.
pub fn learn(page: &Grey, rows: &[RowGrid]) -> Vec<Cluster> {
    read::shapes(page, rows)
        .all
        .into_iter()
        .map(|(mean, cells)| Cluster {
            dots: std::array::from_fn(|y| std::array::from_fn(|x| mean[8 * y + x])),
            cells,
        })
        .collect()
}

/// Returns the likeliest name of a shape whose cells were read in a font; `None` if none of them has a character.
pub(crate) fn name(cluster: &Cluster, cells: &[Vec<Candidates>], font: &Font) -> Option<Name> {
    let mut shares: Vec<((char, bool), f32)> = Vec::new();
    for candidate in cluster
        .cells
        .iter()
        .flat_map(|&[row, column]| &cells[row][column])
    {
        let Glyph { text, inverse, .. } = font.glyphs[candidate.glyph];
        let share = candidate.log_likelihood.exp() / cluster.cells.len() as f32;
        match shares.iter_mut().find(|(name, _)| *name == (text, inverse)) {
            Some((_, sum)) => *sum += share,
            None => shares.push(((text, inverse), share)),
        }
    }
    let named = shares.into_iter().filter(|(name, _)| *name != (' ', false));
    let ((text, inverse), share) = named.max_by(|one, other| one.1.total_cmp(&other.1))?;
    Some(Name {
        text,
        inverse,
        is_sure: share >= MIN_SHARE,
    })
}
