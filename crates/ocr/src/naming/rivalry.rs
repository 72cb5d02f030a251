//! Different shapes are different characters.

use super::automaton::Probabilities;
use super::{ALPHABET, OTHER, Shape, shares};
use crate::read::distance;

/// A shape with this many cells or more is not a fault.
const USUAL_CELLS: f32 = 3.0;
/// Shapes up to this multiple of the distance of cells with the same shape may be the same character, and
/// shapes from the other one on are not.
const SAME: f32 = 1.0;
const DIFFERENT: f32 = 2.0;
/// Number of passes for excluding characters of other shapes, and the strength of each.
const EXCLUSIONS: usize = 40;
const EXCLUSION: f32 = 2.0;

/// Which shapes cannot be the same character.
pub(super) struct Rivalry {
    /// How reliable each shape is, from 0 to 1: one with few cells may be a fault.
    weights: Vec<f32>,
    /// How different two shapes are, from 0 to 1.
    apart: Vec<Vec<f32>>,
}

impl Rivalry {
    pub(super) fn of(shapes: &[Shape], near: f32) -> Rivalry {
        let weights = shapes
            .iter()
            .map(|shape| (shape.cells.len() as f32 / USUAL_CELLS).min(1.0))
            .collect();
        let far = |one: &Shape, other: &Shape| {
            ((distance(&one.dots, &other.dots) / near - SAME) / (DIFFERENT - SAME)).clamp(0.0, 1.0)
        };
        let apart = shapes
            .iter()
            .map(|one| shapes.iter().map(|other| far(one, other)).collect())
            .collect();
        Rivalry { weights, apart }
    }

    /// Lowers the likelihood of characters that several different shapes claim, until each has one claimant.
    pub(super) fn excluded(&self, mut totals: Vec<Probabilities>) -> Vec<Probabilities> {
        for _ in 0..EXCLUSIONS {
            let claims: Vec<Probabilities> = totals.iter().map(shares).collect();
            for (shape, total) in totals.iter_mut().enumerate() {
                let mut others = [0.0; ALPHABET];
                for (other, claims) in claims.iter().enumerate() {
                    let weight = self.apart[shape][other] * self.weights[other];
                    if weight > 0.0 {
                        others
                            .iter_mut()
                            .zip(claims)
                            .for_each(|(sum, claim)| *sum += weight * claim);
                    }
                }
                for character in (0..OTHER).filter(|&character| others[character] > 0.01) {
                    let claim = claims[shape][character];
                    if claim > 1e-9 {
                        total[character] -= EXCLUSION * (claim + others[character]).max(1.0).ln();
                    }
                }
            }
        }
        totals
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_character_of_one_shape_is_not_another_one_that_differs() {
        let shape = |ink: f32| Shape {
            dots: [ink; 64],
            cells: vec![[0, 0]; 5],
        };
        let mut totals = [[-20.0; ALPHABET]; 2];
        (totals[0][1], totals[1][1], totals[1][2]) = (5.0, 3.0, 2.0);
        let claims = |other: f32| Rivalry::of(&[shape(0.0), shape(other)], 0.5).excluded(totals.to_vec());
        let excluded = claims(1.0);
        assert!(excluded[0][1] > excluded[0][2] && excluded[1][2] > excluded[1][1]);
        // Similar shapes may be the same character.
        assert!(claims(0.05)[1][1] > claims(0.05)[1][2]);
    }
}
