//! Collects the shapes on a page, so that a user can name each once.

use crate::font::bits;
use crate::{Grey, RowGrid, read};

/// A group of cells that look alike.
#[derive(Clone, Debug, PartialEq)]
pub struct Cluster {
    /// The mean ink of each of the eight by eight dots, row by row: 0 is paper, 1 full ink.
    pub dots: [[f32; 8]; 8],
    /// The row and column of each cell.
    pub cells: Vec<[usize; 2]>,
}

impl Cluster {
    /// Returns the dots in the format of a [`Glyph`](crate::Glyph).
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
