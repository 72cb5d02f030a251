//! The darkness of the paper at each position of a row: shadows, stains and reflections vary even within a
//! cell.
//!
//! In each window, which is slightly wider than a cell, a plane is fitted to the paper; strokes, which are
//! narrower than the window, are excluded as outliers.

use super::light::quantile;
use super::strip::{PER_DOT, SIDE, Strip};

/// Distance of windows, and width of a window, in samples.
const STEP: usize = SIDE / 2;
const WINDOW_WIDTH: usize = SIDE + SIDE / 2;
/// The share of a window's samples that is certainly paper, even with a dense character.
const PAPER_SHARE: f32 = 0.2;
/// Radius in windows, in a row and its neighbours, for estimating the paper of a window that contains only
/// ink.
const REACH: usize = 4;
/// A window is not paper if it is darker than those around it by more than this, relative to the page's
/// contrast.
const MAX_DARKNESS: f32 = 0.45;
/// Deviations to the dark and the light side of the plane, relative to the page's contrast, at which the
/// weight of a sample falls to a quarter.
const SPREAD: [f32; 2] = [0.12, 0.25];
/// The weights of the priors in samples: that there is no slope, and that the plane is at the lightest
/// samples.
const PRIOR: [f32; 2] = [12.0, 3.0];
/// Radius in windows for smoothing the planes.
const SMOOTHING_RADIUS: usize = 4;
/// Number of iterations of fitting a plane.
const ROUNDS: usize = 4;
/// The residual after subtracting the characters, relative to full ink, at which the weight of a sample falls
/// to a quarter.
const RESIDUAL_SCALE: f32 = 0.2;
/// Minimum light reflected by paper, in grey levels.
const MIN_LIGHT: f32 = 8.0;

/// A plane over a window: the value in the middle, and the slopes per sample across and down.
#[derive(Clone, Copy, Debug, Default)]
struct Plane {
    middle: f32,
    slopes: [f32; 2],
}

/// The paper of a row.
#[derive(Clone, Debug, Default)]
pub(super) struct Paper {
    planes: Vec<Plane>,
}

/// Measures the paper of all rows. `near` has the neighbours of each row.
pub(super) fn papers(strips: &[Strip], near: &[Vec<usize>]) -> Vec<Paper> {
    let mut depths = Vec::new();
    let lightest: Vec<Vec<f32>> = strips
        .iter()
        .map(|strip| {
            let window = |place| {
                let mut values = Window::new(strip, place).values();
                let light = quantile(&mut values, PAPER_SHARE).unwrap_or(0.0);
                depths.push(quantile(&mut values, 0.96).unwrap_or(0.0) - light);
                light
            };
            (0..windows(strip)).map(window).collect()
        })
        .collect();
    let contrast = quantile(&mut depths, 0.9).unwrap_or(0.0).max(MIN_LIGHT);
    (strips.iter().enumerate())
        .map(|(row, strip)| Paper {
            planes: smooth(
                &(0..windows(strip))
                    .map(|place| {
                        let mut around: Vec<f32> = (near[row].iter())
                            .flat_map(|&row| {
                                let line = &lightest[row];
                                let end = line.len().min(place + REACH + 1);
                                line[place.saturating_sub(REACH).min(end)..end].iter().copied()
                            })
                            .collect();
                        let around = quantile(&mut around, 0.5).unwrap_or(0.0);
                        let own = lightest[row][place];
                        let start = if own > around + MAX_DARKNESS * contrast {
                            around
                        } else {
                            own
                        };
                        plane(
                            &Window::new(strip, place),
                            start,
                            SPREAD.map(|spread| spread * contrast),
                        )
                    })
                    .collect::<Vec<_>>(),
            ),
        })
        .collect()
}

/// Returns the number of windows of a row, the first of which is centred on its left edge.
fn windows(strip: &Strip) -> usize {
    match strip.columns {
        0 => 0,
        columns => columns * SIDE / STEP + 1,
    }
}

/// The samples of a window: every second line, which is one line per dot.
struct Window {
    lines: [[f32; WINDOW_WIDTH]; SIDE / PER_DOT],
    /// 1 for samples in the row, 0 for samples outside.
    valid: [f32; WINDOW_WIDTH],
}

