//! Emulated time and speed on a terminal.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use girafa_spectrum::time::EmulatedTime;

/// Time between two looks of the line.
const INTERVAL: Duration = Duration::from_millis(200);

/// A line on standard error that is rewritten in place; nothing when that is no terminal.
pub struct Progress {
    started: Instant,
    shown: Option<Instant>,
    enabled: bool,
}

impl Progress {
    /// Starts the clock.
    pub fn new() -> Progress {
        Progress {
            started: Instant::now(),
            shown: None,
            enabled: io::stderr().is_terminal(),
        }
    }

    /// Shows the emulated time that `frames` frames are, and how many times faster than the machine it goes.
    pub fn frames(&mut self, frames: u64) {
        let due = self.shown.unwrap_or(self.started).elapsed() >= INTERVAL;
        if self.enabled && due {
            let time = EmulatedTime::of_frames(frames);
            let speed = time.speed(self.started.elapsed());
            self.show(&format!(
                "{} emulated, {speed:.0} times as fast",
                clock(time.seconds())
            ));
        }
    }

    /// Shows how many of `total` cases are done.
    pub fn cases(&mut self, done: usize, total: usize) {
        if self.enabled && self.shown.unwrap_or(self.started).elapsed() >= INTERVAL {
            self.show(&format!("{done} of {total}"));
        }
    }

    fn show(&mut self, text: &str) {
        self.shown = Some(Instant::now());
        // A terminal that is gone must not stop the run.
        let _ = write!(io::stderr(), "\r{text}\x1b[K");
    }

    /// Takes the line away, before something else is printed.
    pub fn clear(&mut self) {
        if self.shown.is_some() && self.enabled {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

/// Hours (if any), minutes and seconds.
pub fn clock(seconds: f64) -> String {
    let whole = seconds as u64;
    match whole / 3600 {
        0 => format!("{}:{:02}", whole / 60, whole % 60),
        hours => format!("{hours}:{:02}:{:02}", whole / 60 % 60, whole % 60),
    }
}
