//! Finds the printed rows of a page.
//!
//! `ink` separates the ink from the paper. `spectra` are Fourier spectra of small windows of the ink: they
//! show the local frequency and direction of the cells and rows. Followed from window to window they form a
//! `field`, which maps the page to a flat `sheet`, whatever its curvature, rotation or perspective; a page
//! with few rows is straightened by its own ink instead (`level`). The spectrum of the sheet gives the
//! spacing of cells and rows (`pitch`) for each of the `blocks` that are side by side. A `lattice` of smooth
//! surfaces is fitted to the phase of the ink, with a `drift` for uneven paper feed; the mean of its cells
//! shows where cells begin. Finally the `layout` of the cells with ink shows which way is up and where rows
//! begin.

mod blocks;
mod cell;
mod columns;
mod drift;
mod field;
mod fourier;
pub(crate) mod ink;
mod lattice;
mod layout;
mod level;
mod perspective;
mod pitch;
mod profile;
mod sheet;
mod spectra;
mod strips;
mod surface;

use std::iter::once;

pub(crate) use self::columns::COLUMNS;
use self::field::Field;
pub use self::ink::is_light_on_dark;
use self::ink::{Inked, Plane};
use self::lattice::Lattice;
use self::layout::Layout;
use self::pitch::{Pitch, Spectrum};
use self::sheet::Sheet;
use self::strips::Seams;
use crate::{Grey, RowGrid};

/// Minimum strength of the cells' frequency, relative to the frequencies around it.
const MIN_STRENGTH: f64 = 2.5;

/// Above this likeness a reading is certainly a listing, and no other field is tried.
const MIN_CERTAIN_LIKENESS: f64 = 0.7;

/// Two fields whose readings differ by at most this share confirm each other: no other field is tried.
const MAX_DIFFERENCE_OF_FIELDS: f64 = 0.05;

/// If two fields explain less than this number of cells, the page has no listing, and no other field is tried.
const MIN_EXPLAINED: f64 = 1.0;

/// If the best likeness is above `MIN_CLEAR_LIKENESS`, readings that are worse by `MIN_DIFFERENCE` are
/// dropped, and the sheet is not read turned by a quarter. Even stems are half a cell apart, like the bars of
/// letters: turned by a quarter, such a page looks much like a listing, too.
const MIN_CLEAR_LIKENESS: f64 = 0.95;
const MIN_DIFFERENCE: f64 = 0.1;

/// Number of rows over which their spacing is coherent, as paper feed is uneven.
const COHERENT_ROWS: f64 = 16.0;

/// Minimum share of the cells that must still be found when the print above and below is excluded.
const MIN_CELL_SHARE: f64 = 0.9;

/// Maximum increase of the blur in that case.
const MAX_BLUR_INCREASE: f64 = 0.1;

/// The weight of the blur in comparing readings.
const BLUR_WEIGHT: f64 = 4.0;

/// Rows with more blur may not be on the lattice. If their pitch differs from the width of cells by less than this, it
/// is probably the same, as most dots are square.
const MAX_BLUR_OF_ROWS: f64 = 0.4;
const MAX_DIFFERENCE_OF_SQUARE: f64 = 0.1;
/// Another way to find the listing is better if it increases the logarithm of the number of cells, less their blur, by
/// more than this.
const MIN_GAIN: f64 = 0.05;
/// The maximum blur in that case: rows of characters have less.
const MAX_BLUR: f64 = 10.0;

/// Margin in rows above and below a listing that may still belong to it.
const MAX_MARGIN_ROWS: f64 = 2.5;

/// The upper left and lower right corners of a part of a sheet.
type Part = [[usize; 2]; 2];

/// Errors from searching for rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoRows {
    /// The page is empty.
    #[error("the page is empty")]
    Empty,
    /// There is print, but no rows of cells.
    #[error(
        "not a page of a listing: no rows of characters of equal width found; crop the picture to the listing"
    )]
    NoGrid,
}

/// Finds the printed rows in reading order: the columns of a magazine one after the other, including empty
/// rows between others. `columns` is the number of cells per row, if known; otherwise it is detected.
///
/// # Errors
/// The page is empty, or has no rows of cells.
pub fn find(page: &Grey, columns: Option<usize>) -> Result<Vec<RowGrid>, NoRows> {
    ways(page, columns)?.into_iter().next().ok_or(NoRows::NoGrid)
}

