//! How a printer and a scanner make dots look: templates of the font's characters.

use super::strip::{AREA, PER_DOT, Patch, SIDE, product};
use crate::{Font, Glyph};

/// Dots of paper around a character on its canvas.
const AROUND: usize = 2;
/// Parts of a dot on the canvas, each way.
const PARTS: usize = 4;
const CANVAS: usize = (8 + 2 * AROUND) * PARTS;

/// A dot's shape on the paper.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Look {
    /// The standard deviation of the blur across and down, in dots.
    pub(super) blur: [f32; 2],
    /// How far ink runs beyond the edge of a dot, in parts of the canvas; less than 0 where it is worn.
    pub(super) gain: f32,
}

impl Look {
    pub(super) const USUAL: Look = Look {
        blur: [0.35, 0.35],
        gain: 0.0,
    };
    const BLUR: [f32; 2] = [0.12, 1.3];
    const GAIN: [f32; 2] = [-1.0, 2.0];

    /// The looks that differ by one step.
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

    /// Characters with these dots, printed `shift` dots to the right and down.
    pub(super) fn print(self, dots: &[[u8; 8]], shift: [f32; 2]) -> Vec<Patch> {
        let prints = self.print_at(dots, &[shift]);
        prints.into_iter().flatten().collect()
    }

    /// Characters with these dots, each printed at each of the shifts.
    pub(super) fn print_at(self, dots: &[[u8; 8]], shifts: &[[f32; 2]]) -> Vec<Vec<Patch>> {
        let weights: Vec<[Weights; 2]> = (shifts.iter())
            .map(|shift| [0, 1].map(|axis| weights(self.blur[axis], shift[axis])))
            .collect();
        let at_all = |dots: &[u8; 8]| {
            let canvas = self.canvas(dots);
            let spread = |[across, down]: &[Weights; 2]| spread(&canvas, across, down);
            weights.iter().map(spread).collect()
        };
        dots.iter().map(at_all).collect()
    }

    /// The ink before it is blurred.
    fn canvas(self, dots: &[u8; 8]) -> Vec<f32> {
        let mut ink = vec![0.0_f32; CANVAS * CANVAS];
        for (y, line) in ink.chunks_exact_mut(CANVAS).enumerate() {
            for (x, value) in line.iter_mut().enumerate() {
                let [x, y] = [x, y].map(|at| (at / PARTS).wrapping_sub(AROUND));
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

/// Each part and the four beside it made one.
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

type Weights = [[f32; CANVAS]; SIDE];

/// How much of each part of the canvas a sample sees, along one axis.
fn weights(blur: f32, shift: f32) -> Weights {
    /// Points of a sample at which the blur is taken.
    const POINTS: usize = 4;
    let place = |part: isize| (part as f32 + 0.5) / PARTS as f32 - AROUND as f32;
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
        let all: f32 = (-(CANVAS as isize)..2 * CANVAS as isize).map(seen).sum();
        std::array::from_fn(|part| seen(part as isize) / all)
    })
}

fn spread(ink: &[f32], across: &Weights, down: &Weights) -> Patch {
    let mut patch = [0.0; AREA];
    let mut lines = [[0.0_f32; CANVAS]; SIDE];
    for (line, weights) in lines.iter_mut().zip(down) {
        for (ink, &weight) in ink.chunks_exact(CANVAS).zip(weights) {
            if weight > 1e-5 {
                line.iter_mut()
                    .zip(ink)
                    .for_each(|(sum, ink)| *sum += weight * ink);
            }
        }
    }
    for (y, line) in lines.iter().enumerate() {
        for (x, weights) in across.iter().enumerate() {
            patch[y * SIDE + x] = product(line, weights);
        }
    }
    patch
}

/// Characters that look alike.
pub(super) struct Class {
    pub(super) dots: [u8; 8],
    /// Their places in the font.
    pub(super) glyphs: Vec<usize>,
    /// The logarithm of how likely such a cell is before it is seen, but for what all have in common.
    pub(super) prior: f32,
}

impl Class {
    /// Whether listings are written with it.
    pub(super) fn is_usual(&self) -> bool {
        self.prior >= 0.0
    }
}

/// How much likelier a character is that BASIC is written with than another one: the logarithm.
const RARE: f32 = 5.0;
/// And how much likelier a space: the ends of rows are empty.
const SPACE: f32 = 2.0;

/// The prior of a glyph. Strings and remarks may have any character, and few have: graphics, brackets and the
/// like are what faults in the paper are taken for.
fn prior(glyph: &Glyph) -> f32 {
    let is_usual = |text: char| text.is_ascii_alphanumeric() || " \"$'()*+,-./:;<=>?".contains(text);
    // What a font has next to the machine's characters is there because the listing has it.
    let is_foreign = |text: char| !text.is_ascii() && !"↑£©".contains(text) && !glyph.is_block();
    if !glyph.has_ink() {
        SPACE
    } else if !glyph.inverse && (is_usual(glyph.text) || is_foreign(glyph.text)) {
        0.0
    } else {
        -RARE
    }
}

/// The font's characters by their looks, in the order in which it has them first.
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
