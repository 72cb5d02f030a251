//! Reads rows in a font that is learnt from them.

use std::iter;
use std::ops::Range;

use super::leading::{self, Variant};
use super::{DOWN, MOVES, PageRead, read_rows, sample};
use crate::font::bits;
use crate::naming::{self, Characters, Named, Shape};
use crate::read::{self, Counts, Inks, Rough};
use crate::{Font, Grey, RowGrid};

/// Maximum number of rows from which a font is learnt; it limits the memory.
const MAX_ROWS: usize = 80;

/// Minimum mean number of cells of a shape in a font, of all rows and of a sample of them.
const MIN_CELLS_PER_SHAPE: f32 = 2.0;
const MIN_CELLS_PER_SHAPE_OF_SAMPLE: f32 = 1.5;

/// Of the orientations along the same axis, those that have less than this share of the cells are not read.
const MIN_CELL_SHARE: f32 = 0.95;

/// The fit of listings upside down and of other text, at least, and that of a listing whose orientation is certain:
/// 60 scans of listings in ten fonts have -2.7 to -1.5, and upside down -4.0 to -2.7.
const FIT_OF_OTHER_TEXT: f32 = -4.0;
const CLEAR_FIT: f32 = -2.4;

/// Letters end in the lowest dots of cells if these have this share of the ink: on 90 scans in ten fonts, they have
/// 0.085 to 0.19 then, and otherwise at most 0.04.
const MIN_LOWEST_INK: f32 = 0.06;
/// Rows that are moved are not read if they have more shapes than this, relative to those before.
const MAX_SHAPES_OF_MOVED: f32 = 1.1;

/// Log likelihoods that differ by less than this tell nothing about the place of cells: then they stay.
const MIN_DIFFERENCE: f32 = 10.0;
/// The same of fits and the height of cells, which are as high as wide then.
const MIN_FIT_DIFFERENCE: f32 = 0.02;

/// A page's shapes with their names, and the rows in which they were found.
struct Learnt {
    named: Named,
    inks: Inks,
    rows: Vec<RowGrid>,
}

impl Learnt {
    /// Names the shapes of rows; `None` if they do not repeat.
    fn of(page: &Grey, rows: Vec<RowGrid>, known: &Characters) -> Option<Learnt> {
        let (shapes, inks, near) = shapes(page, first(&rows));
        has_repetitions(&counts(&shapes), MIN_CELLS_PER_SHAPE)
            .then(|| Learnt::named(shapes, inks, near, rows, known))
    }

    fn named(shapes: Vec<Shape>, inks: Inks, near: f32, rows: Vec<RowGrid>, known: &Characters) -> Learnt {
        Learnt {
            named: naming::name(shapes, near, size(first(&rows)), known),
            inks,
            rows,
        }
    }

    /// Returns how much better this fits a listing than other text.
    fn gain(&self) -> f32 {
        gain(self.named.fit(), counts(&self.named.shapes).cells)
    }

    /// Whether this is certainly the right orientation, so that no other one is tried.
    fn is_clear(&self) -> bool {
        self.named.fit() >= CLEAR_FIT
    }

    /// Names the shapes of the rows one dot lower, if letters end in the lowest dots of cells: those of `;` and `,` may be
    /// in the row below. `None` if this is not better.
    fn lower(&self, page: &Grey, known: &Characters) -> Option<Learnt> {
        let ink = |dots: Range<usize>| (self.inks.values().flat_map(|ink| &ink[dots.clone()])).sum::<f32>();
        if ink(56..64) < MIN_LOWEST_INK * ink(0..64) {
            return None;
        }
        let rows = moved(&self.rows, DOWN);
        let (shapes, inks, near) = shapes(page, first(&rows));
        if shapes.len() as f32 > MAX_SHAPES_OF_MOVED * self.named.shapes.len() as f32 {
            return None;
        }
        let moved = Learnt::named(shapes, inks, near, rows, known);
        (moved.named.evidence > self.named.evidence + MIN_DIFFERENCE).then_some(moved)
    }