/// Finds the rows for each plausible orientation of the page, most likely first; reading them decides. Never
/// empty.
///
/// # Errors
/// Same as [`find`].
pub fn ways(page: &Grey, columns: Option<usize>) -> Result<Vec<Vec<RowGrid>>, NoRows> {
    let ink = ink::ink(page).ok_or(NoRows::Empty)?;
    let columns = columns.map(|columns| columns.max(1));
    // Rows along the picture's rows or its columns, each upright and upside down.
    let both = |field: Field| {
        let sheet = Sheet::flat(&ink, &field)?;
        let mut ways = Vec::new();
        for sheet in [&sheet, &sheet.turned()] {
            let across = spectrum_across(sheet);
            let levelled = level::levelled(&ink, &field, sheet, across.as_ref());
            let levelled = levelled
                .iter()
                .map(|sheet| readings(sheet, spectrum_across(sheet), columns));
            let readings = once(readings(sheet, across, columns)).chain(levelled);
            let best = readings.reduce(|[one, turned], [other, other_turned]| {
                [better(one, other), better(turned, other_turned)]
            });
            ways.extend(best.into_iter().flatten().flatten());
            let most = ways.iter().map(|way: &Reading| way.likeness).fold(0.0, f64::max);
            if most > MIN_CLEAR_LIKENESS {
                ways.retain(|way| way.likeness > most - MIN_DIFFERENCE);
                break;
            }
        }
        Some(ways)
    };
    // Harmonics of the cells and things other than print have waves too: try the next field unless these are
    // certainly cells, or certainly none.
    let mut ways: Vec<Reading> = Vec::new();
    for (tried, field) in field::fields(&ink).enumerate() {
        let found = both(field).unwrap_or_default();
        let [known, new] = [&ways, &found].map(|ways| clearest(ways));
        let is_confirmed = known.zip(new).is_some_and(|(known, new)| known.agrees(new));
        let explained = |way: Option<&Reading>| way.map_or(0.0, Reading::explained);
        let [known, new] = [known, new].map(explained);
        if new > known {
            ways = found;
        }
        let is_hopeless = tried > 0 && known.max(new) < MIN_EXPLAINED;
        let is_certain = ways.iter().any(|way| way.likeness > MIN_CERTAIN_LIKENESS);
        if is_certain || is_confirmed || is_hopeless {
            break;
        }
    }
    if ways.is_empty() {
        return Err(NoRows::NoGrid);
    }
    // Thin strokes are taken for a listing only if nothing else is.
    let is_usual = |way: &Reading| way.likeness > layout::MIN_LIKENESS;
    if ways.iter().any(is_usual) {
        ways.retain(is_usual);
    }
    ways.sort_by(|one, other| other.score.total_cmp(&one.score));
    Ok(ways.into_iter().map(|way| way.grids).collect())
}

/// The rows of a page in one orientation.
struct Reading {
    score: f64,
    /// The share of the mean cell that the mean cells of listings explain.
    likeness: f64,
    /// Cells with ink.
    cells: usize,
    /// The blur of the cells.
    blur: f64,
    grids: Vec<RowGrid>,
}

impl Reading {
    /// A score for comparing readings of the same rows on differently flattened sheets, which also differ in
    /// the number of cells found and in their blur.
    fn combined_score(&self) -> f64 {
        self.score + (self.cells as f64).ln() - BLUR_WEIGHT * self.blur
    }

    /// The likeness scaled to a number of cells, less their blur.
    fn explained(&self) -> f64 {
        self.likeness * self.cells as f64 * (-BLUR_WEIGHT * self.blur).exp()
    }

    /// Whether this reading and one of another field are about the same.
    fn agrees(&self, other: &Reading) -> bool {
        let is_near = |one: f64, other: f64| (one - other).abs() <= MAX_DIFFERENCE_OF_FIELDS * one.max(other);
        is_near(self.explained(), other.explained()) && is_near(self.cells as f64, other.cells as f64)
    }
}

