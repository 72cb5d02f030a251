//! Improves the names of all shapes, one or two at a time, by how likely the page is as a whole.
//!
//! The messages between shapes and cells may agree on names that are not the likeliest: of two digits that are taken
//! for each other, neither gets its name while the other one has it.

use std::cmp::Reverse;
use std::iter;

use super::automaton::{Automaton, Probabilities};
use super::known::{Changed, Known};
use super::likeness::interpolated;
use super::{ALPHABET, Names, OTHER, Shape, numbers, shares};
use crate::read::distance;

/// The logarithm of the odds that a shape with one or two cells is the same character as a more common one, by their
/// distance in multiples of that of cells with the same shape. Measured on 32 scans of listings in fonts of Debian.
const SAME: [(f32, f32); 10] = [
    (0.0, 4.5),
    (1.4, 4.3),
    (1.6, 2.7),
    (1.9, 1.8),
    (2.25, 1.2),
    (2.75, 0.0),
    (3.5, -1.3),
    (4.5, -2.0),
    (6.0, -3.3),
    (10.0, -8.0),
];
/// Negative odds count for each cell of a shape, up to this number.
const MAX_CELLS: usize = 4;
/// The weight of the form of a shape that is the same character as a more common one: it is known by the form of that.
const WEIGHT_OF_SAME: f32 = 0.5;
/// Up to this distance, the name of another shape is tried.
const NEIGHBOUR: f32 = 2.5;

/// The cost of a line number that is not larger than the one before, and of a bracket without its pair.
const DISORDER: f32 = 4.0;
const UNBALANCED: f32 = 1.0;
/// The minimum log likelihood of a character by its form.
const MIN_ALIKE: f32 = -12.0;

/// Names that are tried for a shape: those that it resembles most, and those that were likeliest before.
const ALIKE: usize = 9;
const LIKELIEST: usize = 3;
/// Number of shapes that are tried as each bracket.
const BRACKETS: usize = 8;
/// Number of times that all shapes are tried, and the minimum gain of a change.
const PASSES: usize = 3;
const MIN_GAIN: f32 = 0.01;
/// A page with more shapes is left as it is: it has more noise than characters, and the time grows with their square.
const MAX_SHAPES: usize = 200;

/// A shape and its name.
type Change = (usize, usize);

/// Returns the names of all shapes with which a page is likeliest, starting at other ones, with the probability of
/// each alternative. `near` is the distance of cells with the same shape.
pub(super) fn improved(
    names: Vec<Names>,
    listing: &Automaton,
    shapes: &[Shape],
    near: f32,
    alike: &[Probabilities],
    [rows, columns]: [usize; 2],
) -> Vec<Names> {
    if shapes.len() > MAX_SHAPES {
        return names;
    }
    let apart = |one: &Shape, other: &Shape| distance(&one.dots, &other.dots) / near;
    let mut search = Search {
        known: Known::new(listing, &vec![0; rows * columns], columns),
        shapes,
        alike,
        columns,
        apart: (shapes.iter())
            .map(|one| shapes.iter().map(|other| apart(one, other)).collect())
            .collect(),
        names: vec![0; shapes.len()],
        read: vec![0; rows * columns],
        other: 0.0,
    };
    let start: Vec<Change> = names.iter().map(|names| names[0].0).enumerate().collect();
    search.change(&start);
    search.run(&names);
    (0..shapes.len())
        .map(|shape| search.alternatives(shape, &names[shape]))
        .collect()
}

struct Search<'a> {
    /// The log likelihood of the page as a listing.
    known: Known<'a>,
    shapes: &'a [Shape],
    /// The log likelihood of each character by the form of each shape.
    alike: &'a [Probabilities],
    columns: usize,
    /// The distances of all pairs of shapes, in multiples of that of cells with the same shape.
    apart: Vec<Vec<f32>>,
    /// The names of the shapes, and with them the characters of all cells.
    names: Vec<usize>,
    read: Vec<usize>,
    /// The log likelihood of the page by all but the listing.
    other: f32,
}

