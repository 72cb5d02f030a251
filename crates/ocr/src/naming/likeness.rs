//! How much a shape resembles a character, whatever the font: letters of two fonts differ in their strokes,
//! their proportions and their place in the cell.

use super::automaton::Probabilities;
use super::{OTHER, Shape, dots, index, plain};
use crate::Font;
use crate::read::Rough;

/// The log ratio of the probabilities of a distance for the same character of another font, and for another
/// character.
const LIKENESS: [(f32, f32); 9] = [
    (0.0, 6.5),
    (0.03, 4.9),
    (0.055, 3.7),
    (0.085, 2.2),
    (0.115, 0.8),
    (0.145, -0.9),
    (0.18, -2.6),
    (0.27, -3.1),
    (0.38, -5.4),
];
/// The weight of the likeness: what a listing expects is less certain than its probabilities say.
const WEIGHT: f32 = 1.8;
/// The least log likelihood of a character.
const LEAST: f32 = -40.0;
/// The additional log likelihood of characters that are not in the alphabet.
const OTHER_PRIOR: f32 = -3.0;

/// The weight of how much a character resembles the other ones: a stain resembles `8` more often than `=`.
const WEIGHT_OF_OTHERS: f32 = 0.8;

/// Margin around a shape for blurring it, in dots.
const MARGIN: usize = 4;
const CANVAS: usize = 8 + 2 * MARGIN;
/// The standard deviation of the blur, in dots.
const BLUR: f32 = 0.8;
/// The blur of a shape that is scaled to its bounding box.
const BOX_BLUR: f32 = 1.2;
/// Size of the bounding box after scaling, and its shorter side if the shape is narrow or low.
const BOX: usize = 12;
const NARROW_BOX: usize = 6;
/// A bounding box whose sides differ by more than this factor is narrow or low.
const MAX_SIDE_RATIO: f32 = 2.5;
/// A dot with more ink than this belongs to the bounding box, as a share of the darkest dot.
const MIN_INK: f32 = 0.4;
/// Maximum shifts across and down, in dots, and the cost of a dot.
const MAX_SHIFT: [isize; 2] = [1, 2];
const SHIFT_COST: f32 = 0.02;
/// The cost of a difference of a dot in the bounds: across and down.
const BOUNDS_COST: [f32; 2] = [0.02, 0.04];
/// Differences of the width and of the height that tell nothing, in dots, and the loss of log likelihood for
/// each further dot.
const SAME_SIZE: [usize; 2] = [2, 1];
const SIZE_COST: [f32; 2] = [2.0, 2.0];
/// Characters that few listings have, and how much less likely they are: of 467 pages of listings, `#` was on 5 of a
/// hundred, and the others on hardly any.
const RARE: &[u8] = b"#%&@[\\]^_{|}~`\x7F";
const RARE_COST: f32 = 2.0;
/// Shapes with a larger distance after scaling are not compared further.
const MAX_SCALED_DISTANCE: f32 = 1.0;
/// The distance of shapes without ink.
const MAX_DISTANCE: f32 = 9.0;

/// The characters of a font and of a plain one, with which shapes are compared.
pub(crate) struct Characters {
    known: Vec<(usize, Form)>,
    of_others: Probabilities,
}

impl Characters {
    pub(crate) fn of(font: &Font) -> Characters {
        let known: Vec<(usize, Form)> = font
            .glyphs
            .iter()
            .filter(|glyph| glyph.has_ink())
            .map(|glyph| (index(glyph), Form::new(&dots(glyph.dots))))
            .chain(plain::shapes().map(|(code, dots)| (usize::from(code - b' '), Form::new(&dots))))
            .collect();
        Characters {
            of_others: of_others(&known),
            known,
        }
    }

    /// Returns the log likelihood of each character for each shape.
    pub(super) fn likeness(&self, shapes: &[Shape]) -> Vec<Probabilities> {
        let of_shape = |shape: &Shape| {
            let form = Form::new(&shape.dots);
            let mut alike: Probabilities = std::array::from_fn(|character| {
                resemblance(&form, character, &self.known) - WEIGHT_OF_OTHERS * self.of_others[character]
            });
            for character in RARE {
                alike[usize::from(character - b' ')] -= RARE_COST;
            }
            alike
        };
        shapes.iter().map(of_shape).collect()
    }
}

