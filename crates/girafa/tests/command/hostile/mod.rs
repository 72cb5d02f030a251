//! Structured hostile files of every format, with limits set by the operating system: memory, and processor
//! time in proportion to the file's size. No command may exceed them, panic or be ended by a signal, and each
//! must end with an exit code from the manual.
//!
//! `cargo test` tries the files that have exposed a bug, and always the same few random ones. With
//! `GIRAFA_THOROUGH=1` it tries random ones for a minute, with `GIRAFA_HOSTILE_SECONDS=600` for ten.
//! `GIRAFA_HOSTILE_START=N` repeats a start. `GIRAFA_HOSTILE_COMMAND=FILE` tests another build of the
//! command.

mod deflate;
mod known;
mod messages;
mod pictures;
mod snapshots;
mod tapes;
mod texts;

use std::env;
use std::ffi::OsString;
use std::fs::{self, File};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use girafa_test_support::{Random, thorough};
use tempfile::TempDir;

/// Address space in KiB that a command may use in addition to that of an idle command.
const MAX_EXTRA_MEMORY: u64 = 512 << 10;
/// Limit of processor time in seconds for any file, plus one second for each [`BYTES_A_SECOND`] bytes. The
/// command is not optimised in tests.
const MIN_SECONDS: u64 = 20;
const BYTES_A_SECOND: u64 = 32 << 10;
/// A process that hangs is killed after this real time.
const TIMEOUT: Duration = Duration::from_secs(240);
/// Maximum size of messages.
const MAX_MESSAGE_BYTES: usize = 300_000;
/// Random files that a plain `cargo test` tries on each of two threads.
const QUICK_FILES: usize = 8;

/// A file and the commands that read it.
struct Hostile {
    name: String,
    bytes: Vec<u8>,
    /// Additional files in the same directory.
    beside: Vec<(&'static str, Vec<u8>)>,
    /// Arguments, in which `F` is replaced by the file. If a command starts with `<`, the file is its
    /// standard input.
    commands: &'static [&'static str],
}

impl Hostile {
    fn new(name: &str, bytes: Vec<u8>, commands: &'static [&'static str]) -> Hostile {
        Hostile {
            name: name.to_owned(),
            bytes,
            beside: Vec::new(),
            commands,
        }
    }
}

const TAPE: &[&str] = &[
    "run F --frames 30 --wall 3s",
    "info F",
    "run F --time 30s --wall 3s --json --wav o.wav",
    "check F --json",
    "untap F",
    "hardcopy F -o o.png --time 2s --wall 3s",
    "debug F --time 2s --command where",
];
const LISTING: &[&str] = &[
    "check F",
    "check F --sarif",
    "format F --check",
    "renumber F -o o.bas",
    "check F --json",
    "tap F -o o.tap",
    "run F --time 10s --wall 3s",
    "list F",
];
const PICTURE: &[&str] = &["typein F --proof o.html --text o.txt", "typein F --learn o.font"];
const SESSIONS: &[&str] = &[
    "test F --json --junit o.xml --wall 5s",
    "test F --wall 5s",
    "test F --verbose --wall 5s",
];
const EXPECTED: &[&str] = &[
    "compare p.bas --expect F --json --junit o.xml",
    "compare p.bas --expect F",
];
const SCAN: &[&str] = &["typein F --json", "book new F --out o"];
const CASES: &[&str] = &[
    "conform F --json --junit o.xml --wall 5s",
    "conform F -v --wall 5s",
];
const FIXES: &[&str] = &["typein p.txt --fixes F --suggest o.toml"];
const ANSWERS: &[&str] = &["run p.bas --answers F --wall 3s", "< run p.bas --wall 3s"];
const SNAPSHOT: &[&str] = &[
    "run F --time 3s --wall 3s --save o.szx",
    "info F",
    "check F --json",
    "vars F --time 1s --wall 3s --json",
];
const EDITOR: &[&str] = &["< lsp"];
const DEBUGGER: &[&str] = &["< dap"];

fn any(random: &mut Random) -> Hostile {
    match random.below(12) {
        0..=3 => tapes::any(random),
        4 | 5 => pictures::any(random),
        6 | 7 => texts::listing(random),
        8 | 9 => texts::other(random),
        10 => snapshots::any(random),
        _ => messages::any(random),
    }
}

/// A number with this many bytes, at or near a limit of its range.
fn extreme(random: &mut Random, bytes: usize) -> u32 {
    let all = [
        0_u32,
        1,
        2,
        3,
        7,
        8,
        16,
        127,
        128,
        254,
        255,
        256,
        1_000,
        0x7FFF,
        0x8000,
        0x8001,
        0xFFFF,
        0x1_0000,
        0xFF_FFFF,
        0x7FFF_FFFF,
        0x8000_0000,
        0xFFFF_FFFF,
    ];
    let most = u64::MAX >> (64 - 8 * bytes as u64);
    (u64::from(*random.pick(&all)) & most) as u32
}

/// Appends such a number in little-endian order.
fn put(out: &mut Vec<u8>, random: &mut Random, bytes: usize) {
    let number = extreme(random, bytes);
    out.extend(&number.to_le_bytes()[..bytes]);
}

/// The executable to test.
fn command_file() -> OsString {
    env::var_os("GIRAFA_HOSTILE_COMMAND").unwrap_or_else(|| env!("CARGO_BIN_EXE_girafa").into())
}

