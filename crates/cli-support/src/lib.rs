//! Output, notices, errors and exit codes shared by Girafa's commands.
//!
//! Errors are [`anyhow::Error`]s. The errors in the chain decide the exit code: [`Usage`] and other errors of
//! the command line give 2, [`Doubtful`] gives 1, [`Late`] gives 3, and all others give 5.
//!
//! ```
//! use girafa_cli_support::{Exit, Usage, exit_of};
//! let error = anyhow::Error::new(Usage::new("--scale goes with --style paper"));
//! assert_eq!(exit_of(&error), Exit::Usage);
//! ```
#![forbid(unsafe_code)]

mod hints;
#[cfg(not(target_family = "wasm"))]
mod listen;
mod machine;
mod parse;
mod player;
pub mod record;
#[cfg(not(target_family = "wasm"))]
pub mod signals;
pub mod wav;

use std::borrow::Cow;
use std::error::Error;
use std::ffi::OsStr;
use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use girafa_basic::shown::{json, shown_with_colours};
use girafa_files::PlaceError;
use girafa_loader::Target;
use girafa_loader::{LoadError, Notice};
use girafa_session::launch::LaunchError;
use girafa_session::request::RunError;
use serde::Serialize;

pub use girafa_basic::shown::shown;
#[cfg(not(target_family = "wasm"))]
pub use listen::{Listings, listen, open_port};
pub use machine::{MachineOptions, PACE_HELP, pace_parser};
pub use parse::parse;
pub use player::begin;

/// The exit codes, for `--help`.
pub const HELP: &str = "\
Exit codes:
  0  success: the program ended with report 0 or 9, or with NEW; all cases pass
  1  the program stopped with an error report, or crashed; a session, a comparison or a
     conformance case differs; check reports an error; a scan has uncertain characters; nothing was
     printed on the ZX Printer; coverage is below the threshold
  2  usage error
  3  a limit was reached: emulated time, real time (--wall), or output
  4  the program asked for more answers or keys than were given
  5  a file is missing, damaged, or cannot be written";

/// Exit code of a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// The command succeeded.
    Success = 0,
    /// The BASIC program failed, or conformance cases differ.
    Failed = 1,
    /// The arguments are wrong; clap uses the same number.
    Usage = 2,
    /// A limit was reached: emulated time, real time (--wall), or output.
    TimeLimit = 3,
    /// INPUT asked once more than there were answers.
    AnswersRanOut = 4,
    /// A file cannot be read, parsed or written.
    BadFile = 5,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}

/// An error in the arguments.
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

/// Doubtful input: what to do about it.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Doubtful(pub String);

/// A time limit was reached: which one, and what to do about it.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Late(pub String);

/// The reader closed standard output, as after `| head`. It needs no message.
#[derive(Debug, thiserror::Error)]
#[error("standard output was closed")]
pub struct Unread;

/// The exit code of a command that ends with `error`.
pub fn exit_of(error: &anyhow::Error) -> Exit {
    let is_usage = |cause: &(dyn Error + 'static)| {
        cause.is::<Usage>()
            || matches!(
                cause.downcast_ref(),
                Some(PlaceError::IsRead { .. } | PlaceError::IsWritten { .. })
            )
            || matches!(
                cause.downcast_ref(),
                Some(LoadError::Run(RunError::Answer { .. }))
            )
    };
    let is_late = |cause: &(dyn Error + 'static)| {
        let error = cause.downcast_ref();
        let is_still_loading = matches!(
            error,
            Some(LoadError::Launch {
                error: LaunchError::StillLoading { .. },
                ..
            })
        );
        cause.is::<Late>() || is_still_loading
    };
    if error.chain().any(is_usage) {
        Exit::Usage
    } else if error.chain().any(|cause| cause.is::<Doubtful>()) {
        Exit::Failed
    } else if error.chain().any(is_late) {
        Exit::TimeLimit
    } else {
        Exit::BadFile
    }
}

/// Ends a command: prints the error's message on standard error and returns the exit code.
pub fn finish(command: &str, done: anyhow::Result<Exit>) -> Exit {
    let error = match done {
        Ok(exit) => return exit,
        Err(error) => error,
    };
    if !error.chain().any(|cause| cause.is::<Unread>()) {
        eprint_message(command, &error);
    }
    exit_of(&error)
}

/// Writes an error's message to standard error, prefixed with `command`.
pub fn eprint_message(command: &str, error: &anyhow::Error) {
    let colour = has_error_terminal();
    eprint_coloured_line(format_args!("{command}: {}", message_text(error, colour)));
}

/// The message of an error: its contexts and causes, the outermost first. Omits a cause that the previous
/// message already quotes.
pub fn message(error: &anyhow::Error) -> String {
    message_text(error, false)
}

