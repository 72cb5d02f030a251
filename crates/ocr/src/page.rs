//! Finds and reads the rows of a page.

mod advice;
mod area;
mod cutout;
mod edges;
mod leading;
mod learnt;
mod marks;
mod prose;
mod unread;
mod widen;

pub use advice::Advice;
pub use area::Area;

use cutout::Cutout;
use marks::Marks;

use crate::find::{self, NoRows};
use crate::learn::{self, Cluster, Name};
use crate::naming;
use crate::read::{self, Candidates, Options};
use crate::{Font, Grey, RowGrid};

/// Number of rows read in each orientation to find the right one.
const SAMPLE_ROWS: usize = 12;

/// Minimum clarity, the mean log likelihood, of the right orientation. Pages read upside down or along the
/// columns have -0.3 to -1.
const MIN_CLARITY: f32 = -0.05;

/// Confidence below this is reported as uncertain.
pub const MIN_CERTAIN_CONFIDENCE: f32 = 0.99;
/// Maximum percentage of uncertain characters on a page of a listing.
const MAX_UNCERTAIN_PERCENT: usize = 50;
/// The same if few rows begin with a number: other scripts, whose shapes the font adapts to.
const MAX_UNCERTAIN_PERCENT_OF_OTHER_SCRIPTS: usize = 10;
/// At least one row in this many begins with a number in a listing. In other text a row may do so by chance.
const MAX_ROWS_PER_LINE: usize = 16;
/// Rows are read again one dot down, up, to the right and to the left; in cells.
const MOVES: [[f32; 2]; 4] = [DOWN, [0.0, -0.125], [0.125, 0.0], [-0.125, 0.0]];
const DOWN: [f32; 2] = [0.0, 0.125];
/// They are not read again if the percentage of uncertain characters exceeds this: other scripts.
const MAX_MOVED_PERCENT: usize = 75;
/// Print whose shorter side is less than this, in heights of its characters, is not read again: about three
/// rows of a listing.
const MIN_HEIGHT: f32 = 3.5;
/// A listing whose characters have this mean log likelihood is read in its own font.
const CLEAR_EVIDENCE: f32 = -3.3;
/// Minimum mean log likelihood of a listing in a font that was learnt from it: long remarks have down to -4.1,
/// other text has at most -5.
const MIN_EVIDENCE_OF_LEARNT: f32 = -4.5;
/// A learnt font is used if it increases the mean log likelihood by more than this: doubts alone increase it a
/// little. If the page is not a listing in the given font, any increase is enough.
const MIN_GAIN_OF_LEARNT: f32 = 0.6;
/// A learnt font with less than half of the uncertain characters is used, too, if it decreases it by less than this.
const MAX_LOSS_OF_LEARNT: f32 = 0.2;
/// Maximum percentage of uncertain characters of a page that is certainly in the given font.
const MAX_UNCERTAIN_PERCENT_OF_FONT: usize = 20;
/// The same for listings in any font. If other parts of a page are listings, the font of a part with more is not
/// learnt: it is prose.
const MAX_UNCERTAIN_PERCENT_OF_LISTINGS: usize = 90;
/// Maximum number of parts of a page from which a font is learnt.
const MAX_LESSONS: usize = 4;
/// A page with more columns is read in parts, too, if there are any.
const MAX_COLUMNS_OF_WHOLE: usize = 40;
/// Maximum number of parts of a page to read.
const MAX_PARTS: usize = 12;

/// The rows of a page, with the candidates for each cell.
#[derive(Clone, Debug, Default)]
pub struct PageRead {
    /// The position of each row.
    pub rows: Vec<RowGrid>,
    /// The candidates for each cell.
    pub cells: Vec<Vec<Candidates>>,
    /// The font of the candidates: the given one, or one that was learnt from the page.
    pub font: Font,
    /// Print outside all rows, sorted from the top.
    pub unread: Vec<Area>,
}

/// The number of uncertain characters in what was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quality {
    /// The number of uncertain characters.
    pub uncertain: usize,
    /// The number of characters other than spaces.
    pub all: usize,
    /// Whether the page may be a listing.
    pub is_listing: bool,
}