/// Runs a command under the limits and returns what is wrong with the result, if anything.
fn try_command(hostile: &Hostile, command: &str, baseline: u64) -> Option<String> {
    let directory = TempDir::new().unwrap();
    let at = |name: &str| directory.path().join(name);
    fs::write(at(&hostile.name), &hostile.bytes).unwrap();
    for (name, bytes) in [
        ("p.bas", &b"10 INPUT a: PRINT a: GO TO 10\n"[..]),
        ("p.txt", b"10 PRINT 1\n20 STOP\n"),
    ] {
        fs::write(at(name), bytes).unwrap();
    }
    for (name, bytes) in &hostile.beside {
        fs::write(at(name), bytes).unwrap();
    }
    let mut words: Vec<&str> = command.split(' ').collect();
    let has_input = words[0] == "<";
    if has_input {
        words.remove(0);
    }
    let words = words
        .into_iter()
        .map(|word| if word == "F" { &hostile.name } else { word });
    let input = has_input.then(|| File::open(at(&hostile.name)).unwrap());
    let seconds = MIN_SECONDS + hostile.bytes.len() as u64 / BYTES_A_SECOND;
    let limits = format!(
        "ulimit -v {} -t {seconds}; exec \"$0\" \"$@\"",
        MAX_EXTRA_MEMORY + baseline
    );
    let mut child = Command::new("sh")
        .args(["-c", &limits])
        .arg(command_file())
        .args(words)
        .current_dir(directory.path())
        .env_remove("GIRAFA_ROM")
        .env_remove("GIRAFA_BOOK")
        .env("XDG_DATA_HOME", at("data"))
        // Arenas that the allocator reserves per thread must not count as memory in use.
        .env("MALLOC_ARENA_MAX", "2")
        .env("RAYON_NUM_THREADS", "2")
        .stdin(input.map_or_else(Stdio::null, Stdio::from))
        .stdout(File::create(at("stdout")).unwrap())
        .stderr(File::create(at("stderr")).unwrap())
        .spawn()
        .expect("sh starts");
    let start = Instant::now();
    let status = loop {
        match child.try_wait().unwrap() {
            Some(status) => break Some(status),
            None if start.elapsed() > TIMEOUT => {
                let _ = child.kill();
                let _ = child.wait();
                break None;
            }
            None => thread::sleep(Duration::from_millis(3)),
        }
    };
    let message = String::from_utf8_lossy(&fs::read(at("stderr")).unwrap()).into_owned();
    let what = match status {
        None => "does not end".to_owned(),
        Some(status) => match (status.code(), status.signal()) {
            (Some(0..=5), _) if message.contains("panicked") => "panics".to_owned(),
            (Some(0..=5), _) if message.len() > MAX_MESSAGE_BYTES => format!("says {} bytes", message.len()),
            (Some(0..=5), _) => return None,
            (Some(code), _) => format!("ends with {code}"),
            (None, signal) => format!("ends by signal {signal:?}"),
        },
    };
    let kept = env::temp_dir().join(format!("girafa-hostile-{}", hostile.name));
    let _ = fs::write(&kept, &hostile.bytes);
    let start: String = message.chars().take(300).collect();
    Some(format!(
        "`girafa {command}` {what}: {} ({} bytes): {start}",
        kept.display(),
        hostile.bytes.len()
    ))
}

/// Address space, in KiB, of a command that waits for its first input.
fn baseline() -> u64 {
    let mut child = Command::new(command_file())
        .arg("lsp")
        .env("MALLOC_ARENA_MAX", "2")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    thread::sleep(Duration::from_millis(300));
    let status = fs::read_to_string(Path::new("/proc").join(child.id().to_string()).join("status"));
    drop(child.stdin.take());
    let _ = child.wait();
    let status = status.unwrap_or_default();
    let row = status.lines().find_map(|row| row.strip_prefix("VmPeak:"));
    let peak = row.and_then(|row| row.trim().strip_suffix(" kB")?.parse().ok());
    peak.expect("Linux says what a process has")
}

/// Tries the files from `next` on two threads, until it returns `None` or the time is over.
fn try_all(next: impl FnMut(usize) -> Option<Hostile> + Send, every_command: bool) -> (usize, Vec<String>) {
    let baseline = baseline();
    let next = Mutex::new((0, next));
    let found = Mutex::new(Vec::new());
    let tried = Mutex::new(0);
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let (number, hostile) = {
                        let mut next = next.lock().unwrap();
                        next.0 += 1;
                        let number = next.0;
                        match next.1(number) {
                            Some(hostile) => (number, hostile),
                            None => return,
                        }
                    };
                    let all = hostile.commands;
                    let some = if every_command {
                        all
                    } else {
                        &all[number % all.len()..][..1]
                    };
                    for command in some {
                        *tried.lock().unwrap() += 1;
                        found
                            .lock()
                            .unwrap()
                            .extend(try_command(&hostile, command, baseline));
                    }
                }
            });
        }
    });
    (tried.into_inner().unwrap(), found.into_inner().unwrap())
}

/// The files that have exposed a bug, each with the command that did. In thorough tests, with all commands
/// for its format.
#[test]
fn known_files() {
    let mut known = known::files().into_iter();
    let (tried, found) = try_all(|_| known.next(), thorough());
    println!("hostile: {tried} commands over known files");
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn random_files() {
    let number = |name: &str| env::var(name).ok().and_then(|value| value.parse::<u64>().ok());
    let seconds = number("GIRAFA_HOSTILE_SECONDS").or(thorough().then_some(60));
    let start = number("GIRAFA_HOSTILE_START").unwrap_or(1);
    let end = seconds.map(|seconds| Instant::now() + Duration::from_secs(seconds));
    let mut random = Random(start);
    let next = |number: usize| {
        let is_over = end.map_or(number > 2 * QUICK_FILES, |end| Instant::now() > end);
        (!is_over).then(|| any(&mut random))
    };
    let (tried, found) = try_all(next, false);
    println!("hostile: start {start}, {tried} commands");
    assert!(found.is_empty(), "start {start}: {found:#?}");
}
