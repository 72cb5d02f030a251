//! `girafa book list`

use std::path::PathBuf;

use clap::Args;
use girafa_console::{Exit, print};
use girafa_restore::book::Records;
use girafa_subject::{book, library};

/// List the listings of the books that are known: ids and titles
#[derive(Args)]
pub struct List {
    /// List those of this directory of records instead
    #[arg(long, value_name = "DIR")]
    records: Option<PathBuf>,
}

impl List {
    /// Prints each book and its listings.
    pub fn execute(self) -> anyhow::Result<Exit> {
        if let Some(directory) = &self.records {
            let records = library::records(directory)?;
            print(&table(&records.catalogue.reference(), &listings(&records)))?;
            return Ok(Exit::Well);
        }
        let records = Records::built_in()?;
        let place = match book::place() {
            Some(place) => format!("from {}", place.display()),
            None => "not imported: our editions run in their places".to_owned(),
        };
        let mut text = table(
            &format!("{}: {place}", records.catalogue.reference()),
            &listings(&records),
        );
        for book in library::books() {
            let head = format!("\"{}\": from {}", book.title, book.directory.display());
            text = format!("{text}\n{}", table(&head, &book.listings));
        }
        print(&text)?;
        Ok(Exit::Well)
    }
}

fn listings(records: &Records) -> Vec<(String, String)> {
    let programs = records.programs();
    programs
        .map(|record| (record.id.clone(), record.title.clone()))
        .collect()
}

/// A book's head, and a row for each of its listings.
fn table(head: &str, listings: &[(String, String)]) -> String {
    let width = listings.iter().map(|(id, _)| id.len()).max().unwrap_or_default();
    let rows = listings
        .iter()
        .map(|(id, title)| format!("  {id:width$}  {title}\n"));
    format!("{head}\n{}", rows.collect::<String>())
}