impl Quality {
    /// Whether so many characters are uncertain that the font may be another one.
    fn is_doubtful(self) -> bool {
        self.uncertain * 100 > self.all * MAX_UNCERTAIN_PERCENT_OF_FONT
    }

    /// Whether more characters are uncertain than in a listing in any font.
    fn is_unlike_listings(self) -> bool {
        self.uncertain * 100 > self.all * MAX_UNCERTAIN_PERCENT_OF_LISTINGS
    }
}

impl PageRead {
    /// Returns the quality of the reading.
    pub fn quality(&self) -> Quality {
        let font = &self.font;
        let best = |candidates: &Candidates| candidates.first().copied();
        let ink = || {
            (self.cells.iter().flatten().filter_map(best)).filter(|best| font.glyphs[best.glyph].text != ' ')
        };
        let (all, uncertain) = (
            ink().count(),
            ink()
                .filter(|best| best.log_likelihood.exp() < MIN_CERTAIN_CONFIDENCE)
                .count(),
        );
        let is_numbered = |row: &&Vec<Candidates>| {
            let says = row
                .iter()
                .filter_map(best)
                .map(|best| font.glyphs[best.glyph].text);
            has_number(&says.collect::<String>())
        };
        let numbered = self.cells.iter().filter(is_numbered).count();
        let most = if numbered * MAX_ROWS_PER_LINE >= self.cells.len() {
            MAX_UNCERTAIN_PERCENT
        } else {
            MAX_UNCERTAIN_PERCENT_OF_OTHER_SCRIPTS
        };
        let is_listing = uncertain * 100 <= all * most;
        Quality {
            uncertain,
            all,
            is_listing,
        }
    }

    /// Returns the rows within the bounds of some marks; `None` if there are none.
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
            font: self.font.clone(),
            unread: Vec::new(),
        })
    }

    /// Adds the rows of another part of the page.
    fn extend(&mut self, other: PageRead) {
        let mut cells = other.cells;
        if self.font != other.font {
            let known = self.font.glyphs.len();
            self.font.glyphs.extend(other.font.glyphs);
            let candidates = cells.iter_mut().flatten().flatten();
            candidates.for_each(|candidate| candidate.glyph += known);
        }
        self.rows.extend(other.rows);
        self.cells.extend(cells);
    }

    /// Returns the mean log likelihood of its characters in a listing.
    fn evidence(&self) -> f32 {
        naming::evidence(&self.cells, &self.font) / self.quality().all.max(1) as f32
    }

    /// Whether it is clearer in this font, which was learnt from the page, than `known`, which has this evidence.
    fn is_clearer(&self, known: &PageRead, evidence: f32) -> bool {
        let [quality, before] = [self, known].map(PageRead::quality);
        let gain = self.evidence() - evidence;
        let has_fewer_doubts = before.is_doubtful() && 2 * quality.uncertain < before.uncertain;
        let least = if before.is_listing {
            MIN_GAIN_OF_LEARNT
        } else {
            0.0
        };
        let is_better = gain > least || (has_fewer_doubts && gain > -MAX_LOSS_OF_LEARNT);
        is_better && (quality.is_listing || !before.is_listing)
    }

    /// Returns a score: the number of certain characters less the uncertain ones.
    fn score(&self) -> isize {
        let Quality { uncertain, all, .. } = self.quality();
        all.cast_signed() - 2 * uncertain.cast_signed()
    }
}

/// Whether a row begins with a line number in any column, as cells at the left may be missing. Some fonts have the same
/// shape for 0 and O.
fn has_number(row: &str) -> bool {
    let row = row.trim_start();
    let is_digit = |(at, text): &(usize, char)| text.is_ascii_digit() || (*at > 0 && *text == 'O');
    let digits = row.chars().enumerate().take_while(is_digit).count();
    (1..=4).contains(&digits) && row[digits..].starts_with(' ')
}

