//! The perspective of a flat page seen at an angle: nearer parts appear larger. Both families of waves
//! constrain it together, so a few correct ones suffice.

use super::surface::{SLOPE_ERROR, Slope, Surface, eliminate};

/// Typical relative enlargement of an end of a page, if there is perspective.
const TYPICAL_FORESHORTENING: f64 = 0.1;
/// Maximum relative enlargement of an end of a page.
const MAX_FORESHORTENING: f64 = 0.4;
/// Number of parameters.
const PARAMETERS: usize = 6;

/// A perspective mapping of positions from -1 to 1.
#[derive(Clone, Debug)]
pub(super) struct Perspective {
    middle: [f64; 2],
    size: f64,
    /// The parameters: four derivatives of the flat page's axes along the picture's axes, in the middle, then
    /// the relative reduction of the page's size towards the picture's right and lower edges.
    figures: [f64; PARAMETERS],
}

impl Perspective {
    /// Fits a perspective to the slopes of two families, for positions from `from` to `to`, ignoring
    /// outliers. `own` of the slopes are independent.
    pub fn of_slopes(families: [&[Slope]; 2], from: [f64; 2], to: [f64; 2], own: f64) -> Perspective {
        let [above, aside] =
            [0.0, TYPICAL_FORESHORTENING].map(|usual| Perspective::fitted(families, from, to, own, usual));
        // The Bayesian information criterion, with two values per slope: assume no perspective unless it is
        // evident.
        let figures = 4.0 * own;
        let gain = figures * ((above.left(families) + 1e-3) / (aside.left(families) + 1e-3)).ln();
        if gain > 2.0 * figures.max(2.0).ln() {
            aside
        } else {
            above
        }
    }

    /// Fits a perspective whose ends are enlarged by about `usual`.
    fn fitted(families: [&[Slope]; 2], from: [f64; 2], to: [f64; 2], own: f64, usual: f64) -> Perspective {
        // The same scale in both directions: little is known about the vertical bending of a page of low
        // height.
        let size = ((to[0] - from[0]).max(to[1] - from[1]) / 2.0).max(1.0);
        let mut lies = Perspective {
            middle: [0, 1].map(|axis| (from[axis] + to[axis]) / 2.0),
            size,
            figures: [1.0, 0.0, 0.0, 1.0, 0.0, 0.0],
        };
        let measured = || {
            let families = families.into_iter().enumerate();
            families.flat_map(|(axis, slopes)| slopes.iter().map(move |slope| (axis, slope)))
        };
        let total: f64 = measured().map(|(_, slope)| slope.weight).sum();
        for round in 0..8 {
            let mut matrix = [[0.0; PARAMETERS + 1]; PARAMETERS];
            for (axis, slope) in measured() {
                let now = lies.slope(axis, slope.place);
                let left = [0, 1].map(|along| slope.value[along] - now[along]);
                // The first round does not know the outliers.
                let doubt = if round == 0 {
                    0.0
                } else {
                    left[0].hypot(left[1]) / (2.0 * SLOPE_ERROR)
                };
                let weight = slope.weight / (1.0 + doubt * doubt);
                let changes = lies.changes(axis, slope.place, now);
                for along in 0..2 {
                    for (row, one) in matrix.iter_mut().zip(changes) {
                        for (value, other) in row.iter_mut().zip(changes) {
                            *value += weight * one[along] * other[along];
                        }
                        row[PARAMETERS] += weight * one[along] * left[along];
                    }
                }
            }
            let held = total * (SLOPE_ERROR / usual.max(1e-6)).powi(2) / own.max(1.0);
            for (at, row) in matrix.iter_mut().enumerate() {
                if at >= 4 {
                    row[at] += held;
                    row[PARAMETERS] -= held * lies.figures[at];
                }
                row[at] += 1e-9 * total.max(1e-9);
            }
            eliminate(&mut matrix);
            for (at, (row, figure)) in matrix.iter().zip(&mut lies.figures).enumerate() {
                *figure += row[PARAMETERS] / row[at];
                if at >= 4 {
                    *figure = figure.clamp(-MAX_FORESHORTENING, MAX_FORESHORTENING);
                }
            }
        }
        lies
    }

    /// Returns the mean square of the residuals, relative to the measurement error.
    fn left(&self, families: [&[Slope]; 2]) -> f64 {
        let (mut sum, mut all) = (0.0, 0.0);
        for (axis, slopes) in families.into_iter().enumerate() {
            for slope in slopes {
                let now = self.slope(axis, slope.place);
                let far = (slope.value[0] - now[0]).hypot(slope.value[1] - now[1]) / (2.0 * SLOPE_ERROR);
                sum += slope.weight * far.min(3.0).powi(2);
                all += slope.weight;
            }
        }
        sum / all.max(1e-9)
    }

