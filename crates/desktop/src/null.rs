//! A simulated sound device: it takes samples by its own clock and passes them on.

use std::time::Duration;

use crate::ring::Drain;

/// Takes a chunk of samples at each tick of its clock.
pub struct NullDevice {
    drain: Drain,
    chunk: usize,
    /// Seconds between two chunks.
    period: f64,
    taken: u64,
    start: Option<f64>,
}

impl NullDevice {
    /// A device that takes `chunk` samples at a time from `drain`. Its clock is faster than the host's by the
    /// fraction `error`: 0.005 is 0.5 %.
    pub fn new(drain: Drain, chunk: usize, error: f64) -> NullDevice {
        let period = chunk as f64 / f64::from(drain.rate()) / (1.0 + error);
        NullDevice {
            drain,
            chunk,
            period,
            taken: 0,
            start: None,
        }
    }

    /// Advances the host's clock to `now`. Calls `take` with each sample that the device has played since the
    /// last call.
    pub fn advance(&mut self, now: Duration, mut take: impl FnMut(i16)) {
        let now = now.as_secs_f64();
        let start = *self.start.get_or_insert(now);
        while start + self.taken as f64 * self.period <= now {
            self.drain.take(self.chunk, &mut take);
            self.taken += 1;
        }
    }

    /// Ends the output: calls `take` with each remaining sample.
    pub fn finish(&mut self, take: impl FnMut(i16)) {
        self.drain.take(self.drain.level(), take);
    }
}