/// Returns the log likelihood of a character for a form, by the known forms of all characters.
fn resemblance(form: &Form, character: usize, known: &[(usize, Form)]) -> f32 {
    let same = known.iter().filter(|(known, _)| *known == character);
    let log_likelihoods = same.map(|(_, known)| {
        if character == OTHER {
            OTHER_PRIOR + interpolated(&LIKENESS, form.plain_distance(known))
        } else {
            interpolated(&LIKENESS, form.distance(known)) - form.size_cost(known)
        }
    });
    log_likelihoods.fold(LEAST, |most, log_likelihood| most.max(WEIGHT * log_likelihood))
}

/// Returns the logarithm of the mean likelihood of each character for the forms of all others, or 0 if it is less.
fn of_others(known: &[(usize, Form)]) -> Probabilities {
    let is_other = |character: usize, other: usize| other != character && other != OTHER;
    std::array::from_fn(|character| {
        if character == OTHER {
            return 0.0;
        }
        let others = known.iter().filter(|(other, _)| is_other(character, *other));
        let likelihoods = others.map(|(_, form)| resemblance(form, character, known).exp());
        let (sum, count) = likelihoods.fold((0.0, 0.0), |(sum, count), likelihood| {
            (sum + likelihood, count + 1.0)
        });
        (sum / f32::max(count, 1.0)).max(1.0).ln()
    })
}

/// Interpolates in a table of values by their distance, which starts at 0.
pub(super) fn interpolated(table: &[(f32, f32)], distance: f32) -> f32 {
    let next = table.iter().position(|(far, _)| *far > distance);
    match next {
        Some(next) => {
            let ((from, low), (to, high)) = (table[next - 1], table[next]);
            low + (high - low) * (distance - from) / (to - from)
        }
        None => table[table.len() - 1].1,
    }
}

/// A shape prepared for comparisons.
struct Form {
    soft: Vec<f32>,
    boxed: Vec<f32>,
    bounds: Option<[usize; 4]>,
}

impl Form {
    fn new(dots: &Rough) -> Form {
        let mut canvas = vec![0.0; CANVAS * CANVAS];
        for (at, &ink) in dots.iter().enumerate() {
            canvas[(at / 8 + MARGIN) * CANVAS + at % 8 + MARGIN] = ink;
        }
        let bounds = bounds(dots);
        Form {
            soft: blurred(&canvas, CANVAS, BLUR),
            boxed: bounds.map_or(Vec::new(), |bounds| boxed(dots, bounds)),
            bounds,
        }
    }

    /// Returns the distance of two shapes: 0 if they are equal, about 0.1 for the same letter of another
    /// font.
    fn distance(&self, other: &Form) -> f32 {
        let (Some(one), Some(two)) = (self.bounds, other.bounds) else {
            return MAX_DISTANCE;
        };
        let sides = (0..4).map(|side| BOUNDS_COST[side % 2] * one[side].abs_diff(two[side]) as f32);
        let scaled = relative(self.boxed.iter().zip(&other.boxed)) + sides.sum::<f32>();
        if scaled > MAX_SCALED_DISTANCE {
            return scaled;
        }
        let [across, down] = MAX_SHIFT;
        let shifts = (-down..=down).flat_map(|y| (-across..=across).map(move |x| [x, y]));
        let shifted = shifts.map(|[x, y]| {
            // The margins of both are empty.
            let by = y * CANVAS.cast_signed() + x;
            let (here, there) = (
                &self.soft[by.max(0) as usize..],
                &other.soft[(-by).max(0) as usize..],
            );
            relative(here.iter().zip(there)) + SHIFT_COST * (x.abs() + y.abs()) as f32
        });
        (shifted.fold(MAX_DISTANCE, f32::min) + scaled) / 2.0
    }

    /// Returns how much less likely a shape is the same character because of its size.
    fn size_cost(&self, other: &Form) -> f32 {
        let (Some(one), Some(two)) = (self.bounds, other.bounds) else {
            return 0.0;
        };
        let difference = |side: usize| (one[side + 2] - one[side]).abs_diff(two[side + 2] - two[side]);
        (0..2)
            .map(|side| SIZE_COST[side] * difference(side).saturating_sub(SAME_SIZE[side]) as f32)
            .sum()
    }

    /// Returns the distance of two shapes whose dots are the same in all fonts.
    fn plain_distance(&self, other: &Form) -> f32 {
        relative(self.soft.iter().zip(&other.soft))
    }
}

/// Returns the distance of two shapes whose ink is scaled to the same amount: thin strokes are faint.
fn relative<'a>(pairs: impl Iterator<Item = (&'a f32, &'a f32)>) -> f32 {
    let (mut both, mut squares) = (0.0, [0.0; 2]);
    for (one, other) in pairs {
        both += one * other;
        squares[0] += one * one;
        squares[1] += other * other;
    }
    // Rounding must not make it negative.
    (1.0 - both / (squares[0] * squares[1]).sqrt().max(f32::MIN_POSITIVE)).max(0.0)
}

