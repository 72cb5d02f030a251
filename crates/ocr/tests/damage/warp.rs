//! The mapping of the flat paper to the picture. Each step has an inverse; non-linear steps are solved along
//! one axis.

use std::f64::consts::TAU;

use super::{Damage, chance};

/// How fast a book's page curves towards its spine, in page widths.
const SPINE: f64 = 0.25;
/// Circumferences of the two feed wheels, in dots.
const WHEELS: [f64; 2] = [160.0, 47.0];

type Matrix = [[f64; 3]; 3];

/// Maps the paper, in dots of the ZX Printer, to the picture, in pixels, and back.
pub struct Warp {
    width: f64,
    height: f64,
    drift: f64,
    /// Initial phase of each wheel.
    phases: [f64; 2],
    /// Constant error of the paper feed.
    stretch: f64,
    curl: f64,
    /// Whether the spine is at the left.
    spine_left: bool,
    forth: Matrix,
    back: Matrix,
    /// Width and height of the picture.
    pub size: [usize; 2],
}

impl Warp {
    pub fn new(damage: &Damage, width: f32, height: f32) -> Warp {
        let draw = |kind| f64::from(chance::whole(damage.seed, kind));
        let mut warp = Warp {
            width: width.into(),
            height: height.into(),
            drift: damage.drift.into(),
            phases: [10, 11].map(|kind| TAU * draw(kind)),
            stretch: f64::from(damage.drift) * draw(12),
            curl: damage.curl.into(),
            spine_left: draw(13) < 0.0,
            forth: turning(damage, width.into(), height.into()),
            back: [[0.0; 3]; 3],
            size: [0; 2],
        };
        // The picture contains the whole paper and the bed around it.
        let along = |step: i32| step as f32 / 64.0;
        let border = (0..=64).flat_map(|step| {
            let (x, y) = (along(step) * width, along(step) * height);
            [[x, 0.0], [x, height], [0.0, y], [width, y]]
        });
        let mut corners = [[f64::MAX; 2], [f64::MIN; 2]];
        for point in border {
            let at = warp.forwards(point);
            for axis in 0..2 {
                corners[0][axis] = corners[0][axis].min(at[axis]);
                corners[1][axis] = corners[1][axis].max(at[axis]);
            }
        }
        let bed = f64::from(damage.bed * damage.dot());
        let [x, y] = corners[0].map(|low| bed - low);
        warp.forth = times(&[[1.0, 0.0, x], [0.0, 1.0, y], [0.0, 0.0, 1.0]], &warp.forth);
        warp.back = inverse(&warp.forth);
        warp.size = [0, 1].map(|axis| {
            let size = corners[1][axis] - corners[0][axis] + 2.0 * bed;
            ((size - 1e-2).ceil() as usize).max(1)
        });
        warp
    }

    pub fn to_picture(&self, point: [f32; 2]) -> [f32; 2] {
        self.forwards(point).map(|at| at as f32)
    }

    pub fn to_paper(&self, point: [f32; 2]) -> [f32; 2] {
        let flat = apply(&self.back, point.map(f64::from));
        self.unfeed(self.unbend(flat)).map(|at| at as f32)
    }

    fn forwards(&self, point: [f32; 2]) -> [f64; 2] {
        apply(&self.forth, self.bend(self.feed(point.map(f64::from))))
    }

    /// How far the rows at `y` are displaced by the feed, sideways and downwards.
    fn wander(&self, y: f64) -> [f64; 2] {
        // A wheel of this circumference whose pitch is wrong by at most the drift.
        let wheel = |index: usize| {
            let turn = TAU * y / WHEELS[index] + self.phases[index];
            self.drift * WHEELS[index] / TAU * turn.sin()
        };
        let (slow, fast) = (wheel(0), wheel(1));
        [
            0.3 * slow,
            slow + 0.5 * fast + self.stretch * (y - self.height / 2.0),
        ]
    }

    fn feed(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        let [aside, down] = self.wander(y);
        [x + aside, y + down]
    }

    fn unfeed(&self, [x, fed]: [f64; 2]) -> [f64; 2] {
        if self.drift == 0.0 {
            return [x, fed];
        }
        let y = solve(fed, |y| y + self.wander(y)[1]);
        [x - self.wander(y)[0], y]
    }

