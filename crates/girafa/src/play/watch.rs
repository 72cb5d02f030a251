//! What ends a player from outside: signals, and a terminal that is gone.
//!
//! ```text
//!   SIGTERM SIGINT SIGHUP ... ─┐
//!                              ├─► Signals ──► the main loop ends, gives the terminal back, obeys
//!   terminal hung up ──────────┘      └──────► if it has not within two seconds: ended from here
//! ```
//! The second way is for a main loop that hangs in a write, as to a terminal that was stopped by Ctrl+S.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use girafa_cli_support::signals::Signals;

/// The signals that end or stop a program, caught so that the terminal can be given back first.
pub struct Watch {
    end: Signals,
    stop: Arc<AtomicBool>,
}

impl Watch {
    /// Catches the signals that end a program, on Unix also SIGTSTP, and looks after the terminal on standard
    /// input: that it hangs up counts as SIGHUP, for a process that gets none because the terminal does not
    /// control it.
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

    /// Whether the player has to end.
    pub fn ends(&self) -> bool {
        self.end.has_come()
    }

    /// Whether the player was asked to stop until it is continued; asks once.
    pub fn takes_stop(&self) -> bool {
        self.stop.swap(false, Ordering::Relaxed)
    }

    /// Whether there is a shell that can continue a stopped player: one that has given it a process group of
    /// its own.
    ///
    /// In a container the session's leader may be a process outside, which has the number 0 here.
    pub fn has_shell(&self) -> bool {
        #[cfg(target_os = "linux")]
        return linux::group_and_session().is_some_and(|(group, session)| group != session);
        #[cfg(all(unix, not(target_os = "linux")))]
        return rustix::process::getsid(None).is_ok_and(|session| session != rustix::process::getpgrp());
        #[cfg(not(unix))]
        return false;
    }

    /// Stops this process as a shell expects it, and comes back when it is continued.
    pub fn stop(&self) {
        #[cfg(unix)]
        {
            // Where this fails the player just goes on.
            let _ = signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP);
        }
    }

    /// Does what the signal that has come does to a program that does not catch it.
    pub fn obey(&self) {
        // An error in writing to a terminal that is gone may come before the news.
        #[cfg(unix)]
        unix::look(&self.end);
        self.end.obey();
    }
}

#[cfg(target_os = "linux")]
mod linux {
    /// This process's group and session, as proc_pid_stat(5) has them: the fifth and sixth field, after a
    /// name in brackets that may hold anything. rustix's getsid panics where the session's leader is outside
    /// of a container.
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

    use girafa_cli_support::signals::{GRACE, Signals};
    use ratatui::crossterm::terminal::disable_raw_mode;
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use signal_hook::consts::SIGHUP;

    /// Takes it for SIGHUP when the terminal hangs up, and ends the process some time after that or any
    /// signal.
    pub fn watch_terminal(end: Signals) -> io::Result<()> {
        let woken = end.stream()?;
        thread::Builder::new().name("watch".to_owned()).spawn(move || {
            while !end.has_come() {
                wait(&woken, &end);
            }
            thread::sleep(GRACE);
            // Its screen cannot be given back: it takes no bytes.
            let _ = disable_raw_mode();
            end.obey();
        })?;
        Ok(())
    }

    /// Waits for a signal, or that the terminal hangs up.
    fn wait(woken: &UnixStream, end: &Signals) {
        let stdin = rustix::stdio::stdin();
        let mut both = [PollFd::new(woken, PollFlags::IN), terminal(&stdin)];
        // Where it is interrupted: by a signal that has set the flag, or by one that is not ours.
        if poll(&mut both, None).is_err() {
            return;
        }
        note(&both[1], end);
        if both[1].revents().contains(PollFlags::NVAL) {
            // A system that does not watch terminals so: only signals are left.
            let _ = poll(&mut both[..1], None);
        }
    }

    /// Looks whether the terminal has hung up.
    pub fn look(end: &Signals) {
        let stdin = rustix::stdio::stdin();
        let mut only = [terminal(&stdin)];
        if poll(&mut only, Some(&Timespec::default())).is_ok() {
            note(&only[0], end);
        }
    }

    /// Nothing is asked of the terminal: that it is gone is reported anyway.
    fn terminal<'a>(stdin: &'a BorrowedFd<'a>) -> PollFd<'a> {
        PollFd::new(stdin, PollFlags::empty())
    }

    fn note(terminal: &PollFd, end: &Signals) {
        if terminal.revents().intersects(PollFlags::HUP | PollFlags::ERR) {
            end.note(SIGHUP);
        }
    }
}