/// Finds and reads the printed rows of a page. Of its possible orientations the clearest is used. If print
/// remains outside the rows, the parts on both sides of an empty band are read separately, and used if their
/// score is better. `columns` is the number of cells per row, if known.
///
/// # Errors
/// The page is empty, or has no rows of cells.
pub fn read(page: &Grey, columns: Option<usize>, font: &Font) -> Result<PageRead, NoRows> {
    let marks = Marks::of(page).ok_or(NoRows::Empty)?;
    let mut reader = PartReader {
        page,
        columns,
        font,
        learnt: None,
        lessons: MAX_LESSONS,
        defers: false,
        deferred: 0,
        left: MAX_PARTS,
        known: Vec::new(),
    };
    let mut read = reader.read(&marks, None)?;
    read.unread = unread::areas(&marks, &read.rows);
    Ok(read)
}

/// Returns the shapes on a page with their likely names, most common first. If the page is not read as a listing,
/// none is sure.
///
/// # Errors
/// Same as [`read`](fn@read).
pub fn shapes(
    page: &Grey,
    columns: Option<usize>,
    font: &Font,
) -> Result<Vec<(Cluster, Option<Name>)>, NoRows> {
    let read = read(page, columns, font)?;
    let is_listing = read.quality().is_listing;
    let named = learn::learn(page, &read.rows).into_iter().map(|cluster| {
        let name = learn::name(&cluster, &read.cells, &read.font);
        let name = name.map(|name| Name {
            is_sure: name.is_sure && is_listing,
            ..name
        });
        (cluster, name)
    });
    Ok(named.collect())
}

/// Reads a page part by part.
struct PartReader<'a> {
    page: &'a Grey,
    columns: Option<usize>,
    font: &'a Font,
    /// A font that was learnt from another part of the page, and the number of characters there.
    learnt: Option<(Font, usize)>,
    /// The number of times that a font may still be learnt.
    lessons: usize,
    /// Whether the fonts of parts that are unlike listings are not learnt: other parts may be listings.
    defers: bool,
    /// The number of parts whose fonts were not learnt for this reason.
    deferred: usize,
    /// The number of parts that may still be read.
    left: usize,
    /// The parts that were read in the given font, with their bounds.
    known: Vec<(Area, Result<Known, NoRows>)>,
}

/// A part of a page, read in the given font.
#[derive(Clone)]
struct Known {
    /// Its rows for each orientation.
    ways: Vec<Vec<RowGrid>>,
    read: PageRead,
    evidence: f32,
}

