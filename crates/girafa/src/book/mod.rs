//! `girafa book`: books as texts, their restoration records, their listings.

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
    /// Does what is asked for.
    pub fn execute(self) -> anyhow::Result<Exit> {
        match self {
            Book::Import(import) => import.execute(),
            Book::Forget(forget) => forget.execute(),
            Book::New(new) => new.execute(),
            Book::List(list) => list.execute(),
        }
    }
}

/// A number of things: `1 correction`, `2 corrections`.
fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}
