//! Smooth functions of the position on a sheet, fitted to scattered measurements.

/// The degree of the polynomials.
const DEGREE: usize = 4;
/// Number of terms of a polynomial in two variables.
const TERMS: usize = (DEGREE + 1) * (DEGREE + 2) / 2;
/// Ridge regularization by the degree of a term: enough that noise does not bend straight surfaces.
const RIDGE: [f64; DEGREE + 1] = [1e-9, 1e-6, 3e-5, 2.5e-4, 7e-4];

/// Relative error of the known size of cells, and of the slope of rows.
const SIZE_ERROR: f64 = 0.02;
/// Measurement error of slopes.
pub(super) const SLOPE_ERROR: f64 = 0.04;

type Terms = [f64; TERMS];

/// A polynomial of the position.
#[derive(Clone, Debug)]
pub(super) struct Surface {
    middle: [f64; 2],
    size: [f64; 2],
    terms: Terms,
}

/// A value measured at a position, with its weight.
#[derive(Clone, Copy, Debug)]
pub(super) struct Measure {
    pub place: [f64; 2],
    pub value: f64,
    pub weight: f64,
}

/// A gradient measured at a position, with its weight.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slope {
    pub place: [f64; 2],
    pub value: [f64; 2],
    pub weight: f64,
}

/// Returns the number of terms up to a degree.
fn terms(degree: usize) -> usize {
    (degree + 1) * (degree + 2) / 2
}

/// Returns the highest degree that this many independent positions can determine.
fn highest(own: f64) -> usize {
    (2..=DEGREE)
        .take_while(|&degree| terms(degree) as f64 <= own)
        .last()
        .unwrap_or(1)
}

/// The exponents of each term.
fn powers() -> impl Iterator<Item = (usize, usize)> {
    (0..=DEGREE).flat_map(|degree| (0..=degree).map(move |down| (degree - down, down)))
}

/// The powers of a value.
fn powers_of(value: f64) -> [f64; DEGREE + 1] {
    let square = value * value;
    [1.0, value, square, value * square, square * square]
}

impl Surface {
    /// Returns a surface that grows by 1 per `pitch` along an axis, for positions from `from` to `to`.
    pub fn level(axis: usize, pitch: f64, from: [f64; 2], to: [f64; 2]) -> Surface {
        let middle = [0, 1].map(|axis| (from[axis] + to[axis]) / 2.0);
        let size = [0, 1].map(|axis| ((to[axis] - from[axis]) / 2.0).max(1.0));
        let mut terms = [0.0; TERMS];
        terms[0] = middle[axis] / pitch;
        terms[1 + axis] = size[axis] / pitch;
        Surface { middle, size, terms }
    }

