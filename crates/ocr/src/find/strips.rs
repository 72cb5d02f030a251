//! Strips: a listing that was cut into pieces and pasted up has no common lattice. The pieces are moved
//! together so that they have one.

use super::ink::Plane;
use super::pitch::profile;
use super::profile::{PARTS, shift, softened, spill};

/// A line is empty if its ink is less than this, in cells.
const MIN_LINE_INK: f64 = 0.25;
/// The share of the gaps between rows that are not wider than those within strips.
const USUAL_GAPS: f64 = 1.0 / 3.0;
/// Minimum increase of a gap between strips over a usual gap, in rows.
const MIN_INCREASE: f64 = 0.15;
/// Minimum and maximum pitch of rows, in cells: less than that of two rows, which repeat, too.
const ROW_PITCHES: [f64; 2] = [0.85, 1.75];
/// Minimum increase of the autocorrelation for a row pitch that differs from the width of cells.
const MIN_CORRELATION_INCREASE: f64 = 0.1;
/// Strips that are less out of step than this, in rows or cells, need not be moved.
const MIN_STEP: f64 = 0.1;
/// The ascenders and descenders of a row may make a gap narrower than a usual one by this, in rows.
const MAX_DECREASE: f64 = 0.3;

/// The way back from strips that were moved together to where they were.
#[derive(Clone, Debug, Default)]
pub(super) struct Seams {
    /// For each strip: the line at which it starts, and how far to the right and how much lower it was.
    strips: Vec<(f64, [f64; 2])>,
}

impl Seams {
    /// Returns how far what is now at a line was to the right, and how much lower.
    pub fn offset(&self, line: f64) -> [f64; 2] {
        let next = self.strips.partition_point(|(start, _)| *start <= line);
        self.strips
            .get(next.saturating_sub(1))
            .map_or([0.0; 2], |(_, offset)| *offset)
    }
}

/// Returns the part of a sheet with its strips moved together, their seams, and the pitch of the rows. The
/// part has cells that are `across` pixels wide. `None` if all rows are in step.
pub(super) fn joined(plane: &Plane, [from, to]: [[usize; 2]; 2], across: f64) -> Option<(Plane, Seams, f64)> {
    let lines = profile(plane, 1, [from[1], to[1]], [from[0], to[0]]);
    let lines: Vec<f64> = lines
        .into_iter()
        .map(|ink| f64::from(ink) / 255.0 / across)
        .collect();
    let runs = runs(&lines);
    let usual = usual_gap(&runs, across);
    let strips = strips(&runs, usual + MIN_INCREASE * across);
    // More strips than rows are dirt.
    if strips.len() < 2 || strips.len() as f64 * across > lines.len() as f64 {
        return None;
    }
    let pitch = pitch_within(&lines, &strips, across);
    let steps = steps(plane, [from, to], &lines, &strips, [across, pitch]);
    let is_in_step = |step: &[f64; 2]| step.iter().all(|step| step.abs() < MIN_STEP);
    if steps.iter().all(is_in_step) {
        return None;
    }
    let mut seams = Seams::default();
    let mut joined = Plane {
        width: plane.width,
        height: 0,
        data: Vec::new(),
    };
    // The end of the previous strip, here and where it was.
    let mut end: Option<f64> = None;
    for (strip, step) in strips.iter().zip(&steps) {
        let [start, stop] = strip.map(|line| line + from[1]);
        // The nearest line below the previous strip where this one is in step.
        let least = end.map_or(across, |end| end + usual - MAX_DECREASE * pitch);
        let own = start as f64 - step[1] * pitch;
        let place = own + ((least - own) / pitch).ceil() * pitch;
        let down = (place - start as f64).round();
        let aside = (-step[0] * across).round();
        seams
            .strips
            .push((place - MAX_DECREASE * pitch / 2.0, [-aside, -down]));
        add(
            &mut joined,
            plane,
            [start, stop],
            [from[0], to[0]],
            [aside as isize, down as isize],
        );
        end = Some(stop as f64 + down);
    }
    let height = joined.height + across as usize;
    joined.data.resize(joined.width * height, 0);
    joined.height = height;
    Some((joined, seams, pitch))
}