impl Window {
    fn new(strip: &Strip, place: usize) -> Window {
        let start = (place * STEP) as isize - (WINDOW_WIDTH / 2) as isize;
        let on = |x: usize| {
            let at = start + x as isize;
            (0..(strip.columns * SIDE) as isize)
                .contains(&at)
                .then_some(at as usize)
        };
        Window {
            lines: std::array::from_fn(|y| {
                let line = strip.line(y * PER_DOT);
                std::array::from_fn(|x| on(x).map_or(0.0, |at| line[at]))
            }),
            valid: std::array::from_fn(|x| f32::from(u8::from(on(x).is_some()))),
        }
    }

    /// Returns the samples in the row.
    fn values(&self) -> Vec<f32> {
        let on = |line: [f32; WINDOW_WIDTH]| {
            let valid = self.valid;
            (line.into_iter().zip(valid)).filter_map(|(value, valid)| (valid > 0.0).then_some(value))
        };
        self.lines.into_iter().flat_map(on).collect()
    }

    /// Returns the distance of a sample from the window's middle.
    fn from_middle(at: usize, size: usize, each: usize) -> f32 {
        (at * each) as f32 + 0.5 - (size * each) as f32 / 2.0
    }
}

/// Fits a plane to most of a window's samples. Those that are darker or lighter by `spread` have a quarter of
/// the weight.
fn plane(window: &Window, start: f32, spread: [f32; 2]) -> Plane {
    const LANES: usize = 8;
    let mut plane = Plane {
        middle: start,
        slopes: [0.0; 2],
    };
    // A slope's prior has the weight of that many samples at a distance of half a window.
    let slope = PRIOR[0] * (SIDE * SIDE) as f32 / 4.0;
    let precision = spread.map(|spread| 1.0 / (spread * spread));
    let places: [f32; WINDOW_WIDTH] = std::array::from_fn(|x| Window::from_middle(x, WINDOW_WIDTH, 1));
    for _ in 0..ROUNDS {
        let [mut n, mut x, mut y, mut xx, mut xy, mut yy] = [PRIOR[1], 0.0, 0.0, slope, 0.0, slope];
        let mut e = PRIOR[1] * (start - plane.middle);
        let [mut ex, mut ey] = plane.slopes.map(|before| -slope * before);
        for (line, values) in window.lines.iter().enumerate() {
            let down = Window::from_middle(line, SIDE / PER_DOT, PER_DOT);
            let level = plane.at([0.0, down]);
            let mut sums = [[0.0_f32; LANES]; 5];
            for at in (0..WINDOW_WIDTH).step_by(LANES) {
                for lane in 0..LANES {
                    let (across, valid) = (places[at + lane], window.valid[at + lane]);
                    let left = values[at + lane] - level - plane.slopes[0] * across;
                    let far = left * left * if left < 0.0 { precision[1] } else { precision[0] };
                    let weight = 1.0 / (1.0 + far);
                    let weight = weight * weight * valid;
                    sums[0][lane] += weight;
                    sums[1][lane] += weight * across;
                    sums[2][lane] += weight * across * across;
                    sums[3][lane] += weight * left;
                    sums[4][lane] += weight * left * across;
                }
            }
            let [own, right, square, left, turned] = sums.map(|lanes| lanes.iter().sum::<f32>());
            n += own;
            x += right;
            y += own * down;
            xx += square;
            xy += right * down;
            yy += own * down * down;
            e += left;
            ex += turned;
            ey += left * down;
        }
        let [up, right, down] = solved([[n, x, y], [x, xx, xy], [y, xy, yy]], [e, ex, ey]);
        plane.middle += up;
        plane.slopes[0] += right;
        plane.slopes[1] += down;
    }
    plane
}