impl PartReader<'_> {
    /// Reads a set of marks of a page, together or in parts, whichever has the better score. `of_more` is the
    /// reading of a larger part, which is reused if it covers everything.
    fn read(&mut self, marks: &Marks, of_more: Option<&PageRead>) -> Result<PageRead, NoRows> {
        // Low print, such as a title or a page number, is not a listing.
        let is_low = |area: &Area| area.width().min(area.height()) < MIN_HEIGHT * marks.height;
        let parts = marks.parted();
        // Two listings side by side may have been read as a wide one.
        let is_wide = |read: &PageRead| read.rows.iter().any(|row| row.columns() > MAX_COLUMNS_OF_WHOLE);
        let is_all = |read: &PageRead| {
            read.quality().is_listing
                && !(parts.is_some() && is_wide(read))
                && unread::areas(marks, &read.rows).iter().all(is_low)
        };
        if let Some(known) = of_more.and_then(|read| read.within(marks)).filter(is_all) {
            return Ok(known);
        }
        let whole = self.read_together(marks, parts.is_some());
        if let Ok(read) = &whole
            && let Some(marks) = prose::without_prose(marks, read)
        {
            let rest = self.read(&marks, None);
            if rest.as_ref().is_ok_and(|rest| rest.score() > read.score()) {
                return rest;
            }
        }
        if whole.as_ref().is_ok_and(is_all) {
            return whole;
        }
        let Some(parts) = parts else { return whole };
        let mut listings = PageRead {
            font: self.font.clone(),
            ..PageRead::default()
        };
        let mut refused = Vec::new();
        let learnt = self.learnt.is_some();
        let defers = std::mem::replace(&mut self.defers, true);
        for part in parts {
            let deferred = self.deferred;
            match self.read_listing(&part, whole.as_ref().ok()) {
                Some(read) => listings.extend(read),
                None => refused.push((part, self.deferred > deferred)),
            }
        }
        self.defers = defers;
        if self.learnt.is_some() && !learnt {
            // A part that is too short for learning its font may be in that of another one.
            let lessons = std::mem::take(&mut self.lessons);
            let read = refused
                .iter()
                .filter_map(|(part, _)| self.read_listing(part, None));
            read.for_each(|read| listings.extend(read));
            self.lessons = lessons;
        } else if listings.rows.is_empty() && !defers {
            let deferred = refused.iter().filter(|(_, is_deferred)| *is_deferred);
            let read = deferred.filter_map(|(part, _)| self.read_listing(part, None));
            read.for_each(|read| listings.extend(read));
        }
        let whole_score = whole.as_ref().ok().filter(|whole| whole.quality().is_listing);
        let whole_score = whole_score.map_or(0, PageRead::score);
        if listings.score() > whole_score {
            return Ok(listings);
        }
        let whole = whole?;
        Ok(match whole.quality().is_listing {
            true => whole,
            false => self.read_moved(self.page, whole),
        })
    }

    /// Reads a part of the marks; `None` if it is not a listing, or too many parts were read.
    fn read_listing(&mut self, part: &Marks, of_more: Option<&PageRead>) -> Option<PageRead> {
        if self.left == 0 {
            return None;
        }
        let read = self.read(part, of_more).ok();
        read.filter(|read| read.quality().is_listing)
    }

    /// If many characters are uncertain, reads the rows again one dot off: in a font with a different position
    /// of the letters in their cells they appear moved.
    fn read_moved(&self, page: &Grey, read: PageRead) -> PageRead {
        let rows = read.rows.clone();
        let mut best = read;
        let Quality { uncertain, all, .. } = best.quality();
        if uncertain * 100 > all * MAX_MOVED_PERCENT {
            return best;
        }
        for by in MOVES {
            let Quality { uncertain, all, .. } = best.quality();
            if uncertain * 100 <= all * MAX_UNCERTAIN_PERCENT_OF_OTHER_SCRIPTS {
                break;
            }
            let moved = read_rows(page, rows.iter().map(|row| row.moved(by)).collect(), self.font);
            if moved.score() > best.score() {
                best = moved;
            }
        }
        best
    }

    /// Reads a set of marks in the given font, or in a learnt one if the listing is not clear in the given one.
    /// If it is not a listing and has parts, it is not read moved: its parts may be listings.
    fn read_together(&mut self, marks: &Marks, has_parts: bool) -> Result<PageRead, NoRows> {
        let part = Cutout::of(self.page, marks).ok_or(NoRows::Empty)?;
        let Known {
            ways,
            read: known,
            evidence,
        } = self.known(&part, marks)?;
        let is_clear = evidence >= CLEAR_EVIDENCE;
        let read = if is_clear {
            self.read_moved(&part.grey, known)
        } else {
            known
        };
        let quality = read.quality();
        let learnt = (!is_clear || quality.is_doubtful()).then(|| {
            let is_deferred = self.defers && quality.is_unlike_listings();
            self.deferred += usize::from(is_deferred);
            self.read_learnt(&part.grey, &ways, !is_deferred)
        });
        let mut read = match learnt
            .flatten()
            .filter(|learnt| learnt.is_clearer(&read, evidence))
        {
            Some(learnt) => learnt,
            None if is_clear || (has_parts && !quality.is_listing) => read,
            None => self.read_moved(&part.grey, read),
        };
        if self.columns.is_none() {
            read = edges::without_dirt(read);
        }
        read.rows = part.placed(read.rows);
        Ok(read)
    }

    /// Finds the rows of a set of marks and reads them in the given font, unless this was done before.
    fn known(&mut self, part: &Cutout, marks: &Marks) -> Result<Known, NoRows> {
        let bounds = marks.bounds().ok_or(NoRows::Empty)?;
        if let Some((_, known)) = self.known.iter().find(|(known, _)| *known == bounds) {
            return known.clone();
        }
        self.left = self.left.saturating_sub(1);
        let known = self.read_known(part, marks);
        self.known.push((bounds, known.clone()));
        known
    }

    fn read_known(&self, part: &Cutout, marks: &Marks) -> Result<Known, NoRows> {
        let mut ways = find::ways(&part.grey, self.columns)?;
        if self.columns.is_none() {
            let marks: Vec<Area> = marks.areas.iter().map(|&area| part.cut(area)).collect();
            ways = ways
                .into_iter()
                .map(|rows| widen::widened(rows, &marks))
                .collect();
        }
        let read = read_clearest(&part.grey, &ways, self.font);
        let evidence = read.evidence();
        Ok(Known { ways, read, evidence })
    }

    /// Reads rows in the font of another part of the page, or in one that is learnt from them if `learns`.
    fn read_learnt(&mut self, page: &Grey, ways: &[Vec<RowGrid>], learns: bool) -> Option<PageRead> {
        let mut known = None;
        if let Some((font, count)) = &self.learnt {
            let read = read_clearest(page, ways, font);
            if read.evidence() >= CLEAR_EVIDENCE {
                // A font from fewer characters lacks some of these.
                if read.quality().all <= *count {
                    return Some(read);
                }
                known = Some(read);
            }
        }
        let Some(lessons) = self.lessons.checked_sub(1).filter(|_| learns) else {
            return known;
        };
        self.lessons = lessons;
        let least = known.as_ref().map_or(MIN_EVIDENCE_OF_LEARNT, PageRead::evidence);
        let Some(read) = learnt::read(page, ways, self.font).filter(|read| read.evidence() >= least) else {
            return known;
        };
        let quality = read.quality();
        if quality.is_listing {
            self.learnt = Some((read.font.clone(), quality.all));
        }
        Some(read)
    }
}

