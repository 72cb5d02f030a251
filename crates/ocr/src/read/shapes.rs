//! Finds the similar shapes on a page, whatever their characters.

use std::collections::BTreeMap;

use super::cluster::Cluster;
use super::matching::{Rough, Templates};
use super::{Clusters, Reading, assign};
use crate::{Grey, RowGrid};

/// The ink of cells, by their rows and columns.
pub(crate) type Inks = BTreeMap<[usize; 2], Rough>;

/// The similar shapes on a page.
pub(crate) struct Shapes {
    /// The mean of each shape, with one value per dot, and the rows and columns of its cells; most common
    /// first.
    pub(crate) all: Vec<(Rough, Vec<[usize; 2]>)>,
    pub(crate) inks: Inks,
    /// The distance up to which cells have the same shape, in squares of dots of full ink.
    pub(crate) near: f32,
}

/// Returns the similar shapes on a page.
pub(crate) fn shapes(page: &Grey, rows: &[RowGrid]) -> Shapes {
    let mut reading = Reading::new(page, rows, &[]);
    for _ in 0..2 {
        // The shapes themselves show the offset of the print from the grid.
        let clusters = reading.clusters().all;
        let common = clusters
            .iter()
            .filter(|cluster| cluster.cells.len() >= assign::MIN_CELLS);
        reading.templates = Templates::of_shapes(common.map(|cluster| cluster.mean));
        reading.place(1);
        reading.align();
    }
    let Clusters {
        all,
        cells,
        inks,
        near,
    } = reading.clusters();
    let places = |cluster: Cluster| {
        (
            cluster.mean,
            cluster.cells.iter().map(|&cell| cells[cell]).collect(),
        )
    };
    Shapes {
        all: all.into_iter().map(places).collect(),
        inks: cells.iter().copied().zip(inks).collect(),
        near,
    }
}

/// The numbers of shapes, and of cells with ink.
pub(crate) struct Counts {
    pub(crate) shapes: usize,
    pub(crate) cells: usize,
}

/// Counts the different shapes on a page, without finding the offset of the print from the grid.
pub(crate) fn count_shapes(page: &Grey, rows: &[RowGrid]) -> Counts {
    let clusters = Reading::new(page, rows, &[]).clusters();
    Counts {
        shapes: clusters.all.len(),
        cells: clusters.cells.len(),
    }
}
