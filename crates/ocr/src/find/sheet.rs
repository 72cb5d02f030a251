//! The ink of a page with its rows laid level.

use super::ink::{Ink, Plane};

/// Degrees to each side by which a page may lie askew.
const SKEW: f32 = 6.5;

/// Ink turned so that rows are nearly level, and the way back to the page.
pub(super) struct Sheet {
    pub plane: Plane,
    origin: [f32; 2],
    across: [f32; 2],
    factor: f32,
}

impl Sheet {
    /// The ink with what lies at this angle, in radians, made level.
    pub fn turned(ink: &Ink, angle: f32) -> Sheet {
        let across = [angle.cos(), angle.sin()];
        let down = [-across[1], across[0]];
        let size = [ink.plane.width as f32, ink.plane.height as f32];
        let corners = [[0.0, 0.0], [size[0], 0.0], [0.0, size[1]], size];
        let extent = |axis: [f32; 2]| {
            let places = corners.map(|[x, y]| x * axis[0] + y * axis[1]);
            let low = places.iter().copied().fold(f32::MAX, f32::min);
            (low, places.iter().copied().fold(f32::MIN, f32::max) - low)
        };
        let ((left, width), (top, height)) = (extent(across), extent(down));
        let origin = [0, 1].map(|axis| left * across[axis] + top * down[axis]);
        let (width, height) = (width.ceil() as usize, height.ceil() as usize);
        let mut data = Vec::with_capacity(width * height);
        for y in 0..height {
            let y = y as f32 + 0.5;
            let start = [0, 1].map(|axis| origin[axis] + y * down[axis]);
            data.extend((0..width).map(|x| {
                let x = x as f32 + 0.5;
                ink.plane
                    .sample(start[0] + x * across[0], start[1] + x * across[1])
            }));
        }
        Sheet {
            plane: Plane { width, height, data },
            origin,
            across,
            factor: ink.factor as f32,
        }
    }

    /// The point of the page that a point of the sheet is.
    pub fn on_page(&self, [x, y]: [f64; 2]) -> [f32; 2] {
        let (x, y, [cosine, sine]) = (x as f32, y as f32, self.across);
        [
            (self.origin[0] + x * cosine - y * sine) * self.factor,
            (self.origin[1] + x * sine + y * cosine) * self.factor,
        ]
    }
}

/// The angle, in radians, near `quarter` quarter turns, along which rows are sharpest.
pub(super) fn angle(ink: &Ink, quarter: usize) -> f32 {
    let plane = &ink.plane;
    // Enough points in a regular choice.
    let inked = plane.data.iter().filter(|&&ink| ink > 128).count();
    let step = (inked / 250_000).max(1);
    let points: Vec<(f32, f32)> = (0..plane.data.len())
        .filter(|&at| plane.data[at] > 128)
        .step_by(step)
        .map(|at| ((at % plane.width) as f32, (at / plane.width) as f32))
        .collect();
    let middle = quarter as f32 * std::f32::consts::FRAC_PI_2;
    let best = |from: f32, to: f32, step: f32| {
        let count = ((to - from) / step).round() as usize;
        (0..=count)
            .map(|at| from + at as f32 * step)
            .map(|degrees| (sharpness(&points, plane, middle + degrees.to_radians()), degrees))
            .fold(
                (f64::MIN, 0.0),
                |best, one| if one.0 > best.0 { one } else { best },
            )
            .1
    };
    let coarse = best(-SKEW, SKEW, 0.5);
    middle + best(coarse - 0.5, coarse + 0.5, 0.1).to_radians()
}

/// How much the ink changes from line to line at an angle, in strips so that bent rows are sharp too.
fn sharpness(points: &[(f32, f32)], plane: &Plane, angle: f32) -> f64 {
    let diagonal = plane.width.max(plane.height) as f32 * 1.5;
    let strip = (plane.width.max(plane.height) as f32 / 6.0).max(64.0);
    let (sine, cosine) = angle.sin_cos();
    let lines = 2 * diagonal as usize;
    let strips = (2.0 * diagonal / strip) as usize + 1;
    let mut counts = vec![0_u32; strips * lines];
    for &(x, y) in points {
        let (across, down) = (x * cosine + y * sine, y * cosine - x * sine);
        let (strip, line) = ((across + diagonal) / strip, down + diagonal);
        counts[strip as usize * lines + line as usize] += 1;
    }
    counts
        .chunks_exact(lines)
        .flat_map(|strip| strip.windows(3))
        .map(|window| {
            let change = f64::from(window[0]) - f64::from(window[2]);
            change * change
        })
        .sum()
}
