//! `girafa book import`

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;
use girafa_basic::program::Program;
use girafa_basic::tap;
use girafa_books::suggest::{Suggestion, suggestions};
use girafa_books::{ImportError, Imported, Record, Records, Restored};
use girafa_cli_support::{
    Doubtful, Exit, eprint_coloured_line, eprint_line, has_error_terminal, print, usage,
};
use girafa_loader::book::{all_files_of, corrected_id, data_directory, explain, files_of, remember};
use girafa_loader::{LoadError, editions, library};
use girafa_scan::Text;

use super::counted;

/// Extract a book's listings from its text and write each as .bas and .tap
///
/// The directory is remembered, so that `girafa run ID` finds the listings.
#[derive(Args)]
pub struct Import {
    /// Text of the book, in UTF-8
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Directory of the book's records, as written by `girafa book new` [default: the built-in records]
    #[arg(long, value_name = "DIR")]
    records: Option<PathBuf>,
    /// Directory to write to [default: in your data directory, girafa/book, or girafa/books/TITLE with
    /// --records]
    #[arg(short, long, value_name = "DIR")]
    out: Option<PathBuf>,
}

impl Import {
    /// Imports the listings and reports the result.
    pub fn execute(self) -> anyhow::Result<Exit> {
        let text = girafa_loader::book::read_text(&self.file)?;
        let text = girafa_books::forms::plain(&text);
        let records = match &self.records {
            Some(directory) => library::records(directory)?,
            None => Records::built_in()?,
        };
        let each = records
            .each(&text, &[])
            .map_err(|error| self.failed(&text, error))?;
        let directory = self.directory(&records)?;
        let (read, unread) = self.sorted(&text, each)?;
        self.check_places(&directory, &read)?;
        let written = self.write(&directory, &read)?;
        let lines = Text::new(&text);
        let mut report = Report::new(&self.file, &lines);
        for (record, listing) in &read {
            print(&format!("{}\n", summary(listing)))?;
            let is_alone = record.base.is_empty();
            let diagnostics = listing.reading.diagnostics();
            if is_alone && !(records.is_reviewed(record) && diagnostics.is_empty()) {
                report.suggest(record);
            } else if !diagnostics.is_empty() {
                let name = girafa_files::shown(&self.file);
                let colour = has_error_terminal();
                eprint_coloured_line(diagnostics.render(&name, &text, colour).trim_end());
            }
        }
        for (record, error) in &unread {
            print(&format!(
                "{}: {}, not written, because it does not parse\n",
                record.id, record.title
            ))?;
            if record.base.is_empty() {
                report.suggest(record);
            } else {
                eprint_coloured_line(error.message(has_error_terminal()).trim_end());
            }
        }
        print(&format!(
            "written to {}{}\n",
            directory.display(),
            written.summary()
        ))?;
        self.remember(&records, &directory, !read.is_empty());
        report.end(unread.len())
    }

    /// Explains why an import failed.
    fn failed(&self, text: &str, error: ImportError) -> anyhow::Error {
        let is_built_in = self.records.is_none() && matches!(error, ImportError::NotTheBook(_));
        let error = anyhow::Error::new(explain(&self.file, text, error));
        if is_built_in {
            let message = girafa_cli_support::message(&error);
            return anyhow::anyhow!(
                "{message}; to import another book, make its records with `girafa book new` and give them with --records DIR"
            );
        }
        error
    }

    fn directory(&self, records: &Records) -> anyhow::Result<PathBuf> {
        let usual = || match &self.records {
            Some(_) => library::usual_place(&records.catalogue),
            None => data_directory().map(|data| data.join("book")),
        };
        self.out
            .clone()
            .or_else(usual)
            .ok_or_else(|| usage("this system has no data directory: name a directory with --out DIR"))
    }

