//! The mean of all cells: it says where in the lattice cells begin, and which way up they are.

use super::ink::Plane;
use super::lattice::{Lattice, PARTS, between, softened, spill};

/// Dots of a cell, each way.
const DOTS: usize = 8;

/// How often a dot is ink, in hundredths: of capitals, of small letters, and of digits and signs, as listings have them. Fonts of
/// such machines are alike in this.
const MEANS: [[[u8; DOTS]; DOTS]; 3] = [
    [
        [0, 0, 0, 0, 0, 0, 0, 0],
        [0, 70, 100, 76, 76, 73, 51, 0],
        [0, 78, 79, 32, 21, 7, 49, 0],
        [0, 75, 78, 67, 71, 22, 39, 0],
        [0, 74, 76, 24, 46, 10, 40, 0],
        [0, 79, 75, 21, 21, 24, 41, 0],
        [0, 58, 84, 66, 66, 48, 49, 0],
        [0, 0, 0, 0, 0, 0, 0, 0],
    ],
    [
        [0, 6, 14, 15, 11, 3, 6, 0],
        [0, 6, 11, 10, 5, 0, 5, 0],
        [0, 37, 94, 84, 92, 78, 32, 0],
        [0, 68, 76, 24, 19, 4, 67, 0],
        [0, 59, 85, 51, 46, 29, 60, 0],
        [0, 68, 80, 25, 27, 10, 60, 0],
        [0, 36, 84, 67, 75, 66, 42, 0],
        [0, 4, 7, 3, 3, 3, 2, 0],
    ],
    [
        [0, 1, 15, 0, 5, 16, 1, 0],
        [0, 7, 50, 52, 63, 57, 7, 0],
        [0, 34, 38, 49, 53, 32, 33, 0],
        [0, 25, 22, 35, 54, 25, 29, 0],
        [0, 24, 13, 42, 47, 18, 32, 0],
        [0, 32, 43, 27, 41, 24, 25, 0],
        [0, 6, 45, 50, 58, 52, 14, 0],
        [0, 0, 0, 6, 0, 0, 0, 0],
    ],
];

/// How far ink may run, in cells.
const BLURS: [f64; 3] = [0.07, 0.14, 0.21];

type Image = Vec<[f64; PARTS]>;

/// How a lattice is brought onto the cells.
#[derive(Clone, Copy, Debug)]
pub(super) struct Alignment {
    /// What the surfaces are where cells begin.
    pub shift: [f64; 2],
    /// The part of the pitch of rows that cells fill.
    pub height: f64,
    /// How much of the mean cell the means explain, to 1.
    pub likeness: f64,
}

/// The mean of all cells of a lattice.
pub(super) fn mean(lattice: &Lattice, plane: &Plane) -> Image {
    let mut image = vec![[0.0; PARTS]; PARTS];
    lattice.each(plane, |_, ink, [across, down]| {
        for (line, ink) in between(down, ink) {
            spill(&mut image[line], across, ink);
        }
    });
    for line in &mut image {
        *line = softened(line, lattice.pixel(0));
    }
    let columns: Vec<_> = (0..PARTS)
        .map(|part| {
            softened(
                &image.iter().map(|line| line[part]).collect::<Vec<_>>(),
                lattice.pixel(1),
            )
        })
        .collect();
    (0..PARTS)
        .map(|line| std::array::from_fn(|part| columns[part][line]))
        .collect()
}

/// The best alignment of a mean cell as it stands and upside down; cells are about `height` of the pitch of rows high.
pub(super) fn alignments(image: &Image, height: f64) -> [Alignment; 2] {
    let mut turned: Image = image.iter().rev().copied().collect();
    turned.iter_mut().for_each(|line| line.reverse());
    let heights = if height > 0.93 {
        vec![1.0]
    } else {
        vec![height, 1.0]
    };
    let all = (0..PARTS).step_by(2);
    let everywhere: Vec<[usize; 2]> = all
        .clone()
        .flat_map(|down| all.clone().map(move |across| [across, down]))
        .collect();
    [image, &turned].map(|image| {
        let image = levelled(image);
        // Roughly first, then with each blur around the best place: only the right blur tells heights apart.
        let aligned = heights.iter().flat_map(|&height| {
            let (place, _) = Fit::new(&image, height, BLURS[1]).best(&everywhere);
            let near = around(place);
            BLURS.map(|blur| Fit::new(&image, height, blur).aligned(&near, height))
        });
        let nothing = Alignment {
            shift: [0.0; 2],
            height,
            likeness: 0.0,
        };
        aligned.fold(
            nothing,
            |best, one| {
                if one.likeness > best.likeness { one } else { best }
            },
        )
    })
}

/// A place and those about it.
fn around([across, down]: [usize; 2]) -> Vec<[usize; 2]> {
    let near = [PARTS - 2, PARTS - 1, 0, 1, 2];
    near.iter()
        .flat_map(|below| near.map(|aside| [(across + aside) % PARTS, (down + below) % PARTS]))
        .collect()
}

/// A mean cell and what it is compared with.
struct Fit<'a> {
    image: &'a Image,
    total: f64,
    patterns: [Image; 3],
    /// The products of the patterns with each other.
    products: [[f64; 3]; 3],
}

