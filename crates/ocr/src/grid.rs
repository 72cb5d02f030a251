//! Where a printed row is in a picture.

/// The cells of one printed row, as the page lies in the picture: rows may be turned, bent and narrower at
/// one end. Points are in pixels from the picture's top left corner; a pixel's middle is at a half.
#[derive(Clone, Debug, PartialEq)]
pub struct RowGrid {
    /// The upper left corner of each cell, and at last the upper right one of the last: one more than there
    /// are cells.
    pub top: Vec<[f32; 2]>,
    /// The lower corners, as many.
    pub bottom: Vec<[f32; 2]>,
}

impl RowGrid {
    /// Cells of the row.
    pub fn columns(&self) -> usize {
        self.top.len().saturating_sub(1)
    }

    /// The point `across` cells from the left edge (0 to [`columns`](Self::columns)) and `down` the row: 0
    /// its upper edge, 1 its lower one.
    pub fn at(&self, across: f32, down: f32) -> [f32; 2] {
        let cell = (across.max(0.0) as usize).min(self.columns().saturating_sub(1));
        let part = across - cell as f32;
        let edge = |points: &[[f32; 2]]| mix(points[cell], points[cell + 1], part);
        mix(edge(&self.top), edge(&self.bottom), down)
    }

    /// The corners of a cell: upper left, upper right, lower right, lower left.
    pub fn corners(&self, cell: usize) -> [[f32; 2]; 4] {
        [
            self.top[cell],
            self.top[cell + 1],
            self.bottom[cell + 1],
            self.bottom[cell],
        ]
    }
}

fn mix(one: [f32; 2], other: [f32; 2], part: f32) -> [f32; 2] {
    [0, 1].map(|axis| one[axis] + (other[axis] - one[axis]) * part)
}
