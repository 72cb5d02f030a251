//! Levels pages with few rows, which are lower than the windows of the spectra, so that the spectra say
//! little about their direction.

use super::field::Field;
use super::ink::{Ink, Plane};
use super::pitch::{PITCHES, Spectrum};
use super::sheet::Sheet;
use super::surface::Measure;

/// With more rows than this the spectra suffice.
const MAX_ROWS: f64 = 12.0;
/// Maximum rise or fall of rows from the middle to either end, relative to the width.
const MAX_SLOPE: f64 = 0.05;
/// Maximum vertical distance of a row's middle from its ends, in cells.
const MAX_BOW: f64 = 0.7;
/// Number of trial steps per cell.
const STEPS: f64 = 8.0;
/// Minimum improvement of the sharpness.
const MIN_IMPROVEMENT: f64 = 1.02;
/// Number of cells in a strip.
const STRIP_CELLS: f64 = 2.0;

/// Returns candidate sheets on which the few rows along `sheet` are level: one from the field and one from
/// the undistorted page, both corrected by the ink of the rows. Empty if there are many rows.
pub(super) fn levelled(ink: &Ink, field: &Field, sheet: &Sheet, across: Option<&Spectrum>) -> Vec<Sheet> {
    let Some(pitch) = across.and_then(|across| across.strongest(PITCHES)) else {
        return Vec::new();
    };
    let strips = Strips::new(&sheet.plane, pitch.pixels);
    if strips.inked == 0 || strips.inked as f64 > MAX_ROWS * pitch.pixels {
        return Vec::new();
    }
    let lying = |flat: Sheet| if sheet.is_turned() { flat.turned() } else { flat };
    let plain = field.plain();
    let fields = [
        Some((field, None)),
        Sheet::flat(ink, &plain).map(|flat| (&plain, Some(lying(flat)))),
    ];
    fields
        .into_iter()
        .flatten()
        .filter_map(|(field, plain)| improved(ink, field, plain.as_ref().unwrap_or(sheet), pitch.pixels))
        .map(lying)
        .collect()
}

/// Returns the sheet of a field, bent so that its rows are level.
fn improved(ink: &Ink, field: &Field, sheet: &Sheet, pitch: f64) -> Option<Sheet> {
    let strips = Strips::new(&sheet.plane, pitch);
    let bend = strips.sharpest(pitch);
    // The rows of a turned sheet run along the columns of the other one.
    let (rows, sign) = if sheet.is_turned() { (0, 1.0) } else { (1, -1.0) };
    let (wide, middle) = (sheet.plane.width as f64, strips.middle);
    let turn = bend.slope / (wide / 2.0);
    let places = (-4..=4).flat_map(|part| [-4.0, 0.0, 4.0].map(|down| (f64::from(part) / 4.0, down * pitch)));
    let [down, across]: [Vec<Measure>; 2] = [true, false].map(|is_rows| {
        let measure = |(part, down): (f64, f64)| {
            let place = sheet.on_page([(part + 1.0) / 2.0 * wide, middle + down]);
            Measure {
                place: place.map(|at| f64::from(at) / ink.factor as f64),
                value: if is_rows {
                    sign * bend.at(part)
                } else {
                    turn * down
                },
                weight: 1.0,
            }
        };
        places.clone().map(measure).collect()
    });
    let mut field = field.clone();
    for (axis, measures) in [(rows, down), (1 - rows, across)] {
        field.surfaces[axis].fit(&measures, pitch, 6.0);
    }
    Sheet::flat(ink, &field)
}

/// A vertical deviation of rows in pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Bend {
    slope: f64,
    bow: f64,
}

impl Bend {
    /// Returns the deviation at a position from -1, the left edge, to 1, the right edge.
    fn at(self, part: f64) -> f64 {
        self.slope * part + self.bow * (part * part - 1.0 / 3.0)
    }
}

/// The ink of the lines of a plane, in vertical strips.
struct Strips {
    lines: Vec<Vec<f64>>,
    width: f64,
    /// The number of lines with ink, and the centre of the ink.
    inked: usize,
    middle: f64,
}