/// Smooths each plane with its neighbours: the effect of a single character on its window is not light.
fn smooth(planes: &[Plane]) -> Vec<Plane> {
    let mean = |place: usize| {
        let (mut sum, mut mean) = (0.0, Plane::default());
        for (other, plane) in planes
            .iter()
            .enumerate()
            .skip(place.saturating_sub(SMOOTHING_RADIUS))
            .take_while(|(other, _)| *other <= place + SMOOTHING_RADIUS)
        {
            let far = place.abs_diff(other);
            let weight = (SMOOTHING_RADIUS + 1 - far) as f32;
            sum += weight;
            mean.middle += weight * plane.at([(place as f32 - other as f32) * STEP as f32, 0.0]);
            (0..2).for_each(|axis| mean.slopes[axis] += weight * plane.slopes[axis]);
        }
        Plane {
            middle: mean.middle / sum,
            slopes: mean.slopes.map(|slope| slope / sum),
        }
    };
    (0..planes.len()).map(mean).collect()
}

/// Solves three equations with a positive definite matrix.
fn solved(mut matrix: [[f32; 3]; 3], mut line: [f32; 3]) -> [f32; 3] {
    for step in 0..3 {
        let pivot = matrix[step];
        for below in step + 1..3 {
            let factor = matrix[below][step] / pivot[step];
            (step..3).for_each(|at| matrix[below][at] -= factor * pivot[at]);
            line[below] -= factor * line[step];
        }
    }
    for step in (0..3).rev() {
        let known: f32 = (step + 1..3).map(|at| matrix[step][at] * line[at]).sum();
        line[step] = (line[step] - known) / matrix[step][step];
    }
    line
}

impl Plane {
    fn at(self, [x, y]: [f32; 2]) -> f32 {
        self.middle + self.slopes[0] * x + self.slopes[1] * y
    }
}

impl Paper {
    /// Returns the darkness of the paper in a column of samples, counted from the first cell's left edge: in
    /// the row's middle, and the vertical slope.
    fn column(&self, x: isize) -> [f32; 2] {
        let last = self.planes.len() - 1;
        let place = (x as f32 + 0.5) / STEP as f32;
        let low = (place.max(0.0) as usize).min(last.saturating_sub(1));
        let part = (place - low as f32).clamp(0.0, 1.0);
        let value = |window: usize| {
            let across =
                (x as f32 + 0.5 - (window * STEP) as f32).clamp(-(WINDOW_WIDTH as f32), WINDOW_WIDTH as f32);
            let plane = self.planes[window];
            [plane.at([across, 0.0]), plane.slopes[1]]
        };
        let (one, other) = (value(low), value((low + 1).min(last)));
        [0, 1].map(|at| one[at] + (other[at] - one[at]) * part)
    }

    /// Refines the paper by the residual of a row after subtracting its paper and its characters, and
    /// subtracts the correction from the row. `contrasts` has the contrast of each cell.
    pub(super) fn mend(&mut self, strip: &mut Strip, left: &Strip, contrasts: &[f32]) {
        let last = contrasts.len().saturating_sub(1);
        let more: Vec<Plane> = (0..self.planes.len())
            .map(|place| {
                let cell = (place * STEP / SIDE).min(last);
                let contrast = contrasts.get(cell).copied().unwrap_or(MIN_LIGHT);
                plane(&Window::new(left, place), 0.0, [RESIDUAL_SCALE * contrast; 2])
            })
            .collect();
        let more = Paper {
            planes: smooth(&more),
        };
        for (plane, more) in self.planes.iter_mut().zip(&more.planes) {
            // The residual is relative to the light that the paper reflects.
            let part = (255.0 - plane.middle).max(MIN_LIGHT) / 255.0;
            plane.middle += part * more.middle;
            (0..2).for_each(|axis| plane.slopes[axis] += part * more.slopes[axis]);
        }
        more.flatten(strip);
    }

    /// Subtracts the paper: samples become 0 on paper, and on ink the share of the paper's light that the ink
    /// absorbs, out of 255.
    pub(super) fn flatten(&self, strip: &mut Strip) {
        if self.planes.is_empty() {
            return;
        }
        strip.change(|x| {
            let [middle, slope] = self.column(x);
            move |y: isize, value: f32| {
                let paper = middle + slope * (y as f32 + 0.5 - SIDE as f32 / 2.0);
                255.0 * (value - paper) / (255.0 - paper).max(MIN_LIGHT)
            }
        });
    }
}
