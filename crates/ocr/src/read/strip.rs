//! Printed rows as straight strips of samples with dots of uniform size, whatever the position and shape of
//! the row in the picture.

use std::borrow::Cow;

use crate::{Grey, RowGrid};

/// Samples per dot, in each direction.
pub(super) const PER_DOT: usize = 2;
/// Samples per cell, in each direction.
pub(super) const SIDE: usize = 8 * PER_DOT;
/// Samples per cell.
pub(super) const AREA: usize = SIDE * SIDE;
/// Margin around a row in samples, as a grid may be off by this much and ink spreads.
pub(super) const MARGIN: usize = 2 * PER_DOT;
const HEIGHT: usize = SIDE + 2 * MARGIN;

/// The samples of a cell, row by row.
pub(super) type Patch = [f32; AREA];

/// The offset of the print from a grid at the centre of a cell, in dots: right, down.
pub(super) type Offset = [f32; 2];

/// The picture, reduced until a dot has less than four pixels.
pub(super) struct Scaled<'a> {
    page: Cow<'a, Grey>,
    /// The size of a pixel, in pixels of the original picture.
    shrunk: f32,
    /// Number of points per sample, in each direction.
    points: usize,
}

impl<'a> Scaled<'a> {
    pub(super) fn new(page: &'a Grey, rows: &[RowGrid]) -> Scaled<'a> {
        let mut dot = dot_size(rows);
        let (mut scaled, mut shrunk) = (Cow::Borrowed(page), 1.0);
        while dot >= 4.0 && scaled.width().min(scaled.height()) >= 2 {
            scaled = Cow::Owned(halved(&scaled));
            dot /= 2.0;
            shrunk *= 2.0;
        }
        Scaled {
            page: scaled,
            shrunk,
            points: ((dot / PER_DOT as f32).ceil() as usize).clamp(1, 2),
        }
    }

    /// Returns the mean grey around a point of the picture, over an area of `right` by `down`.
    fn area(&self, at: [f32; 2], right: [f32; 2], down: [f32; 2]) -> f32 {
        let part = |point: usize| (point as f32 + 0.5) / self.points as f32 - 0.5;
        let mut sum = 0.0;
        for y in 0..self.points {
            for x in 0..self.points {
                let place = |axis: usize| at[axis] + right[axis] * part(x) + down[axis] * part(y);
                sum += self.page.sample([place(0) / self.shrunk, place(1) / self.shrunk]);
            }
        }
        sum / (self.points * self.points) as f32
    }
}

/// Returns the size of a dot in pixels: the median over the rows.
fn dot_size(rows: &[RowGrid]) -> f32 {
    let mut sizes: Vec<f32> = rows
        .iter()
        .filter(|row| columns(row) > 0)
        .map(|row| {
            let [width, height] = row.cell_size();
            width.min(height) / 8.0
        })
        .collect();
    sizes.sort_by(f32::total_cmp);
    sizes.get(sizes.len() / 2).copied().unwrap_or(1.0)
}

/// Returns the picture with half the width and height, each pixel the mean of four.
fn halved(page: &Grey) -> Grey {
    let (width, height) = (page.width() / 2, page.height() / 2);
    let line = |y: usize| &page.pixels()[y * page.width()..][..page.width()];
    let pixels = (0..height).flat_map(|y| {
        let (above, below) = (line(2 * y), line(2 * y + 1));
        (0..width).map(move |x| {
            let sum = [above[2 * x], above[2 * x + 1], below[2 * x], below[2 * x + 1]].map(u16::from);
            ((sum.iter().sum::<u16>() + 2) / 4) as u8
        })
    });
    Grey::new(width, height, pixels.collect()).expect("width times height pixels")
}

/// Returns the number of cells of a row, limited by both edges.
pub(super) fn columns(row: &RowGrid) -> usize {
    row.top.len().min(row.bottom.len()).saturating_sub(1)
}

/// A row's samples with a margin; larger values are darker.
pub(super) struct Strip {
    pub(super) columns: usize,
    width: usize,
    values: Vec<f32>,
}

impl Strip {
    /// Samples the row at its grid, shifted by the offsets of its cells.
    pub(super) fn new(page: &Scaled<'_>, row: &RowGrid, offsets: &[Offset]) -> Strip {
        let columns = columns(row);
        let width = SIDE * columns + 2 * MARGIN;
        let mut values = vec![0.0; if columns == 0 { 0 } else { width * HEIGHT }];
        let step = 1.0 / SIDE as f32;
        let place = |sample: usize| (sample as f32 + 0.5 - MARGIN as f32) * step;
        for x in 0..if columns == 0 { 0 } else { width } {
            let [right, down] = between(offsets, place(x) - 0.5).map(|dots| dots / 8.0);
            let across = place(x) + right;
            let (high, low) = (row.at(across, 0.0), row.at(across, 1.0));
            let line: [f32; 2] = [0, 1].map(|axis| low[axis] - high[axis]);
            let next = row.at(across + step, 0.0);
            let one: [f32; 2] = [0, 1].map(|axis| next[axis] - high[axis]);
            for y in 0..HEIGHT {
                let at = place(y) + down;
                let point = [0, 1].map(|axis| high[axis] + line[axis] * at);
                values[y * width + x] = 255.0 - page.area(point, one, line.map(|part| part * step));
            }
        }
        Strip {
            columns,
            width,
            values,
        }
    }

