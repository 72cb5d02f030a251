//! The shapes on a page, for a user to name each once.

use crate::{Grey, RowGrid, read};

/// Cells that look alike.
#[derive(Clone, Debug, PartialEq)]
pub struct Cluster {
    /// How much ink each of its eight by eight dots has in the mean, row by row: 0 is paper, 1 full ink.
    pub dots: [[f32; 8]; 8],
    /// The row and the column of each of its cells.
    pub cells: Vec<[usize; 2]>,
}

impl Cluster {
    /// The dots as a [`Glyph`](crate::Glyph) has them.
    pub fn bits(&self) -> [u8; 8] {
        self.dots
            .map(|row| row.iter().fold(0, |bits, &ink| bits << 1 | u8::from(ink > 0.5)))
    }
}

/// The shapes of all cells that are not empty, the commonest first. A character may be in several clusters,
/// where a stain or a fault is on it; two characters that differ by less than the noise are in one.
pub fn learn(page: &Grey, rows: &[RowGrid]) -> Vec<Cluster> {
    read::shapes(page, rows)
        .into_iter()
        .map(|(mean, cells)| Cluster {
            dots: std::array::from_fn(|y| std::array::from_fn(|x| mean[8 * y + x])),
            cells,
        })
        .collect()
}