impl Search<'_> {
    /// Renames shapes, those with the most cells first, until the score does not rise any more.
    fn run(&mut self, start: &[Names]) {
        let mut order: Vec<usize> = (0..self.shapes.len()).collect();
        order.sort_by_key(|&shape| Reverse(self.shapes[shape].cells.len()));
        self.name_brackets();
        for _ in 0..PASSES {
            let mut has_changed = false;
            for &shape in &order {
                for name in self.candidates(shape, &start[shape]) {
                    let (gain, changes) = self.best_with(shape, name);
                    if gain > MIN_GAIN {
                        self.change(&changes);
                        has_changed = true;
                    }
                }
            }
            if !has_changed {
                break;
            }
        }
    }

    /// Names two shapes as brackets, if the page is likelier with both: one without the other is not.
    fn name_brackets(&mut self) {
        let brackets = [b'(', b')'].map(|bracket| usize::from(bracket - b' '));
        let [opening, closing] = brackets.map(|bracket| self.most_alike(bracket));
        let mut best = (MIN_GAIN, Vec::new());
        for &open in &opening {
            for &close in closing.iter().filter(|&&close| close != open) {
                let mut changes = Vec::new();
                for (shape, bracket) in [(open, brackets[0]), (close, brackets[1])] {
                    let owner = (0..self.shapes.len()).find(|&other| self.names[other] == bracket);
                    let owner = owner.filter(|&owner| owner != open && owner != close);
                    changes.extend(owner.map(|owner| (owner, self.names[shape])));
                    changes.push((shape, bracket));
                }
                let gain = self.gain_of(&changes);
                if gain > best.0 {
                    best = (gain, changes);
                }
            }
        }
        self.change(&best.1);
    }

    /// Returns the shapes that resemble a character most.
    fn most_alike(&self, character: usize) -> Vec<usize> {
        let mut shapes: Vec<usize> = (0..self.shapes.len()).collect();
        shapes.sort_by(|&one, &other| self.alike[other][character].total_cmp(&self.alike[one][character]));
        shapes.truncate(BRACKETS);
        shapes
    }

    /// Returns the names of a shape, its own first, with their probabilities if the others keep theirs.
    fn alternatives(&mut self, shape: usize, start: &Names) -> Names {
        let own = self.names[shape];
        let mut log = [f32::NEG_INFINITY; ALPHABET];
        log[own] = 0.0;
        for name in self.candidates(shape, start) {
            log[name] = self.best_with(shape, name).0;
        }
        let mut names: Names = shares(&log).into_iter().enumerate().collect();
        names.sort_by(|one, other| {
            let is_own = |name: usize| name == own;
            is_own(other.0)
                .cmp(&is_own(one.0))
                .then(other.1.total_cmp(&one.1))
        });
        names
    }

    /// Returns the names to try for a shape instead of its own.
    fn candidates(&self, shape: usize, start: &Names) -> Vec<usize> {
        let mut names: Vec<usize> = (1..ALPHABET).collect();
        let alike = &self.alike[shape];
        names.sort_by(|&one, &other| alike[other].total_cmp(&alike[one]));
        names.truncate(ALIKE);
        let likeliest = start.iter().take(LIKELIEST).map(|(name, _)| *name);
        let neighbours = (0..self.shapes.len())
            .filter(|&other| other != shape && self.apart[shape][other] < NEIGHBOUR)
            .map(|other| self.names[other]);
        for name in likeliest.chain(neighbours) {
            if name != 0 && !names.contains(&name) {
                names.push(name);
            }
        }
        names.retain(|&name| name != self.names[shape]);
        names
    }

    /// Returns the largest gain with a name for a shape, and the changes that give it: the shape that has the name may
    /// get the other's, and those with the same name as the shape may get the new one, too.
    fn best_with(&mut self, shape: usize, name: usize) -> (f32, Vec<Change>) {
        let own = self.names[shape];
        let names = &self.names;
        let named = |name: usize| {
            let others = (0..names.len()).filter(move |&other| other != shape && name != OTHER);
            others.filter(move |&other| names[other] == name)
        };
        let alone = vec![(shape, name)];
        let exchanged = named(name).next().map(|owner| vec![(shape, name), (owner, own)]);
        let together: Vec<Change> = iter::once(shape)
            .chain(named(own))
            .map(|same| (same, name))
            .collect();
        let together = Some(together).filter(|changes| changes.len() > 1);
        let mut best = (self.gain_of(&alone), alone);
        for changes in exchanged.into_iter().chain(together) {
            let gain = self.gain_of(&changes);
            if gain > best.0 {
                best = (gain, changes);
            }
        }
        best
    }

    /// Returns how much likelier the page is with changes.
    fn gain_of(&mut self, changes: &[Change]) -> f32 {
        let before: Vec<Change> = (changes.iter())
            .map(|&(shape, _)| (shape, self.names[shape]))
            .collect();
        self.rename(changes);
        let listing = self.listing(changes).gain;
        let other = self.scored();
        self.rename(&before);
        let trust = (changes.iter()).map(|&(shape, _)| self.shapes[shape].trust());
        trust.fold(1.0, f32::min) * listing + other - self.other
    }

    fn change(&mut self, changes: &[Change]) {
        self.rename(changes);
        let listing = self.listing(changes);
        self.known.accept(listing);
        self.other = self.scored();
    }

    /// Returns how the likelihood as a listing is different after changes.
    fn listing(&mut self, changes: &[Change]) -> Changed {
        let mut is_changed = vec![false; self.read.len() / self.columns];
        for &(shape, _) in changes {
            for &[row, _] in &self.shapes[shape].cells {
                is_changed[row] = true;
            }
        }
        self.known.changed(&self.read, &is_changed)
    }

    fn rename(&mut self, changes: &[Change]) {
        for &(shape, name) in changes {
            self.names[shape] = name;
            for cell in self.shapes[shape].places(self.columns) {
                self.read[cell] = name;
            }
        }
    }

    /// Returns the log likelihood of the page, by all but the listing, with the names that the shapes have now.
    fn scored(&self) -> f32 {
        let disorder = numbers::disorder(&self.read, self.columns) as f32;
        let count = |bracket: u8| {
            let name = usize::from(bracket - b' ');
            self.read.iter().filter(|&&read| read == name).count()
        };
        let unbalanced = count(b'(').abs_diff(count(b')')) as f32;
        let of_shapes: f32 = (0..self.shapes.len()).map(|shape| self.of_shape(shape)).sum();
        of_shapes - DISORDER * disorder - UNBALANCED * unbalanced
    }

    /// Returns the log likelihood of a shape's name by its form and by the more common shapes with the same name.
    fn of_shape(&self, shape: usize) -> f32 {
        let name = self.names[shape];
        let alike = self.alike[shape][name].max(MIN_ALIKE);
        let cells = |shape: usize| self.shapes[shape].cells.len();
        let is_more_common =
            |other: usize| cells(other) > cells(shape) || (cells(other) == cells(shape) && other < shape);
        let same = (0..self.shapes.len())
            .filter(|&other| self.names[other] == name && name != OTHER && is_more_common(other));
        let nearest = same.map(|other| self.apart[shape][other]).reduce(f32::min);
        nearest.map_or(alike, |distance| {
            let odds = interpolated(&SAME, distance);
            if odds < 0.0 {
                alike + odds * cells(shape).min(MAX_CELLS) as f32
            } else {
                WEIGHT_OF_SAME * alike + odds
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::LISTING;
    use super::super::tests::cells;
    use super::*;

    #[test]
    fn names_are_exchanged_if_the_listing_is_likelier() {
        let rows = [
            "  70 LET x=7: LET n=9           ",
            "  80 PRINT x: GO TO 70          ",
            "  90 PRINT n: IF n>1 THEN STOP  ",
            " 100 GO TO 80                   ",
        ];
        let cells = cells(&rows);
        let shapes: Vec<Shape> = (cells.values().enumerate())
            .map(|(at, cells)| Shape {
                dots: std::array::from_fn(|dot| f32::from(dot == at)),
                cells: cells.clone(),
            })
            .collect();
        // The digits 8 and 9 are taken for each other, and look alike.
        let name = |character: char| character as usize - usize::from(b' ');
        let mut alike = vec![[-8.0; ALPHABET]; shapes.len()];
        let mut start: Vec<Names> = Vec::new();
        for (alike, &character) in alike.iter_mut().zip(cells.keys()) {
            let taken_for = match character {
                '8' => '9',
                '9' => '8',
                _ => character,
            };
            alike[name(character)] = 4.0;
            alike[name(taken_for)] = 4.0;
            start.push(vec![(name(taken_for), 1.0)]);
        }
        let names = improved(start, &LISTING, &shapes, 0.1, &alike, [rows.len(), 32]);
        let found: Vec<usize> = names.iter().map(|names| names[0].0).collect();
        assert_eq!(found, cells.keys().map(|&of| name(of)).collect::<Vec<_>>());
        // The other name of a digit is unlikely, but kept.
        let [_, (other, share)] = names[cells.keys().position(|&of| of == '8').unwrap()][..2] else {
            panic!("there are other names");
        };
        assert!(other == name('9') && share < 0.1);
    }

    #[test]
    fn shapes_with_one_name_are_renamed_together() {
        let rows = [
            "  10 REM                        ",
            "********************************",
            "********************************",
            "********************************",
            "  20 PRINT 1                    ",
        ];
        let name = |character: char| character as usize - usize::from(b' ');
        let (mut shapes, mut alike) = (Vec::new(), Vec::new());
        let mut start: Vec<Names> = Vec::new();
        for (at, (character, cells)) in cells(&rows).into_iter().enumerate() {
            let is_asterisk = character == '*';
            let mut of_shape = [-8.0; ALPHABET];
            of_shape[name(character)] = 4.0;
            if is_asterisk {
                of_shape[name('m')] = 6.0;
            }
            // The asterisks have two shapes, in every other column.
            let parts = cells
                .into_iter()
                .partition(|[_, column]| is_asterisk && column % 2 == 0);
            let parts: [Vec<[usize; 2]>; 2] = parts.into();
            for cells in parts.into_iter().filter(|cells| !cells.is_empty()) {
                shapes.push(Shape {
                    dots: std::array::from_fn(|dot| f32::from(dot == at)),
                    cells,
                });
                alike.push(of_shape);
                start.push(vec![(name(if is_asterisk { 'm' } else { character }), 1.0)]);
            }
        }
        let names = improved(start, &LISTING, &shapes, 0.1, &alike, [rows.len(), 32]);
        let asterisks = names.iter().filter(|names| names[0].0 == name('*'));
        assert_eq!(asterisks.count(), 2);
    }

    #[test]
    fn a_rare_shape_is_the_character_of_a_common_one_nearby() {
        let odds = |distance: f32| interpolated(&SAME, distance);
        assert!(odds(1.0) > 4.0 && odds(3.0) < 0.0 && odds(99.0) == -8.0);
    }
}
