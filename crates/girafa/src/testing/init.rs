//! `girafa init`: creates an example program with sessions, or the first session of a program.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use clap::{Args, Parser};
use girafa_cli_support::{Exit, print, usage};
use girafa_loader::place::PROGRAMS;

use crate::run::Run;

/// Create an example program with a session file, or the session file of a program
///
/// A program is run as by `girafa run PROGRAM --record NAME.toml`.
#[derive(Args)]
#[command(after_help = girafa_cli_support::HELP)]
pub struct Init {
    /// Directory to write to, which is created if it does not exist; or a listing or tape
    #[arg(value_name = "PATH", default_value = ".")]
    path: PathBuf,
}

/// The run of a program.
#[derive(Parser)]
struct Arguments {
    #[command(flatten)]
    run: Run,
}

const FILES: [(&str, &str); 2] = [
    ("tabuada.bas", include_str!("example/tabuada.bas")),
    ("tabuada.toml", include_str!("example/tabuada.toml")),
];

impl Init {
    /// Writes the files if none of them exists, or records the first session of a program.
    pub fn execute(self) -> anyhow::Result<Exit> {
        let is_program =
            |extension: &OsStr| PROGRAMS.iter().any(|known| extension.eq_ignore_ascii_case(known));
        if self.path.is_file() || self.path.extension().is_some_and(is_program) {
            return self.first_session();
        }
        let there = FILES.iter().map(|(name, _)| self.path.join(name));
        if let Some(path) = there.clone().find(|path| path.symlink_metadata().is_ok()) {
            return Err(usage(format_args!(
                "{}: this file already exists: name another directory",
                path.display()
            )));
        }
        girafa_files::make_directory(&self.path)?;
        let mut text = String::new();
        for (path, (_, content)) in there.zip(FILES) {
            girafa_files::write(&path, content.as_bytes())?;
            text += &format!("wrote {}\n", path.display());
        }
        let argument = if self.path == Path::new(".") {
            String::new()
        } else {
            format!(" {}", self.path.display())
        };
        print(&format!("{text}to run its sessions: girafa test{argument}\n"))?;
        Ok(Exit::Success)
    }

    /// Records the program's first session.
    fn first_session(&self) -> anyhow::Result<Exit> {
        let sessions = self.path.with_extension("toml");
        if sessions.symlink_metadata().is_ok() {
            return Err(usage(format_args!(
                "{}: this file already exists: `girafa run --record` adds a session to it",
                sessions.display()
            )));
        }
        let mut record = OsString::from("--record=");
        record.push(sessions);
        let words = ["run".into(), record, "--".into(), self.path.clone().into()];
        Arguments::try_parse_from(words)?.run.execute()
    }
}
