//! Session files: the inputs of a program's runs and the expected output.
//!
//! Each program has one TOML file, next to it unless it is a program of the book:
//!
//! ```toml
//! id = "cnp"                           # optional: by default the name of the file
//! reference = ["python3", "cnp.py"]    # a command that prints what the program prints
//! coverage = 90                        # minimum percentage of statements run by all sessions
//!
//! [[session]]
//! name = "4 over 2, traced"            # unique in the file
//! answers = ["4", "2", "S"]            # typed in order, each with ENTER
//! keys = "s 2s LEFT*3"                 # see girafa_session::key_script
//! unused = "allow"                     # otherwise unused answers and keys fail the session
//! time = "2m"                          # limit of emulated time; default 1h
//! pace = "rom"                         # how long the ROM's routines take; default: that of the machine
//! tape = "data.tap"                    # LOAD reads it; SAVE appends to a copy in memory
//! reference = []                       # overrides the command of the file: none
//! compare = ["transcript", "end"]      # what is compared with a reference; default: and "paper"
//! printed = [[983, 1001]]              # lines of the book's text that print this run
//! lines = ["9 POKE 23692,0"]           # inserted into the book's listing before the run
//! variant = "small stack"              # the reference's name for the program with these lines
//! ```
//!
//! A session with `lines` is for the book's listing and the reference, as our edition has other lines.
//! `variant` is left out if the lines change nothing that is compared. [`Expected`] describes the
//! expectations of a session.

mod expected;
mod malformed;
pub(crate) mod value;

use std::collections::HashSet;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::Duration;

use girafa_basic::diagnostic::Diagnostics;
use girafa_basic::program::Program;
use girafa_basic::tokenise;
use girafa_session::hardware::Pace;
use girafa_session::key_script::{self, Item};
use girafa_spectrum::time::EmulatedTime;
use serde::de::IgnoredAny;
use serde::{Deserialize, Deserializer};
use thiserror::Error;

/// Maximum size of a session file, in bytes.
const MAX_FILE_BYTES: u64 = 4 << 20;
/// Maximum number of sessions of a file: each has a machine, a verdict and a row in all reports.
const MAX_SESSIONS: usize = 10_000;

pub use expected::{Expected, Transcript};
pub use malformed::Malformed;
pub use value::{Approximate, Value};

/// The sessions of a program.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SessionFile {
    /// The program's id: the file's name without its extension.
    #[serde(default)]
    pub id: String,
    /// Whether the file itself has the id.
    #[serde(skip)]
    pub says_id: bool,
    /// The command that prints what the program prints, with its arguments.
    #[serde(default)]
    pub reference: Vec<String>,
    /// Minimum coverage of all sessions together, in percent.
    #[serde(default, deserialize_with = "percentage")]
    pub coverage: Option<f64>,
    /// Its sessions, in the order of the file.
    #[serde(rename = "session", default)]
    pub sessions: Vec<Script>,
}

/// One session.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(try_from = "expected::ScriptInFile")]
pub struct Script {
    /// The session's name.
    pub name: String,
    /// The answers to INPUT.
    pub answers: Vec<String>,
    /// The keys to press.
    pub keys: Vec<Item>,
    /// Whether answers and keys may be left over (`unused = "allow"`).
    pub allows_unused: bool,
    /// The limit of emulated time.
    pub time: Duration,
    /// The pace, if not that of the machine.
    pub pace: Option<Pace>,
    /// The `.tap` file in the recorder.
    pub tape: Option<PathBuf>,
    /// The command to compare with instead of the file's; empty for no command.
    pub reference: Option<Vec<String>>,
    /// The aspects that must agree with a reference.
    pub compare: Vec<Compared>,
    /// First and last line, counted from 1, of each place in the book's text where this run is printed.
    pub printed: Vec<(usize, usize)>,
    /// Lines put into the book's listing; they replace those with the same numbers.
    pub lines: Vec<String>,
    /// The reference's name for the program with these lines.
    pub variant: Option<String>,
    /// The expectations.
    pub expected: Expected,
}

/// An aspect in which machine and reference must agree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Compared {
    /// The text printed on the upper screen.
    Transcript,
    /// The text on the printer's paper.
    Paper,
    /// How it ended: the report's code, or waiting for an answer.
    End,
}

/// Why a session file cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SessionFileError {
    /// The file cannot be read.
    #[error("{0}: {1}")]
    Unreadable(PathBuf, io::Error),
    /// The file is not valid TOML, or not a session file.
    #[error("{0}:{1}")]
    Malformed(PathBuf, Malformed),
    /// The file has no sessions.
    #[error("{0}: it has no [[session]]")]
    NoSessions(PathBuf),
    /// Two sessions have the same name.
    #[error("{0}: two sessions are named {1:?}")]
    NamedTwice(PathBuf, String),
    /// The file has more than 10,000 sessions.
    #[error("{0}: the file has more than {MAX_SESSIONS} sessions: divide it")]
    TooMany(PathBuf),
    /// The file is not named after its program.
    #[error("{0}: the file of {1:?} must be named {1}.toml")]
    Misnamed(PathBuf, String),
}

