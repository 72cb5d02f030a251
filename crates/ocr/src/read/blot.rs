//! Cells that may be hidden by something dark. A blot that covers a whole cell looks like a block of ink, but
//! at its edges, where it covers cells partly, it does not look like a character.

use super::light::Light;
use super::look::Class;
use super::score::{self, Fit};
use super::strip::{SIDE, Strip};

/// Minimum misfit of a cell that is not clean.
const MIN_MISFIT: f32 = 3.0;
/// Minimum ink of such a cell beyond that of its character.
const MIN_EXTRA_INK: f32 = 0.25;
/// Minimum darkness of ink.
const MIN_INK: f32 = 0.6;
/// Minimum log likelihood of a cell that is not doubtful.
const MIN_LOG_LIKELIHOOD: f32 = -0.05;

/// Whether a character has ink that fills a quarter of its cell, like block graphics.
fn is_solid(dots: &[u8; 8]) -> bool {
    [0xF0, 0x0F].into_iter().any(|half| {
        dots.chunks_exact(4)
            .any(|quarter| quarter.iter().all(|row| row & half == half))
    })
}

/// Returns for each cell whether it reads as a block and is connected, through such cells, to one that is not
/// a character.
pub(super) fn hidden(
    strips: &[Strip],
    lights: &[Vec<Light>],
    near: &[Vec<usize>],
    fits: &[Vec<Vec<Fit>>],
    classes: &[Class],
) -> Vec<Vec<bool>> {
    let solid = |row: usize, column: usize| {
        let best = fits[row][column].first();
        best.is_some_and(|best| is_solid(&classes[best.class].dots))
    };
    let muddled = |row: usize, column: usize| {
        let fits: &[Fit] = &fits[row][column];
        let Some(best) = fits.first() else { return false };
        let next = fits.get(1).map_or(f32::NEG_INFINITY, |next| next.log_likelihood);
        let is_doubtful = -(next - best.log_likelihood).exp().ln_1p() < MIN_LOG_LIKELIHOOD;
        let inked = dark(
            &strips[row],
            lights[row][column],
            column,
            0..SIDE as isize,
            0..SIDE as isize,
        );
        let printed = classes[best.class]
            .dots
            .iter()
            .map(|row| row.count_ones())
            .sum::<u32>() as f32
            / 64.0;
        (best.misfit > MIN_MISFIT || is_doubtful) && (inked > printed + MIN_EXTRA_INK || solid(row, column))
    };
    let mut hidden: Vec<Vec<bool>> = strips.iter().map(|strip| vec![false; strip.columns]).collect();
    let mut edge: Vec<[usize; 2]> = Vec::new();
    for (row, (strip, lights)) in strips.iter().zip(lights).enumerate() {
        for (column, &light) in lights.iter().enumerate() {
            if muddled(row, column) || solid(row, column) && is_open(strip, light, column) {
                edge.push([row, column]);
            }
        }
    }
    // Flood fill from the cells that are not characters to all connected blocks.
    while let Some([row, column]) = edge.pop() {
        if solid(row, column) {
            if hidden[row][column] {
                continue;
            }
            hidden[row][column] = true;
        }
        let beside = near[row].iter().filter(|&&other| other.abs_diff(row) <= 1);
        for &row in beside {
            let cells = hidden[row].iter().enumerate().take(column + 2);
            let beside = cells
                .skip(column.saturating_sub(1))
                .filter(|(_, is_hidden)| !**is_hidden);
            edge.extend(
                beside
                    .map(|(column, _)| [row, column])
                    .filter(|&[row, column]| solid(row, column)),
            );
        }
    }
    hidden
}

/// Returns the dark share of a part of a cell, given in samples from its upper left corner.
fn dark(
    strip: &Strip,
    light: Light,
    column: usize,
    across: std::ops::Range<isize>,
    down: std::ops::Range<isize>,
) -> f32 {
    let (mut count, mut all) = (0, 0);
    for y in down {
        for x in across.clone() {
            let ink = (strip.at(column, [x, y]) - light.paper) / light.contrast;
            count += usize::from(ink > MIN_INK);
            all += 1;
        }
    }
    count as f32 / all.max(1) as f32
}

/// Whether the ink of a cell continues outside the row, where nothing is printed.
fn is_open(strip: &Strip, light: Light, column: usize) -> bool {
    let side = SIDE as isize;
    let left = column == 0 && dark(strip, light, column, -4..-2, 0..side) > 0.7;
    let right = column + 1 == strip.columns && dark(strip, light, column, side + 2..side + 4, 0..side) > 0.7;
    left || right
}

/// Returns the classes of a cell that may be hidden, with half of the probability distributed over all
/// classes.
pub(super) fn with_anything(fits: &[Fit], classes: &[Class]) -> Vec<Fit> {
    let Some(best) = fits.first() else {
        return Vec::new();
    };
    let usual: f32 = fits
        .iter()
        .map(|fit| (fit.log_likelihood - best.log_likelihood).exp())
        .sum();
    let prior: f32 = classes.iter().map(|class| class.prior.exp()).sum();
    let mut all: Vec<Fit> = (classes.iter().enumerate())
        .map(|(class, anything)| {
            let seen = fits.iter().find(|fit| fit.class == class);
            let seen_share = seen.map_or(0.0, |fit| {
                (fit.log_likelihood - best.log_likelihood).exp() / usual
            });
            let share = 0.5 * seen_share + 0.5 * anything.prior.exp() / prior;
            Fit {
                class,
                log_likelihood: share.ln(),
                ..seen.copied().unwrap_or(*best)
            }
        })
        .collect();
    score::sort(&mut all);
    all
}
