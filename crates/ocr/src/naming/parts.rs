//! Divides a shape whose cells are two characters. In many fonts, `:` and `;` differ by one or two dots, less than two
//! prints of the same letter.

use super::automaton::Probabilities;
use super::decision::MAX_LESS_ALIKE;
use super::{OTHER, Shape};
use crate::font::bits;
use crate::read::{Inks, Rough, distance};

/// A cell is certainly one of two characters if their log likelihoods by the listing differ by more than this.
const CERTAIN: f32 = 2.0;
/// Minimum number of cells that are certainly each of them.
const MIN_CERTAIN: usize = 3;
/// Minimum percentage of the certain cells of a part that are its character.
const MIN_AGREEMENT_PERCENT: usize = 80;
/// Number of times that all cells are assigned to the part that they resemble more.
const PASSES: usize = 4;

/// Divides a shape whose name is `own` if a part of its cells is another character by the listing, and looks different.
/// Returns this character, and the parts that are the own and the other one. `alike` are the log likelihoods of its
/// names by its form, and `messages` those of each cell by the listing.
pub(super) fn divided(
    shape: &Shape,
    own: usize,
    alike: &Probabilities,
    messages: &[Probabilities],
    inks: &Inks,
) -> Option<(usize, [Shape; 2])> {
    // The cells that are certainly the first of two characters, or the second.
    let certain = |names: [usize; 2]| {
        let is_first = move |cell: &usize| messages[*cell][names[0]] - messages[*cell][names[1]] > CERTAIN;
        (0..messages.len()).filter(is_first).collect::<Vec<_>>()
    };
    let is_possible = |&other: &usize| other != own && alike[other] >= alike[own] - MAX_LESS_ALIKE;
    let other = (1..OTHER)
        .filter(is_possible)
        .max_by_key(|&other| certain([other, own]).len())?;
    let certain = [certain([own, other]), certain([other, own])];
    if own == OTHER || certain.iter().any(|cells| cells.len() < MIN_CERTAIN) {
        return None;
    }
    let inks: Vec<&Rough> = shape.cells.iter().map(|place| &inks[place]).collect();
    let mut cells = certain.clone();
    let mut means = [[0.0; 64]; 2];
    for _ in 0..PASSES {
        means = [mean(&inks, &cells[0])?, mean(&inks, &cells[1])?];
        let is_own = |&cell: &usize| distance(inks[cell], &means[0]) <= distance(inks[cell], &means[1]);
        cells = (0..inks.len()).partition::<Vec<_>, _>(is_own).into();
    }
    let agrees = |part: usize| {
        let count = |certain: &[usize]| certain.iter().filter(|cell| cells[part].contains(cell)).count();
        let [own, other] = [part, 1 - part].map(|of| count(&certain[of]));
        own >= MIN_CERTAIN && own * 100 >= (own + other) * MIN_AGREEMENT_PERCENT
    };
    let parts = [0, 1].map(|part| Shape {
        dots: means[part],
        cells: cells[part].iter().map(|&cell| shape.cells[cell]).collect(),
    });
    let is_different = bits(&means[0]) != bits(&means[1]);
    (is_different && agrees(0) && agrees(1)).then_some((other, parts))
}

/// Returns the mean ink of cells, or `None` without cells.
fn mean(inks: &[&Rough], cells: &[usize]) -> Option<Rough> {
    let dot = |dot: usize| cells.iter().map(|&cell| inks[cell][dot]).sum::<f32>() / cells.len() as f32;
    (!cells.is_empty()).then(|| std::array::from_fn(dot))
}

#[cfg(test)]
mod tests {
    use super::super::ALPHABET;
    use super::*;

    const COLON: usize = 26;
    const SEMICOLON: usize = 27;

    /// Divides a shape of ten cells, of which the last five have a tail with this ink; three of each half are certain.
    fn divided_by_tail(ink: f32) -> Option<(usize, [Shape; 2])> {
        let alike = [0.0; ALPHABET];
        let cells: Vec<[usize; 2]> = (0..10).map(|column| [0, column]).collect();
        let dots = |column: usize| -> Rough {
            std::array::from_fn(|dot| match dot {
                20 | 44 => 0.9,
                59 if column >= 5 => ink,
                _ => 0.0,
            })
        };
        let inks: Inks = cells
            .iter()
            .map(|&[row, column]| ([row, column], dots(column)))
            .collect();
        let messages: Vec<Probabilities> = (0..10)
            .map(|column| {
                let mut message = [-6.0; ALPHABET];
                let certain = [0.0, -4.0];
                [message[COLON], message[SEMICOLON]] = match column {
                    0..3 => certain,
                    7.. => [certain[1], certain[0]],
                    _ => [-1.0; 2],
                };
                message
            })
            .collect();
        let shape = Shape { dots: dots(0), cells };
        divided(&shape, COLON, &alike, &messages, &inks)
    }

    #[test]
    fn cells_of_two_characters_that_look_different_are_divided() {
        let (other, [of_own, of_other]) = divided_by_tail(0.8).unwrap();
        assert_eq!(other, SEMICOLON);
        let columns = |shape: &Shape| shape.cells.iter().map(|cell| cell[1]).collect::<Vec<_>>();
        assert_eq!(
            [columns(&of_own), columns(&of_other)],
            [[0, 1, 2, 3, 4], [5, 6, 7, 8, 9]]
        );
        assert_eq!([of_own.dots[59], of_other.dots[59]], [0.0, 0.8]);
    }

    #[test]
    fn cells_that_look_the_same_stay_together() {
        assert!(divided_by_tail(0.1).is_none());
    }
}
