//! The commands that WebAssembly does not have, so that it says so.

use std::ffi::OsString;

use clap::Args;
use girafa_console::{Exit, usage};

/// Not in WebAssembly, which has neither a terminal nor threads
#[derive(Args)]
#[command(disable_help_flag = true)]
pub struct Absent {
    #[arg(value_name = "ARGUMENT", allow_hyphen_values = true, trailing_var_arg = true)]
    given: Vec<OsString>,
}

impl Absent {
    /// Refuses `name`.
    pub fn execute(self, name: &str) -> anyhow::Result<Exit> {
        let Absent { given: _ } = self;
        Err(usage(format_args!(
            "`girafa {name}` needs what WebAssembly does not have, a terminal or threads: use the command that is built for this system"
        )))
    }
}
