//! Follows two families of waves across a page, one along each axis: the rows and the cells of a listing, in
//! either order. Their local direction and frequency show how the page is bent.

use std::collections::BinaryHeap;

use super::ink::Ink;
use super::perspective::Perspective;
use super::spectra::{Spectra, runs_along};
use super::surface::{Slope, Surface};

/// Maximum relative change of a wave from one window to the next.
const MAX_CHANGE: f64 = 0.11;
/// Minimum strength of a wave, relative to the waves of the same length.
const MIN_STRENGTH: f32 = 6.0;
/// The weight of a wave that is only known from the one across it.
const PERPENDICULAR_WEIGHT: f64 = 0.1;
/// Number of windows that share a pixel.
const OVERLAP: f64 = 4.0;

/// A mapping from the picture to the flat page: for each axis a surface that grows by one per pixel of the
/// flat page, and the area in which it was measured.
#[derive(Clone)]
pub(super) struct Field {
    pub surfaces: [Surface; 2],
    pub from: [f64; 2],
    pub to: [f64; 2],
}

impl Field {
    /// Returns the position on the flat page. Outside the measured area the mapping is continued linearly.
    pub fn at(&self, place: [f64; 2]) -> [f64; 2] {
        let inside = self.inside(place);
        self.surfaces.each_ref().map(|surface| {
            let slope = surface.slope(inside);
            surface.at(inside)
                + (0..2)
                    .map(|axis| slope[axis] * (place[axis] - inside[axis]))
                    .sum::<f64>()
        })
    }

    /// Returns the mapping of a page that is already flat.
    pub fn plain(&self) -> Field {
        Field {
            surfaces: [0, 1].map(|axis| Surface::level(axis, 1.0, self.from, self.to)),
            ..*self
        }
    }

    fn inside(&self, place: [f64; 2]) -> [f64; 2] {
        [0, 1].map(|axis| place[axis].clamp(self.from[axis], self.to[axis]))
    }

    /// Returns the inverse of the mapping, starting from a position near it.
    pub fn place(&self, values: [f64; 2], near: [f64; 2]) -> [f64; 2] {
        let mut place = near;
        for _ in 0..8 {
            let [[a, b], [c, d]] = self
                .surfaces
                .each_ref()
                .map(|surface| surface.slope(self.inside(place)));
            let at = self.at(place);
            let [u, v] = [0, 1].map(|axis| values[axis] - at[axis]);
            let determinant = a * d - b * c;
            if u.hypot(v) < 0.02 || determinant.abs() < 1e-6 {
                break;
            }
            place[0] += (u * d - v * b) / determinant;
            place[1] += (v * a - u * c) / determinant;
        }
        place
    }
}

/// Returns the plausible mappings of a page, most likely first; none if no waves can be followed.
pub(super) fn fields(ink: &Ink) -> impl Iterator<Item = Field> {
    Spectra::of(ink)
        .into_iter()
        .filter_map(|(spectra, commonest)| field(&spectra, commonest))
}

