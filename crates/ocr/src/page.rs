//! A page found and read.

mod edges;

use crate::find::{self, NoRows};
use crate::read::{self, Candidates, Options};
use crate::{Font, Grey, RowGrid};

/// Rows that are read of each way that a page may lie in its picture, to see which way is up.
const TRIED: usize = 12;

/// What is this clear is the right way up: the mean of the logarithms of the likelihoods. Upside down and
/// along the columns pages say things by -0.3 to -1.
const CLEAR: f32 = -0.05;

/// The rows of a page, and what the cells of each may be.
#[derive(Clone, Debug)]
pub struct PageRead {
    /// Where each row stands.
    pub rows: Vec<RowGrid>,
    /// What its cells may be.
    pub cells: Vec<Vec<Candidates>>,
}

/// Finds the printed rows of a page and reads them. Of the ways in which it may lie in the picture the one is
/// taken in which it says most clearly something. `columns` is how many cells a row has, if it is known.
///
/// # Errors
/// There is nothing printed, or nothing in rows of cells.
pub fn read(page: &Grey, columns: Option<usize>, font: &Font) -> Result<PageRead, NoRows> {
    let rows = rows(page, columns, font)?;
    let cells = read::read(page, &rows, font);
    let read = PageRead { rows, cells };
    Ok(match columns {
        Some(_) => read,
        None => edges::without_dirt(read, font),
    })
}

/// Finds the printed rows of a page, the way up in which it says most clearly something in a font like its
/// own.
///
/// # Errors
/// There is nothing printed, or nothing in rows of cells.
pub fn rows(page: &Grey, columns: Option<usize>, font: &Font) -> Result<Vec<RowGrid>, NoRows> {
    let mut ways = find::ways(page, columns)?;
    let best = clearest(&ways, |rows| clarity(page, rows, font));
    Ok(ways.swap_remove(best))
}

/// The way that says most clearly something, of equals the first: the likeliest by its layout. One that is
/// clear is not compared with those after it, as each takes long to read.
fn clearest<W>(ways: &[W], mut clarity: impl FnMut(&W) -> f32) -> usize {
    let (mut best, mut most) = (0, f32::NEG_INFINITY);
    if ways.len() < 2 {
        return best;
    }
    for (way, rows) in ways.iter().enumerate() {
        let clarity = clarity(rows);
        if clarity > most {
            (best, most) = (way, clarity);
        }
        if clarity > CLEAR {
            break;
        }
    }
    best
}

/// The mean of the logarithm of how likely the best reading of each cell with ink is, over some of the rows.
fn clarity(page: &Grey, rows: &[RowGrid], font: &Font) -> f32 {
    let every = rows.len().div_ceil(TRIED).max(1);
    let some: Vec<RowGrid> = rows.iter().step_by(every).cloned().collect();
    // What is said again and again upside down would be clear too.
    let options = Options {
        expects: false,
        ..Options::default()
    };
    let cells = read::read_with(page, &some, font, options);
    let best = cells.iter().flatten().filter_map(|candidates| candidates.first());
    let is_ink = |glyph: usize| font.glyphs[glyph].has_ink();
    let (sum, count) = best
        .filter(|best| is_ink(best.glyph))
        .fold((0.0, 0.0), |(sum, count), best| {
            (sum + best.log_likelihood, count + 1.0)
        });
    if count > 0.0 {
        sum / count
    } else {
        f32::NEG_INFINITY
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Which of ways that are this clear is taken, and how many are read.
    fn taken(clarities: &[f32]) -> (usize, usize) {
        let mut read = 0;
        let best = clearest(clarities, |&clarity| {
            read += 1;
            clarity
        });
        (best, read)
    }

    #[test]
    fn the_clearest_way_is_up_and_none_is_read_after_one_that_is_clear() {
        assert_eq!(taken(&[-0.01, -0.8, -0.005, -0.9]), (0, 1));
        assert_eq!(taken(&[-0.7, -0.02, -0.6, -0.9]), (1, 2));
        assert_eq!(taken(&[-0.7, -0.9, -0.3, -0.8]), (2, 4));
        assert_eq!(taken(&[-0.4, -0.4]), (0, 2));
        // There is nothing to choose.
        assert_eq!(taken(&[-0.4]), (0, 0));
    }
}
