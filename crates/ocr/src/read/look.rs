//! The look of dots from a printer and a scanner, and templates of the font's characters.

use std::ops::Range;

use super::strip::{AREA, LANES, PER_DOT, Patch, SIDE, product};
use crate::{Font, Glyph};

/// Margin of paper around a character on the canvas, in dots.
const MARGIN: usize = 2;
/// Parts of a dot on the canvas, in each direction.
const PARTS: usize = 4;
const CANVAS: usize = (8 + 2 * MARGIN) * PARTS;
/// Minimum weight of a part of the canvas in a sample.
const MIN_WEIGHT: f32 = 1e-5;

/// The shape of a printed dot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Look {
    /// The standard deviation of the blur across and down, in dots.
    pub(super) blur: [f32; 2],
    /// How far ink extends beyond the edge of a dot, in parts of the canvas; negative if the print is worn.
    pub(super) gain: f32,
}

impl Look {
    pub(super) const DEFAULT: Look = Look {
        blur: [0.35, 0.35],
        gain: 0.0,
    };
    const BLUR: [f32; 2] = [0.12, 1.3];
    const GAIN: [f32; 2] = [-1.0, 2.0];

    /// Returns the looks that differ by one step.
    pub(super) fn steps(self, step: f32) -> [Look; 8] {
        let blur = |across: f32, down: f32| Look {
            blur: [self.blur[0] * across, self.blur[1] * down]
                .map(|blur| blur.clamp(Look::BLUR[0], Look::BLUR[1])),
            ..self
        };
        let gain = |by: f32| Look {
            gain: (self.gain + by).clamp(Look::GAIN[0], Look::GAIN[1]),
            ..self
        };
        let by = 1.0 + step;
        [
            blur(by, by),
            blur(1.0 / by, 1.0 / by),
            blur(by, 1.0),
            blur(1.0, by),
            blur(1.0 / by, 1.0),
            blur(1.0, 1.0 / by),
            gain(2.0 * step),
            gain(-2.0 * step),
        ]
    }

    /// Renders characters with these dots, shifted by `shift` dots to the right and down.
    pub(super) fn print(self, dots: &[[u8; 8]], shift: [f32; 2]) -> Vec<Patch> {
        let prints = self.print_at(dots, &[shift]);
        prints.into_iter().flatten().collect()
    }

    /// Renders characters with these dots at each of the shifts.
    pub(super) fn print_at(self, dots: &[[u8; 8]], shifts: &[[f32; 2]]) -> Vec<Vec<Patch>> {
        let weights: Vec<[[Weights; SIDE]; 2]> = (shifts.iter())
            .map(|shift| [0, 1].map(|axis| weights(self.blur[axis], shift[axis])))
            .collect();
        let at_all = |dots: &[u8; 8]| {
            let canvas = self.canvas(dots);
            let spread = |[across, down]: &[[Weights; SIDE]; 2]| spread(&canvas, across, down);
            weights.iter().map(spread).collect()
        };
        dots.iter().map(at_all).collect()
    }

    /// Returns the ink before blurring.
    fn canvas(self, dots: &[u8; 8]) -> Vec<f32> {
        let mut ink = vec![0.0_f32; CANVAS * CANVAS];
        for (y, line) in ink.chunks_exact_mut(CANVAS).enumerate() {
            for (x, value) in line.iter_mut().enumerate() {
                let [x, y] = [x, y].map(|at| (at / PARTS).wrapping_sub(MARGIN));
                let is_ink = x < 8 && y < 8 && dots[y] << x & 0x80 != 0;
                *value = f32::from(u8::from(is_ink));
            }
        }
        let mut left = self.gain.abs();
        while left > 0.0 {
            let wider = if self.gain > 0.0 {
                filtered(&ink, f32::max)
            } else {
                filtered(&ink, f32::min)
            };
            let part = left.min(1.0);
            ink.iter_mut()
                .zip(wider)
                .for_each(|(ink, wider)| *ink += (wider - *ink) * part);
            left -= 1.0;
        }
        ink
    }
}

/// Combines each part with its four neighbours.
fn filtered(ink: &[f32], of: impl Fn(f32, f32) -> f32) -> Vec<f32> {
    let mut wider = ink.to_vec();
    for y in 1..CANVAS - 1 {
        for x in 1..CANVAS - 1 {
            let at = y * CANVAS + x;
            wider[at] = [at - 1, at + 1, at - CANVAS, at + CANVAS]
                .into_iter()
                .fold(ink[at], |value, at| of(value, ink[at]));
        }
    }
    wider
}

