//! Cells against the templates of all characters: first roughly, a value a dot, then in full.

use super::look::{Class, Look};
use super::strip::{AREA, PER_DOT, Patch, SIDE, product};

/// A value for each dot of a cell.
pub(super) type Rough = [f32; 64];

/// The mean of each dot's samples.
pub(super) fn rough(patch: &Patch) -> Rough {
    std::array::from_fn(|dot| {
        let corner = (dot / 8 * SIDE + dot % 8) * PER_DOT;
        let line = |at: usize| patch[at..at + PER_DOT].iter().sum::<f32>();
        (0..PER_DOT).map(|y| line(corner + y * SIDE)).sum::<f32>() / (PER_DOT * PER_DOT) as f32
    })
}

/// The places to which a character may still be shifted, in dots, the unshifted one first.
pub(super) const SHIFTS: [[f32; 2]; 9] = {
    const BY: f32 = 0.25;
    [
        [0.0, 0.0],
        [BY, 0.0],
        [-BY, 0.0],
        [0.0, BY],
        [0.0, -BY],
        [BY, BY],
        [-BY, BY],
        [BY, -BY],
        [-BY, -BY],
    ]
};

/// What each class of characters looks like on this page.
pub(super) struct Templates {
    /// As the look has them, at each of [`SHIFTS`].
    look: Vec<Vec<Patch>>,
    /// The same with the printer's habits.
    plain: Vec<Vec<Patch>>,
    /// The same with what the page has taught of each class.
    pub(super) learnt: Vec<Vec<Patch>>,
    rough: Vec<Shape>,
    /// The sums of these, which tell most shapes apart.
    sums: Vec<f32>,
}

/// Parts of a cell of two dots each way.
const BLOCKS: usize = 16;

/// A class's value for each dot, the sum of these, those of its parts, and that of their squares.
struct Shape {
    dots: Rough,
    sum: f32,
    blocks: [f32; BLOCKS],
    square: f32,
}

impl Shape {
    fn new(dots: Rough) -> Shape {
        Shape {
            sum: dots.iter().sum(),
            blocks: std::array::from_fn(|block| {
                let corner = block / 4 * 16 + block % 4 * 2;
                dots[corner] + dots[corner + 1] + dots[corner + 8] + dots[corner + 9]
            }),
            square: product(&dots, &dots),
            dots,
        }
    }
}

impl Templates {
    pub(super) fn new(classes: &[Class], look: Look) -> Templates {
        let dots: Vec<[u8; 8]> = classes.iter().map(|class| class.dots).collect();
        let plain = look.print_at(&dots, &SHIFTS);
        let mut templates = Templates {
            look: plain.clone(),
            learnt: plain.clone(),
            plain,
            rough: Vec::new(),
            sums: Vec::new(),
        };
        templates.set_rough();
        templates
    }

    /// Shapes that are known roughly only: they can be found, and not scored.
    pub(super) fn of_shapes(shapes: impl Iterator<Item = Rough>) -> Templates {
        let rough: Vec<Shape> = shapes.map(Shape::new).collect();
        Templates {
            look: Vec::new(),
            plain: Vec::new(),
            learnt: Vec::new(),
            sums: rough.iter().map(|shape| shape.sum).collect(),
            rough,
        }
    }

    fn set_rough(&mut self) {
        self.rough = (self.learnt.iter())
            .map(|class| Shape::new(rough(&class[0])))
            .collect();
        self.sums = self.rough.iter().map(|shape| shape.sum).collect();
    }

    /// What each class looks like without what was learnt of itself, a value a dot.
    pub(super) fn plain_rough(&self) -> Vec<Rough> {
        self.plain.iter().map(|class| rough(&class[0])).collect()
    }

    /// Templates that differ from the look's by these.
    pub(super) fn learn(&mut self, differences: &[Patch]) {
        add(&mut self.learnt, &self.plain, differences);
        self.set_rough();
    }

    /// Plain templates that differ from the look's by these; what is learnt stays as it is.
    pub(super) fn set_habits(&mut self, differences: &[Patch]) {
        add(&mut self.plain, &self.look, differences);
    }

    /// What the look leaves of a cell, and what all that was learnt leaves.
    pub(super) fn left(&self, cell: &Patch, class: usize, shift: usize) -> [Patch; 2] {
        [&self.look, &self.learnt].map(|templates| {
            let template = &templates[class][shift];
            std::array::from_fn(|at| cell[at] - template[at])
        })
    }

    /// A class as it is without what was learnt of itself.
    pub(super) fn plain(&self, class: usize) -> &Patch {
        &self.plain[class][0]
    }

