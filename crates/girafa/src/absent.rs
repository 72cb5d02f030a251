//! A placeholder for commands that are not available in WebAssembly.

use std::ffi::OsString;

use clap::Args;
use girafa_cli_support::{Exit, usage};

/// Not available in WebAssembly, which has neither a terminal nor threads
#[derive(Args)]
#[command(disable_help_flag = true)]
pub struct Absent {
    #[arg(value_name = "ARGUMENT", allow_hyphen_values = true, trailing_var_arg = true)]
    given: Vec<OsString>,
}

impl Absent {
    /// Returns the error for the command `name`.
    pub fn execute(self, name: &str) -> anyhow::Result<Exit> {
        let Absent { given: _ } = self;
        Err(usage(format_args!(
            "`girafa {name}` needs a terminal or threads, which WebAssembly does not have: use a native build of the command"
        )))
    }
}