/// Returns the reading that explains most.
fn clearest(ways: &[Reading]) -> Option<&Reading> {
    ways.iter()
        .max_by(|one, other| one.explained().total_cmp(&other.explained()))
}

/// Returns the better of two readings of the same rows on differently flattened sheets.
fn better(one: Option<Reading>, other: Option<Reading>) -> Option<Reading> {
    let score = |reading: &Option<Reading>| {
        reading
            .as_ref()
            .map_or(f64::NEG_INFINITY, Reading::combined_score)
    };
    if score(&other) > score(&one) { other } else { one }
}

/// Returns the listing in a part of a sheet, found again without the print above and below it if that is
/// better.
fn layouts_alone(
    plane: &Plane,
    part: Part,
    pitches: [f64; 2],
    columns: Option<usize>,
) -> [Option<Layout>; 2] {
    let found = layouts(plane, part, pitches, columns);
    // Headers and folios are not on the lattice and distort it: fit again without them.
    let Some(part) = without_others(&found, part, pitches[1]) else {
        return found;
    };
    let again = layouts(plane, part, pitches, columns);
    if is_better(Sum::of(&again), Sum::of(&found)) {
        again
    } else {
        found
    }
}

/// Returns the listing in a part of a sheet, upright and upside down, if there is one.
fn layouts(plane: &Plane, part: Part, pitches: [f64; 2], columns: Option<usize>) -> [Option<Layout>; 2] {
    let inked = Inked::new(plane, part);
    let lattice = Lattice::fitted(&inked, part, pitches);
    layout::layouts(&lattice, &inked, columns)
}

/// Returns the part that contains the rows of the listing, if it is smaller than the part that was searched.
fn without_others(found: &[Option<Layout>; 2], [from, to]: Part, pitch: f64) -> Option<Part> {
    let [first, last] = found
        .iter()
        .flatten()
        .map(Layout::lines)
        .reduce(|one, other| [one[0].min(other[0]), one[1].max(other[1])])?;
    let top = (first - MAX_MARGIN_ROWS * pitch).max(from[1] as f64) as usize;
    let bottom = ((last + MAX_MARGIN_ROWS * pitch).max(0.0) as usize).min(to[1]);
    let is_smaller = top > from[1] || bottom < to[1];
    (is_smaller && top < bottom).then_some([[from[0], top], [to[0], bottom]])
}

/// A summary of a listing found in either orientation.
#[derive(Clone, Copy, Debug)]
struct Sum {
    cells: usize,
    blur: f64,
}

impl Sum {
    fn of(found: &[Option<Layout>; 2]) -> Sum {
        let found = || found.iter().flatten();
        Sum {
            cells: found().map(|layout| layout.cells).max().unwrap_or(0),
            blur: found().map(Layout::blur).fold(f64::MAX, f64::min),
        }
    }
}

/// Whether the listing is found better without the print above and below: it has about as many cells, and
/// they are not much more blurred.
fn is_better(without: Sum, with: Sum) -> bool {
    without.cells as f64 > MIN_CELL_SHARE * with.cells as f64 && without.blur < with.blur + MAX_BLUR_INCREASE
}

/// Whether the listing is found better in another way: with the rows as far apart as cells, or in strips that were moved
/// together.
fn is_clearly_better(other: Sum, known: Sum) -> bool {
    let score = |sum: Sum| (sum.cells.max(1) as f64).ln() - sum.blur.min(MAX_BLUR);
    score(other) > score(known) + MIN_GAIN
}

/// The horizontal spectrum of the ink of a whole sheet, which gives the width of the cells.
fn spectrum_across(sheet: &Sheet) -> Option<Spectrum> {
    let whole = [[0, 0], [sheet.plane.width, sheet.plane.height]];
    pitch::spectrum(&sheet.plane, 0, whole, usize::MAX)
}