    /// The height of the page above the flat part, 0 to 1, by the distance from the spine.
    fn rise(&self, x: f64) -> f64 {
        let from = if self.spine_left { x } else { self.width - x };
        (-from.max(0.0) / (SPINE * self.width)).exp()
    }

    /// The horizontal position seen from above: the slope is foreshortened.
    fn across(&self, x: f64) -> f64 {
        let towards = if self.spine_left { -1.0 } else { 1.0 };
        x - towards * 0.3 * self.curl * SPINE * self.width * (1.0 - self.rise(x))
    }

    /// The magnification of the nearer part, and how much lower it is seen.
    fn nearer(&self, x: f64) -> [f64; 2] {
        let rise = self.curl * self.rise(x);
        [1.0 + 0.04 * rise, 12.0 * rise]
    }

    fn bend(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        let [larger, lower] = self.nearer(x);
        let middle = self.height / 2.0;
        [self.across(x), middle + (y - middle) * larger + lower]
    }

    fn unbend(&self, [bent, y]: [f64; 2]) -> [f64; 2] {
        if self.curl == 0.0 {
            return [bent, y];
        }
        let x = solve(bent, |x| self.across(x));
        let [larger, lower] = self.nearer(x);
        let middle = self.height / 2.0;
        [x, middle + (y - lower - middle) / larger]
    }

    /// How deep in the book's gutter a position of the paper is, 0 to 1.
    pub fn gutter(&self, x: f32) -> f32 {
        (self.curl * self.rise(x.into()).powi(2)) as f32
    }
}

/// The matrix that moves the paper's centre to the origin, rotates, adds perspective, turns and scales to
/// pixels.
fn turning(damage: &Damage, width: f64, height: f64) -> Matrix {
    let middle = [
        [1.0, 0.0, -width / 2.0],
        [0.0, 1.0, -height / 2.0],
        [0.0, 0.0, 1.0],
    ];
    let (sin, cos) = f64::from(damage.rotate).to_radians().sin_cos();
    let rotated = [[cos, -sin, 0.0], [sin, cos, 0.0], [0.0, 0.0, 1.0]];
    let (aside, along) = (f64::from(chance::whole(damage.seed, 14)) * TAU / 2.0).sin_cos();
    let farther = f64::from(damage.perspective) / (width.max(height) / 2.0);
    let seen = [
        [1.0, 0.0, 0.0],
        [0.0, 1.0, 0.0],
        [farther * aside, farther * along, 1.0],
    ];
    let (sin, cos) = [(0.0, 1.0), (1.0, 0.0), (0.0, -1.0), (-1.0, 0.0)][damage.turns as usize % 4];
    let dot = f64::from(damage.dot());
    let turned = [
        [dot * cos, -dot * sin, 0.0],
        [dot * sin, dot * cos, 0.0],
        [0.0, 0.0, 1.0],
    ];
    times(&turned, &times(&seen, &times(&rotated, &middle)))
}

/// Solves `function(x) = wanted` for an increasing function with a slope near 1.
fn solve(target: f64, function: impl Fn(f64) -> f64) -> f64 {
    let mut at = target;
    for _ in 0..24 {
        let missing = target - function(at);
        at += missing;
        if missing.abs() < 1e-6 {
            break;
        }
    }
    at
}

fn apply(matrix: &Matrix, [x, y]: [f64; 2]) -> [f64; 2] {
    let [across, down, scale] = matrix.map(|[a, b, c]| a * x + b * y + c);
    [across / scale, down / scale]
}

fn times(one: &Matrix, other: &Matrix) -> Matrix {
    one.map(|row| [0, 1, 2].map(|column| (0..3).map(|at| row[at] * other[at][column]).sum()))
}

/// The inverse by cofactors, up to a constant factor, which has no effect here.
fn inverse(of: &Matrix) -> Matrix {
    let minor = |row: usize, column: usize| {
        let [r, s] = [(row + 1) % 3, (row + 2) % 3];
        let [c, d] = [(column + 1) % 3, (column + 2) % 3];
        of[r][c] * of[s][d] - of[r][d] * of[s][c]
    };
    [0, 1, 2].map(|row| [0, 1, 2].map(|column| minor(column, row)))
}
