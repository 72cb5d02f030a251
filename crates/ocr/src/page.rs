//! A page found and read.

mod advice;
mod area;
mod cutout;
mod edges;
mod marks;
mod unread;

pub use advice::Advice;
pub use area::Area;

use cutout::Cutout;
use marks::Marks;

use crate::find::{self, NoRows};
use crate::learn::{self, Cluster};
use crate::read::{self, Candidates, Options};
use crate::{Font, Grey, RowGrid};

/// Rows that are read of each way that a page may lie in its picture, to see which way is up.
const TRIED: usize = 12;

/// What is this clear is the right way up: the mean of the logarithms of the likelihoods. Upside down and
/// along the columns pages say things by -0.3 to -1.
const CLEAR: f32 = -0.05;

/// What is less likely than this is uncertain.
pub const CERTAIN: f32 = 0.99;
/// A page of which so many characters in a hundred are uncertain is not one of a listing.
const MAX_UNCERTAIN_PERCENT: usize = 50;
/// Or so many where few rows begin with a number: another script, whose shapes the font comes to look like.
const MAX_UNCERTAIN_PERCENT_OF_OTHERS: usize = 10;
/// Of a listing one row in so many begins with a number at least. Of other text one does by chance.
const ROWS_OF_A_LINE: usize = 16;
/// Rows are read again a dot down, up, to the right and to the left, in cells.
const MOVES: [[f32; 2]; 4] = [[0.0, 0.125], [0.0, -0.125], [0.125, 0.0], [-0.125, 0.0]];
/// They are not where more characters in a hundred are uncertain: those of another script.
const MAX_MOVED_PERCENT: usize = 75;
/// Print that is not as many times as high as its characters is not looked at again: three rows of a listing.
const MIN_HEIGHT: f32 = 3.5;
/// Parts of a page that are read at most.
const MAX_PARTS: usize = 12;

/// The rows of a page, and what the cells of each may be.
#[derive(Clone, Debug, Default)]
pub struct PageRead {
    /// Where each row stands.
    pub rows: Vec<RowGrid>,
    /// What its cells may be.
    pub cells: Vec<Vec<Candidates>>,
    /// Print outside of all rows, from the top.
    pub unread: Vec<Area>,
}

/// How many of the characters that were read are uncertain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quality {
    /// Characters that are uncertain.
    pub uncertain: usize,
    /// All characters but spaces.
    pub all: usize,
    /// Whether it can be a listing.
    pub is_listing: bool,
}

impl PageRead {
    /// How well it was read, in the font that it was read in.
    pub fn quality(&self, font: &Font) -> Quality {
        let best = |candidates: &Candidates| candidates.first().copied();
        let ink = || {
            (self.cells.iter().flatten().filter_map(best)).filter(|best| font.glyphs[best.glyph].text != ' ')
        };
        let (all, uncertain) = (
            ink().count(),
            ink().filter(|best| best.log_likelihood.exp() < CERTAIN).count(),
        );
        let is_numbered = |row: &&Vec<Candidates>| {
            let says = row
                .iter()
                .filter_map(best)
                .map(|best| font.glyphs[best.glyph].text);
            has_number(&says.collect::<String>())
        };
        let numbered = self.cells.iter().filter(is_numbered).count();
        let most = if numbered * ROWS_OF_A_LINE >= self.cells.len() {
            MAX_UNCERTAIN_PERCENT
        } else {
            MAX_UNCERTAIN_PERCENT_OF_OTHERS
        };
        let is_listing = uncertain * 100 <= all * most;
        Quality {
            uncertain,
            all,
            is_listing,
        }
    }

    /// The rows within the bounds of some marks. `None` if there are no such rows.
    fn within(&self, marks: &Marks) -> Option<PageRead> {
        let bounds = marks.bounds()?;
        let is_inside = |row: &RowGrid| bounds.has(row.at(row.columns() as f32 / 2.0, 0.5));
        let inside = self
            .rows
            .iter()
            .zip(&self.cells)
            .filter(|(row, _)| is_inside(row));
        let (rows, cells): (Vec<RowGrid>, Vec<Vec<Candidates>>) =
            inside.map(|(row, cells)| (row.clone(), cells.clone())).unzip();
        (!rows.is_empty()).then_some(PageRead {
            rows,
            cells,
            unread: Vec::new(),
        })
    }

    /// How good it is: the certain characters less the uncertain ones.
    fn score(&self, font: &Font) -> isize {
        let Quality { uncertain, all, .. } = self.quality(font);
        all.cast_signed() - 2 * uncertain.cast_signed()
    }
}

/// Whether a row begins with a number as a line has it, wherever: cells at its left may be missing.
fn has_number(row: &str) -> bool {
    let row = row.trim_start();
    let digits = row.chars().take_while(char::is_ascii_digit).count();
    (1..=4).contains(&digits) && row[digits..].starts_with(' ')
}