    /// Names the shapes of rows with lower cells, if that is better.
    fn without_leading(self, page: &Grey, known: &Characters) -> Learnt {
        let mut best = self;
        for Variant { rows, is_square } in leading::variants(page, &best.rows, &sample(&best.rows)) {
            let gain = MIN_FIT_DIFFERENCE * if is_square { -1.0 } else { 1.0 };
            let is_better = |learnt: &Learnt| learnt.named.fit() > best.named.fit() + gain;
            if let Some(learnt) = Learnt::of(page, rows, known).filter(is_better) {
                best = learnt;
            }
        }
        best
    }

    /// Names the shapes of the page when it is upside down.
    fn turned(&self, known: &Characters) -> Learnt {
        let rows = first(&self.rows);
        let shapes = turned_shapes(&self.named.shapes, rows);
        let inks = self
            .inks
            .iter()
            .map(|(&place, dots)| (turned_place(place, rows), turned_dots(dots)));
        Learnt::named(shapes, inks.collect(), self.named.near, turned(&self.rows), known)
    }
}

/// Reads the rows of one of several orientations, in a font that is learnt from their shapes; `known` is a
/// font that it may resemble.
pub(super) fn read(page: &Grey, ways: &[Vec<RowGrid>], known: &Font) -> Option<PageRead> {
    let characters = Characters::of(known);
    let mut best: Option<Learnt> = None;
    let mut upright_ways: Vec<(Vec<RowGrid>, Counts)> = Vec::new();
    for rows in ways.iter().map(|rows| upright(rows)) {
        if upright_ways.iter().any(|(known, _)| *known == rows) {
            continue;
        }
        let some = sample(&rows);
        let counts = read::count_shapes(page, &some);
        if has_repetitions(&counts, MIN_CELLS_PER_SHAPE_OF_SAMPLE) {
            let cells = counts.cells * rows.len() / some.len().max(1);
            upright_ways.push((rows, Counts { cells, ..counts }));
        }
    }
    for is_across in [true, false] {
        let ways = || (upright_ways.iter()).filter(|(rows, _)| runs_across(rows) == is_across);
        let most = ways().map(|(_, counts)| counts.cells).max().unwrap_or(0);
        let ways = ways().filter(|(_, counts)| counts.cells as f32 >= MIN_CELL_SHARE * most as f32);
        let places = ways.flat_map(|(rows, counts)| {
            let moves = MOVES.map(|by| {
                let rows = moved(rows, by);
                (read::count_shapes(page, &sample(&rows)).shapes, rows)
            });
            iter::once((counts.shapes, rows.clone())).chain(moves)
        });
        let Some((_, rows)) = places.min_by_key(|(shapes, _)| *shapes) else {
            continue;
        };
        let Some(learnt) = Learnt::of(page, rows, &characters) else {
            continue;
        };
        let turned = (!learnt.is_clear()).then(|| learnt.turned(&characters));
        let all = [turned, Some(learnt)].into_iter().flatten();
        let all = best
            .into_iter()
            .chain(all.map(|learnt| learnt.without_leading(page, &characters)));
        best = all.max_by(|one, other| one.gain().total_cmp(&other.gain()));
        if best.as_ref().is_some_and(Learnt::is_clear) {
            break;
        }
    }
    let mut best = best?;
    if let Some(lower) = best.lower(page, &characters) {
        best = lower;
    }
    let Learnt { named, rows, inks } = best;
    Some(read_rows(page, rows, &named.font(&inks, known)))
}

/// Returns the fit of a listing, compared with that of other text of the same length: orientations in which fewer
/// cells were found do not win by that.
fn gain(fit: f32, cells: usize) -> f32 {
    (fit - FIT_OF_OTHER_TEXT) * cells as f32
}

