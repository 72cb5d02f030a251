//! A pseudo-terminal for tests: it records the bytes sent to it and answers queries as configured.

use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use girafa_test_support::images::Terminal;

use rustix::fs::{Mode, OFlags};
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process, waitid};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, Winsize, tcgetattr, tcsetwinsize};

/// Timeout of every wait.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Size of a cell in pixels.
pub const CELL: (usize, usize) = (10, 20);

/// The terminal's answers to queries.
#[derive(Debug, Clone, Copy, Default)]
pub struct Answers {
    /// To the kitty protocol's query.
    pub kitty: &'static str,
    /// To the query for the cell size in pixels.
    pub cell: &'static str,
    /// To the query for device attributes.
    pub attributes: &'static str,
}

/// A terminal with a program running in it.
pub struct Pty {
    master: Option<File>,
    slave: OwnedFd,
    child: Child,
    sent: Arc<Mutex<Vec<u8>>>,
    is_read: bool,
    /// The terminal's contents after the first `up_to` bytes of `sent`.
    shows: Terminal,
    up_to: usize,
}

impl Pty {
    /// Starts `command` in a terminal of `size` columns and rows that gives these answers and reads all
    /// output.
    pub fn start(command: &mut Command, size: (u16, u16), answers: Answers) -> Pty {
        let mut pty = Pty::deaf(command, size);
        pty.listen(answers);
        pty
    }