impl Fit<'_> {
    /// `image` less its mean, and the means with this height and blur.
    fn new(image: &Image, height: f64, blur: f64) -> Fit<'_> {
        let patterns = MEANS.map(|mean| levelled(&pattern(&mean, height, blur)));
        let products = [0, 1, 2].map(|one| [0, 1, 2].map(|other| dot(&patterns[one], &patterns[other])));
        let total = dot(image, image).max(1e-9);
        Fit {
            image,
            total,
            patterns,
            products,
        }
    }

    /// How much of the image the patterns explain if cells begin at this part.
    fn likeness(&self, [across, down]: [usize; 2]) -> f64 {
        let products = [0, 1, 2].map(|at| {
            let line = |line: usize| {
                let (end, start) = self.image[(line + down) % PARTS].split_at(across);
                let (first, last) = self.patterns[at][line].split_at(start.len());
                let sum = |one: &[f64], other: &[f64]| {
                    one.iter().zip(other).map(|(one, other)| one * other).sum::<f64>()
                };
                sum(start, first) + sum(end, last)
            };
            (0..PARTS).map(line).sum::<f64>()
        });
        explained(&self.products, products) / self.total
    }

    fn best(&self, places: &[[usize; 2]]) -> ([usize; 2], f64) {
        places
            .iter()
            .map(|&place| (place, self.likeness(place)))
            .fold(
                ([0; 2], f64::MIN),
                |best, one| if one.1 > best.1 { one } else { best },
            )
    }

    fn aligned(&self, places: &[[usize; 2]], height: f64) -> Alignment {
        let (place, likeness) = self.best(places);
        // Between the parts, by the parabola through the neighbours.
        let peak = |axis: usize| {
            let [before, after] = [PARTS - 1, 1].map(|by| {
                let mut near = place;
                near[axis] = (near[axis] + by) % PARTS;
                self.likeness(near)
            });
            let bow = before - 2.0 * likeness + after;
            let part = if bow < -1e-12 {
                ((before - after) / (2.0 * bow)).clamp(-0.5, 0.5)
            } else {
                0.0
            };
            (place[axis] as f64 + part) / PARTS as f64
        };
        Alignment {
            shift: [0, 1].map(peak),
            height,
            likeness,
        }
    }
}

/// How much of an image patterns with these products explain that have these products with it, none taken away: the best of
/// each alone and each two.
fn explained(patterns: &[[f64; 3]; 3], products: [f64; 3]) -> f64 {
    let mut best = 0.0_f64;
    for one in 0..3 {
        let own = patterns[one][one];
        if products[one] > 0.0 {
            best = best.max(products[one] * products[one] / own);
        }
        for other in 0..one {
            let (both, others) = (patterns[one][other], patterns[other][other]);
            let determinant = own * others - both * both;
            let x = (others * products[one] - both * products[other]) / determinant;
            let y = (own * products[other] - both * products[one]) / determinant;
            if x > 0.0 && y > 0.0 {
                best = best.max(x * products[one] + y * products[other]);
            }
        }
    }
    best
}

/// The ink of a row by the place down it, where cells are `height` of the pitch of rows high.
pub(super) fn heights(height: f64) -> [f64; PARTS] {
    let height = height.min(1.0);
    let mut heights = [0.0; PARTS];
    for mean in &MEANS {
        let image = pattern(mean, height, BLURS[1]);
        heights
            .iter_mut()
            .zip(&image)
            .for_each(|(sum, line)| *sum += line.iter().sum::<f64>());
    }
    heights
}

/// A mean in parts, blurred as print is.
fn pattern(mean: &[[u8; DOTS]; DOTS], height: f64, blur: f64) -> Image {
    let at = |x: f64, y: f64| {
        let (x, y) = (x.rem_euclid(1.0), y.rem_euclid(1.0) / height);
        if y >= 1.0 {
            0.0
        } else {
            f64::from(mean[(y * DOTS as f64) as usize][(x * DOTS as f64) as usize])
        }
    };
    let near = [-1.0, -0.5, 0.0, 0.5, 1.0].map(|by| by * blur);
    let weights = [1.0, 2.0, 3.0, 2.0, 1.0];
    let middle = |part: usize| (part as f64 + 0.5) / PARTS as f64;
    (0..PARTS)
        .map(|line| {
            std::array::from_fn(|part| {
                let rows = near.iter().zip(weights);
                let row = |dy: f64| {
                    let ink = near.map(|dx| at(middle(part) + dx, middle(line) + dy));
                    ink.iter()
                        .zip(weights)
                        .map(|(ink, weight)| ink * weight)
                        .sum::<f64>()
                };
                rows.map(|(&dy, weight)| row(dy) * weight).sum()
            })
        })
        .collect()
}

/// Less its mean.
fn levelled(image: &Image) -> Image {
    let mean = image.iter().flatten().sum::<f64>() / (PARTS * PARTS) as f64;
    image.iter().map(|line| line.map(|value| value - mean)).collect()
}

fn dot(one: &Image, other: &Image) -> f64 {
    one.iter()
        .flatten()
        .zip(other.iter().flatten())
        .map(|(one, other)| one * other)
        .sum()
}
