//! Smooth functions of the place on a sheet, fitted to what is measured here and there.

/// The highest power.
const DEGREE: usize = 4;
/// Terms of a polynomial of two variables.
const TERMS: usize = (DEGREE + 1) * (DEGREE + 2) / 2;
/// How much a term is held back, by its degree: enough that noise doesn't bend what is straight.
const RIDGE: [f64; DEGREE + 1] = [1e-9, 1e-6, 3e-5, 2.5e-4, 7e-4];

/// By how much of themselves the sizes of cells are known wrongly, and by how many of them rows are askew.
const KNOWN: f64 = 0.02;
/// By how much slopes are measured wrongly.
pub(super) const WRONG: f64 = 0.04;

type Terms = [f64; TERMS];

/// A polynomial of the place.
#[derive(Clone, Debug)]
pub(super) struct Surface {
    middle: [f64; 2],
    size: [f64; 2],
    terms: Terms,
}

/// A value measured at a place, and how much it counts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Measure {
    pub place: [f64; 2],
    pub value: f64,
    pub weight: f64,
}

/// How a value was measured to change at a place, with each axis, and how much that counts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slope {
    pub place: [f64; 2],
    pub value: [f64; 2],
    pub weight: f64,
}

/// Terms up to a degree.
fn terms(degree: usize) -> usize {
    (degree + 1) * (degree + 2) / 2
}

/// The highest degree that so many places say something about.
fn highest(own: f64) -> usize {
    (2..=DEGREE)
        .take_while(|&degree| terms(degree) as f64 <= own)
        .last()
        .unwrap_or(1)
}

/// The powers of each term.
fn powers() -> impl Iterator<Item = (usize, usize)> {
    (0..=DEGREE).flat_map(|degree| (0..=degree).map(move |down| (degree - down, down)))
}

/// The powers of a value.
fn powers_of(value: f64) -> [f64; DEGREE + 1] {
    let square = value * value;
    [1.0, value, square, value * square, square * square]
}

impl Surface {
    /// What grows by 1 each `pitch` along an axis, for places within `from` to `to`.
    pub fn level(axis: usize, pitch: f64, from: [f64; 2], to: [f64; 2]) -> Surface {
        let middle = [0, 1].map(|axis| (from[axis] + to[axis]) / 2.0);
        let size = [0, 1].map(|axis| ((to[axis] - from[axis]) / 2.0).max(1.0));
        let mut terms = [0.0; TERMS];
        terms[0] = middle[axis] / pitch;
        terms[1 + axis] = size[axis] / pitch;
        Surface { middle, size, terms }
    }

    /// The surface that is like a smooth function of places within `size` of the middle.
    pub fn like(middle: [f64; 2], size: f64, function: impl Fn([f64; 2]) -> f64) -> Surface {
        /// Places to each side of the middle at which it is asked.
        const PLACES: i32 = 6;
        let mut surface = Surface {
            middle,
            size: [size; 2],
            terms: [0.0; TERMS],
        };
        let steps = -PLACES..=PLACES;
        let places = steps.clone().flat_map(|y| steps.clone().map(move |x| [x, y]));
        let rows = places.map(|at| {
            let place = [0, 1].map(|axis| middle[axis] + size * f64::from(at[axis]) / f64::from(PLACES));
            (surface.basis(place), function(place), 1.0)
        });
        surface.terms = solve_with(rows, DEGREE, [1e-9; TERMS]);
        surface
    }

