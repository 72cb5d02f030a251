//! How Girafa's commands speak and end: what goes to standard output and standard error, and the exit codes.
//!
//! Errors are [`anyhow::Error`]s. Which exit code one has follows from what stands in its chain: [`Usage`] and what the
//! command line alone is to blame for end with 2, [`Doubtful`] with 1, all others with 5.
//!
//! ```
//! use girafa_console::{Exit, Usage, exit_of};
//! let error = anyhow::Error::new(Usage::new("--scale goes with --style paper"));
//! assert_eq!(exit_of(&error), Exit::Usage);
//! ```
#![forbid(unsafe_code)]

mod player;

use std::error::Error;
use std::ffi::OsStr;
use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use girafa_files::PlaceError;
use girafa_subject::Subject;
use girafa_subject::{Notice, SubjectError};
use serde::Serialize;

pub use player::begin;

/// The exit codes, for `--help`.
pub const HELP: &str = "\
Exit codes:
  0  success: the program ended with report 0 or 9, or with NEW; all cases pass
  1  the program stopped with an error report, or crashed; a session, a comparison or a
     conformance case differs; check reports an error; a scan has doubtful places; nothing was
     printed on the ZX Printer; coverage is below the threshold
  2  usage error
  3  a limit was reached: emulated time, time on the wall, or output
  4  the program asked for more answers or keys than were given
  5  a file is missing, damaged, or cannot be written";

/// Exit code of a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// All went well.
    Well = 0,
    /// The BASIC program failed, or conformance cases differ.
    Failed = 1,
    /// Arguments that mean nothing; clap uses the same number.
    Usage = 2,
    /// A limit was reached: emulated time, time on the wall, or output.
    TimeLimit = 3,
    /// INPUT asked once more than there were answers.
    AnswersRanOut = 4,
    /// A file that cannot be read, understood or written.
    BadFile = 5,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}

/// Arguments that cannot be used: what is wrong with them.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Usage(String);

impl Usage {
    /// The error with this message.
    pub fn new(message: impl fmt::Display) -> Usage {
        Usage(message.to_string())
    }
}

/// A [`Usage`] error with this message.
pub fn usage(message: impl fmt::Display) -> anyhow::Error {
    Usage::new(message).into()
}

/// What was read is doubtful: what to do about it.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Doubtful(pub String);

/// Nobody reads standard output any more, as after `| head`: he has what he wanted, and no message is due.
#[derive(Debug, thiserror::Error)]
#[error("standard output is closed")]
pub struct Unread;

/// The exit code of a command that ends with `error`.
pub fn exit_of(error: &anyhow::Error) -> Exit {
    let is_usage = |cause: &(dyn Error + 'static)| {
        cause.is::<Usage>()
            || matches!(
                cause.downcast_ref(),
                Some(PlaceError::IsRead { .. } | PlaceError::IsWritten { .. })
            )
    };
    if error.chain().any(is_usage) {
        Exit::Usage
    } else if error.chain().any(|cause| cause.is::<Doubtful>()) {
        Exit::Failed
    } else {
        Exit::BadFile
    }
}

/// Ends a command: the error's message on standard error, the exit code.
pub fn finish(command: &str, done: anyhow::Result<Exit>) -> ExitCode {
    let error = match done {
        Ok(exit) => return exit.into(),
        Err(error) => error,
    };
    if !error.chain().any(|cause| cause.is::<Unread>()) {
        eprint_line(format_args!("{command}: {}", message(&error)));
    }
    exit_of(&error).into()
}

/// The message of an error: its contexts and causes, the outermost first. A cause that the one before has quoted is left out.
pub fn message(error: &anyhow::Error) -> String {
    let colour = io::stderr().is_terminal();
    let mut text = String::new();
    for cause in error.chain() {
        let said = match cause.downcast_ref::<SubjectError>() {
            Some(error) => error.message(colour),
            None => cause.to_string(),
        };
        if text.is_empty() {
            text = said;
        } else if !text.ends_with(&said) {
            text = format!("{text}: {said}");
        }
    }
    text
}

/// Writes a line to standard error. That nobody reads it is no error: the exit code says how the command ended.
pub fn eprint_line(line: impl fmt::Display) {
    let _ = writeln!(io::stderr().lock(), "{line}");
}

/// Writes to standard error what the user should know of a subject.
pub fn eprint_notices(command: &str, notices: &[Notice]) {
    for notice in notices {
        match notice {
            Notice::Warnings { .. } => eprint_line(notice.message(io::stderr().is_terminal())),
            notice => eprint_line(format_args!("{command}: {}", notice.message(false))),
        }
    }
}

/// What `name` names. What the user should know of it goes to standard error, as from `command`.
///
/// # Errors
/// Those of [`girafa_subject::resolve`].
pub fn resolve(command: &str, name: impl AsRef<OsStr>) -> anyhow::Result<Subject> {
    let resolved = girafa_subject::resolve(name)?;
    eprint_notices(command, &resolved.notices);
    Ok(resolved.subject)
}

/// Writes `value` to standard output as a line of JSON. Characters that a terminal may take for something else than text (control
/// and format characters, private use) are escaped.
///
/// # Errors
/// Those of [`print`].
pub fn print_json(value: &impl Serialize) -> anyhow::Result<()> {
    let json = serde_json::to_string(value)?;
    let mut text = String::with_capacity(json.len() + 1);
    for c in json.chars() {
        if is_plain(c) {
            text.push(c);
        } else {
            let mut units = [0; 2];
            for unit in c.encode_utf16(&mut units) {
                text.push_str(&format!("\\u{unit:04x}"));
            }
        }
    }
    text.push('\n');
    print(&text)
}

/// Whether a terminal shows `c` as a character and does nothing else: no control character, none that changes the direction of
/// text or is not seen, none of private use.
pub fn is_plain(c: char) -> bool {
    !c.is_control()
        && !matches!(
            u32::from(c),
            0xAD | 0x600..=0x605 | 0x61C | 0x6DD | 0x70F | 0x180E | 0x200B..=0x200F | 0x2028..=0x202E | 0x2060..=0x206F
                | 0xE000..=0xF8FF | 0xFEFF | 0xFFF9..=0xFFFB | 0x1_10BD | 0x1_BCA0..=0x1_BCA3 | 0x1_D173..=0x1_D17A
                | 0xE_0000..=0xE_0FFF | 0xF_0000..=0x10_FFFF
        )
}

/// Writes `text` to standard output.
///
/// # Errors
/// It cannot be written; [`Unread`] where its reader has gone.
pub fn print(text: &str) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    let printed = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    printed.map_err(|error| match error.kind() {
        io::ErrorKind::BrokenPipe => Unread.into(),
        _ => anyhow::Error::new(error).context("standard output"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::Context;

    #[test]
    fn a_cause_is_quoted_once() {
        let error = anyhow::Error::new(Usage::new("c")).context("b: c").context("a");
        assert_eq!(message(&error), "a: b: c");
        assert_eq!(exit_of(&error), Exit::Usage);
        let file: anyhow::Result<()> = Err(anyhow::anyhow!("cut off")).context("hanoi.tap");
        let error = file.unwrap_err();
        assert_eq!(
            (message(&error).as_str(), exit_of(&error)),
            ("hanoi.tap: cut off", Exit::BadFile)
        );
    }
}
