//! `girafa lsp`

use std::io::{self, IsTerminal};

use clap::Args;
use girafa_cli_support::{Exit, eprint_line, usage};
use girafa_lsp::ServeError;

/// Serve the Language Server Protocol: diagnostics, completion, renaming and more
///
/// Reads messages from standard input and answers on standard output until the editor sends `exit` or
/// disconnects.
#[derive(Args)]
pub struct Lsp {
    /// Accepted for editors that pass it; has no effect
    #[arg(long)]
    stdio: bool,
}

impl Lsp {
    /// Serves until the editor sends `exit` or disconnects.
    pub fn execute(self) -> anyhow::Result<Exit> {
        let Lsp { stdio: _ } = self;
        if io::stdin().is_terminal() {
            return Err(usage(
                "this command is started by an editor: standard input is a terminal",
            ));
        }
        match girafa_lsp::serve(io::stdin(), io::stdout().lock()) {
            // The protocol requires exit code 1 here.
            Err(gone @ ServeError::Gone) => {
                eprint_line(format_args!("girafa: {gone}"));
                Ok(Exit::Failed)
            }
            done => {
                done?;
                Ok(Exit::Success)
            }
        }
    }
}