    /// Returns the surface that grows by one per pixel of the flat page along an axis.
    pub fn surface(&self, axis: usize) -> Surface {
        Surface::like(self.middle, self.size, |place| self.at(axis, place))
    }

    fn at(&self, axis: usize, place: [f64; 2]) -> f64 {
        let [x, y] = [0, 1].map(|axis| (place[axis] - self.middle[axis]) / self.size);
        let [across, down] = [self.figures[2 * axis], self.figures[2 * axis + 1]];
        self.middle[axis] + self.size * (across * x + down * y) / self.farther(place)
    }

    /// Returns the factor by which the page appears smaller than in the middle, for one line.
    fn farther(&self, place: [f64; 2]) -> f64 {
        let by = [0, 1].map(|axis| self.figures[4 + axis] * (place[axis] - self.middle[axis]) / self.size);
        1.0 + by[0] + by[1]
    }

    fn slope(&self, axis: usize, place: [f64; 2]) -> [f64; 2] {
        let value = (self.at(axis, place) - self.middle[axis]) / self.size;
        [0, 1].map(|along| {
            (self.figures[2 * axis + along] - self.figures[4 + along] * value) / self.farther(place)
        })
    }

    /// Returns the derivatives of a slope, which is `now` at a position, with respect to the parameters.
    fn changes(&self, axis: usize, place: [f64; 2], now: [f64; 2]) -> [[f64; 2]; PARAMETERS] {
        const STEP: f64 = 1e-4;
        std::array::from_fn(|figure| {
            let mut moved = self.clone();
            moved.figures[figure] += STEP;
            let slope = moved.slope(axis, place);
            [0, 1].map(|along| (slope[along] - now[along]) / STEP)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The slopes of a page of 600 x 500 pixels with these parameters, in windows 64 pixels apart; each
    /// `every`th one is wrong.
    fn slopes(figures: [f64; PARAMETERS], every: usize) -> [Vec<Slope>; 2] {
        let lies = Perspective {
            middle: [300.0, 250.0],
            size: 300.0,
            figures,
        };
        let places: Vec<[f64; 2]> = (0..8)
            .flat_map(|y| (0..10).map(move |x| [x, y].map(|at| f64::from(at) * 64.0)))
            .collect();
        [0, 1].map(|axis| {
            let slope = |(at, &place): (usize, &[f64; 2])| {
                let value = lies.slope(axis, place);
                Slope {
                    place,
                    value: if (at + 1) % every == 0 {
                        value.map(|value| 1.3 * value)
                    } else {
                        value
                    },
                    weight: 1.0,
                }
            };
            places.iter().enumerate().map(slope).collect()
        })
    }

    fn found(slopes: &[Vec<Slope>; 2]) -> Perspective {
        let families = slopes.each_ref().map(Vec::as_slice);
        Perspective::of_slopes(families, [0.0, 0.0], [600.0, 500.0], 20.0)
    }

    #[test]
    fn perspective_is_fitted_to_slopes_despite_outliers() {
        let truth = [1.0, 0.08, -0.07, 1.02, 0.12, -0.05];
        let found = found(&slopes(truth, 5));
        for (found, truth) in found.figures.iter().zip(truth) {
            assert!((found - truth).abs() < 0.02, "{found} for {truth}");
        }
        // The polynomial is as good as the perspective itself.
        for axis in 0..2 {
            let surface = found.surface(axis);
            for place in [[0.0, 0.0], [600.0, 500.0], [300.0, 0.0], [410.0, 333.0]] {
                let [is, should] = [surface.at(place), found.at(axis, place)];
                assert!((is - should).abs() < 0.5, "{is} for {should} at {place:?}");
            }
        }
    }

    #[test]
    fn a_page_seen_from_above_has_no_perspective() {
        // Measurement errors like those of windows, slightly larger on the right.
        let mut slopes = slopes([1.0, 0.0, 0.0, 1.0, 0.0, 0.0], usize::MAX);
        for (at, slope) in slopes.iter_mut().flatten().enumerate() {
            let wrong = SLOPE_ERROR * (at as f64 * 2.3).sin() + 0.02 * slope.place[0] / 600.0;
            slope.value = slope.value.map(|value| value + wrong);
        }
        let found = found(&slopes);
        assert!(
            found.figures[4..].iter().all(|figure| figure.abs() < 1e-4),
            "{found:?}"
        );
    }
}