    /// Separates the listings that parse from those that do not. Any other error ends the import.
    fn sorted(&self, text: &str, each: Vec<Restored>) -> anyhow::Result<(Vec<Read>, Vec<Unread>)> {
        let (mut read, mut unread) = (Vec::new(), Vec::new());
        for (record, restored) in each {
            match restored {
                Ok(listing) => read.push((record, listing)),
                Err(error @ ImportError::Listing { .. }) => {
                    unread.push((record, explain(&self.file, text, error)));
                }
                Err(error) => return Err(self.failed(text, error)),
            }
        }
        Ok((read, unread))
    }

    /// Checks, before anything is written, that no file to be written or removed is the book's text itself.
    fn check_places(&self, directory: &Path, read: &[Read]) -> anyhow::Result<()> {
        for (_, listing) in read {
            for path in all_files_of(directory, &listing.id) {
                if path.is_file() {
                    girafa_files::check_places(&[&self.file], [("--out", Some(&*path))])?;
                }
            }
        }
        Ok(())
    }

    fn write(&self, directory: &Path, read: &[Read]) -> anyhow::Result<Written> {
        girafa_files::make_directory(directory)?;
        let mut written = Written::default();
        for (_, listing) in read {
            let corrected = corrected_id(&listing.id);
            self.write_listing(
                directory,
                &listing.id,
                &listing.source,
                &listing.program,
                &mut written,
            )?;
            match &listing.corrected {
                Some((program, source)) => {
                    self.write_listing(directory, &corrected, source, program, &mut written)?;
                }
                None => {
                    for path in files_of(directory, &corrected) {
                        if path.is_file() {
                            fs::remove_file(&path).with_context(|| path.display().to_string())?;
                            written.removed.push(name_of(&path));
                        }
                    }
                }
            }
        }
        Ok(written)
    }

    fn write_listing(
        &self,
        directory: &Path,
        name: &str,
        source: &str,
        program: &Program,
        written: &mut Written,
    ) -> anyhow::Result<()> {
        let tape = tap::from_program(program).with_context(|| name.to_owned())?;
        for (path, bytes) in files_of(directory, name).iter().zip([source.as_bytes(), &tape]) {
            if girafa_files::differs(path, bytes) {
                written.replaced.push(name_of(path));
            }
            girafa_files::write(path, bytes)?;
        }
        Ok(())
    }

    /// Stores the directory of the listings, for `girafa run ID`.
    fn remember(&self, records: &Records, directory: &Path, any: bool) {
        if !any {
            return;
        }
        let remembered = match &self.records {
            Some(_) => library::remember(records, directory),
            None => remember(directory),
        };
        if let Err(failure) = remembered {
            eprint_line(format_args!(
                "girafa: `girafa run ID` will not find the listings automatically: {}",
                failure.message(false)
            ));
        }
        if self.records.is_none() {
            return;
        }
        for record in records.programs() {
            if matches!(editions::edition(&record.id), Ok(Some(_))) {
                let tape = directory.join(format!("{}.tap", record.id));
                eprint_line(format_args!(
                    "girafa: `girafa run {0}` runs the included program of this id: run {1}, or give the record another id",
                    record.id,
                    tape.display()
                ));
            }
        }
    }
}

/// A record and its listing.
type Read = (Record, Imported);

/// A record and the error of its listing, which does not parse.
type Unread = (Record, LoadError);

fn name_of(path: &Path) -> String {
    path.file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

/// Names of existing files that were replaced or removed.
#[derive(Default)]
struct Written {
    replaced: Vec<String>,
    removed: Vec<String>,
}

impl Written {
    fn summary(&self) -> String {
        let part = |what: &str, files: &[String]| match files {
            [] => String::new(),
            [first, others @ ..] if others.len() > 5 => {
                format!("; {what}: {first} and {} others", others.len())
            }
            files => format!("; {what}: {}", files.join(", ")),
        };
        part("replaced", &self.replaced) + &part("removed, because there are no errata", &self.removed)
    }
}

/// Reports uncertain places on standard error and counts them.
struct Report<'a> {
    file: &'a Path,
    text: &'a Text<'a>,
    places: usize,
    repaired: usize,
}

