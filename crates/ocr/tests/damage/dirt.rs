//! Damage to the paper after printing: folds, coffee, pencil, specks.

use std::f32::consts::TAU;

use super::chance::{mix, rough, smooth, step, unit};
use super::lattice::Lattice;
use super::layout::Layout;
use super::warp::Warp;
use super::{Damage, Picture};

const FOLD: u64 = 40;
const WEAR: u64 = 44;
const CUP: u64 = 45;
const SPECK: u64 = 50;
const STROKE: u64 = 60;

/// Folds across the paper.
pub struct Folds {
    seed: u64,
    hard: f32,
    /// For each fold, a point on it and its normal.
    lines: Vec<([f32; 2], [f32; 2])>,
}

impl Folds {
    pub fn new(damage: &Damage, layout: &Layout) -> Folds {
        let line = |index: i32| {
            let draw = |kind| unit(damage.seed, FOLD + kind, [index, 0]);
            let place = [
                layout.width * mix(0.2, 0.8, draw(0)),
                layout.height * mix(0.2, 0.8, draw(1)),
            ];
            // Folds are nearly parallel to the paper's edges.
            let quarter = if index % 2 == 0 { TAU / 4.0 } else { 0.0 };
            let (sin, cos) = (quarter + 0.5 * (draw(2) - 0.5)).sin_cos();
            (place, [cos, sin])
        };
        let count = if damage.crease > 0.0 { 3 } else { 0 };
        Folds {
            seed: damage.seed,
            hard: damage.crease,
            lines: (0..count).map(line).collect(),
        }
    }

    /// The light where `light` would be without folds: a worn line without print, and a shadow on one side of
    /// it.
    pub fn over(&self, [x, y]: [f32; 2], light: f32) -> f32 {
        self.lines.iter().fold(light, |light, (place, normal)| {
            let wave = 2.0 * (smooth(self.seed, WEAR, [(x + y) / 12.0, 0.5]) - 0.5);
            let from = (x - place[0]) * normal[0] + (y - place[1]) * normal[1] + wave;
            if from.abs() > 24.0 {
                return light;
            }
            let shadow = if from > 0.0 { (-from / 5.0).exp() } else { 0.0 };
            let worn = (1.0 - step(0.1, 0.7, from.abs())) * rough(self.seed, WEAR + 1, [x, y]);
            let shaded = light * (1.0 - 0.3 * self.hard * shadow);
            mix(shaded, 0.93, (1.6 * self.hard * worn).min(1.0))
        })
    }
}

/// Draws coffee, pencil marks and specks onto the picture.
pub fn stain(damage: &Damage, layout: &Layout, warp: &Warp, lattice: &Lattice, picture: &mut Picture) {
    let size = [layout.width, layout.height];
    let mut page = Page {
        warp,
        lattice,
        picture,
    };
    if damage.coffee > 0.0 {
        coffee(damage, size, &mut page);
    }
    if damage.pencil > 0.0 {
        pencil(damage, size, &mut page);
    }
    if damage.speckle > 0.0 {
        specks(damage, size, &mut page);
    }
}

/// The ring of a cup of 8 cm, darker where it was wet, and spilt coffee inside it.
fn coffee(damage: &Damage, size: [f32; 2], page: &mut Page<'_>) {
    let seed = damage.seed;
    let draw = |kind| unit(seed, CUP, [kind, 0]);
    let centre = [
        size[0] * mix(0.15, 0.85, draw(0)),
        size[1] * mix(0.15, 0.85, draw(1)),
    ];
    let radius = mix(85.0, 112.0, draw(2));
    page.on_paper(centre, radius + 20.0, |[x, y], light| {
        let (aside, below) = (x - centre[0], y - centre[1]);
        let angle = below.atan2(aside);
        let waves = 3.0 * rough(seed, CUP + 1, [x / 14.0, y / 14.0]);
        let from = aside.hypot(below) - radius + waves;
        let (sin, cos) = angle.sin_cos();
        let wet = step(
            0.25,
            0.6,
            smooth(seed, CUP + 2, [2.0 * cos + 9.0, 2.0 * sin + 9.0]),
        );
        // Coffee dries darkest at the outer edge of a stain.
        let ring = wet
            * if from > 0.0 {
                1.0 - step(0.0, 1.2, from)
            } else {
                (from / 3.0).exp()
            };
        let spilt = if from < 0.0 {
            0.25 * step(0.35, 0.6, rough(seed, CUP + 3, [x / 50.0, y / 50.0]))
        } else {
            0.0
        };
        light * (1.0 - damage.coffee * (0.65 * ring + spilt).min(1.0))
    });
}

