//! Emulated time, counted in T-states, frames or seconds.
//!
//! ```
//! use std::time::Duration;
//! use girafa_spectrum::time::EmulatedTime;
//! // A frame has 69,888 T-states at 3.5 MHz, so that a second has 50.08 frames.
//! assert_eq!(EmulatedTime::of_frames(3_600).tstates(), 251_596_800);
//! assert_eq!(EmulatedTime::of_duration(Duration::from_secs(1)).frames(), 51);
//! ```

use std::time::Duration;

use crate::ula::{CLOCK_HZ, FRAME_TSTATES};

/// Length of a frame in seconds: 0.019968.
pub const FRAME_SECONDS: f64 = FRAME_TSTATES as f64 / CLOCK_HZ as f64;

const NANOS: u128 = 1_000_000_000;

/// A duration in emulated time: a whole number of T-states of the 3.5 MHz clock. Large enough for any `u64`
/// count of frames or T-states and for any [`Duration`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EmulatedTime {
    tstates: u128,
}

impl EmulatedTime {
    /// Creates a duration of `tstates` T-states.
    pub fn of_tstates(tstates: u64) -> EmulatedTime {
        EmulatedTime {
            tstates: tstates.into(),
        }
    }

    /// Creates a duration of `frames` frames.
    pub fn of_frames(frames: u64) -> EmulatedTime {
        EmulatedTime {
            tstates: u128::from(frames) * u128::from(FRAME_TSTATES),
        }
    }

    /// Converts a duration, rounded down to a T-state of 285.7 ns.
    pub fn of_duration(duration: Duration) -> EmulatedTime {
        EmulatedTime {
            tstates: duration.as_nanos() * u128::from(CLOCK_HZ) / NANOS,
        }
    }

    /// The number of T-states, at most `u64::MAX`.
    pub fn tstates(self) -> u64 {
        self.tstates.try_into().unwrap_or(u64::MAX)
    }

    /// The number of frames, rounded up, at most `u64::MAX`.
    pub fn frames(self) -> u64 {
        let frames = self.tstates.div_ceil(FRAME_TSTATES.into());
        frames.try_into().unwrap_or(u64::MAX)
    }

    /// The number of seconds.
    pub fn seconds(self) -> f64 {
        self.tstates as f64 / f64::from(CLOCK_HZ)
    }

    /// Converts to a [`Duration`], rounded down to a nanosecond, at most [`Duration::MAX`].
    pub fn duration(self) -> Duration {
        let seconds = self.tstates / u128::from(CLOCK_HZ);
        let nanos = self.tstates % u128::from(CLOCK_HZ) * NANOS / u128::from(CLOCK_HZ);
        let seconds = u64::try_from(seconds);
        seconds.map_or(Duration::MAX, |seconds| Duration::new(seconds, nanos as u32))
    }

    /// The speed relative to the real machine, if the host took `elapsed`.
    pub fn speed(self, elapsed: Duration) -> f64 {
        self.seconds() / elapsed.as_secs_f64().max(1e-9)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_started_frame_counts() {
        let frames = |tstates| EmulatedTime::of_tstates(tstates).frames();
        assert_eq!([0, 1, 69_888, 69_889].map(frames), [0, 1, 1, 2]);
        // 3600 * 3,500,000 / 69,888 frames, rounded up.
        assert_eq!(
            EmulatedTime::of_duration(Duration::from_secs(3_600)).frames(),
            180_289
        );
    }

    #[test]
    fn any_time_can_be_counted() {
        assert_eq!(EmulatedTime::of_duration(Duration::MAX).frames(), u64::MAX);
        let longest = EmulatedTime::of_frames(u64::MAX);
        assert_eq!((longest.frames(), longest.tstates()), (u64::MAX, u64::MAX));
    }

    #[test]
    fn a_frame_lasts_as_long_as_it_does() {
        let frames = |frames| EmulatedTime::of_frames(frames).duration();
        assert_eq!(frames(1), Duration::from_micros(19_968));
        assert_eq!(frames(3_600 * 50), Duration::from_millis(3_594_240));
        let longest = EmulatedTime { tstates: u128::MAX };
        assert_eq!(longest.duration(), Duration::MAX);
    }

    #[test]
    fn seconds_and_speed() {
        let second = EmulatedTime::of_tstates(3_500_000);
        assert_eq!(second.seconds(), 1.0);
        assert_eq!(second.speed(Duration::from_millis(250)), 4.0);
        assert!(second.speed(Duration::ZERO).is_finite());
        let frames = EmulatedTime::of_frames(100);
        assert!((frames.speed(Duration::from_micros(19_968)) - 100.0).abs() < 1e-9);
        assert_eq!(EmulatedTime::of_frames(50).seconds(), 0.9984);
    }
}
