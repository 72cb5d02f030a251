//! Pseudo-random values that depend only on the seed and the position.

use girafa_test_support::Random;

/// A value from 0 to 1, excluding 1, for an integer position. `kind` distinguishes draws for different
/// purposes.
pub fn unit(seed: u64, kind: u64, [x, y]: [i32; 2]) -> f32 {
    let place = u64::from(x as u32) << 32 | u64::from(y as u32);
    let start = seed
        .wrapping_mul(0xD6E8_FEB8_6659_FD93)
        .wrapping_add(kind.wrapping_mul(0xA076_1D64_78BD_642F))
        ^ place.wrapping_mul(0xE703_7ED1_A0B4_28DB);
    Random(start).below(1 << 24) as f32 / (1 << 24) as f32
}

/// A value from -1 to 1 for the whole page.
pub fn whole(seed: u64, kind: u64) -> f32 {
    2.0 * unit(seed, kind, [0, 0]) - 1.0
}

/// Smooth noise from 0 to 1, interpolated between the surrounding integer positions.
pub fn smooth(seed: u64, kind: u64, [x, y]: [f32; 2]) -> f32 {
    let (left, top) = (x.floor(), y.floor());
    let ease = |part: f32| part * part * (3.0 - 2.0 * part);
    let (across, down) = (ease(x - left), ease(y - top));
    let at = |right: i32, below: i32| unit(seed, kind, [left as i32 + right, top as i32 + below]);
    let row = |below: i32| mix(at(0, below), at(1, below), across);
    mix(row(0), row(1), down)
}

/// Noise from 0 to 1 with several octaves.
pub fn rough(seed: u64, kind: u64, [x, y]: [f32; 2]) -> f32 {
    let octave = |(index, share): (u64, f32)| {
        let finer = (1 << index) as f32;
        share * smooth(seed, kind + 1000 * index, [x * finer, y * finer])
    };
    (0..).zip([0.5, 0.25, 0.15, 0.1]).map(octave).sum()
}

/// Interpolates linearly.
pub fn mix(one: f32, other: f32, part: f32) -> f32 {
    one + (other - one) * part
}

/// A smooth step: 0 below `from`, 1 above `to`.
pub fn step(from: f32, to: f32, at: f32) -> f32 {
    let part = ((at - from) / (to - from)).clamp(0.0, 1.0);
    part * part * (3.0 - 2.0 * part)
}
