//! Where the printed rows are.
//!
//! What is darker than the paper around it is `ink`. The `spectra` of small windows of it say how the waves
//! of cells and rows run here and there; followed from window to window they are a `field`, by which the page
//! is laid flat on a `sheet`, whichever way it was bent, turned or seen; few rows are laid `level` by their
//! own ink. There the spectrum says how far apart cells and rows are (`pitch`), for each of the `blocks` that
//! stand side by side. A `lattice` of smooth surfaces follows the ink's phase, and its `drift` how rows were
//! fed; the mean of its cells says where in it they begin. At last the `layout` of the cells that have ink
//! says which way is up and where rows begin.

mod blocks;
mod cell;
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
mod surface;

use std::iter::once;

use self::field::Field;
pub use self::ink::is_light_on_dark;
use self::ink::{Inked, Plane};
use self::lattice::Lattice;
pub(crate) use self::layout::COLUMNS;
use self::layout::Layout;
use self::pitch::Spectrum;
use self::sheet::Sheet;
use crate::{Grey, RowGrid};

/// How many times stronger than what is around it the frequency of cells must be.
const STRENGTH: f64 = 2.5;

/// Of a mean cell the share that the means of listings explain where it is one without doubt.
const SURE: f64 = 0.7;

/// And the share of which the means of a page that lies another way explain so much less that it need not be
/// read.
const CLEAR: f64 = 0.9;
const MIN_DIFFERENCE: f64 = 0.1;

/// So many rows are in step wherever they are: paper is not fed evenly.
const ROWS: f64 = 16.0;

/// Of the cells of a listing, the share that is found without what stands above and below it, at least.
const MIN_CELL_SHARE: f64 = 0.9;

/// By how much more blurred cells may be then.
const BLURRED: f64 = 0.1;

/// Rows beside those of a listing that may still be some of it.
const BESIDE: f64 = 2.5;

/// The upper left corner of a part of a sheet, and the lower right one.
type Part = [[usize; 2]; 2];

/// Why no rows were found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoRows {
    /// Nothing is printed on it.
    #[error("the page is empty")]
    Empty,
    /// There is something, but no rows of cells.
    #[error(
        "not a page of a listing: no rows of characters of equal width found; crop the picture to the listing"
    )]
    NoGrid,
}

/// The printed rows in the order in which they are read: a magazine's columns one after the other, empty rows
/// between others among them. `columns` is how many cells a row has, if it is known; else it is found.
///
/// # Errors
/// There is nothing printed, or nothing in rows of cells.
pub fn find(page: &Grey, columns: Option<usize>) -> Result<Vec<RowGrid>, NoRows> {
    ways(page, columns)?.into_iter().next().ok_or(NoRows::NoGrid)
}

/// The rows as they are if one side of the page is up or another, the likeliest first: what they say decides.
/// Never empty.
///
/// # Errors
/// Those of [`find`].
pub fn ways(page: &Grey, columns: Option<usize>) -> Result<Vec<Vec<RowGrid>>, NoRows> {
    let ink = ink::ink(page).ok_or(NoRows::Empty)?;
    let columns = columns.map(|columns| columns.max(1));
    // Rows along the picture's rows or along its columns, and either way up.
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
            if most > CLEAR {
                ways.retain(|way| way.likeness > most - MIN_DIFFERENCE);
                break;
            }
        }
        (!ways.is_empty()).then_some(ways)
    };
    // Overtones of cells and what isn't print have waves too: on to the next unless these are cells without
    // doubt.
    let mut ways: Vec<Reading> = Vec::new();
    for found in field::fields(&ink).filter_map(both) {
        let most = |ways: &[Reading]| ways.iter().map(Reading::explained).fold(0.0, f64::max);
        if most(&found) > most(&ways) {
            ways = found;
        }
        if ways.iter().any(|way| way.likeness > SURE) {
            break;
        }
    }
    if ways.is_empty() {
        return Err(NoRows::NoGrid);
    }
    ways.sort_by(|one, other| other.score.total_cmp(&one.score));
    Ok(ways.into_iter().map(|way| way.grids).collect())
}

/// The rows of a page, read one way.
struct Reading {
    score: f64,
    /// How much of its mean cell the means of listings explain.
    likeness: f64,
    /// Cells with ink.
    cells: usize,
    grids: Vec<RowGrid>,
}

impl Reading {
    /// Of readings of the same rows, laid flat in different ways: these differ in how many cells are found
    /// too.
    fn worth(&self) -> f64 {
        self.score + (self.cells as f64).ln()
    }

    /// How many cells there would be if they explained all.
    fn explained(&self) -> f64 {
        self.likeness * self.cells as f64
    }
}

/// The better of two readings of the same rows, laid flat in different ways.
fn better(one: Option<Reading>, other: Option<Reading>) -> Option<Reading> {
    let worth = |reading: &Option<Reading>| reading.as_ref().map_or(f64::NEG_INFINITY, Reading::worth);
    if worth(&other) > worth(&one) { other } else { one }
}

