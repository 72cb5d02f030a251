//! `girafa list`

use girafa_cli_support::{Exit, print};
use std::ffi::OsString;

use clap::Args;
use girafa_basic::llist;

/// Print a program in the layout of LLIST
#[derive(Args)]
pub struct List {
    /// A listing (.bas), a tape (.tap, .tzx, .pzx), a snapshot (.sna, .z80, .szx), or the id of an included
    /// program
    #[arg(value_name = "TARGET")]
    target: OsString,
    /// Columns of the paper
    #[arg(long, value_name = "N", default_value_t = llist::WIDTH as u16,
          value_parser = clap::value_parser!(u16).range(MIN_WIDTH..=MAX_WIDTH))]
    width: u16,
}

/// A line number and a space take five columns; at least one more is needed for the line.
const MIN_WIDTH: i64 = 6;
const MAX_WIDTH: i64 = 1000;

impl List {
    /// Prints the listing.
    pub fn execute(self) -> anyhow::Result<Exit> {
        let name = self.target.to_string_lossy();
        let program = girafa_cli_support::resolve("girafa", &self.target)?.program(&name)?;
        girafa_cli_support::eprint_notices("girafa", &girafa_loader::tail(&name, &program));
        let rows = llist::rows(&program, usize::from(self.width));
        print(&rows.iter().flat_map(|row| [row, "\n"]).collect::<String>())?;
        Ok(Exit::Success)
    }
}
