//! The printer: the amount of ink at a point of the page.

use super::chance::{mix, rough, smooth, step, unit};
use super::layout::Block;
use super::{Damage, chance};

/// Kinds of draws.
const DROPOUT: u64 = 20;
const OFFSET_X: u64 = 21;
const OFFSET_Y: u64 = 22;
const SIZE: u64 = 23;
const HEAT: u64 = 24;
const WICK: u64 = 25;
const MOTTLE: u64 = 26;
const RIBBON: u64 = 27;

/// The amount of ink, 0 to 1, at a position in the block's dots.
pub fn ink(damage: &Damage, block: &Block, [x, y]: [f32; 2]) -> f32 {
    let dot = [x.floor() as i32, y.floor() as i32];
    if !block.is_near(dot) {
        return 0.0;
    }
    let ink = if damage.burnt > 0.0 {
        burnt(damage, block, dot, [x, y])
    } else if damage.gain > 0.0 {
        spread(damage, block, dot, [x, y])
    } else {
        f32::from(u8::from(is_printed(damage, block, dot)))
    };
    ink * ribbon(damage, [x, y])
}

/// The printed dots among `[x, y]` and the eight around it.
fn around<'a>(damage: &'a Damage, block: &'a Block, [x, y]: [i32; 2]) -> impl Iterator<Item = [i32; 2]> + 'a {
    (0..9)
        .map(move |at| [x - 1 + at % 3, y - 1 + at / 3])
        .filter(|&dot| is_printed(damage, block, dot))
}

fn is_printed(damage: &Damage, block: &Block, dot: [i32; 2]) -> bool {
    block.is_ink(dot) && (damage.fade == 0.0 || unit(damage.seed, DROPOUT, dot) >= 0.06 * damage.fade)
}

/// The spark burns a round hole with a soft edge into the metal; each hole is different.
fn burnt(damage: &Damage, block: &Block, dot: [i32; 2], [x, y]: [f32; 2]) -> f32 {
    let strength = damage.burnt;
    let left = around(damage, block, dot).map(|dot| {
        let off = |kind| strength * (unit(damage.seed, kind, dot) - 0.5);
        let centre = [
            dot[0] as f32 + 0.5 + 0.25 * off(OFFSET_X),
            dot[1] as f32 + 0.5 + 0.25 * off(OFFSET_Y),
        ];
        let radius = 0.56 + 0.12 * strength + 0.25 * off(SIZE);
        let soft = 0.08 + 0.17 * strength;
        let distance = (x - centre[0]).hypot(y - centre[1]);
        let heat = 1.0 - 0.35 * strength * unit(damage.seed, HEAT, dot);
        1.0 - heat * (1.0 - step(radius - soft, radius + soft, distance))
    });
    1.0 - left.product::<f32>()
}

/// Ink creeps along the fibres.
fn spread(damage: &Damage, block: &Block, dot: [i32; 2], [x, y]: [f32; 2]) -> f32 {
    let distance = around(damage, block, dot).map(|dot| {
        let outside = |at: f32, dot: i32| (dot as f32 - at).max(at - dot as f32 - 1.0).max(0.0);
        outside(x, dot[0]).hypot(outside(y, dot[1]))
    });
    let Some(distance) = distance.min_by(f32::total_cmp) else {
        return 0.0;
    };
    let wick = smooth(damage.seed, WICK, [x * 1.5, y * 1.5]) - 0.5;
    let reach = damage.gain * (0.35 + 0.2 * wick);
    let soft = 0.02 + 0.1 * damage.gain;
    let mottled = 1.0 - 0.25 * damage.gain * rough(damage.seed, MOTTLE, [x, y]);
    mottled * (1.0 - step(reach, reach + soft, distance))
}

/// A worn ribbon, or a printer's weak battery: faint rows and parts of rows.
fn ribbon(damage: &Damage, [x, y]: [f32; 2]) -> f32 {
    if damage.fade == 0.0 {
        return 1.0;
    }
    let worn = step(
        0.4,
        0.8,
        chance::smooth(damage.seed, RIBBON, [x / 150.0, y / 30.0]),
    );
    1.0 - damage.fade * mix(0.2, 1.0, worn)
}
