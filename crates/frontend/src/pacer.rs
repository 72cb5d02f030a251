//! Frame pacing by the host's clock, adjusted to the fill level of the sound device, if there is one.
//!
//! The device has its own clock, slightly faster or slower than the host's. Frames come faster when too few
//! samples are queued, and slower when too many are, by 1.5 % at most. This keeps the level near its target,
//! and no samples are ever dropped or inserted. The samples of a frame are never resampled: their pitch and
//! length follow the device's clock. The picture follows them, up to 1.5 % faster or slower.

use std::time::Duration;

use girafa_spectrum::time::FRAME_SECONDS;

/// Correction of a frame's length when the ring is empty (shorter) or at twice its target (longer): 3 %.
const GAIN: f64 = 0.03;

/// Maximum correction of a frame's length.
const MAX_CORRECTION: f64 = 0.015;

/// Weight of a new level in the moving average: half a second.
const WEIGHT: f64 = 0.04;

/// Maximum number of frames to catch up on when the host was late. Older ones are dropped, so that a player
/// that was suspended does not run fast afterwards.
const MAX_FRAMES_DUE: u32 = 5;

/// Number of queued samples, and its target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Level {
    /// Queued samples.
    pub level: usize,
    /// Samples that should be queued.
    pub target: usize,
}

/// Keeps the machine at its own speed and the sound device supplied.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pacer {
    /// The time of the next frame, in seconds of the host's clock.
    next: f64,
    /// The mean level, relative to its target.
    mean: f64,
}

impl Pacer {
    /// A pacer whose first frame is due at `now` of the host's clock.
    pub fn new(now: Duration) -> Pacer {
        Pacer {
            next: now.as_secs_f64(),
            mean: 1.0,
        }
    }

    /// Number of frames due at `now`, which the caller must run. `level` is that of the sound device, if any.
    pub fn due(&mut self, now: Duration, level: Option<Level>) -> u32 {
        let now = now.as_secs_f64();
        let mut due = 0;
        while self.next <= now && due < MAX_FRAMES_DUE {
            self.next += self.period(level);
            due += 1;
        }
        if self.next <= now {
            self.next = now + FRAME_SECONDS;
        }
        due
    }

    /// Time from `now` until the next frame is due; zero if one is due.
    pub fn wait(&self, now: Duration) -> Duration {
        let left = self.next - now.as_secs_f64();
        if left <= 0.0 {
            return Duration::ZERO;
        }
        // The nanosecond makes up for rounding.
        Duration::from_secs_f64(left) + Duration::from_nanos(1)
    }

    fn period(&mut self, level: Option<Level>) -> f64 {
        let Some(Level { level, target }) = level else {
            return FRAME_SECONDS;
        };
        let part = level as f64 / target.max(1) as f64;
        self.mean += (part.min(2.0) - self.mean) * WEIGHT;
        FRAME_SECONDS * (1.0 + (GAIN * (self.mean - 1.0)).clamp(-MAX_CORRECTION, MAX_CORRECTION))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Number of frames in a minute, if each is taken as soon as it is due.
    fn a_minute(level: Option<Level>) -> u32 {
        let mut pacer = Pacer::new(Duration::from_secs(7));
        let mut now = Duration::from_secs(7);
        let mut frames = 0;
        while now < Duration::from_secs(67) {
            let due = pacer.due(now, level);
            assert_eq!(due, 1);
            frames += due;
            now += pacer.wait(now);
        }
        frames
    }

    #[test]
    fn a_minute_has_its_frames() {
        // 60 s * 3,500,000 / 69,888 is 3004.8.
        assert_eq!(a_minute(None), 3005);
        let level = |level| Some(Level { level, target: 100 });
        assert!((3004..=3006).contains(&a_minute(level(100))));
        assert!((3045..=3051).contains(&a_minute(level(0))));
        assert!((2960..=2965).contains(&a_minute(level(1000))));
    }

    #[test]
    fn late_frames_are_caught_up_with_or_forgotten() {
        let mut pacer = Pacer::new(Duration::ZERO);
        assert_eq!(pacer.due(Duration::from_millis(61), None), 4);
        assert_eq!(pacer.due(Duration::from_secs(100), None), 5);
        assert_eq!(pacer.due(Duration::from_secs(100), None), 0);
        assert_eq!(pacer.due(Duration::from_millis(100_021), None), 1);
    }
}
