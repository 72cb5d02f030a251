//! Ends the player on signals and when the terminal is closed.
//!
//! ```text
//!   SIGTERM SIGINT SIGHUP ... ─┐
//!                              ├─► Signals ──► the main loop ends, gives the terminal back, obeys
//!   terminal hung up ──────────┘      └──────► if it has not within two seconds: ended from here
//! ```
//! The second path is for a main loop that blocks in a write, such as to a terminal stopped by Ctrl+S.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use girafa_cli_support::signals::Signals;

/// Catches the signals that end or suspend a program, so that the terminal can be restored first.
pub struct Watch {
    end: Signals,
    stop: Arc<AtomicBool>,
}

impl Watch {
    /// Starts to catch the signals that end a program, on Unix also SIGTSTP, and to watch the terminal on
    /// standard input. A hang-up of the terminal counts as SIGHUP, for processes that get no signal because
    /// it is not their controlling terminal.
    pub fn start() -> io::Result<Watch> {
        let watch = Watch {
            end: Signals::catch()?,
            stop: Arc::default(),
        };
        #[cfg(unix)]
        {
            signal_hook::flag::register(signal_hook::consts::SIGTSTP, Arc::clone(&watch.stop))?;
            unix::watch_terminal(watch.end.clone())?;
        }
        Ok(watch)
    }

    /// Whether the player must end.
    pub fn ends(&self) -> bool {
        self.end.has_come()
    }

    /// Whether a suspension was requested since the last call.
    pub fn takes_stop(&self) -> bool {
        self.stop.swap(false, Ordering::Relaxed)
    }

    /// Whether there is a shell that can continue a suspended player: one that has given it its own process
    /// group.
    ///
    /// In a container, the session leader may be a process outside, whose number is 0 here.
    pub fn has_shell(&self) -> bool {
        #[cfg(target_os = "linux")]
        return linux::group_and_session().is_some_and(|(group, session)| group != session);
        #[cfg(all(unix, not(target_os = "linux")))]
        return rustix::process::getsid(None).is_ok_and(|session| session != rustix::process::getpgrp());
        #[cfg(not(unix))]
        return false;
    }

    /// Suspends this process as a shell expects, and returns when it is continued.
    pub fn stop(&self) {
        #[cfg(unix)]
        {
            // If this fails, the player continues.
            let _ = signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP);
        }
    }

    /// Performs the default action of the signal received.
    pub fn obey(&self) {
        // A write error may be seen before the hang-up is reported.
        #[cfg(unix)]
        unix::look(&self.end);
        self.end.obey();
    }
}

#[cfg(target_os = "linux")]
mod linux {
    /// This process's group and session from proc_pid_stat(5): the fifth and sixth field, after a name in
    /// brackets that may contain any character. rustix's getsid panics if the session leader is outside the
    /// container.
    pub fn group_and_session() -> Option<(i32, i32)> {
        let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
        let (_, fields) = stat.rsplit_once(')')?;
        let mut fields = fields.split_ascii_whitespace().skip(2).map(str::parse);
        Some((fields.next()?.ok()?, fields.next()?.ok()?))
    }
}

#[cfg(unix)]
mod unix {
    use std::io;
    use std::os::fd::BorrowedFd;
    use std::os::unix::net::UnixStream;
    use std::thread;

    use girafa_cli_support::signals::{GRACE_PERIOD, Signals};
    use ratatui::crossterm::terminal::disable_raw_mode;
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use signal_hook::consts::SIGHUP;

    /// Treats a hang-up of the terminal as SIGHUP, and ends the process some time after that or any signal.
    pub fn watch_terminal(end: Signals) -> io::Result<()> {
        let woken = end.stream()?;
        thread::Builder::new().name("watch".to_owned()).spawn(move || {
            while !end.has_come() {
                wait(&woken, &end);
            }
            thread::sleep(GRACE_PERIOD);
            // The alternate screen cannot be left: the terminal accepts no output.
            let _ = disable_raw_mode();
            end.obey();
        })?;
        Ok(())
    }

    /// Waits for a signal or a hang-up of the terminal.
    fn wait(woken: &UnixStream, end: &Signals) {
        let stdin = rustix::stdio::stdin();
        let mut both = [PollFd::new(woken, PollFlags::IN), terminal(&stdin)];
        // Interrupted, either by a signal whose flag is set now, or by an unrelated one.
        if poll(&mut both, None).is_err() {
            return;
        }
        note(&both[1], end);
        if both[1].revents().contains(PollFlags::NVAL) {
            // This system cannot poll terminals: wait only for signals.
            let _ = poll(&mut both[..1], None);
        }
    }

    /// Checks whether the terminal has hung up.
    pub fn look(end: &Signals) {
        let stdin = rustix::stdio::stdin();
        let mut only = [terminal(&stdin)];
        if poll(&mut only, Some(&Timespec::default())).is_ok() {
            note(&only[0], end);
        }
    }

    /// No events are requested: a hang-up is always reported.
    fn terminal<'a>(stdin: &'a BorrowedFd<'a>) -> PollFd<'a> {
        PollFd::new(stdin, PollFlags::empty())
    }

    fn note(terminal: &PollFd, end: &Signals) {
        if terminal.revents().intersects(PollFlags::HUP | PollFlags::ERR) {
            end.note(SIGHUP);
        }
    }
}
