//! Profiles: the ink of cells as a histogram over the parts of a cell.

/// Number of parts of a cell.
pub(super) const PARTS: usize = 32;

/// Returns the floor of a value; `f64::floor` is a function call on the baseline processor.
pub(super) fn floor(value: f64) -> i64 {
    let whole = value as i64;
    whole - i64::from(whole as f64 > value)
}

/// Returns the two parts of a cell on both sides of a value, and the ink of each.
pub(super) fn between(value: f64, ink: f64) -> [(usize, f64); 2] {
    // From 2^52 on an f64 has no fraction: adding it rounds, and the low bits are the whole number.
    const ROUNDING_OFFSET: f64 = (3_u64 << 51) as f64;
    let at = (value - floor(value) as f64) * PARTS as f64 - 0.5;
    let near = at + ROUNDING_OFFSET;
    let is_above = near - ROUNDING_OFFSET > at;
    let whole = near - ROUNDING_OFFSET - f64::from(u8::from(is_above));
    let low = (near.to_bits() as usize).wrapping_sub(usize::from(is_above)) % PARTS;
    let part = at - whole;
    [(low, ink * (1.0 - part)), ((low + 1) % PARTS, ink * part)]
}

/// Adds ink to a profile.
pub(super) fn spill(profile: &mut [f64], value: f64, ink: f64) {
    for (part, ink) in between(value, ink) {
        profile[part] += ink;
    }
}

/// Spreads a profile of pixels that are `width` parts wide over that width, so that there are no gaps.
pub(super) fn softened(profile: &[f64], width: f64) -> [f64; PARTS] {
    let mut soft = [0.0; PARTS];
    let reach = (width / 2.0 - 0.5).max(0.0);
    let whole = reach.floor();
    let sides = (1..=whole as usize).map(|by| (by, 1.0));
    let sides: Vec<(usize, f64)> = sides.chain([(whole as usize + 1, reach - whole)]).collect();
    for (at, soft) in soft.iter_mut().enumerate() {
        let around = |by: usize| profile[(at + by) % PARTS] + profile[(at + PARTS - by % PARTS) % PARTS];
        *soft = profile[at] + sides.iter().map(|&(by, weight)| weight * around(by)).sum::<f64>();
    }
    soft
}

/// Limits the ink of lines to what most lines with ink have: a row of asterisks is a bar that has more ink than the
/// upper and lower edges of letters, but is between them.
pub(super) fn limited(values: &mut [f64]) {
    const SHARE: f64 = 0.9;
    let mut inked: Vec<f64> = values.iter().copied().filter(|&ink| ink > 0.0).collect();
    if inked.is_empty() {
        return;
    }
    let at = ((inked.len() - 1) as f64 * SHARE) as usize;
    let limit = *inked.select_nth_unstable_by(at, f64::total_cmp).1;
    values.iter_mut().for_each(|value| *value = value.min(limit));
}

/// Returns the shift of a profile relative to another as a fraction of a cell, by at most `reach` parts, and
/// the resulting likeness, up to 1. `None` if the shift may be greater; a reach of half a cell covers all.
pub(super) fn shift(profile: &[f64], all: &[f64; PARTS], reach: usize) -> Option<(f64, f64)> {
    let level = |values: &[f64]| {
        let mean = values.iter().sum::<f64>() / PARTS as f64;
        let values: Vec<f64> = values.iter().map(|value| value - mean).collect();
        let norm = values.iter().map(|value| value * value).sum::<f64>().sqrt();
        (values, norm)
    };
    let ((profile, norm), (all, other)) = (level(profile), level(all));
    if norm * other <= 1e-9 {
        return None;
    }
    let likeness = |shift: isize| {
        let at = |part: usize| (part as isize + shift).rem_euclid(PARTS as isize) as usize;
        (0..PARTS).map(|part| profile[at(part)] * all[part]).sum::<f64>() / (norm * other)
    };
    let reach = reach as isize;
    let best = (-reach..=reach).max_by(|&one, &other| likeness(one).total_cmp(&likeness(other)))?;
    if best.abs() == reach && reach < PARTS as isize / 2 {
        return None;
    }
    let [before, here, after] = [best - 1, best, best + 1].map(likeness);
    let bow = before - 2.0 * here + after;
    let part = if bow < -1e-12 {
        (before - after) / (2.0 * bow)
    } else {
        0.0
    };
    Some(((best as f64 + part) / PARTS as f64, here))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floor_equals_that_of_the_standard_library() {
        for value in [-3.0, -2.5, -1e-17, -0.0, 0.0, 0.3, 1.0, 1.999, 4000.7, 1e12 + 0.5] {
            assert_eq!(floor(value) as f64, f64::floor(value), "{value}");
        }
    }

    #[test]
    fn a_bar_counts_as_much_as_most_lines() {
        let mut lines = [0.0, 1.0, 2.0, 3.0, 4.0, 3.0, 2.0, 1.0, 0.0, 1.0, 2.0, 90.0];
        limited(&mut lines);
        assert_eq!(
            lines,
            [0.0, 1.0, 2.0, 3.0, 4.0, 3.0, 2.0, 1.0, 0.0, 1.0, 2.0, 4.0]
        );
    }

    #[test]
    fn ink_is_divided_between_the_two_nearest_parts() {
        let near = |one: f64, other: f64| (one - other).abs() < 1e-9;
        for (value, parts) in [(0.0, [31, 0]), (7.5, [15, 16]), (-0.25, [23, 24])] {
            let [(one, ink), (other, more)] = between(value, 1.0);
            assert!(
                [one, other] == parts && near(ink, 0.5) && near(more, 0.5),
                "{value}"
            );
        }
        let [(one, ink), _] = between(3.0 + 0.5 / PARTS as f64, 2.0);
        assert!(one == 0 && near(ink, 2.0));
    }
}