/// The listing in a part of a sheet, as it stands and upside down, if it is one.
fn layouts(plane: &Plane, part: Part, pitches: [f64; 2], columns: Option<usize>) -> [Option<Layout>; 2] {
    let inked = Inked::new(plane, part);
    let lattice = Lattice::fitted(&inked, part, pitches);
    layout::layouts(&lattice, &inked, columns).map(|layout| layout.filter(Layout::is_listing))
}

/// The part in which the rows of a listing stand, if it is smaller than that in which they were found.
fn without_others(found: &[Option<Layout>; 2], [from, to]: Part, pitch: f64) -> Option<Part> {
    let [first, last] = found
        .iter()
        .flatten()
        .map(Layout::lines)
        .reduce(|one, other| [one[0].min(other[0]), one[1].max(other[1])])?;
    let top = (first - BESIDE * pitch).max(from[1] as f64) as usize;
    let bottom = ((last + BESIDE * pitch).max(0.0) as usize).min(to[1]);
    let is_smaller = top > from[1] || bottom < to[1];
    (is_smaller && top < bottom).then_some([[from[0], top], [to[0], bottom]])
}

/// What is found of a listing, read both ways.
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

/// Whether a listing is found better without what stands beside it: it has no fewer cells then, and they are
/// no more blurred.
fn is_better(without: Sum, with: Sum) -> bool {
    without.cells as f64 > MIN_CELL_SHARE * with.cells as f64 && without.blur < with.blur + BLURRED
}

/// The spectrum of the ink of a whole sheet across, which says how wide cells are.
fn spectrum_across(sheet: &Sheet) -> Option<Spectrum> {
    let whole = [[0, 0], [sheet.plane.width, sheet.plane.height]];
    pitch::spectrum(&sheet.plane, 0, whole, usize::MAX)
}

/// Both ways to read what lies along one of the picture's axes.
fn readings(sheet: &Sheet, whole: Option<Spectrum>, columns: Option<usize>) -> [Option<Reading>; 2] {
    let plane = &sheet.plane;
    let Some((whole, pitch)) = whole.and_then(|whole| {
        let pitch = whole.strongest(pitch::PITCHES)?;
        Some((whole, pitch))
    }) else {
        return [None, None];
    };
    if pitch.strength < STRENGTH {
        return [None, None];
    }
    let mut ways: [Vec<Layout>; 2] = [Vec::new(), Vec::new()];
    for [left, right] in blocks::blocks(plane, pitch.pixels, columns.unwrap_or(COLUMNS)) {
        let part = [[left, 0], [right, plane.height]];
        let near = |low: f64, high: f64| [low * pitch.pixels, high * pitch.pixels];
        let own = (left > 0 || right < plane.width).then(|| pitch::spectrum(plane, 0, part, usize::MAX));
        let across = own.as_ref().map_or(Some(&whole), Option::as_ref);
        let across = across.and_then(|across| across.strongest(near(0.94, 1.06)));
        let down = pitch::spectrum(plane, 1, part, (ROWS * pitch.pixels) as usize);
        let down = down.and_then(|down| down.strongest(near(0.85, 2.3)));
        let Some(across) = across.filter(|across| across.strength >= STRENGTH) else {
            continue;
        };
        let down = down
            .filter(|down| down.strength >= STRENGTH)
            .map(|down| down.pixels);
        let down = pitch::of_rows(plane, part, across.pixels, down);
        let pitches = [across.pixels, down];
        let mut found = layouts(plane, part, pitches, columns);
        // Headers and folios stand on no lattice, and bend that of the rows beside them: once more without
        // them.
        if let Some(part) = without_others(&found, part, down) {
            let again = layouts(plane, part, pitches, columns);
            if is_better(Sum::of(&again), Sum::of(&found)) {
                found = again;
            }
        }
        for (way, layout) in ways.iter_mut().zip(found) {
            way.extend(layout);
        }
    }
    let [upright, mut turned] = ways;
    turned.reverse();
    [upright, turned].map(|way| {
        let cells: usize = way.iter().map(|layout| layout.cells).sum();
        let scores = way.iter().map(|layout| layout.score * layout.cells as f64);
        let likeness = way.iter().map(|layout| layout.likeness * layout.cells as f64);
        (cells > 0).then(|| Reading {
            score: scores.sum::<f64>() / cells as f64,
            likeness: likeness.sum::<f64>() / cells as f64,
            cells,
            grids: way.iter().flat_map(|layout| layout.grids(sheet)).collect(),
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_listing_found_without_what_is_beside_it_is_as_large_and_as_sharp() {
        let sum = |cells: usize, blur: f64| Sum { cells, blur };
        assert!(is_better(sum(95, 0.2), sum(100, 0.5)));
        // What was taken away is some of the listing.
        assert!(!is_better(sum(85, 0.2), sum(100, 0.5)));
        // Its cells run across their edges.
        assert!(!is_better(sum(100, 0.9), sum(100, 0.3)));
    }
}
