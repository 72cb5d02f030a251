//! Parsing of the command line, and its messages.

use std::ffi::OsString;
use std::path::Path;

use clap::error::{ContextKind, ContextValue, Error, ErrorKind};
use clap::{Command, Parser};
use girafa_basic::shown::is_plain;

use crate::{
    Exit, eprint_coloured_line, eprint_line, finish, has_error_terminal, has_terminal, print, print_coloured,
    shown,
};

/// Parses the arguments of `name`, the first of which is the name itself, as `definition` defines them. Prints help or
/// an error instead, if requested or necessary.
///
/// # Errors
/// The exit code, if help or an error was printed.
pub fn parse<A: Parser>(name: &str, mut definition: Command, arguments: &[OsString]) -> Result<A, Exit> {
    let_large_files_fail();
    definition
        .try_get_matches_from_mut(arguments)
        .and_then(|mut matches| A::from_arg_matches_mut(&mut matches))
        .map_err(|error| print_instead(name, &error.format(&mut definition), arguments))
}

/// Makes exceeding the file size limit (`ulimit -f`) an error. By default it ends the process, which would
/// leave a temporary file.
fn let_large_files_fail() {
    #[cfg(unix)]
    {
        let came = std::sync::Arc::default();
        // If this fails, the signal ends the process.
        let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, came);
    }
}

fn print_instead(command: &str, error: &Error, arguments: &[OsString]) -> Exit {
    let text = error.render();
    // clap quotes arguments unchanged: if they may contain colour sequences, use no colours of our own.
    let has_colour = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
        && arguments
            .iter()
            .all(|argument| argument.to_string_lossy().chars().all(is_plain));
    if error.use_stderr() {
        if has_colour && has_error_terminal() {
            eprint_coloured_line(text.ansi().to_string().trim_end_matches('\n'));
        } else {
            eprint_line(text.to_string().trim_end_matches('\n'));
        }
        if let (ErrorKind::InvalidSubcommand, Some(ContextValue::String(given))) =
            (error.kind(), error.get(ContextKind::InvalidSubcommand))
            && Path::new(given).is_file()
        {
            eprint_line(format_args!(
                "To run this program: {command} run {}",
                shown(given)
            ));
        }
        return Exit::Usage;
    }
    let printed = if has_colour && has_terminal() {
        print_coloured(&text.ansi().to_string())
    } else {
        print(&shown(&text.to_string()))
    };
    finish(command, printed.map(|()| Exit::Success))
}
