//! The mean of all cells, which shows where in the lattice cells begin and which way up they are.

use std::array;

use super::profile::PARTS;

/// Dots of a cell, in each direction.
const DOTS: usize = 8;

/// How often each dot is ink, in percent: for capitals, small letters, and digits and signs, weighted as in
/// listings.
type Frequencies = [[[u8; DOTS]; DOTS]; 3];

/// The frequencies in two fonts: with stems of one or two dots, and with all stems of two dots. The fonts of such
/// machines are similar to one of them.
const DOT_FREQUENCIES: [Frequencies; 2] = [
    [
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
    ],
    [
        [
            [0, 0, 0, 0, 0, 0, 0, 0],
            [0, 75, 94, 76, 76, 82, 53, 0],
            [0, 71, 77, 42, 39, 53, 39, 0],
            [0, 74, 76, 69, 60, 64, 39, 0],
            [0, 74, 72, 42, 51, 42, 38, 0],
            [0, 76, 75, 30, 53, 48, 36, 0],
            [0, 62, 82, 62, 62, 71, 51, 0],
            [0, 0, 0, 0, 0, 0, 0, 0],
        ],
        [
            [0, 2, 5, 13, 14, 7, 4, 0],
            [0, 2, 9, 10, 3, 4, 4, 0],
            [0, 39, 96, 77, 91, 89, 34, 0],
            [0, 67, 70, 38, 20, 61, 63, 0],
            [0, 61, 80, 55, 48, 63, 62, 0],
            [0, 66, 77, 36, 29, 54, 52, 0],
            [0, 30, 82, 77, 74, 80, 54, 0],
            [0, 6, 6, 4, 4, 4, 1, 0],
        ],
        [
            [0, 0, 3, 6, 6, 4, 0, 0],
            [0, 14, 25, 64, 75, 56, 7, 0],
            [0, 61, 67, 40, 73, 58, 41, 0],
            [0, 42, 53, 42, 82, 63, 29, 0],
            [0, 37, 42, 58, 36, 50, 43, 0],
            [0, 35, 40, 66, 46, 50, 37, 0],
            [0, 21, 55, 67, 78, 40, 16, 0],
            [0, 0, 0, 8, 8, 0, 0, 0],
        ],
    ],
];

/// The blur of ink, in cells.
const BLURS: [f64; 3] = [0.07, 0.14, 0.21];

/// Minimum height of cells that are as high as rows, relative to the row pitch.
pub(super) const MIN_WHOLE_HEIGHT: f64 = 0.93;

/// A mean cell: its lines from the top, each with the ink in its parts.
pub(super) type Image = Vec<[f64; PARTS]>;

/// The alignment of a lattice with the cells.
#[derive(Clone, Copy, Debug)]
pub(super) struct Alignment {
    /// The values of the surfaces where cells begin.
    pub shift: [f64; 2],
    /// The height of a cell, relative to the row pitch.
    pub height: f64,
    /// The share of the mean cell that the means explain, up to 1.
    pub likeness: f64,
}