/// Returns the mapping that follows the waves near the most common ones.
fn field(spectra: &Spectra, commonest: [[f64; 2]; 2]) -> Option<Field> {
    let mut families = [0, 1].map(|axis| follow(spectra, axis, spectra.in_pixels(commonest[axis])));
    // Relative to the usual frequency: flat paper has the same scale along both axes.
    for (axis, family) in families.iter_mut().enumerate() {
        let Some(usual) = usual(family, axis) else {
            continue;
        };
        for slope in family.iter_mut() {
            slope.value = slope.value.map(|value| value / usual);
        }
    }
    let strength = |family: &[Slope]| family.iter().map(|slope| slope.weight).sum::<f64>();
    let strengths = [0, 1].map(|axis| strength(&families[axis]));
    if strengths[0] + strengths[1] <= 0.0 {
        return None;
    }
    let [one, other] = &mut families;
    for (one, other) in one.iter_mut().zip(other) {
        let weights = [one.weight, other.weight];
        if weights[0] <= 0.0 && weights[1] > 0.0 {
            let [x, y] = other.value;
            *one = Slope {
                value: [y, -x],
                weight: PERPENDICULAR_WEIGHT * weights[1],
                ..*one
            };
        } else if weights[1] <= 0.0 && weights[0] > 0.0 {
            let [x, y] = one.value;
            *other = Slope {
                value: [-y, x],
                weight: PERPENDICULAR_WEIGHT * weights[0],
                ..*other
            };
        }
    }
    let measured = || families[0].iter().filter(|slope| slope.weight > 0.0);
    let extreme = |axis: usize, start: f64, extreme: fn(f64, f64) -> f64| {
        measured().map(|slope| slope.place[axis]).fold(start, extreme)
    };
    let from = [0, 1].map(|axis| extreme(axis, f64::MAX, f64::min));
    let to = [0, 1].map(|axis| extreme(axis, f64::MIN, f64::max));
    let own = measured().count() as f64 / OVERLAP;
    let lies = Perspective::of_slopes(families.each_ref().map(Vec::as_slice), from, to, own);
    Some(Field {
        surfaces: [0, 1].map(|axis| Surface::of_slopes(axis, &families[axis], &lies.surface(axis), own)),
        from,
        to,
    })
}

/// The median frequency of a family.
fn usual(family: &[Slope], axis: usize) -> Option<f64> {
    let mut along: Vec<f64> = family
        .iter()
        .filter(|slope| slope.weight > 0.0)
        .map(|slope| slope.value[axis])
        .collect();
    if along.is_empty() {
        return None;
    }
    let middle = along.len() / 2;
    Some(*along.select_nth_unstable_by(middle, f64::total_cmp).1)
}

/// Returns the wave in each window with ink, followed from the window in which the most common wave is
/// strongest to its neighbours, strongest first. The weight is zero in windows without such a wave.
fn follow(spectra: &Spectra, axis: usize, common: [f64; 2]) -> Vec<Slope> {
    let measured = |at: usize, near: [f64; 2]| {
        let (wave, strength) = spectra.strongest(spectra.windows[at].as_ref()?, near, MAX_CHANGE);
        (strength >= MIN_STRENGTH && runs_along(axis, wave)).then_some((wave, strength))
    };
    // The wave of each window that has been visited.
    let mut known: Vec<Option<([f64; 2], f32)>> = vec![None; spectra.windows.len()];
    let expected = |known: &[Option<([f64; 2], f32)>], at: usize| {
        let (mut sum, mut weight) = ([0.0; 2], 0.0);
        for (wave, strength) in spectra.around(at).filter_map(|at| known[at]) {
            let own = f64::from(strength) + 0.1;
            sum = [0, 1].map(|axis| sum[axis] + own * wave[axis]);
            weight += own;
        }
        sum.map(|sum| sum / weight)
    };
    let rank = |strength: f32| (strength * 1000.0) as u64;
    let seeds = (0..known.len()).filter_map(|at| Some((rank(measured(at, common)?.1), at)));
    let mut next: BinaryHeap<(u64, usize)> = seeds.max().into_iter().collect();
    while let Some((_, at)) = next.pop() {
        if known[at].is_some() {
            continue;
        }
        let near = if spectra.around(at).any(|at| known[at].is_some()) {
            expected(&known, at)
        } else {
            common
        };
        known[at] = Some(measured(at, near).unwrap_or((near, 0.0)));
        for at in spectra.around(at).filter(|&at| known[at].is_none()) {
            let strength = measured(at, expected(&known, at)).map_or(0.0, |(_, strength)| strength);
            next.push((rank(strength), at));
        }
    }
    (spectra.windows.iter().zip(known))
        .filter_map(|(window, known)| {
            let (value, strength) = known.unwrap_or((common, 0.0));
            Some(Slope {
                place: window.as_ref()?.place,
                value,
                weight: f64::from(strength).min(100.0).sqrt(),
            })
        })
        .collect()
}