    /// Swaps dark and light.
    pub(super) fn invert(&mut self) {
        self.values.iter_mut().for_each(|value| *value = 255.0 - *value);
    }

    /// Returns a line of samples without the margins; 0 is the uppermost.
    pub(super) fn line(&self, y: usize) -> &[f32] {
        &self.values[(y + MARGIN) * self.width + MARGIN..][..self.columns * SIDE]
    }

    /// Changes each sample, including the margins. `to` returns for each column of samples a function from a
    /// line and the old value to the new one; positions are relative to the first cell's upper left corner.
    pub(super) fn change<F: Fn(isize, f32) -> f32>(&mut self, to: impl Fn(isize) -> F) {
        let place = |at: usize| at as isize - MARGIN as isize;
        let columns: Vec<F> = (0..self.width).map(|x| to(place(x))).collect();
        for (y, line) in self.values.chunks_exact_mut(self.width.max(1)).enumerate() {
            line.iter_mut()
                .zip(&columns)
                .for_each(|(value, to)| *value = to(place(y), *value));
        }
    }

    /// Returns a copy with a patch subtracted from each cell.
    pub(super) fn without(&self, taken: impl Fn(usize) -> Patch) -> Strip {
        let mut values = self.values.clone();
        for column in 0..self.columns {
            for (y, taken) in taken(column).chunks_exact(SIDE).enumerate() {
                let line = &mut values[(y + MARGIN) * self.width + MARGIN + column * SIDE..][..SIDE];
                line.iter_mut()
                    .zip(taken)
                    .for_each(|(value, taken)| *value -= taken);
            }
        }
        Strip { values, ..*self }
    }

    /// Returns a sample relative to a cell's upper left corner; it may be in the margin.
    pub(super) fn at(&self, column: usize, [right, down]: [isize; 2]) -> f32 {
        let place = |start: usize, by: isize| (start + MARGIN).saturating_add_signed(by);
        self.values[place(0, down) * self.width + place(column * SIDE, right)]
    }

    /// Returns a cell's samples for print shifted to the right and down, by at most [`MARGIN`] samples in
    /// each direction.
    pub(super) fn cell(&self, column: usize, [right, down]: [isize; 2]) -> Patch {
        let mut patch = [0.0; AREA];
        let at = |start: usize, by: isize| (start + MARGIN).saturating_add_signed(by);
        let (left, top) = (at(column * SIDE, right), at(0, down));
        for (y, line) in patch.chunks_exact_mut(SIDE).enumerate() {
            line.copy_from_slice(&self.values[(top + y) * self.width + left..][..SIDE]);
        }
        patch
    }
}

/// Returns the offset at a position along the row, in cells from the centre of the first.
fn between(offsets: &[Offset], at: f32) -> Offset {
    let Some(last) = offsets.len().checked_sub(1) else {
        return [0.0; 2];
    };
    let at = at.clamp(0.0, last as f32);
    let (low, part) = (at as usize, at.fract());
    let (one, other) = (offsets[low], offsets[(low + 1).min(last)]);
    [0, 1].map(|axis| one[axis] + (other[axis] - one[axis]) * part)
}

/// Number of products that are added separately.
pub(super) const LANES: usize = 8;

/// Returns the dot product, in an order that can be vectorized.
pub(super) fn product(one: &[f32], other: &[f32]) -> f32 {
    let mut lanes = [0.0_f32; LANES];
    for (one, other) in one.chunks_exact(LANES).zip(other.chunks_exact(LANES)) {
        for lane in 0..LANES {
            lanes[lane] += one[lane] * other[lane];
        }
    }
    lanes.iter().sum()
}
