//! `girafa init`: an example of a program with sessions.

use std::path::{Path, PathBuf};

use clap::Args;
use girafa_cli_support::{Exit, print, usage};

/// Create an example program with a session file
#[derive(Args)]
#[command(after_help = girafa_cli_support::HELP)]
pub struct Init {
    /// Directory to write to; created if it does not exist
    #[arg(value_name = "DIR", default_value = ".")]
    directory: PathBuf,
}

const FILES: [(&str, &str); 2] = [
    ("tabuada.bas", include_str!("example/tabuada.bas")),
    ("tabuada.toml", include_str!("example/tabuada.toml")),
];

impl Init {
    /// Writes the files, if none of them is there.
    pub fn execute(self) -> anyhow::Result<Exit> {
        let there = FILES.iter().map(|(name, _)| self.directory.join(name));
        if let Some(path) = there.clone().find(|path| path.symlink_metadata().is_ok()) {
            return Err(usage(format_args!(
                "{}: this file already exists: name another directory",
                path.display()
            )));
        }
        girafa_files::make_directory(&self.directory)?;
        let mut text = String::new();
        for (path, (_, content)) in there.zip(FILES) {
            girafa_files::write(&path, content.as_bytes())?;
            text += &format!("wrote {}\n", path.display());
        }
        let argument = if self.directory == Path::new(".") {
            String::new()
        } else {
            format!(" {}", self.directory.display())
        };
        print(&format!("{text}to run its sessions: girafa test{argument}\n"))?;
        Ok(Exit::Success)
    }
}