    /// The surface with these slopes, which are about those of `base`; outliers are left out. `own` of the
    /// slopes are independent of each other.
    pub fn of_slopes(axis: usize, slopes: &[Slope], base: &Surface, own: f64) -> Surface {
        let size = base.size[0];
        // Terms of high degree are a tenth of the page at most.
        let ridge = (WRONG / 0.1).powi(2) / own.max(1.0);
        let ridge = by_degree(std::array::from_fn(|degree| match degree {
            0 => 1.0,
            1 => 1e-6,
            degree => ridge * (degree * degree) as f64 / 4.0,
        }));
        let mut best: Option<(f64, Surface)> = None;
        let weight = slopes.iter().map(|slope| slope.weight).sum::<f64>().max(1e-9);
        for degree in 1..=DEGREE {
            let mut surface = base.clone();
            for _ in 0..5 {
                let rows = slopes.iter().flat_map(|slope| {
                    let doubt = surface.misses(slope);
                    let weight = slope.weight / (1.0 + doubt * doubt);
                    let (changes, usual) = (surface.changes(slope.place), base.slope(slope.place));
                    [0, 1].map(|along| {
                        (
                            changes[along].map(|term| term * size),
                            slope.value[along] - usual[along],
                            weight,
                        )
                    })
                });
                let added = solve_with(rows, degree, ridge);
                for (term, (base, added)) in surface.terms.iter_mut().zip(base.terms.iter().zip(added)) {
                    *term = base + added * size;
                }
            }
            let left: f64 = slopes
                .iter()
                .map(|slope| slope.weight * surface.misses(slope).min(3.0).powi(2))
                .sum();
            // The Bayesian information criterion, of two figures for each slope.
            let score =
                2.0 * own * (left / weight + 1e-3).ln() + terms(degree) as f64 * (2.0 * own).max(2.0).ln();
            if best.as_ref().is_none_or(|best| score < best.0) {
                best = Some((score, surface));
            }
        }
        let mut surface = best.map_or_else(|| base.clone(), |best| best.1);
        surface.terms[0] = surface.middle[axis];
        surface
    }

    /// By how many times what slopes are measured wrongly by one is another than here.
    fn misses(&self, slope: &Slope) -> f64 {
        let now = self.slope(slope.place);
        (now[0] - slope.value[0]).hypot(now[1] - slope.value[1]) / (2.0 * WRONG)
    }

    /// How each term changes with each axis.
    fn changes(&self, place: [f64; 2]) -> [Terms; 2] {
        let at = [0, 1].map(|axis| (place[axis] - self.middle[axis]) / self.size[axis]);
        let mut changes = [[0.0; TERMS]; 2];
        for (term, (across, down)) in powers().enumerate() {
            let powers = [across as i32, down as i32];
            for axis in 0..2 {
                let other = at[1 - axis].powi(powers[1 - axis]);
                if powers[axis] > 0 {
                    changes[axis][term] =
                        f64::from(powers[axis]) * at[axis].powi(powers[axis] - 1) * other / self.size[axis];
                }
            }
        }
        changes
    }

    fn basis(&self, place: [f64; 2]) -> Terms {
        let [x, y] = [0, 1].map(|axis| powers_of((place[axis] - self.middle[axis]) / self.size[axis]));
        let mut basis = [0.0; TERMS];
        let mut term = 0;
        for degree in 0..=DEGREE {
            for down in 0..=degree {
                basis[term] = x[degree - down] * y[down];
                term += 1;
            }
        }
        basis
    }

    /// The value at a place.
    pub fn at(&self, place: [f64; 2]) -> f64 {
        self.basis(place)
            .iter()
            .zip(&self.terms)
            .map(|(basis, term)| basis * term)
            .sum()
    }

    /// A place across, as [`along`](Surface::along) takes it.
    pub fn across(&self, x: f64) -> f64 {
        (x - self.middle[0]) / self.size[0]
    }

    /// The values along a level line, as a function of the place across.
    pub fn along(&self, y: f64) -> impl Fn(f64) -> f64 + use<> {
        let y = powers_of((y - self.middle[1]) / self.size[1]);
        let mut line = [0.0; DEGREE + 1];
        for (term, (across, down)) in self.terms.iter().zip(powers()) {
            line[across] += term * y[down];
        }
        move |across| line.iter().rev().fold(0.0, |sum, term| sum * across + term)
    }

    /// How the value changes with each axis.
    pub fn slope(&self, place: [f64; 2]) -> [f64; 2] {
        [0, 1].map(|axis| {
            let [mut less, mut more] = [place; 2];
            less[axis] -= 0.5;
            more[axis] += 0.5;
            self.at(more) - self.at(less)
        })
    }

    /// Moved by a value everywhere.
    pub fn plus(mut self, value: f64) -> Surface {
        self.terms[0] += value;
        self
    }

    /// A value less it.
    pub fn taken_from(mut self, value: f64) -> Surface {
        self.terms.iter_mut().for_each(|term| *term = -*term);
        self.plus(value)
    }

