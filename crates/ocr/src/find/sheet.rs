//! The ink of a page laid flat: rows are nearly level, and cells nearly of the same size everywhere.

use super::field::Field;
use super::ink::{Ink, Plane};

/// Pixels from node to node, between which the page is as good as flat.
const NODE: usize = 16;
/// A sheet has so many times the pixels of the page at most, and is so many times as long.
const MAX_SCALE: f64 = 2.0;

/// Ink laid flat, and the way back to the page.
pub(super) struct Sheet {
    pub plane: Plane,
    /// Nodes of a row.
    width: usize,
    /// Where on the page each node is, in its pixels.
    nodes: Vec<[f32; 2]>,
    /// Whether it is turned by a quarter from how the nodes lie.
    turned: bool,
}

impl Sheet {
    /// The ink as the field says that it lies; nothing if it would have to be stretched too far.
    pub fn flat(ink: &Ink, field: &Field) -> Option<Sheet> {
        let size = [ink.plane.width, ink.plane.height].map(|size| size as f64);
        let border = (0..=16).flat_map(|step| {
            let along = f64::from(step) / 16.0;
            let [x, y] = size.map(|size| along * size);
            [[x, 0.0], [x, size[1]], [0.0, y], [size[0], y]]
        });
        let mut ends = [[f64::MAX; 2], [f64::MIN; 2]];
        for place in border {
            let at = field.at(place);
            for axis in 0..2 {
                ends[0][axis] = ends[0][axis].min(at[axis]);
                ends[1][axis] = ends[1][axis].max(at[axis]);
            }
        }
        let [width, height] = [0, 1].map(|axis| (ends[1][axis] - ends[0][axis]).ceil());
        let longest = MAX_SCALE * size[0].max(size[1]);
        if !(width >= 1.0 && height >= 1.0 && width <= longest && height <= longest)
            || width * height > MAX_SCALE * (size[0] * size[1]) + 1e5
        {
            return None;
        }
        let (width, height) = (width as usize, height as usize);
        let across = width.div_ceil(NODE) + 1;
        let mut nodes: Vec<[f64; 2]> = Vec::new();
        for at in 0..across * (height.div_ceil(NODE) + 1) {
            let (x, y) = (at % across, at / across);
            let values = [ends[0][0] + (x * NODE) as f64, ends[0][1] + (y * NODE) as f64];
            // From the node before, or the one above, or the middle of the page.
            let near = match (x, y) {
                (0, 0) => size.map(|size| size / 2.0),
                (0, _) => nodes[at - across],
                _ => nodes[at - 1],
            };
            nodes.push(field.place(values, near));
        }
        let nodes: Vec<[f32; 2]> = nodes.iter().map(|node| node.map(|at| at as f32)).collect();
        let mut data = Vec::with_capacity(width * height);
        for y in 0..height {
            let (row, down) = (y / NODE, ((y % NODE) as f32 + 0.5) / NODE as f32);
            let edge: Vec<[f32; 2]> = (0..across)
                .map(|x| mix(nodes[row * across + x], nodes[(row + 1) * across + x], down))
                .collect();
            for (tile, ends) in edge.windows(2).enumerate() {
                for x in 0..NODE.min(width - (tile * NODE).min(width)) {
                    let [x, y] = mix(ends[0], ends[1], (x as f32 + 0.5) / NODE as f32);
                    data.push(ink.plane.sample(x, y));
                }
            }
        }
        let factor = ink.factor as f32;
        Some(Sheet {
            plane: Plane { width, height, data },
            width: across,
            turned: false,
            nodes: nodes.iter().map(|node| node.map(|at| at * factor)).collect(),
        })
    }

    /// Whether it is turned by a quarter from the page.
    pub fn is_turned(&self) -> bool {
        self.turned
    }

    /// The sheet turned so that what stood upright, read downwards, is level.
    pub fn turned(&self) -> Sheet {
        let Plane { width, height, .. } = self.plane;
        let places = (0..width).flat_map(|y| (0..height).map(move |x| x * width + width - 1 - y));
        Sheet {
            plane: Plane {
                width: height,
                height: width,
                data: places.map(|at| self.plane.data[at]).collect(),
            },
            nodes: self.nodes.clone(),
            turned: !self.turned,
            ..*self
        }
    }

    /// The point of the page that a point of the sheet is.
    pub fn on_page(&self, [x, y]: [f64; 2]) -> [f32; 2] {
        let [x, y] = if self.turned {
            [self.plane.height as f64 - y, x]
        } else {
            [x, y]
        };
        let rows = self.nodes.len() / self.width;
        let tile = |at: f64, count: usize| {
            let tile = ((at / NODE as f64).max(0.0) as usize).min(count - 2);
            (tile, (at / NODE as f64 - tile as f64) as f32)
        };
        let ((left, across), (top, down)) = (tile(x, self.width), tile(y, rows));
        let edge = |row: usize| {
            let start = row * self.width + left;
            mix(self.nodes[start], self.nodes[start + 1], across)
        };
        mix(edge(top), edge(top + 1), down)
    }
}

fn mix(one: [f32; 2], other: [f32; 2], part: f32) -> [f32; 2] {
    [0, 1].map(|axis| one[axis] + (other[axis] - one[axis]) * part)
}