impl Strips {
    fn new(plane: &Plane, pitch: f64) -> Strips {
        let wide = ((STRIP_CELLS * pitch) as usize).max(1);
        let mut lines = vec![vec![0.0; plane.height]; plane.width.div_ceil(wide)];
        for (y, row) in plane.data.chunks_exact(plane.width.max(1)).enumerate() {
            for (strip, ink) in lines.iter_mut().zip(row.chunks(wide)) {
                strip[y] = ink.iter().map(|&ink| f64::from(ink)).sum::<f64>() / 255.0;
            }
        }
        let all: Vec<f64> = (0..plane.height)
            .map(|y| lines.iter().map(|strip| strip[y]).sum())
            .collect();
        let ink: f64 = all.iter().sum();
        let moment: f64 = all.iter().enumerate().map(|(y, ink)| y as f64 * ink).sum();
        // A line of a row has at least one stroke of a character.
        Strips {
            inked: all.iter().filter(|&&ink| ink > 0.25 * pitch).count(),
            middle: moment / ink.max(1e-9),
            lines,
            width: plane.width as f64 / wide as f64,
        }
    }

    /// Returns the unevenness of the lines' ink after correcting a bend: the sum of squares.
    fn sharpness(&self, bend: Bend) -> f64 {
        let height = self.lines.first().map_or(0, Vec::len);
        let mut sums = vec![0.0; height];
        for (at, strip) in self.lines.iter().enumerate() {
            let part = (at as f64 + 0.5) / self.width * 2.0 - 1.0;
            let down = bend.at(part).round() as isize;
            let (from, to) = (down.max(0) as usize, (-down).max(0) as usize);
            for (sum, ink) in sums.iter_mut().skip(to).zip(strip.iter().skip(from)) {
                *sum += ink;
            }
        }
        sums.iter().map(|sum| sum * sum).sum()
    }

    /// Returns the bend of the rows; none if correcting it makes little difference.
    fn sharpest(&self, pitch: f64) -> Bend {
        let steps = |most: f64| {
            let count = (most / pitch * STEPS) as i32;
            (-count..=count).map(move |step| f64::from(step) / STEPS * pitch)
        };
        let width = self.width * STRIP_CELLS * pitch;
        let bends = steps(MAX_SLOPE * width)
            .flat_map(|slope| steps(MAX_BOW * pitch).map(move |bow| Bend { slope, bow }));
        let level = self.sharpness(Bend::default());
        bends
            .map(|bend| (self.sharpness(bend), bend))
            .max_by(|one, other| one.0.total_cmp(&other.0))
            .filter(|(sharpness, _)| *sharpness > MIN_IMPROVEMENT * level)
            .map_or(Bend::default(), |(_, bend)| bend)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two rows of cells ten pixels wide and high, six of them ink, that fall by `fall` over the width and
    /// sag by `sag`.
    fn rows(fall: f64, sag: f64) -> Plane {
        let (width, height) = (320, 60);
        let mut data = vec![0; width * height];
        for x in (0..width).filter(|x| x % 10 < 6) {
            let part = (x as f64 + 0.5) / width as f64 * 2.0 - 1.0;
            let top = 20.0 + fall / 2.0 * part + sag * (1.0 - part * part);
            for row in 0..2 {
                for y in 0..6 {
                    data[(top as usize + 10 * row + y) * width + x] = 255;
                }
            }
        }
        Plane { width, height, data }
    }

    #[test]
    fn slope_and_sag_of_rows_are_measured() {
        let bend = |fall: f64, sag: f64| Strips::new(&rows(fall, sag), 10.0).sharpest(10.0);
        assert_eq!(bend(0.0, 0.0), Bend::default());
        let falling = bend(12.0, 0.0);
        assert!(
            (falling.slope - 6.0).abs() < 1.5 && falling.bow.abs() < 1.5,
            "{falling:?}"
        );
        let sagging = bend(-8.0, 5.0);
        assert!(
            (sagging.slope + 4.0).abs() < 1.5 && (sagging.bow + 5.0).abs() < 1.5,
            "{sagging:?}"
        );
    }
}
