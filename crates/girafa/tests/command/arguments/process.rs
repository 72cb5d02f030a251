//! A command in bounds: killed when it takes too much, with what it used.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::Read;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// The most seconds of processor time, and on the clock of a machine that does other things too.
const MAX_CPU: u64 = 30;
const MAX_WALL: Duration = Duration::from_secs(240);
/// KiB of memory at which a process is killed: twice of what it may use.
const DEADLY: u64 = 1 << 20;
/// Clock ticks of a second in /proc: what Linux has on every machine.
const TICKS: u64 = 100;

/// One start of the command.
#[derive(Clone, Debug)]
pub struct Line {
    /// Its arguments.
    pub arguments: Vec<OsString>,
    /// Variables of the environment.
    pub environment: Vec<(&'static str, OsString)>,
    /// The file that is its standard input.
    pub input: Option<OsString>,
    /// Standard output's reader goes away after the first bytes.
    pub is_cut: bool,
}

/// How it ended.
pub struct Ended {
    /// The exit code; `None` after a signal.
    pub code: Option<i32>,
    /// The signal.
    pub signal: Option<i32>,
    /// Standard output.
    pub out: Vec<u8>,
    /// Standard error.
    pub error: Vec<u8>,
    /// KiB of memory at its height, as last seen while it ran.
    pub memory: u64,
    /// Processor time.
    pub seconds: f64,
    /// Why it was killed.
    pub killed: Option<&'static str>,
}

/// Runs it in `directory`.
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
        seconds = ticks(&proc).map_or(seconds, |ticks| ticks as f64 / TICKS as f64);
        killed = if seconds > MAX_CPU as f64 || start.elapsed() > MAX_WALL {
            Some("it does not end")
        } else if memory > DEADLY {
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

/// The most memory that a process has had so far, in KiB.
fn highest(proc: &Path) -> Option<u64> {
    let status = fs::read_to_string(proc.join("status")).ok()?;
    let row = status.lines().find_map(|row| row.strip_prefix("VmHWM:"))?;
    row.trim().strip_suffix(" kB")?.parse().ok()
}

/// The processor time of a process: fields 14 and 15 of its status, of which the second, its name, is in
/// brackets.
fn ticks(proc: &Path) -> Option<u64> {
    let stat = fs::read_to_string(proc.join("stat")).ok()?;
    let (_, fields) = stat.rsplit_once(')')?;
    let mut fields = fields.split_whitespace().skip(11);
    let mut next = || fields.next()?.parse::<u64>().ok();
    Some(next()? + next()?)
}
