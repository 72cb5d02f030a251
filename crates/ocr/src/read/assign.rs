//! Assigns the shapes on the page to the font's characters, each at most once.

use super::cluster::{Cluster, distance};
use super::look::Class;
use super::matching::Rough;
use crate::assignment::cheapest;

/// Shapes with fewer cells are ignored, as they may be faults.
pub(super) const MIN_CELLS: usize = 3;
/// Maximum difference between the distances of a shape from its character and from the nearest one, in
/// squares of dots of full ink.
const MAX_EXTRA_DISTANCE: f32 = 3.0;
/// A shape at this distance from all characters is not one of them.
const MAX_DISTANCE: f32 = 9.0;
/// A shape is only assigned to a rare character if it is nearer to that by this much than to any usual one: a
/// zero whose inside is filled with ink is not an `@`.
const MIN_RARE_ADVANTAGE: f32 = 1.0;
/// Minimum additional cost of any other assignment, absolute and relative to the shape's own cost; otherwise
/// the shape is not assigned.
const MIN_EXTRA_COST: [f32; 2] = [0.15, 0.25];

/// Returns the class of each cluster, if it is certain.
pub(super) fn assign(clusters: &[Cluster], classes: &[Class], templates: &[Rough]) -> Vec<Option<usize>> {
    let mut assigned = vec![None; clusters.len()];
    let count = clusters
        .iter()
        .take(templates.len())
        .take_while(|cluster| cluster.cells.len() >= MIN_CELLS)
        .count();
    let costs: Vec<Vec<f32>> = clusters[..count]
        .iter()
        .map(|cluster| {
            let mut costs = costs(&cluster.mean, classes, templates);
            costs.extend(std::iter::repeat_n(MAX_DISTANCE, count));
            costs
        })
        .collect();
    let cheapest = cheapest(&costs);
    let mut owner = vec![None; templates.len() + count];
    cheapest
        .iter()
        .enumerate()
        .for_each(|(cluster, &class)| owner[class] = Some(cluster));
    for (cluster, &class) in cheapest
        .iter()
        .enumerate()
        .filter(|(_, class)| **class < templates.len())
    {
        let own = &costs[cluster];
        let least = own.iter().copied().fold(MAX_DISTANCE, f32::min);
        let dearer = |other: usize| match owner[other] {
            Some(rival) => own[other] + costs[rival][class] - own[class] - costs[rival][other],
            None => own[other] - own[class],
        };
        let doubt = MIN_EXTRA_COST[0] + MIN_EXTRA_COST[1] * own[class];
        let is_sure = (0..templates.len())
            .filter(|&other| other != class)
            .all(|other| dearer(other) > doubt);
        if is_sure && own[class] < MAX_DISTANCE && own[class] <= least + MAX_EXTRA_DISTANCE {
            assigned[cluster] = Some(class);
        }
    }
    assigned
}

/// Returns the cost of assigning a shape to each class.
fn costs(shape: &Rough, classes: &[Class], templates: &[Rough]) -> Vec<f32> {
    let far: Vec<f32> = templates
        .iter()
        .map(|template| distance(shape, template))
        .collect();
    let all = || far.iter().zip(classes);
    let usual = all().filter(|(_, class)| class.is_usual()).map(|(far, _)| *far);
    let usual = usual.fold(MAX_DISTANCE, f32::min);
    let cost = |(&far, class): (&f32, &Class)| {
        if class.is_usual() || far + MIN_RARE_ADVANTAGE < usual {
            far.min(MAX_DISTANCE)
        } else {
            MAX_DISTANCE
        }
    };
    all().map(cost).collect()
}

#[cfg(test)]
mod tests {
    use super::super::look;
    use super::*;
    use crate::{Font, Glyph};

    #[test]
    fn a_rare_character_must_be_clearly_nearer() {
        // Identical except for a dot.
        let glyph = |text, dots| Glyph {
            text,
            inverse: false,
            dots: [0, 0, dots, 0, 0, 0, 0, 0],
        };
        let font = Font {
            glyphs: vec![glyph('0', 0b0110_0000), glyph('@', 0b0111_0000)],
        };
        let classes = look::classes(&font);
        let shape = |ink: [f32; 2]| -> Rough {
            let mut shape = [0.0; 64];
            shape[17..19].fill(1.0);
            shape[19..21].copy_from_slice(&ink);
            shape
        };
        let templates = [shape([0.0, 0.0]), shape([1.0, 0.0])];
        let costs = |ink| costs(&shape(ink), &classes, &templates);
        let nearly = costs([0.6, 0.0]);
        assert!(
            nearly[0] < MAX_DISTANCE && nearly[1] == MAX_DISTANCE,
            "{nearly:?}"
        );
        let clearly = costs([1.3, 0.0]);
        assert!(clearly[1] < clearly[0], "{clearly:?}");
    }
}