    /// The nearest class and how far it and the next one are: sums of squares over the dots.
    pub(super) fn nearest(&self, cell: &Rough) -> (usize, [f32; 2]) {
        let cell = Shape::new(*cell);
        let mut best = (0, [f32::INFINITY; 2]);
        for class in 0..self.rough.len() {
            let Some(distance) = self.distance(&cell, class, best.1[1]) else {
                continue;
            };
            if distance < best.1[0] {
                best = (class, [distance, best.1[0]]);
            } else if distance < best.1[1] {
                best.1[1] = distance;
            }
        }
        best
    }

    /// How far the nearest class is, and which it is: soonest found if it is the one that is guessed.
    pub(super) fn least(&self, cell: &Rough, guess: usize) -> (f32, usize) {
        self.least_of(&Shape::new(*cell), guess)
    }

    fn least_of(&self, cell: &Shape, guess: usize) -> (f32, usize) {
        let mut best = (f32::INFINITY, guess);
        if let Some(distance) = self
            .rough
            .get(guess)
            .and_then(|_| self.distance(cell, guess, best.0))
        {
            best.0 = distance;
        }
        for class in 0..self.rough.len() {
            if let Some(distance) = self.distance(cell, class, best.0)
                && distance < best.0
            {
                best = (distance, class);
            }
        }
        best
    }

    /// How far a class is; nothing where that is more than `most`. Most classes have too much ink, or too
    /// little, to be so near.
    fn distance(&self, cell: &Shape, class: usize, most: f32) -> Option<f32> {
        let more = cell.sum - self.sums[class];
        if more * more > most * cell.dots.len() as f32 {
            return None;
        }
        cell.distance(&self.rough[class], most)
    }

    /// The classes that are no farther than `most` says of the distance of the nearest, the nearest first.
    pub(super) fn near(&self, cell: &Rough, most: impl Fn(f32) -> f32) -> Vec<usize> {
        let cell = Shape::new(*cell);
        let most = most(self.least_of(&cell, 0).0);
        let mut near: Vec<(usize, f32)> = (0..self.rough.len())
            .filter_map(|class| Some((class, self.distance(&cell, class, most)?)))
            .collect();
        near.sort_by(|one, other| one.1.total_cmp(&other.1));
        near.into_iter().map(|(class, _)| class).collect()
    }
}

impl Shape {
    /// The sum of the squares of the differences; nothing where it is more than `most`. Most shapes have too
    /// much ink in some parts of the cell, or too little, to be so near.
    fn distance(&self, other: &Shape, most: f32) -> Option<f32> {
        // The square of a sum is at most that of its parts' squares times their number; the last digits are
        // rounded.
        let blocks: [f32; BLOCKS] = std::array::from_fn(|at| self.blocks[at] - other.blocks[at]);
        if product(&blocks, &blocks) > most * 1.001 * (self.dots.len() / BLOCKS) as f32 + 0.01 {
            return None;
        }
        let distance = (self.square + other.square - 2.0 * product(&self.dots, &other.dots)).max(0.0);
        (distance <= most).then_some(distance)
    }
}

fn add(to: &mut [Vec<Patch>], from: &[Vec<Patch>], differences: &[Patch]) {
    for ((to, from), difference) in to.iter_mut().zip(from).zip(differences) {
        for (to, from) in to.iter_mut().zip(from) {
            for at in 0..AREA {
                to[at] = from[at] + difference[at];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use girafa_test_support::Random;

    use super::*;

    #[test]
    fn the_nearest_is_nearest_of_all() {
        let mut random = Random(5);
        let mut shape = || -> Rough { std::array::from_fn(|_| random.below(1000) as f32 / 1000.0) };
        let shapes: Vec<Rough> = (0..200).map(|_| shape()).collect();
        let templates = Templates::of_shapes(shapes.iter().copied());
        for at in 0..100 {
            // Near one of them, or near none.
            let mut cell = shape();
            let part = [0.0, 0.2, 0.9][at % 3];
            cell.iter_mut()
                .zip(&shapes[at])
                .for_each(|(dot, other)| *dot = *dot * part + other * (1.0 - part));
            let far = |other: &Rough| -> f32 { (0..64).map(|dot| (cell[dot] - other[dot]).powi(2)).sum() };
            let mut distances: Vec<(f32, usize)> = shapes.iter().map(far).zip(0..).collect();
            distances.sort_by(|one, other| one.0.total_cmp(&other.0));
            let (class, [best, next]) = templates.nearest(&cell);
            assert_eq!(class, distances[0].1);
            for guess in [0, class, 199] {
                assert_eq!(templates.least(&cell, guess), (best, class));
            }
            assert!((best - distances[0].0).abs() < 1e-3 && (next - distances[1].0).abs() < 1e-3);
        }
    }
}
