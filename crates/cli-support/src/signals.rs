//! Termination signals, caught so that a program can clean up before it ends.

use std::io;
#[cfg(unix)]
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

#[cfg(unix)]
use signal_hook::consts::{
    SIGABRT, SIGALRM, SIGHUP, SIGPROF, SIGSYS, SIGTRAP, SIGUSR1, SIGUSR2, SIGVTALRM, SIGXCPU,
};
use signal_hook::consts::{SIGINT, SIGTERM};

/// The signals that end a program by default, except those for program errors.
#[cfg(unix)]
const TERMINATION_SIGNALS: &[i32] = &[
    SIGABRT,
    SIGALRM,
    SIGHUP,
    SIGINT,
    SIGPROF,
    signal_hook::consts::SIGQUIT,
    SIGSYS,
    SIGTERM,
    SIGTRAP,
    SIGUSR1,
    SIGUSR2,
    SIGVTALRM,
    SIGXCPU,
];
#[cfg(not(unix))]
const TERMINATION_SIGNALS: &[i32] = &[SIGINT, SIGTERM];

/// Additional signals of Linux: SIGSTKFLT, SIGIO, SIGPWR and the real-time signals.
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
const LINUX_SIGNALS: &[std::ops::RangeInclusive<i32>] = &[16..=16, 29..=30, 34..=64];
#[cfg(not(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))))]
const LINUX_SIGNALS: &[std::ops::RangeInclusive<i32>] = &[];

/// Time for a program to clean up after a signal.
pub const GRACE_PERIOD: Duration = Duration::from_secs(2);

/// The numbers of the signals that end a program by default, except SIGPIPE and SIGXFSZ, which become write
/// errors here, and those for program errors.
pub fn ending() -> impl Iterator<Item = i32> {
    let further = LINUX_SIGNALS.iter().cloned().flatten();
    TERMINATION_SIGNALS.iter().copied().chain(further)
}

/// The termination signal received, if any. Clones share the state.
#[derive(Debug, Clone, Default)]
pub struct Signals(Arc<AtomicUsize>);

impl Signals {
    /// Catches all [ending] signals from now on.
    ///
    /// # Errors
    /// The system refuses to register a handler.
    pub fn catch() -> io::Result<Signals> {
        let signals = Signals::default();
        for signal in ending() {
            signal_hook::flag::register_usize(signal, Arc::clone(&signals.0), signal as usize)?;
        }
        Ok(signals)
    }

    /// Whether a signal was received, so that the program must end.
    pub fn has_come(&self) -> bool {
        self.0.load(Ordering::Relaxed) != 0
    }

    /// Records `signal` as received, unless there was an earlier one.
    pub fn note(&self, signal: i32) {
        let _ = self
            .0
            .compare_exchange(0, signal as usize, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// Applies the default action of the received signal; does nothing if there was none.
    pub fn obey(&self) {
        let signal = self.0.load(Ordering::Relaxed) as i32;
        if signal != 0 {
            let _ = signal_hook::low_level::emulate_default_handler(signal);
            // The library does not know all signals: exit with the code that shells report.
            std::process::exit(128 + signal);
        }
    }

    /// A stream that becomes readable when a signal is received.
    ///
    /// # Errors
    /// The system refuses to create it.
    #[cfg(unix)]
    pub fn stream(&self) -> io::Result<UnixStream> {
        let (woken, wakes) = UnixStream::pair()?;
        for signal in ending() {
            signal_hook::low_level::pipe::register(signal, wakes.try_clone()?)?;
        }
        Ok(woken)
    }

    /// Ends the process if it is still running some time after a signal, for example because it waits for a
    /// window that does not respond.
    ///
    /// # Errors
    /// The system refuses a stream or a thread.
    pub fn insist(&self) -> io::Result<()> {
        #[cfg(unix)]
        {
            use std::io::Read;
            let (signals, mut woken) = (self.clone(), self.stream()?);
            let insist = move || {
                let _ = woken.read(&mut [0]);
                std::thread::sleep(GRACE_PERIOD);
                signals.obey();
            };
            std::thread::Builder::new()
                .name("signals".to_owned())
                .spawn(insist)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_signal_is_kept() {
        let signals = Signals::default();
        assert!(!signals.has_come());
        signals.note(SIGTERM);
        signals.clone().note(SIGINT);
        assert!(signals.has_come());
        assert_eq!(signals.0.load(Ordering::Relaxed), SIGTERM as usize);
    }

    /// Signals for program errors are not caught, nor are those that must not be.
    #[test]
    fn each_ends_a_program_and_is_there_once() {
        let all: Vec<i32> = ending().collect();
        for (at, signal) in all.iter().enumerate() {
            assert!(!all[..at].contains(signal), "{signal}");
        }
        // KILL, SEGV, PIPE, CHLD, CONT, STOP, TSTP, XFSZ, WINCH of Linux.
        if cfg!(target_os = "linux") {
            assert!(
                [9, 11, 13, 17, 18, 19, 20, 25, 28]
                    .iter()
                    .all(|other| !all.contains(other))
            );
        }
    }
}
