//! The flattened ink of a page: rows are nearly level, and cells have nearly the same size everywhere.

use super::field::Field;
use super::ink::{Ink, Plane};

/// Distance of nodes in pixels; between them the page is treated as flat.
const NODE: usize = 16;
/// Maximum ratio of the sheet's number of pixels to the page's, and of their lengths.
const MAX_SCALE: f64 = 2.0;

/// Flattened ink, with a mapping back to the page.
pub(super) struct Sheet {
    pub plane: Plane,
    /// The number of nodes in a row.
    width: usize,
    /// The position of each node on the page, in pixels of the page.
    nodes: Vec<[f32; 2]>,
    /// Whether the sheet is turned by a quarter relative to the nodes.
    turned: bool,
}

impl Sheet {
    /// Flattens the ink with a field; `None` if it would have to be stretched too much.
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
            // Start from the previous node, the one above, or the middle of the page.
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

    /// Returns whether the sheet is turned by a quarter relative to the page.
    pub fn is_turned(&self) -> bool {
        self.turned
    }

    /// Returns the sheet turned by a quarter, so that columns read downwards become rows.
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

    /// Returns the point of the page at a point of the sheet.
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
