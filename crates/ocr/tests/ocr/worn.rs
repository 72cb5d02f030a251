//! Simple wear of printed pages for tests of reading: each type of damage has a given strength.

use std::ops::Range;

use girafa_ocr::{Grey, RowGrid};
use girafa_test_support::Random;

use crate::printed::{CELL, Printed};

/// The wear of a page.
#[derive(Clone, Copy, Debug)]
pub struct Wear {
    /// Spread of the ink, in pixels.
    pub gain: usize,
    /// Standard deviation of the blur, in pixels.
    pub blur: f32,
    /// Whether every grey becomes black or white.
    pub threshold: bool,
    /// Darkness of the ink, relative to black.
    pub contrast: f32,
    /// How much darker the paper is at the lower right corner, relative to white.
    pub gradient: f32,
    /// Standard deviation of the noise, of 255.
    pub noise: f32,
    /// Displacement of the grids from the print, in dots.
    pub displaced: f32,
    /// Whether the print is light on dark.
    pub light_on_dark: bool,
    /// Diameter of a dark stain in the middle, in cells.
    pub stain: f32,
}

impl Wear {
    pub const NONE: Wear = Wear {
        gain: 0,
        blur: 0.0,
        threshold: false,
        contrast: 1.0,
        gradient: 0.0,
        noise: 0.0,
        displaced: 0.0,
        light_on_dark: false,
        stain: 0.0,
    };
}

/// Wears a page that was printed with dots of `dot` pixels.
pub fn wear(printed: &mut Printed, dot: f32, wear: Wear) {
    let mut random = Random(1987);
    let (width, height) = (printed.page.width(), printed.page.height());
    let mut values: Vec<f32> = printed
        .page
        .pixels()
        .iter()
        .map(|&grey| f32::from(grey) / 255.0)
        .collect();
    for _ in 0..wear.gain {
        let before = values.clone();
        for y in 1..height - 1 {
            for x in 1..width - 1 {
                let at = y * width + x;
                values[at] = [at - 1, at + 1, at - width, at + width]
                    .into_iter()
                    .fold(before[at], |least, at| least.min(before[at]));
            }
        }
    }
    blur(&mut values, [width, height], wear.blur);
    let radius = wear.stain * CELL as f32 * dot / 2.0;
    for (place, value) in values.iter_mut().enumerate() {
        let (x, y) = ((place % width) as f32, (place / width) as f32);
        let slope = (x / width as f32 + y / height as f32) / 2.0;
        *value = (1.0 - wear.contrast * (1.0 - *value)) * (1.0 - wear.gradient * slope);
        let far = (x - width as f32 / 2.0).hypot(y - height as f32 / 2.0);
        if far < radius {
            // Coffee dries darker at the edge.
            *value *= if far > 0.9 * radius { 0.4 } else { 0.75 };
        }
        if wear.noise > 0.0 {
            *value += wear.noise * normal(&mut random);
        }
        if wear.threshold {
            *value = if *value > 0.5 { 1.0 } else { 0.0 };
        }
        if wear.light_on_dark {
            *value = 1.0 - *value;
        }
    }
    let pixels = values
        .iter()
        .map(|value| (value * 255.0).round().clamp(0.0, 255.0) as u8)
        .collect();
    printed.page = Grey::new(width, height, pixels).unwrap();
    for (row, grid) in printed.grids.iter_mut().enumerate() {
        displace(grid, wear.displaced * dot, row as f32);
    }
}

/// Displaces a grid along its row in waves, differently for each row.
fn displace(grid: &mut RowGrid, most: f32, row: f32) {
    for points in [&mut grid.top, &mut grid.bottom] {
        for (column, [x, y]) in points.iter_mut().enumerate() {
            let turn = column as f32 / 12.0 + row * 1.3;
            *x += most * turn.sin();
            *y += most * (turn * 0.7 + 2.0).cos();
        }
    }
}

fn blur(values: &mut [f32], [width, height]: [usize; 2], deviation: f32) {
    if deviation == 0.0 {
        return;
    }
    let reach = (3.0 * deviation).ceil() as isize;
    let weights: Vec<f32> = (-reach..=reach)
        .map(|far| (-0.5 * (far as f32 / deviation).powi(2)).exp())
        .collect();
    let all: f32 = weights.iter().sum();
    // Sums the values that are `step` apart, of `size` in a line, with those before and after them; all
    // values that are side by side are processed at once.
    for (step, size) in [(1, width), (width, height)] {
        let before = values.to_owned();
        let lines = before.chunks_exact(step * size);
        for (line, values) in lines.zip(values.chunks_exact_mut(step * size)) {
            values.fill(0.0);
            for (far, weight) in (-reach..=reach).zip(&weights) {
                // Outside the picture the value of its edge is used.
                let whole = size - far.unsigned_abs().min(size);
                let [inside, edge] = if far < 0 {
                    [(size - whole..size, 0..whole), (0..size - whole, 0..1)]
                } else {
                    [(0..whole, size - whole..size), (whole..size, size - 1..size)]
                };
                let parts = |range: &Range<usize>| range.start * step..range.end * step;
                let add = |values: &mut [f32], before: &[f32]| {
                    (values.iter_mut().zip(before)).for_each(|(value, before)| *value += weight * before);
                };
                add(&mut values[parts(&inside.0)], &line[parts(&inside.1)]);
                for values in values[parts(&edge.0)].chunks_exact_mut(step) {
                    add(values, &line[parts(&edge.1)]);
                }
            }
        }
        values.iter_mut().for_each(|value| *value /= all);
    }
}

/// An approximately normal value: the sum of twelve uniform ones.
fn normal(random: &mut Random) -> f32 {
    (0..12)
        .map(|_| random.below(1 << 16) as f32 / 65536.0)
        .sum::<f32>()
        - 6.0
}
