//! Progress display on standard error, hidden if that is not a terminal.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use girafa_spectrum::time::EmulatedTime;
use indicatif::{ProgressBar, ProgressStyle};

/// Update interval of the emulated time.
const INTERVAL: Duration = Duration::from_millis(200);

/// A progress bar of `total` things, such as sessions.
pub fn bar(total: usize, things: &str) -> ProgressBar {
    let template = format!("{{bar:40}} {{pos}} of {{len}} {things}, {{elapsed}}");
    ProgressBar::new(total as u64).with_style(style(&template))
}

/// A progress bar of pages, whose total may become known later.
pub fn pages() -> ProgressBar {
    bar(0, "pages")
}

/// A progress bar of sessions with the T-states that all of them run per second.
pub struct SessionBar {
    line: ProgressBar,
    started: Instant,
    tstates: AtomicU64,
}

impl SessionBar {
    /// Starts the clock.
    pub fn new(total: usize) -> SessionBar {
        let template = "{bar:40} {pos} of {len} sessions, {elapsed}{msg}";
        SessionBar {
            line: ProgressBar::new(total as u64).with_style(style(template)),
            started: Instant::now(),
            tstates: AtomicU64::new(0),
        }
    }

    /// Reports that a session of `tstates` T-states is over.
    pub fn done(&self, tstates: u64) {
        let all = self.tstates.fetch_add(tstates, Ordering::Relaxed) + tstates;
        if !self.line.is_hidden() {
            let rate = all as f64 / self.started.elapsed().as_secs_f64() / 1e6;
            self.line
                .set_message(format!(", {rate:.0} million T-states per second"));
        }
        self.line.inc(1);
    }

    /// Removes the bar.
    pub fn clear(&self) {
        self.line.finish_and_clear();
    }
}

/// The emulated time of a run and its speed relative to the original machine.
pub struct RunProgress {
    started: Instant,
    due: Instant,
    line: ProgressBar,
}

impl RunProgress {
    /// Starts the clock.
    pub fn new() -> RunProgress {
        let started = Instant::now();
        RunProgress {
            started,
            due: started + INTERVAL,
            line: ProgressBar::new_spinner().with_style(style("{msg}")),
        }
    }

    /// Shows the emulated time of `frames` frames.
    pub fn frames(&mut self, frames: u64) {
        let now = Instant::now();
        if now < self.due || self.line.is_hidden() {
            return;
        }
        self.due = now + INTERVAL;
        let time = EmulatedTime::of_frames(frames);
        let speed = time.speed(now - self.started);
        self.line.set_message(format!(
            "{} emulated, {speed:.0} times as fast: {:.0} million T-states per second",
            clock(time.seconds()),
            time.tstates() as f64 / (now - self.started).as_secs_f64() / 1e6
        ));
        self.line.tick();
    }

    /// Hides the line while `print` prints something else.
    pub fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        self.line.suspend(print)
    }

    /// Removes the line.
    pub fn clear(&self) {
        self.line.finish_and_clear();
    }
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).expect("the template is well formed")
}

/// Hours (if any), minutes and seconds.
pub fn clock(seconds: f64) -> String {
    let whole = seconds as u64;
    match whole / 3600 {
        0 => format!("{}:{:02}", whole / 60, whole % 60),
        hours => format!("{hours}:{:02}:{:02}", whole / 60 % 60, whole % 60),
    }
}