/// Reads the clearest of several orientations in a font.
fn read_clearest(page: &Grey, ways: &[Vec<RowGrid>], font: &Font) -> PageRead {
    let best = clearest(ways, |rows| clarity(page, rows, font));
    read_rows(page, ways[best].clone(), font)
}

/// Reads rows in a font.
fn read_rows(page: &Grey, rows: Vec<RowGrid>, font: &Font) -> PageRead {
    PageRead {
        cells: read::read(page, &rows, font),
        rows,
        font: font.clone(),
        unread: Vec::new(),
    }
}

/// Returns the index of the clearest orientation; if several are equal, the first, which has the best layout.
/// Reading is slow, so the search ends at the first orientation that is clear enough.
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
        if clarity > MIN_CLARITY {
            break;
        }
    }
    best
}

/// Returns some of the rows.
fn sample(rows: &[RowGrid]) -> Vec<RowGrid> {
    let every = rows.len().div_ceil(SAMPLE_ROWS).max(1);
    rows.iter().step_by(every).cloned().collect()
}

/// Returns the mean log likelihood of the best candidate of each cell with ink, over a sample of the rows.
fn clarity(page: &Grey, rows: &[RowGrid], font: &Font) -> f32 {
    let some = sample(rows);
    // Repetitions would make an upside down page clear too.
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

    /// Returns the selected orientation for these clarities, and the number of orientations read.
    fn taken(clarities: &[f32]) -> (usize, usize) {
        let mut read = 0;
        let best = clearest(clarities, |&clarity| {
            read += 1;
            clarity
        });
        (best, read)
    }

    #[test]
    fn a_row_begins_with_a_number_whose_zeros_may_be_letters() {
        assert!(has_number("  10 PRINT") && has_number("1OO PRINT"));
        assert!(!has_number("O1 PRINT") && !has_number("PRINT 10") && !has_number("10PRINT"));
    }

    #[test]
    fn the_clearest_orientation_is_selected_and_a_clear_one_ends_the_search() {
        assert_eq!(taken(&[-0.01, -0.8, -0.005, -0.9]), (0, 1));
        assert_eq!(taken(&[-0.7, -0.02, -0.6, -0.9]), (1, 2));
        assert_eq!(taken(&[-0.7, -0.9, -0.3, -0.8]), (2, 4));
        assert_eq!(taken(&[-0.4, -0.4]), (0, 2));
        // There is only one orientation.
        assert_eq!(taken(&[-0.4]), (0, 0));
    }
}