impl Script {
    /// A session of this name with default values.
    pub fn named(name: impl Into<String>) -> Script {
        Script {
            name: name.into(),
            answers: Vec::new(),
            keys: Vec::new(),
            allows_unused: false,
            time: an_hour(),
            pace: None,
            tape: None,
            reference: None,
            compare: everything(),
            printed: Vec::new(),
            lines: Vec::new(),
            variant: None,
            expected: Expected::default(),
        }
    }

    /// The time limit in frames, rounded up.
    pub fn frames(&self) -> u64 {
        EmulatedTime::of_duration(self.time).frames()
    }

    /// The listing with the session's lines put into it.
    ///
    /// # Errors
    /// The session's lines do not parse.
    pub fn changed(&self, listing: &Program) -> Result<Program, Diagnostics> {
        let mut program = listing.clone();
        if self.lines.is_empty() {
            return Ok(program);
        }
        let text = self.lines.join("\n") + "\n";
        let added = tokenise::program(&text, &tokenise::Options::default())?
            .program
            .lines;
        program
            .lines
            .retain(|line| added.iter().all(|new| new.number != line.number));
        program.lines.extend(added);
        program.lines.sort_by_key(|line| line.number);
        Ok(program)
    }

    /// Whether `what` is compared with a reference.
    pub fn compares(&self, what: Compared) -> bool {
        self.compare.contains(&what)
    }
}

/// Reads a session file.
///
/// # Errors
/// The file cannot be read, is malformed, has no session or a name twice, or is not named after its
/// program.
pub fn read(path: &Path) -> Result<SessionFile, SessionFileError> {
    let text = read_text(path).map_err(|error| SessionFileError::Unreadable(path.into(), error))?;
    parse(path, &text)
}

/// The text of a file of at most [`MAX_FILE_BYTES`] bytes.
fn read_text(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    fs::File::open(path)?
        .take(MAX_FILE_BYTES + 1)
        .read_to_string(&mut text)?;
    if text.len() as u64 > MAX_FILE_BYTES {
        let message = format!("the file is larger than {} MiB", MAX_FILE_BYTES >> 20);
        return Err(io::Error::other(message));
    }
    Ok(text)
}

/// Parses the text of a session file whose name is `path`.
///
/// # Errors
/// Those of [`read`], except that the file cannot be read.
pub fn parse(path: &Path, text: &str) -> Result<SessionFile, SessionFileError> {
    let mut file: SessionFile = toml::from_str(text)
        .map_err(|error| SessionFileError::Malformed(path.into(), Malformed::new(text, &error)))?;
    if file.sessions.is_empty() {
        return Err(SessionFileError::NoSessions(path.into()));
    }
    if file.sessions.len() > MAX_SESSIONS {
        return Err(SessionFileError::TooMany(path.into()));
    }
    let mut names = HashSet::new();
    if let Some(twice) = file.sessions.iter().find(|script| !names.insert(&script.name)) {
        return Err(SessionFileError::NamedTwice(path.into(), twice.name.clone()));
    }
    let stem = path.file_stem().unwrap_or_default();
    file.says_id = !file.id.is_empty();
    if !file.says_id {
        file.id = stem.to_string_lossy().into_owned();
    } else if stem != file.id.as_str() {
        return Err(SessionFileError::Misnamed(path.into(), file.id));
    }
    Ok(file)
}

/// The line, counted from 1, at which each session of a session file begins, in the order of the file.
///
/// # Errors
/// The text is not valid TOML.
pub fn lines_of_sessions(text: &str) -> Result<Vec<usize>, Malformed> {
    #[derive(Deserialize)]
    struct Places {
        #[serde(rename = "session", default)]
        sessions: Vec<toml::Spanned<IgnoredAny>>,
    }
    let places: Places = toml::from_str(text).map_err(|error| Malformed::new(text, &error))?;
    let line = |at: usize| 1 + text[..at].matches('\n').count();
    let starts = places.sessions.iter().map(|session| session.span().start);
    Ok(starts.map(line).collect())
}

/// Reads all `.toml` files of a directory, in the order of their names.
///
/// # Errors
/// Those of [`read`].
pub fn read_directory(directory: &Path) -> Result<Vec<SessionFile>, SessionFileError> {
    let paths =
        session_files(directory).map_err(|error| SessionFileError::Unreadable(directory.into(), error))?;
    paths.iter().map(|path| read(path)).collect()
}