/// Reads a sheet upright and upside down.
fn readings(sheet: &Sheet, whole: Option<Spectrum>, columns: Option<usize>) -> [Option<Reading>; 2] {
    let Some(whole) = whole else {
        return [None, None];
    };
    let strongest = |range: [f64; 2]| {
        let pitch = whole.strongest(range);
        pitch.filter(|pitch| pitch.strength >= MIN_STRENGTH)
    };
    let Some(pitch) = strongest(pitch::PITCHES) else {
        return [None, None];
    };
    let found = readings_at(sheet, &whole, pitch, columns);
    if found.iter().any(Option::is_some) {
        return found;
    }
    // The stems of letters may be half a cell apart.
    let twice = strongest([1.94, 2.06].map(|factor| factor * pitch.pixels));
    twice.map_or(found, |twice| readings_at(sheet, &whole, twice, columns))
}

/// The same with cells of about this width.
fn readings_at(
    sheet: &Sheet,
    whole: &Spectrum,
    pitch: Pitch,
    columns: Option<usize>,
) -> [Option<Reading>; 2] {
    let plane = &sheet.plane;
    let mut ways: [Vec<(Layout, Seams)>; 2] = [Vec::new(), Vec::new()];
    for [left, right] in blocks::blocks(plane, pitch.pixels, columns.unwrap_or(COLUMNS)) {
        let part = [[left, 0], [right, plane.height]];
        let near = |low: f64, high: f64| [low * pitch.pixels, high * pitch.pixels];
        let own = (left > 0 || right < plane.width).then(|| pitch::spectrum(plane, 0, part, usize::MAX));
        let across = own.as_ref().map_or(Some(whole), Option::as_ref);
        let across = across.and_then(|across| across.strongest(near(0.94, 1.06)));
        let down = pitch::spectrum(plane, 1, part, (COHERENT_ROWS * pitch.pixels) as usize);
        let down = down.and_then(|down| down.strongest(near(0.85, 2.3)));
        let Some(across) = across.filter(|across| across.strength >= MIN_STRENGTH) else {
            continue;
        };
        let down = down
            .filter(|down| down.strength >= MIN_STRENGTH)
            .map(|down| down.pixels);
        let down = pitch::of_rows(plane, part, across.pixels, down);
        let pitches = [across.pixels, down];
        let mut found = layouts_alone(plane, part, pitches, columns);
        let is_nearly_square = (down / across.pixels).ln().abs() < MAX_DIFFERENCE_OF_SQUARE;
        if is_nearly_square && Sum::of(&found).blur > MAX_BLUR_OF_ROWS {
            let square = layouts_alone(plane, part, [across.pixels; 2], columns);
            if is_clearly_better(Sum::of(&square), Sum::of(&found)) {
                found = square;
            }
        }
        let mut seams = Seams::default();
        if let Some((plane, joints, down)) = strips::joined(plane, part, across.pixels) {
            let part = [[left, 0], [right, plane.height]];
            let again = layouts_alone(&plane, part, [across.pixels, down], columns);
            if is_clearly_better(Sum::of(&again), Sum::of(&found)) {
                (found, seams) = (again, joints);
            }
        }
        for (way, layout) in ways.iter_mut().zip(found) {
            way.extend(layout.map(|layout| (layout, seams.clone())));
        }
    }
    let [upright, mut turned] = ways;
    turned.reverse();
    [upright, turned].map(|way| {
        let cells: usize = way.iter().map(|(layout, _)| layout.cells).sum();
        let mean = |figure: fn(&Layout) -> f64| {
            let sum: f64 = way
                .iter()
                .map(|(layout, _)| figure(layout) * layout.cells as f64)
                .sum();
            sum / cells as f64
        };
        (cells > 0).then(|| Reading {
            score: mean(|layout| layout.score),
            likeness: mean(|layout| layout.likeness),
            blur: mean(Layout::blur),
            cells,
            grids: way
                .iter()
                .flat_map(|(layout, seams)| layout.grids(sheet, seams))
                .collect(),
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_listing_found_without_its_surroundings_is_as_large_and_as_sharp() {
        let sum = |cells: usize, blur: f64| Sum { cells, blur };
        assert!(is_better(sum(95, 0.2), sum(100, 0.5)));
        // A part of the listing was excluded.
        assert!(!is_better(sum(85, 0.2), sum(100, 0.5)));
        // The cells are out of register.
        assert!(!is_better(sum(100, 0.9), sum(100, 0.3)));
    }
}
