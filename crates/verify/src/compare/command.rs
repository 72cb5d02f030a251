//! A native reference that is an external command, whose standard output is what the program has to print.
//!
//! It runs without a shell in the directory of the session file. Standard input has the session's answers,
//! one per line; the environment variable GIRAFA_SESSION has the session's name.

use std::fmt::Write as _;
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use girafa_session::limits;
use thiserror::Error;

use crate::script::Script;

/// The environment variable with the session's name.
pub const VARIABLE: &str = "GIRAFA_SESSION";
/// Timeout of a command, in real time.
pub const MAX_TIME: Duration = Duration::from_secs(60);
/// Maximum size of its output, in bytes.
pub const MAX_OUTPUT: u64 = 16 << 20;
/// Maximum number of rows of its output, equal to the number of rows kept of a run.
pub const MAX_ROWS: usize = limits::TRANSCRIPT_ROWS;
/// Bytes of its standard error that are shown.
const MAX_ERROR_BYTES: usize = 2_000;
/// Interval between checks whether it has ended.
const INTERVAL: Duration = Duration::from_millis(5);
/// Time to wait for the end of its output after it has ended: a process that it started may keep the pipe
/// open.
const OUTPUT_TIMEOUT: Duration = Duration::from_secs(2);

/// Why a command gives no rows to compare with.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CommandError {
    /// The command was not found.
    #[error("command {0} not found: install it, or name another one in `reference`")]
    Missing(String),
    /// The command cannot be started.
    #[error("{0} cannot be started: {1}")]
    NotStarted(String, io::Error),
    /// It ended with an error.
    #[error("{name} ended with {status}{stderr}")]
    Failed {
        /// The command.
        name: String,
        /// Its exit code, or the signal.
        status: ExitStatus,
        /// Its standard error.
        stderr: String,
    },
    /// It reached the timeout.
    #[error("{name} was stopped: it still ran after {} s", limit.as_secs())]
    TooLong {
        /// The command.
        name: String,
        /// The limit.
        limit: Duration,
    },
    /// It printed more than [`MAX_OUTPUT`] bytes.
    #[error("{name} was stopped: it printed more than {} MiB", MAX_OUTPUT >> 20)]
    TooMuch {
        /// The command.
        name: String,
    },
    /// It printed more than [`MAX_ROWS`] rows.
    #[error("{name} printed more than {MAX_ROWS} rows")]
    TooManyRows {
        /// The command.
        name: String,
    },
    /// It ended, but its standard output was not closed.
    #[error("{0} has ended, but a process that it started still has its standard output open")]
    Held(String),
}

/// Runs `command` in `directory` and returns the rows that it prints, without trailing spaces. `command`
/// must not be empty.
///
/// # Errors
/// It cannot be started, fails, runs longer than [`MAX_TIME`], or prints more than [`MAX_OUTPUT`].
pub fn rows(command: &[String], directory: &Path, script: &Script) -> Result<Vec<String>, CommandError> {
    rows_within(MAX_TIME, command, directory, script)
}

fn rows_within(
    limit: Duration,
    command: &[String],
    directory: &Path,
    script: &Script,
) -> Result<Vec<String>, CommandError> {
    let [program, arguments @ ..] = command else {
        return Ok(Vec::new());
    };
    let name = program.clone();
    let mut child = started(program, arguments, directory, script).map_err(|error| match error.kind() {
        ErrorKind::NotFound => CommandError::Missing(name.clone()),
        _ => CommandError::NotStarted(name.clone(), error),
    })?;
    let answers: String = script.answers.iter().flat_map(|answer| [answer, "\n"]).collect();
    if let Some(mut input) = child.stdin.take() {
        // It may end without reading all of its input.
        thread::spawn(move || input.write_all(answers.as_bytes()));
    }
    let output = collected(child.stdout.take());
    let stderr = collected(child.stderr.take());
    let printed = wait(&mut child, limit, &output);
    if printed.is_err() {
        // Errors are ignored: it may have ended already.
        let _ = child.kill();
        let _ = child.wait();
    }
    let (status, printed) = printed.map_err(|end| match end {
        Early::TooLong => CommandError::TooLong {
            name: name.clone(),
            limit,
        },
        Early::TooMuch => CommandError::TooMuch { name: name.clone() },
        Early::Held => CommandError::Held(name.clone()),
        Early::Lost(error) => CommandError::NotStarted(name.clone(), error),
    })?;
    if !status.success() {
        let stderr = stderr.recv_timeout(OUTPUT_TIMEOUT).unwrap_or_default();
        return Err(CommandError::Failed {
            name,
            status,
            stderr: stderr_end(&stderr),
        });
    }
    if printed.iter().filter(|&&byte| byte == b'\n').count() > MAX_ROWS {
        return Err(CommandError::TooManyRows { name });
    }
    let text = String::from_utf8_lossy(&printed);
    Ok(text.lines().map(|row| row.trim_end().to_owned()).collect())
}

fn started(program: &str, arguments: &[String], directory: &Path, script: &Script) -> io::Result<Child> {
    let directory = match directory.as_os_str().is_empty() {
        true => Path::new("."),
        false => directory,
    };
    Command::new(path_of(program, directory)?)
        .args(arguments)
        .current_dir(directory)
        .env(VARIABLE, &script.name)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
}

