//! Finds the rare shapes that may be faults in common ones.

use super::Shape;
use super::automaton::Probabilities;
use crate::read::distance;

/// A shape with fewer cells may be a fault in a more common one, up to this multiple of the distance of cells with the
/// same shape: of 32 scans, nearly all such shapes are (see `search.rs`).
const MIN_CELLS: usize = 3;
const MAX_DISTANCE: f32 = 1.75;

/// The shapes of a page that are no faults in another one.
pub(super) struct Common {
    /// The shapes, with the cells of their faults.
    pub(super) shapes: Vec<Shape>,
    /// The index of each of them among all shapes.
    pub(super) first: Vec<usize>,
    /// The index in `shapes` of the shape of which each shape of the page may be a fault, or of itself.
    pub(super) of_shape: Vec<usize>,
}

impl Common {
    /// `near` is the distance of cells with the same shape.
    pub(super) fn of(all: &[Shape], near: f32) -> Common {
        let is_common = |shape: &Shape| shape.cells.len() >= MIN_CELLS;
        let host = |at: usize| {
            let distances = (0..all.len())
                .filter(|&other| !is_common(&all[at]) && is_common(&all[other]))
                .map(|other| (other, distance(&all[other].dots, &all[at].dots)));
            distances
                .min_by(|one, other| one.1.total_cmp(&other.1))
                .filter(|(_, far)| *far < MAX_DISTANCE * near)
                .map_or(at, |(other, _)| other)
        };
        let hosts: Vec<usize> = (0..all.len()).map(host).collect();
        let first: Vec<usize> = (0..all.len()).filter(|&at| hosts[at] == at).collect();
        let cells = |of: usize| {
            let parts = (0..all.len()).filter(|&at| hosts[at] == of);
            parts.flat_map(|at| all[at].cells.iter().copied()).collect()
        };
        Common {
            shapes: (first.iter())
                .map(|&at| Shape {
                    dots: all[at].dots,
                    cells: cells(at),
                })
                .collect(),
            of_shape: (hosts.iter())
                .map(|host| first.partition_point(|at| at < host))
                .collect(),
            first,
        }
    }

    /// Returns the values of the common shapes among those of all shapes.
    pub(super) fn values(&self, all: &[Probabilities]) -> Vec<Probabilities> {
        self.first.iter().map(|&at| all[at]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rare_shape_near_a_common_one_is_its_fault() {
        let shape = |ink: f32, row: usize, cells: usize| Shape {
            dots: [ink; 64],
            cells: (0..cells).map(|column| [row, column]).collect(),
        };
        let all = [
            shape(0.1, 0, 1),
            shape(1.0, 1, 3),
            shape(1.001, 2, 2),
            shape(0.0, 3, 5),
        ];
        let near = 2.0 * distance(&all[1].dots, &all[2].dots);
        let common = Common::of(&all, near);
        assert_eq!(common.first, [0, 1, 3]);
        assert_eq!(common.of_shape, [0, 1, 1, 2]);
        assert_eq!(common.shapes[1].cells, [[1, 0], [1, 1], [1, 2], [2, 0], [2, 1]]);
    }
}