    /// Adds what fits differences of neighbours, each known but for whole numbers, outliers left out. `own`
    /// of the places are independent of each other.
    pub fn bend(&mut self, pairs: &[([[f64; 2]; 2], f64, f64)], own: f64) {
        /// By how much changes are measured wrongly.
        const SPREAD: f64 = 0.08;
        let ridge = self.held(SPREAD, own);
        let mut bent = [0.0; TERMS];
        for _ in 0..4 {
            let rows = pairs.iter().map(|&([one, other], change, weight)| {
                let (one, other) = (self.basis(one), self.basis(other));
                let mut row = [0.0; TERMS];
                for (row, (one, other)) in row.iter_mut().zip(one.iter().zip(&other)) {
                    *row = other - one;
                }
                let left: f64 = change - row.iter().zip(&bent).map(|(row, bent)| row * bent).sum::<f64>();
                (row, change, weight / (1.0 + (left / SPREAD).powi(2)))
            });
            bent = solve_with(rows, highest(own), ridge);
        }
        bent[0] = 0.0;
        self.add(&bent);
    }

    /// Adds what fits values, outliers beyond about `spread` left out. `own` of them are independent of each
    /// other.
    pub fn fit(&mut self, measures: &[Measure], spread: f64, own: f64) {
        let added = self.fitted(measures, spread, highest(own), by_degree(RIDGE));
        self.add(&added);
    }

    /// The same of a surface whose slopes are known already: what is measured at places side by side says
    /// little about them.
    pub fn adjust(&mut self, measures: &[Measure], spread: f64, own: f64) {
        let added = self.fitted(measures, spread, highest(own), self.held(spread, own));
        self.add(&added);
    }

    fn add(&mut self, added: &Terms) {
        self.terms
            .iter_mut()
            .zip(added)
            .for_each(|(term, added)| *term += added);
    }

    /// The surface of the lowest degree that fits about as well as any to what measures say that it is wrong
    /// by. `own` of the measures are independent of each other.
    pub fn simplest(&self, measures: &[Measure], spread: f64, own: f64) -> Surface {
        // What is bent of it is known anew.
        let mut straight = self.clone();
        straight.terms[terms(1)..].fill(0.0);
        let whole: Vec<Measure> = measures
            .iter()
            .map(|measure| Measure {
                value: measure.value + self.at(measure.place) - straight.at(measure.place),
                ..*measure
            })
            .collect();
        let weight = measures
            .iter()
            .map(|measure| measure.weight)
            .sum::<f64>()
            .max(1e-9);
        let ridge = self.held(spread, own);
        let mut best = (f64::MAX, self.clone());
        for degree in 1..=highest(own) {
            let added = Surface {
                terms: self.fitted(&whole, spread, degree, ridge),
                ..*self
            };
            let left = |measure: &Measure| (measure.value - added.at(measure.place)).abs().min(3.0 * spread);
            let sum: f64 = whole
                .iter()
                .map(|measure| measure.weight * left(measure).powi(2))
                .sum();
            // The Bayesian information criterion.
            let terms = terms(degree) as f64;
            let score = own * (sum / weight + 1e-6).ln() + terms * own.max(2.0).ln();
            if score < best.0 {
                let mut surface = straight.clone();
                surface.add(&added.terms);
                best = (score, surface);
            }
        }
        best.1
    }

    /// How much terms that are added are held back where `own` independent measures are wrong by `spread`: of
    /// few rows the places of their ink don't say how far apart they are.
    fn held(&self, spread: f64, own: f64) -> Terms {
        let mut ridge = by_degree(RIDGE);
        let steepest = (self.terms[1] / self.size[0])
            .abs()
            .max((self.terms[2] / self.size[1]).abs());
        for axis in 0..2 {
            let known = KNOWN * steepest * self.size[axis];
            ridge[1 + axis] += (spread / known.max(1e-3)).powi(2) / own.max(1.0);
        }
        ridge
    }

    /// The terms up to a degree that fit values, held back by a ridge.
    fn fitted(&self, measures: &[Measure], spread: f64, degree: usize, ridge: Terms) -> Terms {
        let mut terms = [0.0; TERMS];
        for round in 0..4 {
            let rows = measures.iter().map(|measure| {
                let row = self.basis(measure.place);
                let left = measure.value - row.iter().zip(&terms).map(|(row, term)| row * term).sum::<f64>();
                // The first round knows no outliers.
                let doubt = if round == 0 { 0.0 } else { left / spread };
                (row, measure.value, measure.weight / (1.0 + doubt * doubt))
            });
            terms = solve_with(rows, degree, ridge);
        }
        terms
    }
}

