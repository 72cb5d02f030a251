//! `girafa completions`

use clap::Args;
use clap_complete::{Shell, generate};

use girafa_cli_support::{Exit, print};

/// Print a shell completion script
#[derive(Args)]
pub struct Completions {
    /// Shell to print the script for
    #[arg(value_enum)]
    shell: Shell,
}

impl Completions {
    /// Prints the completion script for `command`.
    pub fn execute(self, mut command: clap::Command) -> anyhow::Result<Exit> {
        let name = command.get_name().to_owned();
        let mut script = Vec::new();
        generate(self.shell, &mut command, name, &mut script);
        print(&String::from_utf8_lossy(&script))?;
        Ok(Exit::Success)
    }
}