/// Returns the best alignments of a mean cell upright and upside down. `height` is the approximate height of
/// a cell, relative to the row pitch.
pub(super) fn alignments(image: &Image, height: f64) -> [Alignment; 2] {
    let mut turned: Image = image.iter().rev().copied().collect();
    turned.iter_mut().for_each(|line| line.reverse());
    let heights = if height > MIN_WHOLE_HEIGHT {
        vec![1.0]
    } else {
        vec![height, 1.0]
    };
    [image, &turned].map(|image| {
        let image = Columns::new(&levelled(image));
        // A coarse search, then each blur near the best position: heights can only be distinguished with the
        // right blur.
        let fits = heights
            .iter()
            .flat_map(|&height| DOT_FREQUENCIES.each_ref().map(|font| (height, font)));
        let aligned = fits.flat_map(|(height, font)| {
            let place = Fit::new(&image, font, height, BLURS[1]).roughly();
            let image = &image;
            BLURS.map(|blur| Fit::new(image, font, height, blur).aligned(place, height))
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

/// Maximum distance in parts between the coarse and the final start of a cell.
const MAX_SHIFT: usize = 2;
/// Number of vertical positions compared at once: those near a position, rounded up to whole vectors.
const NEARBY_POSITIONS: usize = 8;
/// Number of positions in each direction in the coarse search: every second part.
const COARSE_POSITIONS: usize = PARTS / 2;

/// The columns of an image, each repeated once, so that lines wrap around at the bottom.
struct Columns {
    /// All parts of each column.
    all: [[f64; 2 * PARTS]; PARTS],
    /// The even and the odd parts.
    halves: [[[f64; PARTS]; PARTS]; 2],
    /// The dot product with itself.
    total: f64,
}

impl Columns {
    fn new(image: &Image) -> Columns {
        let at = |column: usize, line: usize| image[line % PARTS][column];
        Columns {
            all: array::from_fn(|column| array::from_fn(|line| at(column, line))),
            halves: [0, 1]
                .map(|odd| array::from_fn(|column| array::from_fn(|line| at(column, 2 * line + odd)))),
            total: dot(image, image).max(1e-9),
        }
    }
}

/// A mean cell and the patterns it is compared with.
struct Fit<'a> {
    image: &'a Columns,
    patterns: [Image; 3],
    /// The dot products of the patterns with each other.
    products: [[f64; 3]; 3],
}

impl Fit<'_> {
    /// Creates a comparison of `image`, less its mean, with the means for this height and blur.
    fn new<'a>(image: &'a Columns, font: &Frequencies, height: f64, blur: f64) -> Fit<'a> {
        let patterns = font.map(|mean| levelled(&pattern(&mean, height, blur)));
        let products = [0, 1, 2].map(|one| [0, 1, 2].map(|other| dot(&patterns[one], &patterns[other])));
        Fit {
            image,
            patterns,
            products,
        }
    }

    /// Returns the share of the image that the patterns explain if cells begin `across` parts from its left
    /// edge, for `N` vertical positions. `lines` returns the parts of the image at a column and a line of the
    /// patterns, one for each position.
    fn likenesses<'a, const N: usize>(
        &self,
        across: usize,
        lines: impl Fn(usize, usize) -> &'a [f64; N],
    ) -> [f64; N] {
        let products = self.patterns.each_ref().map(|pattern| {
            let mut products = [0.0; N];
            for (line, pattern) in pattern.iter().enumerate() {
                // The left part of the pattern, and the part that wraps around.
                let [mut first, mut last] = [[0.0; N]; 2];
                for (column, &value) in pattern.iter().enumerate() {
                    let sums = if column + across < PARTS {
                        &mut first
                    } else {
                        &mut last
                    };
                    let parts = lines((column + across) % PARTS, line);
                    for (sum, part) in sums.iter_mut().zip(parts) {
                        *sum += part * value;
                    }
                }
                for (at, product) in products.iter_mut().enumerate() {
                    *product += first[at] + last[at];
                }
            }
            products
        });
        array::from_fn(|at| {
            explained(&self.products, products.each_ref().map(|of| of[at])) / self.image.total
        })
    }

    /// Returns the best position among every second one in each direction.
    fn roughly(&self) -> [usize; 2] {
        let likenesses: [[f64; COARSE_POSITIONS]; COARSE_POSITIONS] = array::from_fn(|across| {
            self.likenesses(2 * across, |column, line| {
                whole(&self.image.halves[line % 2][column], line / 2)
            })
        });
        let places =
            (0..COARSE_POSITIONS).flat_map(|down| (0..COARSE_POSITIONS).map(move |across| [across, down]));
        let all = places.map(|[across, down]| ([2 * across, 2 * down], likenesses[across][down]));
        best(all).0
    }

    /// Returns the best alignment near a position.
    fn aligned(&self, near: [usize; 2], height: f64) -> Alignment {
        // Includes neighbours for interpolation between parts.
        const REACH: usize = MAX_SHIFT + 1;
        let start = near.map(|at| (at + PARTS - REACH) % PARTS);
        let likenesses: [[f64; NEARBY_POSITIONS]; 2 * REACH + 1] = array::from_fn(|across| {
            self.likenesses((start[0] + across) % PARTS, |column, line| {
                whole(&self.image.all[column], (line + start[1]) % PARTS)
            })
        });
        let places = REACH - MAX_SHIFT..=REACH + MAX_SHIFT;
        let places = places
            .clone()
            .flat_map(|down| places.clone().map(move |across| [across, down]));
        let ([across, down], likeness) =
            best(places.map(|[across, down]| ([across, down], likenesses[across][down])));
        // Interpolates between parts with the parabola through the neighbours.
        let part = |before: f64, after: f64| {
            let bow = before - 2.0 * likeness + after;
            if bow < -1e-12 {
                ((before - after) / (2.0 * bow)).clamp(-0.5, 0.5)
            } else {
                0.0
            }
        };
        let parts = [
            part(likenesses[across - 1][down], likenesses[across + 1][down]),
            part(likenesses[across][down - 1], likenesses[across][down + 1]),
        ];
        let place = [across, down];
        Alignment {
            shift: [0, 1]
                .map(|axis| (((start[axis] + place[axis]) % PARTS) as f64 + parts[axis]) / PARTS as f64),
            height,
            likeness,
        }
    }
}

