//! Clusters of cells with the same shape, whatever their characters.

use super::matching::Rough;
use super::strip::product;

/// A group of cells that look alike.
#[derive(Clone, Debug)]
pub(super) struct Cluster {
    /// The mean of the cells.
    pub(super) mean: Rough,
    /// Indices into the list of cells.
    pub(super) cells: Vec<usize>,
}

/// Number of cells whose nearest neighbours are used to measure the variation within a shape.
const PROBES: usize = 200;
/// Minimum distance of clusters, in squares of dots of full ink: the font's own characters differ by more.
const MIN_DISTANCE: f32 = 0.5;
/// Maximum number of clusters: a page of noise has no more shapes than a font has glyphs.
const MAX_CLUSTERS: usize = 400;

/// Returns the squares of the differences of two shapes, in dots of full ink.
pub(crate) fn distance(one: &Rough, other: &Rough) -> f32 {
    let left: Rough = std::array::from_fn(|dot| one[dot] - other[dot]);
    product(&left, &left)
}

/// Returns the distance up to which cells have the same shape.
pub(super) fn near(cells: &[Rough]) -> f32 {
    MIN_DISTANCE.max(1.3 * usual_distance(cells))
}

/// Groups all cells into clusters, largest first, by the distance of cells with the same shape.
pub(super) fn clusters(cells: &[Rough], near: f32) -> Vec<Cluster> {
    let mut means: Vec<Rough> = Vec::new();
    let mut counts: Vec<f32> = Vec::new();
    for cell in cells {
        match nearest(&means, cell) {
            Some((cluster, far)) if far < near || means.len() == MAX_CLUSTERS => {
                counts[cluster] += 1.0;
                let part = 1.0 / counts[cluster];
                means[cluster]
                    .iter_mut()
                    .zip(cell)
                    .for_each(|(mean, dot)| *mean += (dot - *mean) * part);
            }
            _ => {
                means.push(*cell);
                counts.push(1.0);
            }
        }
    }
    let mut clusters = Vec::new();
    for _ in 0..3 {
        clusters = merged(gathered(cells, &means), 0.5 * near);
        means = clusters.iter().map(|cluster| cluster.mean).collect();
    }
    clusters.sort_by(|one, other| {
        other
            .cells
            .len()
            .cmp(&one.cells.len())
            .then(one.cells.cmp(&other.cells))
    });
    clusters
}

/// Returns the median distance of a cell from the most similar one.
fn usual_distance(cells: &[Rough]) -> f32 {
    let step = (cells.len() / PROBES).max(1);
    let mut distances: Vec<f32> = (0..cells.len())
        .step_by(step)
        .map(|probe| {
            let others = cells.iter().enumerate().filter(|(place, _)| *place != probe);
            others
                .map(|(_, other)| distance(&cells[probe], other))
                .fold(8.0, f32::min)
        })
        .collect();
    super::light::quantile(&mut distances, 0.5).unwrap_or(0.0)
}

fn nearest(means: &[Rough], cell: &Rough) -> Option<(usize, f32)> {
    let distances = means.iter().map(|mean| distance(mean, cell)).enumerate();
    distances.min_by(|one, other| one.1.total_cmp(&other.1))
}

/// Assigns each cell to the nearest mean.
fn gathered(cells: &[Rough], means: &[Rough]) -> Vec<Cluster> {
    let mut members = vec![Vec::new(); means.len()];
    for (place, cell) in cells.iter().enumerate() {
        if let Some((cluster, _)) = nearest(means, cell) {
            members[cluster].push(place);
        }
    }
    let with_mean = |members: Vec<usize>| Cluster {
        mean: std::array::from_fn(|dot| {
            members.iter().map(|&cell| cells[cell][dot]).sum::<f32>() / members.len() as f32
        }),
        cells: members,
    };
    members
        .into_iter()
        .filter(|members| !members.is_empty())
        .map(with_mean)
        .collect()
}

/// Merges clusters whose means are near each other.
fn merged(clusters: Vec<Cluster>, near: f32) -> Vec<Cluster> {
    let mut apart: Vec<Cluster> = Vec::new();
    for cluster in clusters {
        match apart
            .iter_mut()
            .find(|other| distance(&other.mean, &cluster.mean) < near)
        {
            Some(other) => {
                let (one, more) = (other.cells.len() as f32, cluster.cells.len() as f32);
                let part = more / (one + more);
                other
                    .mean
                    .iter_mut()
                    .zip(cluster.mean)
                    .for_each(|(mean, dot)| *mean += (dot - *mean) * part);
                other.cells.extend(cluster.cells);
            }
            None => apart.push(cluster),
        }
    }
    apart
}
