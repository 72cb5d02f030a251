//! `girafa book forget`

use clap::Args;
use girafa_cli_support::{Exit, eprint_line, print, usage};
use girafa_loader::book::named_text;
use girafa_loader::library::{self, ImportedBook};

use super::counted;

/// Undo an import: `girafa run ID` does not find the listings of the book any more
///
/// Listings in your data directory are deleted, those in a directory given with --out are kept.
#[derive(Args)]
pub struct Forget {
    /// Title of the book, as `girafa book list` shows it [default: the only book that was imported]
    #[arg(value_name = "TITLE")]
    title: Option<String>,
}

impl Forget {
    /// Forgets a book and reports how many of its listings were deleted.
    pub fn execute(self) -> anyhow::Result<Exit> {
        let imported = library::imported()?;
        let book = self.chosen(&imported)?;
        let deleted = book.forget()?;
        let directory = book.directory.display();
        let files = match deleted {
            Some(count) => format!("{} deleted from {directory}", counted(count, "file")),
            None => format!("its files stay in {directory}"),
        };
        print(&format!("\"{}\" forgotten; {files}\n", book.title))?;
        if let Some(text) = named_text() {
            eprint_line(format_args!(
                "girafa: GIRAFA_BOOK still names {}: its listings are found",
                text.display()
            ));
        }
        Ok(Exit::Success)
    }

    fn chosen<'a>(&self, imported: &'a [ImportedBook]) -> anyhow::Result<&'a ImportedBook> {
        let titles: Vec<String> = imported
            .iter()
            .map(|book| format!("\"{}\"", book.title))
            .collect();
        let titles = titles.join(", ");
        match (&self.title, imported) {
            (_, []) => Err(usage("no book has been imported")),
            (None, [book]) => Ok(book),
            (None, _) => Err(usage(format!("give the title of the book to forget: {titles}"))),
            (Some(title), _) => {
                let is_meant = |book: &&ImportedBook| book.title.to_lowercase() == title.to_lowercase();
                imported.iter().find(is_meant).ok_or_else(|| {
                    usage(format!(
                        "no book \"{title}\" has been imported: there are {titles}"
                    ))
                })
            }
        }
    }
}
