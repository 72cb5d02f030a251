//! A sound device that is not one: it takes samples as one does, by a clock of its own, and hands them on.

use std::time::Duration;

use crate::ring::Drain;

/// Takes a chunk of samples whenever its clock says so.
pub struct NullDevice {
    drain: Drain,
    chunk: usize,
    /// Seconds between two chunks.
    period: f64,
    taken: u64,
    start: Option<f64>,
}

impl NullDevice {
    /// A device at the end of `drain` that takes `chunk` samples at a time, its clock faster than the host's
    /// by `error`: 0.005 is half a hundredth.
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

    /// The host's clock has come to `now`: `take` is given the samples that the device has played since the
    /// last call.
    pub fn advance(&mut self, now: Duration, mut take: impl FnMut(i16)) {
        let now = now.as_secs_f64();
        let start = *self.start.get_or_insert(now);
        while start + self.taken as f64 * self.period <= now {
            self.drain.take(self.chunk, &mut take);
            self.taken += 1;
        }
    }

    /// Nothing more will be fed: `take` is given what is left.
    pub fn finish(&mut self, take: impl FnMut(i16)) {
        self.drain.take(self.drain.level(), take);
    }
}
