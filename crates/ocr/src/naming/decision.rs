//! Decides on the names of all shapes together.

use super::automaton::Probabilities;
use super::{ALPHABET, Names, OTHER, Shape, shares};
use crate::assignment::cheapest;

/// The minimum log likelihood of a name, and that of a shape without one.
const MIN_LOG_LIKELIHOOD: f32 = -60.0;
const NAMELESS: f32 = -25.0;
/// The cost of the same name for a second shape, for each of its cells up to a maximum: the cells of a character
/// may have two shapes, and a rare one may be a fault.
const REPEATED: f32 = 6.0;
const MAX_REPEATED_CELLS: usize = 3;
/// The minimum number of cells of a shape that are another character, and their minimum percentage.
const MIN_VOTES: usize = 3;
const MIN_VOTES_PERCENT: usize = 25;
/// The shape is not another character if its log likelihood by its form is lower by more than this.
pub(super) const MAX_LESS_ALIKE: f32 = 2.0;

/// Gives each shape the character of the most likely assignment as a whole, and its alternatives.
pub(super) fn decided(totals: &[Probabilities], shapes: &[Shape]) -> Vec<Names> {
    let count = totals.len();
    let costs: Vec<Vec<f32>> = totals
        .iter()
        .zip(shapes)
        .map(|(total, shape)| {
            let repeated = REPEATED * shape.cells.len().min(MAX_REPEATED_CELLS) as f32;
            let most = total.iter().copied().fold(f32::NEG_INFINITY, f32::max);
            let cost = |character: usize| {
                let cost = -(total[character] - most).max(MIN_LOG_LIKELIHOOD);
                if character == 0 { 200.0 } else { cost }
            };
            let mut costs: Vec<f32> = (0..ALPHABET).map(cost).collect();
            costs.extend((0..ALPHABET).map(|character| cost(character) + repeated));
            costs.extend(std::iter::repeat_n(-NAMELESS, count));
            // Many shapes may be other characters.
            costs.extend(std::iter::repeat_n(cost(OTHER), count));
            costs
        })
        .collect();
    let chosen = cheapest(&costs);
    let mut owner = vec![None; costs.first().map_or(0, Vec::len)];
    chosen
        .iter()
        .enumerate()
        .for_each(|(shape, &column)| owner[column] = Some(shape));
    let free = |shape: usize| {
        let open = (1..ALPHABET).filter(|&character| owner[character].is_none());
        open.map(|character| costs[shape][character])
            .fold(-NAMELESS, f32::min)
    };
    (0..count)
        .map(|shape| {
            let own = chosen[shape];
            if own >= 2 * ALPHABET + count {
                return vec![(OTHER, 1.0)];
            }
            if own >= ALPHABET {
                let mut names: Names = shares(&totals[shape]).into_iter().enumerate().collect();
                names.sort_by(|one, other| other.1.total_cmp(&one.1));
                return names;
            }
            let mut log = [f32::NEG_INFINITY; ALPHABET];
            for (character, log) in log.iter_mut().enumerate().skip(1) {
                let gained = costs[shape][own] - costs[shape][character];
                *log = match owner[character] {
                    _ if character == own => 0.0,
                    Some(rival) => {
                        let moved = costs[rival][own].min(free(rival));
                        gained + costs[rival][character] - moved
                    }
                    None => gained,
                };
            }
            let mut names: Names = shares(&log).into_iter().enumerate().collect();
            names.sort_by(|one, other| other.1.total_cmp(&one.1));
            names
        })
        .collect()
}

/// Adds the names that some cells of a shape prefer, if it resembles that character nearly as much: two
/// characters may look the same.
pub(super) fn add_votes(names: &mut Names, alike: &Probabilities, cells: &[usize]) {
    let Some((&mut (first, _), others)) = names.split_first_mut() else {
        return;
    };
    for (name, share) in &mut *others {
        let votes = cells.iter().filter(|cell| *cell == name).count();
        let is_enough = votes >= MIN_VOTES && votes * 100 >= cells.len() * MIN_VOTES_PERCENT;
        if is_enough && alike[*name] >= alike[first] - MAX_LESS_ALIKE {
            *share = share.max(votes as f32 / cells.len() as f32);
        }
    }
    others.sort_by(|one, other| other.1.total_cmp(&one.1));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_are_likeliest_together() {
        let shape = || Shape {
            dots: [0.0; 64],
            cells: vec![[0, 0]],
        };
        let shapes = [shape(), shape()];
        // Both shapes are likeliest character 5, but the first may also be 6.
        let mut totals = [[-40.0; ALPHABET]; 2];
        (totals[0][5], totals[0][6]) = (0.0, -1.0);
        totals[1][5] = 0.0;
        let names = decided(&totals, &shapes);
        assert_eq!([names[0][0].0, names[1][0].0], [6, 5]);
        // A second shape of a character costs less than a very unlikely name.
        totals[0][6] = -30.0;
        let names = decided(&totals, &shapes);
        assert_eq!([names[0][0].0, names[1][0].0], [5, 5]);
    }

    #[test]
    fn several_cells_that_prefer_another_character_add_its_name() {
        let mut alike = [-4.0; ALPHABET];
        (alike[1], alike[2], alike[3]) = (3.0, 1.5, 0.0);
        let added = |cells: &[usize]| {
            let mut names: Names = vec![(1, 1.0), (2, 0.0), (3, 0.0)];
            add_votes(&mut names, &alike, cells);
            names
        };
        assert_eq!(added(&[1, 1, 1, 2, 2, 2])[1], (2, 0.5));
        // Once may be an error in the listing, and character 3 looks different.
        assert_eq!(added(&[1, 1, 1, 1, 2, 1])[1].1, 0.0);
        assert_eq!(added(&[1, 1, 1, 3, 3, 3])[1].1, 0.0);
    }
}
