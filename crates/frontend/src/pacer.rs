//! When a frame is due: by the host's clock, steered by how many samples wait for a sound device where there
//! is one.
//!
//! The device has a clock of its own, a little faster or slower than the host's. Frames come faster by as
//! much as too few samples wait for it, and slower by as much as too many do, by 1.5 % at most: so the level
//! stays near its target and nothing is ever left out or put in. A frame's samples are always its own: pitch
//! and length stay as they are, by the device's own clock. The picture goes with them, up to 1.5 % faster or
//! slower.

use std::time::Duration;

use girafa_spectrum::time::FRAME_SECONDS;

/// By how much a frame is shorter when the ring is empty, and longer when it has twice what it should: 3 in
/// 100.
const GAIN: f64 = 0.03;

/// By how much a frame is shorter or longer at most.
const MAX_CORRECTION: f64 = 0.015;

/// What a new level counts next to the mean of the last ones: half a second.
const WEIGHT: f64 = 0.04;

/// Frames that are caught up with when the host was late; what is beyond is forgotten, so that a player that
/// was stopped does not run fast afterwards.
const MAX_FRAMES_DUE: u32 = 5;

/// Samples that wait, and how many should.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Level {
    /// Samples that wait.
    pub level: usize,
    /// Samples that should.
    pub target: usize,
}

/// Keeps the machine at its own speed, and the device supplied.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pacer {
    /// Seconds of the host's clock.
    next: f64,
    /// The mean level, as a part of its target.
    mean: f64,
}

impl Pacer {
    /// The first frame is due at `now` of the host's clock.
    pub fn new(now: Duration) -> Pacer {
        Pacer {
            next: now.as_secs_f64(),
            mean: 1.0,
        }
    }

    /// How many frames are due at `now`: they are taken as run. `level` is that of the sound
    /// device, where there is one.
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

    /// How long it is at `now` until the next frame is due; zero where one is.
    pub fn wait(&self, now: Duration) -> Duration {
        let left = self.next - now.as_secs_f64();
        if left <= 0.0 {
            return Duration::ZERO;
        }
        // The nanosecond is for what rounding may have taken.
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

    /// Frames in a minute, looked at as soon as one is due.
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
