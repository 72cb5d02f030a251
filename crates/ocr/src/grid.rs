//! The positions of printed rows in a picture.

/// The cells of one printed row in a picture: rows may be rotated, bent and narrower at one end. Points are
/// in pixels from the picture's top left corner; the centre of a pixel is at a half.
#[derive(Clone, Debug, PartialEq)]
pub struct RowGrid {
    /// The upper left corner of each cell, followed by the upper right corner of the last cell.
    pub top: Vec<[f32; 2]>,
    /// The lower corners, in the same number.
    pub bottom: Vec<[f32; 2]>,
}

impl RowGrid {
    /// Returns the number of cells.
    pub fn columns(&self) -> usize {
        self.top.len().saturating_sub(1)
    }

    /// Returns the point at `across` cells from the left edge (0 to [`columns`](Self::columns)) and at
    /// `down`: 0 is the upper edge of the row, 1 the lower one.
    pub fn at(&self, across: f32, down: f32) -> [f32; 2] {
        let cell = (across.max(0.0) as usize).min(self.columns().saturating_sub(1));
        let part = across - cell as f32;
        let edge = |points: &[[f32; 2]]| mix(points[cell], points[cell + 1], part);
        mix(edge(&self.top), edge(&self.bottom), down)
    }

    /// Returns the row with each cell moved by fractions of a cell, across and down.
    pub(crate) fn moved(&self, [across, down]: [f32; 2]) -> RowGrid {
        let columns = self.columns();
        let shift = |at: usize| {
            let cell = at.min(columns.saturating_sub(1));
            let [left, right, ..] = if columns > 0 {
                self.corners(cell)
            } else {
                [self.top[at]; 4]
            };
            let [top, bottom] = [self.top[at], self.bottom[at]];
            [0, 1].map(|axis| across * (right[axis] - left[axis]) + down * (bottom[axis] - top[axis]))
        };
        let edge = |points: &[[f32; 2]]| {
            let points = points.iter().enumerate();
            points
                .map(|(at, point)| [0, 1].map(|axis| point[axis] + shift(at)[axis]))
                .collect()
        };
        RowGrid {
            top: edge(&self.top),
            bottom: edge(&self.bottom),
        }
    }

    /// Returns the part of the row between two heights: 0 is the upper edge of the row, 1 the lower one.
    pub(crate) fn between(&self, upper: f32, lower: f32) -> RowGrid {
        let edge = |down: f32| {
            let ends = self.top.iter().zip(&self.bottom);
            ends.map(|(&top, &bottom)| mix(top, bottom, down)).collect()
        };
        RowGrid {
            top: edge(upper),
            bottom: edge(lower),
        }
    }

    /// Returns the mean width of the cells and the height of the row in its middle, in pixels. There must be a cell.
    pub(crate) fn cell_size(&self) -> [f32; 2] {
        let columns = self.columns() as f32;
        let width = distance(self.at(0.0, 0.5), self.at(columns, 0.5)) / columns;
        [
            width,
            distance(self.at(columns / 2.0, 0.0), self.at(columns / 2.0, 1.0)),
        ]
    }

    /// Returns the corners of a cell: upper left, upper right, lower right, lower left.
    pub fn corners(&self, cell: usize) -> [[f32; 2]; 4] {
        [
            self.top[cell],
            self.top[cell + 1],
            self.bottom[cell + 1],
            self.bottom[cell],
        ]
    }
}

/// Returns the position of a point along a line: 0 at its start, 1 at its end.
pub(crate) fn along(from: [f32; 2], to: [f32; 2], point: [f32; 2]) -> f32 {
    let [line, aside] = [to, point].map(|to| [to[0] - from[0], to[1] - from[1]]);
    (aside[0] * line[0] + aside[1] * line[1]) / (line[0] * line[0] + line[1] * line[1]).max(1e-6)
}

/// Returns the distance between two points.
pub(crate) fn distance(one: [f32; 2], other: [f32; 2]) -> f32 {
    f32::hypot(other[0] - one[0], other[1] - one[1])
}

fn mix(one: [f32; 2], other: [f32; 2], part: f32) -> [f32; 2] {
    [0, 1].map(|axis| one[axis] + (other[axis] - one[axis]) * part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_moved_in_its_own_directions() {
        // Upright, and turned by a quarter.
        let row = RowGrid {
            top: vec![[0.0, 0.0], [8.0, 0.0], [16.0, 0.0]],
            bottom: vec![[0.0, 16.0], [8.0, 16.0], [16.0, 16.0]],
        };
        let moved = row.moved([0.5, 0.25]);
        assert_eq!(moved.top, [[4.0, 4.0], [12.0, 4.0], [20.0, 4.0]]);
        assert_eq!(moved.bottom, [[4.0, 20.0], [12.0, 20.0], [20.0, 20.0]]);
        let turned = |points: Vec<[f32; 2]>| points.into_iter().map(|[x, y]| [-y, x]).collect::<Vec<_>>();
        let side = RowGrid {
            top: turned(row.top),
            bottom: turned(row.bottom),
        };
        assert_eq!(side.moved([0.5, 0.25]).top, turned(moved.top));
    }
}