/// The place where two surfaces have these values, from a place near it.
pub(super) fn meet(surfaces: [&Surface; 2], values: [f64; 2], near: [f64; 2]) -> [f64; 2] {
    let mut place = near;
    for _ in 0..6 {
        let [[a, b], [c, d]] = surfaces.map(|surface| surface.slope(place));
        let [u, v] = [0, 1].map(|at| values[at] - surfaces[at].at(place));
        let determinant = a * d - b * c;
        if determinant.abs() < 1e-12 {
            break;
        }
        place[0] += (u * d - v * b) / determinant;
        place[1] += (v * a - u * c) / determinant;
    }
    place
}

/// How much each term is held back if those of a degree are alike.
fn by_degree(ridge: [f64; DEGREE + 1]) -> Terms {
    let mut terms = [0.0; TERMS];
    for (term, (across, down)) in terms.iter_mut().zip(powers()) {
        *term = ridge[across + down];
    }
    terms
}

fn solve_with(rows: impl Iterator<Item = (Terms, f64, f64)>, highest: usize, ridge: Terms) -> Terms {
    let mut matrix = [[0.0; TERMS + 1]; TERMS];
    let mut total = 0.0;
    for (row, value, weight) in rows {
        total += weight;
        for one in 0..TERMS {
            let weighted = weight * row[one];
            for other in one..TERMS {
                matrix[one][other] += weighted * row[other];
            }
            matrix[one][TERMS] += weighted * value;
        }
    }
    if total <= 0.0 {
        return [0.0; TERMS];
    }
    for (one, (across, down)) in powers().enumerate() {
        let column: Vec<f64> = matrix[..one].iter().map(|row| row[one]).collect();
        matrix[one][..one].copy_from_slice(&column);
        let degree = across + down;
        matrix[one][one] += total * if degree > highest { 1e12 } else { ridge[one] };
    }
    eliminate(&mut matrix);
    let mut solution = [0.0; TERMS];
    for (at, row) in matrix.iter().enumerate() {
        solution[at] = row[TERMS] / row[at];
    }
    solution
}

/// Solves a matrix that is positive definite, so that its diagonal has the pivots; what is solved for is in
/// its last column.
pub(super) fn eliminate<const N: usize, const M: usize>(matrix: &mut [[f64; M]; N]) {
    for one in 0..N {
        let pivot = matrix[one];
        for (other, row) in matrix.iter_mut().enumerate() {
            if other != one {
                let factor = row[one] / pivot[one];
                for (value, pivot) in row.iter_mut().zip(&pivot) {
                    *value -= factor * pivot;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_row_of_places_does_not_say_how_far_apart_rows_are() {
        // Rows 20 pixels apart; windows side by side, those a little lower measured a little lower in their
        // row.
        let level = Surface::level(1, 20.0, [0.0, 0.0], [600.0, 100.0]);
        let measures: Vec<Measure> = (0..8)
            .map(|at| {
                let lower = f64::from(at % 2) * 2.0 - 1.0;
                Measure {
                    place: [f64::from(at) * 80.0, 50.0 + 2.0 * lower],
                    value: 0.05 * lower,
                    weight: 1.0,
                }
            })
            .collect();
        let mut adjusted = level.clone();
        adjusted.adjust(&measures, 0.08, 2.0);
        let simplest = level.simplest(&measures, 0.06, 2.0);
        for surface in [adjusted, simplest] {
            let pitch = 1.0 / surface.slope([300.0, 50.0])[1];
            assert!((pitch - 20.0).abs() < 0.4, "{pitch}");
        }
        // Where rows are many, they do.
        let many: Vec<Measure> = (0..64)
            .map(|at| {
                let place = [f64::from(at % 8) * 80.0, f64::from(at / 8) * 80.0];
                Measure {
                    place,
                    value: 0.002 * (place[1] - 280.0),
                    weight: 1.0,
                }
            })
            .collect();
        let mut adjusted = Surface::level(1, 20.0, [0.0, 0.0], [600.0, 600.0]);
        adjusted.adjust(&many, 0.08, 16.0);
        let slope = adjusted.slope([300.0, 300.0])[1];
        assert!((slope - 0.052).abs() < 0.0002, "{slope}");
    }
}
