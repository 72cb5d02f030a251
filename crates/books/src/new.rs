//! Creates a catalogue and empty records for the listings found in a text, as a start for an archivist.

use std::fmt::Write as _;
use std::ops::RangeInclusive;

use girafa_scan::{Text, WHOLE_LINE_WIDTH, Width, quoted::quoted};

use crate::catalogue::{CATALOGUE, MAX_LISTINGS};
use crate::find::{self, Listing};
use crate::forms;
use crate::heading;
use crate::record::Record;

/// The files of a new directory of records.
#[derive(Clone, Debug)]
pub struct NewRecords {
    /// The listings found, in the order of the text, each with its id.
    pub listings: Vec<(String, Listing)>,
    /// The files: the name of each without its extension `.toml`, and its text. The catalogue is the first.
    pub files: Vec<(String, String)>,
}

/// Why no records were made for a text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NewError {
    /// The text has no listing.
    #[error(
        "no listing found: expected at least three rows with increasing line numbers, each followed by a keyword"
    )]
    NoListing,
    /// The text has too many listings.
    #[error("more than {MAX_LISTINGS} listings found: split the text")]
    TooMany,
}

/// Makes the records for the listings in the text of the book called `title`. They contain nothing of the
/// text except headings: rows are identified by their numbers and by hashes.
///
/// # Errors
/// The text has no listing, or too many.
pub fn records(text: &str, title: &str, width: Width) -> Result<NewRecords, NewError> {
    let text = forms::plain(text);
    let text = Text::new(&text);
    let found = find::listings(&text, width).listings;
    match found.len() {
        0 => return Err(NewError::NoListing),
        count if count > MAX_LISTINGS => return Err(NewError::TooMany),
        _ => {}
    }
    let headings: Vec<Option<String>> = found.iter().map(|listing| listing.heading.clone()).collect();
    let listings: Vec<(String, Listing)> = heading::ids(&headings).into_iter().zip(found).collect();
    let mut files = vec![(CATALOGUE.to_owned(), catalogue(title, &listings))];
    for (id, listing) in &listings {
        files.push((id.clone(), record(id, listing, &text)));
    }
    Ok(NewRecords { listings, files })
}

fn catalogue(title: &str, listings: &[(String, Listing)]) -> String {
    let mut toml = format!(
        "# What this book is, and its listings in order. Each has its record, ID.toml: to give it a better id, rename the file\n\
         # and change the id there and here. Remove entries that are not listings here, and delete their files.\n\
         title = {}\nauthor = \"\"\nedition = \"\"\n\
         # true when every row has been compared with the page: then only what does not parse or fit is reported.\n\
         reviewed = false\nlistings = [\n",
        quoted(title)
    );
    for (id, listing) in listings {
        let (first, last) = listing.numbers;
        let _ = writeln!(
            toml,
            "    {}, # {}, lines {first} to {last}",
            quoted(id),
            places(listing)
        );
    }
    toml + "]\n"
}

/// The lines of the text that a listing is in, for messages.
pub fn places(listing: &Listing) -> String {
    let first = listing.rows.first().map_or(0, |rows| *rows.start());
    let last = listing.rows.last().map_or(0, |rows| *rows.end());
    format!("rows {first} to {last}")
}

fn record(id: &str, listing: &Listing, text: &Text<'_>) -> String {
    let range = |rows: &RangeInclusive<usize>| format!("{}-{}", rows.start(), rows.end());
    let rows = listing.rows.iter().map(range).collect::<Vec<_>>().join("+");
    let (section, title) = listing.heading.as_deref().map_or(("", id), heading::numbered);
    let width = match listing.width {
        WHOLE_LINE_WIDTH.. => "\"none\"".to_owned(),
        width => width.to_string(),
    };
    let named = format!(
        "id = {}\ntitle = {}\nsection = {}\nrows = [{}]\nwidth = {width}\n",
        quoted(id),
        quoted(title),
        quoted(section),
        quoted(&rows)
    );
    let mut toml = named.clone();
    if let Ok(record) = Record::parse(&named) {
        let anchor = record.anchor_of(text).map(|hash| ("anchor", hash));
        let fingerprint = record.fingerprint_of(text).ok().map(|hash| ("fingerprint", hash));
        for (name, hash) in anchor.into_iter().chain(fingerprint) {
            let _ = writeln!(toml, "{name} = \"{hash}\"");
        }
    }
    toml
}