/// Pencil marks: underlined words, a circled word, a tick in the margin.
fn pencil(damage: &Damage, size: [f32; 2], page: &mut Page<'_>) {
    for mark in 0..7 {
        let draw = |kind| unit(damage.seed, STROKE, [mark, kind]);
        let from = [
            size[0] * mix(0.05, 0.8, draw(0)),
            size[1] * mix(0.05, 0.95, draw(1)),
        ];
        let long = mix(20.0, 80.0, draw(2));
        let slope = 0.12 * (draw(3) - 0.5);
        let path = |part: f32| match mark % 3 {
            0 => [from[0] + part * long, from[1] + part * long * slope],
            1 => {
                let (sin, cos) = (1.0 + 1.08 * part * TAU).sin_cos();
                [
                    from[0] + (0.5 + 0.03 * part) * long * cos,
                    from[1] + (8.0 + 2.0 * part) * sin,
                ]
            }
            _ if part < 0.3 => [from[0] + 12.0 * part, from[1] + 20.0 * part],
            _ => [
                from[0] + 3.6 + 18.0 * (part - 0.3),
                from[1] + 6.0 - 22.0 * (part - 0.3),
            ],
        };
        let wide = mix(0.5, 0.9, draw(4));
        let length = if mark % 3 == 1 { 2.2 * long } else { long };
        let steps = (length * 4.0) as usize;
        // Each pixel takes the darkest value of the stroke there, however many steps touch it.
        let mut drawn = Touched::default();
        for at in 0..=steps {
            let [x, y] = path(at as f32 / steps as f32);
            let shaken = |kind, along: f32| 1.5 * (smooth(damage.seed, STROKE + kind, [along, 0.5]) - 0.5);
            let place = [
                x + shaken(1, y / 9.0 + mark as f32),
                y + shaken(2, x / 9.0 + mark as f32),
            ];
            let pressed = mix(
                0.5,
                1.0,
                smooth(damage.seed, STROKE + 3, [at as f32 / 30.0, draw(5)]),
            );
            page.on_paper(place, 2.0 * wide, |[x, y], light| {
                let from = (x - place[0]).hypot(y - place[1]);
                let lead = 1.0 - step(0.4 * wide, wide, from);
                let grain = step(0.1, 0.7, rough(damage.seed, STROKE + 4, [x * 2.0, y * 2.0]));
                let dark = damage.pencil * pressed * lead * grain;
                drawn.darken([x, y], light, 1.0 - dark)
            });
        }
    }
}

/// The original light of pixels under a stroke, so that the stroke darkens each only once.
#[derive(Default)]
struct Touched(std::collections::HashMap<[u32; 2], (f32, f32)>);

impl Touched {
    fn darken(&mut self, place: [f32; 2], light: f32, left: f32) -> f32 {
        let (before, least) = self.0.entry(place.map(f32::to_bits)).or_insert((light, 1.0));
        *least = least.min(left);
        *before * *least
    }
}

/// Toner, dust, holes in the ink: many small specks and few large ones.
fn specks(damage: &Damage, size: [f32; 2], page: &mut Page<'_>) {
    let cell = 8.0;
    let [across, down] = size.map(|size| (size / cell).ceil() as i32);
    for at in (0..down).flat_map(|y| (0..across).map(move |x| [x, y])) {
        let draw = |kind| unit(damage.seed, SPECK + kind, at);
        if draw(0) >= damage.speckle {
            continue;
        }
        let place = [cell * (at[0] as f32 + draw(1)), cell * (at[1] as f32 + draw(2))];
        let radius = 0.12 + 0.75 * draw(3).powi(5);
        let (colour, strength) = if draw(4) < 0.75 { (0.1, 0.9) } else { (0.95, 0.8) };
        page.on_paper(place, 2.0 * radius + 1.0, |[x, y], light| {
            let from = (x - place[0]).hypot(y - place[1]);
            let edge = radius * mix(0.6, 1.2, smooth(damage.seed, SPECK + 5, [x * 3.0, y * 3.0]));
            // A speck smaller than a pixel darkens it in proportion to its area.
            let pixel = 1.0 / damage.dot();
            let over = 1.0 - step(edge - pixel / 2.0, edge + pixel / 2.0, from);
            mix(light, colour, strength * over)
        });
    }
}

/// A picture, and the mapping of its pixels to the paper.
struct Page<'a> {
    warp: &'a Warp,
    lattice: &'a Lattice,
    picture: &'a mut Picture,
}

impl Page<'_> {
    /// Changes the pixels within `around` dots of a position on the paper. `change` gets each pixel's
    /// position on the paper and its light.
    fn on_paper(&mut self, place: [f32; 2], around: f32, mut change: impl FnMut([f32; 2], f32) -> f32) {
        let ends = [[-1.0, -1.0], [1.0, -1.0], [-1.0, 1.0], [1.0, 1.0], [0.0, 0.0]].map(|[x, y]| {
            self.warp
                .to_picture([place[0] + x * around, place[1] + y * around])
        });
        let Picture { width, height, .. } = *self.picture;
        let [(left, right), (top, bottom)] = [(0, width), (1, height)].map(|(axis, size)| {
            let low = ends.iter().map(|end| end[axis]).fold(f32::MAX, f32::min);
            let high = ends.iter().map(|end| end[axis]).fold(f32::MIN, f32::max);
            let pixel = |at: f32| at.clamp(0.0, size as f32) as usize;
            (pixel(low.floor()), pixel(high.ceil()))
        });
        for (x, y) in (top..bottom).flat_map(|y| (left..right).map(move |x| (x, y))) {
            let middle = [x, y].map(|at| at as f32 + 0.5);
            let paper = self.lattice.tile([x, y]).to_paper(middle);
            let light = &mut self.picture.light[y * width + x];
            *light = change(paper, *light);
        }
    }
}