/// The weight of each part of the canvas in a sample, along one axis.
struct Weights {
    all: [f32; CANVAS],
    /// The parts that have weight; a multiple of the lanes of [`product`].
    used: Range<usize>,
}

/// Returns the weights for each sample.
fn weights(blur: f32, shift: f32) -> [Weights; SIDE] {
    /// Number of points in a sample at which the blur is evaluated.
    const POINTS: usize = 4;
    let place = |part: isize| (part as f32 + 0.5) / PARTS as f32 - MARGIN as f32;
    std::array::from_fn(|sample| {
        let seen = |part: isize| -> f32 {
            (0..POINTS)
                .map(|point| {
                    let at = (sample as f32 + (point as f32 + 0.5) / POINTS as f32) / PER_DOT as f32;
                    let far = (at - shift - place(part)) / blur;
                    (-0.5 * far * far).exp()
                })
                .sum()
        };
        let sum: f32 = (-(CANVAS as isize)..2 * CANVAS as isize).map(seen).sum();
        let all: [f32; CANVAS] = std::array::from_fn(|part| seen(part as isize) / sum);
        let has_weight = |weight: &f32| *weight > MIN_WEIGHT;
        let start = all.iter().position(has_weight).unwrap_or(0);
        let end = all.iter().rposition(has_weight).map_or(0, |last| last + 1);
        Weights {
            all,
            used: start / LANES * LANES..end.next_multiple_of(LANES),
        }
    })
}

fn spread(ink: &[f32], across: &[Weights; SIDE], down: &[Weights; SIDE]) -> Patch {
    let mut patch = [0.0; AREA];
    for (samples, down) in patch.chunks_exact_mut(SIDE).zip(down) {
        let mut line = [0.0_f32; CANVAS];
        let inks = ink.chunks_exact(CANVAS).zip(&down.all);
        for (ink, weight) in inks.take(down.used.end).skip(down.used.start) {
            line.iter_mut()
                .zip(ink)
                .for_each(|(sum, ink)| *sum += weight * ink);
        }
        for (sample, across) in samples.iter_mut().zip(across) {
            let used = across.used.clone();
            *sample = product(&line[used.clone()], &across.all[used]);
        }
    }
    patch
}

/// A class of characters that look alike.
pub(super) struct Class {
    pub(super) dots: [u8; 8],
    /// Indices of the characters in the font.
    pub(super) glyphs: Vec<usize>,
    /// The prior log probability of such a cell, up to a constant.
    pub(super) prior: f32,
}

impl Class {
    /// Whether the character is common in listings.
    pub(super) fn is_usual(&self) -> bool {
        self.prior >= 0.0
    }
}

/// The log ratio of the priors of characters used in BASIC and of others.
const RARITY_LOG_RATIO: f32 = 5.0;
/// The additional prior of a space: the ends of rows are empty.
const SPACE_LOG_PRIOR: f32 = 2.0;

/// Returns the prior of a glyph. Strings and remarks may contain any character but rarely do: faults in the
/// paper resemble graphics, brackets and the like.
fn prior(glyph: &Glyph) -> f32 {
    let is_usual = |text: char| text.is_ascii_alphanumeric() || " \"$'()*+,-./:;<=>?".contains(text);
    // Characters that a font adds to the machine's character set are in it because the listing uses them.
    let is_foreign = |text: char| !text.is_ascii() && !"↑£©".contains(text) && !glyph.is_block();
    if !glyph.has_ink() {
        SPACE_LOG_PRIOR
    } else if !glyph.inverse && (is_usual(glyph.text) || is_foreign(glyph.text)) {
        0.0
    } else {
        -RARITY_LOG_RATIO
    }
}

/// Groups the font's characters into classes by their dots, in the order of their first occurrence.
pub(super) fn classes(font: &Font) -> Vec<Class> {
    let mut classes: Vec<Class> = Vec::new();
    for (place, glyph) in font.glyphs.iter().enumerate() {
        match classes.iter_mut().find(|class| class.dots == glyph.dots) {
            Some(class) => {
                class.glyphs.push(place);
                class.prior = class.prior.max(prior(glyph));
            }
            None => classes.push(Class {
                dots: glyph.dots,
                glyphs: vec![place],
                prior: prior(glyph),
            }),
        }
    }
    classes
}
