//! `girafa lsp`

use std::io::{self, IsTerminal};

use clap::Args;
use girafa_console::{Exit, eprint_line, usage};
use girafa_lsp::ServeError;

/// Serve an editor: diagnostics, completion, renaming and more, over the Language Server Protocol
///
/// Messages come on standard input and are answered on standard output, until the editor says `exit` or goes away.
#[derive(Args)]
pub struct Lsp {
    /// As without it; some editors say so
    #[arg(long)]
    stdio: bool,
}

impl Lsp {
    /// Serves until the editor ends.
    pub fn execute(self) -> anyhow::Result<Exit> {
        let Lsp { stdio: _ } = self;
        if io::stdin().is_terminal() {
            return Err(usage(
                "an editor starts this command and sends its messages: standard input is a terminal here",
            ));
        }
        match girafa_lsp::serve(io::stdin(), io::stdout().lock()) {
            // As the protocol has it.
            Err(gone @ ServeError::Gone) => {
                eprint_line(format_args!("girafa: {gone}"));
                Ok(Exit::Failed)
            }
            done => {
                done?;
                Ok(Exit::Well)
            }
        }
    }
}