    /// Starts `command` in a terminal that reads nothing until [`Self::listen`].
    pub fn deaf(command: &mut Command, size: (u16, u16)) -> Pty {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC).unwrap();
        grantpt(&master).unwrap();
        unlockpt(&master).unwrap();
        let name = ptsname(&master, Vec::new()).unwrap();
        let slave = rustix::fs::open(
            &name,
            OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC,
            Mode::empty(),
        )
        .unwrap();
        let pty = |slave: &OwnedFd| slave.try_clone().unwrap();
        let child = command
            .env("TERM", "xterm-256color")
            // As a shell does.
            .process_group(0)
            .stdin(pty(&slave))
            .stdout(pty(&slave))
            .stderr(pty(&slave));
        resize(&slave, size);
        Pty {
            child: child.spawn().unwrap(),
            master: Some(File::from(master)),
            slave,
            sent: Arc::default(),
            is_read: false,
            shows: Terminal::new(size.0.into(), size.1.into(), CELL),
            up_to: 0,
        }
    }

    /// The terminal's contents.
    pub fn shows(&mut self) -> &Terminal {
        let sent = self.sent.lock().unwrap();
        self.up_to += self.shows.feed(&sent[self.up_to..]);
        &self.shows
    }

    /// Starts reading the output and answering queries.
    pub fn listen(&mut self, answers: Answers) {
        assert!(!std::mem::replace(&mut self.is_read, true));
        let mut master = self.master.as_ref().unwrap().try_clone().unwrap();
        let sent = Arc::clone(&self.sent);
        thread::spawn(move || {
            let questions = [
                ("\x1b_Gi=31,", answers.kitty),
                ("\x1b[16t", answers.cell),
                ("\x1b[c", answers.attributes),
            ];
            let mut asked = [false; 3];
            let mut bytes = [0; 65_536];
            while let Ok(count @ 1..) = master.read(&mut bytes) {
                let mut sent = sent.lock().unwrap();
                sent.extend(&bytes[..count]);
                for ((question, answer), asked) in questions.iter().zip(&mut asked) {
                    let is_there = || {
                        sent.windows(question.len())
                            .any(|window| window == question.as_bytes())
                    };
                    if !*asked && is_there() {
                        *asked = true;
                        master.write_all(answer.as_bytes()).unwrap();
                    }
                }
            }
        });
    }

    pub fn type_bytes(&mut self, bytes: &[u8]) {
        self.master.as_mut().unwrap().write_all(bytes).unwrap();
    }

    /// All output so far.
    pub fn sent(&self) -> Vec<u8> {
        self.sent.lock().unwrap().clone()
    }

    /// Waits until `condition` returns true.
    pub fn wait_until(&mut self, what: &str, condition: impl Fn(&mut Pty) -> bool) {
        let start = Instant::now();
        while !condition(self) {
            let ended = self.child.try_wait().unwrap();
            let text = self.shows().text();
            assert!(ended.is_none(), "{what} did not come, it has ended: {text}");
            assert!(start.elapsed() < TIMEOUT, "{what} did not come: {text}");
            thread::sleep(Duration::from_millis(20));
        }
    }

    pub fn wait_for(&mut self, text: &str) {
        self.wait_until(text, |pty| pty.shows().text().contains(text));
    }

    /// Waits until the output contains `bytes`, which the program sends before it ends.
    pub fn settle(&self, bytes: &str) {
        let start = Instant::now();
        while !String::from_utf8_lossy(&self.sent()).contains(bytes) {
            assert!(start.elapsed() < TIMEOUT, "{bytes:?} was not sent");
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// All output of a program that has ended. Writes an end mark and reads up to it, so that no output is
    /// missed.
    pub fn all_sent(&self) -> Vec<u8> {
        const END_MARK: &str = "\u{1}the end\u{1}";
        rustix::io::write(&self.slave, END_MARK.as_bytes()).unwrap();
        self.settle(END_MARK);
        let mut sent = self.sent();
        sent.truncate(sent.len() - END_MARK.len());
        sent
    }

    /// Waits until the terminal enters or leaves raw mode.
    pub fn wait_for_raw(&mut self, raw: bool) {
        self.wait_until("raw mode", |pty| pty.is_raw() == raw);
    }

    /// Whether the terminal passes keys on immediately and without echo.
    pub fn is_raw(&self) -> bool {
        let modes = tcgetattr(&self.slave).unwrap().local_modes;
        !modes.intersects(LocalModes::ICANON | LocalModes::ECHO)
    }

    pub fn resize(&mut self, size: (u16, u16)) {
        self.shows();
        self.shows = Terminal::new(size.0.into(), size.1.into(), CELL);
        resize(&self.slave, size);
        // The terminal is not the controlling terminal of the process, so the kernel sends no signal.
        self.signal(Signal::WINCH);
    }

    /// The resident memory of the process in KiB, if it is still running.
    pub fn resident(&mut self) -> Option<u64> {
        self.child.try_wait().unwrap().is_none().then_some(())?;
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
        line.split_whitespace().nth(1)?.parse().ok()
    }

    /// Whether the process is stopped.
    pub fn is_stopped(&self) -> bool {
        let id = WaitId::Pid(Pid::from_child(&self.child));
        let look = WaitIdOptions::STOPPED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        waitid(id, look).unwrap().is_some()
    }

    pub fn signal(&self, signal: Signal) {
        let id = Pid::from_child(&self.child);
        kill_process(id, signal).unwrap();
    }

    /// Number of bytes sent to a terminal that has not read them.
    pub fn backlog(&self) -> u64 {
        rustix::io::ioctl_fionread(self.master.as_ref().unwrap()).unwrap()
    }

    /// Closes the terminal.
    pub fn vanish(&mut self) {
        assert!(!self.is_read, "a thread holds the terminal");
        self.master = None;
    }

    /// Waits for the process to end.
    pub fn wait(&mut self) -> ExitStatus {
        let start = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            if start.elapsed() > TIMEOUT {
                let _ = self.child.kill();
                panic!("it does not end: {}", self.shows().text());
            }
            thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Pty {
    fn drop(&mut self) {
        // It has ended already, unless the test has failed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn resize(slave: &OwnedFd, (columns, rows): (u16, u16)) {
    let size = Winsize {
        ws_col: columns,
        ws_row: rows,
        ws_xpixel: 0,
        ws_ypixel: 0,
    };
    tcsetwinsize(slave, size).unwrap();
}
