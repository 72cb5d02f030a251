//! The discrete Fourier transform.

use std::f64::consts::TAU;

/// A transform of a fixed number of complex values, a power of two.
pub(super) struct Fourier {
    /// The powers of the root of unity, over half a turn.
    roots: Vec<[f64; 2]>,
}

impl Fourier {
    pub fn new(size: usize) -> Fourier {
        assert!(size.is_power_of_two(), "{size} is no power of two");
        let root = |at: usize| {
            let (sine, cosine) = (-TAU * at as f64 / size as f64).sin_cos();
            [cosine, sine]
        };
        Fourier {
            roots: (0..size / 2).map(root).collect(),
        }
    }

    /// Transforms the values in place.
    pub fn transform(&self, wave: &mut [[f64; 2]]) {
        let size = wave.len();
        let bits = size.trailing_zeros();
        for at in 0..size {
            let swapped = at.reverse_bits() >> (usize::BITS - bits);
            if swapped > at {
                wave.swap(at, swapped);
            }
        }
        let mut half = 1;
        while half < size {
            let step = size / 2 / half;
            for block in wave.chunks_exact_mut(2 * half) {
                let (low, high) = block.split_at_mut(half);
                let roots = self.roots.iter().step_by(step);
                for ((low, high), [cosine, sine]) in low.iter_mut().zip(high).zip(roots) {
                    let turned = [
                        high[0] * cosine - high[1] * sine,
                        high[0] * sine + high[1] * cosine,
                    ];
                    *high = [low[0] - turned[0], low[1] - turned[1]];
                    *low = [low[0] + turned[0], low[1] + turned[1]];
                }
            }
            half *= 2;
        }
    }
}
