//! Runs a command in a given environment, and 20 times in different ones.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;

use tempfile::TempDir;

use super::inputs::{files, inputs};

/// Number of concurrent runs per output, in thorough tests and in a plain `cargo test`.
const RUNS: usize = 20;
const SHORT_RUNS: usize = 6;
const LOCALES: [&str; 5] = ["C", "pt_PT.UTF-8", "tr_TR.UTF-8", "ja_JP.SJIS", "ar_EG.UTF-8"];
const ZONES: [&str; 4] = ["UTC", "Asia/Kathmandu", "America/St_Johns", "Pacific/Kiritimati"];
const TERMINALS: [&str; 3] = ["dumb", "xterm-256color", ""];
const COLUMNS: [&str; 3] = ["20", "80", "500"];
const TASKSET: &str = "/usr/bin/taskset";
const THREADS: [&str; 3] = ["1", "2", "7"];

/// The observable results of a run.
#[derive(PartialEq, Eq)]
pub struct Observation {
    pub code: Option<i32>,
    /// Standard output and standard error as `stdout` and `stderr`, and each file of the directory by its
    /// path.
    pub outputs: BTreeMap<String, Vec<u8>>,
}

impl Observation {
    /// Collects the exit code, the two streams, and the current files of `directory`.
    pub fn of(code: Option<i32>, stdout: Vec<u8>, stderr: Vec<u8>, directory: &Path) -> Observation {
        let mut outputs = BTreeMap::from([("stdout".to_owned(), stdout), ("stderr".to_owned(), stderr)]);
        for path in files(directory) {
            let name = path.to_string_lossy().replace('\\', "/");
            outputs.insert(name, fs::read(directory.join(path)).unwrap());
        }
        Observation { code, outputs }
    }

    /// Asserts that `self` and `other` are equal, byte for byte.
    pub fn assert_same(&self, other: &Observation, what: &str) {
        let (names, others): (Vec<_>, Vec<_>) =
            (self.outputs.keys().collect(), other.outputs.keys().collect());
        assert_eq!(names, others, "{what}: other files are written");
        for (name, bytes) in &self.outputs {
            let differs = other.outputs[name] != *bytes;
            assert!(
                !differs,
                "{what}: {name} differs:\n{}\nand\n{}",
                String::from_utf8_lossy(bytes),
                String::from_utf8_lossy(&other.outputs[name])
            );
        }
        assert_eq!(self.code, other.code, "{what}: exit code");
    }
}

/// A directory with the inputs, written in forward or reverse order.
pub fn directory_of_inputs(backwards: bool) -> TempDir {
    let directory = tempfile::Builder::new()
        .prefix(if backwards { "outro lugar " } else { "g" })
        .tempdir()
        .unwrap();
    let (from, names) = inputs();
    let mut names: Vec<&PathBuf> = names.iter().collect();
    if backwards {
        names.reverse();
    }
    for name in names {
        let to = directory.path().join(name);
        fs::create_dir_all(to.parent().unwrap()).unwrap();
        fs::copy(from.path().join(name), to).unwrap();
    }
    directory
}

/// Runs the command in the environment with this number.
pub fn run(arguments: &str, number: usize) -> Observation {
    let directory = directory_of_inputs(number % 2 == 1);
    let home = TempDir::new().unwrap();
    let mut command = on_some_processors(number);
    command
        .args(arguments.split(' '))
        .current_dir(directory.path())
        .env_clear()
        .env("LANG", LOCALES[number % LOCALES.len()])
        .env("LC_ALL", LOCALES[(number + 1) % LOCALES.len()])
        .env("TZ", ZONES[number % ZONES.len()])
        .env("TERM", TERMINALS[number % TERMINALS.len()])
        .env("COLUMNS", COLUMNS[number % COLUMNS.len()])
        .env("RAYON_NUM_THREADS", THREADS[number / 2 % THREADS.len()])
        .env("SOURCE_DATE_EPOCH", (number * 86_400).to_string())
        .stdin(Stdio::null());
    if let Some(system) = std::env::var_os("SystemRoot") {
        command.env("SystemRoot", system);
    }
    match number % 3 {
        0 => command
            .env("HOME", home.path())
            .env("XDG_CONFIG_HOME", home.path().join("c")),
        1 => command
            .env("HOME", "/nowhere")
            .env("XDG_DATA_HOME", home.path().join("data")),
        _ => command.env("NO_COLOR", "1").env("XDG_CACHE_HOME", home.path()),
    };
    let done = command.output().expect("the command starts");
    Observation::of(done.status.code(), done.stdout, done.stderr, directory.path())
}

/// The command. Every fourth run uses only one processor if the system has `taskset`; another quarter uses a
/// different umask if it has `sh`.
fn on_some_processors(number: usize) -> Command {
    let girafa = env!("CARGO_BIN_EXE_girafa");
    let mut command = match number % 4 {
        1 if Path::new(TASKSET).exists() => {
            let mut command = Command::new(TASKSET);
            command.args(["-c", &first_processor()]);
            command
        }
        2 if cfg!(unix) => {
            let mut command = Command::new("/bin/sh");
            command.args(["-c", "umask 077; exec \"$@\"", "sh"]);
            command
        }
        _ => return Command::new(girafa),
    };
    command.arg(girafa);
    command
}

/// The number of a processor on which Linux lets this process run.
fn first_processor() -> String {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let allowed = status
        .lines()
        .find_map(|row| row.strip_prefix("Cpus_allowed_list:"));
    let first = allowed.and_then(|list| list.trim().split([',', '-']).next());
    first.unwrap_or("0").to_owned()
}

/// Asserts that the output exists, and that 20 concurrent runs have equal results.
pub fn assert_same_in_20_runs(arguments: &str, output: &str) {
    let runs = if girafa_test_support::thorough() {
        RUNS
    } else {
        SHORT_RUNS
    };
    let seen: Vec<Observation> = thread::scope(|scope| {
        let running: Vec<_> = (0..runs)
            .map(|number| scope.spawn(move || run(arguments, number)))
            .collect();
        running.into_iter().map(|run| run.join().unwrap()).collect()
    });
    assert_there(&seen[0], arguments, output);
    for (number, other) in seen.iter().enumerate().skip(1) {
        seen[0].assert_same(other, &format!("{arguments}, run {number}"));
    }
}

/// Asserts that the output is new, or is printed.
fn assert_there(seen: &Observation, arguments: &str, output: &str) {
    let message = String::from_utf8_lossy(&seen.outputs["stderr"]);
    let is_written = seen.outputs.get(output).is_some_and(|bytes| !bytes.is_empty());
    assert!(
        is_written && !matches!(seen.code, None | Some(2 | 5 | 101)),
        "{arguments}: {output} is not made ({:?}): {message}",
        seen.code
    );
    let before = fs::read(inputs().0.path().join(output)).ok();
    assert!(
        before.as_ref() != seen.outputs.get(output),
        "{arguments}: {output} is as before: {message}"
    );
}
