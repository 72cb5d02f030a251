//! Compares cells with the templates of all characters: first coarsely, with one value per dot, then in full.

use super::look::{Class, Look};
use super::strip::{AREA, PER_DOT, Patch, SIDE, product};

/// One value for each dot of a cell.
pub(crate) type Rough = [f32; 64];

/// Returns the mean of each dot's samples.
pub(super) fn rough(patch: &Patch) -> Rough {
    std::array::from_fn(|dot| {
        let corner = (dot / 8 * SIDE + dot % 8) * PER_DOT;
        let line = |at: usize| patch[at..at + PER_DOT].iter().sum::<f32>();
        (0..PER_DOT).map(|y| line(corner + y * SIDE)).sum::<f32>() / (PER_DOT * PER_DOT) as f32
    })
}

/// The shifts tried for a character, in dots, starting with no shift.
pub(super) const SHIFTS: [[f32; 2]; 9] = {
    const STEP: f32 = 0.25;
    [
        [0.0, 0.0],
        [STEP, 0.0],
        [-STEP, 0.0],
        [0.0, STEP],
        [0.0, -STEP],
        [STEP, STEP],
        [-STEP, STEP],
        [STEP, -STEP],
        [-STEP, -STEP],
    ]
};

/// The appearance of each class of characters on this page.
pub(super) struct Templates {
    /// Rendered with the look, at each of [`SHIFTS`].
    look: Vec<Vec<Patch>>,
    /// The same with the printer model.
    plain: Vec<Vec<Patch>>,
    /// The same with what was learnt from each class's own cells.
    pub(super) learnt: Vec<Vec<Patch>>,
    rough: Vec<Shape>,
    /// The sums of the dots, which suffice to distinguish most shapes.
    sums: Vec<f32>,
}

/// Number of blocks of two by two dots in a cell.
const BLOCKS: usize = 16;

/// The dots of a class, their sum, the sums of its blocks, and the sum of squares.
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

    /// Creates templates of coarse shapes only: they can be searched, but not scored.
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

    /// Returns the dots of each class without what was learnt from its own cells.
    pub(super) fn plain_rough(&self) -> Vec<Rough> {
        self.plain.iter().map(|class| rough(&class[0])).collect()
    }

    /// Sets the learnt templates by their differences from the plain ones.
    pub(super) fn learn(&mut self, differences: &[Patch]) {
        add(&mut self.learnt, &self.plain, differences);
        self.set_rough();
    }

    /// Sets the plain templates by their differences from the look; the learnt ones are unchanged.
    pub(super) fn set_habits(&mut self, differences: &[Patch]) {
        add(&mut self.plain, &self.look, differences);
    }

    /// Returns the residuals of a cell after subtracting the look, and after subtracting the learnt template.
    pub(super) fn left(&self, cell: &Patch, class: usize, shift: usize) -> [Patch; 2] {
        [&self.look, &self.learnt].map(|templates| {
            let template = &templates[class][shift];
            std::array::from_fn(|at| cell[at] - template[at])
        })
    }

    /// Returns the template of a class without what was learnt from its own cells.
    pub(super) fn plain(&self, class: usize) -> &Patch {
        &self.plain[class][0]
    }

    /// Returns the nearest class, and the distances of it and the next one: sums of squares over the dots.
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

    /// Returns the distance of the nearest class, and the class; fastest if it is `guess`.
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

    /// Returns the distance of a class; `None` if it exceeds `most`. The ink of most classes differs too
    /// much, which is tested first.
    fn distance(&self, cell: &Shape, class: usize, most: f32) -> Option<f32> {
        let more = cell.sum - self.sums[class];
        if more * more > most * cell.dots.len() as f32 {
            return None;
        }
        cell.distance(&self.rough[class], most)
    }

    /// Returns the classes within the distance that `most` computes from the distance of the nearest, nearest
    /// first.
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
    /// Returns the sum of squared differences; `None` if it exceeds `most`. The ink in the blocks of most
    /// shapes differs too much, which is tested first.
    fn distance(&self, other: &Shape, most: f32) -> Option<f32> {
        // The square of a sum is at most the sum of squares times the number of terms; the margin allows for
        // rounding.
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
    fn the_nearest_template_is_found() {
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
