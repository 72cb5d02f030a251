//! `girafa programs`

use clap::Args;
use girafa_cli_support::{Exit, print, print_json};
use girafa_loader::editions::{self, Included};

/// List the included programs with their ids, titles and descriptions
#[derive(Args)]
pub struct Programs {
    /// Print a JSON array with an object for each program
    #[arg(long)]
    json: bool,
}

impl Programs {
    /// Prints the list.
    pub fn execute(self) -> anyhow::Result<Exit> {
        let programs = editions::included()?;
        if self.json {
            print_json(&programs)?;
            return Ok(Exit::Success);
        }
        let width = programs.iter().map(|program| program.id.len()).max().unwrap_or(0);
        let row =
            |program: &Included| format!("{:width$}  {}{}\n", program.id, program.title, origin(program));
        print(&programs.iter().map(row).collect::<String>())?;
        Ok(Exit::Success)
    }
}

fn origin(program: &Included) -> &'static str {
    if program.is_of_book { " (the book's)" } else { "" }
}
