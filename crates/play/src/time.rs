//! Frames of the machine as time: 69,888 T-states of 3.5 MHz each, which is 50.08 frames a second.

use std::time::Duration;

use girafa_spectrum::facts::{CLOCK_HZ, FRAME_TSTATES};

/// A frame in seconds: 0.019968.
pub const FRAME_SECONDS: f64 = FRAME_TSTATES as f64 / CLOCK_HZ as f64;

/// The time that `frames` frames take on the machine, in seconds.
pub fn seconds(frames: u64) -> f64 {
    frames as f64 * FRAME_SECONDS
}

/// The time that `frames` frames take on the machine, to the nanosecond.
pub fn duration(frames: u32) -> Duration {
    Duration::from_secs(u64::from(frames) * u64::from(FRAME_TSTATES)) / CLOCK_HZ
}

/// How many times faster than the machine it is when `frames` frames take `time`.
pub fn speed(frames: u64, time: Duration) -> f64 {
    seconds(frames) / time.as_secs_f64().max(1e-9)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_has_fifty_frames_and_a_little() {
        assert_eq!(duration(1), Duration::from_micros(19_968));
        assert_eq!(duration(3600 * 50), Duration::from_millis(3_594_240));
        assert!((seconds(50) - 0.9984).abs() < 1e-12);
        assert!((speed(100, Duration::from_micros(19_968)) - 100.0).abs() < 1e-9);
    }
}
