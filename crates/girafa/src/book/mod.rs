//! `girafa book`: imports and manages books' listings with their restoration records.

mod forget;
mod import;
mod list;
mod new;

use clap::Subcommand;
use girafa_cli_support::Exit;

/// Find a book's listings in its text and import them with their restoration records
#[derive(Subcommand)]
pub enum Book {
    Import(import::Import),
    Forget(forget::Forget),
    New(new::New),
    List(list::List),
}

impl Book {
    /// Runs the subcommand.
    pub fn execute(self) -> anyhow::Result<Exit> {
        match self {
            Book::Import(import) => import.execute(),
            Book::Forget(forget) => forget.execute(),
            Book::New(new) => new.execute(),
            Book::List(list) => list.execute(),
        }
    }
}

/// A count with its noun: `1 correction`, `2 corrections`.
fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}
