//! How the command ends.

use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

/// The exit codes, for `--help`.
pub const HELP: &str = "\
Exit codes:
  0  success: the program ended with report 0 or 9, or with NEW; all cases pass
  1  the program stopped with an error report, or crashed; a comparison or a conformance case
     differs; check reports an error; a scan has doubtful places; nothing was printed on the
     ZX Printer; coverage is below --at-least
  2  usage error
  3  the time limit was reached
  4  the program asked for more answers than were given
  5  a file is missing, damaged, or cannot be written";

/// Exit code of the command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// All went well.
    Well = 0,
    /// The BASIC program failed, or conformance cases differ.
    Failed = 1,
    /// Arguments that mean nothing; clap uses the same number.
    Usage = 2,
    /// The time limit was reached.
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

/// A reason to stop at once: one message and the exit code.
#[derive(Debug)]
pub struct Failure {
    /// What is wrong, where, what to do. Empty if there is nobody to be told.
    pub message: String,
    /// The exit code.
    pub exit: Exit,
}

impl Failure {
    /// A file that cannot be used.
    pub fn bad_file(message: impl fmt::Display) -> Failure {
        Failure {
            message: message.to_string(),
            exit: Exit::BadFile,
        }
    }

    /// The same, said to be about a file that an environment variable names.
    pub fn named_by(self, variable: &str) -> Failure {
        Failure {
            message: format!("{} ({variable} names it)", self.message),
            ..self
        }
    }

    /// Arguments that cannot be used.
    pub fn usage(message: impl fmt::Display) -> Failure {
        Failure {
            message: message.to_string(),
            exit: Exit::Usage,
        }
    }
}

/// Writes a line to standard error. That nobody takes it is no error: the exit code says how it ended.
pub fn tell(line: impl fmt::Display) {
    let _ = writeln!(io::stderr().lock(), "{line}");
}