impl<'a> Report<'a> {
    fn new(file: &'a Path, text: &'a Text<'a>) -> Report<'a> {
        Report {
            file,
            text,
            places: 0,
            repaired: 0,
        }
    }

    /// Reports the uncertain places of a listing with suggestions for its record.
    fn suggest(&mut self, record: &Record) {
        let mut earlier: Vec<Suggestion> = Vec::new();
        for suggestion in suggestions(self.text, record) {
            self.places += 1;
            self.repaired += usize::from(!suggestion.corrections.is_empty());
            let is_repeated = earlier.iter().any(|earlier| earlier.mends_as(&suggestion));
            eprint_line(self.shown(record, &suggestion, is_repeated));
            earlier.push(suggestion);
        }
    }

    /// Formats an uncertain place with its row and the text to add to the record, ready to paste except for
    /// the indentation.
    fn shown(&self, record: &Record, suggestion: &Suggestion, is_repeated: bool) -> String {
        let severity = suggestion.severity.name();
        let place = format!(
            "{}:{}:{}",
            girafa_files::shown(self.file),
            suggestion.line,
            suggestion.column
        );
        let row = self.text.line(suggestion.line).trim_end();
        let mut shown = format!("{place}: {severity}: {}\n", suggestion.message);
        let _ = writeln!(shown, "  scanned: {}", printable(row));
        let what = match (suggestion.corrections.is_empty(), suggestion.replaces) {
            (false, _) if is_repeated => return shown + "  likely: the correction above\n",
            (true, _) => "no fix is known; if the page shows one",
            (false, true) => "likely, instead of the corrections that the record has for this row",
            (false, false) => "likely",
        };
        let _ = writeln!(shown, "  for {}.toml, {what}:", record.id);
        for row in suggestion.toml().lines().filter(|row| !row.is_empty()) {
            let _ = writeln!(shown, "    {row}");
        }
        shown
    }

    /// Returns the exit code, or an error that summarises the uncertain places and unread listings.
    fn end(&self, unread: usize) -> anyhow::Result<Exit> {
        if self.places == 0 && unread == 0 {
            return Ok(Exit::Success);
        }
        let mut summary = format!(
            "{}: {}",
            girafa_files::shown(self.file),
            counted(self.places, "uncertain place")
        );
        if self.places > 0 {
            let _ = write!(summary, ", {} with a likely fix", self.repaired);
        }
        if unread > 0 {
            let _ = write!(summary, "; {} not written", counted(unread, "listing"));
        }
        bail!(Doubtful(format!(
            "{summary}; compare with the page, write the corrections into the records and import again; [[doubt]] with line and note accepts a row as it is, reviewed = true a whole listing that parses"
        )))
    }
}

/// Removes control characters from a row, so that it can be printed on a terminal.
fn printable(row: &str) -> String {
    row.chars().filter(|character| !character.is_control()).collect()
}

/// Summary of a listing, whose numbers of rows add up to the total, such as:
/// `hanoi: Torres de Hanói, 35 rows: 33 as scanned, 2 corrected (2 corrections, 1 doubt)`
fn summary(listing: &Imported) -> String {
    let rows = listing.reading.rows.len();
    let corrected = listing.rows_corrected();
    let mut recorded = vec![
        counted(listing.corrections.len(), "correction"),
        counted(listing.doubts.len(), "doubt"),
    ];
    if !listing.errata.is_empty() {
        let noun = if listing.errata.len() == 1 {
            "erratum"
        } else {
            "errata"
        };
        recorded.push(format!("{} {noun}", listing.errata.len()));
    }
    format!(
        "{}: {}, {}: {} as scanned, {corrected} corrected ({})",
        listing.id,
        listing.title,
        counted(rows, "row"),
        rows - corrected,
        recorded.join(", ")
    )
}
