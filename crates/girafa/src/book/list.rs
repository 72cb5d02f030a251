//! `girafa book list`

use std::path::PathBuf;

use clap::Args;
use girafa_books::Records;
use girafa_cli_support::{Exit, print};
use girafa_loader::{book, library};

/// List the ids and titles of the listings of all known books
#[derive(Args)]
pub struct List {
    /// List the listings of this directory of records instead
    #[arg(long, value_name = "DIR")]
    records: Option<PathBuf>,
}

impl List {
    /// Prints each book and its listings.
    pub fn execute(self) -> anyhow::Result<Exit> {
        if let Some(directory) = &self.records {
            let records = library::records(directory)?;
            print(&table(&records.catalogue.reference(), &records.listings()))?;
            return Ok(Exit::Success);
        }
        let records = Records::built_in()?;
        let place = match book::place() {
            Some(place) => format!("from {}", place.display()),
            None => "not imported: our editions run instead".to_owned(),
        };
        let mut text = table(
            &format!("{}: {place}", records.catalogue.reference()),
            &records.listings(),
        );
        for book in library::books() {
            let head = format!("\"{}\": from {}", book.title, book.directory.display());
            text = format!("{text}\n{}", table(&head, &book.listings));
        }
        print(&text)?;
        Ok(Exit::Success)
    }
}

/// Maximum width of the id column.
const MAX_ID_LENGTH: usize = 48;

/// Formats a book's heading and a row for each of its listings.
fn table(head: &str, listings: &[(String, String)]) -> String {
    let width = listings.iter().map(|(id, _)| id.len()).max().unwrap_or_default();
    // Ids of user-defined records can be of any length.
    let width = width.min(MAX_ID_LENGTH);
    let rows = listings
        .iter()
        .map(|(id, title)| format!("  {id:width$}  {title}\n"));
    format!("{head}\n{}", rows.collect::<String>())
}
