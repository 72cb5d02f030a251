//! How many frames are due by the host's clock.

use std::time::Duration;

use girafa_spectrum::facts::{CLOCK_HZ, FRAME_TSTATES};

/// Frames that are caught up with when the host was late; what is beyond is forgotten, so that a player that was stopped
/// does not run fast afterwards.
const MOST_BEHIND: u64 = 5;

/// Keeps an emulated machine at its own speed: 3.5 MHz, which is 50.08 frames a second.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pace {
    start: Duration,
    done: u64,
}

impl Pace {
    /// The first frame is due now, at `now` of the host's clock.
    pub fn new(now: Duration) -> Pace {
        Pace { start: now, done: 0 }
    }

    /// How many frames are due at `now`: they are taken as done.
    pub fn due(&mut self, now: Duration) -> u32 {
        let elapsed = now.saturating_sub(self.start).as_nanos();
        let wanted = (elapsed * u128::from(CLOCK_HZ) / NANOS_FRAME) as u64 + 1;
        let due = wanted.saturating_sub(self.done);
        if due > MOST_BEHIND {
            *self = Pace { start: now, done: 1 };
            return MOST_BEHIND as u32;
        }
        self.done += due;
        due as u32
    }

    /// How long it is at `now` until the next frame is due.
    pub fn wait(&self, now: Duration) -> Duration {
        let next = u128::from(self.done) * NANOS_FRAME / u128::from(CLOCK_HZ) + 1;
        (self.start + Duration::from_nanos(next as u64)).saturating_sub(now)
    }
}

/// Nanoseconds of a frame, times the clock's hertz.
const NANOS_FRAME: u128 = FRAME_TSTATES as u128 * 1_000_000_000;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_minute_has_its_frames() {
        let mut pace = Pace::new(Duration::from_secs(7));
        let mut now = Duration::from_secs(7);
        let mut frames = 0;
        while now < Duration::from_secs(67) {
            let due = pace.due(now);
            assert!(due == 1, "{due}");
            frames += due;
            now += pace.wait(now);
        }
        // 60 s * 3,500,000 / 69,888 is 3004.8: the frame that begins at 0 is the first.
        assert_eq!(frames, 3005);
    }

    #[test]
    fn late_frames_are_caught_up_with_or_forgotten() {
        let mut pace = Pace::new(Duration::ZERO);
        assert_eq!(pace.due(Duration::from_millis(61)), 4);
        assert_eq!(pace.due(Duration::from_secs(100)), 5);
        assert_eq!(pace.due(Duration::from_secs(100)), 0);
        assert_eq!(pace.due(Duration::from_millis(100_021)), 1);
    }
}
