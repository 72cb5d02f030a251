//! Maps pixels to positions on the paper. Positions are computed on a coarse grid and interpolated, as the
//! paper is nearly flat between grid points.

use super::chance::mix;
use super::warp::Warp;

/// Distance of the grid points in pixels, in both directions.
const TILE: usize = 8;

/// The positions on the paper of the corners of tiles of pixels.
pub struct Lattice {
    /// Number of corners per row.
    across: usize,
    corners: Vec<[f32; 2]>,
}

impl Lattice {
    pub fn new(warp: &Warp) -> Lattice {
        let [across, down] = warp.size.map(|size| size.div_ceil(TILE) + 1);
        let corner = |at: usize| {
            let pixel = |tile: usize| (tile * TILE) as f32;
            warp.to_paper([pixel(at % across), pixel(at / across)])
        };
        Lattice {
            across,
            corners: (0..across * down).map(corner).collect(),
        }
    }

    /// The tile that a pixel is in.
    pub fn tile(&self, [x, y]: [usize; 2]) -> Tile {
        let (left, top) = (x / TILE, y / TILE);
        let corner = |right: usize, below: usize| self.corners[(top + below) * self.across + left + right];
        Tile {
            corner: [left, top].map(|tile| (tile * TILE) as f32),
            paper: [corner(0, 0), corner(1, 0), corner(0, 1), corner(1, 1)],
        }
    }
}

/// A tile of pixels.
pub struct Tile {
    corner: [f32; 2],
    /// Its corners on the paper: upper left, upper right, lower left, lower right.
    paper: [[f32; 2]; 4],
}

impl Tile {
    /// Maps a point of the picture inside the tile to the paper.
    pub fn to_paper(&self, [x, y]: [f32; 2]) -> [f32; 2] {
        let across = (x - self.corner[0]) / TILE as f32;
        let down = (y - self.corner[1]) / TILE as f32;
        let [a, b, c, d] = self.paper;
        [0, 1].map(|axis| {
            let row = |left: [f32; 2], right: [f32; 2]| mix(left[axis], right[axis], across);
            mix(row(a, b), row(c, d), down)
        })
    }
}