/// Finds the printed rows of a page and reads them. Of the ways in which it may lie in the picture the one is
/// taken in which it says most clearly something. Where print is left that no row covers, the parts on both
/// sides of an empty band are read by themselves, and taken where they say more. `columns` is how many cells
/// a row has, if it is known.
///
/// # Errors
/// There is nothing printed, or nothing in rows of cells.
pub fn read(page: &Grey, columns: Option<usize>, font: &Font) -> Result<PageRead, NoRows> {
    let marks = Marks::of(page).ok_or(NoRows::Empty)?;
    let mut reader = PartReader {
        page,
        columns,
        font,
        left: MAX_PARTS,
    };
    let mut read = reader.read(&marks, None)?;
    read.unread = unread::areas(&marks, &read.rows);
    Ok(read)
}

/// The shapes on a page of another printer, for a font to be made of them: most characters look like those of
/// `font` somewhat, which shows which way is up.
///
/// # Errors
/// There is nothing printed, or nothing in rows of cells.
pub fn shapes(page: &Grey, columns: Option<usize>, font: &Font) -> Result<Vec<Cluster>, NoRows> {
    let marks = Marks::of(page).ok_or(NoRows::Empty)?;
    let part = Cutout::of(page, &marks).ok_or(NoRows::Empty)?;
    Ok(learn::learn(&part.grey, &rows_of(&part.grey, columns, font)?))
}

/// The rows of what was cut out of a page.
fn rows_of(page: &Grey, columns: Option<usize>, font: &Font) -> Result<Vec<RowGrid>, NoRows> {
    let mut ways = find::ways(page, columns)?;
    let best = clearest(&ways, |rows| clarity(page, rows, font));
    Ok(ways.swap_remove(best))
}

/// Reads a page part by part.
struct PartReader<'a> {
    page: &'a Grey,
    columns: Option<usize>,
    font: &'a Font,
    /// How many parts may still be read.
    left: usize,
}

impl PartReader<'_> {
    /// Reads some of a page's marks: all together, or in parts where these say more. What was read of more
    /// of the page, if it was, need not be read again where it is all that is there.
    fn read(&mut self, marks: &Marks, of_more: Option<&PageRead>) -> Result<PageRead, NoRows> {
        // A title or a page number is not a listing.
        let is_low = |area: &Area| area.width().min(area.height()) < MIN_HEIGHT * marks.height;
        let is_all = |read: &PageRead| {
            read.quality(self.font).is_listing && unread::areas(marks, &read.rows).iter().all(is_low)
        };
        if let Some(known) = of_more.and_then(|read| read.within(marks)).filter(is_all) {
            return Ok(known);
        }
        self.left = self.left.saturating_sub(1);
        let whole = self.read_together(marks);
        if whole.as_ref().is_ok_and(is_all) {
            return whole;
        }
        let Some(parts) = marks.parted() else { return whole };
        let mut listings = PageRead::default();
        for part in parts {
            if self.left == 0 {
                break;
            }
            let read = self.read(&part, whole.as_ref().ok()).ok();
            if let Some(read) = read.filter(|read| read.quality(self.font).is_listing) {
                listings.rows.extend(read.rows);
                listings.cells.extend(read.cells);
            }
        }
        let whole_score = whole
            .as_ref()
            .ok()
            .filter(|whole| whole.quality(self.font).is_listing);
        let whole_score = whole_score.map_or(0, |whole| whole.score(self.font));
        if listings.score(self.font) > whole_score {
            Ok(listings)
        } else {
            whole
        }
    }

    /// Reads rows, and where much is uncertain again a dot aside: a font whose letters stand elsewhere in
    /// their cells looks moved.
    fn read_moved(&self, page: &Grey, rows: Vec<RowGrid>) -> PageRead {
        let read = |rows: Vec<RowGrid>| PageRead {
            cells: read::read(page, &rows, self.font),
            rows,
            unread: Vec::new(),
        };
        let mut best = read(rows.clone());
        let Quality { uncertain, all, .. } = best.quality(self.font);
        if uncertain * 100 > all * MAX_MOVED_PERCENT {
            return best;
        }
        for by in MOVES {
            let Quality { uncertain, all, .. } = best.quality(self.font);
            if uncertain * 100 <= all * MAX_UNCERTAIN_PERCENT_OF_OTHERS {
                break;
            }
            let moved = read(rows.iter().map(|row| row.moved(by)).collect());
            if moved.score(self.font) > best.score(self.font) {
                best = moved;
            }
        }
        best
    }

    fn read_together(&self, marks: &Marks) -> Result<PageRead, NoRows> {
        let part = Cutout::of(self.page, marks).ok_or(NoRows::Empty)?;
        let rows = rows_of(&part.grey, self.columns, self.font)?;
        let mut read = self.read_moved(&part.grey, rows);
        if self.columns.is_none() {
            read = edges::without_dirt(read, self.font);
        }
        read.rows = part.placed(read.rows);
        Ok(read)
    }
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