/// Resolves a program with a path from `directory`, as operating systems treat relative paths differently.
fn path_of(program: &str, directory: &Path) -> io::Result<PathBuf> {
    let path = Path::new(program);
    if path.components().count() > 1 || program.starts_with('.') {
        std::path::absolute(directory.join(path))
    } else {
        Ok(path.to_owned())
    }
}

/// Reads a pipe in a thread, at most one byte more than [`MAX_OUTPUT`], and sends the bytes at its end.
fn collected(pipe: Option<impl Read + Send + 'static>) -> Receiver<Vec<u8>> {
    let (sender, receiver) = mpsc::channel();
    if let Some(pipe) = pipe {
        thread::spawn(move || {
            let mut bytes = Vec::new();
            // After a read error, the bytes read so far are used.
            let _ = pipe.take(MAX_OUTPUT + 1).read_to_end(&mut bytes);
            let _ = sender.send(bytes);
        });
    }
    receiver
}

/// Why the wait for a command ended early.
enum Early {
    TooLong,
    TooMuch,
    Held,
    Lost(io::Error),
}

/// Waits for the command to end and returns its output.
fn wait(
    child: &mut Child,
    limit: Duration,
    output: &Receiver<Vec<u8>>,
) -> Result<(ExitStatus, Vec<u8>), Early> {
    let start = Instant::now();
    let mut printed = None;
    let is_too_much = |printed: &Vec<u8>| printed.len() as u64 > MAX_OUTPUT;
    loop {
        printed = printed.or_else(|| output.try_recv().ok());
        if printed.as_ref().is_some_and(is_too_much) {
            return Err(Early::TooMuch);
        }
        if let Some(status) = child.try_wait().map_err(Early::Lost)? {
            let printed = match printed {
                Some(printed) => printed,
                None => output.recv_timeout(OUTPUT_TIMEOUT).map_err(|_| Early::Held)?,
            };
            return if is_too_much(&printed) {
                Err(Early::TooMuch)
            } else {
                Ok((status, printed))
            };
        }
        if start.elapsed() >= limit {
            return Err(Early::TooLong);
        }
        thread::sleep(INTERVAL);
    }
}

/// The end of the standard error, without blank rows, each row indented.
fn stderr_end(stderr: &[u8]) -> String {
    let text = String::from_utf8_lossy(&stderr[stderr.len().saturating_sub(MAX_ERROR_BYTES)..]);
    let mut rows = String::new();
    for row in text.lines().filter(|row| !row.trim().is_empty()) {
        let shown: String = row.chars().filter(|c| !c.is_control()).collect();
        let _ = write!(rows, "\n    {}", shown.trim_end());
    }
    if rows.is_empty() { rows } else { format!(":{rows}") }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn run(text: &str, limit: Duration) -> Result<Vec<String>, String> {
        let script = Script {
            answers: vec!["um".into(), "dois".into()],
            ..Script::named("s 1")
        };
        let command = ["sh", "-c", text].map(str::to_owned);
        rows_within(limit, &command, &std::env::temp_dir(), &script).map_err(|error| error.to_string())
    }

    #[test]
    fn answers_go_in_and_rows_come_out() {
        let rows = run(
            "read a; read b; echo \"$b $a  \"; pwd; echo \"$GIRAFA_SESSION\"",
            MAX_TIME,
        )
        .unwrap();
        let directory = std::env::temp_dir().canonicalize().unwrap();
        assert_eq!(rows[0], "dois um");
        assert_eq!(Path::new(&rows[1]).canonicalize().unwrap(), directory);
        assert_eq!(rows[2], "s 1");
        // A command that does not read its input is not an error.
        assert_eq!(run("exec <&-; echo a", MAX_TIME), Ok(vec!["a".to_owned()]));
    }

    #[test]
    fn a_command_that_goes_wrong_is_reported() {
        let failed = run("echo 'nao sei' >&2; exit 3", MAX_TIME).unwrap_err();
        assert_eq!(failed, "sh ended with exit status: 3:\n    nao sei");
        let start = Instant::now();
        let slow = run("exec sleep 30", Duration::from_millis(200)).unwrap_err();
        assert_eq!(slow, "sh was stopped: it still ran after 0 s");
        let much = run("exec yes", MAX_TIME).unwrap_err();
        assert_eq!(much, "sh was stopped: it printed more than 16 MiB");
        let many = run("head -c 300000 /dev/zero | tr '\\0' '\\n'", MAX_TIME).unwrap_err();
        assert_eq!(many, "sh printed more than 262144 rows");
        let held = run("sleep 5 & exit 0", MAX_TIME).unwrap_err();
        assert!(held.contains("has its standard output open"), "{held}");
        assert!(start.elapsed() < Duration::from_secs(25));
        let script = Script::named("x");
        let missing = rows(&["no-such-command".to_owned()], Path::new(""), &script).unwrap_err();
        assert!(matches!(missing, CommandError::Missing(_)), "{missing}");
    }

    #[test]
    fn a_command_with_a_path_is_beside_the_sessions() {
        use std::os::unix::fs::PermissionsExt;
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("ref.sh");
        std::fs::write(&path, "#!/bin/sh\necho aqui\n").unwrap();
        std::fs::set_permissions(&path, PermissionsExt::from_mode(0o755)).unwrap();
        let rows = rows(&["./ref.sh".to_owned()], directory.path(), &Script::named("x")).unwrap();
        assert_eq!(rows, ["aqui"]);
    }
}