/// Returns the bounds of a shape: left, top, right, bottom.
fn bounds(dots: &Rough) -> Option<[usize; 4]> {
    let most = dots.iter().copied().fold(0.0, f32::max);
    let inked = || (0..64).filter(|&at| dots[at] > MIN_INK * most);
    Some([
        inked().map(|at| at % 8).min()?,
        inked().map(|at| at / 8).min()?,
        inked().map(|at| at % 8).max()? + 1,
        inked().map(|at| at / 8).max()? + 1,
    ])
}

/// Returns a shape scaled to its bounding box, and blurred.
fn boxed(dots: &Rough, [left, top, right, bottom]: [usize; 4]) -> Vec<f32> {
    let (width, height) = (right - left, bottom - top);
    let is_less = |one: usize, other: usize| one as f32 * MAX_SIDE_RATIO < other as f32;
    let columns = if is_less(width, height) { NARROW_BOX } else { BOX };
    let rows = if is_less(height, width) { NARROW_BOX } else { BOX };
    let mut scaled = vec![0.0; BOX * BOX];
    for row in 0..rows {
        for column in 0..columns {
            let [x, y] = [
                left + (2 * column + 1) * width / (2 * columns),
                top + (2 * row + 1) * height / (2 * rows),
            ];
            scaled[row * BOX + column] = dots[y * 8 + x];
        }
    }
    blurred(&scaled, BOX, BOX_BLUR)
}

/// Blurs a square with `side` dots, in both directions.
fn blurred(dots: &[f32], side: usize, deviation: f32) -> Vec<f32> {
    const REACH: isize = 3;
    let kernel: Vec<f32> = (-REACH..=REACH)
        .map(|far| (-0.5 * (far as f32 / deviation).powi(2)).exp())
        .collect();
    let sum: f32 = kernel.iter().sum();
    let pass = |dots: &[f32], step: usize| -> Vec<f32> {
        let value = |at: usize| {
            let place = (at / step % side).cast_signed();
            let start = at - place.cast_unsigned() * step;
            (-REACH..=REACH)
                .zip(&kernel)
                .filter(|(far, _)| (0..side.cast_signed()).contains(&(place + far)))
                .map(|(far, weight)| weight / sum * dots[start + (place + far).cast_unsigned() * step])
                .sum()
        };
        (0..dots.len()).map(value).collect()
    };
    let across = pass(dots, 1);
    pass(&across, side)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faint_print_is_alike_and_another_size_is_not() {
        let colon = [0, 0, 0, 0x08, 0, 0, 0x08, 0];
        let form = Form::new(&dots(colon));
        let faint = Form::new(&dots(colon).map(|ink| 0.3 * ink));
        assert!((0.0..0.001).contains(&faint.distance(&form)));
        assert_eq!(faint.size_cost(&form), 0.0);
        let high = Form::new(&dots([0x08; 8]));
        assert_eq!(high.size_cost(&form), 6.0);
    }

    #[test]
    fn a_character_that_others_resemble_is_less_likely() {
        let font = Font::sinclair(girafa_rom::GIRAFA48[0x3D00..].try_into().unwrap());
        let known: Vec<(usize, Form)> = (font.glyphs.iter())
            .filter(|glyph| glyph.has_ink())
            .map(|glyph| (index(glyph), Form::new(&dots(glyph.dots))))
            .collect();
        let of_others = of_others(&known);
        let of = |character: u8| of_others[usize::from(character - b' ')];
        assert!(of(b'8') > of(b'K') && of(b'K') > of(b'='));
        assert_eq!([of(b'='), of_others[OTHER]], [0.0; 2]);
    }

    #[test]
    fn letters_that_are_a_dot_lower_are_alike() {
        let font = Font::sinclair(girafa_rom::GIRAFA48[0x3D00..].try_into().unwrap());
        let text = "AEGKMRSaekmrs235";
        let rows = |text: char| font.glyphs.iter().find(|glyph| glyph.text == text).unwrap().dots;
        for letter in text.chars() {
            let mut lower = rows(letter);
            lower.rotate_right(1);
            let lower = Form::new(&dots(lower));
            let distance = |other: char| lower.distance(&Form::new(&dots(rows(other))));
            let nearest = text
                .chars()
                .min_by(|&one, &other| distance(one).total_cmp(&distance(other)));
            assert_eq!(nearest, Some(letter));
        }
    }
}
