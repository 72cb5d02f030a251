//! Cuts out the print of a part of a page, with a margin, and enlarges it if it is small.

use super::Area;
use super::marks::Marks;
use crate::{Grey, RowGrid};

/// White margin around the print: in heights of its characters, and the maximum in pixels. In a narrower
/// picture the direction of a few rows cannot be measured.
const MARGIN: [f32; 2] = [4.0, 256.0];
/// The width in pixels to which small print is enlarged; below it, rows of dots cannot be distinguished.
const MIN_WIDTH: usize = 700;
/// Maximum factor of enlargement in each direction, as time and memory grow with its square. If a picture is
/// narrower than a quarter of the width, its characters have less than six pixels.
const MAX_SCALE: usize = 4;
/// Maximum number of pixels after enlargement.
const MAX_ENLARGED: usize = 40_000_000;
/// Length in pixels of a piece of an edge for which the paper is measured.
const EDGE_PIECE: usize = 64;

/// Returns the factor of enlargement for print of this width and height.
pub(super) fn scale_of(width: usize, height: usize) -> usize {
    let mut scale = MIN_WIDTH.div_ceil(width.max(1)).min(MAX_SCALE);
    while scale > 1 && width * height * scale * scale > MAX_ENLARGED {
        scale -= 1;
    }
    scale
}

/// A part of a page with a uniform white margin, enlarged if it is small.
pub(super) struct Cutout {
    pub(super) grey: Grey,
    /// The origin on the page, in pixels.
    from: [f32; 2],
    /// The factor of enlargement.
    scale: usize,
}

impl Cutout {
    /// Cuts out the part that contains some marks; `None` if there are no marks.
    pub(super) fn of(page: &Grey, marks: &Marks) -> Option<Cutout> {
        let margin = (MARGIN[0] * marks.height).round().min(MARGIN[1]);
        let area = marks.bounds()?.grown([margin; 2]);
        let from = [area.left.floor(), area.top.floor()];
        let [width, height] = [area.right - from[0], area.bottom - from[1]].map(|side| side.ceil() as usize);
        let scale = scale_of(width, height);
        let paper = Paper::of(page, marks.room)?;
        let at = |axis: usize, pixel: usize| from[axis] + (pixel as f32 + 0.5) / scale as f32;
        let pixel = |x: usize, y: usize| match [at(0, x), at(1, y)] {
            point if marks.room.has(point) => page.sample(point).round() as u8,
            point => paper.beyond(point),
        };
        let pixels = (0..height * scale)
            .flat_map(|y| (0..width * scale).map(move |x| pixel(x, y)))
            .collect();
        let grey = Grey::new(width * scale, height * scale, pixels)?;
        Some(Cutout { grey, from, scale })
    }

    /// Converts an area of the page to positions in the cutout.
    pub(super) fn cut(&self, area: Area) -> Area {
        let at = |axis: usize, at: f32| (at - self.from[axis]) * self.scale as f32;
        Area {
            left: at(0, area.left),
            top: at(1, area.top),
            right: at(0, area.right),
            bottom: at(1, area.bottom),
        }
    }

    /// Converts rows of the cutout to positions on the page.
    pub(super) fn placed(&self, mut rows: Vec<RowGrid>) -> Vec<RowGrid> {
        let points = rows
            .iter_mut()
            .flat_map(|row| row.top.iter_mut().chain(&mut row.bottom));
        for point in points {
            *point = [0, 1].map(|axis| self.from[axis] + point[axis] / self.scale as f32);
        }
        rows
    }
}

/// The grey of the paper along the edges of a part of a page, used outside it: the median of each piece of an
/// edge, which excludes print.
struct Paper {
    room: Area,
    /// The left and right edges from the top, the upper and lower edges from the left.
    edges: [Vec<u8>; 4],
}

impl Paper {
    /// Returns `None` if the part has no pixels.
    fn of(page: &Grey, room: Area) -> Option<Paper> {
        let [left, top, right, bottom] = [room.left, room.top, room.right, room.bottom].map(|at| at as usize);
        let [right, bottom] = [right.min(page.width()), bottom.min(page.height())];
        if left >= right || top >= bottom {
            return None;
        }
        let at = |x: usize, y: usize| page.pixels()[y * page.width() + x];
        let column = |x: usize| (top..bottom).map(|y| at(x, y)).collect::<Vec<u8>>();
        let row = |y: usize| (left..right).map(|x| at(x, y)).collect::<Vec<u8>>();
        let medians = |edge: Vec<u8>| {
            let median = |piece: &[u8]| *piece.to_vec().select_nth_unstable(piece.len() / 2).1;
            edge.chunks(EDGE_PIECE).map(median).collect()
        };
        let edges = [column(left), column(right - 1), row(top), row(bottom - 1)].map(medians);
        Some(Paper { room, edges })
    }

    /// Returns the paper for a point outside the part.
    fn beyond(&self, [x, y]: [f32; 2]) -> u8 {
        let Area { left, top, right, .. } = self.room;
        let (edge, along) = match (x, y) {
            (x, _) if x < left => (0, y - top),
            (x, _) if x >= right => (1, y - top),
            (_, y) if y < top => (2, x - left),
            _ => (3, x - left),
        };
        let pieces = &self.edges[edge];
        pieces[(along.max(0.0) as usize / EDGE_PIECE).min(pieces.len() - 1)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The margin is the same however much white the page has, and small print is enlarged.
    #[test]
    fn print_is_cut_out_with_its_margin() {
        let page = |left: usize, top: usize, side: usize| {
            let [width, height] = [left + side + 30, top + side + 50];
            let is_ink = |x: usize, y: usize| x >= left && y >= top && x - left < side && y - top < side;
            let places = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
            let pixels = places.map(|(x, y)| if is_ink(x, y) { 0 } else { 255 }).collect();
            let marks = Marks {
                areas: vec![Area {
                    left: left as f32,
                    top: top as f32,
                    right: (left + side) as f32,
                    bottom: (top + side) as f32,
                }],
                height: 10.0,
                room: Area {
                    right: width as f32,
                    bottom: height as f32,
                    ..Area::default()
                },
            };
            Cutout::of(&Grey::new(width, height, pixels).unwrap(), &marks).unwrap()
        };
        let first = page(40, 60, 80);
        assert_eq!(
            (first.scale, first.grey.width(), first.grey.height()),
            (4, 640, 640)
        );
        assert_eq!(first.from, [0.0, 20.0]);
        for (left, top) in [(0, 0), (5, 90), (300, 3)] {
            let other = page(left, top, 80);
            assert_eq!(other.grey.pixels().len(), first.grey.pixels().len());
        }
        assert_eq!(page(300, 30, 80).grey, first.grey);
        assert_eq!(page(40, 60, 700).scale, 1);
        let row = RowGrid {
            top: vec![[80.0, 160.0]],
            bottom: vec![[0.0, 0.0]],
        };
        assert_eq!(first.placed(vec![row])[0].top, [[20.0, 60.0]]);
    }
}