/// Returns the best position; if several are equal, the first.
fn best(places: impl Iterator<Item = ([usize; 2], f64)>) -> ([usize; 2], f64) {
    places.fold(
        ([0; 2], f64::MIN),
        |best, one| if one.1 > best.1 { one } else { best },
    )
}

/// Returns `N` values from an index.
fn whole<const N: usize>(values: &[f64], from: usize) -> &[f64; N] {
    values[from..].first_chunk().expect("there are as many twice")
}

/// Returns how much of an image the patterns explain with non-negative weights: the best of each alone and
/// each pair. `patterns` has their products with each other, `products` those with the image.
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

/// Returns the vertical ink profile of a row whose cells have the height `height`, relative to the row pitch.
pub(super) fn heights(height: f64) -> [f64; PARTS] {
    let height = height.min(1.0);
    let mut heights = [0.0; PARTS];
    for mean in DOT_FREQUENCIES.iter().flatten() {
        let image = pattern(mean, height, BLURS[1]);
        heights
            .iter_mut()
            .zip(&image)
            .for_each(|(sum, line)| *sum += line.iter().sum::<f64>());
    }
    heights
}

/// The pattern of a mean in parts, blurred like print.
fn pattern(mean: &[[u8; DOTS]; DOTS], height: f64, blur: f64) -> Image {
    let near = [-1.0, -0.5, 0.0, 0.5, 1.0].map(|by| by * blur);
    let weights = [1.0, 2.0, 3.0, 2.0, 1.0];
    let middle = |part: usize| (part as f64 + 0.5) / PARTS as f64;
    // The dots near the centre of a part, horizontally, or vertically for cells of this height; none between
    // rows.
    let dots = |part: usize, height: f64| {
        near.map(|by| {
            let at = (middle(part) + by).rem_euclid(1.0) / height;
            (at < 1.0).then_some((at * DOTS as f64) as usize)
        })
    };
    let columns: [_; PARTS] = array::from_fn(|part| dots(part, 1.0));
    let lines: [[f64; PARTS]; DOTS] = array::from_fn(|line| {
        array::from_fn(|part| {
            let ink = columns[part].map(|dot| dot.map_or(0.0, |dot| f64::from(mean[line][dot])));
            ink.iter().zip(weights).map(|(ink, weight)| ink * weight).sum()
        })
    });
    (0..PARTS)
        .map(|line| {
            let rows = dots(line, height);
            array::from_fn(|part| {
                let ink = rows.map(|line| line.map_or(0.0, |line| lines[line][part]));
                ink.iter().zip(weights).map(|(ink, weight)| ink * weight).sum()
            })
        })
        .collect()
}

/// Subtracts the mean.
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