/// Whether cells have the same shapes, at least this many on average: the letters of prose are not in cells, so
/// that no two cells of it are alike.
fn has_repetitions(counts: &Counts, cells_per_shape: f32) -> bool {
    counts.cells as f32 >= cells_per_shape * counts.shapes as f32
}

/// Returns the first rows, from which a font is learnt.
fn first(rows: &[RowGrid]) -> &[RowGrid] {
    &rows[..rows.len().min(MAX_ROWS)]
}

/// Returns rows that run down or to the right, whatever their direction.
fn upright(rows: &[RowGrid]) -> Vec<RowGrid> {
    let [x, y] = way(rows);
    let is_turned = if x.abs() > y.abs() { x < 0.0 } else { y < 0.0 };
    if is_turned { turned(rows) } else { rows.to_vec() }
}

/// Whether rows run across the picture.
fn runs_across(rows: &[RowGrid]) -> bool {
    let [x, y] = way(rows);
    x.abs() > y.abs()
}

/// Returns the way from the start to the end of the first row.
fn way(rows: &[RowGrid]) -> [f32; 2] {
    rows.first().map_or([1.0, 0.0], |row| {
        let [from, to] = [row.at(0.0, 0.5), row.at(row.columns() as f32, 0.5)];
        [to[0] - from[0], to[1] - from[1]]
    })
}

/// Returns the rows moved by fractions of a cell.
fn moved(rows: &[RowGrid], by: [f32; 2]) -> Vec<RowGrid> {
    rows.iter().map(|row| row.moved(by)).collect()
}

/// Returns the rows of the page when it is upside down.
fn turned(rows: &[RowGrid]) -> Vec<RowGrid> {
    let reversed = |points: &[[f32; 2]]| points.iter().rev().copied().collect();
    let turned = rows.iter().rev().map(|row| RowGrid {
        top: reversed(&row.bottom),
        bottom: reversed(&row.top),
    });
    turned.collect()
}

/// Returns the shapes of the rows, and the distance up to which cells have the same shape. Shapes that have
/// the same dots are one, and those without a dot are dirt.
fn shapes(page: &Grey, rows: &[RowGrid]) -> (Vec<Shape>, Inks, f32) {
    let found = read::shapes(page, rows);
    let mut shapes: Vec<Shape> = Vec::new();
    for (dots, cells) in found.all {
        let ink = bits(&dots);
        if ink == [0; 8] {
            continue;
        }
        match shapes.iter_mut().find(|shape| bits(&shape.dots) == ink) {
            Some(shape) => shape.cells.extend(cells),
            None => shapes.push(Shape { dots, cells }),
        }
    }
    (shapes, found.inks, found.near)
}

/// Returns the shapes in these rows when the page is upside down.
fn turned_shapes(shapes: &[Shape], rows: &[RowGrid]) -> Vec<Shape> {
    let turned = |shape: &Shape| Shape {
        dots: turned_dots(&shape.dots),
        cells: (shape.cells.iter())
            .map(|&place| turned_place(place, rows))
            .collect(),
    };
    shapes.iter().map(turned).collect()
}

fn turned_dots(dots: &Rough) -> Rough {
    std::array::from_fn(|at| dots[63 - at])
}

fn turned_place([row, column]: [usize; 2], rows: &[RowGrid]) -> [usize; 2] {
    [rows.len() - 1 - row, rows[row].columns() - 1 - column]
}

fn counts(shapes: &[Shape]) -> Counts {
    Counts {
        shapes: shapes.len(),
        cells: shapes.iter().map(|shape| shape.cells.len()).sum(),
    }
}

/// The number of rows and columns.
fn size(rows: &[RowGrid]) -> [usize; 2] {
    [rows.len(), rows.iter().map(RowGrid::columns).max().unwrap_or(0)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_orientation_does_not_win_by_having_few_cells() {
        assert!(gain(-2.2, 304) > gain(-2.1, 21));
        assert!(gain(-2.2, 304) > gain(-2.7, 304));
        assert!(gain(-2.2, 304) > gain(-2.1, 150));
    }
}