fn message_text(error: &anyhow::Error, colour: bool) -> String {
    let mut text = String::new();
    for cause in error.chain() {
        let part = match cause.downcast_ref::<LoadError>() {
            Some(error) => error.message(colour) + hints::of_error(error),
            None => shown(&cause.to_string()).into_owned(),
        };
        if text.is_empty() {
            text = part;
        } else if !text.ends_with(&part) {
            text = format!("{text}: {part}");
        }
    }
    text
}

/// Writes a line to standard error, [shown] safely: all external text must be printed this way. A closed
/// standard error is not an error: the exit code says how the command ended.
pub fn eprint_line(line: impl fmt::Display) {
    send_error(&shown(&format!("{line}\n")));
}

/// Writes text as [`eprint_line`] does, without a newline.
pub fn eprint(text: impl fmt::Display) {
    send_error(&shown(&text.to_string()));
}

/// Writes our own line to standard error, including its colours. External text in it must already be [shown].
pub fn eprint_coloured_line(line: impl fmt::Display) {
    send_error(&shown_with_colours(&format!("{line}\n")));
}

fn send_error(text: &str) {
    let text = in_short_rows(text);
    let mut error = io::stderr().lock();
    let _ = error.write_all(text.as_bytes());
    let _ = error.flush();
}

/// Maximum length of a message's row in characters: messages quote rows of files, and a file may be one row.
const MAX_ROW_LENGTH: usize = 2_000;

/// `text` with each row cut to the maximum length for messages.
fn in_short_rows(text: &str) -> Cow<'_, str> {
    if text.len() <= MAX_ROW_LENGTH {
        return Cow::Borrowed(text);
    }
    let short = |row: &str| -> String {
        let Some((at, _)) = row.char_indices().nth(MAX_ROW_LENGTH) else {
            return row.to_owned();
        };
        // Do not cut a colour sequence in two, and do not let a colour continue.
        let (start, end) = match row[..at].rfind('\x1b') {
            Some(escape) if !row[escape..at].contains('m') => (&row[..escape], "\x1b[0m"),
            Some(_) => (&row[..at], "\x1b[0m"),
            None => (&row[..at], ""),
        };
        let line_end = if row.ends_with('\n') { "\n" } else { "" };
        format!("{start}{end}...{line_end}")
    };
    Cow::Owned(text.split_inclusive('\n').map(short).collect())
}

/// Whether standard output is a terminal that may show colours.
pub fn has_terminal() -> bool {
    io::stdout().is_terminal()
}

/// Whether standard error is a terminal that may show colours.
pub fn has_error_terminal() -> bool {
    io::stderr().is_terminal()
}

/// Writes the notices about a target to standard error.
pub fn eprint_notices(command: &str, notices: &[Notice]) {
    for notice in notices {
        match notice {
            Notice::Warnings { .. } => eprint_coloured_line(notice.message(has_error_terminal())),
            notice => eprint_line(format_args!(
                "{command}: {}{}",
                notice.message(false),
                hints::of_notice(notice)
            )),
        }
    }
}

/// Resolves the target `name`. Writes notices about it to standard error, prefixed with `command`.
///
/// # Errors
/// Errors of [`girafa_loader::resolve`].
pub fn resolve(command: &str, name: impl AsRef<OsStr>) -> anyhow::Result<Target> {
    let resolved = girafa_loader::resolve(name)?;
    eprint_notices(command, &resolved.notices);
    Ok(resolved.target)
}

/// Writes `value` to standard output as a line of JSON. Escapes characters that a terminal may not treat as
/// text (control and format characters, private use).
///
/// # Errors
/// Errors of [`print()`].
pub fn print_json(value: &impl Serialize) -> anyhow::Result<()> {
    let mut text = json(&serde_json::to_string(value)?);
    text.push('\n');
    print(&text)
}

/// Writes `text` to standard output, [shown] safely: all external text must be printed this way.
///
/// # Errors
/// Standard output cannot be written; [`Unread`] if its reader has closed it.
pub fn print(text: &str) -> anyhow::Result<()> {
    send(&shown(text))
}

/// Writes our own text to standard output, including its colours. External text in it must already be
/// [shown].
///
/// # Errors
/// Errors of [`print()`].
pub fn print_coloured(text: &str) -> anyhow::Result<()> {
    send(&shown_with_colours(text))
}

fn send(text: &str) -> anyhow::Result<()> {
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
    fn rows_of_messages_are_short() {
        let long = "x".repeat(MAX_ROW_LENGTH + 1);
        let cut = in_short_rows(&long).into_owned();
        assert_eq!(cut, format!("{}...", &long[1..]));
        let rows = format!("{long}\nb\n");
        assert_eq!(in_short_rows(&rows), format!("{cut}\nb\n"));
        let coloured = format!("\x1b[31m{long}");
        assert!(in_short_rows(&coloured).ends_with("x\x1b[0m..."));
        let split = format!("{}\x1b[31my", &long[3..]);
        assert!(in_short_rows(&split).ends_with("x\x1b[0m..."), "{split}");
    }

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