    /// Approximates a smooth function for positions within `size` of the middle.
    pub fn like(middle: [f64; 2], size: f64, function: impl Fn([f64; 2]) -> f64) -> Surface {
        /// Number of sample positions on each side of the middle.
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

    /// Fits a surface to slopes, starting from `base` and ignoring outliers. `own` of the slopes are
    /// independent.
    pub fn of_slopes(axis: usize, slopes: &[Slope], base: &Surface, own: f64) -> Surface {
        let size = base.size[0];
        // Terms of high degree are at most a tenth of the page.
        let ridge = (SLOPE_ERROR / 0.1).powi(2) / own.max(1.0);
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
            // The Bayesian information criterion, with two values per slope.
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

    /// Returns the residual of a slope, relative to the measurement error.
    fn misses(&self, slope: &Slope) -> f64 {
        let now = self.slope(slope.place);
        (now[0] - slope.value[0]).hypot(now[1] - slope.value[1]) / (2.0 * SLOPE_ERROR)
    }

    /// Returns the derivatives of each term along each axis.
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

    /// Returns the value at a position.
    pub fn at(&self, place: [f64; 2]) -> f64 {
        self.basis(place)
            .iter()
            .zip(&self.terms)
            .map(|(basis, term)| basis * term)
            .sum()
    }

    /// Converts an x coordinate for the function that [`along`](Surface::along) returns.
    pub fn across(&self, x: f64) -> f64 {
        (x - self.middle[0]) / self.size[0]
    }

    /// Returns the values along a horizontal line as a function of the converted x coordinate.
    pub fn along(&self, y: f64) -> impl Fn(f64) -> f64 + use<> {
        let y = powers_of((y - self.middle[1]) / self.size[1]);
        let mut line = [0.0; DEGREE + 1];
        for (term, (across, down)) in self.terms.iter().zip(powers()) {
            line[across] += term * y[down];
        }
        move |across| line.iter().rev().fold(0.0, |sum, term| sum * across + term)
    }

    /// Returns the gradient.
    pub fn slope(&self, place: [f64; 2]) -> [f64; 2] {
        [0, 1].map(|axis| {
            let [mut less, mut more] = [place; 2];
            less[axis] -= 0.5;
            more[axis] += 0.5;
            self.at(more) - self.at(less)
        })
    }

    /// Adds a constant.
    pub fn plus(mut self, value: f64) -> Surface {
        self.terms[0] += value;
        self
    }

    /// Returns a constant minus the surface.
    pub fn taken_from(mut self, value: f64) -> Surface {
        self.terms.iter_mut().for_each(|term| *term = -*term);
        self.plus(value)
    }

    /// Adds a fit to differences of neighbouring positions, each known modulo 1, ignoring outliers. `own` of
    /// the positions are independent.
    pub fn bend(&mut self, pairs: &[([[f64; 2]; 2], f64, f64)], own: f64) {
        /// Measurement error of the differences.
        const DIFFERENCE_ERROR: f64 = 0.08;
        let ridge = self.held(DIFFERENCE_ERROR, own);
        let mut bent = [0.0; TERMS];
        for _ in 0..4 {
            let rows = pairs.iter().map(|&([one, other], change, weight)| {
                let (one, other) = (self.basis(one), self.basis(other));
                let mut row = [0.0; TERMS];
                for (row, (one, other)) in row.iter_mut().zip(one.iter().zip(&other)) {
                    *row = other - one;
                }
                let left: f64 = change - row.iter().zip(&bent).map(|(row, bent)| row * bent).sum::<f64>();
                (row, change, weight / (1.0 + (left / DIFFERENCE_ERROR).powi(2)))
            });
            bent = solve_with(rows, highest(own), ridge);
        }
        bent[0] = 0.0;
        self.add(&bent);
    }

    /// Adds a fit to values, ignoring outliers beyond about `spread`. `own` of the values are independent.
    pub fn fit(&mut self, measures: &[Measure], spread: f64, own: f64) {
        let added = self.fitted(measures, spread, highest(own), by_degree(RIDGE));
        self.add(&added);
    }

    /// Like [`fit`](Surface::fit), but for a surface with known slopes: measurements side by side say little
    /// about them.
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

    /// Returns the surface of the lowest degree that fits residuals about as well as any. `own` of the
    /// measurements are independent.
    pub fn simplest(&self, measures: &[Measure], spread: f64, own: f64) -> Surface {
        // The curvature is fitted anew.
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

    /// Returns the regularization for adjusting the surface with `own` independent measurements with the
    /// error `spread`: with few rows the positions of their ink do not determine their spacing.
    fn held(&self, spread: f64, own: f64) -> Terms {
        let mut ridge = by_degree(RIDGE);
        let steepest = (self.terms[1] / self.size[0])
            .abs()
            .max((self.terms[2] / self.size[1]).abs());
        for axis in 0..2 {
            let known = SIZE_ERROR * steepest * self.size[axis];
            ridge[1 + axis] += (spread / known.max(1e-3)).powi(2) / own.max(1.0);
        }
        ridge
    }

    /// Returns the terms up to a degree that fit values, with ridge regularization.
    fn fitted(&self, measures: &[Measure], spread: f64, degree: usize, ridge: Terms) -> Terms {
        let mut terms = [0.0; TERMS];
        for round in 0..4 {
            let rows = measures.iter().map(|measure| {
                let row = self.basis(measure.place);
                let left = measure.value - row.iter().zip(&terms).map(|(row, term)| row * term).sum::<f64>();
                // The first round does not know the outliers.
                let doubt = if round == 0 { 0.0 } else { left / spread };
                (row, measure.value, measure.weight / (1.0 + doubt * doubt))
            });
            terms = solve_with(rows, degree, ridge);
        }
        terms
    }
}

/// Returns the position at which two surfaces have these values, starting from a position near it.
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

/// The regularization of each term, by its degree.
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

/// Gaussian elimination of a positive definite matrix, so the pivots are on the diagonal; the last column is
/// the right-hand side.
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
    fn one_row_of_positions_does_not_change_the_row_pitch() {
        // Rows 20 pixels apart; windows side by side, with those lower in their row measured slightly too
        // low.
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
        // With many rows, they do.
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
