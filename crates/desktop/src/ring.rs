//! The ring buffer that passes samples from the machine to the device's thread.
//!
//! One thread writes and another reads, and neither waits for the other. When the samples run out, the last
//! one fades to silence, and the reader waits until there are enough again: one late frame causes one gap,
//! not many.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use girafa_frontend::pacer::Level;
use rtrb::{Consumer, Producer, RingBuffer};

/// Capacity in samples: 1.4 seconds at 48,000 a second.
const CAPACITY: usize = 1 << 16;

/// Reserve in addition to the device's chunks: 1/25 second, two frames.
const RESERVE: usize = 25;

/// Fade of the last sample at each missing sample: 1/512.
const FADE: u32 = 9;

/// The state that both ends share in addition to the samples.
struct Shared {
    rate: usize,
    /// Size of the largest chunk that the device has taken.
    chunk: AtomicUsize,
    /// Whether the machine is resting: missing samples are not an underrun then.
    rests: AtomicBool,
    underruns: AtomicUsize,
}

/// The machine's end of the ring.
pub struct Feed {
    samples: Producer<i16>,
    shared: Arc<Shared>,
    overruns: usize,
}

/// The device's end of the ring.
pub struct Drain {
    samples: Consumer<i16>,
    shared: Arc<Shared>,
    flows: bool,
    last: i16,
}

/// A ring for `rate` samples per second.
pub fn ring(rate: u32) -> (Feed, Drain) {
    let (producer, consumer) = RingBuffer::new(CAPACITY);
    let shared = Arc::new(Shared {
        rate: rate as usize,
        chunk: AtomicUsize::new(0),
        rests: AtomicBool::new(true),
        underruns: AtomicUsize::new(0),
    });
    let feed = Feed {
        samples: producer,
        shared: Arc::clone(&shared),
        overruns: 0,
    };
    let drain = Drain {
        samples: consumer,
        shared,
        flows: false,
        last: 0,
    };
    (feed, drain)
}

impl Shared {
    /// One and a half of the device's chunks, as it takes whole ones, and the reserve.
    fn target(&self) -> usize {
        let chunk = self.chunk.load(Ordering::Relaxed);
        (self.rate / RESERVE + chunk + chunk / 2).min(CAPACITY / 2)
    }
}

impl Feed {
    /// Writes samples. Those that do not fit are lost, which counts as one overrun.
    pub fn push(&mut self, samples: &[i16]) {
        self.shared.rests.store(false, Ordering::Release);
        let count = samples.len().min(self.samples.slots());
        if let Ok(chunk) = self.samples.write_chunk_uninit(count) {
            chunk.fill_from_iter(samples.iter().copied());
        }
        self.overruns += usize::from(count < samples.len());
    }

    /// Announces that no samples will come for a while: the machine is paused or in turbo.
    pub fn rest(&mut self) {
        self.shared.rests.store(true, Ordering::Release);
    }

    /// Number of queued samples, and the target: enough for the device's largest chunk so far and for the
    /// host's delays.
    pub fn level(&self) -> Level {
        Level {
            level: CAPACITY - self.samples.slots(),
            target: self.shared.target(),
        }
    }

    /// Number of times that samples were lost because the ring was full.
    pub fn overruns(&self) -> usize {
        self.overruns
    }

    /// Number of times that the device found too few samples, except while resting.
    pub fn underruns(&self) -> usize {
        self.shared.underruns.load(Ordering::Relaxed)
    }
}

impl Drain {
    /// Takes `count` samples for the device: calls `take` with each of them.
    pub fn take(&mut self, count: usize, mut take: impl FnMut(i16)) {
        self.shared.chunk.fetch_max(count, Ordering::Relaxed);
        let level = self.level();
        self.flows = self.flows && level > 0 || level >= self.shared.target();
        let ready = if self.flows { level.min(count) } else { 0 };
        if let Ok(chunk) = self.samples.read_chunk(ready) {
            for sample in chunk {
                self.last = sample;
                take(sample);
            }
        }
        if ready < count {
            if self.flows && !self.shared.rests.load(Ordering::Acquire) {
                self.shared.underruns.fetch_add(1, Ordering::Relaxed);
            }
            self.flows = false;
        }
        for _ in ready..count {
            self.last -= (i32::from(self.last) >> FADE) as i16 + self.last.signum();
            take(self.last);
        }
    }

    /// Number of queued samples.
    pub fn level(&self) -> usize {
        self.samples.slots()
    }

    /// Samples per second.
    pub fn rate(&self) -> u32 {
        self.shared.rate as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(drain: &mut Drain, count: usize) -> Vec<i16> {
        let mut samples = Vec::new();
        drain.take(count, |sample| samples.push(sample));
        samples
    }

    #[test]
    fn samples_arrive_in_order_once_there_are_enough() {
        let (mut feed, mut drain) = ring(1000);
        feed.push(&[7; 50]);
        // A reserve of 40, and 15 for a chunk of 10.
        assert_eq!(taken(&mut drain, 10), [0; 10]);
        feed.push(&[8; 50]);
        assert_eq!(feed.level().target, 55);
        for want in [7, 7, 7, 7, 7, 8, 8, 8, 8, 8] {
            assert_eq!(taken(&mut drain, 10), [want; 10]);
        }
        assert_eq!((feed.underruns(), feed.overruns(), feed.level().level), (0, 0, 0));
    }

    #[test]
    fn an_empty_ring_fades_the_last_sample_and_counts_one_gap() {
        let (mut feed, mut drain) = ring(1000);
        feed.push(&[3; 60]);
        taken(&mut drain, 10);
        assert_eq!(taken(&mut drain, 52)[48..], [3, 3, 2, 1]);
        assert_eq!(taken(&mut drain, 2), [0, 0]);
        assert_eq!(feed.underruns(), 1);
        feed.push(&[5; 30]);
        // Still not enough.
        assert_eq!(taken(&mut drain, 2), [0, 0]);
        assert_eq!(feed.underruns(), 1);
    }

    #[test]
    fn a_pause_is_not_counted_as_a_gap() {
        let (mut feed, mut drain) = ring(1000);
        feed.push(&[3; 60]);
        feed.rest();
        taken(&mut drain, 10);
        taken(&mut drain, 60);
        assert_eq!(feed.underruns(), 0);
    }

    #[test]
    fn too_many_are_lost_and_counted() {
        let (mut feed, mut drain) = ring(48_000);
        for _ in 0..70 {
            feed.push(&[1; 1000]);
        }
        assert_eq!((feed.overruns(), feed.level().level), (5, CAPACITY));
        assert_eq!(taken(&mut drain, 2), [1, 1]);
    }

    #[test]
    fn the_order_is_kept_as_the_ring_goes_round() {
        const STEP: usize = 999;
        let (mut feed, mut drain) = ring(1000);
        let samples = |start: usize| (start..start + STEP).map(|n| n as i16).collect::<Vec<_>>();
        let (mut fed, mut heard) = (0, 0);
        while fed < 3 * CAPACITY {
            feed.push(&samples(fed));
            fed += STEP;
            // Slightly less than arrives, with enough in reserve from the start.
            drain.take(STEP / 2, |sample| {
                assert_eq!(sample, heard as i16);
                heard += 1;
            });
            if drain.level() > CAPACITY / 2 {
                drain.take(CAPACITY / 4, |sample| {
                    assert_eq!(sample, heard as i16);
                    heard += 1;
                });
            }
        }
        assert_eq!((feed.underruns(), feed.overruns()), (0, 0));
        assert_eq!(fed - heard, drain.level());
    }
}