/// Adds lines of a plane to another one, moved.
fn add(
    joined: &mut Plane,
    plane: &Plane,
    [start, stop]: [usize; 2],
    [left, right]: [usize; 2],
    [aside, down]: [isize; 2],
) {
    let width = plane.width;
    for y in start..stop {
        let Some(line) = y.checked_add_signed(down) else {
            continue;
        };
        joined.height = joined.height.max(line + 1);
        joined.data.resize(width * joined.height, 0);
        for x in left..right {
            let ink = plane.data[y * width + x];
            if let Some(x) = x.checked_add_signed(aside).filter(|&x| x < width) {
                let place = &mut joined.data[line * width + x];
                *place = (*place).max(ink);
            }
        }
    }
}

/// Returns the first lines and the ends of runs of lines with ink.
fn runs(lines: &[f64]) -> Vec<[usize; 2]> {
    let mut runs: Vec<[usize; 2]> = Vec::new();
    for line in (0..lines.len()).filter(|&line| lines[line] >= MIN_LINE_INK) {
        match runs.last_mut() {
            Some([_, end]) if *end == line => *end = line + 1,
            _ => runs.push([line, line + 1]),
        }
    }
    runs
}

/// Returns the height in lines of a usual gap between rows. Rows without a gap between them have one of zero.
fn usual_gap(runs: &[[usize; 2]], across: f64) -> f64 {
    let mut gaps: Vec<usize> = runs.windows(2).map(|pair| pair[1][0] - pair[0][1]).collect();
    let rows = runs
        .iter()
        .map(|[start, end]| ((end - start) as f64 / across).round().max(1.0) as usize - 1);
    gaps.extend(rows.flat_map(|touching| std::iter::repeat_n(0, touching)));
    gaps.sort_unstable();
    let usual = (gaps.len() as f64 * USUAL_GAPS) as usize;
    gaps.get(usual).map_or(0.0, |&gap| gap as f64)
}

/// Returns the first lines and the ends of the strips: parts between gaps that are at least so wide.
fn strips(runs: &[[usize; 2]], wide: f64) -> Vec<[usize; 2]> {
    let mut strips: Vec<[usize; 2]> = Vec::new();
    for &[start, end] in runs {
        match strips.last_mut() {
            Some([_, last]) if ((start - *last) as f64) < wide => *last = end,
            _ => strips.push([start, end]),
        }
    }
    strips
}

/// Returns the pitch of the rows within strips: the width of cells, unless another repeats clearly better.
fn pitch_within(lines: &[f64], strips: &[[usize; 2]], across: f64) -> f64 {
    let likeness = |by: usize| {
        let (mut product, mut squares) = (0.0, 0.0);
        for &[start, end] in strips {
            let lines = &lines[start..end];
            let mean = lines.iter().sum::<f64>() / lines.len() as f64;
            let level = |line: &f64| line - mean;
            let pairs = lines.iter().zip(lines.get(by..).unwrap_or(&[]));
            for (one, other) in pairs {
                product += level(one) * level(other);
                squares += (level(one).powi(2) + level(other).powi(2)) / 2.0;
            }
        }
        product / squares.max(1e-9)
    };
    let best = |[low, high]: [f64; 2]| {
        let range = (low * across).round() as usize..=(high * across).round() as usize;
        let all = range.map(|by| (likeness(by), by));
        all.fold((-1.0, 0), |best, one| if one.0 > best.0 { one } else { best })
    };
    let (square, other) = (best([0.92, 1.08]), best(ROW_PITCHES));
    let (here, by) = if other.0 > square.0 + MIN_CORRELATION_INCREASE {
        other
    } else {
        square
    };
    // Between whole lines: the top of the parabola through the neighbours.
    let [before, after] = [likeness(by - 1), likeness(by + 1)];
    let bow = before - 2.0 * here + after;
    let part = if bow < -1e-12 {
        ((before - after) / (2.0 * bow)).clamp(-0.5, 0.5)
    } else {
        0.0
    };
    by as f64 + part
}

