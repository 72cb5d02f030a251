//! How dark the paper is at each place of a row: shadows, stains and the shine of metal are not even within a
//! cell.
//!
//! A plane is laid through what seems to be paper in a window a little wider than a cell, and strokes, which
//! are narrower than the window, are left out as they do not lie on it.

use super::light::quantile;
use super::strip::{PER_DOT, SIDE, Strip};

/// Samples from one window to the next, and of a window.
const STEP: usize = SIDE / 2;
const WIDE: usize = SIDE + SIDE / 2;
/// The part of a window's samples that is paper for sure, even under a dense character.
const LIGHTEST: f32 = 0.2;
/// Windows to each side, and rows above and below, that say what a window of ink alone lies on.
const REACH: usize = 4;
/// What is darker than the windows around it by this part of the page's contrast is not a paper.
const DARKER: f32 = 0.45;
/// A sample that is darker, or lighter, than the plane by this part of the page's contrast counts for a
/// quarter, or a half.
const SPREAD: [f32; 2] = [0.12, 0.25];
/// As many samples say that there is no slope, and that the plane is where the lightest samples are.
const PRIOR: [f32; 2] = [12.0, 3.0];
/// Windows to each side whose planes count for each.
const BESIDE: usize = 4;
/// Times that a plane is laid anew through what lies near it.
const ROUNDS: usize = 4;
/// What is left when the characters are taken away counts for a quarter if it is more than this, of full ink.
const LEFT: f32 = 0.2;
/// The least light that paper sends back, in grey levels.
const MIN_LIGHT: f32 = 8.0;

/// A plane over a window: its middle and its slopes for each sample across and down.
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

/// The paper of all rows. `near` has the rows that are beside each.
pub(super) fn papers(strips: &[Strip], near: &[Vec<usize>]) -> Vec<Paper> {
    let mut depths = Vec::new();
    let lightest: Vec<Vec<f32>> = strips
        .iter()
        .map(|strip| {
            let window = |place| {
                let mut values = Window::new(strip, place).values();
                let light = quantile(&mut values, LIGHTEST).unwrap_or(0.0);
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
                        let start = if own > around + DARKER * contrast {
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

/// Windows of a row, the first around its left edge.
fn windows(strip: &Strip) -> usize {
    match strip.columns {
        0 => 0,
        columns => columns * SIDE / STEP + 1,
    }
}

/// The samples of a window: every second line of them, which is one of each dot.
struct Window {
    lines: [[f32; WIDE]; SIDE / PER_DOT],
    /// 1 for what is on the row, 0 for what is beside it.
    valid: [f32; WIDE],
}

impl Window {
    fn new(strip: &Strip, place: usize) -> Window {
        let start = (place * STEP) as isize - (WIDE / 2) as isize;
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

    /// The samples that are on the row.
    fn values(&self) -> Vec<f32> {
        let on = |line: [f32; WIDE]| {
            let valid = self.valid;
            (line.into_iter().zip(valid)).filter_map(|(value, valid)| (valid > 0.0).then_some(value))
        };
        self.lines.into_iter().flat_map(on).collect()
    }

    /// How far a sample is from the window's middle.
    fn from_middle(at: usize, size: usize, each: usize) -> f32 {
        (at * each) as f32 + 0.5 - (size * each) as f32 / 2.0
    }
}

/// The plane on which most of a window's samples lie. Those that are darker, or lighter, by `spread` count
/// for a quarter.
fn plane(window: &Window, start: f32, spread: [f32; 2]) -> Plane {
    const LANES: usize = 8;
    let mut plane = Plane {
        middle: start,
        slopes: [0.0; 2],
    };
    // A slope's prior weighs as so many samples that are half a window away.
    let slope = PRIOR[0] * (SIDE * SIDE) as f32 / 4.0;
    let precision = spread.map(|spread| 1.0 / (spread * spread));
    let places: [f32; WIDE] = std::array::from_fn(|x| Window::from_middle(x, WIDE, 1));
    for _ in 0..ROUNDS {
        let [mut n, mut x, mut y, mut xx, mut xy, mut yy] = [PRIOR[1], 0.0, 0.0, slope, 0.0, slope];
        let mut e = PRIOR[1] * (start - plane.middle);
        let [mut ex, mut ey] = plane.slopes.map(|before| -slope * before);
        for (line, values) in window.lines.iter().enumerate() {
            let down = Window::from_middle(line, SIDE / PER_DOT, PER_DOT);
            let level = plane.at([0.0, down]);
            let mut sums = [[0.0_f32; LANES]; 5];
            for at in (0..WIDE).step_by(LANES) {
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

/// Each plane with those beside it: what a single character makes of its window is not a light.
fn smooth(planes: &[Plane]) -> Vec<Plane> {
    let mean = |place: usize| {
        let (mut sum, mut mean) = (0.0, Plane::default());
        for (other, plane) in planes
            .iter()
            .enumerate()
            .skip(place.saturating_sub(BESIDE))
            .take_while(|(other, _)| *other <= place + BESIDE)
        {
            let far = place.abs_diff(other);
            let weight = (BESIDE + 1 - far) as f32;
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

/// Three equations whose matrix is positive definite.
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
    /// How dark the paper is in a column of samples, counted from the first cell's left edge: in the row's
    /// middle, and the slope down.
    fn column(&self, x: isize) -> [f32; 2] {
        let last = self.planes.len() - 1;
        let place = (x as f32 + 0.5) / STEP as f32;
        let low = (place.max(0.0) as usize).min(last.saturating_sub(1));
        let part = (place - low as f32).clamp(0.0, 1.0);
        let value = |window: usize| {
            let across = (x as f32 + 0.5 - (window * STEP) as f32).clamp(-(WIDE as f32), WIDE as f32);
            let plane = self.planes[window];
            [plane.at([across, 0.0]), plane.slopes[1]]
        };
        let (one, other) = (value(low), value((low + 1).min(last)));
        [0, 1].map(|at| one[at] + (other[at] - one[at]) * part)
    }

    /// Mends it by what is left of a row without its paper when its characters are taken away too, and takes
    /// that away from the row. `contrasts` has the contrast of each cell.
    pub(super) fn mend(&mut self, strip: &mut Strip, left: &Strip, contrasts: &[f32]) {
        let last = contrasts.len().saturating_sub(1);
        let more: Vec<Plane> = (0..self.planes.len())
            .map(|place| {
                let cell = (place * STEP / SIDE).min(last);
                let contrast = contrasts.get(cell).copied().unwrap_or(MIN_LIGHT);
                plane(&Window::new(left, place), 0.0, [LEFT * contrast; 2])
            })
            .collect();
        let more = Paper {
            planes: smooth(&more),
        };
        for (plane, more) in self.planes.iter_mut().zip(&more.planes) {
            // What is left is of 255 that the paper sends back.
            let part = (255.0 - plane.middle).max(MIN_LIGHT) / 255.0;
            plane.middle += part * more.middle;
            (0..2).for_each(|axis| plane.slopes[axis] += part * more.slopes[axis]);
        }
        more.flatten(strip);
    }

    /// Takes the paper away: what is left is 0 on paper, and on ink the part of the paper's light that it
    /// keeps back, of 255.
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
