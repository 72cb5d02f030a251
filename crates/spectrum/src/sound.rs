//! Renders the beeper and the tape as samples.
//!
//! A level change is a step at an exact T-state. Sampled directly, it would alias, so each change is spread
//! over several samples as a band-limited step (an integrated, windowed sinc, selected by the position of the
//! change between two samples). All arithmetic is in integers except the computation of that table, which
//! uses only + - * /, so every host produces the same samples.

use crate::machine::Spectrum;
use crate::ula::CLOCK_HZ;

/// Number of samples over which a step is spread.
const TAPS: usize = 32;
/// Resolution of a step's position between two samples.
const PHASES: usize = 128;
/// Fraction bits of the table's fixed-point numbers.
const FRACTION: u32 = 15;
/// Passband as a fraction of half the sample rate.
const PASSBAND: f64 = 0.9;
/// Shift of the DC-blocking filter: a level decays by 1/2048 per sample, as behind a capacitor. At 44,100
/// samples a second, frequencies below 4 Hz are removed.
const FADE: u32 = 11;

/// Amplitude of the beeper, of at most 32,767: leaves headroom for ringing.
const BEEPER: i32 = 16_000;
/// Amplitude of the tape, which is quieter.
const TAPE: i32 = 4_000;

/// Renders a machine's sound as samples.
///
/// ```
/// use girafa_spectrum::{Rom, Spectrum, sound::Sound};
/// let mut machine = Spectrum::new(&Rom::from(&[0; 16_384]));
/// let mut sound = Sound::new(&mut machine, 44_100);
/// machine.run_frame();
/// let mut samples = Vec::new();
/// sound.render(&mut machine, &mut samples);
/// assert!((860..882).contains(&samples.len()));
/// ```
#[derive(Debug, Clone)]
pub struct Sound {
    rate: u64,
    start: u64,
    /// Samples rendered so far.
    done: u64,
    table: Vec<[i32; TAPS]>,
    /// Changes of future samples, the next one first.
    changes: Vec<i32>,
    level: i64,
}

impl Sound {
    /// Starts rendering now, at `rate` samples a second. Level changes that the machine has collected before
    /// are dropped.
    pub fn new(machine: &mut Spectrum, rate: u32) -> Sound {
        machine.collect_beeper(true);
        machine.take_tape_edges();
        Sound {
            rate: rate.into(),
            start: machine.tstates(),
            done: 0,
            table: table(),
            changes: Vec::new(),
            level: 0,
        }
    }

    /// Appends the samples up to now: mono, 16 bits. The last `TAPS` samples that a change affects follow at
    /// the next call.
    pub fn render(&mut self, machine: &mut Spectrum, samples: &mut Vec<i16>) {
        for (tstate, on) in machine.take_beeper_edges() {
            self.step(tstate, if on { BEEPER } else { -BEEPER });
        }
        for (tstate, on) in machine.take_tape_edges() {
            self.step(tstate, if on { TAPE } else { -TAPE });
        }
        let now = self.position(machine.tstates()).0;
        let ready = usize::try_from(now.saturating_sub(self.done)).unwrap_or(usize::MAX);
        if self.changes.len() < ready {
            self.changes.resize(ready, 0);
        }
        for change in self.changes.drain(..ready) {
            self.level += i64::from(change) - (self.level >> FADE);
            let sample = self.level >> FRACTION;
            samples.push(sample.clamp(i16::MIN.into(), i16::MAX.into()) as i16);
        }
        self.done += ready as u64;
    }

    /// The sample at T-state `tstate` since power-on, and the phase (of [`PHASES`]) within it.
    fn position(&self, tstate: u64) -> (u64, usize) {
        // T-states times rate and phases exceed 64 bits after some 238 hours.
        let since = u128::from(tstate.saturating_sub(self.start));
        let scaled = since * u128::from(self.rate) * PHASES as u128 / u128::from(CLOCK_HZ);
        (
            (scaled / PHASES as u128) as u64,
            (scaled % PHASES as u128) as usize,
        )
    }

    fn step(&mut self, tstate: u64, height: i32) {
        let (sample, phase) = self.position(tstate);
        let at = sample.saturating_sub(self.done) as usize;
        if self.changes.len() < at + TAPS {
            self.changes.resize(at + TAPS, 0);
        }
        for (change, part) in self.changes[at..].iter_mut().zip(self.table[phase]) {
            *change = change.saturating_add(part * height);
        }
    }
}

/// For each phase, the contributions of a step to the samples: their sum is exactly 1.
fn table() -> Vec<[i32; TAPS]> {
    let one = f64::from(1 << FRACTION);
    let phase = |phase: usize| {
        let middle = TAPS as f64 / 2.0 + phase as f64 / PHASES as f64 - 0.5;
        let parts: [f64; TAPS] = std::array::from_fn(|tap| impulse(tap as f64 - middle));
        let sum: f64 = parts.iter().sum();
        let mut parts = parts.map(|part| (part / sum * one) as i32);
        let error = (1 << FRACTION) - parts.iter().sum::<i32>();
        parts[TAPS / 2] += error;
        parts
    };
    (0..PHASES).map(phase).collect()
}

/// A band-limited impulse at `x` samples from its centre: a sinc under a Blackman window.
fn impulse(x: f64) -> f64 {
    use std::f64::consts::PI;
    let half = TAPS as f64 / 2.0;
    if x <= -half || x >= half {
        return 0.0;
    }
    let angle = PI * PASSBAND * x;
    let sinc = if x == 0.0 { 1.0 } else { sine(angle) / angle };
    let cosine = |angle: f64| sine(angle + PI / 2.0);
    sinc * (0.42 + 0.5 * cosine(PI * x / half) + 0.08 * cosine(2.0 * PI * x / half))
}

/// Computes the sine by its series: the host's own could differ between hosts in the last bit.
fn sine(angle: f64) -> f64 {
    use std::f64::consts::TAU;
    let x = angle - TAU * (angle / TAU).round();
    let (mut term, mut sum) = (x, x);
    for n in 1..16 {
        term *= -x * x / f64::from(2 * n * (2 * n + 1));
        sum += term;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sine_is_a_sine() {
        for i in -1000..1000 {
            let angle = f64::from(i) / 20.0;
            assert!((sine(angle) - angle.sin()).abs() < 1e-12);
        }
    }

    /// A year: the product of its T-states, rate and phases exceeds 64 bits.
    #[test]
    fn a_year_of_sound() {
        let rom = crate::Rom::from_bytes(&[0; crate::ROM_SIZE]).unwrap();
        let sound = Sound::new(&mut Spectrum::new(&rom), 44_100);
        let hour = u64::from(CLOCK_HZ) * 3_600;
        for hours in [1, 237, 240, 24 * 365] {
            let samples = 44_100 * 3_600 * hours;
            assert_eq!(sound.position(sound.start + hour * hours), (samples, 0));
        }
    }

    /// The contributions of a step sum to 1 at every phase, and it rings by less than a fifth.
    #[test]
    fn steps_are_whole() {
        for parts in table() {
            assert_eq!(parts.iter().sum::<i32>(), 1 << FRACTION);
            let mut level = 0;
            for part in parts {
                level += part;
                assert!((-6_000..39_000).contains(&level), "{level}");
            }
        }
    }
}
