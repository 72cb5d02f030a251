//! Draws the ZX Printer's paper: silver, with dots burnt into it, torn off above and below.
//!
//! The printer burns the metal off black paper of 100 mm with two styli. So a dot is a dark spot with soft
//! edges, a little larger than its cell, no two quite alike; the silver shimmers in fine lines along the
//! paper; the tear follows the printer's toothed edge. All variation depends only on the position, so that
//! the same paper gives the same picture.

use std::io::{self, Write};

use girafa_spectrum::DotRow;
use png::{BitDepth, ColorType};

use crate::picture::write_rows;

/// Default width and height of a dot, in pixels.
pub const SCALE: u32 = 4;
/// Maximum scale: a roll of 2,000 rows then has 50 million pixels.
pub const MAX_SCALE: u32 = 12;

/// Margin around the 256 dots of a row, and above and below the paper's rows, in dots.
const MARGIN: i32 = 12;
/// Width of a tooth of the tearing edge, and how deep it goes, in dots.
const TOOTH: f32 = 6.0;
const TOOTH_DEPTH: f32 = 2.5;
/// Maximum depth of the tear, in dots.
const MAX_TEAR_DEPTH: f32 = 1.0 + TOOTH_DEPTH * 1.2 + 0.5;

const PAPER_COLOUR: [f32; 3] = [203.0, 204.0, 207.0];
const DOT_COLOUR: [f32; 3] = [46.0, 45.0, 52.0];

/// Draws the paper as a PNG with transparency, `scale` pixels per dot: (256 + 2 * 12) * `scale` wide.
pub fn silver_png(rows: &[DotRow], scale: u32) -> Vec<u8> {
    let mut file = Vec::new();
    write_silver(&mut file, rows, scale, |_| {}).expect("writing to memory cannot fail");
    file
}

/// As [`silver_png`], written one row of pixels at a time; `progress` gets the number of each row before it.
///
/// # Errors
/// The file cannot be written.
pub fn write_silver(
    file: &mut impl Write,
    rows: &[DotRow],
    scale: u32,
    progress: impl Fn(u32),
) -> io::Result<()> {
    let paper = Paper { rows, scale };
    let (width, height) = (paper.width() as u32 * scale, paper.height() as u32 * scale);
    let row = |y: u32| {
        progress(y);
        (0..width).flat_map(|x| paper.pixel(x, y)).collect::<Vec<u8>>()
    };
    let rows = (0..height).map(row);
    write_rows(file, (width, height), ColorType::Rgba, BitDepth::Eight, rows)
}

/// Number of pixel rows of a picture by [`silver_png`].
pub fn silver_height(rows: &[DotRow], scale: u32) -> u32 {
    Paper { rows, scale }.height() as u32 * scale
}

#[derive(Clone, Copy)]
struct Paper<'a> {
    rows: &'a [DotRow],
    scale: u32,
}

impl Paper<'_> {
    /// In dots.
    fn width(self) -> i32 {
        256 + 2 * MARGIN
    }

    /// In dots.
    fn height(self) -> i32 {
        self.rows.len() as i32 + 2 * MARGIN
    }

    /// Red, green, blue, opacity.
    fn pixel(self, x: u32, y: u32) -> [u8; 4] {
        let in_dots = |pixel: u32| (pixel as f32 + 0.5) / self.scale as f32;
        let (dot_x, dot_y) = (in_dots(x), in_dots(y));
        let from_end = self.height() as f32 - dot_y;
        if dot_y < MAX_TEAR_DEPTH && dot_y < tear(dot_x, 0)
            || from_end < MAX_TEAR_DEPTH && from_end < tear(dot_x, 1)
        {
            return [0; 4];
        }
        let burnt = self.burnt(dot_x - MARGIN as f32, dot_y - MARGIN as f32);
        // Fine lines along the paper, fainter grain, and a roll that is a little darker towards its sides.
        let side = dot_x / self.width() as f32 - 0.5;
        let light =
            7.0 * (noise(x as i32, -1) - 0.5) + 5.0 * (noise(x as i32, y as i32) - 0.5) - 36.0 * side * side;
        let mut pixel = [255; 4];
        for (channel, (silver, black)) in pixel.iter_mut().zip(PAPER_COLOUR.into_iter().zip(DOT_COLOUR)) {
            *channel = (silver + (black - silver) * burnt + light * (1.0 - 0.7 * burnt)).round() as u8;
        }
        pixel
    }

    /// How much of the metal is burnt off at a position, 0 to 1; the position is in dots from the first dot's
    /// upper left corner.
    fn burnt(self, x: f32, y: f32) -> f32 {
        let (column, row) = (x.floor() as i32, y.floor() as i32);
        let mut most: f32 = 0.0;
        for row in row - 1..=row + 1 {
            for column in column - 1..=column + 1 {
                if self.dot(column, row) {
                    let (dx, dy) = (x - column as f32 - 0.5, y - row as f32 - 0.5);
                    let radius = 0.66 + 0.12 * (noise(column, row) - 0.5);
                    let distance = (dx * dx + dy * dy).sqrt();
                    most = most.max(((radius - distance) / 0.3 + 0.5).clamp(0.0, 1.0));
                }
            }
        }
        most
    }

    fn dot(self, column: i32, row: i32) -> bool {
        let byte = usize::try_from(row)
            .ok()
            .zip(usize::try_from(column).ok())
            .and_then(|(row, column)| self.rows.get(row)?.get(column / 8));
        byte.is_some_and(|byte| byte >> (7 - column % 8) & 1 != 0)
    }
}

/// Depth of the tear in dots, at a distance from the paper's left edge.
fn tear(x: f32, end: i32) -> f32 {
    let tooth = (x / TOOTH).floor();
    let along = x / TOOTH - tooth;
    let depth = TOOTH_DEPTH * (0.8 + 0.4 * noise(tooth as i32, 1000 + end));
    let ragged = 0.5 * noise((x * 2.0) as i32, 2000 + end);
    1.0 + depth * (1.0 - 2.0 * (along - 0.5).abs()) + ragged
}

/// Pseudo-random number from 0 to 1 that depends only on the position.
fn noise(x: i32, y: i32) -> f32 {
    let mut bits = (x as u32).wrapping_mul(0x9E37_79B1) ^ (y as u32).wrapping_mul(0x85EB_CA77);
    bits = (bits ^ bits >> 15).wrapping_mul(0x2C1B_3C6D);
    bits = (bits ^ bits >> 12).wrapping_mul(0x297A_2D39);
    ((bits ^ bits >> 15) >> 8) as f32 / (1 << 24) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Dots are dark in their middle, silver is light between them, and the picture is transparent beyond the
    /// tear.
    #[test]
    fn dots_silver_and_tear() {
        let mut rows = vec![[0; 32]; 20];
        rows[10][0] = 0x80;
        rows[10][31] = 0x01;
        let paper = Paper {
            rows: &rows,
            scale: 4,
        };
        let at = |column: i32, row: i32| {
            let middle = |dot: i32| ((dot + MARGIN) * 4 + 2) as u32;
            paper.pixel(middle(column), middle(row))
        };
        for (column, row, dark) in [(0, 10, true), (255, 10, true), (1, 12, false), (128, 10, false)] {
            let [red, _, _, opacity] = at(column, row);
            assert_eq!(
                (red < 80, red > 170, opacity),
                (dark, !dark, 255),
                "{column} {row}: {red}"
            );
        }
        assert_eq!(at(100, -MARGIN)[3], 0);
        assert_eq!(at(100, 19 + MARGIN)[3], 0);
    }
}
