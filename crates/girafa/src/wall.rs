//! Real-time limits for commands that run many sessions, and for long writes.

use std::io::{self, Write};
use std::process;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use girafa_cli_support::{Exit, eprint_line};

/// Default real-time limits of a single run and of a suite.
pub const DEFAULT_RUN_LIMIT: &str = "10m";
pub const DEFAULT_SUITE_LIMIT: &str = "1h";

/// The limit given, or else the default `usual`, such as [`DEFAULT_RUN_LIMIT`].
pub fn limit(given: Option<Duration>, usual: &str) -> Duration {
    given.unwrap_or_else(|| humantime::parse_duration(usual).expect("the usual limits are durations"))
}

/// Terminates the process at the timeout, unless it is dropped before. Only for stages that write no files.
pub struct Wall {
    /// Dropping this stops the watching thread.
    _armed: Option<Sender<()>>,
}

impl Wall {
    /// Starts the clock for a command that runs `things`, such as sessions.
    pub fn new(limit: Duration, things: &'static str) -> Wall {
        let over = move || format!("{}, before all {things} had run", timeout_message(limit));
        Wall::saying(limit, over)
    }

    /// Starts the clock while a run's program is loaded. `left` remains of `limit`.
    pub fn of_loading(left: Duration, limit: Duration) -> Wall {
        let limit = humantime::format_duration(limit).to_string();
        Wall::saying(left, move || {
            format!("timed out after {limit} while the program was loading")
        })
    }

    /// Starts the clock; `saying` returns the message for the timeout.
    fn saying(limit: Duration, saying: impl FnOnce() -> String + Send + 'static) -> Wall {
        let (armed, over) = mpsc::channel::<()>();
        let watch = move || {
            if over.recv_timeout(limit) == Err(RecvTimeoutError::Timeout) {
                eprint_line(format_args!("girafa: {}; change the limit with --wall", saying()));
                process::exit(Exit::TimeLimit as i32);
            }
        };
        // Without threads, as in WebAssembly, there is no timeout.
        let watching = thread::Builder::new().name("wall".to_owned()).spawn(watch);
        Wall {
            _armed: watching.is_ok().then_some(armed),
        }
    }
}

/// The message that a limit was reached.
pub fn timeout_message(limit: Duration) -> String {
    format!("timed out after {}", humantime::format_duration(limit))
}

/// A writer that fails after its timeout.
pub struct Until<W> {
    /// The underlying writer.
    pub writer: W,
    end: Option<Instant>,
}

impl<W: Write> Until<W> {
    /// Creates a writer and starts its clock.
    pub fn new(writer: W, limit: Duration) -> Until<W> {
        Until {
            writer,
            end: Instant::now().checked_add(limit),
        }
    }
}

impl<W: Write> Write for Until<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.end {
            Some(end) if Instant::now() > end => Err(io::ErrorKind::TimedOut.into()),
            _ => self.writer.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_writer_refuses_once_its_time_is_over() {
        let mut soon = Until::new(Vec::new(), Duration::from_secs(3600));
        soon.write_all(b"in time").unwrap();
        let mut late = Until {
            writer: Vec::new(),
            end: Some(Instant::now() - Duration::from_millis(1)),
        };
        let refused = late.write_all(b"late").unwrap_err();
        assert_eq!(refused.kind(), io::ErrorKind::TimedOut);
        assert_eq!((soon.writer.as_slice(), late.writer.len()), (&b"in time"[..], 0));
    }
}
