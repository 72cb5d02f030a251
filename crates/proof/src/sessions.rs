//! Session files: what to answer to a program, and what of its run is to be compared with the reference.
//!
//! One TOML file a program:
//!
//! ```toml
//! id = "cnp"                                   # as `girafa run` knows it
//!
//! [[session]]
//! name = "4 over 2, traced"                    # unique in the file
//! answers = ["4", "2", "S"]                    # typed one after the other, ENTER after each
//! time = "2m"                                  # emulated time limit; default 1h
//! compare = ["transcript", "paper", "end"]     # the default: all three
//! printed = [[983, 1001]]                      # the lines of the book's text where this run is printed
//! ```

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use girafa_spectrum::facts::{CLOCK_HZ, FRAME_TSTATES};
use serde::{Deserialize, Deserializer};
use thiserror::Error;

/// The sessions of a program.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sessions {
    /// The program's id.
    pub id: String,
    /// Its sessions, in the order of the file.
    #[serde(rename = "session")]
    pub sessions: Vec<Script>,
}

/// One session.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Script {
    /// What is special about it.
    pub name: String,
    /// The answers.
    #[serde(default)]
    pub answers: Vec<String>,
    /// The emulated time that it may take.
    #[serde(default = "an_hour", deserialize_with = "human_duration")]
    pub time: Duration,
    /// What has to agree.
    #[serde(default = "everything")]
    pub compare: Vec<Compared>,
    /// First and last line, counted from 1, of each place in the book's text where this run is printed.
    #[serde(default)]
    pub printed: Vec<(usize, usize)>,
}

/// Something that machine and reference must agree in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Compared {
    /// What was printed on the upper screen.
    Transcript,
    /// The text on the printer's paper.
    Paper,
    /// How it ended: the report's code, or waiting for an answer.
    End,
}

/// A session file that cannot be used.
#[derive(Debug, Error)]
pub enum SessionsError {
    /// It cannot be read.
    #[error("{0}: {1}")]
    Unreadable(PathBuf, std::io::Error),
    /// It is no TOML, or not of this form.
    #[error("{0}: {1}")]
    Malformed(PathBuf, toml::de::Error),
    /// Two of its sessions have the same name.
    #[error("{0}: two sessions are named {1:?}")]
    NamedTwice(PathBuf, String),
    /// It is not named after its program.
    #[error("{0}: the file of {1:?} must be named {1}.toml")]
    Misnamed(PathBuf, String),
}

impl Script {
    /// The time limit in frames, a started one counted.
    pub fn frames(&self) -> u64 {
        let tstates = self.time.as_nanos() * u128::from(CLOCK_HZ) / 1_000_000_000;
        tstates
            .div_ceil(FRAME_TSTATES.into())
            .try_into()
            .unwrap_or(u64::MAX)
    }

    /// Whether `what` has to agree.
    pub fn compares(&self, what: Compared) -> bool {
        self.compare.contains(&what)
    }
}

/// Reads a session file. Errors: it cannot be read, is malformed, has a name twice, or is not named after its program.
pub fn read(path: &Path) -> Result<Sessions, SessionsError> {
    let text = fs::read_to_string(path).map_err(|error| SessionsError::Unreadable(path.into(), error))?;
    parse(path, &text)
}

/// Reads the text of a session file, `path` being its name. Errors: as for [`read`], but for those of reading.
pub fn parse(path: &Path, text: &str) -> Result<Sessions, SessionsError> {
    let file: Sessions =
        toml::from_str(text).map_err(|error| SessionsError::Malformed(path.into(), error))?;
    let mut names = HashSet::new();
    if let Some(twice) = file.sessions.iter().find(|script| !names.insert(&script.name)) {
        return Err(SessionsError::NamedTwice(path.into(), twice.name.clone()));
    }
    if path.file_stem().is_some_and(|stem| stem != file.id.as_str()) {
        return Err(SessionsError::Misnamed(path.into(), file.id));
    }
    Ok(file)
}

/// Reads all `.toml` files of a directory, in the order of their names. Errors: as for [`read`].
pub fn read_directory(directory: &Path) -> Result<Vec<Sessions>, SessionsError> {
    let unreadable = |error| SessionsError::Unreadable(directory.into(), error);
    let mut paths = Vec::new();
    for entry in fs::read_dir(directory).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.extension().is_some_and(|extension| extension == "toml") {
            paths.push(path);
        }
    }
    paths.sort();
    paths.iter().map(|path| read(path)).collect()
}

fn an_hour() -> Duration {
    Duration::from_secs(3600)
}

fn everything() -> Vec<Compared> {
    vec![Compared::Transcript, Compared::Paper, Compared::End]
}

fn human_duration<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
    let text = String::deserialize(deserializer)?;
    humantime::parse_duration(&text).map_err(serde::de::Error::custom)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn in_file(name: &str, text: &str) -> Result<Sessions, SessionsError> {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join(name);
        fs::write(&path, text).unwrap();
        read(&path)
    }

    #[test]
    fn what_is_left_out_has_defaults() {
        let file = in_file("nim.toml", "id = \"nim\"\n[[session]]\nname = \"x\"\n").unwrap();
        let script = &file.sessions[0];
        assert!(script.answers.is_empty() && script.printed.is_empty());
        assert!(script.compares(Compared::Paper) && script.compares(Compared::End));
        // 3600 * 3,500,000 / 69,888 frames and the rest of one.
        assert_eq!(script.frames(), 180_289);
    }

    #[test]
    fn all_can_be_given() {
        let text = "id = \"a\"\n[[session]]\nname = \"x\"\nanswers = [\"1\"]\ntime = \"1m 30s\"\n\
            compare = [\"end\"]\nprinted = [[3, 5]]\n";
        let file = in_file("a.toml", text).unwrap();
        assert_eq!(
            file.sessions[0],
            Script {
                name: "x".into(),
                answers: vec!["1".into()],
                time: Duration::from_secs(90),
                compare: vec![Compared::End],
                printed: vec![(3, 5)],
            }
        );
    }

    #[test]
    fn mistakes_are_told_with_their_place() {
        let told = |name, text: &str| in_file(name, text).unwrap_err().to_string();
        assert!(told("a.toml", "id = \"a\"\n[[session]]\nnam = \"x\"\n").contains("line 3"));
        let time = "id = \"a\"\n[[session]]\nname = \"x\"\ntime = \"soon\"\n";
        assert!(told("a.toml", time).contains("line 4"));
        let twice = "id = \"a\"\n[[session]]\nname = \"x\"\n[[session]]\nname = \"x\"\n";
        assert!(told("a.toml", twice).ends_with("two sessions are named \"x\""));
        let other = "id = \"b\"\n[[session]]\nname = \"x\"\n";
        assert!(told("a.toml", other).ends_with("must be named b.toml"));
        let missing = read_directory(Path::new("no/such/directory")).unwrap_err();
        assert!(missing.to_string().starts_with("no/such/directory: "));
    }
}
