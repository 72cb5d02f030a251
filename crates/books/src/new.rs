//! A catalogue and empty records for the listings that are found in a text: what an archivist begins with.

use std::fmt::Write as _;
use std::ops::RangeInclusive;

use girafa_scan::{Text, UNBROKEN, Width, quoted::quoted};

use crate::catalogue::{CATALOGUE, MAX_LISTINGS};
use crate::find::{self, Listing};
use crate::heading;
use crate::record::Record;

/// The files of a new directory of records.
#[derive(Clone, Debug)]
pub struct NewRecords {
    /// What was found, by place, with its id.
    pub listings: Vec<(String, Listing)>,
    /// The files: each one's name without its extension `.toml`, and its text. The catalogue is the first.
    pub files: Vec<(String, String)>,
}

/// Why there are no records for a text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NewError {
    /// There is no listing in it.
    #[error(
        "no listing found: expected at least three rows with increasing line numbers, each followed by a keyword"
    )]
    NoListing,
    /// There are too many.
    #[error("more than {MAX_LISTINGS} listings found: split the text")]
    TooMany,
}

/// The records for the listings in the text of the book called `title`. None of the text is in them but
/// headings: rows are known by their numbers and by hashes.
///
/// # Errors
/// There is no listing in it, or there are too many.
pub fn records(text: &str, title: &str, width: Width) -> Result<NewRecords, NewError> {
    let text = Text::new(text);
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

/// The rows of a listing as a reader would say them.
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
        UNBROKEN.. => "\"none\"".to_owned(),
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
