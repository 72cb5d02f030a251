//! A page found and read.

use crate::find::{self, NoRows};
use crate::read::{self, Candidates};
use crate::{Font, Grey, RowGrid};

/// Rows that are read of each way that a page may lie in its picture, to see which way is up.
const TRIED: usize = 12;

/// What is this clear is the right way up: the mean of the logarithms of the likelihoods. Upside down and along the columns pages say
/// things by -0.3 to -1.
const CLEAR: f32 = -0.05;

/// The rows of a page, and what the cells of each may be.
#[derive(Clone, Debug)]
pub struct PageRead {
    /// Where each row stands.
    pub rows: Vec<RowGrid>,
    /// What its cells may be.
    pub cells: Vec<Vec<Candidates>>,
}

/// Finds the printed rows of a page and reads them. Of the ways in which it may lie in the picture the one is taken in which
/// it says most clearly something. `columns` is how many cells a row has, if it is known.
///
/// # Errors
/// There is nothing printed, or nothing in rows of cells.
pub fn read(page: &Grey, columns: Option<usize>, font: &Font) -> Result<PageRead, NoRows> {
    let rows = rows(page, columns, font)?;
    let cells = read::read(page, &rows, font);
    Ok(PageRead { rows, cells })
}

/// Finds the printed rows of a page, the way up in which it says most clearly something in a font like its own.
///
/// # Errors
/// There is nothing printed, or nothing in rows of cells.
pub fn rows(page: &Grey, columns: Option<usize>, font: &Font) -> Result<Vec<RowGrid>, NoRows> {
    let mut ways = find::ways(page, columns)?;
    if ways.len() > 1 {
        // The first of equals: the likeliest by its layout.
        let (mut best, mut most) = (0, f32::NEG_INFINITY);
        for (way, rows) in ways.iter().enumerate() {
            let clarity = clarity(page, rows, font);
            if clarity > most {
                (best, most) = (way, clarity);
            }
            if clarity > CLEAR {
                break;
            }
        }
        ways.swap(0, best);
    }
    Ok(ways.swap_remove(0))
}

/// The mean of the logarithm of how likely the best reading of each cell with ink is, over some of the rows.
fn clarity(page: &Grey, rows: &[RowGrid], font: &Font) -> f32 {
    let every = rows.len().div_ceil(TRIED).max(1);
    let some: Vec<RowGrid> = rows.iter().step_by(every).cloned().collect();
    let cells = read::read(page, &some, font);
    let best = cells.iter().flatten().filter_map(|candidates| candidates.first());
    let is_ink = |glyph: usize| font.glyphs[glyph].dots != [0; 8];
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
