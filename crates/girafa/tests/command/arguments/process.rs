//! Runs a command within limits, kills it if it exceeds them, and measures what it used.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::Read;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Limits of processor time, in seconds, and of real time; the host may be busy.
const MAX_CPU: u64 = 30;
const MAX_WALL: Duration = Duration::from_secs(240);
/// Memory at which a process is killed, in KiB: twice the limit.
const KILL_LIMIT: u64 = 1 << 20;
/// Clock ticks per second in /proc: the same on every Linux system.
const TICKS_PER_SECOND: u64 = 100;

/// A command line and its environment.
#[derive(Clone, Debug)]
pub struct Line {
    pub arguments: Vec<OsString>,
    /// Environment variables.
    pub environment: Vec<(&'static str, OsString)>,
    /// The file used as standard input.
    pub input: Option<OsString>,
    /// Whether standard output is closed after the first bytes.
    pub is_cut: bool,
}

/// The result of a command.
pub struct Ended {
    /// The exit code; `None` after a signal.
    pub code: Option<i32>,
    pub signal: Option<i32>,
    pub out: Vec<u8>,
    pub error: Vec<u8>,
    /// Peak memory in KiB, as last sampled while it ran.
    pub memory: u64,
    /// Processor time in seconds.
    pub seconds: f64,
    /// Why it was killed, if it was.
    pub killed: Option<&'static str>,
}

/// Runs `line` in `directory`.
pub fn run(directory: &Path, line: &Line) -> Ended {
    let input = line
        .input
        .as_ref()
        .and_then(|name| File::open(directory.join(name)).ok());
    let mut child = Command::new(env!("CARGO_BIN_EXE_girafa"))
        .args(&line.arguments)
        .current_dir(directory)
        .env_remove("GIRAFA_ROM")
        .env_remove("GIRAFA_BOOK")
        .env("HOME", directory)
        .env("TMPDIR", directory)
        .env("XDG_DATA_HOME", directory.join("data"))
        .envs(line.environment.iter().map(|(name, value)| (name, value)))
        .stdin(input.map_or_else(Stdio::null, Stdio::from))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let most = if line.is_cut { 10 } else { usize::MAX };
    let out = reader(child.stdout.take().expect("a pipe"), most);
    let error = reader(child.stderr.take().expect("a pipe"), usize::MAX);
    let proc = Path::new("/proc").join(child.id().to_string());
    let (start, mut memory, mut seconds, mut killed) = (Instant::now(), 0, 0.0, None);
    let status = loop {
        if let Some(status) = child.try_wait().expect("our own process") {
            break status;
        }
        memory = highest(&proc).unwrap_or(memory);
        seconds = ticks(&proc).map_or(seconds, |ticks| ticks as f64 / TICKS_PER_SECOND as f64);
        killed = if seconds > MAX_CPU as f64 || start.elapsed() > MAX_WALL {
            Some("it does not end")
        } else if memory > KILL_LIMIT {
            Some("it takes all memory")
        } else {
            None
        };
        if killed.is_some() {
            let _ = child.kill();
            break child.wait().expect("our own process");
        }
        thread::sleep(Duration::from_millis(3));
    };
    Ended {
        code: status.code(),
        signal: status.signal(),
        out: out.join().expect("a reader"),
        error: error.join().expect("a reader"),
        memory,
        seconds,
        killed,
    }
}

fn reader(mut pipe: impl Read + Send + 'static, most: usize) -> thread::JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = pipe.by_ref().take(most as u64).read_to_end(&mut bytes);
        bytes
    })
}

/// The peak memory of a process so far, in KiB.
fn highest(proc: &Path) -> Option<u64> {
    let status = fs::read_to_string(proc.join("status")).ok()?;
    let row = status.lines().find_map(|row| row.strip_prefix("VmHWM:"))?;
    row.trim().strip_suffix(" kB")?.parse().ok()
}

/// The processor time of a process: fields 14 and 15 of `/proc/PID/stat`. The second field, the name, is in
/// parentheses.
fn ticks(proc: &Path) -> Option<u64> {
    let stat = fs::read_to_string(proc.join("stat")).ok()?;
    let (_, fields) = stat.rsplit_once(')')?;
    let mut fields = fields.split_whitespace().skip(11);
    let mut next = || fields.next()?.parse::<u64>().ok();
    Some(next()? + next()?)
}