/// The `.toml` files of a directory, in the order of their names.
///
/// # Errors
/// The directory cannot be read.
pub fn session_files(directory: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "toml") {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

/// The maximum time limit of a session.
const MAX_SESSION: Duration = Duration::from_secs(24 * 3600);

pub(crate) fn an_hour() -> Duration {
    Duration::from_secs(3600)
}

fn everything() -> Vec<Compared> {
    vec![Compared::Transcript, Compared::Paper, Compared::End]
}

fn key_script<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Item>, D::Error> {
    let text = String::deserialize(deserializer)?;
    key_script::parse(&text).map_err(serde::de::Error::custom)
}

fn percentage<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<f64>, D::Error> {
    let percent = f64::deserialize(deserializer)?;
    if (0.0..=100.0).contains(&percent) {
        Ok(Some(percent))
    } else {
        let message = format!("must be a percentage from 0 to 100, not {percent}");
        Err(serde::de::Error::custom(message))
    }
}

fn human_duration<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
    let text = String::deserialize(deserializer)?;
    let time = humantime::parse_duration(&text).map_err(|_| {
        serde::de::Error::custom(format!("must be a time such as \"90s\" or \"2m\", not {text:?}"))
    })?;
    if time > MAX_SESSION {
        let message = format!("must be at most a day of emulated time, not {text}");
        return Err(serde::de::Error::custom(message));
    }
    Ok(time)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn in_file(name: &str, text: &str) -> Result<SessionFile, SessionFileError> {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join(name);
        fs::write(&path, text).unwrap();
        read(&path)
    }

    #[test]
    fn sessions_have_lines() {
        let text = "id = \"a\"\n\n# Ola\n[[session]] # é\nname = \"x\"\nvariables = { a = 1 }\n\n\n[[session]]\n\nname = \"y\"\n[session.memory]\n1 = [2]\n";
        assert_eq!(lines_of_sessions(text).unwrap(), [4, 9]);
        let inline = "session = [\n{ name = \"x\" },\n{ name = \"y\" }]\n";
        assert_eq!(lines_of_sessions(inline).unwrap(), [2, 3]);
        assert!(lines_of_sessions("").unwrap().is_empty());
        assert!(lines_of_sessions("a").is_err());
    }

    #[test]
    fn omitted_keys_have_defaults() {
        let file = in_file("nim.toml", "id = \"nim\"\n[[session]]\nname = \"x\"\n").unwrap();
        let script = &file.sessions[0];
        assert!(script.answers.is_empty() && script.printed.is_empty());
        assert!(script.compares(Compared::Paper) && script.compares(Compared::End));
        // 3600 * 3,500,000 / 69,888 frames, rounded up.
        assert_eq!(script.frames(), 180_289);
    }

    #[test]
    fn all_can_be_given() {
        let text = "id = \"a\"\n[[session]]\nname = \"x\"\nanswers = [\"1\"]\nkeys = \"2s\"\ntime = \"1m 30s\"\n\
            compare = [\"end\"]\nprinted = [[3, 5]]\nlines = [\"9 STOP\"]\nvariant = \"short\"\n";
        let file = in_file("a.toml", text).unwrap();
        assert_eq!(
            file.sessions[0],
            Script {
                answers: vec!["1".into()],
                keys: vec![Item::Wait(100)],
                time: Duration::from_secs(90),
                compare: vec![Compared::End],
                printed: vec![(3, 5)],
                lines: vec!["9 STOP".into()],
                variant: Some("short".into()),
                ..Script::named("x")
            }
        );
    }

    #[test]
    fn lines_are_put_into_the_listing() {
        let program = |text: &str| {
            let done = tokenise::program(text, &tokenise::Options::default()).unwrap();
            done.program
        };
        let text = "id = \"a\"\n[[session]]\nname = \"x\"\nlines = [\"15 STOP\", \"20 LET a=2\"]\n";
        let script = in_file("a.toml", text).unwrap().sessions.remove(0);
        let changed = script
            .changed(&program("10 LET a=1\n20 REM\n30 PRINT a\n"))
            .unwrap();
        assert_eq!(
            changed.lines,
            program("10 LET a=1\n15 STOP\n20 LET a=2\n30 PRINT a\n").lines
        );
        let wrong = Script {
            lines: vec!["15 STOPP".into()],
            ..script
        };
        assert!(wrong.changed(&changed).is_err());
    }

    #[test]
    fn mistakes_are_reported_with_their_place() {
        let reported = |name, text: &str| in_file(name, text).unwrap_err().to_string();
        assert!(
            reported("a.toml", "id = \"a\"\n[[session]]\nnome = \"x\"\n")
                .ends_with("a.toml:3:1: nome is not a key here; did you mean name?")
        );
        let time = "id = \"a\"\n[[session]]\nname = \"x\"\ntime = \"soon\"\n";
        assert!(reported("a.toml", time).contains("a.toml:4:8: time must be a time such as "));
        let twice = "id = \"a\"\n[[session]]\nname = \"x\"\n[[session]]\nname = \"x\"\n";
        assert!(reported("a.toml", twice).ends_with("two sessions are named \"x\""));
        let other = "id = \"b\"\n[[session]]\nname = \"x\"\n";
        assert!(reported("a.toml", other).ends_with("must be named b.toml"));
        let missing = read_directory(Path::new("no/such/directory")).unwrap_err();
        assert!(missing.to_string().starts_with("no/such/directory: "));
    }
}