/// Returns how far each strip is out of step with the others, across and down, in cells and rows.
fn steps(
    plane: &Plane,
    [from, to]: [[usize; 2]; 2],
    lines: &[f64],
    strips: &[[usize; 2]],
    pitches: [f64; 2],
) -> Vec<[f64; 2]> {
    let folded = |ink: &mut dyn Iterator<Item = f64>, start: usize, pitch: f64| {
        let mut profile = [0.0; PARTS];
        for (at, ink) in (start..).zip(ink) {
            spill(&mut profile, (at as f64 + 0.5) / pitch, ink);
        }
        softened(&profile, PARTS as f64 / pitch)
    };
    let profiles: Vec<[[f64; PARTS]; 2]> = strips
        .iter()
        .map(|&[start, end]| {
            let columns = profile(plane, 0, [from[0], to[0]], [from[1] + start, from[1] + end]);
            [
                folded(
                    &mut columns.iter().map(|&ink| f64::from(ink)),
                    from[0],
                    pitches[0],
                ),
                folded(
                    &mut lines[start..end].iter().copied(),
                    from[1] + start,
                    pitches[1],
                ),
            ]
        })
        .collect();
    // The longest strips first: they are the clearest.
    let mut order: Vec<usize> = (0..strips.len()).collect();
    order.sort_by_key(|&at| std::cmp::Reverse(strips[at][1] - strips[at][0]));
    let mut steps = vec![[0.0; 2]; strips.len()];
    for axis in 0..2 {
        let mut all = [0.0; PARTS];
        for &at in &order {
            let own = &profiles[at][axis];
            let step = shift(own, &all, PARTS / 2).map_or(0.0, |(step, _)| step);
            let parts = (step * PARTS as f64).round() as isize;
            for (part, all) in all.iter_mut().enumerate() {
                *all += own[(part as isize + parts).rem_euclid(PARTS as isize) as usize];
            }
            steps[at][axis] = step;
        }
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A sheet with rows of eight lines, each `down` lines below the previous one and `aside` columns to the right.
    fn sheet(rows: &[[usize; 2]]) -> Plane {
        let width = 120;
        let mut data = vec![0; 10 * width];
        for &[down, aside] in rows {
            data.resize(data.len() + down * width, 0);
            for line in 0..8 {
                let is_ink =
                    |x: usize| x >= 10 + aside && (x - 10 - aside) % 10 < 5 && !(x + line).is_multiple_of(7);
                data.extend((0..width).map(|x| 255 * u8::from(is_ink(x))));
            }
        }
        data.resize(data.len() + 10 * width, 0);
        let height = data.len() / width;
        Plane { width, height, data }
    }

    fn moved(plane: &Plane) -> Option<Vec<[f64; 2]>> {
        let part = [[0, 0], [plane.width, plane.height]];
        joined(plane, part, 10.0).map(|(_, seams, _)| seams.strips.iter().map(|strip| strip.1).collect())
    }

    #[test]
    fn strips_are_moved_into_step() {
        let mut rows = vec![[2, 0]; 18];
        assert_eq!(moved(&sheet(&rows)), None);
        // A row is left out: the strips are in step.
        rows[6] = [12, 0];
        assert_eq!(moved(&sheet(&rows)), None);
        // 3 columns to the right, and half a row lower.
        rows[6] = [7, 0];
        rows[6..].iter_mut().for_each(|row| row[1] = 3);
        let moved = moved(&sheet(&rows)).unwrap();
        assert_eq!(moved.len(), 2);
        assert_eq!([0, 1].map(|axis| moved[1][axis] - moved[0][axis]), [3.0, 5.0]);
    }

    #[test]
    fn lines_belong_to_the_strip_above_the_next_one() {
        let seams = Seams {
            strips: vec![(5.0, [0.0, 1.0]), (20.0, [2.0, 3.0])],
        };
        let offsets = [0.0, 5.0, 19.9, 20.0, 90.0].map(|line| seams.offset(line));
        assert_eq!(
            offsets,
            [[0.0, 1.0], [0.0, 1.0], [0.0, 1.0], [2.0, 3.0], [2.0, 3.0]]
        );
        assert_eq!(Seams::default().offset(7.0), [0.0; 2]);
    }
}
